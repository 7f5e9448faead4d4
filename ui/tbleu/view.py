"""One segment under tolerant BLEU as a drawing, tables and sentences. Pure: the page shows the numbers summed.

Users' text goes into the drawing, into data frames and, escaped by ``Markup``, into HTML.
"""

from collections.abc import Callable, Iterable, Sequence

import pandas as pd
from markupsafe import Markup

from scoring.bleu import BleuArithmetic
from scoring.output.markup import html
from scoring.output.numbers import fixed, significant, two_decimals
from scoring.tbleu.affix import AffixMatch
from scoring.tbleu.segment import AlignedPair, ReferenceAlignment, SegmentAlignment, WeighedNGram
from ui.drawing.component import ELSEWHERE, Drawing, Key, Mark, MarkKind, Token, TokenLink, TokenRow

KINDS: dict[str, MarkKind] = {"replace": "substitution", "delete": "deletion", "insert": "insertion"}
"""Levenshtein's name of an edit -> name in drawings."""
MATCHED = {True: "clipped away", False: "no"}

LEGEND = (
    Key("the same word", style="quiet"),
    Key("forgiven in part", Token("word", sign="~")),
    Key("too different", style="faint"),
    Key("no partner", Token("word", "lone")),
    ELSEWHERE,
    Key("common part", Token("word", marks=(Mark(0, 3, "common"), Mark(3, 4, "affix")))),
    Key("replaced", Token("a", marks=(Mark(0, 1, "substitution"),))),
    Key("dropped", Token("a", marks=(Mark(0, 1, "deletion"),))),
    Key("added", Token("a", marks=(Mark(0, 1, "insertion"),))),
)


def tbleu_drawing(alignment: SegmentAlignment, number: int, system: str, reference: str) -> Drawing:
    """Return the hypothesis above one of its references, with a link for every aligned pair."""
    reference_alignment = alignment.alignment_with(number)
    above = {pair.hypothesis: pair for pair in reference_alignment.pairs}
    below = {pair.reference: pair for pair in reference_alignment.pairs}
    epsilon, about = alignment.epsilon, "" if reference.lower().startswith("ref") else "reference"
    output_tokens = tuple(_token(word, above.get(at), 0, epsilon) for at, word in enumerate(alignment.hypothesis))
    reference_tokens = tuple(
        _token(word, below.get(at), 1, epsilon) for at, word in enumerate(reference_alignment.tokens)
    )
    rows = TokenRow(system, output_tokens), TokenRow(reference, reference_tokens, about)
    label = f"{system} aligned with {reference}, word by word"
    return Drawing(label, rows, tuple(map(_link, reference_alignment.pairs)), legend=LEGEND)


def _token(word: str, pair: AlignedPair | None, side: int, epsilon: float) -> Token:
    if pair is None:
        return Token(word, "lone", tip=(_word(word), "No partner: the other side has fewer words."))
    if not pair.distance:
        return Token(word, "quiet", tip=(_word(word), "The same word: distance 0, weight 1."))
    marks, tip = _marks(pair.match, side), tuple(_tip(pair, epsilon))
    if pair.corrected:
        return Token(word, "plain", "" if side else "~", marks, tip=tip)
    return Token(word, "faint", "", marks, tip=tip)


def _link(pair: AlignedPair) -> TokenLink:
    if not pair.distance:
        return TokenLink(0, pair.hypothesis, pair.reference, "0", "quiet", "match")
    label = two_decimals(pair.distance)
    if pair.corrected:
        return TokenLink(0, pair.hypothesis, pair.reference, label, "normal", "substitution")
    return TokenLink(0, pair.hypothesis, pair.reference, label, "faint")


def _marks(match: AffixMatch, side: int) -> tuple[Mark, ...]:
    """Return the marks of a word's common part and of its edits; at distance 1 only of the common part."""
    if match.distance == 1:
        return (Mark(*(match.first_span, match.second_span)[side], "common"),) if match.common else ()
    word = (match.first, match.second)[side]
    kinds: list[MarkKind] = ["affix"] * len(word)
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
        yield "; ".join(edits_in_words(match, _word))
    yield f"affix distance {equation(match)}"
    if pair.corrected:
        weight = fixed(1 - pair.distance, 3)
        yield f"Within tolerance {epsilon:g}: counts as {_word(match.second)} with weight {weight}."
    else:
        yield f"Beyond tolerance {epsilon:g}: stays as it is."


def edits_in_words(match: AffixMatch, shown: Callable[[str], str] = str) -> list[str]:
    """Return the character edits in words, from left to right."""
    phrases = []
    for kind, first, second in match.operations:
        a, b = shown(match.first[slice(*first)]), shown(match.second[slice(*second)])
        phrases.append({"replace": f"{a} becomes {b}", "delete": f"{a} is dropped", "insert": f"{b} is added"}[kind])
    return phrases


def equation(match: AffixMatch) -> str:
    """Return the affix distance as an equation with its numbers."""
    if not match.common:
        return "1: nothing is common"
    before = sum(max(b - a, d - c) for _, (a, b), (c, d) in match.operations if b <= match.first_span[0])
    ratio = f"({before} + {match.edits - before}) / {len(match.common)}"
    return f"{ratio}, at most 1: 1" if match.edits > len(match.common) else f"{ratio} = {fixed(match.distance, 3)}"


def _affixes(affixes: Sequence[str]) -> str:
    first, second = (_word(affix) if affix else "none" for affix in affixes)
    return first if first == second else f"{first} → {second}"


