"""Compare two systems: the segments that each wins, their n-grams, and buckets where the ranking reverses.

``run`` puts the parts together. A page caches each part, so that a change in one computes no other part again.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, permutations
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from ..analysis.bucket_scores import TRIALS, BucketScore, WordBucket, WordF1, score_buckets, score_words
from ..analysis.buckets import (
    Buckets,
    buckets_by_frequency,
    buckets_by_label,
    buckets_by_length_difference,
    buckets_by_reference_length,
    buckets_by_score,
    given_frequencies,
    length_differences,
    reference_frequencies,
)
from ..analysis.contrast import A, B, Contrast, NGramRanking, NGramWins, Production, contrast_ngrams
from ..analysis.counts import LONGEST, NGramCounts, count_ngrams
from ..analysis.judged_buckets import (
    ANNOTATOR,
    CATEGORY,
    WITH_ERRORS,
    WORST,
    are_both_judged,
    buckets_by_errors,
    buckets_by_system_with_error,
)
from ..analysis.pair import ScoredPair, scored_pair, segments_by_difference
from ..analysis.tagged_words import WordSorting, texts_without_tags, words_by_tag
from ..bleu import BLEU
from ..counting.arrays import Flags, Floats, Ints
from ..counting.progress import Progress, no_progress, progress_between
from ..counting.usual_draws import check_draws
from ..doctor.unlike_texts import DOUBLE_QUOTES, SINGLE_QUOTES
from ..formats.tables.labels import WordCounts
from ..judgments import Annotation, ErrorKind
from ..judgments.external import ExternalScore
from ..judgments.kinds import ANY_KIND
from ..metric import Metric
from ..origins import DOCUMENT, DOMAIN
from ..output.numbers import counted, fixed, printed_difference, probability, write_size
from ..output.sentence import Sentence, Strong, SystemName, join_sentences, name_list, sentence
from ..significance import CLEAR, LIKELY
from ..testset import TestSet
from ..validation import check_known, expect, whole_number
from .bleu_difference import other_quotes_in_bleu, with_plain_quotes
from .capitals import statistics_of_outputs
from .comparison import ComparisonRequest
from .comparison import run as run_comparison
from .wording.method_words import correction_phrase

LENGTH, LENGTH_DIFFERENCE, SCORE, LABEL = "reference length", "length difference", "segment score", "label"
"""Sortings of segments, in addition to the sortings by origin and by marked errors."""
BY_OUTCOME = frozenset([SCORE, WITH_ERRORS, WORST])
"""Sortings of segments by the quality of outputs; in their groups the ranking reverses by construction."""
WORDS, TAGS = "word frequency", "word label"
"""Sortings of words; the second one needs tags for the texts."""
FEWEST = 10
"""The fewest segments of a bucket that is searched for reversals; a bootstrap of fewer repeats the same draws."""
REVERSALS_NAMED = 4
NGRAMS_NAMED, NGRAMS_SHARED = 3, 2
"""The most n-grams of each system that a sentence names, and the most in which the two systems do not differ."""
NGRAMS_SEARCHED = 100
"""Number of clearest n-grams among which the named ones are chosen."""
LONGER = 0.01
"""Share of its words by which an output must be longer to be called longer."""
BY_CHANCE = 0.025
"""Share of groups without any difference whose 95 % interval is on one system's side by chance."""
F1_DECIMALS = 2
Pair = tuple[str, str]


@dataclass(frozen=True, eq=False)
class SideBySideRequest:
    """Two systems, the metric that scores them, and the properties that sort their segments and words."""

    metric: Metric
    names: Pair
    bleu: BLEU
    """Metric whose tokens and case count lengths and words."""
    length_of: int | None = None
    """Place in the pair of the system whose output length sorts segments; None for the mean of both."""
    score_of: int | None = None
    """Place in the pair of the system whose segment scores sort segments; None for the mean of both."""
    labels: pa.StringArray | None = None
    """(n_segments,): labels that sort segments; None without labels."""
    annotation: str | None = None
    """Name of the annotation whose errors sort segments; None for the first one, people's before others."""
    errors: ErrorKind = ANY_KIND
    """Kind of errors that count where segments are sorted by which outputs have errors."""
    trials: int = TRIALS
    """Number of resamples of each bucket."""

    def __post_init__(self) -> None:
        expect(self.metric, Metric, "metric")
        if len(self.names) != 2:
            raise ValueError(f"Expected two systems; found {len(self.names)}.")
        for place in (self.length_of, self.score_of):
            if place is not None:
                whole_number(place, "The place of a system", 0, 1)
        check_draws(self.trials, 1)


