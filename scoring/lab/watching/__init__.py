"""Outputs that appear in a folder, such as of the checkpoints of a training run: each is scored once, and kept.

``Folder`` says what is there, ``Watch`` what is new of it and at rest, ``Scorer`` scores one output, ``ScoreRecord``
appends its scores to one Parquet file, and ``lines_of`` has these as lines over time.
"""

from .folder import Folder, Look, Stamp
from .record import ScoreRecord
from .scorer import Scorer
from .watch import Watch, follow_folders
