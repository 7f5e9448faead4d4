"""Work in the background: jobs, their tasks, and the runs of pages."""
