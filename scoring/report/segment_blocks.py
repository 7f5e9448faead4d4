"""Segments of a report as HTML: source, references and outputs with their n-grams marked. Pure."""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from unicodedata import east_asian_width

from markupsafe import Markup

from ..bleu.matches import SegmentMatches
from ..metric import Metric
from ..output.markup import html
from ..output.markup.html import html_words, sentence_html
from ..output.markup.ngrams import classes
from ..output.numbers import MISSING, counted, fixed, printed_difference, write_size
from ..output.sentence import Sentence, Strong, sentence
from ..studies.checks import CheckFinding, list_messages
from ..studies.report import ReportSegment, SystemSegment
from ..studies.side_by_side import Pair
from ..studies.wording import method_words as method
from ..testset import Segment
from .parts import name_html

LONGEST = (420, 280, 200, 140, 100)
"""Columns after which a text may be cut; a letter takes one column, a Chinese character two.

The first number is used with which the page fits on four sheets of paper.
"""
PAPER, ROW, MARKED = 14_000, 100, 2.0
"""Columns of text that fit on four sheets, columns that a table's row takes, and factor for columns of marked words."""
REFERENCES = 2
"""Number of references that are shown; further references of a segment are left out."""


def marked_segment(
    metric: Metric,
    outputs: Pair,
    colors: Pair,
    report_segment: ReportSegment,
    longest: float = math.inf,
    is_brief: bool = False,
    alarms: Sequence[CheckFinding] = (),
) -> Markup:
    """Return a segment: which output is ahead, source and references, and both outputs with their n-grams marked.

    Texts are cut after ``longest`` columns. ``is_brief`` marks only the words in which the two outputs differ.
    ``alarms`` are the checks' findings in the segment; only findings in these two outputs are shown.
    """
    segment = report_segment.segment
    head = Markup('<p class="who"><b>Segment {:,}</b> · {}</p>').format(
        segment.number, sentence_html(segment_lead(metric, outputs, report_segment))
    )
    marked = report_segment.differing if is_brief else (None, None)
    sides = zip(outputs, colors, report_segment.scores, report_segment.matches, marked, strict=True)
    columns = Markup("").join(_output(metric, longest, *side) for side in sides)
    lines = _given_lines(segment, report_segment.matches, longest)
    head += Markup("").join(_alarms(name, [of for of in alarms if of.system == name]) for name in outputs)
    return Markup('<article class="segment">{}{}<div class="two">{}</div></article>').format(head, lines, columns)


def _alarms(system: str, findings: Sequence[CheckFinding]) -> Markup:
    """Return a line with the checks' findings in an output; empty without findings."""
    paragraph = Markup('<p class="soft">⚠ Checks find in <bdi>{}</bdi>: {}.</p>')
    return paragraph.format(system, "; ".join(list_messages(findings))) if findings else Markup("")


def marked_output(
    metric: Metric, name: str, color: str, system_segment: SystemSegment, longest: float = math.inf
) -> Markup:
    """Return a segment of one system: source and references, and the output with its n-grams marked."""
    head = Markup('<p class="who"><b>Segment {:,}</b></p>').format(system_segment.segment.number)
    lines = _given_lines(system_segment.segment, [system_segment.matches], longest)
    output = _output(metric, longest, name, color, system_segment.score, system_segment.matches, None)
    return Markup('<article class="segment">{}{}{}</article>').format(head, lines, output)


def _given_lines(segment: Segment, matches: Sequence[SegmentMatches], longest: float) -> Markup:
    """Return the lines of the source and the references that are shown, and the number of further references."""
    texts = given_texts(segment, matches)
    lines = Markup("").join(html.html_line(_given_name(name), _text(text, longest)) for name, text in texts)
    n_more = len(segment.references) - REFERENCES
    left_out = Markup('<p class="soft">{}</p>').format(f"and {counted(n_more, 'more reference')}") if n_more > 0 else ""
    return lines + left_out


