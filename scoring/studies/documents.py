"""Score each document or domain, and find in which of them a system wins or loses."""

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
"""Orders of documents."""
MIN_SHOWN = 5
"""The fewest segments of a document that is listed at once; the score of fewer is mostly chance."""
MAX_NAMES_SHOWN = 3
"""The most domains that a sentence names."""
BEYOND_CHANCE = (
    "Beyond chance: at most 5 % of random swaps of both outputs in that domain differ as much, corrected for all"
    " domains (Holm). low, high: 95 % interval of the difference."
)


@dataclass(frozen=True)
class DomainTest:
    """The difference of two systems in one domain, and its test."""

    score: BucketScore
    p_value: float
    """p by random swaps of both outputs; NaN without a difference."""
    p_adjusted: float
    """p corrected for all domains."""

    @property
    def is_beyond_chance(self) -> bool:
        """Whether the lead is significant, in a domain with enough segments."""
        return self.score.size >= FEWEST and self.p_adjusted <= LEVEL


@dataclass(frozen=True)
class DocumentsRequest:
    """Settings of the scores of documents or domains."""

    origin: Origin
    """Whether documents or domains are scored."""
    metric: Metric
    systems: tuple[str, ...]
    names: Pair | None = None
    """The two systems that are compared; None where there is only one."""

    def __post_init__(self) -> None:
        if self.origin not in COLUMNS:
            raise ValueError(f"Expected {' or '.join(COLUMNS)}; found {self.origin!r}.")
        if self.names is not None and not {*self.names} <= {*self.systems}:
            raise ValueError(f"Expected two of the systems {', '.join(self.systems)}; found {', '.join(self.names)}.")


@dataclass(frozen=True, eq=False)
class DocumentScores:
    """Scores and sizes of each document, or of each domain if the request says so, in the order of the file."""

    request: DocumentsRequest
    documents: Origins
    domains: tuple[str, ...] | None
    """(n_documents,): domain of each document's first segment; None without domains, or where domains are scored."""
    judged: Ints | None
    """(n_documents,): the number of segments with scores; None where all have scores."""
    words: Ints
    """(n_documents,): tokens of the references; of several references, the closest to the first system's output."""
    scores: Mapping[str, Floats]
    """Scores by system, (n_documents,); NaN where a document has no score."""
    domain_tests: Sequence[DomainTest] = ()
    """Tests of the two compared systems in each domain; empty for documents."""

    @property
    def pair(self) -> ScoredPair | None:
        """The two compared systems, with documents in the place of segments; None for a single system.

        The corpus scores are NaN, so it does not say who leads in total.
        """
        if self.request.names is None:
            return None
        a, b = (self.scores[name] for name in self.request.names)
        return ScoredPair(self.request.names, self.request.metric, (a, b), (float("nan"), float("nan")))

    @property
    def scored_segments(self) -> Ints:
        """Number of segments that each document's score covers, (n_documents,)."""
        return self.documents.sizes if self.judged is None else self.judged

    @property
    def small(self) -> int:
        """Number of documents whose score covers fewer than ``FEWEST`` segments."""
        return int(((self.scored_segments > 0) & (self.scored_segments < FEWEST)).sum())

    @property
    def is_shown(self) -> Flags:
        """Flags of the documents with at least ``MIN_SHOWN`` segments, (n_documents,); all true if there is none."""
        is_large = self.scored_segments >= MIN_SHOWN
        return is_large if is_large.any() else np.ones(len(self), bool)

    def __len__(self) -> int:
        return len(self.documents)

    @property
    def origin_column(self) -> str:
        return COLUMNS[self.request.origin]

    def order(self, by: str) -> Ints:
        """Return the numbers of the documents, (n_documents,), by largest difference, most segments, or as in the file.

        Documents without a difference are last.
        """
        if by == SIZE:
            return np.argsort(-self.documents.sizes, kind="stable")
        pair = self.pair
        if by == FILE or pair is None:
            return np.arange(len(self))
        sizes = np.abs(pair.differences)
        return np.argsort(np.where(np.isnan(sizes), np.inf, -sizes), kind="stable")

    # --- what it says ---

    def leads_sentence(self) -> Sentence:
        """Say in how many documents, or in which domains, each of two systems is better; empty for one system."""
        pair = self.pair
        if pair is None:
            return sentence("")
        if self.domain_tests:
            direction = words.lower_is_better_sentence(self.request.metric)
            return self._domain_leads(pair) + (f" {direction}" if direction else "")
        wins, (first, second) = pair.wins, map(SystemName, pair.names)
        text = sentence(
            "{} is ahead in {} of {}, {} in {}",
            first,
            Strong(f"{wins.a:,}"),
            counted(len(self), self.request.origin),
            second,
            Strong(f"{wins.b:,}"),
        )
        text += f"; {wins.ties:,} {'is' if wins.ties == 1 else 'are'} tied" if wins.ties else ""
        text += f"; {wins.undefined:,} {'has' if wins.undefined == 1 else 'have'} no score" if wins.undefined else ""
        direction = words.lower_is_better_sentence(self.request.metric)
        return text + (f". {direction}" if direction else ".")

    def _domain_leads(self, pair: ScoredPair) -> Sentence:
        """Say in which domains each of two systems leads beyond chance, and in which domains the lead is open."""
        sides: dict[str, list[str]] = {name: [] for name in pair.names}
        is_open: list[str] = []
        for domain in self.domain_tests:
            side = sides[pair.names[0 if domain.score.lead > 0 else 1]]
            (side if domain.is_beyond_chance else is_open).append(domain.score.label)
        leads = [
            (SystemName(name), name_list(strong(domains), MAX_NAMES_SHOWN))
            for name, domains in sides.items()
            if domains
        ]
        if not leads:
            return sentence("In no domain is a lead beyond chance.")
        parts = [
            sentence("{} {}in {}", system_name, "" if place else "leads ", domain_names)
            for place, (system_name, domain_names) in enumerate(leads)
        ]
        text = join_sentences(", ", parts)
        text += ", beyond chance"
        if len(self.domain_tests) > 1:
            text += f", corrected for {counted(len(self.domain_tests), 'domain')}"
        if is_open:
            text += sentence(
                "; {} {} open", name_list(strong(is_open), MAX_NAMES_SHOWN), "is" if len(is_open) == 1 else "are"
            )
        return text + "."

    def sign_test_p(self) -> float | None:
        """Return the p of the sign test on documents; None if neither system leads in any."""
        wins = None if self.pair is None else self.pair.wins
        return None if wins is None or not wins.a + wins.b else exact_sign_test(wins.a, wins.b)

    def could_be_chance(self) -> str:
        """Say if leads in documents could be chance, or what is beyond chance in domains; empty without leads."""
        if self.domain_tests:
            return BEYOND_CHANCE
        p, pair = self.sign_test_p(), self.pair
        if p is None or pair is None:
            return ""
        could = "is unlikely to be chance" if p <= LEVEL else "could be chance"
        return f"{pair.wins.a:,} against {pair.wins.b:,} {could} (sign test, p = {fixed(p, 4)})."

    def small_documents_sentence(self) -> str:
        """Say how many documents have too few segments for a reliable difference; empty if none has."""
        if not self.small:
            return ""
        documents = f"{self.small:,} of {counted(len(self), self.request.origin)}"
        have = "has" if self.small == 1 else "have"
        return f"{documents} {have} fewer than {FEWEST} segments: differences there are often chance."

    def hidden_documents_phrase(self) -> str:
        """Say how many documents are not shown at once; empty if all are shown."""
        n_folded = int((~self.is_shown).sum())
        unit = "segments" if self.judged is None else "scored segments"
        return f"{counted(n_folded, self.request.origin)} of fewer than {MIN_SHOWN} {unit}" if n_folded else ""

    def left_out_domains(self) -> str:
        """Say which domains have no document in the chart; empty where every domain has one."""
        domains = self.domains or ()
        shown = {name for name, is_there in zip(domains, self.is_shown, strict=False) if is_there}
        missing = [name for name in dict.fromkeys(domains) if name not in shown]
        if not missing:
            return ""
        names = name_list(missing, MAX_NAMES_SHOWN)
        return f"The chart leaves out {names}: no document there has {MIN_SHOWN} segments."

    def score_method_sentence(self) -> str:
        """Say how the score of a document is computed."""
        score = f"The {self.request.metric.full_name} of a {self.request.origin} is"
        if isinstance(self.request.metric, ExternalScore):
            return f"{score} the mean of its segments' scores."
        return f"{score} that of all its segments together, not the mean of theirs."


