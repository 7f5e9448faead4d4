"""Tables of the database, who may do what with their rows, and one transaction."""
