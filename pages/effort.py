"""What would post-editing cost? Edits of each system by its own post-edits, and the price of a word."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from scoring import TER
from scoring.counting.limits import counted_after
from scoring.origins import COLUMNS, Origin
from scoring.output.markup import html
from scoring.studies import effort
from scoring.studies.effort import HOW_TO_BRING, HTER, NEVER_MIXED, EffortRequest, EffortResult, PostEditedTexts
from scoring.studies.post_edit_sample import HINT, NO_POST_EDITS, NO_SOURCE, PostEditSample
from scoring.studies.reference_changes import fewer_changes, reference_changes
from scoring.studies.wording.plain_quotes_words import TYPED_MARKS
from server.engine.tasks import Task
from ui.context import language, leaving_out
from ui.context.context import Context, current_context
from ui.context.filters import NO_FILTERS
from ui.drawing import component
from ui.effort import charts, effort_settings, effort_tables, jobs
from ui.kit import address, budget, exports, grid, layout, part, reader
from ui.report import menu, translation_files
from ui.segments import listing, picker
from ui.session import send, state
from ui.significance import plain_quotes_verdicts_task, verdicts_task
from ui.store import cache, waiting
from ui.store.samples import POST_EDITED
from ui.ter import n_steps, ter_drawing
from ui.verdict import doubt_line

CHANGES = "effort_changes"
"""The place of the page that waits for TER against the reference."""
WITH_CAPITALS, USUAL, TEST, TEST_ALIKE = "with capitals", "usual", "test", "test with marks made alike"
"""Tasks of that place: TER with capitals, TER as on other pages, and tests of TER with capitals on the texts as typed
and with one kind of quotation marks."""
PART, SYSTEM = "effort_part", "effort_system"
"""Keys of the tabs, and of the choice of the system whose edits are read."""
MAX_HEIGHT = 640
"""Largest height in px of the table of bands, which has a row for each band of a system."""
NO_RATES = "Type your rates to see what it costs."
EXAMPLE_RATES = "0.01 0.03 0.06 0.08 0.10"
ABOUT_EXAMPLE = "This is an example. Its rates are made up: type your own under Bands and rates."
WHAT_IT_SAYS = "Post-edits show which system costs less to correct."
EDITED_ALREADY = "Edited already? Drop A.txt with A.pe.txt, or a translation tool's file before and after."
BEFORE_EXAMPLE = "effort_before_example"
"""The session's key for the test set from which a visitor opened the example."""
DOWNLOADS = {
    "xlf": "Download for translation tools (XLIFF)",
    "xlsx": "Download for spreadsheets (XLSX)",
}
"""Ending of the files to be post-edited -> label of the download button."""


@dataclass(frozen=True)
class EffortView:
    """The context, the request, and the systems that the page Effort shows."""

    context: Context
    request: EffortRequest
    systems: tuple[str, ...]
    """Systems that have a post-edit."""


def main() -> None:
    context = current_context()
    doubt_line.draw_doubts(context)
    edited = {edit.system for edit in context.every_segment.post_edits}
    systems = tuple(name for name in context.shown if name in edited)
    if not systems:
        say_no_post_edits(context, has_hidden=bool(edited))
        return
    with waiting.cancelling_places(jobs.PLACE):
        draw_effort(context, systems)


def say_no_post_edits(context: Context, has_hidden: bool) -> None:
    """Draw what is known without post-edits, and how to get them, with files to be post-edited."""
    if has_hidden:
        st.info("None of the systems that are shown has a post-edit. Show others in the sidebar.")
        return
    sample = None if context.test_set.source is None else PostEditSample(context.test_set, context.shown)
    has_references = bool(context.test_set.references)
    send.sentences(f"{NO_POST_EDITS} {HINT if has_references else WHAT_IT_SAYS}", colors=context.colors)
    if has_references:
        draw_reference_changes(context)
    if sample is None:
        st.info(f"{HOW_TO_BRING} {NO_SOURCE}")
    else:
        st.info(sample.instruction())
        with st.container(horizontal=True, gap="small"):
            for ending, label in DOWNLOADS.items():
                name = exports.file_name(context.test_set.name, f"to-post-edit-{ending}", "zip")
                make = partial(sample.archive, ending)
                exports.draw_download_button(label, make, name, "application/zip", f"to-post-edit-{ending}")
    with st.container(horizontal=True, gap="medium", vertical_alignment="center"):
        st.button("See an example", key="effort-example", on_click=see_example)
        address.page_link("data", "Drop the edited files on Test sets")
    if sample is not None:
        st.caption(EDITED_ALREADY)


