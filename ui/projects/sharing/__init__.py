"""Who shares a project, by name or by link."""
