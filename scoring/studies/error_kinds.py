"""Count the errors that annotators marked, by kind and per 1,000 words, and test which systems differ in which kind."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from ..analysis.error_kinds import DifferingPair, ErrorKinds, compare_kinds
from ..analysis.found_words import (
    ErrorWords,
    PlacedWord,
    WordMatches,
    count_error_words,
    count_error_words_of_set,
    placed_words,
)
from ..counting.progress import Progress, no_progress
from ..judgments import Annotation
from ..judgments.error_density import ErrorCounts, count_errors
from ..judgments.kinds import ErrorKind, category_key, errors_phrase, severity_rank
from ..metric import VERSION
from ..output.numbers import LEVEL, MISSING, counted, fixed, probability
from ..output.sentence import Aside, Sentence, SentenceText, Strong, SystemName, name_list, sentence
from ..testset import TestSet
from ..text.tokenizers import find_tokenizer

DECIMALS = 1
MIN_WORDS = 100
"""The fewest words within marked errors for a statement on how many of them a reference has."""
KINDS_SAID = 5
SOURCE_ISSUE = "source issue"
"""MQM's category, since 2022, for faults of the source, by which an output loses no points."""
MAX_NAMES_SHOWN = 3
"""The most systems that a sentence names."""


@dataclass(frozen=True)
class ErrorKindsRequest:
    """Which errors are counted, and by which unit of length."""

    annotation: str
    """Name of the annotation."""
    level: str
    """Level of kinds, as of ``count_errors``."""
    severities: tuple[str, ...]
    """Severities that are counted; empty for all."""
    tokenize: str
    """Tokenizer that counts the words."""

    @property
    def signature(self) -> str:
        """Signature of the settings, in the form of a metric's signature."""
        severities = [f"severity:{'+'.join(self.severities)}"] if self.severities else []
        tokenizer = f"tok:{find_tokenizer(self.tokenize).signature}"
        parts = f"annotation:{self.annotation}", f"level:{self.level}", *severities, tokenizer
        return "|".join((*parts, f"version:BLEUscope-{VERSION}"))


def count_error_kinds(
    request: ErrorKindsRequest, test_set: TestSet, on_progress: Progress = no_progress
) -> ErrorCounts:
    """Count the errors and words of every output; raise ``ValueError`` for an unknown annotation."""
    return count_errors(test_set, request.annotation, request.level, request.severities, request.tokenize, on_progress)


def run(
    request: ErrorKindsRequest,
    test_set: TestSet,
    on_progress: Progress = no_progress,
    counts: ErrorCounts | None = None,
) -> ErrorKinds:
    """Test all pairs of systems in all kinds of errors; ``counts`` are from ``count_error_kinds``, if given."""
    counts = count_error_kinds(request, test_set) if counts is None else counts
    return compare_kinds(counts, on_progress=on_progress)


def annotation_phrase(annotation: Annotation) -> str:
    """Return the annotation's name, and whether people, rather than a program, marked the errors."""
    return f"{annotation.name}, {'people' if annotation.is_human else 'not people'}"


def rate(density: float) -> str:
    """Return errors per 1,000 words as printed; a rate that is not 0 is never printed as 0."""
    text = fixed(density, DECIMALS, MISSING)
    if text != MISSING and not float(text):
        return f"<{10**-DECIMALS:.{DECIMALS}f}" if density > 0 else "0"
    return text


def counted_segments_words(counts: ErrorCounts) -> str:
    """Say which segments were judged, if not all; else empty."""
    if not counts.are_judged_alike:
        smallest, largest = f"{counts.n_judged.min():,}", f"{counts.n_judged.max():,}"
        numbers = f"{smallest} to {largest}" if smallest != largest else largest
        return (
            f"Each system has its own judged segments, {numbers} of {counts.n_segments:,}; differences use shared"
            " ones. "
        )
    n_judged = int(counts.n_judged.max(initial=0))
    return f"{n_judged:,} of {counts.n_segments:,} segments were judged. " * (n_judged < counts.n_segments)


