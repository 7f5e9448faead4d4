"""Tokens and edits -> HTML string. Every user's text is escaped here, by ``text`` alone.

Pointing at a hypothesis token, or reaching it with the Tab key, marks in the references all n-grams that it is
part of. That is CSS alone: the tokens of n-gram k of system s bear the class ``g-s-k``, its tokens in the references
``m-s-k``. A token is part of few distinct n-grams, so the page grows with the text and no faster.
"""

import html
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from scoring.bleu import Arithmetic
from scoring.matches import NGram, SegmentMatches

SHADES = 4
"""The blue ramp has four steps; longer n-grams have the darkest."""

LINKED_TOKENS = 300
"""A hypothesis with more tokens is drawn without what pointing shows: a browser would be slow with it."""

STYLE = Path(__file__).with_suffix(".css").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Hypothesis:
    """One system's output for one segment, as the views need it."""

    system: str
    color: str
    matches: SegmentMatches
    arithmetic: Arithmetic
    """Of this segment alone: arrays of shape (N,) and numbers."""


def text(value: str) -> str:
    """A user's text as HTML: the one place where it is escaped."""
    return html.escape(value)


def legend(max_order: int, pointing: bool = True) -> str:
    """What the colours of the tokens mean, and whether pointing at one shows more."""
    steps = [
        f'<span><span class="t n{shade(n)}">{_order_name(n, max_order)}</span></span>'
        for n in range(1, min(max_order, SHADES) + 1)
    ]
    others = '<span class="t n0">in no reference</span><span class="t n0 cut">clipped away</span>'
    how = " Point at a word to see where it matches." if pointing else ""
    hint = f"<span>Colour: the longest n-gram that the word is part of.{how}</span>"
    return page(f'<div class="legend">{"".join(steps)}{others}{hint}</div>')


def segment(
    source: str | None,
    references: Mapping[str, str],
    hypotheses: Sequence[Hypothesis],
    note: str | None = None,
) -> str:
    """The segment large: source, every reference, every hypothesis with its matches.

    ``references`` maps names to texts in the order of the matches' references, missing ones left out.
    """
    lines = []
    if note is not None:
        lines.append(line("about", f'<span class="plain">{text(note)}</span>'))
    if source is not None:
        lines.append(line("source", _words([text(source)], "words calm") if source else _blank()))
    lines += _reference_lines(list(references), hypotheses)
    best = _best(hypotheses)
    for number, hypothesis in enumerate(hypotheses):
        lines.append(line(_who(hypothesis, hypothesis in best), _hypothesis(number, hypothesis)))
    return page("".join(lines), _rules(hypotheses))


def arithmetic(hypotheses: Sequence[Hypothesis], smoothing: str) -> str:
    """How each score comes about: a card a system, every number that it takes."""
    return page(f'<div class="sums">{"".join(_sum(h, smoothing) for h in hypotheses)}</div>')


def verdict(scores: Mapping[str, float], systems: Sequence[str]) -> str:
    """Who leads in corpus BLEU, and by how much; ``systems`` from the best to the worst."""
    named = [f"<b>{text(system)}</b>" for system in systems]
    points = [f"<b>{two_decimals(scores[system])}</b>" for system in systems]
    if len(systems) == 1:
        answer = f"{named[0]} has BLEU {points[0]}."
    elif points[0] == points[1]:
        level = points.count(points[0])
        others = f"{named[1]}" if level == 2 else f"{level - 1} others"
        answer = f"{named[0]} and {others} are level at BLEU {points[0]}."
    else:
        lead = f"{scores[systems[0]] - scores[systems[1]]:.2f}"
        answer = (
            f"Which system is better? {named[0]} has BLEU {points[0]}, {lead} more than {named[1]} with {points[1]}."
            " A lead in BLEU is a reason to read on, not yet a proof."
        )
    return page(f'<p class="verdict">{answer}</p>')


def shade(order: int) -> int:
    return min(order, SHADES)


def page(body: str, rules: str = "") -> str:
    """A piece of HTML with the style that all pieces share."""
    return f'<style>{STYLE}{rules}</style><div class="bs">{body}</div>'


def line(who: str, words: str) -> str:
    """A row: who speaks, and what."""
    return f'<div class="line"><div class="who">{who}</div><div class="say">{words}</div></div>'


def _words(tokens: Iterable[str], kind: str = "words") -> str:
    return f'<div class="{kind}" dir="auto">{" ".join(tokens)}</div>'


def _blank() -> str:
    return '<div class="words"><span class="blank">(empty)</span></div>'


