"""One segment under tolerant BLEU -> its drawing, tables and sentences. Pure: what is shown is what was summed.

Users' text goes into the drawing, data frames and, escaped by ``ui.highlight.text``, into HTML.
"""

from collections.abc import Callable, Iterable, Sequence

import pandas as pd

from scoring.affix import AffixMatch
from scoring.bleu import Arithmetic
from scoring.segment_alignment import AlignedPair, ReferenceAlignment, SegmentAlignment, WeighedNGram
from ui.alignment import Drawing, Key, Link, Mark, Row, Token
from ui.formulas import digits
from ui.highlight import line, page, text, two_decimals

KINDS = {"replace": "substitution", "delete": "deletion", "insert": "insertion"}
"""Levenshtein's names for edits -> ours."""
MATCHED = {True: "clipped away", False: "no"}

LEGEND = (
    Key("the same word", style="quiet"),
    Key("within epsilon: takes the partner's form", Token("word", sign="~")),
    Key("beyond epsilon: stays as it is", style="faint"),
    Key("no partner", Token("word", "lone")),
    Key("partner in another line: point at the word", Token("↓")),
    Key("common part", Token("word", marks=(Mark(0, 3, "common"), Mark(3, 4, "affix")))),
    Key("replaced", Token("a", marks=(Mark(0, 1, "substitution"),))),
    Key("dropped", Token("a", marks=(Mark(0, 1, "deletion"),))),
    Key("added", Token("a", marks=(Mark(0, 1, "insertion"),))),
)


def drawing(alignment: SegmentAlignment, number: int, system: str, reference: str) -> Drawing:
    """The hypothesis above, one of its references below, and a link for every aligned pair."""
    seen = alignment.references[number]
    above = {pair.hypothesis: pair for pair in seen.pairs}
    below = {pair.reference: pair for pair in seen.pairs}
    epsilon, about = alignment.epsilon, "" if reference.lower().startswith("ref") else "reference"
    return Drawing(
        f"{system} aligned with {reference}, word by word",
        (
            Row(system, tuple(_token(w, above.get(i), 0, epsilon) for i, w in enumerate(alignment.hypothesis))),
            Row(reference, tuple(_token(w, below.get(j), 1, epsilon) for j, w in enumerate(seen.tokens)), about),
        ),
        tuple(_link(pair) for pair in seen.pairs),
        legend=LEGEND,
    )


def _token(word: str, pair: AlignedPair | None, side: int, epsilon: float) -> Token:
    if pair is None:
        return Token(word, "lone", tip=(_word(word), "No partner: the other side has fewer words."))
    if not pair.distance:
        return Token(word, "quiet", tip=(_word(word), "The same word: distance 0, weight 1."))
    sign = "~" if pair.corrected and side == 0 else ""
    kind = "plain" if pair.corrected else "faint"
    return Token(word, kind, sign, _marks(pair.match, side), tip=tuple(_tip(pair, epsilon)))


def _link(pair: AlignedPair) -> Link:
    if not pair.distance:
        return Link(0, pair.hypothesis, pair.reference, "0", "quiet", "match")
    style = "normal" if pair.corrected else "faint"
    return Link(0, pair.hypothesis, pair.reference, f"{pair.distance:.2f}", style, "substitution" * pair.corrected)


def _marks(match: AffixMatch, side: int) -> tuple[Mark, ...]:
    """The common part, and around it what is edited and what is left alone; at distance 1 all of that is chance."""
    if match.distance == 1:
        return (Mark(*(match.first_span, match.second_span)[side], "common"),) if match.common else ()
    word = (match.first, match.second)[side]
    kinds = ["affix"] * len(word)
    start, end = (match.first_span, match.second_span)[side]
    kinds[start:end] = ["common"] * (end - start)
    for kind, *spans in match.operations:
        start, end = spans[side]
        kinds[start:end] = [KINDS[kind]] * (end - start)
    starts = [i for i, kind in enumerate(kinds) if not i or kind != kinds[i - 1]]
    return tuple(Mark(a, b, kinds[a]) for a, b in zip(starts, [*starts[1:], len(kinds)], strict=True))


def _tip(pair: AlignedPair, epsilon: float) -> Iterable[str]:
    match = pair.match
    yield f"{_word(match.first)} → {_word(match.second)}"
    if match.common:
        yield f"common part {_word(match.common)}"
        yield f"prefixes {_affixes(match.prefixes)}; suffixes {_affixes(match.suffixes)}"
        yield "; ".join(edits(match, _word))
    yield f"affix distance {equation(match)}"
    if pair.corrected:
        yield f"Within epsilon {epsilon:g}: counts as {_word(match.second)} with weight {1 - pair.distance:.3f}."
    else:
        yield f"Beyond epsilon {epsilon:g}: stays as it is."


def edits(match: AffixMatch, shown: Callable[[str], str] = str) -> list[str]:
    """The character edits in words, left to right."""
    said = []
    for kind, first, second in match.operations:
        a, b = shown(match.first[slice(*first)]), shown(match.second[slice(*second)])
        said.append({"replace": f"{a} becomes {b}", "delete": f"{a} is dropped", "insert": f"{b} is added"}[kind])
    return said


