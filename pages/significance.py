"""Which system is better, and can the difference be trusted? All pairs of systems, then one pair in depth."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from scoring import Metric, TestSet
from scoring.origins import DOCUMENT, SEGMENT
from scoring.output.markup import html
from scoring.output.numbers import MISSING, counted
from scoring.output.sentence import Statement, make_statement, sentence
from scoring.report import verdict_card
from scoring.studies import comparison
from scoring.studies.comparison import TOGETHER, ComparisonRequest, Comparisons, Groups
from scoring.studies.verdict import Oddity
from scoring.studies.wording import all_pairs_words, pair_words, plain_quotes_words
from scoring.studies.wording import method_words as words
from scoring.studies.wording.plain_quotes_words import ALIKE_MARKS, TYPED_MARKS
from scoring.studies.wording.report_words import not_shown_sentence
from scoring.studies.wording.verdict_words import DOUBT_MARK_MEANING, within_a_sentence
from ui.context import leaving_out
from ui.context.context import Context, current_context
from ui.kit import address, budget, exports, grid, layout, reader
from ui.kit.steps import Heard
from ui.overview import one_system
from ui.report import menu
from ui.session import send, state
from ui.significance import baseline, charts, jobs, matrix, one_pair, significance_tables
from ui.store import cache, waiting
from ui.verdict import card, doubt_line, lead_cause
from ui.verdict.so_far import VerdictSoFar

LONG_NAME = 24
"""Most characters of a system's name in a table; longer names would push the numbers out of sight."""
TRIALS = 100, 1_000_000
MAX_SYSTEMS_SIDE_BY_SIDE = 5
"""Most systems with which the matrix of pairs and the ranking are side by side."""
WIDTH = 280
"""Width in px of the fields that change the test."""
ALIKE_PLACE = "alike"
"""The place that waits for the test with one kind of quotation marks."""
LARGEST_SEED = 2**31 - 1
UNITS = {SEGMENT: "Segments", DOCUMENT: "Documents"}
ABOUT_CORRECTION = (
    "Of 20 comparisons without any difference about one has p ≤ 0.05 by chance. The step-down max-T test, Holm and"
    " Bonferroni keep the chance of any such finding below 5 %; Benjamini-Hochberg keeps their share among all findings"
    " below 5 %. In the max-T test all pairs share their shuffles, so 10,000 are enough for any number of systems."
)


def main() -> None:
    context = current_context()
    with waiting.cancelling_places("all", "verdict", ALIKE_PLACE, "pair", "metrics", baseline.PLACE):
        draw_significance_page(context)


def draw_significance_page(context: Context) -> None:
    if len(context.shown) < 2:
        doubt_line.draw_doubts(context)
        metric = context.metrics.get(state.widget_or_address_value("significance_metric"), context.leading)
        say_one_system(context.with_judged_segments(metric), metric)
        return
    verdict_place = st.container()
    chosen = choose_test(context)
    judged_context = context.with_judged_segments(chosen.metric)
    context.say_judged(chosen.metric, judged_context)
    context = judged_context
    context.look_at()
    if chosen.unit == DOCUMENT:
        st.caption(words.drawn_documents_sentence(comparison.n_documents(context.test_set), len(context.test_set)))
    systems = choose_family(context)
    rated = context.with_rated_systems(chosen.metric)
    context.say_rated(chosen.metric, rated)
    context = rated
    groups = choose_groups(systems)
    exchange = choose_exchange() if groups and chosen.test == "ar" else TOGETHER
    if len(comparison.systems_of(context.shown, systems, groups)) < 2:
        say_one_system(context, chosen.metric)
    elif groups and exchange == "runs" and len({len(runs) for _, runs in groups}) > 1:
        say_unequal_runs(groups)
    else:
        request = ComparisonRequest(systems=systems, groups=groups, exchange=exchange, **vars(chosen))
        n_units = request.n_units(context.test_set)
        if request.trials > (max_trials := budget.most_trials(request, n_units)):
            say_too_much(request, n_units, max_trials)
        else:
            number = counted(math.comb(len(request.compared), 2), "pair")
            draws = words.count_draws(request.trials, request.test)
            doing = f"Testing {number} of systems with {draws}. Other pages are ready."
            comparisons = waiting.result_or_progress("all", jobs.pair_test_task(request, context.test_set), doing)
            if comparisons is not None:
                corrected = replace(comparisons, correction=request.correction)
                draw_all(context, request, corrected.only(request.systems_of_outputs(context.shown)), verdict_place)


