"""``judge``: a language model as a judge; requests are written into files, and answers are read from files."""