# --- segments ---


def score_pair(metric: Metric, names: Pair, statistics: Mapping[str, Floats], test_set: TestSet) -> ScoredPair:
    """Return the scores of both systems; ``statistics`` maps them to their rows, (n_segments, n_statistics)."""
    for name in names:
        check_known(name, test_set.system_names, "system")
    outputs = [test_set.system(name).segments for name in names]
    return scored_pair(metric, names, [statistics[name] for name in names], outputs)


def win_sentence(pair: ScoredPair) -> Sentence:
    """Say in how many segments each system is better."""
    first, second = map(SystemName, pair.names)
    wins = pair.wins
    if pair.same:
        return sentence("{} and {} are the same text in all {:,} segments.", first, second, wins.ties + wins.undefined)
    sign = np.sign(wins.a - wins.b)
    leader = second if sign > 0 else first
    is_reversed = sign * np.sign(pair.lead) == -1
    statement = sentence(
        "{} wins {} {}, {} wins {}{}; {:,} {} tied",
        first,
        Strong(f"{wins.a:,}"),
        "segment" if wins.a == 1 else "segments",
        second,
        Strong(f"{wins.b:,}"),
        sentence(", though {} leads", leader) if is_reversed else "",
        wins.ties,
        "is" if wins.ties == 1 else "are",
    )
    if wins.undefined:
        statement += f", {wins.undefined:,} {'has' if wins.undefined == 1 else 'have'} no score"
    return statement + "."


def win_size_sentence(pair: ScoredPair) -> Sentence:
    """Say which system wins more segments, and by how many points each wins on average.

    Empty where one of them wins no segment.
    """
    leads, wins = pair.leads, pair.wins
    if not wins.a or not wins.b:
        return sentence("")
    sizes = float(leads[leads > 0].mean()), -float(leads[leads < 0].mean())
    printed = [write_size(size, decimals=max(pair.metric.decimals, 2)) for size in sizes]
    order = 1 if (wins.a, sizes[0]) >= (wins.b, sizes[1]) else -1
    (winner, loser), (n_more, n_fewer) = pair.names[::order], (wins.a, wins.b)[::order]
    (size, other_size), (by, other_by) = sizes[::order], printed[::order]
    numbers = f"{n_more:,} to {n_fewer:,}"
    if by == other_by:
        opening = sentence("{} wins more", SystemName(winner)) if n_more > n_fewer else "Both win as many"
        return sentence("{} segments ({}), and both win by {} points on average.", opening, numbers, Strong(by))
    if n_more == n_fewer:
        template = "Both win as many segments ({}), but {} wins by more: {} points on average against {}."
        return sentence(template, numbers, SystemName(winner), Strong(by), Strong(other_by))
    if size > other_size:
        template = "{} wins more segments ({}) and by more: {} points on average against {}."
        return sentence(template, SystemName(winner), numbers, Strong(by), Strong(other_by))
    template = "{} wins more segments ({}), but {} wins by more: {} points on average against {}."
    return sentence(template, SystemName(winner), numbers, SystemName(loser), Strong(other_by), Strong(by))


def win_sentence_with_plain_quotes(pair: ScoredPair, test_set: TestSet) -> Sentence:
    """Say in how many segments each system is better by BLEU with quotation marks of one kind.

    Empty where the same system wins more segments with marks as typed, where neither system's marks differ from the
    references', and where all systems' marks differ.
    """
    if not {*pair.names}.intersection(other_quotes_in_bleu([pair.metric], test_set)):
        return sentence("")
    rows = statistics_of_outputs(pair.metric, test_set, pair.names, with_plain_quotes)
    alike = score_pair(pair.metric, pair.names, rows, test_set)
    if np.sign(alike.wins.a - alike.wins.b) == np.sign(pair.wins.a - pair.wins.b):
        return sentence("")
    return sentence("With quotation marks made alike {}", win_sentence(alike))


