"""The report as one HTML file: nothing is loaded, no script runs, and it prints. Pure.

Text of users is escaped by being formatted into ``Markup``, as on every page of the dashboard.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from unicodedata import east_asian_width
from urllib.parse import urlsplit

from markupsafe import Markup

from ..bleu.matches import SegmentMatches
from ..judgments.score_coverage import name_with_base
from ..metric import Metric
from ..origins import DOCUMENT
from ..output.markup import html
from ..output.markup.html import bold, dot, html_row, html_table, html_words, rules_beside, sentence_html
from ..output.markup.ngrams import classes, ngram_legend
from ..output.numbers import MISSING, counted, fixed, printed_difference, probability, signed, write_size
from ..output.sentence import Sentence, Strong, sentence
from ..studies.comparison import CLEAR, CLOSE, LIKELY, LITTLE, MORE
from ..studies.report import Difference, Reading, Report, ReportSegment, Standing
from ..studies.side_by_side import ABOUT_REVERSALS, Pair, Reversal
from ..studies.wording import method_words as method
from ..studies.wording import report_words as words
from ..studies.wording.verdict_words import NO_PAIR, VERDICT
from .charts import Scale, axis, strip
from .pdf import END
from .verdict_card import card, nothing

PARTS = rules_beside(__file__, "parts.css")
"""Style of what notebooks draw as well."""
STYLE = html.STYLE + PARTS + rules_beside(__file__)
LONGEST = (420, 280, 200, 140, 100)
"""Columns of a text: a letter takes one, a Chinese character two. What is longer is cut: at the first of
these with which the page has room on four sheets of paper."""
PAPER, ROW, MARKED = 14_000, 100, 2.0
"""Columns of text that four sheets have room for, how many a table's row takes, and how many a column of marked words
takes."""
BESIDE = 4
"""Number of other metrics with room next to the interval; more have a table of their own."""
REFERENCES = 2
"""Number of references that are written out; of a segment with more, the others are left out."""
REVERSALS = 8
"""Buckets in which the ranking reverses that are listed."""
KINDS = {CLEAR: "clear", LIKELY: "likely", CLOSE: "close", MORE: "more", LITTLE: "little"}
"""State -> its class."""
THIS_MACHINE = re.compile(r"localhost|.+\.localhost|127\..*|0\.0\.0\.0|::1?", re.I)
"""Hosts that lead nowhere on another machine."""


def document(report: Report) -> Markup:
    """The whole file."""
    body = [_head(report), _verdict(report), _brief(report), _scores(report), _differences(report)]
    if report.reading is not None:
        body += [_reading(report, report.reading), _reversals(report, report.reading)]
    body.append(_method(report))
    return Markup(
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="generator" content="{}">\n<meta name="dcterms.created" content="{}">\n'
        "<title>{}</title>\n<style>\n{}</style>\n</head>\n"
        '<body class="bs"><main>\n{}\n</main></body>\n</html>\n'
    ).format(
        report.versions[0],
        report.made_on.isoformat(),
        f"Which translation is better? {report.name}",
        STYLE,
        Markup("\n").join(body),
    )


def summary_html(report: Report) -> Markup:
    """Return the verdict, the scores with their intervals and, of more than two systems, the differences."""
    return _verdict(report) + _scores(report) + _differences(report)


# --- what it says ---


def _head(report: Report) -> Markup:
    about = [
        "BLEUscope report",
        counted(len(report.standings), "system"),
        counted(report.n_segments, "segment"),
        counted(report.n_references, "reference"),
        report.made_on.isoformat(),
    ]
    said = Markup('<header><h1><bdi>{}</bdi></h1><p class="soft">{}</p></header>')
    return said.format(report.name, " · ".join(about))


def _verdict(report: Report) -> Markup:
    shown = (
        nothing(NO_PAIR)
        if report.decision is None
        else card(report.decision, report.votes, report.oddities, left_out=report.left_out)
    )
    return Markup("").join(Markup('<p class="warning">{}</p>').format(why) for why in report.unfit) + shown


def _brief(report: Report) -> Markup:
    """What speaks against the verdict, and what to do next, side by side."""
    both = {"What to keep in mind": words.risk_sentences(report), "What to do next": words.next_step_sentences(report)}
    parts = (
        Markup("<section><h2>{}</h2><ul>{}</ul></section>").format(
            heading, Markup("").join(Markup("<li>{}</li>").format(sentence_html(said)) for said in listed)
        )
        for heading, listed in both.items()
        if listed
    )
    return Markup('<div class="two brief">{}</div>').format(Markup("").join(parts))


def _scores(report: Report) -> Markup:
    metric, *others = report.metrics
    scale = Scale([value for s in report.standings for value in (s.score, *s.interval)])
    best = {number: _best([s.others[number] for s in report.standings], of) for number, of in enumerate(others)}
    top = _best([standing.score for standing in report.standings], metric)
    found = report.comparisons
    are_beside = len(others) <= BESIDE
    beside = [_others(report, standing, best) for standing in report.standings]
    rows = [
        html_row([*_standing(report, standing, scale, top), *(cells if are_beside else [])])
        for standing, cells in zip(report.standings, beside, strict=True)
    ]
    labels = [_heading(report, of) for of in others]
    head = ["system", metric.full_name, "", "95 % interval", "lead of the best", *(labels if are_beside else [])]
    if any(standing.score == standing.score for standing in report.standings):
        rows.append(html_row(["", "", axis(scale), *[""] * (len(head) - 3)]))
    shown = _wide(html_table(head, rows, "scores"))
    if not are_beside:
        names = (_name(standing.system, standing.color) for standing in report.standings)
        further = (html_row([name, *cells]) for name, cells in zip(names, beside, strict=True))
        shown += _wide(html_table(["by other metrics", *labels], further, "scores others"))
    people = [of.full_name for of in report.metrics if of.is_human]
    lower = [of.full_name for of in report.metrics if not of.higher_is_better]
    notes = [
        f"The bar is the interval of the score: {method.intervals(found.bootstrap.trials, found.unit)}.",
        "Best of a column: bold." if len(report.standings) > 1 else "",
        f"Given by people: {', '.join(people)}." if people else "",
        f"Lower is better: {', '.join(lower)}." if lower else "",
        "" if not others else f"Only {metric.full_name} was tested; the other metrics are shown next to it.",
    ]
    return _section("The systems", shown, *notes)


def _heading(report: Report, metric: Metric) -> str:
    """The metric's name, and the number of segments by which its scores are where these are not all."""
    return name_with_base(metric.full_name, report.n_shared.get(metric.name))


