"""The cost of post-editing as a part of a report, and as a report. Pure; ``Markup`` escapes users' text."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

import numpy as np
from markupsafe import Markup

from ...metric import VERSION
from ...output.markup.colors import system_colors
from ...output.markup.html import bold, html_row, html_table, sentences_html
from ...output.numbers import MISSING, counted, fixed
from ...studies.effort import NEVER_MIXED, EffortResult, SystemEffort
from ...ter.edits import Edit, EditKind
from ...testset import TestSet
from ..parts import (
    head_html,
    html_file,
    link_facts,
    list_html,
    method_html,
    name_html,
    paragraph_html,
    section_html,
    warnings_html,
    wide_html,
)

TITLE = "What does post-editing cost?"
MAX_GROUPS = 30
"""Most documents, or domains, that the report lists: the ones with the most words."""
EXAMPLES = 3
"""Number of segments of each system that are shown, the most edited first."""
LONGEST = 60
"""Most words of a text that are shown."""
_DELETED, _INSERTED, _UNCHANGED = Markup("<del>{}</del>"), Markup("<ins>{}</ins>"), Markup("{}")
_OUTPUT_MARKS = {EditKind.DELETION: _DELETED, EditKind.SUBSTITUTION: _DELETED}
_POST_EDIT_MARKS = {EditKind.INSERTION: _INSERTED, EditKind.SUBSTITUTION: _INSERTED}


def effort_document(
    test_set: TestSet, results: Sequence[EffortResult], made_on: date, address: str | None = None
) -> Markup:
    """Return the report on post-editing as a whole HTML file.

    ``results`` are of the same request. The first has the numbers of systems; further ones also have numbers by
    document or domain.
    """
    result = results[0]
    colors = system_colors(test_set.system_names)
    facts = [counted(len(result.systems), "system"), counted(result.systems[0].segments, "segment")]
    body = [head_html(TITLE, test_set.name, [*facts, made_on.isoformat()]), *effort_parts(results, colors)]
    body.append(_examples(test_set, result, colors))
    method = list_html(result.notes())
    fingerprint = Markup("<code>{}</code>").format(test_set.fingerprint)
    about = [
        ("method", method),
        ("fingerprint", fingerprint),
        ("made by", f"BLEUscope {VERSION}, {made_on.isoformat()}"),
    ]
    body.append(method_html([*about, *link_facts(address)]))
    return html_file(TITLE, f"BLEUscope {VERSION}", made_on, body)


def effort_parts(results: Sequence[EffortResult], colors: Mapping[str, str]) -> Iterator[Markup]:
    """Yield the parts of the report on post-editing: sentences, and tables of systems, bands and groups."""
    result = results[0]
    yield warnings_html(result.caveats)
    yield sentences_html([*result.sentences(), *result.volume_sentences()], colors=colors)
    yield Markup("").join(map(paragraph_html, result.missing))
    ranked = sorted(result.systems, key=lambda of: of.hter)
    rows = [html_row([name_html(of.system, colors[of.system]), *_cells(of)]) for of in ranked]
    yield section_html(
        "Post-editing by system", wide_html(html_table(["system", *_head(result)], rows, "scores")), NEVER_MIXED
    )
    yield _bands(ranked, colors)
    for grouped in results[1:]:
        yield _groups(grouped, colors)


def _head(result: EffortResult) -> list[str]:
    costs = ["cost", "per 1,000 words", "95 % interval"] if result.request.rates else []
    return ["HTER", "95 % interval", "untouched %", "95 % interval", "segments", "words", *costs]


def _cells(effort: SystemEffort) -> list[str]:
    cells = [fixed(effort.hter, 2, MISSING), _ends(effort.hter_low, effort.hter_high, 2)]
    cells += [fixed(effort.untouched, 1, MISSING), _ends(effort.untouched_low, effort.untouched_high, 1)]
    cells += [f"{effort.segments:,}", f"{effort.words:,}"]
    if effort.cost is not None:
        per_1000 = MISSING if effort.cost_per_1000 is None else fixed(effort.cost_per_1000, 2, MISSING)
        cells += [fixed(effort.cost, 2), per_1000, _ends(effort.cost_per_1000_low, effort.cost_per_1000_high, 2)]
    return cells


def _short_cells(effort: SystemEffort) -> list[str]:
    """Return the cells of a system without the intervals of the untouched segments and of the cost."""
    hter, interval, untouched, _, segments, words, *costs = _cells(effort)
    return [hter, interval, untouched, segments, words, *costs[:2]]


def _ends(low: float | None, high: float | None, decimals: int) -> str:
    if low is None or high is None or low != low:
        return MISSING
    return f"{fixed(low, decimals)} to {fixed(high, decimals)}"


def _bands(systems: Sequence[SystemEffort], colors: Mapping[str, str]) -> Markup:
    """Return a table with a row for each band of a system: segments, words, their share and cost."""
    rows = []
    for effort in systems:
        for band in effort.bands:
            share = fixed(100 * band.words / effort.words, 1) if effort.words else MISSING
            cost = [] if band.cost is None else [fixed(band.cost, 2)]
            name = name_html(effort.system, colors[effort.system])
            rows.append(html_row([name, band.band, f"{band.segments:,}", f"{band.words:,}", share, *cost]))
    cost = [] if systems[0].cost is None else ["cost"]
    head = ["system", "HTER", "segments", "words", "% of words", *cost]
    return section_html("Words by HTER", wide_html(html_table(head, rows, "pairs")))


def _groups(result: EffortResult, colors: Mapping[str, str]) -> Markup:
    sizes: dict[str, int] = {}
    for effort in result.groups:
        sizes[effort.group] = max(sizes.get(effort.group, 0), effort.words)
    largest = {*sorted(sizes, key=lambda name: -sizes[name])[:MAX_GROUPS]}
    listed = [name for name in sizes if name in largest]
    rows = [
        html_row([Markup("<bdi>{}</bdi>").format(of.group), name_html(of.system, colors[of.system]), *_short_cells(of)])
        for name in listed
        for of in result.groups
        if of.group == name
    ]
    n_unlisted = len(sizes) - len(listed)
    note = f"{counted(n_unlisted, f'other {result.grouped_by}')} not listed." if n_unlisted else ""
    cost = ["cost", "per 1,000 words"] if result.request.rates else []
    head = [result.grouped_by, "system", "HTER", "95 % interval", "untouched %", "segments", "words", *cost]
    table = wide_html(html_table(head, rows, "pairs"))
    return section_html(f"By {result.grouped_by}", table, note)


def _examples(test_set: TestSet, result: EffortResult, colors: Mapping[str, str]) -> Markup:
    """Return the most edited segments of each system, with words that were deleted or inserted marked."""
    edits = {edit.system: edit.segments for edit in test_set.post_edits}
    shown = Markup("")
    for effort in result.systems:
        places = [int(place) for place in result.most_edited(effort.system)[:EXAMPLES]]
        shown += Markup("<h3>{}</h3>").format(name_html(effort.system, colors[effort.system]))
        for place in places:
            output, edited = test_set.system(effort.system).segments[place].as_py(), edits[effort.system][place].as_py()
            source = None if test_set.source is None else test_set.source[place].as_py()
            shown += _example(result, int(test_set.numbers[place]), source, output, edited)
    return section_html("The most edited segments", shown, "Struck through: taken out. Underlined: put in.")


def _example(result: EffortResult, number: int, source: str | None, output: str, edited: str) -> Markup:
    edits = result.request.metric.edits(output, [edited])
    steps = edits.alignments[-1].edits
    output_steps = sorted((step for step in steps if step.origin is not None), key=lambda step: step.origin or 0)
    post_edit_steps = [step for step in steps if step.reference_word is not None]
    lines = _source_html(source) if source else Markup("")
    lines += paragraph_html(_marked_words_html(output_steps, _OUTPUT_MARKS, "word")) + paragraph_html(
        _marked_words_html(post_edit_steps, _POST_EDIT_MARKS, "reference_word")
    )
    score = fixed(float(result.request.metric.score(np.array(edits.statistics))), 2, MISSING)
    heading = f"Segment {number:,} · HTER {score}"
    shifts = f" · {counted(len(edits.shifts), 'phrase')} moved" if edits.shifts else ""
    return Markup('<article class="segment"><p class="who">{}{}</p>{}</article>').format(bold(heading), shifts, lines)


def _source_html(source: str) -> Markup:
    words = source.split()
    shown = source if len(words) <= LONGEST else f"{' '.join(words[:LONGEST])} …"
    return Markup('<p class="note"><bdi dir="auto">{}</bdi></p>').format(shown)


def _marked_words_html(steps: Sequence[Edit], marks: Mapping[EditKind, Markup], field: str) -> Markup:
    words = [marks.get(step.kind, _UNCHANGED).format(getattr(step, field)) for step in steps[:LONGEST]]
    ellipsis = Markup(" …") if len(steps) > LONGEST else Markup("")
    return Markup('<bdi dir="auto">{}{}</bdi>').format(Markup(" ").join(words), ellipsis)
