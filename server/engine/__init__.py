"""Work in the background: jobs, their tasks, and what runs."""
