"""Translations and notes put into a translation file; every byte that is not theirs stays as it is."""
