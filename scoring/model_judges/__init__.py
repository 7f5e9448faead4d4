"""Language models as judges: requests to them are written to files, and their answers are read from files."""