def _best(scores: Sequence[float], metric: Metric) -> str | None:
    """As it is written; None where there is nothing to choose."""
    defined = [score for score in scores if score == score]
    best = (max if metric.higher_is_better else min)(defined, default=None)
    return None if best is None or len(scores) < 2 else fixed(best, metric.decimals)


def _standing(report: Report, standing: Standing, scale: Scale, top: str | None) -> list[str]:
    """What is said of a system by the metric that decides."""
    low, high = standing.interval
    first = report.metrics[0].decimals
    score, interval = fixed(standing.score, first, MISSING), _ends(low, high, partial(fixed, decimals=first))
    drawn = strip(scale, standing.score, standing.interval, standing.color, f"{score}, 95 % interval {interval}")
    name = _name(standing.system, standing.color)
    return [name, _number(score, top), drawn, interval, _state(standing.against_best)]


def _others(report: Report, standing: Standing, best: dict[int, str | None]) -> list[str]:
    """Its scores by the other metrics."""
    scores = zip(standing.others, report.metrics[1:], strict=True)
    written = (fixed(score, metric.decimals, MISSING) for score, metric in scores)
    return [_number(text, best[number]) for number, text in enumerate(written)]


def _number(written: str, best: str | None) -> str:
    return bold(written) if written == best else written


def _differences(report: Report) -> Markup:
    if len(report.differences) < 2:  # the card says all of it
        return Markup("")
    label = report.metrics[0].full_name
    head = ("better", "than", "verdict", f"{label} by", "95 % interval", "adjusted p")
    more = f"{counted(report.n_unlisted, 'more pair')} of these systems: bleuscope significance lists all."
    return _section(
        "Which differences can be relied on",
        _wide(
            html_table(head, (_difference(found, report.metrics[0].decimals) for found in report.differences), "pairs")
        ),
        method.correction_sentence(report.comparisons),
        more if report.n_unlisted else "",
    )


def _difference(found: Difference, decimals: int) -> Markup:
    return html_row(
        (
            Markup("<bdi>{}</bdi>").format(found.better),
            Markup("<bdi>{}</bdi>").format(found.worse),
            _state(found.state),
            write_size(found.difference, MISSING, decimals),
            _ends(*found.interval, partial(signed, decimals=decimals)),
            probability(found.p_adjusted, MISSING),
        )
    )


def _reversals(report: Report, reading: Reading) -> Markup:
    listed, heading = reading.reversals.rows, "Where the ranking reverses"
    colors = dict(zip(reading.outputs, reading.colors, strict=True))
    told = _paragraph(sentence_html(reading.reversals.sentence, colors))
    if not listed:
        return _section(heading, told)
    sides = (_name(name, color) for name, color in colors.items())
    head = ("segments or words with", "segments", *sides, "difference", "95 % interval", "surely")
    rows = [_reversal(found, surely, report.metrics[0].decimals) for found, surely in listed[:REVERSALS]]
    cut = f"The first {REVERSALS} of {len(listed)}. " if len(listed) > REVERSALS else ""
    drawn = " Here segments are drawn, not documents." if report.comparisons.unit == DOCUMENT else ""
    table = _wide(html_table(head, rows, "reversals"))
    return _section(heading, told + table, f"{cut}{ABOUT_REVERSALS}{drawn}")


