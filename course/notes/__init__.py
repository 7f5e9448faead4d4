"""The teacher's notes on a presented lesson, in a window of their own."""