def draw_reference_changes(context: Context) -> None:
    """Draw how many edits turn each output into the reference, by TER with capitals, and which system needs fewer."""
    test_set, systems = context.test_set, context.shown
    usual = TER.configure(context.options)
    metrics = {WITH_CAPITALS: replace(usual, case_sensitive=True), USUAL: usual}
    tasks: dict[str, Task[Any]] = {name: cache.sums_task(metric, test_set) for name, metric in metrics.items()}
    if len(systems) > 1 and not context.by_quality and context.sampled_from is None:
        request = budget.usual_request(metrics[WITH_CAPITALS], test_set.system_names, len(test_set))
        tasks[TEST] = verdicts_task(request, test_set)
        if cache.retested_systems(test_set, context.bleu, systems):
            tasks[TEST_ALIKE] = plain_quotes_verdicts_task(request, test_set)

    def draw(results: dict[str, Any]) -> None:
        if any(results[name] is None for name in metrics):
            return
        typed, ignoring_case = (
            {system: float(metric.score(results[name][system])) for system in systems}
            for name, metric in metrics.items()
        )
        unlike = cache.names_with_other_quotes(test_set, systems)
        ignoring = None if usual.case_sensitive else ignoring_case
        changes = reference_changes(typed, ignoring, TYPED_MARKS if unlike and TEST in tasks else "")
        if TEST not in tasks or any(result is None for result in results.values()):
            send.sentences(changes, colors=context.colors)
            return
        odd = leaving_out.doubts_in_use(test_set, systems, metrics[WITH_CAPITALS])
        verdict = fewer_changes(results[TEST], systems, odd, results.get(TEST_ALIKE), unlike)
        if verdict.typed is None:
            send.sentences(verdict.sentence, changes, colors=context.colors)
            send.sentences(verdict.note, look="how", colors=context.colors)
            return
        alike = reference_changes(verdict.scores, None if ignoring is None else {})
        send.sentences(verdict.sentence, alike, colors=context.colors)
        send.sentences(verdict.note, look="how", colors=context.colors)
        with st.expander(f"{TYPED_MARKS.capitalize()}, each with its own quotation marks"):
            send.sentences(verdict.typed, changes, colors=context.colors)

    waiting.draw_partial_results(CHANGES, tasks, draw, what="")


def see_example() -> None:
    """Open the example with rates; a callback."""
    state.set_widget_value(BEFORE_EXAMPLE, state.chosen_set())
    language.see_verdict(POST_EDITED, "effort", **{effort_settings.RATES_KEY: EXAMPLE_RATES})


def draw_way_back() -> None:
    """Draw a note that this is the example, and a button back to the set from which it was opened."""
    before = state.widget_value(BEFORE_EXAMPLE)
    if state.chosen_set() != POST_EDITED or before is None:
        return
    whole = cache.named_set(before, state.visitor())
    with st.container(horizontal=True, gap="medium", vertical_alignment="center"):
        st.caption(ABOUT_EXAMPLE, width="content")
        if whole is not None:
            look: dict[str, Any] = {"icon": ":material/arrow_back:", "on_click": leave_example, "args": (before,)}
            st.button("Back to your set", key="effort-back", **look)


def leave_example(before: str) -> None:
    """Use the set before the example again, without the example's rates; a callback."""
    state.set_widget_value(effort_settings.RATES_KEY, "")
    language.see_verdict(before, "effort")


def draw_effort(context: Context, systems: tuple[str, ...]) -> None:
    draw_way_back()
    opening = st.container()
    try:
        texts = PostEditedTexts.of_test_set(context.test_set, context.shown)
    except ValueError as error:
        opening.error("This cannot be computed.")
        opening.code(str(error), language=None, wrap_lines=True)
        return
    usual = EffortRequest(HTER.configure(context.options), trials=jobs.usual_effort_trials(texts))
    try:
        bands, rates, full_rate, volume = effort_settings.choose_bands_and_rates()
        request = replace(usual, bands=bands, rates=rates, full_rate=full_rate, volume=volume)
    except ValueError as error:
        opening.error("These are the usual bands without rates, since the bands or rates cannot be read.")
        opening.code(str(error), language=None, wrap_lines=True)
        request = usual
    task = jobs.effort_task(request, context.test_set, context.shown)
    result = waiting.result_or_progress(jobs.PLACE, task, "Counting the edits of every post-edit.")
    if result is None:
        return
    with opening:
        say_result(context, result)
    view = EffortView(context, request, systems)
    origins = [origin for origin, column in COLUMNS.items() if getattr(context.test_set, column) is not None]
    parts: dict[str, Callable[[], object]] = {
        "Systems": partial(draw_system_effort, result),
        "Segments": partial(draw_edited_segments, view, result),
        "Bands": partial(draw_bands, result),
    }
    parts |= {COLUMNS[origin].capitalize(): partial(draw_groups, view, origin) for origin in origins}
    parts["About these numbers"] = partial(tell_method, result)
    address.tabs(parts, PART)
    about = exports.export_source(context) | {"HTER signature": result.signature}
    exports.offer_table(partial(effort_tables.systems_table, result), "Effort", about)
    exports.offer_table(partial(effort_tables.bands_table, result), "Bands", about)
    exports.offer_table(partial(effort_tables.all_numbers_table, result), "All numbers", about)
    by_group = [jobs.effort_task(request, context.test_set, context.shown, origin) for origin in origins]
    translation_files.offer_post_edit_fillings(context, systems)
    menu.offer_effort_report(context.test_set, [task, *by_group])


