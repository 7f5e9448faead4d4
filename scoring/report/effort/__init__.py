"""The report on what post-editing costs."""