def _who(hypothesis: Hypothesis, is_best: bool) -> str:
    best = '<span class="best">best</span>' if is_best else ""
    score = f'<span class="score">BLEU {two_decimals(_score(hypothesis))}</span>'
    return f"{dot(hypothesis.color)}<b>{text(hypothesis.system)}</b><br>{score}{best}"


def dot(color: str) -> str:
    """A system's colour beside its name."""
    return f'<span class="dot" style="background:{color}"></span>'


def two_decimals(score: float) -> str:
    """A score; what cannot be computed is said."""
    return "not defined" if score != score else f"{score:.2f}"


def _score(hypothesis: Hypothesis) -> float:
    return float(hypothesis.arithmetic.score)


def _best(hypotheses: Sequence[Hypothesis]) -> list[Hypothesis]:
    """Those with the highest score as it is shown; none where all are level or none is above 0."""
    shown = [round(_score(hypothesis), 2) for hypothesis in hypotheses]
    highest = max((score for score in shown if score == score), default=0.0)
    if highest <= 0 or all(score == highest for score in shown):
        return []
    return [hypothesis for hypothesis, score in zip(hypotheses, shown, strict=True) if score == highest]


def _reference_lines(names: Sequence[str], hypotheses: Sequence[Hypothesis]) -> list[str]:
    if not hypotheses:
        return []
    present = [number for number, tokens in enumerate(hypotheses[0].matches.references) if tokens is not None]
    lines = []
    for name, reference in zip(names, present, strict=True):
        tokens = hypotheses[0].matches.references[reference]
        marks = _reference_marks(hypotheses, reference, len(tokens))
        words = [f'<span class="r {" ".join(sorted(m))}">{text(t)}</span>' for t, m in zip(tokens, marks, strict=True)]
        lines.append(line(_reference_name(name), _words(words, "words calm") if words else _blank()))
    return lines


def _reference_name(name: str) -> str:
    kind = "" if name.lower().startswith("ref") else "reference "
    return f"{kind}<b>{text(name)}</b>"


def _reference_marks(hypotheses: Sequence[Hypothesis], reference: int, length: int) -> list[set[str]]:
    """For each reference token, the classes by which hypothesis tokens light it up."""
    marks: list[set[str]] = [set() for _ in range(length)]
    for number, hypothesis in enumerate(hypotheses):
        for k, ngram in _linked(hypothesis.matches):
            for start, end in ngram.reference_spans[reference]:
                for position in range(start, end):
                    marks[position].add(f"m-{number}-{k}")
    return marks


def _linked(matches: SegmentMatches) -> list[tuple[int, NGram]]:
    """The counted n-grams with their numbers; none where the hypothesis is too long to be linked."""
    if len(matches.hypothesis) > LINKED_TOKENS:
        return []
    return [(k, n) for k, n in enumerate(matches.ngrams) if n.matched and n.order <= matches.max_order]


def _rules(hypotheses: Sequence[Hypothesis]) -> str:
    """One rule a counted n-gram: while one of its tokens is pointed at, its partners are marked."""
    return "".join(
        f".bs:has(.g-{number}-{k}:is(:hover,:focus)) .m-{number}-{k}"
        "{background:#FFE3A3;color:#0F1B2A;box-shadow:0 0 0 1.5px #E69F00}"
        for number, hypothesis in enumerate(hypotheses)
        for k, _ in _linked(hypothesis.matches)
    )


def _hypothesis(number: int, hypothesis: Hypothesis) -> str:
    matches = hypothesis.matches
    if not matches.hypothesis:
        return _blank()
    if len(matches.hypothesis) > LINKED_TOKENS:
        note = f"{len(matches.hypothesis):,} words: pointing shows nothing in so long a segment"
        tokens = (f'<span class="{_classes(p, matches)}">{text(t)}</span>' for p, t in enumerate(matches.hypothesis))
        return f'<span class="blank">{note}</span>{_words(tokens)}'
    groups: list[list[str]] = [[] for _ in matches.hypothesis]
    for k, ngram in _linked(matches):
        for position in {position for span in ngram.matched_spans for position in range(*span)}:
            groups[position].append(f"g-{number}-{k}")
    return _words(_token(number, position, matches, classes) for position, classes in enumerate(groups))


def _token(number: int, position: int, matches: SegmentMatches, groups: Sequence[str]) -> str:
    classes = " ".join([_classes(position, matches), f"h s-{number}", *groups])
    tip = f'<span class="tip" dir="auto">{_tip(position, matches)}</span>'
    return f'<span class="{classes}" tabindex="0">{text(matches.hypothesis[position])}{tip}</span>'


