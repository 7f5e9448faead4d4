"""The page Matrix: the test sets of a project as one table, which system is better over all, and at what cost."""