def ngrams_sentence(kind: str, wins: NGramWins, names: Pair, order: int | None = None) -> Sentence:
    """Say how many n-grams only one system has, and which are clearly more frequent in one of the systems.

    Without an order these are words and the longest phrases. ``kind`` says which n-grams are counted, such as ``that a
    reference has``.
    """
    counted_orders = [order] if order is not None else [1, wins.counts.max_order] if wins.counts.max_order > 1 else [1]
    nouns = [f"phrases of {of} words" if of > 1 else "words" for of in counted_orders]
    are_words = _are_words(wins.counts)
    alone = [
        [int(won[are_words if of == 1 else wins.counts.orders == of].sum()) for of in counted_orders]
        for won in (wins.a, wins.b)
    ]
    first, second = map(SystemName, names)
    alone_of_first = [sentence("{} {}", Strong(f"{n:,}"), noun) for n, noun in zip(alone[0], nouns, strict=True)]
    numbers = [join_sentences(" and ", of) for of in (alone_of_first, [Strong(f"{n:,}") for n in alone[1]])]
    opening = sentence("{} alone has {} {}, {} alone {}.", first, numbers[0], kind, second, numbers[1])
    clear = {side: wins.clear(side, NGRAMS_SEARCHED, order).tolist() for side in (A, B)}
    clear_ngrams = {name: name_ngrams(wins, side, clear[side]) for side, name in ((A, first), (B, second))}
    has_word = bool((wins.is_clear(order) & are_words).any())
    longer = _say_who_is_longer(wins.counts, are_words, names) if order in (None, 1) else sentence("")
    return opening + longer + _say_what_is_clear(wins.counts, clear_ngrams, order, has_word)


def _are_words(counts: NGramCounts) -> Flags:
    """Return which n-grams are words, not signs, bool (n_ngrams,); a piece of SentencePiece must begin a word."""
    are_words: Flags = counts.orders == 1
    tokens = counts.vocabulary.take(counts.token_ids[counts.first[are_words]]).to_pylist()
    begins = any(token.startswith(_MARK_OF_PIECES) for token in tokens)
    are_words[are_words] = [_is_word(token) and (not begins or token.startswith(_MARK_OF_PIECES)) for token in tokens]
    return are_words


def _say_who_is_longer(counts: NGramCounts, are_words: Flags, names: Pair) -> Sentence:
    """Say by how many words one output is longer; empty below 1 %."""
    lengths = [int(counts.total(of)[are_words].sum()) for of in counts.counts[:2]]
    difference = abs(lengths[0] - lengths[1])
    if not difference or difference < LONGER * max(lengths):
        return sentence("")
    longer = SystemName(names[int(lengths[1] > lengths[0])])
    return sentence(" In all {} is longer by {}.", longer, counted(difference, "word"))


def _say_what_is_clear(
    counts: NGramCounts, clear_ngrams: Mapping[SystemName, Mapping[int, Sentence]], order: int | None, has_word: bool
) -> Sentence:
    """Name the n-grams that are clearly more frequent in either system, after a warning if none of them is a word."""
    all_words = [counts.words(ngram) for ngrams in clear_ngrams.values() for ngram in ngrams]
    listed = {name: join_sentences(", ", [*ngrams.values()]) for name, ngrams in clear_ngrams.items() if ngrams}
    if not all_words:
        return sentence(
            f" No {_what_ngrams_are(order)} is clearly more often in one of them: many are compared, and chance alone"
            " makes differences like those below."
        )
    if order in (None, 1) and not has_word:
        others = "punctuation marks" if not any(map(_is_word, chain(*all_words))) else "phrases"
        lists = join_sentences("; ", [sentence("in {} {}", *one) for one in listed.items()])
        statement = sentence(
            f" No word is clearly more often in one of them, so none explains the difference. Only {others} are: {{}}.",
            lists,
        )
    else:
        statement = sentence("")
        for name in clear_ngrams:
            if name in listed:
                statement += sentence(" Clearly more often in {}: {}.", name, listed[name])
            else:
                statement += sentence(" None is clearly more often in {}.", name)
    return statement + _say_what_signs_are(all_words, all_words)


def confirmed_ngrams_phrase(is_confirmed: bool, n_references: int) -> str:
    """Return the phrase for n-grams that are confirmed, or unconfirmed, by this number of references."""
    if n_references == 1:
        return "that the reference has, too" if is_confirmed else "that the reference does not have"
    return "that a reference has, too" if is_confirmed else "that no reference has"


def unconfirmed_note(order: int | None, n_references: int) -> str:
    """Say that unconfirmed n-grams, of one order or of all, may be right."""
    reason = (
        "the reference may say it in another way" if n_references == 1 else "the references may say it in other ways"
    )
    return f" Such a {_what_ngrams_are(order)} need not be wrong: {reason}."


def _what_ngrams_are(order: int | None) -> str:
    return {None: "word or phrase", 1: "word"}.get(order, "phrase")