def rates_sentence(counts: ErrorCounts, systems: Sequence[str], tested: ErrorKinds | None = None) -> Sentence:
    """Say how many errors the systems have, and which kind is the most frequent.

    If they are ``tested`` and differ, it also says which system has the fewest errors, and over which others its lead
    is significant. Empty where none of the systems has words that were judged.
    """
    densities = counts.densities[:, 0]
    places = [place for place, name in enumerate(counts.systems) if name in systems and not np.isnan(densities[place])]
    if not places:
        return sentence("")
    ranking = sorted((densities[place], counts.systems[place]) for place in places)
    printed = {name: rate(value) for value, name in ranking}
    errors, least, largest = _errors(counts), rate(ranking[0][0]), rate(ranking[-1][0])
    if least == largest:
        one = SystemName(ranking[0][1])
        text = sentence("{} has {} {} per 1,000 words.", one if len(places) == 1 else "Each system", least, errors)
    else:
        differing = [] if tested is None else tested.differing(systems)
        of_all = {(pair.fewer, pair.more) for pair in differing if pair.kind == counts.kinds[0]}
        text = _leader_sentence(printed, of_all, errors) or _rate_range_sentence(
            printed, errors, tested, are_some=bool(differing)
        )
    frequent = sentence(" Most frequent kind: {}.", Strong(counts.kinds[1])) if len(counts.kinds) > 2 else ""
    return text + frequent


def _errors(counts: ErrorCounts) -> str:
    """Return the phrase for the errors that were counted."""
    only = counts.counted[0].wanted
    return errors_phrase(() if only is None else only.severities)


def _leader_sentence(printed: Mapping[str, str], of_all: Collection[tuple[str, str]], errors: str) -> Sentence | None:
    """Say which systems have the fewest errors, and over which others this is significant; None if over none.

    ``printed`` has the numbers, the lowest first; ``of_all`` has the pairs that differ, the one with fewer errors
    first.
    """
    fewest, worst = (
        [name for name in printed if printed[name] == end] for end in (_lowest_rate(printed), _highest_rate(printed))
    )
    others = [name for name in printed if name not in fewest]
    worse = [name for name in others if {*product(fewest, [name])} <= {*of_all}]
    if not worse:
        return None
    least, largest = Strong(_lowest_rate(printed)), Strong(_highest_rate(printed))
    if len(printed) == 2:
        names = SystemName(fewest[0]), errors, SystemName(worst[0])
        return sentence("{} has significantly fewer {} than {}: {} against {} per 1,000 words.", *names, least, largest)
    have = "has" if len(fewest) == 1 else "have"
    text = sentence("{} {} the fewest {}, {} per 1,000 words", _system_list_phrase(fewest), have, errors, least)
    if {*worst} <= {*worse}:
        text += sentence(", and {} the most, {}", _system_list_phrase(worst), largest)
    level = [name for name in others if name not in worse]
    if not level:
        return text + ". The lead over all others is significant."
    return text + sentence(
        ". The lead over {} of {} others is significant, over {} it is not.",
        f"{len(worse):,}", f"{len(others):,}", _system_list_phrase(level),
    )  # fmt: skip


def _lowest_rate(printed: Mapping[str, str]) -> str:
    return next(iter(printed.values()))


def _highest_rate(printed: Mapping[str, str]) -> str:
    return [*printed.values()][-1]


def _rate_range_sentence(
    printed: Mapping[str, str], errors: str, tested: ErrorKinds | None, *, are_some: bool
) -> Sentence:
    """Say the lowest and the highest rate, and the test's result, if there is one, without a leader.

    ``are_some`` says whether systems differ in some kinds.
    """
    ends = _lowest_rate(printed), _highest_rate(printed)
    fewest, worst = ([name for name in printed if printed[name] == end] for end in ends)
    text = sentence("{} ({}) to {} ({})", ends[0], _plain(fewest), ends[1], _plain(worst))
    if tested is None or not tested.n_tested:
        return text + f" {errors} per 1,000 words."
    if are_some:
        head, tail = f"Overall, no significant difference in {errors}", "; in some kinds there is one"
    elif tested.is_too_little:
        head, tail = f"Too few {errors} to tell the systems apart", ""
    else:
        head, tail = f"The systems do not differ significantly in their {errors}", ""
    return sentence("{}: {} per 1,000 words{}.", Strong(head), text, tail)


def _plain(names: Sequence[str]) -> SentenceText:
    """Return the names as a list without emphasis, because none of these systems leads."""
    return name_list(names, MAX_NAMES_SHOWN)


