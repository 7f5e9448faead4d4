"""What the teacher reads while a lesson is presented, in a window of its own."""
