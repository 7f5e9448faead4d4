"""Sentences on a matrix of test sets, besides its opening: how to read it, how it was computed, and what is missing."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from shlex import quote

from ...analysis.oddities import Oddity, systems_in_doubt
from ...formats.errors import CountMismatchError
from ...judgments.external import ExternalScore
from ...metric import Metric
from ...output.numbers import LEVEL, counted, probability
from ...output.sentence import listed_names, name_list
from ...significance.corrections import CORRECTION_NAMES
from ..bleu_difference import other_quotes_sentence
from ..matrix import LeadByQuotes, MatrixRequest, MatrixResult
from ..same_tests import ContainedSets, find_contained_sets, find_same_tests
from ..set_statistics import SetStatistics
from .verdict_words import UNRELIABLE

ABOUT_RANKS = (
    "The small number is the rank in the set: 1 plus the number of systems that are significantly better there."
)
ABOUT_SQUARES = (
    "Beaten by: the share of all systems, this one counted, that are significantly better, averaged over the sets."
    f" {ABOUT_RANKS} Click a score to open its set, a head to sort."
)
ABOUT_AUTO_RANK = "AutoRank: the mean score on a scale from 1 to the number of systems."
SHARE_BETTER, SHARE_BETTER_MEANING = (
    "beaten by",
    "mean over sets of (systems significantly better) / (systems present), as in WMT 2026; 0 is best",
)
"""Name of ``mean_ranks`` on pages and in tables, and its meaning."""
DIFFERENCE_IN_ONE = "Difference: the printed score of A minus that of B."
ABOUT_DIFFERENCE = (
    "Difference: over several sets the mean of first less second, each divided by its size if there were no difference."
)
"""Meaning of the pairs' differences."""
MAX_SMALL_SETS = 3
"""Most small sets that are named, and most sets of a lead."""
MAX_LEADS_NAMED = 3
"""Most leads due to quotation marks that are named."""
MAX_DOUBTS = 3
"""Most doubtful sets whose reason is given, and most reasons of a single set."""
WINS_TIES_LOSSES = "W/T/L"
"""Head of the column of wins, ties and losses in a paper's table."""
MARGINS_NOTE = (
    "Beaten by: the share of all systems, this one counted, that are significantly better, averaged over sets; 0 is"
    " best. AutoRank: scores scaled within each set and averaged, from 1, the best, to the number of systems."
    f" Wins, ties and losses ({WINS_TIES_LOSSES}) by significance, over all sets and other systems."
)
"""Sentences of a caption on the columns over all sets."""
AUTO_RANK = "scores scaled within each set, averaged, and mapped to 1 ... number of systems (WMT 2025)"


Advise = Callable[[Sequence[str]], str]
"""Function that says how to leave out the sets of these names."""


def give_weight_0(sets: Sequence[str]) -> str:
    """Return how to leave sets out on a page."""
    them = "it" if len(sets) == 1 else "them"
    return f"Give {them} weight 0 to leave {them} out."


def give_option_of_weight_0(sets: Sequence[str]) -> str:
    """Return with which options of the command to leave the sets out.

    >>> give_option_of_weight_0(["news-c", "old news"])
    "Leave them out by --weight news-c=0 --weight 'old news=0'."
    """
    them = "it" if len(sets) == 1 else "them"
    options = " ".join(f"--weight {quote(f'{name}=0')}" for name in sets)
    return f"Leave {them} out by {options}."


def refusal_reason(error: Exception) -> str:
    """Return briefly why a set cannot be compared; where numbers of lines differ, which line seems to be missing."""
    if not isinstance(error, CountMismatchError):
        return str(error)
    return " ".join(map(str, error.slips)) or f"Expected {error.reason.removeprefix('expected ')}."


def refused_set_sentence(name: str, why: str) -> str:
    """Return a line on a set that is left out, with the reason why it cannot be compared."""
    return f"{name} is left out: {' '.join(why.split())}"


def only_systems_in_doubt(oddities: Iterable[Oddity]) -> tuple[str, ...]:
    """Return the names of the systems that oddities make doubtful; empty if an oddity concerns all systems."""
    all_oddities = tuple(oddities)
    return systems_in_doubt(all_oddities) if all(one.doubtful_systems for one in all_oddities) else ()


