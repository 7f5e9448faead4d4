"""A segment with what checks find in it: source and outputs with the places marked. Pure."""

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from scoring.output.markup import html
from scoring.report import error_marking
from scoring.studies.checks import CheckFinding
from scoring.testset import Segment


def flagged_segment(segment: Segment, findings: Sequence[CheckFinding], colors: Mapping[str, str]) -> Markup:
    """The source, each output in which something was found, with a line that says what, and the references."""
    systems = list(dict.fromkeys(found.system for found in findings))
    above = []
    if segment.source is not None:
        spans = [found.span for found in findings if found.in_source]
        above.append(html.html_line("source", error_marking.mark_errors(segment.source, spans, with_systems=True)))
    references = [
        html.html_line(html.reference(name), html.html_words([text], calm=True))
        for name, text in segment.references.items()
    ]
    outputs = [_output(segment, system, [of for of in findings if of.system == system], colors) for system in systems]
    body = Markup('<div class="above">{}</div>{}')
    return html.page(body.format(Markup("").join(above), Markup("").join([*outputs, *references])))


def _output(segment: Segment, system: str, findings: Sequence[CheckFinding], colors: Mapping[str, str]) -> Markup:
    who = Markup("{}<b>{}</b>").format(html.dot(colors[system]), system)
    marked = error_marking.mark_errors(
        segment.hypotheses[system], [found.span for found in findings if not found.in_source]
    )
    messages = dict.fromkeys(f"{found.message} ({found.severity})" for found in findings)
    said = Markup('<small dir="auto">{}</small>').format("; ".join(messages))
    return html.html_line(who, marked + said)