def equation(match: AffixMatch) -> str:
    """AD with its numbers put in."""
    if not match.common:
        return "1: nothing is common"
    before = sum(max(b - a, d - c) for _, (a, b), (c, d) in match.operations if b <= match.first_span[0])
    ratio = f"({before} + {match.edits - before}) / {len(match.common)}"
    return f"{ratio}, at most 1: 1" if match.edits > len(match.common) else f"{ratio} = {match.distance:.3f}"


def _affixes(affixes: Sequence[str]) -> str:
    first, second = (_word(affix) if affix else "none" for affix in affixes)
    return first if first == second else f"{first} → {second}"


def _word(word: str) -> str:
    """A word that keeps its direction of writing to itself."""
    return f"\u2068{word}\u2069"


def best_reference(alignment: SegmentAlignment) -> int:
    """The reference by which most is counted; the first of those."""
    given = [sum(ngram.contribution for ngram in seen.ngrams) if seen else -1.0 for seen in alignment.references]
    return given.index(max(given))


def verdict(
    bleu: Arithmetic, tolerant: Arithmetic, seen: ReferenceAlignment, epsilon: float, reference: str | None = None
) -> str:
    """What tolerance does to this segment, in one sentence; ``reference`` is the one shown, where there are several."""
    changed = sum(pair.corrected and pair.distance > 0 for pair in seen.pairs)
    by = f" by {text(reference)}" if reference is not None else ""
    return page(
        f'<p class="verdict">This segment has BLEU <b>{two_decimals(bleu.score)}</b> and tBLEU'
        f" <b>{two_decimals(tolerant.score)}</b>: a tolerance"
        f" of {epsilon:g} forgives <b>{changed}</b> of {len(seen.corrected)} words{by}.</p>"
    )


def corrected(seen: ReferenceAlignment, hypothesis: Sequence[str]) -> str:
    """The corrected sentence; a weight stands with every word that was changed."""
    words = " ".join(
        f'<span class="r">{text(new)}</span>'
        if new == old
        else f'<span class="t fixed">{text(new)}<small dir="ltr"> ~{weight:.2f}</small></span>'
        for new, old, weight in zip(seen.corrected, hypothesis, seen.weights, strict=True)
    )
    empty = '<span class="blank">(empty)</span>'
    return page(line("<b>corrected</b> with weights", f'<div class="words" dir="auto">{words or empty}</div>'))


def precisions(bleu: Arithmetic, tolerant: Arithmetic) -> str:
    """Both metrics' counts and precisions by order, side by side."""
    head = "".join(f"<th>{name}</th>" for name in ("n", "of", "BLEU", "tBLEU", "BLEU precision", "tBLEU precision"))
    rows = "".join(
        f"<tr><td>{at + 1}</td><td>{bleu.totals[at]:.0f}</td><td>{bleu.matches[at]:.0f}</td>"
        f"<td>{digits(tolerant.matches[at])}</td><td>{_precision(bleu, at)}</td>"
        f"<td>{_precision(tolerant, at)}</td></tr>"
        for at in range(len(bleu.totals))
    )
    scores = "".join(f"<td><b>{two_decimals(terms.score)}</b></td>" for terms in (bleu, tolerant))
    last = f'<tr><td colspan="4"><b>score</b></td>{scores}</tr>'
    return page(
        f'<div class="sum"><table><thead><tr>{head}</tr></thead><tbody>{rows}{last}</tbody></table>'
        f'<div class="how"><small>Brevity penalty {digits(bleu.brevity_penalty)} and smoothing are the same for both.'
        " Columns BLEU and tBLEU: what matches, unsmoothed.</small></div></div>"
    )


def _precision(terms: Arithmetic, at: int) -> str:
    if not terms.smoothed_totals[at]:
        return "none"
    value = terms.precisions[at]
    return digits(value) if value == value else "not defined"


def pairs_table(seen: ReferenceAlignment) -> pd.DataFrame:
    """One row a pair of different words: where they were cut, what was edited, how far apart they are."""
    columns = (
        "word",
        "partner",
        "prefixes",
        "common part",
        "suffixes",
        "edits",
        "distance",
        "weight",
        "within epsilon",
    )
    rows = [_pair_row(pair) for pair in seen.pairs if pair.distance]
    return pd.DataFrame(rows, columns=columns)


def _pair_row(pair: AlignedPair) -> tuple:
    match, arrow = pair.match, " → ".join
    affixes = (arrow(match.prefixes), match.common, arrow(match.suffixes)) if match.common else ("", "", "")
    said = "; ".join(edits(match)) if match.common else "nothing in common"
    weight = 1 - pair.distance if pair.corrected else None
    return match.first, match.second, *affixes, said, pair.distance, weight, pair.corrected


def ngram_table(seen: ReferenceAlignment) -> pd.DataFrame:
    """One row an n-gram, as the paper's Figure 1 has them: original, corrected, weight, and whether it matched."""
    return pd.DataFrame(
        [
            {
                "n": len(ngram.tokens),
                "original": " ".join(ngram.tokens),
                "corrected": " ".join(ngram.corrected),
                "weight": ngram.weight,
                "matched": _matched(ngram),
                "counts": ngram.contribution,
            }
            for ngram in seen.ngrams
        ],
        columns=["n", "original", "corrected", "weight", "matched", "counts"],
    )


def _matched(ngram: WeighedNGram) -> str:
    if ngram.counted:
        return "yes"
    if ngram.in_reference and not ngram.clipped:
        return "counts by another reference"
    return MATCHED[ngram.clipped]
