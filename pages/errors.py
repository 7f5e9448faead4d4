"""What goes wrong, and in which system? Marked errors by kind, who differs, and whether BLEU sees them."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import streamlit as st
from markupsafe import Markup

from scoring import TestSet
from scoring.judgments import Annotation
from scoring.judgments.error_density import annotation_of
from scoring.output.markup import html
from scoring.report import verdict_card
from scoring.studies import checks, dangerous, error_kinds
from scoring.studies.translation_file import errors_filling
from ui.checks import jobs as check_jobs
from ui.context import findings
from ui.context.context import Context, in_use
from ui.errors import error_tables, heat, jobs
from ui.kit import address, exports, grid, layout, reader
from ui.kit.steps import Heard
from ui.report import translation_files
from ui.session import send, state
from ui.store import waiting
from ui.verdict import doubt_line
from ui.verdict.card import why_none

MAIN, EVERY = "main kinds", "all kinds"
FOUND = "found-by-checks"
"""The place of the page where it waits for checks."""
NO_ERRORS = (
    "Nobody has marked errors in this test set. Checks find some without people: lost numbers, missing parts, text that"
    " is not translated."
)
ERROR_FILES = (
    "Marked errors come in a file: MQM's ratings (`*.seg.rating`) or table (TSV), ESA (JSON Lines, or Appraise's CSV),"
    " or XCOMET's JSON."
)


def main() -> None:
    context = in_use()
    doubt_line.draw_doubts(context)
    if not context.test_set.annotations:
        st.info(NO_ERRORS)
        say_what_checks_find(context)
        if not findings.are_marked():
            st.button("Count findings of checks here", type="primary", on_click=findings.mark, args=(True,))
        address.page_link("checks", "Read findings of checks one by one")
        address.page_link("rate", "Mark errors yourself")
        address.page_link("ask", "Ask a language model")
        address.page_link("data", "Add a file with marked errors")
        st.caption(ERROR_FILES)
        return
    request = choose_error_kinds(context)
    task = jobs.error_counts_task(request, context.test_set)
    waiting.when_ready("errors", [task], partial(draw_error_kinds, context, request), "Counting.")


def say_what_checks_find(context: Context) -> None:
    """What is the worst that checks find, once they have run, and whether that ranks systems, once it is tested."""
    checked = check_jobs.checked_set()
    waiting.when_ready(
        FOUND, [findings.checks_task(checked)], partial(say_checked, context, checked), "Running checks."
    )


def say_checked(context: Context, checked: TestSet, result: checks.ChecksResult) -> None:
    if not result.rates:
        return
    ranked, ignored = reader.systems_by_rank(context), findings.ignored_rules()
    found = check_jobs.find_dangerous(checked, result, ranked, ignored, looked_at=context.test_set)

    def draw(there: Mapping[str, Any]) -> None:
        said = html.sentence_html(found.ranking_sentence(there.get(check_jobs.TESTED)), context.colors)
        send.html(html.page(Markup('<p class="statement">{} {}</p>').format(said, dangerous.NOT_HUMAN)))

    if len(found.systems) < 2:
        draw({})
        return
    tested = check_jobs.difference_task(checked, found, ignored)
    waiting.fill_in(check_jobs.STATED, {check_jobs.TESTED: tested}, draw, what="")


def choose_error_kinds(context: Context) -> error_kinds.ErrorKindsRequest:
    """Whose errors, by what, and how bad."""
    given = {annotation.name: annotation for annotation in sorted(context.test_set.annotations, key=jobs.is_by_program)}
    with layout.controls("errors"):
        chosen = choose_judge(given)
        name = chosen.name
        if not any(chosen.categories):
            return error_kinds.ErrorKindsRequest(name, "severity", (), context.bleu.tokenize)
        kinds = address.one_of("Kinds", [MAIN, EVERY], MAIN, "error_kinds")
        severities = jobs.choose_severities(chosen)
    return error_kinds.ErrorKindsRequest(name, "main" if kinds == MAIN else "full", severities, context.bleu.tokenize)


def choose_judge(given: Mapping[str, Annotation]) -> Annotation:
    """Of one annotation alone it is only said whose it is."""
    if len(given) > 1:
        names = {name: error_kinds.annotation_phrase(of) for name, of in given.items()}
        return given[address.named_option_field("Marked by", names, "marked_by", 320)]
    (only,) = given.values()
    st.text(f"Marked by {error_kinds.annotation_phrase(only)}", width="content")
    return only


def draw_error_kinds(context: Context, request: error_kinds.ErrorKindsRequest, counts: error_kinds.ErrorCounts) -> None:
    shown = [system for system in context.shown if system in counts.systems]
    offer_errors(context, annotation_of(context.test_set, request.annotation))
    if not shown:
        st.info("Nobody judged the systems shown. Choose others under Systems shown.")
        return
    if request.annotation == checks.ANNOTATION:
        say_what_checks_find(context)
    statement, picture = st.container(), st.container()

    def draw(tested: error_kinds.ErrorKinds | None) -> None:
        with statement:
            say_who_makes_which(context, counts, shown, tested, request.annotation == checks.ANNOTATION)
        draw_heat(picture, context, request, counts, shown, tested)

    if request.annotation == checks.ANNOTATION:
        draw(None)
        address.page_link("checks", "Which systems differ in these findings?", checks_part="Who differs")
    elif not show_tested(context, request, counts, shown, draw):
        draw(None)
    if not context.test_set.references:
        return
    found = jobs.seen(context.bleu, request.annotation, request.severities, context.test_set)
    who = "annotators" if annotation_of(context.test_set, request.annotation).is_human else "this judge"
    waiting.when_ready("seen", [found], partial(draw_error_words, who), "Looking for marked words in the references.")


def say_who_makes_which(
    context: Context,
    counts: error_kinds.ErrorCounts,
    shown: list[str],
    tested: error_kinds.ErrorKinds | None,
    of_checks: bool,
) -> None:
    told = error_kinds.who_makes_which(counts, shown, tested)
    if of_checks:
        told += f" {error_kinds.OF_CHECKS}"
    if issues := error_kinds.source_issue_sentence(counts, shown):
        told += f" {issues}"
    if context.leading.is_human:
        metric, (leader,) = context.leading, reader.best_systems(context, 1)
        told += error_kinds.unweighted_sentence(counts, shown, metric.full_name, leader)
    said = html.sentence_html(told, context.colors)
    send.html(html.page(Markup('<p class="statement">{}</p>').format(said)))


def offer_errors(context: Context, annotation: Annotation) -> None:
    """For translators: a table of the errors, and notes in a translation file."""
    test_set = context.test_set
    table = partial(error_tables.marked_errors_table, test_set, annotation)
    exports.offer_table(table, "Marked errors", exports.export_source(context), n_rows=len(annotation.spans))
    for name in context.shown:
        if name in annotation.judged:
            key = (test_set.identity, annotation.name, name)
            make = partial(errors_filling, test_set, annotation, name)
            translation_files.offer_filling(f"Errors in {name}, as notes", key, make)


def show_tested(
    context: Context,
    request: error_kinds.ErrorKindsRequest,
    counts: error_kinds.ErrorCounts,
    shown: list[str],
    draw: Callable[[error_kinds.ErrorKinds | None], None],
) -> bool:
    """Who differs, and with ``draw`` the picture with its intervals; whether they are there yet."""
    if context.by_quality:
        send.html(verdict_card.nothing(why_none(context)))
        return False

    def show_all(tested: error_kinds.ErrorKinds) -> None:
        draw(tested)
        if len(counts.systems) > 1:
            show_differences(about(context, request), shown, tested)

    return waiting.when_ready(
        "tested", [jobs.error_kinds_task(request, context.test_set)], show_all, "Testing who differs."
    )


def about(context: Context, request: error_kinds.ErrorKindsRequest) -> Mapping[str, str]:
    """Where the numbers come from."""
    return exports.export_source(context) | {"Errors per 1,000 words signature": request.signature}


def draw_heat(
    picture: Any,
    context: Context,
    request: error_kinds.ErrorKindsRequest,
    counts: error_kinds.ErrorCounts,
    shown: list[str],
    tested: error_kinds.ErrorKinds | None,
) -> None:
    """In its place above what takes longer."""
    places = error_tables.order(counts, shown)

    def choose(row: int, column: int, heard: Heard) -> None:
        state.note_presses(heard)
        by = request.annotation if len(context.test_set.annotations) > 1 else ""
        said = jobs.segments_of(counts.counted[row], counts.systems[places[column]], by)
        if said is not None:
            state.set_address_values(said)
            state.hold({"segment_view": "Errors"})
            state.lead_to("segments")

    with picture:
        payload = error_tables.cells(counts, tested, shown, context.colors)
        heat.draw_heat_map(payload, choose)
        is_marked, are_few = error_tables.has_marks(payload), len(shown) <= error_tables.FITTING
        note = error_tables.error_counting_note(counts, request.tokenize, are_marks=is_marked, are_counts=are_few)
        st.caption(note + error_tables.wide(len(shown)))
    made = partial(error_tables.rates_table, counts, tested, shown)
    judge = annotation_of(context.test_set, request.annotation)
    who = "people" if judge.is_human else judge.name
    said = f"{counts.kinds[0].capitalize()} marked by {who}. {error_tables.rates_note(counts, request.tokenize)}"
    where_from = {**about(context, request), exports.NOTE: said}
    paper = partial(error_tables.printed_rates, counts, tested, shown, request, context.test_set.name)
    best = dict.fromkeys(counts.kinds, False)
    exports.offer_table(made, "Errors per 1,000 words", where_from, best, paper=paper)


# --- who differs ---


def show_differences(where_from: Mapping[str, str], shown: list[str], tested: error_kinds.ErrorKinds) -> None:
    found = tested.differing(shown)
    if not found:
        st.caption(error_kinds.no_difference(tested))
        return
    st.subheader("Who differs", anchor=False)
    send.html(error_tables.difference_list(found, len(shown) * (len(shown) - 1) // 2))
    with st.expander(
        "Details" if len(found) == 1 else f"Show all {len(found):,} differences",
        key="differing",
        on_change="rerun",
    ) as folded:
        if folded.open:
            list_all(found)
            st.caption(f"{error_kinds.about_test(tested)} {error_kinds.least_p_sentence(tested)}")
    note = f"Fewer and more errors of a kind; differences per 1,000 words. {error_kinds.about_test(tested)}"
    table, about = partial(error_tables.differing_table, found), {**where_from, exports.NOTE: note}
    exports.offer_table(table, "Who differs", about, cells=error_tables.corrected_p_cells(found), n_rows=len(found))


def list_all(found: list[error_kinds.DifferingPair]) -> None:
    number = st.column_config.NumberColumn
    formats = {name: number(format="%.2f") for name in ("low", "high")} | {
        "fewer": st.column_config.TextColumn("fewer errors", help="the system with fewer errors of this kind"),
        "more": st.column_config.TextColumn("than"),
        "difference": number("fewer by", format="%.2f", help="errors per 1,000 words"),
        "p_adjusted": number("corrected p"),
    }
    frame, written = error_tables.differing_table(found).drop(columns="p_value"), error_tables.corrected_p_cells(found)
    grid.draw_grid(frame, formats, lambda table: grid.write_cells(table.style, written), most=layout.TALL_TABLE)


# --- does BLEU see it? ---


def draw_error_words(who: str, found: error_kinds.ErrorWords) -> None:
    st.subheader(f"Does BLEU see what {who} saw?", anchor=False)
    if too_few := error_kinds.too_few_words(found):
        st.caption(too_few)
        return
    send.html(html.page(error_tables.seen_statement(found)))
    with st.popover("How this is counted", key="about-seen"):
        st.markdown(error_kinds.how_counted(found))
    address.page_link("segments", "See it word by word", segment_view="Errors", error_ngrams="true")


main()
