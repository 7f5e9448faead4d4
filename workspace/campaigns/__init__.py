"""Rating campaigns in the database."""
