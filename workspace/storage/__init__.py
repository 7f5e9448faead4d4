"""The database: its files, opening, backups, checks for damage, and records made from its rows."""
