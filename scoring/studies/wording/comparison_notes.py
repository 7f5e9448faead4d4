"""Notes beneath the tables of a comparison by several metrics: what columns hold, and how it was computed."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence

from ...analysis.oddities import Oddity
from ...metric import Metric
from ...origins import SEGMENT
from ...testset import TestSet
from ..capitals import unseen_capitals_sentence
from ..comparison import ComparisonResult, Comparisons
from ..doctor import DoctorResult
from ..verdict import count_votes, decide
from . import method_words as words
from .family_words import own_family_of_judge
from .set_facts import changes_sentence
from .verdict_words import (
    DOUBT_MARK_MEANING,
    LETTERS,
    NO_PAIR,
    SIGNIFICANT,
    doubts_opening,
    not_reliable_sentence,
    verdict_rule,
    verdict_text,
)

MAX_PAIRS_NAMED = 3
"""Most pairs with the same number of trials that are named."""


def notes_on_outputs(
    test_set: TestSet,
    systems: Collection[str],
    metrics: Sequence[Metric],
    examined: DoctorResult,
    same: Iterable[Oddity] = (),
) -> str:
    """Return what was changed in these systems' outputs, and which outputs have no capitals, in one string.

    Outputs without capitals are mentioned where the first metric ignores case. Empty without such changes and outputs.
    ``examined`` is the doctor's result on the whole set; ``same`` has the oddities of ``same_without_case``.
    """
    sentences = changes_sentence(test_set, systems), unseen_capitals_sentence(examined, test_set, systems, metrics)
    return " ".join(filter(None, [*sentences, *(one.sentence for one in same)]))


def comparison_doubts(results: Sequence[ComparisonResult]) -> list[str]:
    """Return paragraphs on what makes the comparison doubtful, to be read before the tables; empty without doubts."""
    oddities = results[0].oddities
    sentences = [one.sentence for one in oddities]
    return [f"{doubts_opening(oddities)} {sentences[0]}", *sentences[1:]] if sentences else []


def comparison_verdict(results: Sequence[ComparisonResult]) -> str:
    """Return a paragraph on who leads by the first metric, how surely, and what the other metrics say."""
    result, *others = results
    decision = decide(result.verdicts, result.comparisons.systems, (*result.oddities, *result.same))
    if decision is None:
        return NO_PAIR
    votes = count_votes(decision, (other.verdicts for other in others)) if others else None
    text = verdict_text(decision, votes, result.oddities)
    statement = not_reliable_sentence(text.main_sentence) if text.is_doubtful else text.main_sentence
    notes = (note for note in text.notes if note != words.AS_THEY_ARE)  # beneath the tables
    return " ".join(map(str, [statement, *notes]))


def comparison_opening(results: Sequence[ComparisonResult]) -> list[str]:
    """Return the paragraphs to be read before the tables: what makes the comparison doubtful, and the verdict."""
    return [*comparison_doubts(results), comparison_verdict(results)]


def comparison_table_notes(results: Sequence[ComparisonResult]) -> list[str]:
    """Return notes on the columns, on what so few draws cannot show, and the signatures.

    Sentences that the verdict before the tables contains are left out.
    """
    verdict_said = comparison_verdict(results)
    first, second, *others = (note for note in _notes_of_test(results) if note not in verdict_said)
    rule = verdict_rule(results[0].draws_more)
    verdict = [f"letters: {LETTERS} {SIGNIFICANT}", f"verdict: {rule}", *_additional_trials_notes(results)]
    verdict += [DOUBT_MARK_MEANING] if results[0].oddities else []
    return list(dict.fromkeys([first, second, *verdict, *others]))


def _notes_of_test(results: Sequence[ComparisonResult]) -> list[str]:
    """Return how p-values and intervals were computed, what so few draws cannot show, and the signatures."""
    result = results[0].comparisons
    notes = [
        f"p: {words.describe_test(result)}",
        f"corrected p: {_correction_phrases(results)}",
        f"low, high: {words.interval_method_phrase(result.bootstrap.trials, result.unit)}",
        *_units(results),
        *_metric_notes(results),
        *_reasons(results, lambda compared: filter(None, [words.no_interval(compared.comparisons)])),
        *filter(None, [results[0].left_out]),
        *_reasons(results, lambda compared: words.too_few_for_pairs(compared.refined)),
        *_runs(result),
        *(f"{compared.metric.full_name}: {compared.signature}" for compared in results),
    ]
    return list(dict.fromkeys(notes))


def _correction_phrases(results: Sequence[ComparisonResult]) -> str:
    """Return for how many comparisons p-values are corrected, and how; by metric where metrics differ in this."""
    phrases = {compared.metric.full_name: words.correction_phrase(compared.comparisons) for compared in results}
    phrases = {label: phrase or "of a single pair, nothing to correct" for label, phrase in phrases.items()}
    if len(set(phrases.values())) == 1:
        return next(iter(phrases.values())).removeprefix("corrected ")
    return "; ".join(f"{label} {phrase}" for label, phrase in phrases.items())


def _units(results: Sequence[ComparisonResult]) -> list[str]:
    """Return a note on what changes where documents are drawn; empty where segments are."""
    if results[0].comparisons.unit == SEGMENT:
        return []
    n_units = _numbers_by_metric_phrase(results, lambda comparisons: comparisons.n_units)
    return [f"unit: document ({n_units}). {words.BY_DOCUMENT}"]


def _numbers_by_metric_phrase(results: Sequence[ComparisonResult], number: Callable[[Comparisons], int]) -> str:
    """Return a number, or each metric's number where metrics differ in it."""
    numbers = {compared.metric.full_name: f"{number(compared.comparisons):,}" for compared in results}
    if len(set(numbers.values())) == 1:
        return next(iter(numbers.values()))
    return ", ".join(f"{label} {number}" for label, number in numbers.items())