def _system_list_phrase(names: Sequence[str]) -> SentenceText:
    return name_list([*map(SystemName, names)], MAX_NAMES_SHOWN)


def source_issue_sentence(counts: ErrorCounts, systems: Sequence[str]) -> str:
    """Say how many issues of the source these systems' rates include; empty if there are none."""
    places = [place for place, name in enumerate(counts.systems) if name in systems]
    kinds = [place for place, name in enumerate(counts.kinds) if category_key(name) == SOURCE_ISSUE]
    n_issues = float(counts.sums[np.ix_(places, kinds)].sum())
    if not n_issues:
        return ""
    issues = "source issue" if n_issues == 1 else "source issues"
    return f"The rates include {n_issues:,.0f} {issues}, which MQM does not score."


def difference_sentences(differing: Sequence[DifferingPair], n_pairs: int) -> list[Sentence]:
    """Say for each of the first ``KINDS_SAID`` kinds what the largest difference is, and how many pairs differ."""
    by_kind: dict[str, list[DifferingPair]] = {}
    for pair in differing:
        by_kind.setdefault(pair.kind, []).append(pair)
    return [_differing(pairs, n_pairs) for pairs in list(by_kind.values())[:KINDS_SAID]]


def _differing(pairs: Sequence[DifferingPair], n_pairs: int) -> Sentence:
    first = pairs[0]
    low, high = (fixed(end, DECIMALS, MISSING) for end in (first.low, first.high))
    verb = "differs" if len(pairs) == 1 else "differ"
    fewer = f": {first.fewer} has {fixed(first.difference, DECIMALS)} fewer than {first.more} "
    p = first.written_p if first.is_least_p else f"= {first.written_p}"
    sure = Aside(f"({low} to {high}, corrected p {p})")
    return Sentence((Strong(first.kind), fewer, sure, f"; {len(pairs):,} of {counted(n_pairs, 'pair')} {verb}."))


def least_p_sentence(tested: ErrorKinds) -> str:
    """Say which p is the smallest that the test can show."""
    least = probability(min(tested.n_tested / (tested.shuffles + 1), 1.0))
    return f"The least p that {tested.shuffles:,} shuffles can show for the first of them is {least}."


def rates_caption(counts: ErrorCounts, request: ErrorKindsRequest, of_set: str) -> str:
    """Return a caption for a table of rates in a paper: errors, severities, segments, tokenizer, and what is bold."""
    n_judged = int(counts.n_judged.max(initial=0))
    on = f"{n_judged:,} of {counts.n_segments:,}" if n_judged < counts.n_segments else f"{n_judged:,}"
    if not counts.are_judged_alike:
        on = f"each system's judged ones of {counts.n_segments:,}"
    tokenizer = find_tokenizer(request.tokenize).name
    heading = f"{_errors(counts).capitalize()} per 1,000 words by kind ({request.annotation}, tokenizer {tokenizer})"
    return f"{heading}: {of_set}, {on} segments. Bold: the fewest of a column, unless all are equal."


def differing_pairs_sentence(tested: ErrorKinds, systems: Sequence[str]) -> str:
    """Say how many pairs of these systems differ significantly in all counted errors."""
    kind, n_pairs = tested.counts.kinds[0], len(systems) * (len(systems) - 1) // 2
    n = sum(pair.kind == kind for pair in tested.differing(systems))
    verb = "differs" if n == 1 else "differ"
    return f"{n:,} of {counted(n_pairs, 'pair')} of systems {verb} significantly in {kind}."


def unweighted_sentence(counts: ErrorCounts, systems: Sequence[str], metric: str, leader: str) -> Sentence:
    """Say which system leads by a score with weighted errors; empty unless another has the fewest errors.

    Empty also where only some severities are counted.
    """
    if _errors(counts) != errors_phrase(()):
        return sentence("")
    densities = dict(zip(counts.systems, counts.densities[:, 0], strict=True))
    fewest = min((densities[name] for name in systems if not np.isnan(densities[name])), default=None)
    if fewest is None or densities.get(leader) == fewest:
        return sentence("")
    return sentence(" By {}, which weights errors, {} leads.", metric, SystemName(leader))


