"""The smoothing methods as HTML: a table of one segment's numbers, and each changed count's formula. Pure."""

from collections.abc import Mapping

import numpy as np

from scoring.bleu import BLEU, Arithmetic
from scoring.dialects import DIALECTS
from scoring.smoothing import METHODS, PAPER
from ui.highlight import line, page, text, two_decimals


def methods_table(terms: Mapping[str, Arithmetic], bleus: Mapping[str, BLEU]) -> str:
    """One row a method of the paper: m'_n / l'_n and p_n for each order, brevity penalty, score; then how."""
    orders = len(next(iter(terms.values())).matches)
    head = "".join(f"<th>n = {order}</th>" for order in range(1, orders + 1))
    rows = "".join(_method(name, terms, bleus[name].smoothing.value) for name in terms)
    return page(
        '<div class="wide"><table class="methods"><thead><tr><th>method</th>'
        f"{head}<th>penalty</th><th>BLEU</th></tr></thead><tbody>{rows}</tbody></table></div>"
    )


def toolkits_table(terms: Mapping[tuple[str, str], Arithmetic], paper: Mapping[str, Arithmetic]) -> str:
    """One row a toolkit: its methods' scores, the paper's beside where they differ, and why they do."""
    rows = []
    for name, dialect in DIALECTS.items():
        scores = " ".join(
            _version(method, terms[name, method], paper[METHODS[ours].version_of])
            for method, ours in dialect.methods.items()
            if (name, method) in terms
        )
        if scores:
            said = f"<div>{scores}</div><small>{text(dialect.description)}</small>"
            rows.append(line(f"<b>{text(dialect.label)}</b>", said))
    return page("".join(rows))


def _version(name: str, terms: Arithmetic, paper: Arithmetic) -> str:
    """A toolkit's score, underlined where it is not the paper's, which then stands beside it."""
    found, published = two_decimals(terms.score), two_decimals(paper.score)
    if found == published:
        return f'<span class="pair"><i>{text(name)}</i> <b>{found}</b></span>'
    return f'<span class="pair"><i>{text(name)}</i> <b class="other">{found}</b> <i>(paper {published})</i></span>'


def _method(name: str, terms: Mapping[str, Arithmetic], value: float) -> str:
    own = terms[name]
    cells = "".join(_cell(own, at) for at in range(len(own.matches)))
    how = _how(name, terms, value)
    return (
        f"<tr><td><b>{name}</b></td>{cells}<td>{digits(own.brevity_penalty)}</td>"
        f"<td><b>{two_decimals(own.score)}</b></td></tr>"
        f'<tr class="how"><td></td><td colspan="{len(own.matches) + 2}">{text(PAPER[name].description)}'
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


def _how(name: str, terms: Mapping[str, Arithmetic], value: float) -> str:
    """Each changed order's formula with this segment's numbers put in."""
    own = terms[name]
    orders = [at for at in range(len(own.matches)) if _changed(own, at)]
    if not orders:
        return ""
    if name == "1":
        return _list(f"m′<sub>{at + 1}</sub> = ε = {digits(value)}" for at in orders)
    if name == "2":
        return _list(_fraction(at, f"{digits(own.matches[at])} + 1", f"{digits(own.totals[at])} + 1") for at in orders)
    if name in ("3", "4"):
        base = "2" if name == "3" else f"({digits(value)} / ln {digits(own.hypothesis_length)})"
        return _list(
            f"m′<sub>{at + 1}</sub> = 1 / {base}<sup>{rank}</sup> = {digits(own.smoothed_matches[at])}"
            for rank, at in enumerate(orders, 1)
        )
    if name == "6":
        return _list(_prior(at, own, value) for at in orders)
    return _means(own, terms["4"].smoothed_matches if name == "7" else own.matches, name == "7")


def _prior(at: int, terms: Arithmetic, alpha: float) -> str:
    before, second = terms.precisions[at - 1], terms.precisions[at - 2]
    prior = before**2 / second if second else 0.0
    return (
        f"p<sub>{at + 1}</sub> = ({digits(terms.matches[at])} + {digits(alpha)} × {digits(prior)})"
        f" / ({digits(terms.totals[at])} + {digits(alpha)}), prior = {digits(before)}² / {digits(second)}"
    )


def _means(terms: Arithmetic, counts: np.ndarray, by_4: bool) -> str:
    """Methods 5 and 7: (m'_(n-1) + m_n + m_(n+1)) / 3, where 7 has method 4's counts for m."""
    n = len(counts)
    counts = [*counts, terms.matches_beyond]
    previous = [counts[0] + 1, *terms.smoothed_matches]
    lead = "counts by 4, then " if by_4 else ""
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
