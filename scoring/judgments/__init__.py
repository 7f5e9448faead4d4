"""Hold judgments of a test set: scores, errors and preferences, by people or by other programs."""

from .errors import Annotation, ErrorSpan
from .kinds import ErrorKind
from .mqm import MQM_WEIGHTS, mqm_scores
from .preferences import Preferences
from .scores import Scores

__all__ = ["MQM_WEIGHTS", "Annotation", "ErrorKind", "ErrorSpan", "Preferences", "Scores", "mqm_scores"]
