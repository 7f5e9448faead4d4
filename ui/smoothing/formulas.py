"""The smoothing methods as HTML: a table of one segment's numbers, and the formula of each changed count. Pure."""

import re
from collections.abc import Mapping

from markupsafe import Markup

from scoring.bleu import BLEU, BleuArithmetic
from scoring.bleu.dialects import DIALECTS
from scoring.bleu.smoothing import METHODS, PAPER
from scoring.output.markup import html
from scoring.output.numbers import significant as digits
from scoring.output.numbers import two_decimals


def method_bars(terms: Mapping[str, BleuArithmetic], color: str) -> Markup:
    """Return one row for each method of the paper: its description, and its score as a bar.

    The longest bar is the highest score.
    """
    scores = {name: float(arithmetic.score) for name, arithmetic in terms.items()}
    highest = max((score for score in scores.values() if score > 0), default=1.0)
    row = Markup(
        '<div><b>{}</b><span>{}</span><div><i style="width:{:.1%};background:{}"></i><b class="num">{}</b></div></div>'
    )
    rows = (
        row.format(name, PAPER[name].description, score / highest if score > 0 else 0, color, two_decimals(score))
        for name, score in scores.items()
    )
    return html.page(Markup('<div class="bars">{}</div>').format(Markup("").join(rows)))


def methods_table(terms: Mapping[str, BleuArithmetic], bleus: Mapping[str, BLEU]) -> Markup:
    """Return one row for each method: m'_n / l'_n and p_n for each order, brevity penalty, score; then the formula."""
    orders = len(next(iter(terms.values())).matches)
    head = ["method", *(f"n = {order}" for order in range(1, orders + 1)), "penalty", "BLEU"]
    rows = [_method(name, terms, bleus[name].smoothed_by.value or 0.0) for name in terms]
    return html.page(html.scrolling(html.html_table(head, rows, "methods"), "Scores by method"))


def toolkits_html(terms: Mapping[tuple[str, str], BleuArithmetic], paper: Mapping[str, BleuArithmetic]) -> Markup:
    """Return one row for each toolkit: its methods' scores, the paper's if they differ, and the reason."""
    rows = []
    for name, dialect in DIALECTS.items():
        scores = Markup(" ").join(
            _version(method, terms[name, method], paper[METHODS[method_name].version_of or method_name])
            for method, method_name in dialect.methods.items()
            if (name, method) in terms
        )
        if scores:
            body = Markup("<div>{}</div><small>{}</small>").format(scores, dialect.description)
            rows.append(html.html_line(Markup("<b>{}</b>").format(dialect.label), body))
    return html.page(Markup("").join(rows))


def _version(name: str, terms: BleuArithmetic, paper: BleuArithmetic) -> Markup:
    """Return a toolkit's score, underlined and followed by the paper's if they differ."""
    score, published = two_decimals(terms.score), two_decimals(paper.score)
    if score == published:
        return Markup('<span class="pair"><i>{}</i> <b>{}</b></span>').format(name, score)
    return Markup('<span class="pair"><i>{}</i> <b class="other">{}</b> <i>(paper {})</i></span>').format(
        name, score, published
    )


def _method(name: str, terms: Mapping[str, BleuArithmetic], value: float) -> Markup:
    own = terms[name]
    cells = Markup("").join(_cell(own, at) for at in range(len(own.matches)))
    row = Markup(
        "<tr><td><b>{}</b></td>{}<td>{}</td><td><b>{}</b></td></tr>"
        '<tr class="how"><td></td><td colspan="{}">{}{}</td></tr>'
    )
    scores = digits(own.brevity_penalty), two_decimals(own.score)
    formula_line = Markup("<br>{}").format(formulas) if (formulas := _formulas_html(name, terms, value)) else ""
    return row.format(name, cells, *scores, len(own.matches) + 2, PAPER[name].description, formula_line)


def _cell(terms: BleuArithmetic, at: int) -> Markup:
    if not terms.smoothed_totals[at]:
        return Markup("<td>none</td>")
    changed = Markup(' class="changed"') if _is_smoothed(terms, at) else ""
    numbers = (digits(of[at]) for of in (terms.smoothed_matches, terms.smoothed_totals, terms.precisions))
    return Markup("<td{}>{} / {}<br><small>{}</small></td>").format(changed, *numbers)


def _is_smoothed(terms: BleuArithmetic, at: int) -> bool:
    return bool(
        abs(terms.smoothed_matches[at] - terms.matches[at]) > 1e-12 or terms.smoothed_totals[at] != terms.totals[at]
    )


def _formulas_html(name: str, terms: Mapping[str, BleuArithmetic], value: float) -> Markup:
    """Return the formula of each changed order with this segment's numbers."""
    own, formula = terms[name], PAPER[name].formula
    orders = [at for at in range(len(own.matches)) if _is_smoothed(own, at)]
    return Markup("; &nbsp;").join(_formula_html(formula(own, at, value)) for at in orders) if formula else Markup("")


def _formula_html(formula: str) -> Markup:
    """Return a formula with ``_n`` as a subscript and ``^n`` as a power."""
    tags = {"_": Markup("<sub>{}</sub>"), "^": Markup("<sup>{}</sup>")}
    parts = re.split(r"([_^])(\d+)", formula)
    lowered = (tags[sign].format(number) + rest for sign, number, rest in zip(*[iter(parts[1:])] * 3, strict=True))
    return Markup("{}{}").format(parts[0], Markup("").join(lowered))
