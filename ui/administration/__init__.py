"""The pages of the server's administrators: people, running work, disk space and memory."""
