"""The smoothing methods as HTML: a table of one segment's numbers, and each changed count's formula. Pure."""

import math
from collections.abc import Mapping

import numpy as np

from scoring.bleu import BLEU, Arithmetic
from scoring.dialects import DIALECTS
from scoring.smoothing import METHODS, PAPER
from ui.highlight import page, text


def methods_table(terms: Mapping[str, Arithmetic], bleus: Mapping[str, BLEU], statistics: np.ndarray) -> str:
    """One row a method of the paper: m'_n / l'_n and p_n for each order, brevity penalty, score; then how."""
    orders = len(next(iter(terms.values())).matches)
    head = "".join(f"<th>n = {order}</th>" for order in range(1, orders + 1))
    rows = "".join(_method(name, terms[name], bleus[name], statistics) for name in terms)
    return page(
        '<table class="methods"><thead><tr><th>method</th>'
        f"{head}<th>penalty</th><th>BLEU</th></tr></thead><tbody>{rows}</tbody></table>"
    )


def dialects_table(terms: Mapping[tuple[str, str], Arithmetic], paper: Mapping[str, Arithmetic]) -> str:
    """One row a toolkit: its methods' scores, the paper's beside where they differ, and why they do."""
    rows = []
    for name, dialect in DIALECTS.items():
        scores = " ".join(
            _version(method, terms[name, method], paper[METHODS[ours].version_of])
            for method, ours in dialect.methods.items()
            if (name, method) in terms
        )
        if scores:
            rows.append(
                f'<div class="line"><div class="who"><b>{text(dialect.label)}</b></div>'
                f'<div class="say"><div>{scores}</div><small>{text(dialect.description)}</small></div></div>'
            )
    return page("".join(rows))


def _version(name: str, terms: Arithmetic, paper: Arithmetic) -> str:
    """A toolkit's score, underlined where it is not the paper's, which then stands beside it."""
    found, published = score(terms), score(paper)
    if found == published:
        return f'<span class="pair"><i>{text(name)}</i> <b>{found}</b></span>'
    return f'<span class="pair"><i>{text(name)}</i> <b class="other">{found}</b> <i>(paper {published})</i></span>'


def score(terms: Arithmetic) -> str:
    """0-100 with two decimals; what a toolkit cannot compute is said."""
    value = float(terms.score)
    return "not defined" if math.isnan(value) else f"{value:.2f}"


def _method(name: str, terms: Arithmetic, bleu: BLEU, statistics: np.ndarray) -> str:
    cells = "".join(_cell(terms, at) for at in range(len(terms.matches)))
    how = _how(name, terms, bleu, statistics)
    return (
        f"<tr><td><b>{name}</b></td>{cells}<td>{digits(terms.brevity_penalty)}</td><td><b>{score(terms)}</b></td></tr>"
        f'<tr class="how"><td></td><td colspan="{len(terms.matches) + 2}">{text(PAPER[name].description)}'
        f"{f'<br>{how}' if how else ''}</td></tr>"
    )


def _cell(terms: Arithmetic, at: int) -> str:
    changed = _changed(terms, at)
    if not terms.smoothed_totals[at]:
        return "<td>none</td>"
    counts = f"{digits(terms.smoothed_matches[at])} / {digits(terms.smoothed_totals[at])}"
    kind = ' class="changed"' if changed else ""
    return f"<td{kind}>{counts}<br><small>{digits(terms.precisions[at])}</small></td>"


def _changed(terms: Arithmetic, at: int) -> bool:
    return bool(
        abs(terms.smoothed_matches[at] - terms.matches[at]) > 1e-12 or terms.smoothed_totals[at] != terms.totals[at]
    )


def _how(name: str, terms: Arithmetic, bleu: BLEU, statistics: np.ndarray) -> str:
    """Each changed order's formula with this segment's numbers put in."""
    value = bleu.smoothing.value
    orders = [at for at in range(len(terms.matches)) if _changed(terms, at)]
    if not orders:
        return ""
    if name == "1":
        return _list(f"m′<sub>{at + 1}</sub> = ε = {digits(value)}" for at in orders)
    if name == "2":
        return _list(
            _fraction(at, f"{digits(terms.matches[at])} + 1", f"{digits(terms.totals[at])} + 1") for at in orders
        )
    if name in "34":
        base = "2" if name == "3" else f"({digits(value)} / ln {digits(terms.hypothesis_length)})"
        return _list(
            f"m′<sub>{at + 1}</sub> = 1 / {base}<sup>{rank}</sup> = {digits(terms.smoothed_matches[at])}"
            for rank, at in enumerate(orders, 1)
        )
    if name == "6":
        return _list(_prior(at, terms, value) for at in orders)
    return _means(name, terms, bleu, statistics)


def _prior(at: int, terms: Arithmetic, alpha: float) -> str:
    before, second = terms.precisions[at - 1], terms.precisions[at - 2]
    prior = before**2 / second if second else 0.0
    return (
        f"p<sub>{at + 1}</sub> = ({digits(terms.matches[at])} + {digits(alpha)} × {digits(prior)})"
        f" / ({digits(terms.totals[at])} + {digits(alpha)}), prior = {digits(before)}² / {digits(second)}"
    )


def _means(name: str, terms: Arithmetic, bleu: BLEU, statistics: np.ndarray) -> str:
    """Methods 5 and 7: (m'_(n-1) + m_n + m_(n+1)) / 3, where 7 has method 4's counts for m."""
    n = bleu.max_order
    counts = list(terms.matches)
    if name == "7":
        four = PAPER["4"].function(statistics[2 : n + 3], statistics[n + 3 :], statistics[0], bleu.smoothing.value)
        counts = list(four[0])
    counts.append(statistics[2 + n])
    previous = [counts[0] + 1, *terms.smoothed_matches]
    lead = "counts by 4, then " if name == "7" else ""
    return lead + _list(
        f"m′<sub>{at + 1}</sub> = ({digits(previous[at])} + {digits(counts[at])} + {digits(counts[at + 1])}) / 3"
        for at in range(n)
        if terms.totals[at]
    )


def _fraction(at: int, numerator: str, denominator: str) -> str:
    return f"p<sub>{at + 1}</sub> = ({numerator}) / ({denominator})"


def _list(parts) -> str:
    return "; &nbsp;".join(parts)


def digits(value: float) -> str:
    """Five significant digits."""
    return f"{value:.5g}"
