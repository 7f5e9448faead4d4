"""The story of what BLEU is, told while the reader scrolls."""
