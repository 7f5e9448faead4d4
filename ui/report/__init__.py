"""The menu Report, and the work of making one."""