def serious_by_people(test_set: TestSet, systems: Sequence[str]) -> Sentence | None:
    """Say in how many segments of each system people marked a critical or major error.

    Only segments in which all of these systems were judged are counted. None where nobody marked such an error.
    """
    for annotation in test_set.annotations:
        severities = serious_severities(annotation)
        if not annotation.is_human or not severities or not {*systems} <= annotation.judged.keys():
            continue
        are_judged = np.logical_and.reduce([annotation.judged[name] for name in systems])
        columns, numbers = annotation.columns, []
        for name in systems:
            segments = columns.segments[columns.select_errors(ErrorKind(severities=severities), {name})]
            numbers.append(sentence("{} {}", Strong(name), f"{np.unique(segments[are_judged[segments]]).size:,}"))
        heading = f"{errors_phrase(severities).capitalize()}, marked by people ({annotation.name}): "
        return sentence(
            "{}{} of {}.", heading, name_list(numbers, MAX_NAMES_SHOWN), counted(int(are_judged.sum()), "segment")
        )
    return None


def serious_severities(annotation: Annotation) -> tuple[str, ...]:
    """Return the severities of an annotation that are major or worse."""
    worst = severity_rank("major")
    return tuple(severity for severity in annotation.severities if severity_rank(severity) <= worst)


def no_difference(tested: ErrorKinds) -> str:
    """Say why there is no sentence on a difference."""
    if not tested.n_tested:
        return "Nothing to compare: no two systems were judged on the same segments."
    if tested.is_too_little:
        return (
            f"Too little data: two systems have errors in {counted(tested.most_segments, 'segment')} at most, and it"
            f" takes {tested.needed_segments:,} to find a difference."
        )
    if not tested.is_enough:
        return (
            f"{tested.n_tested:,} comparisons are too many for {tested.shuffles:,} shuffles: none could be clear."
            " Choose the main kinds."
        )
    return "No two systems differ significantly in any kind of error."


def difference_test_note(tested: ErrorKinds, *, has_intervals: bool = True) -> str:
    """Say how differences, and with ``has_intervals`` also intervals, were computed."""
    resampled = f" Intervals: 95 % expanded percentiles of {tested.resamples:,} resamples. Both draw"
    intervals = resampled if has_intervals else " Shuffles swap"
    return (
        f"Approximate randomization with {tested.shuffles:,} shuffles, each system's errors scaled to the same number"
        f" of words; p adjusted by Holm for all {tested.n_tested:,} pairs and kinds.{intervals} single segments, not"
        " documents."
    )


# --- does BLEU see what annotators saw? ---


def marked_word_sentence(error_words: ErrorWords) -> Sentence:
    """Say what share of the words inside errors, and outside of them, a reference has."""
    inside, outside = (
        Strong(format_percentage(side.single, side.words)) for side in (error_words.inside, error_words.outside)
    )
    parts = inside, " of the words inside errors are in a reference, ", outside, " of those outside."
    return Sentence(parts)


def too_few_words(error_words: ErrorWords) -> str:
    """Say that the words within errors are too few for a statement on BLEU; empty if there are enough."""
    words = error_words.inside.words
    if words >= MIN_WORDS:
        return ""
    are = "is" if words == 1 else "are"
    return f"{counted(words, 'word')} inside marked errors {are} too few to say: it takes {MIN_WORDS} or more."


def in_one_segment(error_words: ErrorWords) -> str:
    """Say for one segment how many of the words inside errors, and outside of them, a reference has."""
    inside, outside = (counted(side.words, "word") for side in (error_words.inside, error_words.outside))
    lost = f" {counted(error_words.unplaced, 'word')} written in another way by the tokenizer: not marked." * bool(
        error_words.unplaced
    )
    return (
        f"Does BLEU see it? A reference has {error_words.inside.single:,} of the {inside} inside errors, and"
        f" {error_words.outside.single:,} of the {outside} outside.{lost}"
    )


def counting_method_note(error_words: ErrorWords) -> str:
    """Say which words are looked up, and where."""
    return (
        "BLEU counts words and groups of words that a reference has. Here all words of the outputs that were judged"
        " are looked for in the references of their segment: alone, and with the same neighbour. A word is inside"
        " an error if one of its characters is. It counts anywhere in a reference, even where BLEU would clip it."
        " Errors in the source, and missing words, have no place in an output."
        f" {counted(error_words.unplaced, 'word')} that the tokenizer wrote in another way are left out."
    )


def format_percentage(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else MISSING