def name_ngrams(wins: NGramWins, side: int, clear: Sequence[int]) -> dict[int, Sentence]:
    """Name the first few of these n-grams, with the number of times that each side wins."""
    won, lost = (wins.a, wins.b) if side == A else (wins.b, wins.a)
    first = first_ngrams(wins.counts, clear)
    return {
        ngram: sentence("{} ({:,} to {:,})", name, int(won[ngram]), int(lost[ngram])) for ngram, name in first.items()
    }


def first_ngrams(
    counts: NGramCounts, ranked: Ints | Sequence[int], limit: int = NGRAMS_NAMED, named_ngrams: Iterable[int] = ()
) -> dict[int, Sentence]:
    """Return the first few n-grams as a sentence names them: words before n-grams with marks, and the clearest one.

    An n-gram that contains another one, or is part of another one, is left out as repetition, also where the other one
    is in ``named_ngrams``.
    """
    words = {int(ngram): counts.words(int(ngram)) for ngram in ranked}
    names: dict[int, Sentence] = {}
    texts = [" ".join(counts.words(ngram)) for ngram in named_ngrams]
    in_order = sorted(words, key=lambda ngram: not all(map(_is_word, words[ngram])))
    if words and in_order[0] != (clearest := next(iter(words))):  # the clearest one must be among the first ``limit``
        in_order = [*[ngram for ngram in in_order if ngram != clearest][: limit - 1], clearest, *in_order]
    for ngram in dict.fromkeys(in_order):
        text = " ".join(words[ngram])
        is_told = any(
            f" {one} " in f" {other} " for other_text in texts for one, other in permutations((text, other_text))
        )
        if is_told or len(names) == limit:
            continue
        texts.append(text)
        if not any(map(_is_word, words[ngram])):
            names[ngram] = _name_of_signs(words[ngram])
        elif any(map(_QUOTE.match, words[ngram])):  # a quotation mark cannot be read within other quotation marks
            names[ngram] = sentence("the phrase {}", Strong(text))
        else:
            names[ngram] = sentence("{}", Strong(f"“{text}”"))
    return names


def _name_of_signs(signs: Sequence[str]) -> Sentence:
    if len(signs) > 1 and {*signs} == {"."}:
        return sentence("{} in a row", Strong(f"{_NUMBERS[len(signs)]} dots"))
    names = [_SIGNS.get(sign) or f"{'quotation mark' if _QUOTE.match(sign) else 'sign'} {sign}" for sign in signs]
    return sentence("the {}", Strong(" + ".join(names)))


def _say_what_signs_are(ngrams: Iterable[Sequence[str]], fewer: Iterable[Sequence[str]]) -> str:
    """Say that quotation marks, dashes and dots do not change the meaning, but that fewer sentence ends may.

    ``fewer`` are n-grams that an output has less often.
    """
    is_typing = any(map(_is_typing, ngrams))
    remarks = " Quotation marks, dashes and dots (...) are a matter of typing, not of meaning." if is_typing else ""
    if any(len(of) == 1 and of[0] in _ENDS for of in fewer):
        remarks += " An output with fewer ends of sentences may join sentences, or leave some out: see Checks."
    return remarks


def _is_typing(tokens: Sequence[str]) -> bool:
    """Return whether an n-gram has a quotation mark, or consists of dashes or of several dots."""
    are_dots = "".join(tokens) == "…" or (len(tokens) > 1 and {*tokens} == {"."})
    return are_dots or all(map(_DASHES.__contains__, tokens)) or any(map(_QUOTE.match, tokens))


_NUMBERS = {2: "two", 3: "three"} | {n: str(n) for n in range(4, LONGEST + 1)}
_DASHES, _ENDS = {"-", "–", "—"}, {".", "?", "!", "。", "？", "！"}
_SIGNS = {",": "comma", ".": "full stop", ":": "colon", "-": "hyphen", "–": "dash –", "—": "long dash —", "…": "dots …"}
"""Names of signs that would be misread in a sentence."""
_QUOTE = re.compile(f"(?:{DOUBLE_QUOTES}|{SINGLE_QUOTES})\\Z|[\"']\\Z")
_MARK_OF_PIECES = "\u2581"
"""Mark at the start of those SentencePiece tokens that follow a space."""


def _is_word(token: str) -> bool:
    text = token.strip(_MARK_OF_PIECES)
    return text[:1].isalnum() and (text[-1].isalnum() or unicodedata.category(text[-1]).startswith("M"))


