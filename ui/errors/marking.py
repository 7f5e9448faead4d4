"""Errors that annotators marked, drawn on the text. Pure: text and names become Markup by being formatted into it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from markupsafe import Markup

from scoring.formats.columns import counted
from scoring.judgments import ErrorSpan
from scoring.markup import html

SEVERITIES = ("critical", "non-translation", "major", "minor", "neutral")
"""The worst first; others, which formats may have, come last."""
MOST_DRAWN = 300
"""Errors of one text: with more a browser is slow, and nobody tells them apart."""
DEPTHS = 3
"""So many errors over one another look different from fewer."""


def marked(text: str, spans: Sequence[ErrorSpan], with_systems: bool = False) -> Markup:
    """The text with its errors: where they overlap, the worst one's colour, the deeper the more there are.

    Pointing at one says what each is. Errors that are nowhere in the text stand after it. ``with_systems`` tells whose
    output each error is of, where those of several are drawn on one source.
    """
    drawn = sorted(spans, key=lambda span: rank(span.severity))[:MOST_DRAWN]
    placed = [span for span in drawn if span.is_placed]
    cuts = sorted({0, len(text), *(place for span in placed for place in (span.start, span.end))})
    pieces = []
    for start, end in zip_longest(cuts, cuts[1:], fillvalue=len(text)):
        over = [span for span in placed if span.start <= start < end <= span.end]
        pieces += [_points(placed, start, with_systems), _piece(text[start:end], over, with_systems)]
    nowhere = [
        _piece(f"[{span.category or 'nowhere in the text'}]", [span], with_systems)
        for span in drawn
        if not span.is_placed
    ]
    more = len(spans) - len(drawn)
    said = Markup(" <small>{}</small>").format(f"and {counted(more, 'more error')}, not drawn") if more else Markup("")
    body = Markup("").join(pieces) if text else Markup('<span class="blank">(empty)</span>')
    return Markup('<div class="words calm" dir="auto">{} {}{}</div>').format(body, Markup(" ").join(nowhere), said)


def counts(spans: Iterable[ErrorSpan]) -> str:
    """How many errors there are of each severity: "3 errors: 1 major, 2 minor"."""
    by_severity = Counter(span.severity for span in spans)
    total = by_severity.total()
    if not total:
        return "no error"
    listed = ", ".join(f"{by_severity[severity]:,} {severity}" for severity in sorted(by_severity, key=rank))
    return f"{counted(total, 'error')}: {listed}"


def legend(severities: Iterable[str]) -> Markup:
    """What the lines under words mean."""
    samples = (_piece(severity, [_sample(severity)], False) for severity in sorted(severities, key=rank))
    said = Markup("Marked by annotators: {}. Darker where several errors overlap; point at one to read of it.")
    return html.page(Markup("<small>{}</small>").format(said.format(Markup(" ").join(samples))))


def _sample(severity: str) -> ErrorSpan:
    return ErrorSpan("", 0, 0, 1, severity)


def rank(severity: str) -> tuple[int, str]:
    known = severity in SEVERITIES
    return (SEVERITIES.index(severity) if known else len(SEVERITIES)), severity


def _points(spans: Sequence[ErrorSpan], place: int, with_systems: bool) -> Markup:
    """Errors of no length, such as a missing word, that stand before this character."""
    here = [span for span in spans if span.start == span.end == place]
    return _piece("‸", here, with_systems) if here else Markup("")


def _piece(text: str, over: Sequence[ErrorSpan], with_systems: bool) -> Markup:
    if not over:
        return Markup("{}").format(text)
    worst = min((span.severity for span in over), key=rank)
    kind = worst if worst in SEVERITIES else "other"
    tip = "\n".join(_about(span, with_systems) for span in over)
    template = Markup('<span class="err {} d{}" tabindex="0" data-tip="{}">{}</span>')
    return template.format(kind, min(len(over), DEPTHS), tip, text)


def _about(span: ErrorSpan, with_systems: bool) -> str:
    parts = [span.severity, span.category, span.annotator, span.system if with_systems else ""]
    return ", ".join(filter(None, parts))
