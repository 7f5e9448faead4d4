"""Which system is best over all test sets? The test sets of a project in one table, with one test over all."""

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any

import streamlit as st

from scoring import Metric
from scoring.counting.usual_draws import TRIALS
from scoring.metric import VERSION
from scoring.output.markdown import escape_markdown
from scoring.output.markup.colors import system_colors
from scoring.output.numbers import MISSING, counted
from scoring.output.sentence import name_list
from scoring.studies.matrix import TRIALS_GROWTH, MatrixRequest, MatrixResult
from scoring.studies.set_statistics import CheckRate
from scoring.studies.tradeoff import TradeoffResult
from scoring.studies.wording import matrix_words
from scoring.studies.wording.matrix_opening import is_lead_in_doubt, verdict_sentences
from scoring.studies.wording.matrix_words import SetWarnings
from ui.context import language, leaving_out
from ui.kit import address, budget, exports, grid, layout
from ui.kit.steps import Heard
from ui.matrix import costs, example_sets, heat_table, jobs, matrix_tables, project_choice, refused_sets, set_weights
from ui.matrix.jobs import ScoredSet, ScoredSets
from ui.matrix.project_choice import METRIC_NAMES, ProjectSets
from ui.report import menu
from ui.session import send, state
from ui.store import waiting

READING, SCORING, TESTING = "matrix-contents", "matrix-scores", "matrix-test"
"""The places of the page that wait for results."""
SHUFFLES, LIMITS_OF_TRIALS = "matrix_trials", (100, 1_000_000)
"""Name in the address of the number of shuffles, and its limits."""
WIDTH_OF_BUTTONS = 200
"""Width in px of each button that changes the doubtful sets."""
MAX_NOTES = 2
"""Notes on sets shown above the table; further ones are folded."""
NO_SCORE = "–"
"""Cell of a score that is missing, or not computed yet."""
FOLDERS = """\
en-de/ref.txt            the reference, one segment a line
en-de/src.txt            the source, if you have it
en-de/sys/model-A.txt    an output of each system, under the same name in all sets
en-de/sys/model-B.txt
en-cs/ref.txt ..."""
"""Example of the folders in a zip."""


def main() -> None:
    with waiting.cancelling_places(READING, SCORING, TESTING, costs.READING_COSTS, costs.COSTING):
        controls = layout.controls("matrix")
        with controls:
            chosen = project_choice.choose_project_sets()
        if chosen is None or not chosen.sets:
            say_no_sets()
        else:
            draw_project_matrix(chosen, controls)


def say_no_sets() -> None:
    """Draw what to drop, in which folders, and offer an example."""
    st.info(
        "A matrix compares your systems over several languages or test sets. There is none yet: drop one zip with a"
        " folder for each set on the page Test sets."
    )
    st.code(FOLDERS, language=None)
    with st.container(horizontal=True, gap="medium", vertical_alignment="center"):
        address.page_link("data", "Drop a zip on Test sets")
        example_sets.offer_example_sets()


def draw_project_matrix(chosen: ProjectSets, controls: Any) -> None:
    doing = f"Reading {counted(len(chosen.sets), 'test set')}."
    contents = waiting.result_or_progress(READING, jobs.contents_task([*chosen.sets.values()]), doing)
    if contents is None:
        return
    offered = project_choice.offered_metrics(dict(zip(chosen.sets, contents, strict=True)))
    with controls, st.popover("Metrics and weights", key="matrix-choices"):
        labels = {name: metric.full_name for name, metric in offered.items()}
        usual = project_choice.usual_metric_names(offered, contents)
        names = address.draw_multiple_choice("Metrics", labels, usual, METRIC_NAMES)
        weights = set_weights.choose_weights(chosen.sets)
        trials = address.draw_whole_number("Shuffles", *LIMITS_OF_TRIALS, TRIALS, 1000, SHUFFLES, 200)
    metrics = tuple(offered[name] for name in names)
    scored_sets = draw_first_scores(chosen, metrics)
    if scored_sets is None:
        return
    warnings = replace(
        scored_sets.warnings, refused=refused_sets.refused_sets(chosen.project.id) | dict(scored_sets.warnings.refused)
    )
    warnings = warnings.without_same_tests(jobs.statistics_of_sets(scored_sets.sets), dict(weights), chosen.by_age)
    scored = {name: one for name, one in scored_sets.sets.items() if name not in warnings.repeated_sets}
    used = replace(chosen, sets={name: one for name, one in chosen.sets.items() if name in scored})
    of_used = tuple((name, weight) for name, weight in weights if name in used.sets)
    if len(scored) == 1:
        say_one_set(used)
    draw_comparison(used, MatrixRequest(metrics, trials, weights=of_used), ScoredSets(scored, warnings))


