"""What is between a request and the application."""