def _classes(position: int, matches: SegmentMatches) -> str:
    return f"t n{shade(matches.longest[position])}" + (" cut" if matches.clipped[position] else "")


def _tip(position: int, matches: SegmentMatches) -> str:
    rows = [_tip_row(ngram) for ngram in reversed(matches.covering(position))]
    if matches.clipped[position]:
        rows.append("<div>Clipped away as a single word: no reference has it this often.</div>")
    elif not rows:
        rows.append("<div>In no reference.</div>")
    return "".join(rows)


def _tip_row(ngram: NGram) -> str:
    counts = f"{ngram.count}× here, {ngram.reference_count}× in a reference, {ngram.matched} counted"
    return f'<div><b>{text(" ".join(ngram.tokens))}</b><i dir="ltr">{counts}</i></div>'


def _order_name(order: int, max_order: int) -> str:
    name = {1: "single word", 2: "2 words", 3: "3 words"}.get(order, f"{order} words")
    return name + (" or more" if order == SHADES < max_order else "")


def _sum(hypothesis: Hypothesis, smoothing: str) -> str:
    terms = hypothesis.arithmetic
    rows = "".join(_sum_row(order, hypothesis) for order in range(1, len(terms.matches) + 1))
    head = "".join(f"<th>{name}</th>" for name in ("n", "matched", "of", "clipped", "smoothed", "precision"))
    return (
        f'<div class="sum"><h4>{dot(hypothesis.color)}{text(hypothesis.system)}</h4>'
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        f'<div class="how">{_penalty(terms)}<br>{_product(terms)}<br>'
        f"<small>smoothing: {text(smoothing)}</small></div></div>"
    )


def _sum_row(order: int, hypothesis: Hypothesis) -> str:
    terms, at = hypothesis.arithmetic, order - 1
    clipped = sum(ngram.clipped for ngram in hypothesis.matches.of_order(order))
    same = terms.matches[at] == terms.smoothed_matches[at] and terms.totals[at] == terms.smoothed_totals[at]
    smoothed = "" if same else f"{terms.smoothed_matches[at]:.6g} / {terms.smoothed_totals[at]:.6g}"
    precision = _digits(terms.precisions[at]) if terms.smoothed_totals[at] else "none"
    if terms.precisions[at] != terms.precisions[at]:
        smoothed = precision = "not defined"
    cells = (
        f"{order}",
        f"{terms.matches[at]:.0f}",
        f"{terms.totals[at]:.0f}",
        f"{clipped}",
        smoothed,
        precision,
    )
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _digits(value: float) -> str:
    """Seven significant digits: enough to find the score's two decimals again by hand."""
    return f"{value:.7g}"


def _penalty(terms: Arithmetic) -> str:
    length, reference = terms.hypothesis_length, terms.reference_length
    lengths = f"c = {length:.0f} words, closest reference r = {reference:.0f}"
    if length == 0:
        return f"{lengths}; an empty hypothesis has no score"
    if length >= reference:
        return f"{lengths}; c ≥ r, so the brevity penalty is 1"
    return f"{lengths}; brevity penalty exp(1 − {reference:.0f}/{length:.0f}) = {_digits(terms.brevity_penalty)}"


def _product(terms: Arithmetic) -> str:
    if terms.score != terms.score and terms.hypothesis_length:
        return "BLEU is not defined: this smoothing fails without a matching trigram, and where N is below 3."
    if terms.score != terms.score:
        return "BLEU is not defined: hypothesis and reference are empty. The segment is left out of averages."
    if not terms.score:
        return f"BLEU = <b>0.00</b>: {_why_zero(terms)}"
    used = [(p, w) for p, w in zip(terms.precisions, terms.weights, strict=True) if w > 0]
    if len({w for _, w in used}) == 1:
        product = " × ".join(_digits(p) for p, _ in used)
        mean = f"({product})<sup>1/{len(used)}</sup>"
    else:
        mean = " × ".join(f"{_digits(p)}<sup>{_digits(w)}</sup>" for p, w in used)
    return f"BLEU = 100 × {_digits(terms.brevity_penalty)} × {mean} = <b>{terms.score:.2f}</b>"


def _why_zero(terms: Arithmetic) -> str:
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
    what = "matches" if terms.totals[order - 1] else "exists in so short a hypothesis"
    return f"no {order}-gram {what}, and one zero makes the product 0."
