"""What BLEU is, told while one scrolls."""