def segment_lead(metric: Metric, outputs: Pair, report_segment: ReportSegment) -> Sentence:
    """Return which output is ahead in a segment, and by how much."""
    if not report_segment.leads:
        return sentence("both outputs are level by {}", metric.full_name)
    leader = outputs[0] if report_segment.leads > 0 else outputs[1]
    by = write_size(printed_difference(*report_segment.scores, metric.decimals), decimals=metric.decimals)
    return sentence("{} ahead by {} {}", Strong(leader), by, method.unit(metric))


def given_texts(segment: Segment, matches: Sequence[SegmentMatches]) -> list[tuple[str, str]]:
    """Return names and texts of the source and the references that are shown: the ones most similar to an output."""
    source, pairs = segment.source, [*segment.references.items()]
    nearest = sorted(pairs, key=lambda of: -_largest_word_overlap(of[1], matches))[:REFERENCES]
    references = [of for of in pairs if of in nearest] if len(pairs) > 1 else [("reference", text) for _, text in pairs]
    return [*([] if source is None else [("source", source)]), *references]


def _largest_word_overlap(reference: str, matches: Sequence[SegmentMatches]) -> float:
    """Return the largest share of an output's words that the reference has."""
    reference_words = Counter(reference.split())
    outputs = [Counter(one.hypothesis) for one in matches]
    return max(((reference_words & output).total() / max(output.total(), 1) for output in outputs), default=0.0)


def text_widths(segments: Iterable[tuple[Segment, Sequence[SegmentMatches]]]) -> tuple[list[int], list[int]]:
    """Return the widths, in columns, of sources and references of the segments, and of their outputs."""
    plain, marked = [], []
    for segment, matches in segments:
        plain += [_width(text) for _, text in given_texts(segment, matches)]
        marked += [_width(" ".join(one.hypothesis)) for one in matches]
    return plain, marked


def longest_fitting(plain: Sequence[int], marked: Sequence[int], n_rows: int) -> int:
    """Return after how many columns to cut texts of these widths, so that they fit on four sheets with ``n_rows``.

    ``n_rows`` is the number of rows of tables on the page.
    """
    for longest in LONGEST:
        n_columns = sum(min(width, longest) for width in plain) + MARKED * sum(min(width, longest) for width in marked)
        if n_columns <= PAPER - ROW * n_rows:
            return longest
    return LONGEST[-1]


def _width(text: str) -> int:
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _given_name(name: str) -> Markup:
    return Markup("{}").format(name) if name in ("source", "reference") else html.reference(name)


def _output(
    metric: Metric,
    longest: float,
    name: str,
    color: str,
    score: float,
    matches: SegmentMatches,
    marked: Collection[int] | None,
) -> Markup:
    """Return an output whose words at the places ``marked``, or else all words, have the colours of their n-grams."""
    score_text = fixed(score, metric.decimals, MISSING)
    speaker = Markup('<div class="who">{} {} {}</div>').format(name_html(name, color), metric.full_name, score_text)
    token = Markup('<span class="{}">{}</span>')
    n_shown = _fitting(matches.hypothesis, longest)
    tokens = [
        token.format(classes(place, matches), word) if marked is None or place in marked else Markup("{}").format(word)
        for place, word in enumerate(matches.hypothesis[:n_shown])
    ]
    return Markup("<div>{}{}</div>").format(
        speaker, html_words(_add_ellipsis(tokens, n_shown < len(matches.hypothesis)))
    )


def _text(text: str, longest: float) -> Markup:
    """Return a source or a reference without marks, cut after ``longest`` columns."""
    between = " " if " " in text else ""
    parts = text.split(between) if between else [*text]
    n_shown = _fitting(parts, longest)
    shown = between.join(parts[:n_shown])
    return html_words(_add_ellipsis([shown] if shown else [], n_shown < len(parts)), calm=True)


def _add_ellipsis(tokens: Sequence[str], is_cut: bool) -> Sequence[str]:
    return [*tokens, "…"] if is_cut else tokens


def _fitting(parts: Sequence[str], longest: float) -> int:
    """Return how many of the words, or letters, fit into ``longest`` columns; at least one."""
    used = 0
    for number, part in enumerate(parts):
        used += 1 + _width(part)
        if used > longest and number:
            return number
    return len(parts)
