"""What goes wrong, and in which system? Marked errors by kind, who differs, and whether BLEU sees them."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import streamlit as st

from scoring.analysis.error_kinds import Differing, ErrorKinds, ErrorRows
from scoring.analysis.found_words import Seen
from scoring.formats.columns import counted
from scoring.judgments import Annotation
from scoring.judgments.error_density import NO_CATEGORY, OTHERS, ErrorDensity, annotation_of
from scoring.judgments.kinds import severity_rank
from scoring.markup import html
from scoring.markup import verdict as card
from scoring.numbers import probability
from scoring.significance import LEVEL
from ui import state
from ui.context import Context, in_use
from ui.errors import heat, jobs, tables
from ui.kit import address, columns, exports, grid, layout, links, send
from ui.kit.steps import Heard
from ui.store import waiting
from ui.verdict.words import why_none

MAIN, EVERY = "main kinds", "all kinds"
ALL, WORSE, MINOR = "all", "major and worse", "minor"
NO_ERRORS = (
    "No errors are marked in this test set. Drop a file of them together with the texts, or add it on the page Test"
    " sets: MQM's ratings (`*.seg.rating`) or table (TSV), ESA (JSON Lines, or Appraise's CSV), or XCOMET's JSON."
)


def main() -> None:
    context = in_use()
    if not context.test_set.annotations:
        st.info(NO_ERRORS)
        links.page_link("data", "Add marked errors on the page Test sets")
        return
    asked = choose(context)
    waiting.when_ready("errors", [jobs.rows(asked, context.test_set)], partial(show, context, asked), "Counting.")


def choose(context: Context) -> jobs.Asked:
    """Whose errors, by what, and how bad."""
    given = {annotation.name: annotation for annotation in sorted(context.test_set.annotations, key=is_by_program)}
    with layout.controls("errors"):
        names = {name: f"{name}, {'people' if of.is_human else 'a metric'}" for name, of in given.items()}
        name = next(iter(names)) if len(names) == 1 else address.named("Marked by", names, "marked_by", 240)
        chosen = given[name]
        if not any(chosen.categories):
            return jobs.Asked(name, "severity", (), context.bleu.tokenize)
        kinds = address.one_of("Kinds", [MAIN, EVERY], MAIN, "error_kinds")
        severities = choose_severities(chosen)
    return jobs.Asked(name, "main" if kinds == MAIN else "full", severities, context.bleu.tokenize)


def is_by_program(annotation: Annotation) -> bool:
    return not annotation.is_human


def choose_severities(annotation: Annotation) -> tuple[str, ...]:
    """Those that count; none for all."""
    worst = severity_rank("major")
    worse = tuple(severity for severity in annotation.severities if severity_rank(severity) <= worst)
    there = {ALL: (), WORSE: worse, MINOR: tuple({"minor"} & {*annotation.severities})}
    options = [name for name, found in there.items() if found or name == ALL]
    if len(options) < 3:
        return ()
    return there[address.one_of("Severity", options, ALL, "error_severity")]


def show(context: Context, asked: jobs.Asked, rows: ErrorRows) -> None:
    shown = [system for system in context.shown if system in rows.systems]
    if not shown:
        st.info("Nobody judged the systems shown. Choose others under Systems shown.")
        return
    picture = st.container()
    draw = partial(draw_heat, picture, context, asked, rows, shown)
    if not show_tested(context, asked, rows, shown, draw):
        draw(None)
    found = jobs.seen(context.bleu, asked.annotation, asked.severities, context.test_set)
    who = "annotators" if annotation_of(context.test_set, asked.annotation).is_human else "the metric"
    waiting.when_ready("seen", [found], partial(show_seen, who), "Looking for marked words in the references.")


def show_tested(
    context: Context, asked: jobs.Asked, rows: ErrorRows, shown: list[str], draw: Callable[[ErrorKinds | None], None]
) -> bool:
    """Who differs, and with ``draw`` the picture with its intervals; whether they are there yet."""
    if context.filters.by_quality:
        send.html(card.nothing(why_none(context.filters)))
        return False

    def show_all(tested: ErrorKinds) -> None:
        draw(tested)
        if len(rows.systems) > 1:
            show_differences(about(context, asked), shown, tested)

    return waiting.when_ready("tested", [jobs.tested(asked, context.test_set)], show_all, "Testing who differs.")


def about(context: Context, asked: jobs.Asked) -> Mapping[str, str]:
    """Where the numbers come from."""
    metric = ErrorDensity(asked.annotation, severities=asked.severities, tokenize=asked.tokenize)
    return exports.source(context, metric)


def draw_heat(
    picture: Any, context: Context, asked: jobs.Asked, rows: ErrorRows, shown: list[str], tested: ErrorKinds | None
) -> None:
    """In its place above what takes longer."""
    places = tables.order(rows, shown)

    def choose(row: int, column: int, heard: Heard) -> None:
        state.note(heard)
        by = asked.annotation if len(context.test_set.annotations) > 1 else ""
        state.name(segments_of(asked, "" if not row else rows.kinds[row], rows.systems[places[column]], by))
        state.hold({"segment_view": "Errors"})
        state.lead_to("segments")

    with picture:
        heat.draw(tables.cells(rows, tested, shown, context.colors), choose)
        st.caption(tables.how(rows, asked.tokenize))
    title = "Errors per 1,000 words"
    exports.offer(partial(tables.rates_table, rows, tested, shown), title, about(context, asked))


def segments_of(asked: jobs.Asked, kind: str, system: str, by: str) -> Mapping[str, str]:
    """What the address of Segments says of those with such errors of this system; no kind for all, nobody for all."""
    by_severity = asked.level == "severity"
    category = "" if by_severity or kind in (NO_CATEGORY, OTHERS) else kind
    severity = kind if by_severity else asked.severities[0] if len(asked.severities) == 1 else ""
    return {
        "segment": "",
        "errors": "with",
        "errors_of": system,
        "errors_by": by,
        "category": category,
        "severity": severity,
    }


# --- who differs ---


def show_differences(where_from: Mapping[str, str], shown: list[str], tested: ErrorKinds) -> None:
    st.subheader("Who differs", anchor=False)
    found = tested.differing(shown)
    if not found:
        st.info(no_difference(tested))
        return
    send.html(tables.differences(found, len(shown) * (len(shown) - 1) // 2))
    with st.expander(f"Show all {len(found):,} differences", key="differing", on_change="rerun") as folded:
        if folded.open:
            list_all(found)
            st.caption(tables.about_test(tested))
    exports.offer(partial(tables.differing_table, found), "Who differs", where_from)


def no_difference(tested: ErrorKinds) -> str:
    if not tested.is_enough:
        return (
            f"{tested.n_tested:,} comparisons are too many for {tested.shuffles:,} shuffles: none could be clear."
            " Choose the main kinds."
        )
    return f"No two systems differ clearly in any kind: no adjusted p is at most {probability(LEVEL)}."


def list_all(found: list[Differing]) -> None:
    number = st.column_config.NumberColumn
    formats = {name: number(format="%.2f") for name in ("low", "high")} | {
        "fewer": st.column_config.TextColumn("fewer errors", help="the system with fewer errors of this kind"),
        "more": st.column_config.TextColumn("than"),
        "difference": number("fewer by", format="%.2f", help="errors per 1,000 words"),
    }
    frame = tables.differing_table(found).drop(columns="p_value")
    grid.show(frame, formats, columns.with_probabilities, height=grid.height(frame, layout.TALL_TABLE))


# --- does BLEU see it? ---


def show_seen(who: str, found: Seen) -> None:
    st.subheader(f"Does BLEU see what {who} saw?", anchor=False)
    send.html(html.page(tables.seen_statement(found)))
    with st.popover("How this is counted", key="about-seen"):
        st.markdown(
            "BLEU counts words and groups of words that a reference has. Here all words of the outputs that were judged"
            " are looked for in the references of their segment: alone, and beside the same neighbour. A word is inside"
            " an error if one of its characters is. It counts wherever it stands, also where BLEU would clip it. Errors"
            " in the source, and missing words, have no place in an output."
            f" {counted(found.unplaced, 'word')} that the tokenizer wrote in another way are left out."
        )
    links.page_link("segments", "See it word by word", segment_view="Errors", error_ngrams="true")


main()
