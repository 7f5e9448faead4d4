"""Files of candidates -> ``Lists``: Moses's n-best lists, JSON Lines, and a number of lines a segment.

``reading`` knows the format by the file's name and content; ``moses`` and ``jsonl`` read one each, ``plain``
reads lines; ``labels`` takes a line of Moses's features apart, ``features`` brings those of all candidates together.
"""

from .reading import read_lists