def say_one_set(used: ProjectSets) -> None:
    """Draw that a matrix takes several sets, and a button to the page about this one."""
    ((name, version),) = used.sets.items()
    with st.container(horizontal=True, gap="medium", vertical_alignment="center"):
        st.text(f"There is only one set, {name}: Overview says more about it.", width="content")
        opening = partial(language.open_set_next, version.id, "overview")
        st.button("Open Overview", key="overview-of-only-set", type="tertiary", on_click=opening)


def draw_first_scores(chosen: ProjectSets, metrics: tuple[Metric, ...]) -> ScoredSets | None:
    """Return the scored sets once all are computed; until then draw the scores so far and return None."""

    def draw_so_far() -> None:
        draw_scores_so_far(metrics[0], jobs.sets_scored_so_far(chosen.sets, metrics))

    doing = f"Scoring {counted(len(chosen.sets), 'test set')}. Other pages are ready."
    return waiting.result_or_progress(SCORING, jobs.scored_sets_task(chosen.sets, metrics), doing, draw_so_far)


def draw_scores_so_far(metric: Metric, sets: dict[str, ScoredSet | None]) -> None:
    scores = {
        name: None if scored_set is None else jobs.scores_of_set(metric, scored_set)
        for name, scored_set in sets.items()
    }
    systems = tuple(dict.fromkeys(system for by_system in scores.values() for system in by_system or ()))
    if systems:
        table = matrix_tables.first_scores_table(scores, systems)
        grid.draw_grid(
            table,
            style=partial(matrix_tables.written_scores, metric.decimals),
            most=layout.TALL_TABLE,
            placeholder=NO_SCORE,
        )


def draw_comparison(chosen: ProjectSets, full_request: MatrixRequest, scored_sets: ScoredSets) -> None:
    """Draw the comparison that was asked for, with as many shuffles as the time limit allows."""
    scored = scored_sets.sets
    if why := jobs.why_not_compared(scored, full_request.weights):
        st.info(why)
        say_refused_sets(scored_sets.warnings)
        return
    most_trials = budget.most_trials_of_sets(jobs.shapes_of_sets(scored))
    request = replace(full_request, trials=budget.usual_or_fewer(full_request.trials, most_trials))
    doing = f"Testing all pairs of systems over {counted(len(scored), 'set')}. Other pages are ready."
    result = waiting.result_or_progress(TESTING, jobs.matrix_task(request, chosen.sets, scored), doing)
    if result is None:
        draw_scores_so_far(request.metrics[0], dict(scored))
        say_refused_sets(scored_sets.warnings)
    else:
        warnings = scored_sets.warnings.with_leads_of_result(result)
        draw_tested_matrix(chosen, request, result, ScoredSets(scored, warnings), most_trials)
        tradeoff = draw_cost_section(chosen, request, result, scored)
        draw_method(request, result, partial(warnings.is_pair_in_doubt, dict(request.weights)))
        key = (*jobs.matrix_key(request, chosen.sets), tuple(warnings.refused_sentences))
        menu.offer_matrix_report(chosen.project.name, request, result, warnings, key, tradeoff)
        offer_tables(chosen, request, result, warnings)


