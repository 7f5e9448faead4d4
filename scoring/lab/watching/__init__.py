"""Score outputs that appear in a folder, such as those of a training run's checkpoints, once each, and keep the scores.

``Folder`` lists the files, ``Watch`` finds the new ones that no longer change, ``Scorer`` scores one output,
``ScoreRecord`` appends its scores to one Parquet file, and ``score_lines`` returns them as lines over time.
"""

from .folder import Folder, FolderListing, Stamp
from .record import ScoreRecord
from .scorer import Scorer
from .watch import Watch, follow_folders