def _word(word: str) -> str:
    """Return a word in isolating marks, so that its writing direction does not affect the text around it."""
    return f"\u2068{word}\u2069"


def best_reference(alignment: SegmentAlignment) -> int:
    """Return the number of the reference with the largest sum of matches; the first one if several tie."""
    sums = [
        sum(ngram.contribution for ngram in reference_alignment.ngrams) if reference_alignment else -1.0
        for reference_alignment in alignment.references
    ]
    return sums.index(max(sums))


def tbleu_verdict(
    bleu: BleuArithmetic,
    tolerant: BleuArithmetic,
    reference_alignment: ReferenceAlignment,
    epsilon: float,
    reference: str | None = None,
) -> Markup:
    """Return the effect of tolerance on a segment in one sentence; ``reference`` is named if there are several."""
    sentence = Markup(
        '<p class="verdict">This segment has BLEU <b>{}</b> and tBLEU <b>{}</b>: a tolerance of {:g} forgives'
        " <b>{}</b> of {} words{}.</p>"
    )
    scores = two_decimals(bleu.score), two_decimals(tolerant.score)
    n_forgiven = sum(pair.corrected and pair.distance > 0 for pair in reference_alignment.pairs)
    by = "" if reference is None else Markup(" by {}").format(html.reference(reference))
    return html.page(sentence.format(*scores, epsilon, n_forgiven, len(reference_alignment.corrected), by))


def corrected_sentence(reference_alignment: ReferenceAlignment, hypothesis: Sequence[str]) -> Markup:
    """Return the corrected sentence, with the weight of every word that was changed."""
    same = Markup('<span class="r">{}</span>')
    changed = Markup('<span class="t fixed">{}<small dir="ltr"> ~{}</small></span>')
    words = [
        same.format(new) if new == old else changed.format(new, two_decimals(weight))
        for new, old, weight in zip(reference_alignment.corrected, hypothesis, reference_alignment.weights, strict=True)
    ]
    return html.page(html.html_line(Markup("<b>corrected</b> with weights"), html.html_words(words)))


def precisions_html(bleu: BleuArithmetic, tolerant: BleuArithmetic) -> Markup:
    """Return both metrics' counts and precisions by order, side by side."""
    rows = []
    for at, (n_totals, n_matches) in enumerate(zip(bleu.totals, bleu.matches, strict=True)):
        counts = f"{at + 1}", f"{n_totals:.0f}", f"{n_matches:.0f}", significant(tolerant.matches[at])
        rows.append(html.html_row((*counts, _precision(bleu, at), _precision(tolerant, at))))
    scores = Markup('<tr><td colspan="4"><b>score</b></td><td><b>{}</b></td><td><b>{}</b></td></tr>').format(
        two_decimals(bleu.score), two_decimals(tolerant.score)
    )
    head = ("n", "of", "BLEU", "tBLEU", "BLEU precision", "tBLEU precision")
    template = Markup(
        '<div class="sum">{}<div class="how"><small>Brevity penalty {} and smoothing are the same for both.'
        " The columns BLEU and tBLEU have the matches, unsmoothed.</small></div></div>"
    )
    return html.page(template.format(html.html_table(head, [*rows, scores]), significant(bleu.brevity_penalty)))


def _precision(terms: BleuArithmetic, at: int) -> str:
    return significant(terms.precisions[at]) if terms.smoothed_totals[at] else "none"


def word_pairs_table(reference_alignment: ReferenceAlignment) -> pd.DataFrame:
    """Return one row for each pair of different words: its parts, edits, distance and weight."""
    columns = (
        *("word", "partner", "prefixes", "common part", "suffixes", "edits", "distance", "weight"),
        "forgiven",
    )
    return pd.DataFrame([_pair_row(pair) for pair in reference_alignment.pairs if pair.distance], columns=columns)


def _pair_row(pair: AlignedPair) -> tuple:
    match, arrow = pair.match, " → ".join
    affixes = (arrow(match.prefixes), match.common, arrow(match.suffixes)) if match.common else ("", "", "")
    edits = "; ".join(edits_in_words(match)) if match.common else "nothing in common"
    weight = 1 - pair.distance if pair.corrected else None
    return match.first, match.second, *affixes, edits, pair.distance, weight, pair.corrected


def forms_caption_html(reference: str | None) -> Markup:
    """Return the caption of the list of forms; ``reference`` is the one compared, if there are several."""
    form = Markup("the form that {} has of them").format(html.reference(reference)) if reference else None
    caption = Markup(
        "<small>Words of the output and {}. Gain is times × (1 − distance): the most matches that forgiving the pair"
        " can add. Click a row to see the first segment with the pair below.</small>"
    )
    return html.page(caption.format(form or "the reference's form of them"))


def ngram_table(reference_alignment: ReferenceAlignment) -> pd.DataFrame:
    """Return one row for each n-gram, as in the paper's Figure 1: original, corrected, weight, match."""
    rows = []
    for ngram in reference_alignment.ngrams:
        texts = len(ngram.tokens), " ".join(ngram.tokens), " ".join(ngram.corrected)
        rows.append((*texts, ngram.weight, _match_phrase(ngram), ngram.contribution))
    return pd.DataFrame(rows, columns=["n", "original", "corrected", "weight", "matched", "counts"])


def _match_phrase(ngram: WeighedNGram) -> str:
    if ngram.counted:
        return "yes"
    return "counts by another reference" if ngram.in_reference and not ngram.clipped else MATCHED[ngram.clipped]
