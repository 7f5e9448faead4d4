"""Why is the score of one system so low? Causes, each with the points of BLEU that it explains."""