@dataclass(frozen=True)
class TestSettings:
    """The settings of the significance test, from the address and the fields."""

    metric: Metric
    test: str
    trials: int
    seed: int
    correction: str
    unit: str


def choose_test(context: Context) -> TestSettings:
    """Draw one line that describes the test, with a menu that changes it; return the settings."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="test-in-use"):
        line = st.container(width="content")
        with st.popover("Change the test", key="test-settings"):
            settings = draw_test_fields(context)
        line.caption(describe_settings(settings))
    return settings


def describe_settings(settings: TestSettings) -> str:
    by_unit = f" by {settings.unit}" if settings.unit == DOCUMENT else ""
    draws = f"{words.draws_until_settled(settings.trials, settings.test)}, seed {settings.seed}"
    correction = words.CORRECTION_NAMES[settings.correction]
    corrected = "p not corrected" if settings.correction == "none" else f"p corrected for all pairs ({correction})"
    test = f"{words.TEST_NAMES[settings.test].capitalize()}{by_unit} ({draws})"
    return " · ".join([settings.metric.full_name, test, corrected])


def draw_test_fields(context: Context) -> TestSettings:
    metric = context.metric(address.draw_named_option("Metric", context.labels, "significance_metric", WIDTH))
    tests = {name: test_name.capitalize() for name, test_name in words.TEST_NAMES.items()}
    test = address.draw_named_option("Test", tests, "test", WIDTH)
    label, names = "Correction for multiple comparisons", words.CORRECTION_NAMES
    correction = address.draw_named_option(label, names, "correction", WIDTH, ABOUT_CORRECTION)
    test_set = context.with_judged_segments(metric).test_set
    usual = max(TRIALS[0], usual_number_of_trials(metric, test_set, correction))
    trials = address.draw_whole_number(
        words.DRAWS[test].capitalize(), *TRIALS, usual, step=1000, key="trials", width=WIDTH
    )
    seed = address.draw_whole_number("Seed", 0, LARGEST_SEED, comparison.SEED, step=1, key="seed", width=WIDTH)
    return TestSettings(metric, test, trials, seed, correction, choose_test_unit(context))


def usual_number_of_trials(metric: Metric, test_set: TestSet, correction: str) -> int:
    """Return the number of trials with which other pages test all systems, so that p is the same there."""
    if len(test_set.systems) < 2:
        return comparison.TRIALS
    return budget.usual_request(metric, test_set.system_names, len(test_set), correction).trials


def choose_test_unit(context: Context) -> str:
    """Return the unit that is resampled; documents can be chosen only if they differ from segments."""
    if not 2 <= comparison.n_documents(context.test_set) < len(context.test_set):
        return SEGMENT
    return address.draw_named_option("Draw", UNITS, "unit", WIDTH, words.BY_DOCUMENT)


def choose_family(context: Context) -> tuple[str, ...]:
    """Return the systems whose pairs are tested and adjusted for: all of the set, or the shown ones by choice."""
    every, shown = context.test_set.system_names, context.shown
    if len(shown) == len(every):
        return every
    help = (
        "If you look at all systems and then hide some, you have still chosen among all of them. Turn this off only if"
        " you chose these systems before you saw any score."
    )
    label = f"Correct p for all {len(every)} systems of the set, not only for the {len(shown)} shown"
    on = st.toggle(label, True, key="family", help=help, bind="query-params")
    return every if on else shown


def choose_groups(systems: tuple[str, ...]) -> Groups | None:
    """Return the systems with their runs, as names suggest and the visitor confirms; None if runs are not grouped."""
    proposed = {system: runs for system, runs in comparison.group_runs(systems).items() if len(runs) > 1}
    if not proposed:
        return None
    help = (
        "Optimizer runs or seeds of one system (Clark et al. 2011), found by names that end in opt, run, seed or rep"
        " and a number. They are scored together. The ranking shows how much a score varies from run to run, and with"
        " the choice of segments."
    )
    several = f"{len(proposed)} groups of outputs as runs of one system each"
    groups = several if len(proposed) > 1 else "a group of outputs as runs of one system"
    on = st.toggle(f"Treat {groups}", key="runs", help=help, bind="query-params")
    with st.expander("Which outputs are runs of the same system", expanded=on):
        label, names = "Systems with several runs", list(proposed)
        chosen = st.multiselect(label, names, names, key="run_groups", disabled=not on, bind="query-params")
        send.html(html.statement_html(words.runs_of_systems(proposed.items())))
    return comparison.group_outputs(systems, {system: proposed[system] for system in chosen}) if on else None


def choose_exchange() -> str:
    state.translate_asked("exchange", words.EXCHANGE_NAMES)
    names, look = words.EXCHANGE_NAMES, dict[str, Any](horizontal=True, bind="query-params")
    alike = "keeps its level even if the runs of one system are similar"
    captions = [alike, "Clark et al. (2011); p is too small if they are similar"]
    return st.radio("A shuffle swaps", names, 0, names.__getitem__, "exchange", captions=captions, **look)


def say_one_system(context: Context, metric: Metric) -> None:
    if len(context.shown) > 1:
        st.info("All outputs shown are runs of one system. Turn the grouping off to compare the runs, or show others.")
    else:
        one_system.draw_one_score(context, metric)
        reader.offer_second_system(context, "Testing a difference takes two systems, and there is one here.")


def say_unequal_runs(groups: Groups) -> None:
    st.warning(
        "To swap each output on its own, every system needs the same number of runs. Swap all runs together instead,"
        " leave a group out, or hide systems in the sidebar."
    )
    send.html(html.statement_html(words.runs_of_systems(groups)))
    st.button("Swap all runs together", key="to-segments", on_click=state.set_widget_value, args=("exchange", TOGETHER))


def say_too_much(request: ComparisonRequest, n_units: int, max_trials: int) -> None:
    """Draw why the test would take too long, and a button for fewer trials if enough fit."""
    fitting, draws = budget.rounded_down(max_trials), words.DRAWS[request.test]
    enough = fitting >= TRIALS[0]
    st.warning(
        f"{request.trials:,} {draws} on {n_units:,} {request.unit}s of {len(request.systems):,} systems would take too"
        f" long. {f'Up to {fitting:,} {draws} take minutes' if enough else f'Even few {draws} would'}"
        f"{'; or show fewer systems in the sidebar' if len(request.systems) > 2 else ''}."
        " The command line has no such limit."
    )
    if enough:
        st.button(
            f"Use {fitting:,} {draws}", key="fewer-trials", on_click=state.set_widget_value, args=("trials", fitting)
        )


def draw_all(context: Context, request: ComparisonRequest, corrected: Comparisons, verdict_place: Any) -> None:
    """Draw the verdict, then all the evidence for it, with the chosen quotation marks."""
    with verdict_place:
        corrected, most_trials, odd, verdict = draw_tested_verdict(context, request, corrected)
    context = replace(context, marks=choose_marks(verdict))
    if verdict is not None and context.marks == ALIKE_MARKS:
        alike = replace(context, test_set=cache.set_with_plain_quotes(context.test_set), typed=context.test_set)
        doing = "Testing all pairs with quotation marks made alike. Until then all below is as typed."
        result = waiting.result_or_progress(ALIKE_PLACE, jobs.verdicts_task(request, alike.test_set), doing)
        if result is None:
            context = replace(context, marks=TYPED_MARKS)
        else:
            context, odd, most_trials = alike, verdict.faults, result.verdicts.most_trials
            corrected = result.refined.only(corrected.systems)
    if too_few := words.too_few_trials(corrected):
        st.warning(too_few)
    pair = pair_in_use(corrected)
    draw_pairs_statement(context, corrected, odd, verdict)
    about = exports.export_source(context, corrected.metric, tested=corrected, most_trials=most_trials)
    if len(corrected.systems) <= MAX_SYSTEMS_SIDE_BY_SIDE:
        with st.container(horizontal=True, gap="medium"):
            with st.container(width="stretch"):
                show_matrix(context, request, corrected, pair, odd, about)
            with st.container(width=layout.HALF):
                show_forest(context, request, corrected, odd)
    else:
        show_matrix(context, request, corrected, pair, odd, about)
        show_forest(context, request, corrected, odd)
    show_ranking(corrected, odd, about)
    one_pair.show_other_metrics(context, request, pair, odd)
    baseline.draw_baseline(context, request, [corrected.systems[system] for system in corrected.order])
    statement = None if verdict is None else quotes_statement(context, verdict, pair, odd)
    one_pair.draw_one_pair(context, request, corrected, odd, statement)


def choose_marks(verdict: VerdictSoFar | None) -> str:
    """Return which of ``MARKS`` the evidence is computed with; empty if quotation marks change nothing."""
    if verdict is None or not (verdict.changed or any(one.doubt for one in verdict.quotes)):
        return ""
    if verdict.is_waiting:  # a widget keeps the value that it is first drawn with
        return TYPED_MARKS
    names = {"Made alike": ALIKE_MARKS, "As typed": TYPED_MARKS}
    usual, label = [*names][0 if verdict.changed else 1], "Quotation marks in everything below"
    return names[address.draw_single_choice(label, [*names], usual, "marks")]


def draw_pairs_statement(
    context: Context, corrected: Comparisons, odd: Sequence[Oddity], verdict: VerdictSoFar | None
) -> None:
    """Draw how many pairs differ, and which verdicts change with the other quotation marks."""
    statement, marks = all_pairs_words.all_pairs_sentence(corrected, odd), context.marks
    if statement is None:
        return
    if marks:
        changed = () if verdict is None else verdict.changed
        other = plain_quotes_words.changed_verdicts_sentence(changed, "", marks)
        statement = sentence("{}, {} {}", marks.capitalize(), within_a_sentence(statement), other)
    send.sentences(statement, colors=context.colors)


def quotes_statement(
    context: Context, verdict: VerdictSoFar, pair: tuple[str, str], odd: tuple[Oddity, ...]
) -> Statement | None:
    """Return the verdict on a pair with the other quotation marks, or its difference with marks made alike.

    None if neither differs or is tested.
    """
    if (changed := verdict.changed_verdict(pair)) is not None:
        return make_statement(plain_quotes_words.changed_verdicts_sentence([changed], marks=context.marks))
    quotes = None if context.marks == ALIKE_MARKS else lead_cause.quotes_of_pair(context, verdict.result, pair, odd)
    return None if quotes is None else pair_words.plain_quotes_statement(quotes, pair)


def pair_in_use(corrected: Comparisons) -> tuple[str, str]:
    """Return the pair of systems in the fields; at first the two best."""
    names = [corrected.systems[system] for system in corrected.order]
    a = state.widget_value("pair_a")
    a = a if a in names else names[0]
    others = [name for name in names if name != a]
    b = state.widget_value("pair_b")
    return a, b if b in others else others[0]


def draw_tested_verdict(
    context: Context, request: ComparisonRequest, corrected: Comparisons
) -> tuple[Comparisons, int, tuple[Oddity, ...], VerdictSoFar | None]:
    """Draw the verdict; return comparisons, trials, doubts and the verdict.

    Comparisons have the p-values of the verdict, or of the first test until the verdict is computed. Trials are the
    number for the pair that needed most, 0 until then. Doubts make the comparison doubtful. The verdict is None until
    it is computed.
    """
    odd = leaving_out.doubts_in_use(context.test_set, context.shown, request.metric)
    if context.by_quality:
        send.html(verdict_card.no_verdict_card(card.no_verdict_sentence(context)))
        return corrected, 0, odd, None
    menu.offer_report(context, request, context.shown)
    task = jobs.verdicts_task(request, context.test_set)
    doing = f"Drawing more {words.DRAWS[request.test]} for pairs that are not settled. The tables below are ready."
    result = waiting.result_or_progress("verdict", task, doing)
    if result is None:
        return corrected, 0, odd, None
    with st.container(key="small-verdict-tested"):
        hidden = not_shown_sentence(result.refined, corrected.systems)
        verdict = card.show_card(context, result, corrected.systems, odd, request=request, before=hidden)
        if verdict is not None:
            odd = verdict.oddities
            lead_cause.draw_quotes_of_leads(verdict.quotes)
    return result.refined.only(corrected.systems), result.verdicts.most_trials, odd, verdict


def show_ranking(corrected: Comparisons, odd: Sequence[Oddity], about: dict[str, str]) -> None:
    st.subheader("Scores")
    frame = significance_tables.ranking_table(corrected, odd)
    number = st.column_config.NumberColumn
    text = st.column_config.TextColumn
    decimals = f"%.{corrected.metric.decimals}f"
    formats = {name: number(format=decimals) for name in frame.columns[3:] if name != "runs"}
    ends = ("lower", "low"), ("upper", "high")
    formats |= {
        key: number(f"95 % {end} end", format=decimals, help=f"The {end} end of the score's 95 % interval.")
        for end, key in ends
    }
    letters = all_pairs_words.letters_note(odd)
    formats |= {"#": number(width=40), "letters": text(width=70, help=letters)}
    if frame["system"].str.len().max() > LONG_NAME:
        formats["system"] = text(width=180)
    grid.draw_grid(frame, formats, placeholder=MISSING)
    if corrected.runs:
        st.caption(words.runs_sentence(corrected.unit))
    printed = dict.fromkeys([corrected.metric.full_name, "low", "high"], corrected.metric.decimals)
    interval_note = f"Low and high: {words.interval_method_phrase(corrected.bootstrap.trials, corrected.unit)}."
    note = " ".join(filter(None, [letters, interval_note, words.lower_is_better_sentence(corrected.metric)]))
    best = {corrected.metric.full_name: corrected.metric.higher_is_better}
    exports.offer_table(frame, "Ranking", about | {exports.NOTE: note}, best, printed)


def show_forest(context: Context, request: ComparisonRequest, corrected: Comparisons, odd: Sequence[Oddity]) -> None:
    """Draw the scores with intervals and letters."""
    overlap = f"Systems with overlapping intervals may still differ: the test pairs {request.unit}s."
    help = f"{words.interval_method_phrase(corrected.bootstrap.trials, request.unit)}. {overlap}"
    st.subheader("Ranking with 95 % intervals", help=help)
    runs = dict(request.groups or ())
    colors = {name: context.colors[runs.get(name, (name,))[0]] for name in corrected.systems}
    figure = charts.score_forest_chart(corrected, colors, odd)
    st.plotly_chart(figure, key="forest", alt="Score of each system with its bootstrap interval, best on top")
    if corrected.n_units < 2:
        st.caption(words.no_interval_of_one_unit(request.unit))
        return
    prefix = f"{context.marks.capitalize()}. " if context.marks else ""
    rings = " Rings are single runs." if corrected.runs else ""
    st.caption(f"{prefix}{all_pairs_words.letters_note(odd)}{rings}")


def show_matrix(
    context: Context,
    request: ComparisonRequest,
    corrected: Comparisons,
    pair: tuple[str, str],
    odd: Sequence[Oddity],
    about: dict[str, str],
) -> None:
    """Draw the differences and p-values of all pairs, as a picture and as a table for download."""
    st.subheader(
        f"All pairs, {context.marks}" if context.marks else "All pairs",
        help="A stronger colour means a smaller p: at most 0.05, 0.01 or 0.001.",
    )
    matrix.draw_p_value_matrix(corrected, pair, take_pair, odd)
    st.caption(f"{all_pairs_words.MATRIX_LEGEND} {DOUBT_MARK_MEANING}." if odd else all_pairs_words.MATRIX_LEGEND)
    if statement := words.smallest_p_sentence(corrected, matrix.STEPS[0]):
        offer_trials(context, request, statement, words.enough_trials(corrected, matrix.STEPS[0]) or request.trials)
    note = all_pairs_words.pairs_table_note(corrected, odd)
    cells = significance_tables.pair_cells(corrected)
    frame = significance_tables.pairs_table(corrected)
    same = {"metric": corrected.metric.name, exports.NOTE: f"By {corrected.metric.full_name}. {note}"}
    exports.offer_table(frame, "All pairs", about | same, cells=cells)


def offer_trials(context: Context, request: ComparisonRequest, why: str, enough: int) -> None:
    """Draw why more trials are needed, and a button for as many as are enough, or as the limits allow."""
    trials = min(enough, budget.most_trials(request, request.n_units(context.test_set)), TRIALS[1])
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(why, width="content")
        if trials > request.trials:
            st.button(
                f"Go on to {trials:,}", key="more-trials", on_click=state.set_widget_value, args=("trials", trials)
            )


def take_pair(pair: tuple[str, str], heard: Heard) -> None:
    state.set_widget_values(dict(zip(("pair_a", "pair_b"), pair, strict=True)))
    state.note_presses(heard)


main()