def places_within(test_set: TestSet, part: TestSet) -> Ints:
    """Return the indices in the test set of the segments of one of its parts, (n_segments of the part,)."""
    return np.searchsorted(test_set.places, part.places)


def score_documents(
    metric: Metric, test_set: TestSet, judged_set: TestSet, documents: Origins, statistics: Mapping[str, Floats]
) -> dict[str, Floats]:
    """Return the scores of the test set's documents, (n_documents,), by system, on the segments of ``judged_set`` only.

    ``judged_set`` is a part of the test set, or the set itself; ``statistics`` has the rows of its segments by system.
    """
    among = documents.among(places_within(test_set, judged_set))
    return {system: among.scores(metric, rows) for system, rows in statistics.items()}


def compare_domains(
    metric: Metric, names: Pair, domains: Origins, statistics: Mapping[str, Floats], on_progress: Progress = no_progress
) -> list[DomainTest]:
    """Test the difference of two systems in each domain, by resampling and by random swaps of their outputs.

    ``domains`` and ``statistics`` (n_segments, n_statistics) cover the segments that have scores of all systems.
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
    judged_set: TestSet,
    origins: Mapping[Origin, Origins],
    scores: Mapping[str, Floats],
    reference_lengths: Floats,
    tested: Sequence[DomainTest] = (),
) -> DocumentScores:
    """Return the scores and sizes of the documents, or domains, that the request asks for.

    ``origins`` are the documents and the domains of the segments. ``scores`` are from ``score_documents``.
    ``reference_lengths`` (n_segments,) are the tokens of each segment's closest reference. ``tested`` are the tests of
    domains, as of ``compare_domains``.
    """
    documents = origins[request.origin]
    return DocumentScores(
        request,
        documents,
        domains_of_documents(documents, origins["domain"])
        if request.origin == DOCUMENT and "domain" in origins
        else None,
        None if judged_set is test_set else documents.among(places_within(test_set, judged_set)).sizes,
        sums_at(documents.members, reference_lengths, len(documents)).round().astype(int),
        {system: scores[system] for system in request.systems},
        tested,
    )


def domains_of_documents(documents: Origins, domains: Origins) -> tuple[str, ...]:
    """Return the domain of each document's first segment, (n_documents,)."""
    return tuple(domains.names[number] for number in domains.members[documents.firsts])
