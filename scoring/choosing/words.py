"""What is said of choices, as plain text: worded once, for the page and for the command line.

Names of systems and of judges stand in the sentences as users gave them: whoever shows one escapes it.
"""

from collections.abc import Sequence

import numpy as np

from ..formats.columns import counted
from ..judgments.external import ExternalScore
from ..metric import ROUNDING
from ..numbers import printed_difference, signed, size
from ..significance.comparisons import LEVEL
from .choices import Choice
from .criteria import DECODER, FIRST, MBR, RANDOM, SYSTEM, Criterion, criterion_of
from .gains import Gains
from .judged import Matrix

BOUND = "That is a bound, not a result: an oracle chooses by the references."
MOST_NAMED = 3
"""So many systems are named, of more their number is said."""
_NAMED = {FIRST: "the first candidate", RANDOM: "a random candidate", DECODER: "the decoder's choice"}


# --- who profits ---


def opening(found: Gains) -> str:
    """Of one choice by MBR, or else of another one, what it gains and loses; empty where there is no other.

    It is one that gains by its own metric and surely loses by another, if there is one.
    """
    others = [name for name in found.matrix.names if name != found.baseline]
    mbr = [name for name in others if criterion_of(name).kind == MBR]
    telling = [name for name in mbr if _flatters_itself(found, name)]
    return next((gained(found, name) for name in (*telling, *mbr, *others)), "")


def gained(found: Gains, name: str) -> str:
    """What a choice surely gains and loses, its own metric first, and whether there is more, which could be chance."""
    matrix, who, other = found.matrix, criterion_of(name), named(criterion_of(found.baseline))
    row = matrix.index(name)
    places = [place for place in _own_first(matrix, who) if not np.isnan(found.gains[row, place])]
    if not places:
        return f"There is no score of both {named(who)} and {other}."
    if all(found.could_be_chance(row, place) for place in places):
        told = ", ".join(_difference(found, row, place) for place in places)
        return f"No judge tells {named(who)} from {other}: all differences could be chance ({told})."
    sure = [place for place in places if not found.could_be_chance(row, place)]
    better = [place for place in sure if found.gains[row, place] > ROUNDING]
    worse = [place for place in sure if found.gains[row, place] < -ROUNDING]
    done = [
        f"{verb} {_listed([_amount(found, row, place) for place in some])}"
        for verb, some in (("gains", better), ("loses", worse))
        if some
    ]
    rest = [place for place in places if place not in sure and abs(found.gains[row, place]) > ROUNDING]
    chance = "; the rest could be chance" * bool(rest)
    return f"{_begins(who)} {' and '.join(done)} against {other}{chance}."


def printed_change(found: Gains, row: int, place: int) -> float:
    """A choice's score by a judge less the baseline's, as both are printed: of an error rate below 0 where it gains."""
    scores = found.matrix.scores[:, place]
    decimals = found.matrix.judges[place].decimals
    return printed_difference(float(scores[row]), float(scores[found.matrix.index(found.baseline)]), decimals)


def own_judges(matrix: Matrix) -> str:
    """How many metrics like the choice best that MBR makes by themselves; empty where fewer than two choose so."""
    mbr = [criterion_of(name) for name in matrix.names if criterion_of(name).kind == MBR]
    columns = [column for column in matrix.columns if any(who.of == column.judge.name for who in mbr)]
    if len(mbr) < 2 or not columns:
        return ""
    liked = 0
    for column in columns:
        worth = column.scores if column.judge.higher_is_better else -column.scores
        own = {who.of: worth[matrix.index(who.name)] for who in mbr}
        liked += bool(own[column.judge.name] >= max(own.values()) - ROUNDING)
    if not liked:
        return "No metric by which MBR chooses likes its own choice best."
    who = "Each metric" if liked == len(columns) else f"{liked:,} of {counted(len(columns), 'metric')}"
    likes = "like their" if liked > 1 and liked < len(columns) else "likes its"
    return f"{who} by which MBR chooses {likes} own choice best: believe the other judges."