def production_sentence(contrast: Contrast, names: Pair, place: int, order: int | None = None) -> Sentence:
    """Name n-grams that one output has clearly more, or less, often than the references; its own ones come first.

    Each n-gram has its number in the output, the references and the other output; ``place`` is 0 or 1.
    """
    production, name, other = contrast.production[place], SystemName(names[place]), SystemName(names[1 - place])
    references = "the reference" + "s" * (len(production.counts.reference_counts) > 1)
    clear = {side: production.clear(side, NGRAMS_SEARCHED, order) for side in (A, B)}
    rates = contrast.rates
    signs = np.where(rates.is_clear(order), np.sign(rates.statistic), 0) * (1 - 2 * place)
    own = {side: first_ngrams(production.counts, ngrams[signs[ngrams] == side]) for side, ngrams in clear.items()}
    shared = {
        side: first_ngrams(production.counts, ngrams[signs[ngrams] == 0], NGRAMS_SHARED, own[side])
        for side, ngrams in clear.items()
    }
    short = references.removeprefix("the ")
    of_two = partial(_numbers_of_two, production, short)
    of_three = partial(_numbers_of_three, production, contrast.production[1 - place], short, names[1 - place])
    statement = sentence("")
    if any(own.values()):
        statement = sentence(
            "{} differs from {} and from {}: {}.", name, references, other, _ngram_lists_sentence(own, of_three)
        )
        if any(shared.values()):
            template = " It differs from {}, but not clearly from {}, in further words and phrases, for example: {}."
            statement += sentence(template, references, other, _ngram_lists_sentence(shared, of_two))
    elif any(shared.values()):
        opening = sentence("{} differs from {}, but not clearly from {}, for example", name, references, other)
        statement = sentence("{}: {}.", opening, _ngram_lists_sentence(shared, of_two))
    else:
        noun = f"phrase of {order} words" if (order or 0) > 1 else _what_ngrams_are(order)
        return sentence(f"{{}} writes no {noun} clearly more or less often than {references}.", name)
    words = {side: [production.counts.words(ngram) for ngram in (*own[side], *shared[side])] for side in (A, B)}
    return statement + _say_what_signs_are(chain(*words.values()), words[B])


def _ngram_lists_sentence(
    names_by_side: Mapping[int, Mapping[int, Sentence]], numbers: Callable[[int], str]
) -> Sentence:
    """Return the n-grams of both sides, each with its numbers."""
    ways = {A: "more often", B: "less often"}
    lists = {
        ways[side]: join_sentences(", ", [sentence("{} ({})", one, numbers(ngram)) for ngram, one in names.items()])
        for side, names in names_by_side.items()
        if names
    }
    return join_sentences("; ", [sentence("{} {}", *one) for one in lists.items()])


def _numbers_of_two(production: Production, references: str, ngram: int) -> str:
    """Return how often the output and the references have an n-gram."""
    expected = f"{production.n_in_references[ngram]:,.1f}".removesuffix(".0")
    return f"{counted(int(production.produced[ngram]), 'time')}; {references} {expected}"


def _numbers_of_three(production: Production, other: Production, references: str, name: str, ngram: int) -> str:
    """Return how often the output, the references and the other output, called ``name``, have an n-gram."""
    return f"{_numbers_of_two(production, references, ngram)}, {name} {other.produced[ngram]:,.0f}"


# --- what segments and words are sorted by ---


@dataclass(frozen=True, eq=False)
class Sortings:
    """The buckets of segments and of words, by the property that sorts them."""

    segments: Mapping[str, Buckets]
    words: Mapping[str, WordSorting]

    @property
    def passes(self) -> dict[str, int]:
        """Number of readings of all segments in one resample, by sorting; words are read once for each bucket."""
        return dict.fromkeys(self.segments, 1) | {by: len(sorting.buckets.labels) for by, sorting in self.words.items()}


def sort_segments(
    request: SideBySideRequest, test_set: TestSet, pair: ScoredPair, counts: NGramCounts
) -> dict[str, Buckets]:
    """Return the buckets of segments by each property that sorts them; ``counts`` are the n-grams of both outputs."""
    lengths = [length_differences(counts, side) for side in (0, 1)]
    buckets = {
        LENGTH: buckets_by_reference_length(counts),
        LENGTH_DIFFERENCE: buckets_by_length_difference(_of_one_or_mean(lengths, request.length_of)),
        SCORE: buckets_by_score(_of_one_or_mean(pair.scores, request.score_of)),
    }
    buckets |= sort_by_origin(test_set) | sort_by_errors(request, test_set)
    return buckets | ({} if request.labels is None else {LABEL: buckets_by_label(request.labels)})


def _of_one_or_mean(both: Sequence[Floats] | Sequence[Ints], side: int | None) -> Floats:
    a, b = (values.astype(np.float64) for values in both)
    return (a + b) / 2 if side is None else (a, b)[side]


