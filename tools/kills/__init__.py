"""Processes that write to a workspace and are killed; afterwards, all committed changes must be there."""
