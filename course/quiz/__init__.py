"""Ten questions before and after the course."""
