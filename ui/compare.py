"""Two systems under one metric -> who leads, in sentences, and both outputs side by side. Pure.

A is the first of the pair and blue, B the second and orange. Users' text is escaped by ``ui.highlight.text``.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from scoring import Metric, Segment
from scoring.buckets import BucketScore, WordBucket
from scoring.edits import Alignment, Edit, Kind, segment_edits
from scoring.formats.columns import counted
from scoring.metric import ROUNDING
from scoring.significance import Comparison
from scoring.tokenizers import encode
from ui.differences import ONE_SEGMENT, probability, sided, signed, size, told_apart
from ui.highlight import line, page, text, two_decimals

WORDS = "word frequency"
"""What words are sorted by."""
FEWEST = 10
"""Segments that a bucket must have before anything is called sure: a bootstrap of fewer repeats the same ones."""
TURNS_NAMED = 4


class Wins(NamedTuple):
    """In how many segments each system is better."""

    a: int
    ties: int
    b: int
    undefined: int
    """where one of the two has no score"""


@dataclass(frozen=True)
class Pair:
    """Two systems under one metric."""

    names: tuple[str, str]
    metric: Metric
    scores: tuple[np.ndarray, np.ndarray]
    """of each segment, (n_segments,)"""
    corpus: tuple[float, float]
    same: bool = False
    """whether both outputs are the same text in every segment"""

    @property
    def differences(self) -> np.ndarray:
        """(n_segments,): A's score less B's."""
        return self.scores[0] - self.scores[1]

    @property
    def leads(self) -> np.ndarray:
        """(n_segments,): above 0 where A is better, whichever way the metric goes; rounding is 0, NaN no score."""
        return self._turned(self.differences)

    @property
    def lead(self) -> float:
        """The same of the corpus scores."""
        return float(self._turned(np.array(self.corpus[0] - self.corpus[1])))

    @property
    def wins(self) -> Wins:
        leads = self.leads
        return Wins(*(int(found.sum()) for found in (leads > 0, leads == 0, leads < 0, np.isnan(leads))))

    def _turned(self, differences: np.ndarray) -> np.ndarray:
        signed = differences if self.metric.higher_is_better else -differences
        return np.where(np.abs(signed) <= ROUNDING, 0.0, signed)


@dataclass(frozen=True)
class Bucketed:
    """How two systems score in all buckets."""

    scored: Mapping[str, Sequence[BucketScore] | Sequence[WordBucket]]
    """what segments, or words, are sorted by -> each bucket"""
    trials: int
    """resamples behind each interval"""

    @property
    def scores(self) -> dict[str, list[BucketScore]]:
        """The same; of words their F1."""
        return {
            by: [bucket.f1 if isinstance(bucket, WordBucket) else bucket for bucket in found]
            for by, found in self.scored.items()
        }

    @property
    def n_bytes(self) -> int:
        return 1000 * sum(map(len, self.scored.values()))


def make_pair(metric: Metric, names: tuple[str, str], rows: Sequence[np.ndarray], texts: Sequence[pa.Array]) -> Pair:
    """``rows`` are the statistics (n_segments, n_statistics) of both systems, ``texts`` their outputs."""
    corpus = tuple(float(metric.score(statistics.sum(axis=0))) for statistics in rows)
    return Pair(
        names, metric, tuple(metric.score(statistics) for statistics in rows), corpus, texts[0].equals(texts[1])
    )


def by_difference(pair: Pair, side: int = 0) -> np.ndarray:
    """All segments, the largest difference first: for A (1), for B (-1), or for either (0)."""
    leads = np.nan_to_num(pair.leads)
    return np.argsort(-np.abs(leads) if side == 0 else -side * leads, kind="stable")


def summary(
    pair: Pair, tested: Comparison | None = None, buckets: Mapping[str, Sequence[BucketScore]] | None = None
) -> str:
    """The statements at the top, each a link to its evidence; those whose evidence is not ready are left out.

    ``buckets`` maps what segments or words were sorted by to their buckets.
    """
    statements = [("scores", _who_leads(pair))]
    if tested is not None:
        statements.append(("scores", _how_surely(pair, tested)))
    statements.append(("segments", _who_wins(pair)))
    if buckets is not None:
        statements.append(("buckets", _where_it_turns(pair, buckets)))
    items = "".join(f'<li><a href="#{anchor}" target="_self">{said}</a></li>' for anchor, said in statements)
    return page(f'<ul class="verdict statements">{items}</ul>')


def _name(pair: Pair, side: int) -> str:
    return sided(side, pair.names[side])


def _leader(pair: Pair, lead: float) -> tuple[str, str]:
    """Who is better and who is not, as HTML."""
    first = 0 if lead > 0 else 1
    return _name(pair, first), _name(pair, 1 - first)


def _who_leads(pair: Pair) -> str:
    a, b = pair.corpus
    label = pair.metric.label
    if pair.same:
        return f"{_name(pair, 0)} and {_name(pair, 1)} are the same text in every segment."
    if np.isnan(pair.lead):
        missing = " and ".join(_name(pair, side) for side in (0, 1) if np.isnan(pair.corpus[side]))
        return f"{label} is not defined for {missing}, so that nobody leads."
    if not pair.lead:
        return f"{_name(pair, 0)} and {_name(pair, 1)} are level at {label} <b>{a:.2f}</b>."
    leader, other = _leader(pair, pair.lead)
    better, worse = (a, b) if pair.lead > 0 else (b, a)
    more = "more" if pair.metric.higher_is_better else "less, and lower is better"
    return (
        f"{leader} leads: it has {label} <b>{better:.2f}</b>, {other} {worse:.2f}. That is <b>{size(a - b)}</b> {more}."
    )


def _how_surely(pair: Pair, tested: Comparison) -> str:
    if np.isnan(tested.p_value):
        return "How surely cannot be said where a score is not defined."
    if not pair.lead:
        return "There is no difference to be sure of: p = 1." if pair.same else f"p = {probability(tested.p_value)}."
    low, high = tested.ci_low, tested.ci_high
    verdict = (
        f"Taken as the only pair, the two are {told_apart(tested.p_value)} (p = <b>{probability(tested.p_value)}</b>)"
    )
    if len(pair.differences) < 2:
        return f"{verdict}. {ONE_SEGMENT}"
    return f"{verdict}: A − B is between {signed(low)} and {signed(high)} (95 % interval)."


def _who_wins(pair: Pair) -> str:
    wins = pair.wins
    if pair.same:
        return f"All {wins.ties + wins.undefined:,} segments are level."
    said = (
        f"{_name(pair, 0)} wins <b>{wins.a:,}</b> {'segment' if wins.a == 1 else 'segments'},"
        f" {_name(pair, 1)} wins <b>{wins.b:,}</b>; {wins.ties:,} {'is' if wins.ties == 1 else 'are'} level"
    )
    if wins.undefined:
        said += f" and {wins.undefined:,} without a score"
    more = np.sign(wins.a - wins.b)
    if pair.lead and more and more != np.sign(pair.lead):
        return f"{said}: more segments go to {_leader(pair, more)[0]}, though {_leader(pair, more)[1]} leads."
    return f"{said}."


def turns(pair: Pair, buckets: Mapping[str, Sequence[BucketScore]]) -> tuple[list, list]:
    """The buckets in which the other system leads: surely, by the interval of the difference, and not surely.

    Each as (what it was sorted by, the bucket).
    """
    surely, perhaps = [], []
    for by, scored in buckets.items():
        for bucket in scored:
            if abs(bucket.lead) <= ROUNDING or np.sign(bucket.lead) * np.sign(pair.lead) != -1:
                continue
            low, high = bucket.difference_interval
            is_sure = bucket.size >= FEWEST and (low > ROUNDING or high < -ROUNDING)
            (surely if is_sure else perhaps).append((by, bucket))
    return surely, perhaps


def _where_it_turns(pair: Pair, buckets: Mapping[str, Sequence[BucketScore]]) -> str:
    if not abs(pair.lead) > 0:
        return "Nobody leads, so that nothing can turn round in a bucket."
    surely, perhaps = turns(pair, buckets)
    other = _leader(pair, pair.lead)[1]
    number = sum(bucket.size > 0 for scored in buckets.values() for bucket in scored)
    if surely:
        return (
            f"In <b>{len(surely)}</b> of {number} buckets, each taken by itself, it turns round, and {other} leads:"
            f" {_named(surely)}.{f' In {len(perhaps)} more it does so, but not surely.' if perhaps else ''}"
        )
    if perhaps:
        return (
            f"In none of {number} buckets does it surely turn round; not surely in {len(perhaps)}: {_named(perhaps)}."
        )
    return f"{_leader(pair, pair.lead)[0]} is not behind in any of {number} buckets of segments and words."


def _named(found: Sequence[tuple[str, BucketScore]]) -> str:
    """The first few, with their sizes."""
    listed = [
        f"{'F1 of words by ' if by == WORDS else ''}{text(by)} {text(bucket.label)} ({counted(bucket.size, 'segment')})"
        for by, bucket in found[:TURNS_NAMED]
    ]
    more = f" and {len(found) - TURNS_NAMED} more" if len(found) > TURNS_NAMED else ""
    return f"{'; '.join(listed)}{more}"


# --- both outputs side by side ---

SIGNS = {Kind.DELETION: ("del", "−"), Kind.INSERTION: ("ins", "+"), Kind.SUBSTITUTION: ("sub", "~")}


def legend() -> str:
    """What the marks of two outputs mean."""
    marks = (
        (Kind.DELETION, "only A has it"),
        (Kind.INSERTION, "only B has it"),
        (Kind.SUBSTITUTION, "another word in its place"),
    )
    shown = "".join(f"<span>{_token('word', kind, False)} {said}</span>" for kind, said in marks)
    confirmed = f"<span>{_token('word', Kind.SUBSTITUTION, True)} a reference has the word</span>"
    return page(f'<div class="legend">{shown}{confirmed}</div>')


def side_by_side(pair: Pair, segments: Sequence[Segment], tokenize: str, lowercase: bool) -> str:
    """Both outputs of each segment with what differs marked, and beneath them the references."""
    return page("".join(f'<div class="both">{_both(pair, segment, tokenize, lowercase)}</div>' for segment in segments))


def _both(pair: Pair, segment: Segment, tokenize: str, lowercase: bool) -> str:
    outputs = [segment.hypotheses[name] for name in pair.names]
    alignment = difference(*outputs, tokenize, lowercase)
    known = _words_of(segment.references.values(), tokenize, lowercase)
    columns = "".join(
        f'<div><div class="who">{_who(pair, side, segment.number - 1)}</div>{_output(alignment, side, known)}</div>'
        for side in (0, 1)
    )
    rows = [line(_about(name), _plain(words)) for name, words in segment.references.items()]
    if segment.source is not None:
        rows.insert(0, line("source", _plain(segment.source)))
    gap = signed(float(pair.differences[segment.number - 1]))
    head = f'<div class="who"><b>Segment {segment.number:,}</b>, {pair.metric.label} A − B: {gap}</div>'
    return f'{head}<div class="two">{columns}</div>{"".join(rows)}'


def _who(pair: Pair, side: int, index: int) -> str:
    score = two_decimals(float(pair.scores[side][index]))
    return f'{_name(pair, side)} <span class="score">{pair.metric.label} {score}</span>'


def _about(name: str) -> str:
    return f"{'' if name.lower().startswith('ref') else 'reference '}<b>{text(name)}</b>"


def _plain(words: str) -> str:
    return f'<div class="words calm" dir="auto">{text(words)}</div>' if words else '<span class="blank">(empty)</span>'


def difference(a: str, b: str, tokenize: str, lowercase: bool) -> Alignment:
    """The edits that turn A's output into B's, word by word; words are as they are compared."""
    tokens = encode([pa.array([b]), pa.array([a])], tokenize, lowercase)
    ids, words = ([of(column) for column in (0, 1)] for of in (tokens.ids_of, tokens.words_of))
    return segment_edits(ids, words, with_shifts=False).final


def _words_of(texts: Iterator[str], tokenize: str, lowercase: bool) -> set[str]:
    tokens = encode([pa.array([words]) for words in texts], tokenize, lowercase)
    return set(tokens.vocabulary.to_pylist())


def _output(alignment: Alignment, side: int, known: set[str]) -> str:
    """One of the two, every word of it."""
    words = [(_word(edit, side), edit.kind) for edit in alignment.edits]
    tokens = [_token(word, kind, word in known) for word, kind in words if word is not None]
    shown = " ".join(tokens) or '<span class="blank">(empty)</span>'
    return f'<div class="words" dir="auto">{shown}</div>'


def _word(edit: Edit, side: int) -> str | None:
    return edit.reference_word if side else edit.word


def _token(word: str, kind: Kind, known: bool) -> str:
    if kind is Kind.MATCH:
        return f'<span class="r">{text(word)}</span>'
    name, sign = SIGNS[kind]
    return f'<span class="t {name}"><i dir="ltr">{sign}</i>{text(word)}{"<i>✓</i>" if known else ""}</span>'
