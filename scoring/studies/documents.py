"""In which documents, or domains, does a system win or lose? The scores of each, and in how many either is better."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..analysis.bucket_scores import BucketScore, score_buckets
from ..analysis.buckets import Buckets
from ..analysis.pair import ScoredPair
from ..counting.arrays import Flags, Floats, Ints, sums_at
from ..counting.progress import Progress, no_progress, progress_between
from ..counting.usual_draws import SEED, TRIALS
from ..judgments.external import ExternalScore
from ..metric import Metric
from ..origins import COLUMNS, DOCUMENT, Origin, Origins
from ..output.numbers import LEVEL, counted, fixed
from ..output.sentence import Sentence, Strong, SystemName, join_sentences, name_list, sentence, strong
from ..significance import adjust, randomize
from ..significance.sign_test import exact_sign_test
from ..testset import TestSet
from .side_by_side import FEWEST, Pair
from .wording import method_words as words

DIFFERENCE, SIZE, FILE = "difference", "size", "file"
"""What documents are sorted by."""
FEWEST_SHOWN = 5
"""Segments of a document from which it is listed at once: of fewer the score is mostly chance."""
MOST_NAMED = 3
"""Domains that a sentence names."""
BEYOND_CHANCE = (
    "Beyond chance: at most 5 % of random swaps of both outputs in that domain differ as much, corrected for all"
    " domains (Holm). low, high: 95 % interval of the difference."
)


@dataclass(frozen=True)
class DomainTest:
    """How two systems differ in one domain, and whether chance explains it."""

    score: BucketScore
    p_value: float
    """Of random swaps of both outputs; NaN where there is no difference."""
    p_adjusted: float
    """The same, corrected for all domains."""

    @property
    def is_beyond_chance(self) -> bool:
        """Whether chance is an unlikely explanation of the lead."""
        return self.score.size >= FEWEST and self.p_adjusted <= LEVEL


@dataclass(frozen=True)
class DocumentsRequest:
    """What is scored, and by which metric."""

    origin: Origin
    """whether documents or domains are scored"""
    metric: Metric
    systems: tuple[str, ...]
    names: Pair | None = None
    """Two of the systems that are compared; None where there is one."""

    def __post_init__(self) -> None:
        if self.origin not in COLUMNS:
            raise ValueError(f"Expected {' or '.join(COLUMNS)}; found {self.origin!r}.")
        if self.names is not None and not {*self.names} <= {*self.systems}:
            raise ValueError(f"Expected two of the systems {', '.join(self.systems)}; found {', '.join(self.names)}.")


@dataclass(frozen=True, eq=False)
class DocumentScores:
    """What is known of each document, in the order of the file; of each domain, if the request says so."""

    request: DocumentsRequest
    documents: Origins
    domains: tuple[str, ...] | None
    """(n_documents,): that of each document's first segment; None where there are none, or for domains"""
    judged: Ints | None
    """(n_documents,): segments that the scores are of; None where these are all"""
    words: Ints
    """(n_documents,): tokens of the references, of several the one closest to the output of the set's first system"""
    scores: Mapping[str, Floats]
    """system -> (n_documents,), NaN where a document has no score"""
    tested: Sequence[DomainTest] = ()
    """Tests of both systems that are compared in each domain; empty for documents"""

    @property
    def pair(self) -> ScoredPair | None:
        """Both systems that are compared: what is there for segments is of documents. Which of them leads on the
        whole is not in it."""
        if self.request.names is None:
            return None
        a, b = (self.scores[name] for name in self.request.names)
        return ScoredPair(self.request.names, self.request.metric, (a, b), (float("nan"), float("nan")))

    @property
    def scored_segments(self) -> Ints:
        """(n_documents,): the number of segments that each score is of."""
        return self.documents.sizes if self.judged is None else self.judged

    @property
    def small(self) -> int:
        """How many documents have a score of fewer segments than ``FEWEST``."""
        return int(((self.scored_segments > 0) & (self.scored_segments < FEWEST)).sum())

    @property
    def is_shown(self) -> Flags:
        """(n_documents,): which documents have ``FEWEST_SHOWN`` segments, or all of them where none has."""
        found = self.scored_segments >= FEWEST_SHOWN
        return found if found.any() else np.ones(len(self), bool)

    def __len__(self) -> int:
        return len(self.documents)

    @property
    def what(self) -> str:
        return COLUMNS[self.request.origin]

    def order(self, by: str) -> Ints:
        """(n_documents,): the numbers of the documents, the largest difference first, or the most segments, or as in
        the file. Those without a difference stand last.
        """
        if by == SIZE:
            return np.argsort(-self.documents.sizes, kind="stable")
        pair = self.pair
        if by == FILE or pair is None:
            return np.arange(len(self))
        sizes = np.abs(pair.differences)
        return np.argsort(np.where(np.isnan(sizes), np.inf, -sizes), kind="stable")

    # --- what it says ---

    def who_is_ahead(self) -> Sentence:
        """Say in how many documents each of the two is better, or in which domains; empty where only one is shown."""
        pair = self.pair
        if pair is None:
            return sentence("")
        if self.tested:
            direction = words.direction(self.request.metric)
            return self._domain_leads(pair) + (f" {direction}" if direction else "")
        wins, (first, second) = pair.wins, map(SystemName, pair.names)
        said = sentence(
            "{} is ahead in {} of {}, {} in {}",
            first,
            Strong(f"{wins.a:,}"),
            counted(len(self), self.request.origin),
            second,
            Strong(f"{wins.b:,}"),
        )
        said += f"; {wins.ties:,} {'is' if wins.ties == 1 else 'are'} tied" if wins.ties else ""
        said += f"; {wins.undefined:,} {'has' if wins.undefined == 1 else 'have'} no score" if wins.undefined else ""
        direction = words.direction(self.request.metric)
        return said + (f". {direction}" if direction else ".")

    def _domain_leads(self, pair: ScoredPair) -> Sentence:
        """Say in which domains each of the two leads beyond chance, and which are open."""
        sides: dict[str, list[str]] = {name: [] for name in pair.names}
        is_open: list[str] = []
        for domain in self.tested:
            side = sides[pair.names[0 if domain.score.lead > 0 else 1]]
            (side if domain.is_beyond_chance else is_open).append(domain.score.label)
        leads = [
            (SystemName(name), name_list(strong(domains), MOST_NAMED)) for name, domains in sides.items() if domains
        ]
        if not leads:
            return sentence("In no domain is a lead beyond chance.")
        parts = [
            sentence("{} {}in {}", who, "" if place else "leads ", where) for place, (who, where) in enumerate(leads)
        ]
        said = join_sentences(", ", parts)
        said += ", beyond chance"
        if len(self.tested) > 1:
            said += f", corrected for {counted(len(self.tested), 'domain')}"
        if is_open:
            said += sentence(
                "; {} {} open", name_list(strong(is_open), MOST_NAMED), "is" if len(is_open) == 1 else "are"
            )
        return said + "."

    def sign_test_p(self) -> float | None:
        """Return the p of the sign test on documents; None without a lead in any."""
        wins = None if self.pair is None else self.pair.wins
        return None if wins is None or not wins.a + wins.b else exact_sign_test(wins.a, wins.b)

    def could_be_chance(self) -> str:
        """Say whether the leads in documents could be chance, or what is beyond it; empty where nobody leads in any."""
        if self.tested:
            return BEYOND_CHANCE
        p, pair = self.sign_test_p(), self.pair
        if p is None or pair is None:
            return ""
        could = "is unlikely to be chance" if p <= LEVEL else "could be chance"
        return f"{pair.wins.a:,} against {pair.wins.b:,} {could} (sign test, p = {fixed(p, 4)})."

    def how_sure(self) -> str:
        """Say that a few segments say little."""
        if not self.small:
            return ""
        few = f"{self.small:,} of {counted(len(self), self.request.origin)}"
        have = "has" if self.small == 1 else "have"
        return f"{few} {have} fewer than {FEWEST} segments: differences there are often chance."

    def folded(self) -> str:
        """Say how many documents are not shown at once; empty where all are."""
        n_folded = int((~self.is_shown).sum())
        which = "segments" if self.judged is None else "scored segments"
        return f"{counted(n_folded, self.request.origin)} of fewer than {FEWEST_SHOWN} {which}" if n_folded else ""

    def left_out_domains(self) -> str:
        """Name the domains without a document in the chart; empty where every domain has one."""
        domains = self.domains or ()
        shown = {name for name, is_there in zip(domains, self.is_shown, strict=False) if is_there}
        missing = [name for name in dict.fromkeys(domains) if name not in shown]
        if not missing:
            return ""
        names = name_list(missing, MOST_NAMED)
        return f"The chart leaves out {names}: no document there has {FEWEST_SHOWN} segments."

    def what_it_is(self) -> str:
        """Say what the score of a document is."""
        score = f"The {self.request.metric.full_name} of a {self.request.origin} is"
        if isinstance(self.request.metric, ExternalScore):
            return f"{score} the mean of its segments' scores."
        return f"{score} that of all its segments together, not the mean of theirs."


