"""Modules for what a visit holds: state and address, pages, settings, and HTML that is sent to the page."""