def draw_cost_section(
    chosen: ProjectSets, request: MatrixRequest, result: MatrixResult, scored: dict[str, ScoredSet]
) -> TradeoffResult | None:
    with st.expander("Quality against cost or speed"):
        key = tuple(version.place for version in chosen.sets.values())
        return costs.draw_costs(request, scored, key, system_colors(result.systems), result.ruled_out)


def draw_method(request: MatrixRequest, result: MatrixResult, are_in_doubt: Callable[[str, str], bool]) -> None:
    with st.expander("All pairs over all sets"):
        number_formats = {"difference": "%.2f", "p": "%.4f", "corrected p": "%.4f"}
        formats = {name: st.column_config.NumberColumn(format=form) for name, form in number_formats.items()}
        pairs = matrix_tables.pairs_in_words(result, are_in_doubt)
        grid.draw_grid(pairs, formats, most=layout.TALL_TABLE, placeholder=MISSING)
        st.caption(matrix_words.ABOUT_DIFFERENCE)
    with st.expander("How this is computed"):
        for sentence in matrix_words.method_sentences(request, result):
            st.text(sentence)


def offer_tables(chosen: ProjectSets, request: MatrixRequest, result: MatrixResult, warnings: SetWarnings) -> None:
    are_in_doubt = partial(warnings.is_pair_in_doubt, dict(request.weights))
    about = {"project": chosen.project.name, "date": date.today().isoformat(), "made by": f"BLEUscope {VERSION}"}
    about |= {f"{name}{exports.SIGNATURE}": of for name, of in result.signatures.items()}
    only = [matrix.metric for matrix in result.matrices]
    about |= {"metric": only[0].full_name} if len(only) == 1 else {}
    tested = matrix_words.table_note(request, result, warnings)
    scores, differences = matrix_tables.set_score_cells(result), matrix_tables.pair_difference_cells(result)
    make_table = partial(matrix_tables.set_scores_table, result)
    exports.offer_table(make_table, "Scores and ranks", about | {exports.NOTE: tested}, cells=scores)
    make_table, paper = (
        partial(matrix_tables.margins_table, result),
        partial(matrix_tables.printed_margins, request, result, warnings),
    )
    note = f"{matrix_words.MARGINS_NOTE} {tested}"
    exports.offer_table(make_table, "Over all sets", about | {exports.NOTE: note}, paper=paper)
    pairs = partial(matrix_tables.pairs_over_sets_table, result, are_in_doubt)
    is_of_one = sum(result.matrices[0].counts) == 1
    note = f"{matrix_words.DIFFERENCE_IN_ONE if is_of_one else matrix_words.ABOUT_DIFFERENCE} {tested}"
    about |= {"correction": next((pair.correction for pair in result.matrices[0].pairs), "")}
    exports.offer_table(pairs, "Pairs over all sets", about | {exports.NOTE: note}, cells=differences)


def draw_tested_matrix(
    chosen: ProjectSets, request: MatrixRequest, result: MatrixResult, scored_sets: ScoredSets, most_trials: int
) -> None:
    warnings = scored_sets.warnings
    colors = system_colors(result.systems)
    weights = dict(request.weights)
    in_doubt = partial(warnings.is_pair_in_doubt, weights)
    is_doubtful = is_lead_in_doubt(result, weights, warnings)
    first, *others = verdict_sentences(result, is_doubtful, in_doubt, warnings.contained)

    def choose(table: int, row: int, column: int, heard: Heard) -> None:
        state.note_presses(heard)
        open_set_of_cell(chosen, result.matrices[table].metric, result.sets[column])

    with st.container(key="matrix-verdict"):
        send.sentences(first, colors=colors)
        with st.container(key="matrix-evidence"):  # below the table on a phone
            if others:
                send.sentences(*others, colors=colors)
            draw_doubtful_sets(chosen, result, weights, scored_sets)
            if result.is_open:
                offer_shuffles(request.trials, most_trials)
            if unused := matrix_words.metrics_without_scores(request.metrics, result):
                st.caption(unused)
        heat_table.draw_matrix_table(matrix_tables.matrix_payload(result, colors, warnings), choose)
    st.caption(matrix_words.ABOUT_SQUARES)
    if matrix_tables.has_auto_ranks(result):
        with st.container(key="about-auto-rank"):  # a phone has no such column
            st.caption(matrix_words.ABOUT_AUTO_RANK)