def sort_by_origin(test_set: TestSet) -> dict[str, Buckets]:
    """Return the buckets by domain and by document, if segments are of several; the smallest of many are merged."""
    columns = {DOMAIN: test_set.domains, DOCUMENT: test_set.documents}
    buckets_by_sorting: dict[str, Buckets] = {
        by: buckets_by_label(column) for by, column in columns.items() if column is not None
    }
    return {by: buckets for by, buckets in buckets_by_sorting.items() if len(buckets.labels) > 1}


def sort_by_errors(request: SideBySideRequest, test_set: TestSet) -> dict[str, Buckets]:
    """Return the buckets by the errors that are marked in both outputs; empty without annotations of both."""
    annotation = choose_annotation(test_set, request.annotation)
    if annotation is None:
        return {}
    buckets = buckets_by_errors(annotation, request.names)
    if are_both_judged(annotation, request.names):
        buckets[WITH_ERRORS] = buckets_by_system_with_error(annotation, request.names, request.errors)
    return buckets


def annotations_people_first(test_set: TestSet) -> list[Annotation]:
    return sorted(test_set.annotations, key=lambda annotation: not annotation.is_human)


def choose_annotation(test_set: TestSet, name: str | None = None) -> Annotation | None:
    """Return the annotation of this name, else the first one, people's before others; None without annotations."""
    offered = annotations_people_first(test_set)
    return next((annotation for annotation in offered if annotation.name == name), offered[0] if offered else None)


def word_frequencies(counts: NGramCounts, listed: WordCounts | None = None, lowercase: bool = False) -> Ints:
    """Return how often each single word is in a list, int64 (n_words,); without a list, in all references."""
    if listed is None:
        return reference_frequencies(counts)
    return given_frequencies(counts, listed.in_lower_case() if lowercase else listed)


def listed_share(counts: NGramCounts, frequencies: Ints) -> float:
    """Return the share, 0-1, of the references' words whose frequency in a list, (n_words,), is above 0."""
    reference_counts = reference_frequencies(counts)
    return float(reference_counts[frequencies > 0].sum() / reference_counts.sum()) if reference_counts.sum() else 0.0


def sort_words(counts: NGramCounts, frequencies: Ints, tagged: WordSorting | None) -> dict[str, WordSorting]:
    """Return the buckets of words by frequency, (n_words,), and by tags if there are tags."""
    sortings = {WORDS: WordSorting(counts, buckets_by_frequency(frequencies))}
    return sortings if tagged is None else sortings | {TAGS: tagged}


# --- scores in buckets ---


@dataclass(frozen=True)
class BucketComparison:
    """The scores of two systems in all buckets."""

    segments: Mapping[str, Sequence[BucketScore]]
    """Scores in each bucket of segments, by sorting."""
    words: Mapping[str, Sequence[WordBucket]]
    """Scores in each bucket of words, by sorting."""
    trials: int
    """Number of resamples behind each interval."""

    @property
    def scores(self) -> dict[str, Sequence[BucketScore]]:
        """Scores of all buckets by sorting; for words F1."""
        return {**self.segments, **{by: [bucket.f1 for bucket in buckets] for by, buckets in self.words.items()}}

    @property
    def n_bytes(self) -> int:
        return 1000 * sum(map(len, self.scores.values()))


ScoreSorting = Callable[[str, Callable[..., Any], tuple[float, float]], Any]
"""Function from a sorting's name, the work that scores it, and its range of the progress, to its scores."""


def score_sortings(
    request: SideBySideRequest, statistics: Mapping[str, Floats], sortings: Sortings, score: ScoreSorting
) -> BucketComparison:
    """Score each sorting separately with ``score``; ``statistics`` maps systems to (n_segments, n_statistics)."""
    metric, trials = request.metric, request.trials
    a, b = (statistics[name] for name in request.names)
    works: dict[str, Callable[..., Any]] = {
        **{by: partial(score_buckets, metric, a, b, sorting, trials) for by, sorting in sortings.segments.items()},
        **{by: partial(score_words, sorting.counts, sorting.buckets, trials) for by, sorting in sortings.words.items()},
    }
    scored: dict[str, Any] = {}
    passes = sortings.passes
    n_done, whole = 0, sum(passes.values())
    for by, work in works.items():
        scored[by] = score(by, work, (n_done / whole, (n_done + passes[by]) / whole))
        n_done += passes[by]
    return BucketComparison(
        {by: scored[by] for by in sortings.segments}, {by: scored[by] for by in sortings.words}, trials
    )


