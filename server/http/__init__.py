"""What stands between a request and the application."""
