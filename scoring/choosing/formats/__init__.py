"""Read files of candidates into ``Lists``: Moses's n-best lists, JSON Lines, and plain lines, some for each segment.

``reading`` detects the format by the file's name and content, and reads plain lines; ``moses`` and ``jsonl`` read one
format each. ``labels`` splits a line of Moses's features, ``features`` collects the features of all candidates.
"""

from .reading import read_lists
