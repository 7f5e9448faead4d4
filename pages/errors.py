"""What goes wrong, and in which system? Marked errors by kind, which systems differ, and whether BLEU sees them."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import streamlit as st
from markupsafe import Markup

from scoring import TestSet
from scoring.judgments import Annotation
from scoring.judgments.error_density import find_annotation
from scoring.output.markup import html
from scoring.report import verdict_card
from scoring.studies import checks, dangerous, error_kinds
from scoring.studies.dangerous import DangerousSegments
from scoring.studies.translation_file import errors_filling
from ui.checks import check_heat, check_tables, terms
from ui.checks import jobs as check_jobs
from ui.context import findings, glossaries
from ui.context.context import Context, current_context
from ui.errors import error_tables, heat, jobs
from ui.kit import address, exports, grid, layout, reader
from ui.kit.steps import Heard
from ui.report import translation_files
from ui.session import send, state
from ui.store import waiting
from ui.verdict import doubt_line
from ui.verdict.card import no_verdict_sentence

MAIN, EVERY = "main kinds", "all kinds"
CHECKS_PLACE = "found-by-checks"
"""The place of the page that waits for the checks."""
NO_ERRORS = (
    "Nobody has marked errors in this test set. Checks find some without people: lost numbers, missing parts, text that"
    " is not translated."
)
ERROR_FILES = (
    "Marked errors come in a file: MQM's ratings (`*.seg.rating`) or table (TSV), ESA (JSON Lines, or Appraise's CSV),"
    " or XCOMET's JSON."
)


def main() -> None:
    context = current_context()
    doubt_line.draw_doubts(context)
    if not context.test_set.annotations:
        st.info(NO_ERRORS)
        with_what_checks_find(context, say_checked)
        if not findings.are_marked():
            st.button("Count findings of checks here", type="primary", on_click=findings.mark, args=(True,))
        address.page_link("checks", "Read findings of checks one by one")
        address.page_link("rate", "Mark errors yourself")
        address.page_link("ask", "Ask a language model")
        address.page_link("data", "Add a file with marked errors")
        st.caption(ERROR_FILES)
        return
    with layout.controls("errors"):
        annotation = choose_judge(context)
        request = None if is_of_checks(annotation) else choose_error_kinds(context, annotation)
    if request is None:
        draw_check_findings(context, annotation)
        return
    task = jobs.error_counts_task(request, context.test_set)
    waiting.when_ready("errors", [task], partial(draw_error_kinds, context, request), "Counting.")


# --- what checks find ---


def is_of_checks(annotation: Annotation) -> bool:
    """Return whether the checks made this annotation; their findings are counted in segments, as on the page Checks."""
    return annotation.name == checks.ANNOTATION and not annotation.is_human


def with_what_checks_find(context: Context, draw: Callable[[Context, TestSet, DangerousSegments, str], None]) -> None:
    """Call ``draw`` with the findings once the checks have run, the checked set, and the digest of its glossary."""
    checked = check_jobs.checked_set()

    def find(result: checks.ChecksResult) -> None:
        if result.rates:
            in_use = glossaries.glossary_in_use(checked)
            dangerous_segments, _, digest = terms.find_with_terms(context, checked, result, in_use)
            draw(context, checked, dangerous_segments, digest)

    with waiting.cancelling_places(terms.TERMS_PLACE):
        waiting.when_ready(CHECKS_PLACE, [findings.checks_task(checked)], find, "Running checks.")


def draw_check_findings(context: Context, annotation: Annotation) -> None:
    """Draw the rates of segments with a finding, by kind and system, as the page Checks does."""
    offer_errors(context, annotation)
    with_what_checks_find(context, draw_checked)
    ask_whether_bleu_sees(context, annotation, error_kinds.serious_severities(annotation))


def draw_checked(context: Context, checked: TestSet, dangerous_segments: DangerousSegments, glossary: str) -> None:
    say_checked(context, checked, dangerous_segments, glossary)
    check_heat.draw_flag_rates(dangerous_segments, context.colors, lambda: state.open_page_in_next_run("checks"))
    address.page_link("checks", "Which systems differ in these findings?", checks_part="Who differs")
    about = exports.export_source(context)
    exports.offer_table(partial(check_tables.flag_rates_table, dangerous_segments), "Rates of findings", about)


def say_checked(context: Context, checked: TestSet, dangerous_segments: DangerousSegments, glossary: str) -> None:
    """Draw the worst finding, its rate in each system, and, once tested, whether it ranks the systems.

    Of systems with lines out of place, only that is said.
    """
    ranked = dangerous_segments.in_place
    out = Markup("").join(
        Markup("{} ").format(html.sentence_html(one)) for one in dangerous_segments.out_of_place_sentences()
    )

    def draw(results: Mapping[str, Any]) -> None:
        statement = out + html.sentence_html(
            ranked.ranking_sentence(results.get(check_jobs.FLAG_TESTS_PLACE)), context.colors
        )
        caveat = "" if findings.are_marked() else f" {dangerous.NOT_HUMAN}"  # else the table's caption says it
        send.sentences(statement + caveat)

    if len(ranked.systems) < 2 or not ranked.ranks_systems:
        draw({})
        return
    tested = check_jobs.difference_task(checked, ranked, findings.ignored_rules(), glossary)
    waiting.draw_partial_results(check_jobs.OPENING_PLACE, {check_jobs.FLAG_TESTS_PLACE: tested}, draw, what="")


# --- marked errors by kind ---


def choose_judge(context: Context) -> Annotation:
    """Return the annotation whose errors are shown; a single one is only named."""
    annotations = {
        annotation.name: annotation for annotation in sorted(context.test_set.annotations, key=jobs.is_by_program)
    }
    if len(annotations) > 1:
        names = {name: error_kinds.annotation_phrase(of) for name, of in annotations.items()}
        return annotations[address.draw_named_option("Marked by", names, "marked_by", 320)]
    (only,) = annotations.values()
    st.text(f"Marked by {error_kinds.annotation_phrase(only)}", width="content")
    return only


def choose_error_kinds(context: Context, annotation: Annotation) -> error_kinds.ErrorKindsRequest:
    """Draw the choices of kinds and severities, and return the request."""
    if not any(annotation.categories):
        return error_kinds.ErrorKindsRequest(annotation.name, "severity", (), context.bleu.tokenize)
    kinds = address.draw_single_choice("Kinds", [MAIN, EVERY], MAIN, "error_kinds")
    severities, level = jobs.choose_severities(annotation), "main" if kinds == MAIN else "full"
    return error_kinds.ErrorKindsRequest(annotation.name, level, severities, context.bleu.tokenize)


def draw_error_kinds(context: Context, request: error_kinds.ErrorKindsRequest, counts: error_kinds.ErrorCounts) -> None:
    shown = [system for system in context.shown if system in counts.systems]
    offer_errors(context, find_annotation(context.test_set, request.annotation))
    if not shown:
        st.info("Nobody judged the systems shown. Choose others under Systems shown.")
        return
    statement, picture = st.container(), st.container()

    def draw(tested: error_kinds.ErrorKinds | None) -> None:
        with statement:
            say_who_makes_which(context, counts, shown, tested)
        draw_heat(picture, context, request, counts, shown, tested)

    if not show_tested(context, request, counts, shown, draw):
        draw(None)
    ask_whether_bleu_sees(context, find_annotation(context.test_set, request.annotation), request.severities)


def say_who_makes_which(
    context: Context,
    counts: error_kinds.ErrorCounts,
    shown: list[str],
    tested: error_kinds.ErrorKinds | None,
) -> None:
    statement = error_kinds.rates_sentence(counts, shown, tested)
    if issues := error_kinds.source_issue_sentence(counts, shown):
        statement += f" {issues}"
    if context.leading.is_human:
        metric, (leader,) = context.leading, reader.best_systems(context, 1)
        statement += error_kinds.unweighted_sentence(counts, shown, metric.full_name, leader)
    statement_html = html.sentence_html(statement, context.colors)
    send.sentences(statement_html)


def offer_errors(context: Context, annotation: Annotation) -> None:
    """Offer downloads for translators: a table of the errors, and notes in a translation file."""
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
    """Call ``draw`` with the intervals, draw which systems differ, and return whether these are computed already."""
    if context.by_quality:
        send.html(verdict_card.no_verdict_card(no_verdict_sentence(context)))
        return False

    def show_all(tested: error_kinds.ErrorKinds) -> None:
        draw(tested)
        if len(counts.systems) > 1:
            show_differences(export_source_of_rates(context, request), shown, tested)

    return waiting.when_ready(
        "tested", [jobs.error_kinds_task(request, context.test_set)], show_all, "Testing who differs."
    )


def export_source_of_rates(context: Context, request: error_kinds.ErrorKindsRequest) -> Mapping[str, str]:
    """Return the source of the numbers, for exported files."""
    return exports.export_source(context) | {"Errors per 1,000 words signature": request.signature}


def draw_heat(
    picture: Any,
    context: Context,
    request: error_kinds.ErrorKindsRequest,
    counts: error_kinds.ErrorCounts,
    shown: list[str],
    tested: error_kinds.ErrorKinds | None,
) -> None:
    """Draw the map of error rates in ``picture``, above what takes longer."""
    places = error_tables.systems_by_errors(counts, shown)

    def choose(row: int, column: int, heard: Heard) -> None:
        state.note_presses(heard)
        by = request.annotation if len(context.test_set.annotations) > 1 else ""
        segments_address = jobs.segments_address(counts.counted[row], counts.systems[places[column]], by)
        if segments_address is not None:
            state.set_address_values(segments_address)
            state.set_widget_values({"segment_view": "Errors"})
            state.open_page_in_next_run("segments")

    with picture:
        payload = error_tables.cells(counts, tested, shown, context.colors)
        heat.draw_heat_map(payload, choose)
        is_marked, are_few = error_tables.has_marks(payload), len(shown) <= error_tables.FITTING
        note = error_tables.error_counting_note(counts, request.tokenize, are_marks=is_marked, are_counts=are_few)
        st.caption(note + error_tables.scroll_note(len(shown)))
    make_table = partial(error_tables.rates_table, counts, tested, shown)
    judge = find_annotation(context.test_set, request.annotation)
    judge_phrase = "people" if judge.is_human else judge.name
    note = error_tables.rates_note(counts, request.tokenize)
    issues = error_kinds.source_issue_sentence(counts, shown)
    table_note = " ".join(filter(None, (f"{counts.kinds[0].capitalize()} marked by {judge_phrase}.", note, issues)))
    where_from = {**export_source_of_rates(context, request), exports.NOTE: table_note}
    paper = partial(error_tables.printed_rates, counts, tested, shown, request, context.test_set.name)
    best = dict.fromkeys(counts.kinds, False)
    exports.offer_table(make_table, "Errors per 1,000 words", where_from, best, paper=paper)


# --- who differs ---


def show_differences(where_from: Mapping[str, str], shown: list[str], tested: error_kinds.ErrorKinds) -> None:
    pairs = tested.differing(shown)
    if not pairs:
        st.caption(error_kinds.no_difference(tested))
        return
    st.subheader("Who differs", anchor=False)
    send.html(error_tables.difference_list(pairs, len(shown) * (len(shown) - 1) // 2))
    with st.expander(
        "Details" if len(pairs) == 1 else f"Show all {len(pairs):,} differences",
        key="differing",
        on_change="rerun",
    ) as folded:
        if folded.open:
            list_all(pairs)
            st.caption(f"{error_kinds.difference_test_note(tested)} {error_kinds.least_p_sentence(tested)}")
    note = f"Fewer and more errors of a kind; differences per 1,000 words. {error_kinds.difference_test_note(tested)}"
    table, about = partial(error_tables.differing_table, pairs), {**where_from, exports.NOTE: note}
    exports.offer_table(table, "Who differs", about, cells=error_tables.corrected_p_cells(pairs), n_rows=len(pairs))


def list_all(pairs: list[error_kinds.DifferingPair]) -> None:
    number = st.column_config.NumberColumn
    formats = {name: number(format="%.2f") for name in ("low", "high")} | {
        "fewer": st.column_config.TextColumn("fewer errors", help="the system with fewer errors of this kind"),
        "more": st.column_config.TextColumn("than"),
        "difference": number("fewer by", format="%.2f", help="errors per 1,000 words"),
        "p_adjusted": number("corrected p"),
    }
    frame, cells = error_tables.differing_table(pairs).drop(columns="p_value"), error_tables.corrected_p_cells(pairs)
    grid.draw_grid(frame, formats, lambda table: grid.write_cells(table.style, cells), most=layout.TALL_TABLE)


# --- does BLEU see it? ---


def ask_whether_bleu_sees(context: Context, annotation: Annotation, severities: tuple[str, ...]) -> None:
    """Draw how many of the words inside errors of these severities are in references, once counted."""
    if context.test_set.references:
        task = jobs.error_words_task(context.bleu, annotation.name, severities, context.test_set)
        judge_phrase = "annotators" if annotation.is_human else "this judge"
        waiting.when_ready(
            "seen", [task], partial(draw_error_words, judge_phrase), "Looking for marked words in the references."
        )


def draw_error_words(judge_phrase: str, error_words: error_kinds.ErrorWords) -> None:
    st.subheader(f"Does BLEU see what {judge_phrase} saw?", anchor=False)
    if too_few := error_kinds.too_few_words(error_words):
        st.caption(too_few)
        return
    send.html(html.page(error_tables.error_words_html(error_words)))
    with st.popover("How this is counted", key="about-seen"):
        st.markdown(error_kinds.counting_method_note(error_words))
    address.page_link("segments", "See it word by word", segment_view="Errors", error_ngrams="true")


main()
