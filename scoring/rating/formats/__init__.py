"""Ratings as files, written and read: our own format, WMT's rankings, Pearmut and Appraise.

Each file that holds answers is also read as judgments, together with texts, by ``scoring.formats``.
"""

from .appraise import write_appraise
from .disputed import DisputedOutputs, disputed_by_metric, disputed_by_raters, write_disputed
from .exports import EXPORTS, RatingExport, exports_of, read_any
from .own import read_ratings, write_ratings
from .pearmut import write_annotations, write_campaign
from .pearmut_answers import read_annotations
from .rankings import write_rankings