@dataclass(frozen=True)
class SetWarnings:
    """Warnings on the sets of a matrix."""

    doubts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Set -> sentences on what makes its comparison doubtful, for each set that is compared."""
    refused: Mapping[str, str] = field(default_factory=dict)
    """Set -> the reason why it cannot be compared."""
    n_segments: Mapping[str, int] = field(default_factory=dict)
    """Number of segments of each set that is compared."""
    same_tests: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Each set that is used -> other sets that are the same test, which are left out."""
    contained: Sequence[ContainedSets] = ()
    """Sets that count and whose segments are all in another set that counts."""
    in_doubt: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Set -> the systems that its doubts are about; a set without an entry is doubtful for all systems."""
    other_quotes: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Set -> the systems whose style of quotation marks differs from the references', unless all systems' does."""
    quote_costs: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """Set -> the points of BLEU that other quotation marks cost each of these systems."""
    leads_by_quotes: Sequence[LeadByQuotes] = ()
    """Leads that are due to quotation marks, as in ``MatrixResult``."""

    def with_leads_of_result(self, result: MatrixResult) -> "SetWarnings":
        """Return these warnings with the leads of a result that are due to quotation marks."""
        return replace(self, leads_by_quotes=result.leads_by_quotes)

    def without_same_tests(
        self, sets: Mapping[str, SetStatistics], weights: Mapping[str, float], by_age: Sequence[str]
    ) -> "SetWarnings":
        """Return these warnings for the sets left when each test counts once; ``by_age`` has sets, the oldest first."""
        digests = {name: one.digests for name, one in sets.items()}
        doubtful = {name for name, sentences in self.doubts.items() if sentences}
        same = find_same_tests(digests, weights, doubtful, [name for name in by_age if name in sets])
        others = {name for names in same.values() for name in names}
        doubts = {name: sentences for name, sentences in self.doubts.items() if name not in others}
        n_segments = {name: number for name, number in self.n_segments.items() if name not in others}
        quotes = {name: systems for name, systems in self.other_quotes.items() if name not in others}
        costs = {name: of for name, of in self.quote_costs.items() if name not in others}
        contained = find_contained_sets({name: of for name, of in digests.items() if name not in others}, weights)
        warnings = replace(self, doubts=doubts, n_segments=n_segments, same_tests=same, contained=contained)
        return replace(warnings, other_quotes=quotes, quote_costs=costs)

    @property
    def repeated_sets(self) -> frozenset[str]:
        """Names of the sets that are left out because another set that counts is the same test."""
        return frozenset(name for names in self.same_tests.values() for name in names)

    @property
    def same_test_sentences(self) -> list[str]:
        """Sentences on which sets are one test, and which of them counts."""
        return [_same_test_sentence(name, others) for name, others in self.same_tests.items()]

    @property
    def doubts_by_set(self) -> dict[str, list[str]]:
        """Sentences on each doubtful set, by the set's name."""
        return {name: [*sentences] for name, sentences in self.doubts.items() if sentences}

    def doubtful_sets(self, weights: Mapping[str, float]) -> list[str]:
        """Return the doubtful sets whose weight is above 0."""
        return [name for name, sentences in self.doubts.items() if sentences and weights.get(name, 1.0) > 0]

    def is_in_doubt(self, name: str, system: str) -> bool:
        """Return whether a system's score in this set is doubtful."""
        about = self.in_doubt.get(name)
        return bool(self.doubts.get(name)) and (not about or system in about)

    def is_pair_in_doubt(self, weights: Mapping[str, float], a: str, b: str) -> bool:
        """Return whether a set that counts, or quotation marks, make the comparison of two systems doubtful."""
        by_set = any(self.is_in_doubt(name, system) for name in self.doubtful_sets(weights) for system in (a, b))
        return by_set or any(lead.is_of(a, b) for lead in self.leads_by_quotes)

    @property
    def refused_sentences(self) -> list[str]:
        """Sentences on each set that is left out, with the reason."""
        refused = (refused_set_sentence(name, why) for name, why in self.refused.items())
        return [*refused, *self.same_test_sentences]

    def notes_title(self, n_notes: int) -> str:
        """Return the title over notes and ``refused_sentences``, as "1 set is not counted, and 1 note on others"."""
        n_left = len(self.refused) + len(self.repeated_sets)
        sets = counted(n_left, "set" if self.refused else "repeated set")
        uncounted = f"{sets} {'is' if n_left == 1 else 'are'} not counted" if n_left else ""
        notes = f"{counted(n_notes, 'note')} on {'others' if n_left else 'sets'}" if n_notes else ""
        return ", and ".join(filter(None, [uncounted, notes]))

    def doubt_sentences(self, weights: Mapping[str, float], advise: Advise = give_weight_0) -> list[str]:
        """Return ``set_sentences``, ``contained_sentences`` and ``quotes_sentences`` together."""
        of_sets = self.set_sentences(weights, advise)
        return [*of_sets, *self.contained_sentences(advise), *self.quotes_sentences(weights)]

    def set_sentences(self, weights: Mapping[str, float], advise: Advise = give_weight_0) -> list[str]:
        """Return which sets that count are doubtful or too small, and how to leave sets out, as ``advise`` says."""
        return [*self._doubtful_sets_sentences(weights, advise), *self._small_sets_sentences(weights)]

    def contained_sentences(self, advise: Advise = give_weight_0) -> list[str]:
        """Return which sets are contained in another set, and how to leave sets out, as ``advise`` says."""
        sentences = []
        for one in self.contained:
            sets = listed_names(_quoted_names(one.sets_to_leave_out))
            advice = advise(one.sets_to_leave_out)
            for pronoun in (" it ", " them "):
                advice = advice.replace(pronoun, f" {sets} ", 1)
            parts = listed_names(_quoted_names(one.parts))
            sentences.append(f"All segments of {parts} are also in {one.whole}: they count twice. {advice}".rstrip())
        return sentences

    def quotes_sentences(self, weights: Mapping[str, float]) -> list[str]:
        """Return a sentence on the systems with other quotation marks, and in how many sets; empty without any."""
        quotes_by_set = {name: of for name, of in self.other_quotes.items() if of and weights.get(name, 1.0) > 0}
        if not quotes_by_set:
            return []
        systems = [*dict.fromkeys(system for of in quotes_by_set.values() for system in of)]
        n_counting = sum(weights.get(name, 1.0) > 0 for name in self.other_quotes)
        are_alike = all({*of} == {*systems} for of in quotes_by_set.values())
        n_sets = f"{len(quotes_by_set):,} of {counted(n_counting, 'set')}" if are_alike else "one set or more"
        if are_alike and len(quotes_by_set) == n_counting:
            n_sets = "both sets" if n_counting == 2 else f"all {n_counting:,} sets"
        in_sets = f" in {n_sets}" if n_counting > 1 else ""
        costs = [cost for name in quotes_by_set for cost in self.quote_costs.get(name, {}).values()]
        statement = other_quotes_sentence(systems, in_sets, costs)
        leads = self.leads_by_quotes[:MAX_LEADS_NAMED]
        by_chance = [
            f"of {lead.first} over {lead.second}{_sets_phrase(lead.sets, n_counting)} (p = {probability(lead.p)})"
            for lead in leads
            if not lead.is_reversed
        ]
        if by_chance:
            the_lead = "the leads" if len(by_chance) > 1 else "the lead"
            statement += f" With marks made alike {the_lead} {listed_names(by_chance)} could be chance."
        for lead in leads:
            if lead.is_reversed:
                statement += (
                    f" With marks made alike {lead.second} is ahead of {lead.first} (p = {probability(lead.p)})."
                )
        return [statement]

    def _small_sets_sentences(self, weights: Mapping[str, float]) -> list[str]:
        """Return which sets that count are too small for a significant difference.

        Empty where all sets are too small: then the verdict says that there is too little data.
        """
        counting = {name: n for name, n in self.n_segments.items() if weights.get(name, 1.0) > 0}
        small = [name for name, n in counting.items() if 2.0 ** (1 - n) > LEVEL]
        if not small or len(small) == len(counting):
            return []
        names = name_list(small, MAX_SMALL_SETS)
        return [f"{names} {'has' if len(small) == 1 else 'have'} too few segments for a significant difference."]

    def _doubtful_sets_sentences(self, weights: Mapping[str, float], advise: Advise) -> list[str]:
        """Return a line on all doubtful sets, then a line on each of the first ones with its gravest doubt."""
        doubtful = self.doubtful_sets(weights)
        if not doubtful:
            return []
        counting = sum(weights.get(name, 1.0) > 0 for name in self.doubts)
        are_all = len(doubtful) == counting
        advice = "" if are_all else f" {advise(doubtful)}".rstrip()
        if len(doubtful) == 1:
            return [f"The set “{doubtful[0]}” is doubtful: {' '.join(self.doubts[doubtful[0]][:MAX_DOUBTS])}{advice}"]
        reasons = [f"“{name}”: {self.doubts[name][0]}" for name in doubtful[:MAX_DOUBTS]]
        subject = f"{len(doubtful):,} of {counted(counting, 'set')}"
        if are_all:
            subject = "Both sets" if counting == 2 else f"All {counting:,} sets"
        if (n_others := len(doubtful) - MAX_DOUBTS) > 0:
            reasons[-1] += f" And {n_others:,} more."
        return [f"{subject} are doubtful.{advice}", *reasons]


