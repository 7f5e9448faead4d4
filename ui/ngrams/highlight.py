"""BLEU's n-gram matches of a segment, and its arithmetic, as HTML. Pure.

Pointing at a hypothesis token, or reaching it with the Tab key, marks in the references all n-grams that contain it.
CSS alone does that: the tokens of n-gram k of system s have the class ``g-s-k``, its tokens in the references
``m-s-k``. A token is part of few distinct n-grams, so the page grows only linearly with the text.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from scoring.bleu import BleuArithmetic
from scoring.bleu.matches import NGram, SegmentMatches
from scoring.output.markup import html
from scoring.output.markup.ngrams import classes
from scoring.output.numbers import significant, two_decimals
from ui.context import filters as filtering
from ui.context.filters import NO_FILTERS, OUTPUTS, REFERENCES, SOURCE, Filters

EXACT = 7
"""Number of significant digits that reproduce the score's two decimals by hand."""
NOT_MEANING = "BLEU does not see meaning."
AS_SPLIT = (
    "Outputs and references are shown as BLEU splits them: your files may have no such spaces around punctuation."
)
HIT = "hit"
"""Class of text that a search has found."""
LINKED_TOKENS = 300
"""Largest number of tokens of a hypothesis that responds to pointing; with more a browser would be slow."""


@dataclass(frozen=True)
class Hypothesis:
    """One system's output for one segment, with its matches and arithmetic."""

    system: str
    color: str
    matches: SegmentMatches
    arithmetic: BleuArithmetic
    """Arithmetic of this segment alone: arrays of shape (N,) and numbers."""
    text: str = ""
    """Output before it was split into words."""

    @cached_property
    def linked(self) -> list[tuple[int, NGram]]:
        """Counted n-grams with their numbers; empty if the hypothesis is too long to be linked."""
        matches = self.matches
        if len(matches.hypothesis) > LINKED_TOKENS:
            return []
        return [(k, n) for k, n in enumerate(matches.ngrams) if n.matched and n.order <= matches.max_order]


def segment_html(
    source: str | None,
    references: Mapping[str, str],
    hypotheses: Sequence[Hypothesis],
    note: str | None = None,
    filters: Filters = NO_FILTERS,
) -> Markup:
    """Return the HTML of the segment in large type: source, every reference, every hypothesis with its matches.

    ``references`` maps names to texts in the order of the matches' references, without missing ones. Text that the
    filters search for is marked.
    """
    best = _best(hypotheses)
    source_text = source if source is None else filtering.marked_text(source, filters, SOURCE)
    text_rows = [
        html.source_rows(source_text, note, filters.searches(SOURCE)),
        *_reference_lines(references, hypotheses, filters),
    ]
    lines = [
        html.html_line(
            _system_score_html(hypothesis, hypothesis in best), _hypothesis_html(number, hypothesis, filters)
        )
        for number, hypothesis in enumerate(hypotheses)
    ]
    return _pointing_css(hypotheses) + html.page(html.given_rows(text_rows) + Markup("").join(lines))


def bleu_arithmetic(hypotheses: Sequence[Hypothesis], smoothing: str) -> Markup:
    """Return the HTML of how each score is computed: one card for each system, with every number used."""
    cards = Markup("").join(_arithmetic_card(hypothesis, smoothing) for hypothesis in hypotheses)
    return html.page(Markup('<div class="sums">{}</div>').format(cards))


def _system_score_html(hypothesis: Hypothesis, is_best: bool) -> Markup:
    best = Markup('<span class="best">best</span>') if is_best else ""
    return Markup('{}<b>{}</b><br><span class="score">BLEU {}</span>{}').format(
        html.dot(hypothesis.color), hypothesis.system, two_decimals(_score(hypothesis)), best
    )


def _score(hypothesis: Hypothesis) -> float:
    return float(hypothesis.arithmetic.score)


def _best(hypotheses: Sequence[Hypothesis]) -> list[Hypothesis]:
    """Return the hypotheses with the highest score, as rounded on the page; none if all are equal or 0."""
    shown = [round(_score(hypothesis), 2) for hypothesis in hypotheses]
    highest = max((score for score in shown if score == score), default=0.0)
    if highest <= 0 or all(score == highest for score in shown):
        return []
    return [hypothesis for hypothesis, score in zip(hypotheses, shown, strict=True) if score == highest]


