"""Documents, or domains, as the page shows them: how large they are, and what every system scores there. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from scoring import Metric
from scoring.analysis.pair import ScoredPair
from scoring.analysis.turns import FEWEST
from scoring.origins import COLUMNS, Origin, Origins


@dataclass(frozen=True, eq=False)
class DocumentScores:
    """What is known of each document, in the order of the file; of each domain, if ``origin`` says so."""

    origin: Origin
    metric: Metric
    documents: Origins
    domains: tuple[str, ...] | None
    """(n_documents,): that of each document's first segment; None where there are none, or for domains"""
    judged: np.ndarray | None
    """(n_documents,): segments that the scores are of; None where these are all"""
    words: np.ndarray
    """(n_documents,): tokens of the references, of several the one closest to the output of the set's first system"""
    scores: Mapping[str, np.ndarray]
    """system -> (n_documents,), NaN where a document has no score"""
    names: tuple[str, str] | None
    """the two systems that are compared; None where only one is shown"""

    @property
    def pair(self) -> ScoredPair | None:
        """Both systems that are compared: what stands there for segments is of documents. Which of them leads on the
        whole is not in it."""
        if self.names is None:
            return None
        a, b = (self.scores[name] for name in self.names)
        return ScoredPair(self.names, self.metric, (a, b), (float("nan"), float("nan")))

    @property
    def small(self) -> int:
        """How many documents have a score of fewer segments than ``FEWEST``."""
        counting = self.documents.sizes if self.judged is None else self.judged
        return int(((counting > 0) & (counting < FEWEST)).sum())

    def __len__(self) -> int:
        return len(self.documents)

    @property
    def what(self) -> str:
        return COLUMNS[self.origin]


def domains_of(documents: Origins, domains: Origins) -> tuple[str, ...]:
    """(n_documents,): the domain of each document's first segment."""
    return tuple(domains.names[number] for number in domains.members[documents.firsts])