def say_result(context: Context, result: EffortResult) -> None:
    """Draw what makes the result doubtful, then which system saves more."""
    if result.caveats:
        st.warning("Look at the files first.")
    for caveat in result.caveats:
        st.text(caveat)
    send.sentences(*result.sentences(), *result.volume_sentences(), colors=context.colors)
    for sentence in result.missing:
        st.text(sentence)


def draw_system_effort(result: EffortResult) -> None:
    st.plotly_chart(charts.band_shares(result), key="effort-bands", alt="Share of words by band of HTER, by system")
    grid.draw_grid(effort_tables.systems_table(result), formats(), most=layout.TALL_TABLE)
    st.caption(
        f"{result.words_sentence.capitalize()}. {NEVER_MIXED}" if result.request.rates else f"{NO_RATES} {NEVER_MIXED}"
    )


def draw_bands(result: EffortResult) -> None:
    grid.draw_grid(effort_tables.bands_table(result), formats(), most=MAX_HEIGHT)


def draw_groups(view: EffortView, origin: Origin) -> None:
    task = jobs.effort_task(view.request, view.context.test_set, view.context.shown, origin)
    result = waiting.result_or_progress(jobs.PLACE, task, f"Counting the edits of each {origin}.")
    if result is None:
        return
    grid.draw_grid(effort_tables.groups_table(result), formats(), most=layout.TALL_TABLE)
    about = exports.export_source(view.context) | {"HTER signature": result.signature}
    exports.offer_table(partial(effort_tables.groups_table, result), COLUMNS[origin].capitalize(), about)


def formats() -> grid.Formats:
    number = st.column_config.NumberColumn
    return {
        "HTER": number(format="%.2f"),
        "segments": number(format="localized"),
        "words": number(format="localized"),
        "untouched %": number(format="%.1f"),
        "% of words": number(format="%.1f"),
        "cost": number(format="%.2f"),
        "per 1,000 words": number(format="%.2f"),
    }


def draw_edited_segments(view: EffortView, result: EffortResult) -> None:
    """Draw the segments with the most edits first, and the edits of the segment that is read."""
    context = view.context
    with layout.controls("effort"):
        system = st.selectbox("System", view.systems, key=SYSTEM, width=320, bind="query-params")
    order = result.most_edited(system)
    if state.must_open_segment(system):
        state.open_at(int(order[0]), "its output needed the most edits per word.", system)
    elif state.segment_in_use(len(context.test_set)) not in order:
        state.move_to_segment(int(order[0]))
    n_segments = len(context.test_set)
    scores = {name: over_all_segments(of, result.places, n_segments) for name, of in result.segment_scores.items()}
    with st.container(horizontal=True, key="two-panes"):
        with st.container(key="list-pane", gap="xsmall"):
            rows = listing.list_rows(context.test_set, order[: listing.PART], NO_FILTERS, scores)
            picker.draw_segment_list(rows, [context.colors[name] for name in scores], state.choose_segment)
        with st.container(key="reading-pane"):
            part.draw_rerun_part(
                partial(show_edits, context, view.request.metric, system, order), state.address_values_without_place
            )


def over_all_segments(scores: np.ndarray, places: np.ndarray, n_segments: int) -> np.ndarray:
    """Return the scores of the counted segments at their places, NaN elsewhere, float64 (n_segments,)."""
    spread_out = np.full(n_segments, np.nan)
    spread_out[places] = scores
    return spread_out


def show_edits(context: Context, metric: HTER, system: str, order: np.ndarray) -> None:
    """Draw the chosen segment: the output above its own post-edit, with the edits as TER draws them."""
    index = state.segment_in_use(len(context.test_set))
    own = jobs.own_context(context, system)
    segment = own.test_set.segment(index)
    picker.mark_chosen_segment(segment.number)
    reader.draw_segment_steps(own, order, index, segment.hypotheses, "TER", part.read_on)
    with counted_after(segment.number - 1):
        edits = metric.edits(segment.hypotheses[system], own.test_set.reference_texts(index))
    st.text(effort.edits_sentence(metric, edits))
    drawing = ter_drawing(edits, n_steps(edits) - 1, f"Edits of {system}", "", with_legend=True, kind=jobs.POST_EDIT)
    component.mount_drawing(drawing, key="edits-of-post-editor")
    with st.container(key="small-given"):
        send.html(html.page(html.source_rows(segment.source, segment.note)))


def tell_method(result: EffortResult) -> None:
    for note in result.notes():
        st.text(note)


main()
