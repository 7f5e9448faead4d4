import collections.abc

from .bleu import BLEU as BLEU
from .chrf import CHRF as CHRF
from .chrf import CHRFPlusPlus as CHRFPlusPlus
from .counting.limits import TooLong as TooLong
from .gleu import GLEU as GLEU
from .meteor import METEOR as METEOR
from .metric import Metric as Metric
from .nist import NIST as NIST
from .registry import METRICS as METRICS
from .segment_means.ribes import RIBES as RIBES
from .tbleu import TBLEU as TBLEU
from .ter import TER as TER
from .ter.cer import CER as CER
from .ter.character import CharacTER as CharacTER
from .ter.eed import EED as EED
from .ter.per import PER as PER
from .ter.wer import WER as WER
from .testset import Reference as Reference
from .testset import Segment as Segment
from .testset import System as System
from .testset import TestSet as TestSet

def warm_up(on_progress: collections.abc.Callable[[float], object] | None = None) -> None: ...