def places_within(test_set: TestSet, part: TestSet) -> Ints:
    """(n_segments of the part,): the indices in the test set of the segments of a part of it."""
    return np.searchsorted(test_set.places, part.places)


def score_documents(
    metric: Metric, test_set: TestSet, judged: TestSet, documents: Origins, statistics: Mapping[str, Floats]
) -> dict[str, Floats]:
    """System -> the score of each of the test set's documents, (n_documents,), by those segments that ``judged`` has.

    ``judged`` is a part of the test set, or the set itself; ``statistics`` maps systems to the rows of its segments.
    """
    among = documents.among(places_within(test_set, judged))
    return {system: among.scores(metric, rows) for system, rows in statistics.items()}


def compare_domains(
    metric: Metric, names: Pair, domains: Origins, statistics: Mapping[str, Floats], on_progress: Progress = no_progress
) -> list[DomainTest]:
    """Resample two systems within each domain, and swap their outputs there at random.

    ``domains`` and ``statistics`` (n_segments, n_statistics) are of the segments that have scores of all systems.
    """
    a, b = (statistics[name] for name in names)
    buckets = Buckets(domains.names, domains.members)
    scores = score_buckets(metric, a, b, buckets, on_progress=progress_between(on_progress, 0.0, 0.5))
    p_values = np.full(len(scores), np.nan)
    for number, score in enumerate(scores):
        inside = domains.members == number
        if score.size and score.difference:
            p_values[number] = randomize(metric, {"a": a[inside], "b": b[inside]}, TRIALS, SEED).p_values[0, 1]
        progress_between(on_progress, 0.5, 1.0)((number + 1) / len(scores))
    adjusted, is_tested = np.full(len(scores), np.nan), ~np.isnan(p_values)
    adjusted[is_tested] = adjust(p_values[is_tested])
    return [DomainTest(*one) for one in zip(scores, p_values.tolist(), adjusted.tolist(), strict=True)]


def run(
    request: DocumentsRequest,
    test_set: TestSet,
    judged: TestSet,
    origins: Mapping[Origin, Origins],
    scores: Mapping[str, Floats],
    reference_lengths: Floats,
    tested: Sequence[DomainTest] = (),
) -> DocumentScores:
    """Put together what is known of documents.

    ``origins`` are the documents and the domains of the segments, ``scores`` those of ``score_documents``, and
    ``reference_lengths`` (n_segments,) the tokens of each segment's closest reference; ``tested`` are the domains as
    of ``compare_domains``.
    """
    documents = origins[request.origin]
    return DocumentScores(
        request,
        documents,
        domains_of(documents, origins["domain"]) if request.origin == DOCUMENT and "domain" in origins else None,
        None if judged is test_set else documents.among(places_within(test_set, judged)).sizes,
        sums_at(documents.members, reference_lengths, len(documents)).round().astype(int),
        {system: scores[system] for system in request.systems},
        tested,
    )


def domains_of(documents: Origins, domains: Origins) -> tuple[str, ...]:
    """(n_documents,): the domain of each document's first segment."""
    return tuple(domains.names[number] for number in domains.members[documents.firsts])
