"""The course on BLEU: lessons, a quiz, classes, and misprints in the literature."""