def _reversal(found: Reversal, surely: str, decimals: int) -> Markup:
    bucket = found.bucket
    a, b = bucket.scores
    decimals = 2 if found.is_of_words else decimals
    ends = _ends(*bucket.difference_interval, partial(signed, decimals=decimals))
    apart = signed(printed_difference(a, b, decimals), decimals=decimals)
    return html_row((str(found), f"{bucket.size:,}", fixed(a, decimals), fixed(b, decimals), apart, ends, surely))


def _reading(report: Report, reading: Reading) -> Markup:
    if not reading.segments:
        return Markup("")
    why = "See what the judges saw:" if report.metrics[0].is_human else "A measure cannot see meaning:"
    intro = (
        f"{why} read these before you decide. Each side has as many examples as it wins segments, the largest"
        " differences first, very short segments last. Words in which the two outputs differ are marked."
    )
    longest = _longest(report, reading)
    cut = " Long texts are cut (…)." if max(map(max, _widths(reading))) > longest else ""
    shown = Markup('<p class="lead">{}</p>').format(intro + cut) + ngram_legend(_max_order(reading), pointing=False)
    colors = dict(zip(reading.outputs, reading.colors, strict=True))
    for heading, places in words.example_headings(reading):
        shown += Markup("<h3>{}</h3>").format(sentence_html(heading, colors))
        for place in places:
            shown += marked_segment(
                report.metrics[0], reading.outputs, reading.colors, reading.segments[place], longest, is_brief=True
            )
    return _section(f"{counted(len(reading.segments), 'segment')} to read", shown)


def _max_order(reading: Reading) -> int:
    return reading.segments[0].matches[0].max_order


def marked_segment(
    metric: Metric,
    outputs: Pair,
    colors: Pair,
    found: ReportSegment,
    longest: float = math.inf,
    is_brief: bool = False,
) -> Markup:
    """Return a segment: who is ahead, source and references, and both outputs with their n-grams marked.

    Texts are cut after ``longest`` columns. ``is_brief`` marks only the words in which the two outputs differ.
    """
    segment = found.segment
    head = Markup('<p class="who"><b>Segment {:,}</b> · {}</p>').format(
        segment.number, sentence_html(segment_lead(metric, outputs, found))
    )
    lines = Markup("").join(html.html_line(_given_name(name), _text(text, longest)) for name, text in _given(found))
    more = len(segment.references) - REFERENCES
    left_out = Markup('<p class="soft">{}</p>').format(f"and {counted(more, 'more reference')}") if more > 0 else ""
    marked = found.differing if is_brief else (None, None)
    sides = zip(outputs, colors, found.scores, found.matches, marked, strict=True)
    columns = Markup("").join(_output(metric, longest, *side) for side in sides)
    return Markup('<article class="segment">{}{}{}<div class="two">{}</div></article>').format(
        head, lines, left_out, columns
    )


def segment_lead(metric: Metric, outputs: Pair, found: ReportSegment) -> Sentence:
    """Say which output is ahead in a segment, and by how much."""
    if not found.leads:
        return sentence("both outputs are level by {}", metric.full_name)
    leader = outputs[0] if found.leads > 0 else outputs[1]
    by = write_size(printed_difference(*found.scores, metric.decimals), decimals=metric.decimals)
    return sentence("{} ahead by {} {}", Strong(leader), by, method.unit(metric))


def _given(found: ReportSegment) -> list[tuple[str, str]]:
    """Who speaks, and the text: the source and the references that are written out, those nearest to an output."""
    source, named = found.segment.source, [*found.segment.references.items()]
    nearest = sorted(named, key=lambda of: -_shared(of[1], found))[:REFERENCES]
    references = [of for of in named if of in nearest] if len(named) > 1 else [("reference", text) for _, text in named]
    return [*([] if source is None else [("source", source)]), *references]


def _shared(reference: str, found: ReportSegment) -> float:
    """The largest share of an output's words that the reference has."""
    known = Counter(reference.split())
    outputs = [Counter(matches.hypothesis) for matches in found.matches]
    return max(((known & output).total() / max(output.total(), 1) for output in outputs), default=0.0)


def _widths(reading: Reading) -> tuple[list[int], list[int]]:
    """In columns: of the sources and references, and of the outputs."""
    plain = [_width(text) for found in reading.segments for _, text in _given(found)]
    return plain, [_width(" ".join(matches.hypothesis)) for found in reading.segments for matches in found.matches]


