"""Texts with the errors that annotators marked, as HTML. Pure: formatting text into ``Markup`` escapes it."""

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from markupsafe import Markup

from ..judgments import ErrorSpan
from ..judgments.kinds import SEVERITIES, severity_rank
from ..output.markup import html
from ..output.markup.ngrams import shade
from ..output.numbers import counted
from ..studies.checks import CheckFinding, list_messages
from ..studies.error_kinds import PlacedWord
from ..testset import Segment

MAX_DRAWN = 300
"""Most errors of one text that are drawn; with more, the browser is slow and readers cannot distinguish them."""
GROUNDS = ("the word", "2 words", "3 words", "4 words or more")
"""Names of the background colours: how many words in a row a reference has."""
DEPTHS = 3
"""Number of overlapping errors from which the colour gets no darker."""


def mark_errors(
    text: str, spans: Sequence[ErrorSpan], with_systems: bool = False, words: Sequence[PlacedWord] = ()
) -> Markup:
    """Return the text with its errors marked; overlapping errors have the worst one's colour, and are darker.

    Pointing at an error shows its kind. Errors that have no place in the text follow it. ``with_systems`` adds whose
    output each error is in, where errors of several outputs are drawn on one source. Those ``words`` that a reference
    has are drawn on a background of their n-gram's colour.
    """
    shown_spans = sorted(spans, key=lambda span: severity_rank(span.severity))[:MAX_DRAWN]
    placed = [span for span in shown_spans if span.is_placed]
    cuts = sorted({0, len(text), *(place for span in placed for place in (span.start, span.end))})
    grounds = deque(word for word in words if word.span is not None and word.longest)
    pieces = []
    for start, end in zip_longest(cuts, cuts[1:], fillvalue=len(text)):
        over = [span for span in placed if span.start <= start < end <= span.end]
        pieces += [
            _points(placed, start, with_systems),
            _piece(_matched_words_html(text, start, end, grounds), over, with_systems),
        ]
    nowhere = [
        _piece(f"[{span.category or 'nowhere in the text'}]", [span], with_systems)
        for span in shown_spans
        if not span.is_placed
    ]
    n_hidden = len(spans) - len(shown_spans)
    note = (
        Markup(" <small>{}</small>").format(f"and {counted(n_hidden, 'more error')}, not drawn")
        if n_hidden
        else Markup("")
    )
    body = Markup("").join(pieces) if text else Markup('<span class="blank">(empty)</span>')
    kind = "words calm grounded" if words else "words calm"
    return Markup('<div class="{}" dir="auto">{} {}{}</div>').format(kind, body, Markup(" ").join(nowhere), note)


def _matched_words_html(text: str, start: int, end: int, grounds: deque[PlacedWord]) -> Markup:
    """Return a piece of the text with the words that a reference has on a coloured background.

    Words that end in the piece are removed from ``grounds``.
    """
    template, parts = Markup('<span class="g{}">{}</span>'), []
    while grounds and grounds[0].span is not None and grounds[0].span[0] < end:
        first, last = grounds[0].span
        inner = template.format(shade(grounds[0].longest), text[max(first, start) : min(last, end)])
        parts += [Markup("{}").format(text[start:first]), inner]
        start = min(last, end)
        if last > end:
            break
        grounds.popleft()
    return Markup("").join([*parts, Markup("{}").format(text[start:end])])


def flagged_segment(
    segment: Segment, findings: Sequence[CheckFinding], colors: Mapping[str, str], reference: str = ""
) -> Markup:
    """Return the source, each output with findings and a line that describes them, and the references.

    If a ``reference`` is named, the findings are in its text.
    """
    above = []
    if segment.source is not None:
        spans = [finding.span for finding in findings if finding.in_source]
        above.append(html.html_line("source", mark_errors(segment.source, spans, with_systems=True)))
    references = [
        html.html_line(html.reference(name), html.html_words([text], calm=True))
        for name, text in segment.references.items()
        if name != reference
    ]
    outputs = []
    for name in dict.fromkeys(finding.system for finding in findings):
        speaker = html.reference(name) if reference else Markup("{}<b>{}</b>").format(html.dot(colors[name]), name)
        text = segment.references[name] if reference else segment.hypotheses[name]
        outputs.append(_flagged_text(speaker, text, [of for of in findings if of.system == name]))
    body = Markup('<div class="above">{}</div>{}')
    return html.page(body.format(Markup("").join(above), Markup("").join([*outputs, *references])))


def _flagged_text(speaker: Markup, text: str, findings: Sequence[CheckFinding]) -> Markup:
    marked = mark_errors(text, [finding.span for finding in findings if not finding.in_source])
    messages = Markup('<small dir="auto">{}</small>').format("; ".join(list_messages(findings)))
    return html.html_line(speaker, marked + messages)


def severity_counts(spans: Iterable[ErrorSpan]) -> str:
    """Return how many errors there are of each severity: "3 errors: 1 major, 2 minor"."""
    by_severity = Counter(span.severity for span in spans)
    total = by_severity.total()
    if not total:
        return "no error"
    listed = ", ".join(f"{by_severity[severity]:,} {severity}" for severity in sorted(by_severity, key=severity_rank))
    return f"{counted(total, 'error')}: {listed}"


def error_legend(severities: Iterable[str], with_words: bool = False) -> Markup:
    """Return the legend of the lines under words, and of the background colours if ``with_words``."""
    samples = (_piece(severity, [_sample(severity)], False) for severity in sorted(severities, key=severity_rank))
    overlap = (
        "Point at an error to see its kind." if with_words else "Darker where several errors overlap; point at one."
    )
    legend = Markup("Errors: {}. {}").format(Markup(" ").join(samples), overlap)
    if with_words:
        steps = (Markup('<span class="g{}">{}</span>').format(n, name) for n, name in enumerate(GROUNDS, 1))
        legend += Markup(" Words that a reference has: {}.").format(Markup(" ").join(steps))
    return html.page(Markup('<small class="{}">{}</small>').format("grounded" if with_words else "plain", legend))


def _sample(severity: str) -> ErrorSpan:
    return ErrorSpan("", 0, 0, 1, severity)


def _points(spans: Sequence[ErrorSpan], place: int, with_systems: bool) -> Markup:
    """Return a mark for errors without length before a character, such as a missing word; empty without such errors."""
    here = [span for span in spans if span.start == span.end == place]
    return _piece("‸", here, with_systems) if here else Markup("")


def _piece(text: str, over: Sequence[ErrorSpan], with_systems: bool) -> Markup:
    if not over:
        return Markup("{}").format(text)
    worst = min((span.severity for span in over), key=severity_rank)
    kind = worst if worst in SEVERITIES else "other"
    tip = "\n".join(_error_span_phrase(span, with_systems) for span in over)
    template = Markup('<span class="err {} d{}" tabindex="0" data-tip="{}">{}</span>')
    return template.format(kind, min(len(over), DEPTHS), tip, text)


def _error_span_phrase(span: ErrorSpan, with_systems: bool) -> str:
    parts = [span.severity, span.category, span.annotator, span.system if with_systems else ""]
    return ", ".join(filter(None, parts))
