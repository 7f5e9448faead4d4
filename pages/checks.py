"""Which sentences are dangerous? Findings of the checks in outputs, and their rates in references."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st
from markupsafe import Markup

from scoring import TestSet
from scoring.checks.terminology import TERMINOLOGY
from scoring.output.markdown import escape_markdown
from scoring.output.markup import html
from scoring.report import error_marking
from scoring.studies import dangerous, doctor, error_kinds
from scoring.studies.checks import CheckFinding, ChecksResult
from scoring.studies.dangerous import DangerousSegments
from scoring.studies.error_kinds import ErrorKinds
from scoring.studies.terminology import TermsResult
from scoring.studies.translation_file import findings_filling
from scoring.studies.wording.verdict_words import doubts_opening
from server.engine.tasks import Task
from ui.checks import check_heat, check_tables, glossary_upload, ignoring, jobs, terms
from ui.checks.jobs import FLAG, PART, SENTENCES, SYSTEM
from ui.context import findings, glossaries, leaving_out
from ui.context.context import Context, current_context
from ui.errors import error_tables
from ui.kit import address, exports, grid, layout, part, reader
from ui.report import translation_files
from ui.segments import listing, picker
from ui.session import send, state
from ui.store import cache, waiting
from ui.verdict import doubt_line

RUNNING = "checks"
"""The place of the page that waits for the checks."""
READING_PLACE = "read-findings"
"""The place of the page where a segment is read."""
TERMS = "Terms"
"""Name of the second tab."""
MARK = "mark_findings"
"""The key of the switch that marks findings on every page."""
NOTHING_FOUND = (
    "There is nothing to list. Checks see numbers, names, copies and the like, so outputs without findings can be"
    " wrong: read some of them."
)
ABOUT_MARK = (
    "Findings become errors that a program marked, never people: Segments, Errors, Compare, tests and files have them."
)


def main() -> None:
    context, checked = current_context(), jobs.checked_set()
    doubt_line.draw_doubts(context, offers=True)
    with waiting.cancelling_places(RUNNING, jobs.FLAG_TESTS_PLACE, terms.TERMS_PLACE, glossary_upload.READING):
        doing = "Running the checks on every output and reference."
        result = waiting.result_or_progress(RUNNING, findings.checks_task(checked), doing)
        if result is not None:
            draw_checks(context, checked, result)


def draw_checks(context: Context, checked: TestSet, result: ChecksResult) -> None:
    if not result.rates:
        st.info(f"No check can be run on this test set. {' '.join(result.caveats())}")
        return
    in_use = glossaries.glossary_in_use(checked)
    dangerous_segments, terms_result, digest = terms.find_with_terms(context, checked, result, in_use)
    if (
        isinstance(terms_result, TermsResult)
        and state.widget_or_address_value(PART) == TERMS
        and len(context.test_set) == len(checked)
    ):
        terms.draw_terms_answer(context, terms_result)
    draw_safest(context, checked, dangerous_segments, digest)
    if dangerous_segments.rates:
        draw_rates(context, dangerous_segments)
    parts = {
        SENTENCES: partial(read_segments, context, dangerous_segments),
        TERMS: partial(terms.draw_terms, context, checked, in_use, terms_result, read_terms),
        "Who differs": partial(show_flag_differences, context, checked, dangerous_segments.in_place, digest),
        "About these checks": partial(tell_about_checks, dangerous_segments.result),
    }
    send.html(Markup('<div id="{}"></div>').format(READING_PLACE))
    with st.container(key="checked"):
        address.tabs(parts, PART)
    about = exports.export_source(context)
    table = partial(check_tables.check_findings_table, checked, dangerous_segments.findings)
    exports.offer_table(table, "Findings", about, n_rows=len(dangerous_segments.findings))
    exports.offer_table(partial(check_tables.flag_rates_table, dangerous_segments), "Rates of findings", about)
    for name in dangerous_segments.systems:
        key = (checked.identity, name, dangerous_segments.findings)
        make = partial(findings_filling, checked, dangerous_segments.findings, name)
        translation_files.offer_filling(f"Findings in {name}, as notes", key, make)


def draw_safest(context: Context, checked: TestSet, dangerous_segments: DangerousSegments, glossary: str) -> None:
    """Draw the worst finding, the safest system, and, once tested, whether systems differ in the finding.

    First it names systems with lines out of place and ranks only the others; none if lines of the source are out of
    place.
    """
    ranked = dangerous_segments.in_place
    for one in dangerous_segments.out_of_place_sentences():
        send.sentences(one, look="caution", colors=context.colors)
    ignored = f" {dangerous_segments.result.ignored_sentence()}" if dangerous_segments.result.n_ignored else ""
    left_out = (
        f" {left_out_sentence}" if (left_out_sentence := dangerous_segments.result.left_out_lines_sentence) else ""
    )

    def draw(results: Mapping[str, Any]) -> None:
        tested: ErrorKinds | None = results.get(jobs.FLAG_TESTS_PLACE)
        examined: Any = results.get(jobs.DOCTOR_PLACE)
        if examined is None:
            tested = None
        is_broken = tested is not None and doctor.has_broken_reference(context.test_set, examined)
        odd = examined is not None and doubt_line.set_in_doubt(context)
        doubts = leaving_out.doubts_in_use(odd, ranked.systems, context.leading) if odd else ()
        safest = ranked.safest_sentence(tested, is_broken, doubt=doubts_opening(doubts)) + ignored + left_out
        worst = html.sentences_html([ranked.sentence(tested, n_below=0)], colors=context.colors)
        send.html(html.page(worst + html.sentences_html([safest], "how", context.colors)))
        if examined is not None:
            say_what_is_not_checked(context, doctor.findings_in_part(examined, context.test_set.places))
        if state.widget_or_address_value(PART) in (None, SENTENCES) and jobs.lists_lead(dangerous_segments):
            say_where_to_start(context, dangerous_segments)

    if len(ranked.systems) < 2 or not ranked.ranks_systems:
        draw({})
        return
    task = jobs.difference_task(checked, ranked, findings.ignored_rules(), glossary)
    tasks: dict[str, Task[Any]] = {
        jobs.FLAG_TESTS_PLACE: task,
        jobs.DOCTOR_PLACE: cache.first_examination_task(checked),
    }
    meanwhile = say_being_tested if ranked.waits_for_test else None
    waiting.draw_partial_results(jobs.OPENING_PLACE, tasks, draw, what="", draw_meanwhile=meanwhile)


def say_what_is_not_checked(context: Context, examined: doctor.DoctorResult) -> None:
    """Draw what the doctor finds in outputs and the table has no row for."""
    if statement := doctor.unchecked_sentence(examined, context.shown):
        send.sentences(statement, look="caution", colors=context.colors)


def say_being_tested() -> None:
    send.sentences(dangerous.BEING_TESTED)


def say_where_to_start(context: Context, dangerous_segments: DangerousSegments) -> None:
    """Draw a link to the first segment of the list below, unless all its outputs with findings are out of place."""
    flags = (
        dangerous_segments.serious_flags
        if state.widget_or_address_value(FLAG) in (None, "", dangerous.SERIOUS_LABEL)
        else None
    )
    for index, of in jobs.listed_segments(context.test_set, dangerous_segments.worst(flags or None), 1).items():
        number = int(context.test_set.numbers[index])
        of = [one for one in of if not dangerous_segments.is_out_of_place(one)]
        if not of:
            return
        statement = html.sentence_html(dangerous_segments.start_sentence(number, of), context.colors)
        send.html(html.page(Markup('<p class="how"><a href="#{}">{}</a></p>').format(READING_PLACE, statement)))


def draw_rates(context: Context, dangerous_segments: DangerousSegments) -> None:
    """Draw the table of flags and systems; a click on a number leads to its segments."""
    if any(annotation.is_human for annotation in context.every_segment.annotations):
        address.page_link("errors", "See the errors that people marked")
    check_heat.draw_flag_rates(dangerous_segments, context.colors, shows=".st-key-checked")


# --- the worst segments ---


def read_segments(context: Context, dangerous_segments: DangerousSegments) -> None:
    """Draw the segments of the chosen finding and system."""
    if not dangerous_segments.rates and not dangerous_segments.result.n_ignored:
        st.info(NOTHING_FOUND)
        address.page_link("segments", "Read the segments")
        return
    segments, reference = choose_segments(context, dangerous_segments)
    if not segments:
        st.info("Nothing of this kind was found. Choose another finding or system.")
        return
    read_listed_segments(
        context,
        segments,
        state.widget_or_address_value(FLAG),
        state.widget_or_address_value(SYSTEM),
        reference=reference,
    )


def read_terms(context: Context, dangerous_segments: DangerousSegments, digest: str) -> None:
    """Draw the segments with missing and forbidden terms of the glossary with this digest."""
    if segments := jobs.listed_segments(context.test_set, dangerous_segments.worst(), listing.PART):
        read_listed_segments(context, segments, TERMINOLOGY, digest)


def read_listed_segments(
    context: Context, segments: dict[int, list[CheckFinding]], *chosen_by: str | None, reference: str = ""
) -> None:
    """Draw a list of segments, the worst first, next to the segment that is read.

    ``chosen_by`` has the choices behind the list: when they change, the first segment opens. If a ``reference`` is
    named, the findings are in its text.
    """
    order = jobs.reading_order(segments)
    if state.must_open_segment(*chosen_by):
        state.open_at(int(order[0]), "", *chosen_by)
    elif state.segment_in_use(len(context.test_set)) not in segments:
        state.move_to_segment(int(order[0]))
    with st.container(horizontal=True, key="two-panes"):
        with st.container(key="list-pane", gap="xsmall"):
            rows = check_tables.segment_rows(context.test_set, segments, reference)
            picker.draw_segment_list(rows, [], state.choose_segment)
        with st.container(key="reading-pane"):
            part.draw_rerun_part(
                partial(show_flagged_segment, context, segments, reference), state.address_values_without_place
            )


def choose_segments(
    context: Context, dangerous_segments: DangerousSegments
) -> tuple[dict[int, list[CheckFinding]], str]:
    """Draw the choices of finding, system and marking; return the segments to list and a reference's name.

    The reference is the text in which the findings are; its name is empty if they are in outputs.
    """
    names = {"": "any finding", dangerous.SERIOUS_LABEL: dangerous.SERIOUS_LABEL}
    names |= {str(flag): flag.title for flag in dangerous_segments.rates}
    references = jobs.reference_choices(dangerous_segments)
    systems = {"": "any system"} | {name: name for name in (*references, *dangerous_segments.systems)}
    jobs.hold_usual({FLAG: names, SYSTEM: systems}, dangerous_segments)
    with layout.controls("checks"):
        flag = address.draw_named_option("Finding", names, FLAG, 260)
        system = address.draw_named_option("System", systems, SYSTEM, 260)
        state.set_widget_values({MARK: findings.are_marked()})
        st.toggle("Mark on every page", key=MARK, help=ABOUT_MARK, on_change=take_mark)
        ignoring.draw_rules(dangerous_segments.result.n_ignored)
    flags = {"": None, dangerous.SERIOUS_LABEL: dangerous_segments.serious_flags} | {
        str(flag): {flag} for flag in dangerous_segments.rates
    }
    reference = "" if system in dangerous_segments.systems else references.get(system, "")
    listed = dangerous_segments.worst(flags[flag], system, reference)
    return jobs.listed_segments(context.test_set, listed, listing.PART), reference


def take_mark() -> None:
    """Put the choice of marking findings into the address; a callback."""
    findings.mark(bool(state.widget_value(MARK)))


def show_flagged_segment(context: Context, segments: dict[int, list[CheckFinding]], reference: str) -> None:
    """Draw the segment that is read, with its findings."""
    index = state.segment_in_use(len(context.test_set))
    segment_findings = segments.get(index) or next(iter(segments.values()))
    segment = context.test_set.segment(index)
    picker.mark_chosen_segment(segment.number)
    checked = segment.references if reference else segment.hypotheses
    texts = {of.system: checked[of.system] for of in segment_findings}
    reader.draw_segment_steps(context, jobs.reading_order(segments), index, texts, address.USUAL_VIEW, part.read_on)
    send.html(error_marking.flagged_segment(segment, segment_findings, context.colors, reference))
    send.html(error_marking.error_legend({of.severity for of in segment_findings}))
    order = jobs.reading_order(segments)
    ignoring.draw_ignore_choice(segment_findings, [int(context.test_set.numbers[at]) for at in order], segment.number)


# --- who differs ---


def show_flag_differences(
    context: Context, checked: TestSet, dangerous_segments: DangerousSegments, glossary: str
) -> None:
    """Draw which of the ranked systems differ, with intervals and p-values."""
    if not dangerous_segments.ranks_systems:
        st.info(dangerous.NOT_RANKED)
        return
    if len(dangerous_segments.systems) < 2:
        st.info("Differences need two systems whose lines are in place.")
        return
    task = jobs.difference_task(checked, dangerous_segments, findings.ignored_rules(), glossary)
    tested = waiting.result_or_progress(jobs.FLAG_TESTS_PLACE, task, "Testing which systems differ.")
    if tested is None:
        return
    titles = dangerous.flag_titles(dangerous_segments)
    differing = [replace(pair, kind=titles.get(pair.kind, pair.kind)) for pair in dangerous.clear_differences(tested)]
    if not differing:
        nearest = escape_markdown(str(dangerous.nearest_sentence(dangerous_segments, tested)))
        st.info(f"{error_kinds.no_difference(tested)} {nearest}")
        return
    n_pairs = len(dangerous_segments.systems) * (len(dangerous_segments.systems) - 1) // 2
    st.markdown("Differences in % of segments.")
    send.html(error_tables.difference_list(differing, n_pairs))
    with st.expander("Details" if len(differing) == 1 else f"Show all {len(differing):,} differences"):
        heads, cells = (
            {"p_adjusted": st.column_config.NumberColumn("corrected p")},
            error_tables.corrected_p_cells(differing),
        )
        frame = error_tables.differing_table(differing).drop(columns="p_value")
        grid.draw_grid(frame, heads, lambda shown: grid.write_cells(shown.style, cells), most=layout.TALL_TABLE)
        st.caption(error_kinds.difference_test_note(tested))
    table, about = partial(error_tables.differing_table, differing), exports.export_source(context)
    exports.offer_table(table, "Who differs", about, n_rows=len(differing))


def tell_about_checks(result: ChecksResult) -> None:
    """Draw what each check finds and when it errs, and the limits of these rates."""
    for statement in (*result.caveats(), *result.nothing_found(), *result.check_descriptions()):
        st.text(statement)


main()