# --- what stands beside it ---


def directions(matrix: Matrix) -> str:
    """By which judges a gain is a lower score; empty where there are none."""
    lower = [judge.label for judge in matrix.judges if not judge.higher_is_better]
    return f"A gain is always a better score: by {_listed(lower)} a lower one." if lower else ""


def judged_on(matrix: Matrix) -> list[str]:
    """Which segments the scores from elsewhere are of, and which of these scores judge nothing, and why."""
    said = [
        f"{column.judge.called}: {len(column.places):,} of {counted(matrix.n_segments, 'segment')}, those where every"
        " candidate is judged; the same for every choice."
        for column in matrix.columns
        if len(column.places) < matrix.n_segments
    ]
    for name, systems in matrix.silent.items():
        more = [f"{len(systems) - MOST_NAMED:,} more"] if len(systems) > MOST_NAMED else []
        lacking = "no segment with scores of all candidates"
        if systems:
            lacking = f"no scores of {_listed([*systems[:MOST_NAMED], *more])}"
        said.append(f"{name} judges nothing: it has {lacking}. Take only candidates that it has judged.")
    return said


def tested(found: Gains) -> str:
    """How chance was told."""
    return (
        f"Could be chance: p > {LEVEL}, approximate randomization, two-sided, {counted(found.trials, 'trial')}, seed"
        f" {found.seed}, adjusted (Holm) for all choices of a judge."
    )


def best_of(found: Gains) -> str:
    """That the baseline was the best of several systems on the same segments; empty where it was not so found."""
    who = criterion_of(found.baseline)
    return f"{who.of} is the best system on these very segments, which flatters it." if who.kind == SYSTEM else ""


def ties(choice: Choice) -> str:
    """In what share of the lists another text was as good; empty where in none."""
    if not choice.ties:
        return ""
    share = 100 * choice.ties / len(choice.picks)
    return (
        f"In {choice.ties:,} of {counted(len(choice.picks), 'list')} ({share:.0f} %) another text is as good to"
        f" {named(criterion_of(choice.name))}; the first of them is taken."
    )


def named(who: Criterion) -> str:
    """A criterion within a sentence."""
    return _NAMED.get(who.kind, f"the {who.label}" if who.is_bound else who.label)


def _begins(who: Criterion) -> str:
    """The same at its start; names stay as they are."""
    text = named(who)
    return text if text == who.label else text[0].upper() + text[1:]


def _flatters_itself(found: Gains, name: str) -> bool:
    """Whether it gains by its own metric, and loses by another what is not chance."""
    row, own = found.matrix.index(name), criterion_of(name).of
    gains = dict(zip([judge.name for judge in found.matrix.judges], found.gains[row].tolist(), strict=True))
    lost = [
        place
        for place, gain in enumerate(found.gains[row].tolist())
        if gain < -ROUNDING and not found.could_be_chance(row, place)
    ]
    return gains.get(own, 0.0) > ROUNDING and bool(lost)


def _own_first(matrix: Matrix, who: Criterion) -> list[int]:
    """The places of the judges."""
    return sorted(range(len(matrix.judges)), key=lambda place: matrix.judges[place].name != who.of)


def _amount(found: Gains, row: int, place: int) -> str:
    """``1.04 BLEU``, ``0.15 by MQM (people)``."""
    judge = found.matrix.judges[place]
    amount = size(printed_change(found, row, place), decimals=judge.decimals)
    by = "by " * isinstance(judge, ExternalScore)
    return f"{amount} {by}{judge.label}{' (people)' * judge.is_human}"


def _difference(found: Gains, row: int, place: int) -> str:
    judge = found.matrix.judges[place]
    return f"{judge.label} {signed(printed_change(found, row, place), decimals=judge.decimals)}"


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
