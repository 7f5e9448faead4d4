"""Statistics of answers: agreement of raters, their quality, and scores of systems."""