# --- where the ranking reverses ---


class Reversal(NamedTuple):
    """A bucket in which the system leads that is behind overall."""

    by: str
    """Name of the sorting."""
    bucket: BucketScore

    @property
    def is_of_words(self) -> bool:
        """Whether the scores are F1 of words, not scores of segments."""
        return self.by in (WORDS, TAGS)

    def __str__(self) -> str:
        if self.by == LENGTH_DIFFERENCE:
            return self.group
        return f"{'F1 of words by ' if self.is_of_words else ''}{self.by} {self.group}"

    @property
    def group(self) -> str:
        """Label of the bucket within its sorting."""
        if self.by != LENGTH_DIFFERENCE:
            return self.bucket.label
        label = self.bucket.label
        return f"outputs {label} {'of' if label.startswith('within') else 'than'} the reference"

    def is_sure(self, rounding: float) -> bool:
        """Return whether the interval of the difference does not contain 0."""
        low, high = self.bucket.difference_interval
        return abs(self.bucket.lead) > rounding and (low > rounding or high < -rounding)

    def written_size(self, decimals: int) -> str:
        return write_size(self.size(decimals), decimals=F1_DECIMALS if self.is_of_words else decimals)

    def size(self, decimals: int) -> float:
        """Return the lead of the leading system in this bucket, by printed scores."""
        return abs(printed_difference(*self.bucket.scores, F1_DECIMALS if self.is_of_words else decimals))


@dataclass(frozen=True)
class Reversals:
    """All reversals of the ranking in buckets."""

    ranking: Pair | None
    """The system that leads overall, and the other one; None where neither leads."""
    n_buckets: int
    """Number of buckets that were searched."""
    surely: tuple[Reversal, ...]
    """Reversals whose interval excludes 0; segments before words, the largest first."""
    perhaps: tuple[Reversal, ...]
    decimals: int
    """Decimals of the scores of segments."""

    @property
    def rows(self) -> list[tuple[Reversal, str]]:
        """Each reversal with "yes" if it is sure, else "perhaps"; the sure ones come first."""
        return [*((reversal, "yes") for reversal in self.surely), *((reversal, "perhaps") for reversal in self.perhaps)]

    @property
    def sentence(self) -> Sentence:
        """Sentence on the number of buckets in which the ranking reverses, with the first sure ones by name."""
        if self.ranking is None:
            return sentence("Neither system leads, so the ranking cannot reverse in a group.")
        leader, other = map(SystemName, self.ranking)
        among = counted(self.n_buckets, "group")
        if not self.n_buckets:
            return sentence(f"No group has {FEWEST} segments or more, so none is searched for reversals.")
        if self.surely:
            template = "Over all groupings {} is surely ahead in {} of {}; {} would be by chance. {}: {}.{}"
            number, subject = Strong(str(len(self.surely))), "This is" if len(self.surely) == 1 else "These are"
            perhaps_phrase = f" In {len(self.perhaps)} more it is perhaps ahead." if self.perhaps else ""
            return sentence(
                template, other, number, among, self._expected, subject, self._sure_reversals_phrase(), perhaps_phrase
            )
        if self.perhaps:
            template = "Over all groupings {} is surely ahead in none of {}; in {} perhaps."
            return sentence(template, other, among, f"{len(self.perhaps):,}")
        return sentence("{} is not behind in any of {} of segments and words.", leader, among)

    @property
    def note(self) -> str:
        """Note on small groups that are left out, on sure reversals, and on their number by chance."""
        sure = "Surely: the 95 % interval of the difference does not contain 0."
        by_chance = f"By chance {self._expected} of {self.n_buckets} would."
        return f"Groups of fewer than {FEWEST} segments are left out. {sure} {by_chance}"

    @property
    def _expected(self) -> str:
        """Phrase for the number of groups that would look sure by chance."""
        expected = round(BY_CHANCE * self.n_buckets)
        return f"about {expected}" if expected else "fewer than 1"

    def _sure_reversals_phrase(self) -> str:
        """Return the first few sure reversals, with their sizes."""
        names = [
            f"{reversal} by {reversal.written_size(self.decimals)} ({counted(reversal.bucket.size, 'segment')})"
            for reversal in self.surely[:REVERSALS_NAMED]
        ]
        others = f" and {len(self.surely) - len(names)} more" if len(self.surely) > len(names) else ""
        return f"{'; '.join(names)}{others}"