def _sets_phrase(sets: Sequence[str], n_counting: int) -> str:
    """Return in which of the sets that count, with a space before; empty for all."""
    if len(sets) == n_counting:
        return ""
    return f" in {name_list(_quoted_names(sets), MAX_SMALL_SETS)}"


def _quoted_names(names: Sequence[str]) -> list[str]:
    """Return the names, all in quotation marks where one of them has " and " in it."""
    return [f"“{one}”" for one in names] if any(" and " in one for one in names) else [*names]


def _same_test_sentence(name: str, others: Sequence[str]) -> str:
    names = _quoted_names([*others, name])
    return (
        f"{listed_names(names)} have the same source and the same references or outputs, so they count once:"
        f" {names[-1]} is used. Give it weight 0 to use another."
    )


def metrics_without_scores(metrics: Sequence[Metric], result: MatrixResult) -> str:
    """Return which of the metrics score no system of any set; empty where all metrics score some."""
    used = {matrix.metric for matrix in result.matrices}
    unused = [metric.full_name for metric in metrics if metric not in used]
    return f"No set has scores by {listed_names(unused)}." if unused else ""


def table_note(request: MatrixRequest, result: MatrixResult, warnings: SetWarnings) -> str:
    """Return a caption: metrics of the table, numbers of segments, the test, and doubtful sets."""
    sentences = [f"By {_metrics(result)}.", *_sizes(result, warnings, result.sets), _test_sentence(request, result)]
    return " ".join([*sentences, *_doubtful_sets_note(request, warnings)])


