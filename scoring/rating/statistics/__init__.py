"""What follows from answers: agreement of raters, their quality, and scores of systems."""