def _reference_lines(references: Mapping[str, str], hypotheses: Sequence[Hypothesis], filters: Filters) -> list[Markup]:
    if not hypotheses:
        return []
    lines, word = [], Markup('<span class="r %s">%s</span>')
    present = [
        (number, reference_tokens)
        for number, reference_tokens in enumerate(hypotheses[0].matches.references)
        if reference_tokens is not None
    ]
    for (name, text), (reference, tokens) in zip(references.items(), present, strict=True):
        marks = _reference_marks(hypotheses, reference, len(tokens))
        if filters.searches(REFERENCES):
            _add_hits(marks, text, tokens, filters)
        words = [word % (" ".join(sorted(lit)), token) for token, lit in zip(tokens, marks, strict=True)]
        lines.append(html.html_line(html.reference(name), html.html_words(words, calm=True)))
    return lines


def _reference_marks(hypotheses: Sequence[Hypothesis], reference: int, length: int) -> list[set[str]]:
    """Return each reference token's classes, by which hypothesis tokens highlight the token."""
    marks: list[set[str]] = [set() for _ in range(length)]
    for number, hypothesis in enumerate(hypotheses):
        for k, ngram in hypothesis.linked:
            lights_up = f"m-{number}-{k}"
            for start, end in ngram.reference_spans[reference]:
                for position in range(start, end):
                    marks[position].add(lights_up)
    return marks


def _add_hits(marks: Sequence[set[str]], text: str, tokens: Sequence[str], filters: Filters) -> None:
    """Mark the tokens in which the filters find something."""
    for lit, is_hit in zip(marks, filtering.tokens_with_match(text, tokens, filters), strict=True):
        if is_hit:
            lit.add(HIT)


def _pointing_css(hypotheses: Sequence[Hypothesis]) -> Markup:
    """Return the CSS that marks the partners of the token of a counted n-gram that is pointed at."""
    pairs = [f"{number}-{k}" for number, h in enumerate(hypotheses) for k, _ in h.linked]
    partners = [f".bs:has(.g-{pair}:is(:hover,:focus)) .m-{pair}" for pair in pairs]
    if not partners:
        return Markup("")
    return Markup("<style>{}{{background:#FFE3A3;color:#0F1B2A;box-shadow:0 0 0 1.5px #E69F00}}</style>").format(
        Markup(",").join(partners)
    )


def _hypothesis_html(number: int, hypothesis: Hypothesis, filters: Filters) -> Markup:
    matches = hypothesis.matches
    if len(matches.hypothesis) > LINKED_TOKENS:
        token = Markup('<span class="%s">%s</span>')
        tokens = [token % (classes(place, matches), word) for place, word in enumerate(matches.hypothesis)]
        note = f"{len(tokens):,} words: pointing shows nothing in so long a segment"
        return Markup('<span class="blank">{}</span>{}').format(note, html.html_words(tokens))
    linked = hypothesis.linked
    groups: list[set[str]] = [set() for _ in matches.hypothesis]
    for k, ngram in linked:
        for position in {position for span in ngram.matched_spans for position in range(*span)}:
            groups[position].add(f"g-{number}-{k}")
    if filters.searches(OUTPUTS, hypothesis.system):
        _add_hits(groups, hypothesis.text, matches.hypothesis, filters)
    tip_lines = {ngram.tokens: _tip_line(ngram) for _, ngram in linked}
    token = Markup('<span class="%s" tabindex="0" data-tip="%s">%s</span>')  # % is three times as fast as format
    words = []
    for place, word in enumerate(matches.hypothesis):
        kinds = " ".join([classes(place, matches), f"h s-{number}", *sorted(groups[place])])
        words.append(token % (kinds, _tip(place, matches, tip_lines), word))
    return html.html_words(words)


def _tip(position: int, matches: SegmentMatches, lines: Mapping[tuple[str, ...], str]) -> str:
    """Return the tooltip of a token, line by line; an attribute, since a page has thousands and shows one."""
    tip_lines = [lines[ngram.tokens] for ngram in reversed(matches.covering(position))]
    if matches.clipped[position]:
        tip_lines.append("Clipped away as a single word: no reference has it this often.")
    return "\n".join(tip_lines) or "In no reference."