def offer_shuffles(trials: int, most_trials: int) -> None:
    """Draw a button that goes on with more shuffles, if the time limit allows more."""
    more_trials = min(TRIALS_GROWTH * trials, budget.usual_or_fewer(LIMITS_OF_TRIALS[1], most_trials))
    if more_trials > trials:
        st.button(
            f"Go on to {more_trials:,} shuffles",
            key="more-shuffles",
            on_click=state.set_widget_values,
            args=({SHUFFLES: more_trials},),
        )


def draw_doubtful_sets(
    chosen: ProjectSets, result: MatrixResult, weights: dict[str, float], scored_sets: ScoredSets
) -> None:
    """Draw which sets are doubtful, with buttons that leave them out or ignore case, then the other notes.

    Sets can be left out only if others are left. Long notes are folded, so that the table stays in sight.
    """
    warnings = scored_sets.warnings
    doubtful = warnings.doubtful_sets(weights)
    may_leave_out = bool(doubtful) and result.are_compared_without(doubtful)
    reasons = [*warnings.set_sentences(weights, lambda sets: ""), *warnings.contained_sentences(lambda sets: "")]
    notes = warnings.quotes_sentences(weights)
    with st.container(gap="xsmall"):
        leaving_out.draw_warning(reasons[:1])
        with st.container(horizontal=True, gap="small", key="doubtful-sets"):
            button = partial(st.button, width=WIDTH_OF_BUTTONS)
            if may_leave_out:
                label = f"Leave {'this set' if len(doubtful) == 1 else f'these {len(doubtful):,} sets'} out"
                sets = [chosen.sets[name] for name in doubtful]
                button(label, key="leave-sets-out", on_click=set_weights.leave_sets_out, args=(sets,))
            for number, one in enumerate(warnings.contained):
                names, sets = one.sets_to_leave_out, [chosen.sets[name] for name in one.sets_to_leave_out]
                label = f"Leave {escape_markdown(str(name_list(names, matrix_words.MAX_SMALL_SETS)))} out"
                key = f"leave-contained-{number}"
                button(label, key=key, on_click=set_weights.leave_sets_out, args=(sets,))
            if any(scored_sets.sets[name].lacks_capitals for name in doubtful):
                options = {"lowercase": True}
                button("Ignore case for all", key="ignore-case", on_click=state.set_widget_values, args=(options,))
        for line in reasons[1:]:
            leaving_out.draw_warning([line])
        refused = warnings.refused_sentences
        is_long = len(notes) + len(refused) > MAX_NOTES
        with st.expander(warnings.notes_title(len(notes))) if is_long else nullcontext():
            for line in [*notes, *refused]:
                leaving_out.draw_warning([line])


def say_refused_sets(warnings: SetWarnings) -> None:
    """Draw which sets are left out, and why."""
    for line in warnings.refused_sentences:
        leaving_out.draw_warning([line])


def open_set_of_cell(chosen: ProjectSets, metric: Metric, name: str) -> None:
    """Open the verdict on a set by this metric, or the page Checks if the metric is a rate of findings."""
    is_check = isinstance(metric, CheckRate)
    page, parameters = ("checks", {}) if is_check else ("significance", {"significance_metric": metric.full_name})
    language.open_set_next(chosen.sets[name].id, page, **parameters)


main()