def find_reversals(pair: ScoredPair, buckets: BucketComparison) -> Reversals:
    """Search for reversals of the ranking in buckets that can show one.

    Buckets by a property of the outputs' quality, such as scores or errors, are not searched, nor are words if the
    scores were not computed from words.
    """
    unsearched = {*BY_OUTCOME, *((WORDS, TAGS) if isinstance(pair.metric, ExternalScore) else ())}
    searched = [
        Reversal(by, bucket)
        for by, scored in buckets.scores.items()
        for bucket in scored
        if by not in unsearched and bucket.size >= FEWEST
    ]
    rounding, a, b = pair.metric.rounding, *pair.names
    surely: list[Reversal] = []
    perhaps: list[Reversal] = []
    for reversal in searched:
        lead = reversal.bucket.lead
        if abs(lead) > rounding and np.sign(lead) * np.sign(pair.lead) == -1:
            (surely if reversal.is_sure(rounding) else perhaps).append(reversal)
    ranking = ((a, b) if pair.lead > 0 else (b, a)) if abs(pair.lead) > 0 else None
    decimals = pair.metric.decimals
    surely.sort(key=lambda reversal: (reversal.is_of_words, -reversal.size(decimals)))
    return Reversals(ranking, len(searched), tuple(surely), tuple(perhaps), decimals)


def group_sentence(pair: ScoredPair, by: str, scored: Sequence[BucketScore]) -> Sentence:
    """Say in which groups of one sorting either system is surely ahead, and which groups are not clear.

    Empty where groups are formed by the outputs' quality, or no group has enough segments.
    """
    groups = [Reversal(by, bucket) for bucket in scored if bucket.size >= FEWEST]
    if by in BY_OUTCOME or not groups:
        return sentence("")
    rounding, decimals = pair.metric.rounding, pair.metric.decimals
    clear = sorted((one for one in groups if one.is_sure(rounding)), key=lambda one: -one.size(decimals))
    head = f"By {by}{', in F1 of words' if clear and clear[0].is_of_words else ''}: "
    if not clear:
        return sentence("{}neither system is surely ahead in any of {}.", head, counted(len(groups), "group"))
    leading: list[Sentence] = []
    labels = {one: f"frequency {one.group}" if by == WORDS else one.group for one in groups}
    sizes_by_group = {one: f"{labels[one]} by {one.written_size(decimals)} ({one.bucket.size:,})" for one in clear}
    sizes_by_group[clear[0]] = sizes_by_group[clear[0]].removesuffix(")") + " segments)"
    for sign in dict.fromkeys(np.sign(one.bucket.lead) for one in clear):
        sizes = [size for one, size in sizes_by_group.items() if np.sign(one.bucket.lead) == sign]
        ahead = "{} in {}" if leading else "{} is ahead in {}"
        leading.append(sentence(ahead, SystemName(pair.names[int(sign < 0)]), name_list(sizes, REVERSALS_NAMED)))
    others = [labels[one] for one in groups if one not in clear]
    listed = name_list(others, REVERSALS_NAMED) if len(others) < REVERSALS_NAMED else f"the other {len(others)}"
    ends = sentence("; {} {} not clear", listed, "is" if len(others) == 1 else "are") if others else ""
    return sentence("{}{}{}.", head, join_sentences(", ", leading), ends)


# --- all of it ---


@dataclass(frozen=True)
class SideBySide:
    """Differences of two systems: scores of segments, words and buckets."""

    pair: ScoredPair
    counts: NGramCounts
    """Counts of single words in both outputs and the references."""
    buckets: BucketComparison

    @property
    def reversals(self) -> Reversals:
        return find_reversals(self.pair, self.buckets)


def run(
    request: SideBySideRequest,
    test_set: TestSet,
    statistics: Mapping[str, Floats],
    on_progress: Progress = no_progress,
) -> SideBySide:
    """Score both systems in all segments and buckets; ``statistics`` maps systems to (n_segments, n_statistics)."""
    pair = score_pair(request.metric, request.names, statistics, test_set)
    bleu = request.bleu
    outputs = [test_set.system(name).segments for name in request.names]
    references = [reference.segments for reference in test_set.references]
    counts = count_ngrams(outputs, references, 1, bleu.tokenize, bleu.lowercase)
    words = sort_words(counts, word_frequencies(counts), words_by_tag(test_set, request.names, bleu.lowercase))
    sortings = Sortings(sort_segments(request, test_set, pair, counts), words)

    def score(by: str, work: Callable[..., Any], span: tuple[float, float]) -> Any:
        return work(on_progress=progress_between(on_progress, *span))

    return SideBySide(pair, counts, score_sortings(request, statistics, sortings, score))
