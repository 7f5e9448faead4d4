"""Middleware between a request and the application."""
