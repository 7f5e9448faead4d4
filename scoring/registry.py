"""Every metric by its name."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .metric import Metric


class Metrics(Mapping[str, "type[Metric]"]):
    """The metrics by their names, in order; each is imported when it is asked for."""

    def __init__(self, homes: Mapping[str, tuple[str, str]]):
        """``homes`` is name -> the module, in this package, and what the class is called there."""
        self._homes = homes

    def __getitem__(self, name: str) -> "type[Metric]":
        module, kind = self._homes[name]
        found: type[Metric] = getattr(import_module(f".{module}", __package__), kind)
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._homes

    def __iter__(self) -> Iterator[str]:
        return iter(self._homes)

    def __len__(self) -> int:
        return len(self._homes)


METRICS = Metrics(
    {
        "bleu": ("bleu", "BLEU"),
        "chrf": ("chrf", "CHRF"),
        "chrf++": ("chrf", "CHRFPlusPlus"),
        "tbleu": ("tbleu", "TBLEU"),
        "ter": ("ter", "TER"),
        "wer": ("ter.wer", "WER"),
        "per": ("ter.per", "PER"),
        "nist": ("nist", "NIST"),
        "meteor": ("meteor", "METEOR"),
        "cer": ("ter.cer", "CER"),
        "gleu": ("gleu", "GLEU"),
        "ribes": ("ribes", "RIBES"),
        "character": ("ter.character", "CharacTER"),
        "eed": ("ter.eed", "EED"),
    }
)