def _tip_line(ngram: NGram) -> str:
    counts = f"{ngram.count}× here, {ngram.reference_count}× in a reference, {ngram.matched} counted"
    return f"{' '.join(ngram.tokens)}: {counts}"


def _arithmetic_card(hypothesis: Hypothesis, smoothing: str) -> Markup:
    terms = hypothesis.arithmetic
    rows = [html.html_row(_order_row(order, hypothesis)) for order in range(1, len(terms.matches) + 1)]
    table = html.html_table(("n", "matched", "of", "clipped", "smoothed", "precision"), rows)
    return Markup(
        '<div class="sum"><h4>{}{}</h4>{}<div class="how">{}<br>{}<br><small>smoothing: {}</small></div></div>'
    ).format(html.dot(hypothesis.color), hypothesis.system, table, _penalty(terms), _product(terms), smoothing)


def _order_row(order: int, hypothesis: Hypothesis) -> Sequence[str]:
    terms, at = hypothesis.arithmetic, order - 1
    clipped = sum(ngram.clipped for ngram in hypothesis.matches.select_ngrams(order))
    same = terms.matches[at] == terms.smoothed_matches[at] and terms.totals[at] == terms.smoothed_totals[at]
    counts = (significant(count[at], 6) for count in (terms.smoothed_matches, terms.smoothed_totals))
    smoothed = "" if same else " / ".join(counts)
    precision = significant(terms.precisions[at], EXACT) if terms.smoothed_totals[at] else "none"
    if terms.precisions[at] != terms.precisions[at]:
        smoothed = precision = "not defined"
    return f"{order}", f"{terms.matches[at]:.0f}", f"{terms.totals[at]:.0f}", f"{clipped}", smoothed, precision


def _penalty(terms: BleuArithmetic) -> str:
    length, reference = terms.hypothesis_length, terms.reference_length
    lengths = f"c = {length:.0f} words, closest reference r = {reference:.0f}"
    if length == 0:
        return f"{lengths}; an empty hypothesis has no score"
    if length >= reference:
        return f"{lengths}; c ≥ r, so the brevity penalty is 1"
    penalty = significant(terms.brevity_penalty, EXACT)
    return f"{lengths}; brevity penalty exp(1 − {reference:.0f}/{length:.0f}) = {penalty}"


def _product(terms: BleuArithmetic) -> Markup:
    if terms.score != terms.score and terms.hypothesis_length:
        return Markup("BLEU is not defined: this smoothing fails without a matching trigram, and where N is below 3.")
    if terms.score != terms.score:
        return Markup("BLEU is not defined: hypothesis and reference are empty. The segment is left out of averages.")
    if not terms.score:
        return Markup("BLEU = <b>0.00</b>: {}").format(_zero_score_sentence(terms))
    return Markup("BLEU = 100 × {} × {} = <b>{}</b>").format(
        significant(terms.brevity_penalty, EXACT), _mean(terms), two_decimals(terms.score)
    )


def _mean(terms: BleuArithmetic) -> Markup:
    """Return the weighted geometric mean of the precisions as a formula."""
    used = [(p, w) for p, w in zip(terms.precisions, terms.weights, strict=True) if w > 0]
    if len({w for _, w in used}) == 1:
        return Markup("({})<sup>1/{}</sup>").format(" × ".join(significant(p, EXACT) for p, _ in used), len(used))
    power = Markup("{}<sup>{}</sup>")
    return Markup(" × ").join(power.format(significant(p, EXACT), significant(w, EXACT)) for p, w in used)


def _zero_score_sentence(terms: BleuArithmetic) -> str:
    if not terms.hypothesis_length:
        return "there is nothing to score."
    if not terms.matches.any() and not terms.smoothed_matches.any():
        return "no word is in a reference, so there is nothing to smooth."
    if not terms.weights.any():
        return "no order that the hypothesis reaches has a weight."
    if terms.matches[0] and not terms.smoothed_matches.any():
        return "this smoothing counts nothing where a hypothesis has fewer words than there are weights."
    weighted = enumerate(zip(terms.precisions, terms.weights, strict=True), 1)
    order = next((order for order, (precision, weight) in weighted if weight and not precision), None)
    if order is None:
        return "the brevity penalty is too small for a number."
    predicate = "matches" if terms.totals[order - 1] else "exists in so short a hypothesis"
    return f"no {order}-gram {predicate}, and one zero makes the product 0."