def paper_caption(request: MatrixRequest, result: MatrixResult, warnings: SetWarnings) -> str:
    """Return a caption for a paper's table: the metrics, the meaning of bold, and doubtful sets."""
    opening = f"Scores by {_metrics(result)} in each set, and ranks over all sets."
    bold = f"Bold: the best of a column{' by each metric' if len(result.matrices) > 1 else ''}."
    return " ".join([opening, bold, *_doubtful_sets_note(request, warnings)])


def paper_notes(
    request: MatrixRequest, result: MatrixResult, warnings: SetWarnings, sets: Sequence[str]
) -> tuple[str, ...]:
    """Return notes below a table with these sets: sizes, sets left out, the meaning of columns, and the test."""
    left_out = [name for name in result.sets if name not in sets]
    left_out_notes = [f"Without a score, and left out: {', '.join(left_out)}."] if left_out else []
    return *_sizes(result, warnings, sets), *left_out_notes, MARGINS_NOTE, _test_sentence(request, result)


def _metrics(result: MatrixResult) -> str:
    return listed_names([matrix.metric.full_name for matrix in result.matrices])


def _sizes(result: MatrixResult, warnings: SetWarnings, sets: Sequence[str]) -> list[str]:
    """Return how many segments each set has and, for a single set, how many of them have given scores."""
    sizes = {name: warnings.n_segments[name] for name in result.sets if name in sets and name in warnings.n_segments}
    listed = ", ".join(f"{name} {counted(number, 'segment')}" for name, number in sizes.items())
    if len(sizes) != 1:
        return [f"{listed}."] if listed else []
    (total,) = sizes.values()
    external_scores = [matrix.metric for matrix in result.matrices if isinstance(matrix.metric, ExternalScore)]
    partly = [metric for metric in external_scores if 0 < metric.n_judged < total]
    return [f"{listed}.", *(f"{of.n_judged:,} of the {total:,} segments have {of.full_name} scores." for of in partly)]


def _doubtful_sets_note(request: MatrixRequest, warnings: SetWarnings) -> list[str]:
    doubtful = warnings.doubtful_sets(dict(request.weights))
    note = f"{UNRELIABLE.capitalize()}, because these sets are doubtful: {', '.join(doubtful)}."
    return [note] if doubtful else []


def method_sentences(request: MatrixRequest, result: MatrixResult) -> list[str]:
    """Return how ranks, margins and p-values were computed."""
    sentences = [
        f"Rank in a set: 1 and the number of systems that are significantly better there (corrected p ≤"
        f" {probability(LEVEL)}, step-down max-T).",
        f"{SHARE_BETTER.capitalize()}: {SHARE_BETTER_MEANING}.",
        f"AutoRank: {AUTO_RANK}.",
        "Wins, ties, losses: over all sets and other systems, by significance.",
        "Scores are never averaged over sets: BLEU of Chinese and of German are not on one scale.",
        _test_sentence(request, result),
    ]
    if request.weights:
        weights = (f"{name} {weight:g}" for name, weight in request.weights)
        sentences.append(f"Weights of sets, 1 where none is named: {', '.join(weights)}.")
    return [*sentences, *(f"Signature of {name}: {signature}" for name, signature in result.signatures.items())]


def _test_sentence(request: MatrixRequest, result: MatrixResult) -> str:
    corrections = {pair.correction: None for matrix in result.matrices for pair in matrix.pairs}
    names = ", ".join(CORRECTION_NAMES[name] for name in corrections)
    shuffles = f"{counted(request.trials, 'shuffle')}, seed {request.seed}; p is corrected for all pairs ({names})."
    if len(result.sets) == 1:
        return f"Test: approximate randomization with {shuffles}"
    return (
        "Test over all sets: outputs are swapped at random within each set. The statistic is the mean over sets of the"
        f" differences, each divided by its size under the null hypothesis. {shuffles[0].upper()}{shuffles[1:]}"
    )
