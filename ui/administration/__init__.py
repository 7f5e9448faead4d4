"""What administrators of the server see: people, running work, room and memory."""