def _longest(report: Report, reading: Reading) -> int:
    """Where texts are cut."""
    n_rows = len(report.standings) + len(report.differences) + min(len(reading.reversals.rows), REVERSALS)
    plain, marked = _widths(reading)
    for longest in LONGEST:
        taken = sum(min(width, longest) for width in plain) + MARKED * sum(min(width, longest) for width in marked)
        if taken <= PAPER - ROW * n_rows:
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
    """An output, whose words at the places ``marked``, or else all of them, have the colours of their n-grams."""
    written = fixed(score, metric.decimals, MISSING)
    who = Markup('<div class="who">{} {} {}</div>').format(_name(name, color), metric.full_name, written)
    token = Markup('<span class="{}">{}</span>')
    kept = _fitting(matches.hypothesis, longest)
    tokens = [
        token.format(classes(place, matches), word) if marked is None or place in marked else Markup("{}").format(word)
        for place, word in enumerate(matches.hypothesis[:kept])
    ]
    return Markup("<div>{}{}</div>").format(who, html_words(_with_dots(tokens, kept < len(matches.hypothesis))))


def _text(text: str, longest: float) -> Markup:
    """A source or a reference, as it is."""
    between = " " if " " in text else ""
    parts = text.split(between) if between else [*text]
    kept = _fitting(parts, longest)
    shown = between.join(parts[:kept])
    return html_words(_with_dots([shown] if shown else [], kept < len(parts)), calm=True)


def _with_dots(tokens: Sequence[str], is_cut: bool) -> Sequence[str]:
    return [*tokens, "…"] if is_cut else tokens


def _fitting(parts: Sequence[str], longest: float) -> int:
    """How many of the words, or letters, fit into this number of columns; at least one."""
    used = 0
    for number, part in enumerate(parts):
        used += 1 + _width(part)
        if used > longest and number:
            return number
    return len(parts)


def _method(report: Report) -> Markup:
    found = report.comparisons
    facts = [
        ("test set", Markup("<bdi>{}</bdi>, {}, fingerprint <code>{}</code>").format(
            report.name, counted(report.n_segments, "segment"), report.fingerprint
        )),
        ("test", method.test_and_correction(found)),
        ("verdicts", VERDICT),
        ("intervals", f"{method.intervals(found.bootstrap.trials, found.unit)}, seed {found.bootstrap.seed}"),
        *((metric.full_name, Markup("<code>{}</code>").format(signature)) for metric, signature in _signed(report)),
        ("made by", f"{', '.join(report.versions)}, {report.made_on.isoformat()}"),
    ]  # fmt: skip
    if found.unit == DOCUMENT:
        facts.insert(4, ("unit", method.in_place(found.n_units, report.n_segments)))
    if found.runs:
        facts.append(("runs", f"{method.runs(found.unit)} {method.AS_THEY_ARE}"))
    if report.address is not None and _is_reachable(report.address):
        facts.append(("live", Markup('<a href="{0}">{0}</a>').format(report.address)))
    listed = Markup("").join(Markup("<dt>{}</dt><dd>{}</dd>").format(*fact) for fact in facts)
    return Markup('<footer class="method"><h2>How it was done</h2><dl>{}</dl><p id="{}"></p></footer>').format(
        listed, END
    )


def _is_reachable(address: str) -> bool:
    """Whether an address may be a link: one of the web, and not of this machine."""
    found = urlsplit(address)
    return found.scheme in ("http", "https") and not THIS_MACHINE.fullmatch(found.hostname or "localhost")


def _signed(report: Report) -> Iterable[tuple[Metric, str]]:
    return zip(report.metrics, report.signatures, strict=True)


# --- what it is made of ---


def _section(heading: str, shown: Markup, *notes: str) -> Markup:
    """``notes`` are sentences beneath, in small print; empty ones are not method."""
    small = Markup('<p class="note">{}</p>').format(" ".join(filter(None, notes))) if any(notes) else Markup("")
    return Markup("<section><h2>{}</h2>{}{}</section>").format(heading, shown, small)


def _paragraph(text: str) -> Markup:
    return Markup("<p>{}</p>").format(text)


def _wide(shown: Markup) -> Markup:
    """What scrolls by itself where it does not fit."""
    return Markup('<div class="wide" tabindex="0">{}</div>').format(shown)


def _name(name: str, color: str) -> Markup:
    return Markup("{}<bdi>{}</bdi>").format(dot(color), name)


def _state(state: str | None) -> str:
    if state is None:
        return ""
    return Markup('<span class="state-{}">{}</span>').format(KINDS[state], state)


def _ends(low: float, high: float, write: Callable[[float], str]) -> str:
    return MISSING if low != low else f"{write(low)} to {write(high)}"