def _additional_trials_notes(results: Sequence[ComparisonResult]) -> list[str]:
    """Return for which pairs more trials were drawn than requested; many pairs are only counted."""
    notes = []
    for compared in results:
        verdicts, label = compared.verdicts, compared.metric.full_name
        by_trials: dict[int, list[str]] = defaultdict(list)
        for pair in verdicts.comparisons.pairs:
            by_trials[verdicts.n_trials(pair.a, pair.b)].append(f"{pair.a} and {pair.b}")
        by_trials.pop(compared.comparisons.tested.trials, None)
        for trials, pairs in sorted(by_trials.items()):
            names = pairs if len(pairs) <= MAX_PAIRS_NAMED else [f"{len(pairs):,} pairs"]
            notes += [f"{label}, {name}: p from {trials:,} {words.DRAWS[compared.comparisons.test]}" for name in names]
    return notes


def _metric_notes(results: Sequence[ComparisonResult]) -> list[str]:
    metrics = [compared.comparisons.metric for compared in results]
    kin = (own_family_of_judge(one.comparisons.metric, one.comparisons.systems) for one in results)
    return list(
        filter(None, [*map(words.lower_is_better_sentence, metrics), *map(words.repeats_of_judge, metrics), *kin])
    )


def _reasons(results: Sequence[ComparisonResult], why: Callable[[ComparisonResult], Iterable[str]]) -> list[str]:
    """Return reasons why something is missing, each once, with the metrics concerned where these are not all."""
    reasons: dict[str, list[str]] = defaultdict(list)
    for compared in results:
        for reason in why(compared):
            reasons[reason].append(compared.metric.full_name)
    every = len(results)
    return [why if len(labels) == every else f"{', '.join(labels)}: {why}" for why, labels in reasons.items()]


def _runs(result: Comparisons) -> list[str]:
    """Return notes on systems with several runs; empty without runs."""
    if not result.runs:
        return []
    exchanged = filter(None, [words.shuffling_of_runs_sentence(result)])
    return [*exchanged, f"mean: of the runs' scores. {words.runs_sentence(result.unit)}", words.AS_THEY_ARE]


def baseline_notes(results: Sequence[ComparisonResult]) -> list[str]:
    """Return the notes beneath a table of systems compared with a baseline."""
    doubt = [DOUBT_MARK_MEANING] if results[0].oddities else []
    return [words.AGAINST, *doubt, *_notes_of_test(results), *_additional_trials_notes(results)]
