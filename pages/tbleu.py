"""How much of BLEU's loss is inflection? Words aligned with their other forms, and the matches at a threshold."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from scoring import TBLEU, Metric
from scoring.output.markup import html
from scoring.output.numbers import MISSING
from scoring.studies.inflection import Inflection, shows_inflection, tolerance_words
from scoring.tbleu.segment import SegmentAlignment
from server.engine.tasks import Task
from ui.context import ranking
from ui.context.context import Context, current_context
from ui.kit import address, exports, grid, layout, reader
from ui.kit.charts import segment_scatter_chart
from ui.session import send, state
from ui.store import cache, opening, waiting
from ui.tbleu import charts, gain_tables, jobs, one_segment, view
from ui.verdict import doubt_line

HARDLY = 0.1
"""Smallest gain of tBLEU over BLEU, in points, that is worth showing."""
SHOWING = 0.3
"""A tolerance at which gains are visible."""
MAX_TRIED = 20
"""Most segments among which one that shows inflection is searched."""
CHART_HEIGHT = 320
"""Height in px of the chart of segments, and largest height of the table next to it."""
FORMS, CHANCE = "Forms that gain most", "Aligned by chance?"
CHANCE_SAYS = (
    f"Pairs that may match by chance: with a word of at most {gain_tables.SHORT_WORD} characters, or with less than"
    " half of the longer word in common. The nearest come first: a higher tolerance forgives more of this list. Pairs"
    " at distance 1, which only tolerance 1 forgives, gain nothing and are not listed."
)
SCORES = {
    "BLEU": st.column_config.NumberColumn(format="%.2f", width=65),
    "tBLEU": st.column_config.NumberColumn(format="%.2f", width=65),
    "gain": st.column_config.NumberColumn(format="%+.2f", width=65),
}
GAINS = {"#": st.column_config.NumberColumn(width=50), "output": st.column_config.TextColumn(width=140)} | SCORES


def main() -> None:
    doubt_line.draw_doubts(current_context())
    statement = st.container()
    context = with_visible_tolerance(current_context())
    parts = {
        "One segment": show_tbleu_segment,
        "Systems": show_tbleu_scores,
        "Segments": show_segment_gains,
        "Words": show_form_pairs,
    }
    with statement:
        draw_inflection(context)
        context.say_wider()
    address.tabs({name: partial(draw, context) for name, draw in parts.items()}, "tbleu_part")


def with_visible_tolerance(context: Context) -> Context:
    """Return the context at ``SHOWING`` if the published tolerance is in use and changes hardly a score.

    Hardly is judged by the first segments of the two best systems. The visitor can choose the published tolerance.
    """
    published = TBLEU().epsilon
    labels, epsilon, why = (f"{SHOWING:g}", f"{published:g} (published)"), context.tbleu.epsilon, ""
    with st.container(horizontal=True, vertical_alignment="center", key="say-epsilon"):
        if epsilon == published and _largest_gain(context) < HARDLY:
            chosen = address.draw_single_choice(
                "Tolerance", labels, labels[0], "tbleu_tolerance", label_visibility="collapsed"
            )
            epsilon = published if chosen == labels[1] else SHOWING
            why = f" At {published:g} tBLEU hardly differs from BLEU."
        context = replace(context, options={**context.options, "tbleu_epsilon": epsilon})
        st.caption(tolerance_words(context.tbleu) + why, width="content")
    return context


def _largest_gain(context: Context) -> float:
    exact, tolerant = first_scores(context, context.bleu), first_scores(context, context.tbleu)
    return max(tolerant[system] - exact[system] for system in exact)


def first_scores(context: Context, metric: Metric) -> dict[str, float]:
    """Return the scores of the two best systems on their first segments, without waiting; 0 if none can be scored."""
    return {
        system: float(
            np.nan_to_num(metric.score(opening.readable_statistics(metric, context.test_set, system).sum(axis=0)))
        )
        for system in reader.best_systems(context)
    }


def draw_inflection(context: Context) -> None:
    """Draw how much other word forms cost, how much of it is capitals, and whether they change the ranking.

    Until all words are aligned, the numbers are of the two best systems' first segments.
    """
    metrics = {"tbleu": context.tbleu, "bleu": context.bleu}
    n_first = min(opening.SEARCHED, len(context.test_set))

    def draw(results: dict[str, Any]) -> None:
        if any(result is None for result in results.values()):
            exact, tolerant = first_scores(context, context.bleu), first_scores(context, context.tbleu)
            inflection = Inflection(context.bleu, context.tbleu, exact, tolerant, n_first)
        else:
            exact, tolerant = (
                {system: float(metric.score(results[name][system])) for system in context.shown}
                for name, metric in (("bleu", context.bleu), ("tbleu", context.tbleu))
            )
            inflection = Inflection(context.bleu, context.tbleu, exact, tolerant, None, results["case"])
        statement = html.sentence_html(inflection.sentence())
        send.sentences(statement)

    tasks: dict[str, Task[Any]] = {name: cache.sums_task(metric, context.test_set) for name, metric in metrics.items()}
    tasks["case"] = jobs.case_task(context.bleu, context.tbleu, context.test_set)
    waiting.draw_partial_results("corpus-tbleu", tasks, draw, what="")


def open_at_correction(context: Context, systems: Sequence[str]) -> str | None:
    """Open the segment to which tolerance adds most; return its system, or None if it adds nothing.

    Among the segments with the largest gains, the first is opened in which inflection explains all forgiven words. If
    the tolerance in use adds nothing, ``SHOWING`` chooses the segment.
    """
    for epsilon in dict.fromkeys((context.tbleu.epsilon, SHOWING)):
        metric = replace(context.tbleu, epsilon=epsilon)
        gains = {system: _gains(context, metric, system) for system in systems}
        segments = opening.segments_by_effect(gains, context.test_set)
        if segments:
            shown = (one for one in segments[:MAX_TRIED] if shows_inflection(_segment_alignment(context, metric, *one)))
            system, place = next(shown, segments[0])
            in_use = context.tbleu.epsilon
            if state.must_open_segment(in_use):
                how_much = "most" if (system, place) == segments[0] else "much"
                nothing = "" if epsilon == in_use else f"tolerance {in_use:g} adds nothing to any segment; "
                why = f"{nothing}tolerance {epsilon:g} adds {how_much} to BLEU here, for {system}."
                state.open_at(place, why, in_use)
            return system
    return None


def _segment_alignment(context: Context, metric: TBLEU, system: str, place: int) -> SegmentAlignment:
    texts = context.test_set.reference_texts(place)
    output = context.test_set.segment(place).hypotheses[system]
    return cache.tbleu_alignment(metric, context.test_set, output, tuple(texts))[0]


def _gains(context: Context, metric: TBLEU, system: str) -> np.ndarray:
    """Return what tolerance adds to BLEU of each readable segment, float64 (n_readable,)."""
    exact, tolerant = (
        of.score(opening.readable_statistics(of, context.test_set, system)) for of in (context.bleu, metric)
    )
    gains: np.ndarray = (tolerant - exact).round(2)
    return gains


def show_tbleu_segment(context: Context) -> None:
    """Draw the selected segment against one reference."""
    with layout.controls("segment"):
        system = reader.choose_system(context, open_at_correction(context, reader.best_systems(context)))
        chosen = reader.choose_reference(context)
        with st.container():
            index = state.segment_in_use(len(context.test_set))
            texts = {system: reader.edited_output(context, system, index)}
            reader.draw_segment_steps(context, context.order, index, texts, "tBLEU")
    picture = st.container()
    edited = reader.draw_output_editor(context, system, index)
    with picture:
        one_segment.tbleu(context, system, edited, index, chosen)


def show_aligned_segment(context: Context, system: str, order: np.ndarray, chosen: str | None) -> None:
    """Draw the chosen segment of a list, with the output of this system."""
    open_at_correction(context, [system])
    index = state.segment_in_use(len(context.test_set))
    text = reader.edited_output(context, system, index)
    reader.draw_segment_steps(context, order, index, {system: text}, "tBLEU")
    one_segment.tbleu(context, system, text, index, chosen)


# --- the whole test set ---


def draw_after_alignment(context: Context, tasks: Sequence[Task[Any]], draw: Callable[..., None]) -> None:
    """Call ``draw`` with the results of these tasks, once all words of all systems are aligned."""
    text = f"Aligning the words of {len(context.test_set.systems)} systems."
    aligning = cache.alignment_task(context.tbleu, context.test_set)
    waiting.when_ready(
        "tolerance", [aligning, *tasks], lambda _, *results: draw(*results), text, lambda begun: begun[0].share
    )


def show_tbleu_scores(context: Context) -> None:
    draw_after_alignment(context, [jobs.sweep(context.tbleu, context.test_set)], partial(draw_systems, context))


def draw_systems(context: Context, sweep: cache.Statistics) -> None:
    tbleu = context.tbleu
    scores = {name: tbleu.score(sweep[name]) for name in context.shown}
    figure = charts.curves(jobs.SWEEP, scores, context.colors, tbleu.epsilon)
    st.plotly_chart(figure, key="tbleu-curves", alt="tBLEU of each system by tolerance")
    exports.offer_table(
        gain_tables.sweep_table(jobs.SWEEP, scores, context.shown),
        "Systems by tolerance",
        exports.export_source(context),
    )
    st.caption(
        "At tolerance 1 every aligned word takes its partner's form, even if they have nothing in common. Such a word"
        " has weight 0, but an n-gram counts the mean weight of its words, so longer n-grams gain by chance."
    )
    st.subheader(f"Systems at tolerance {tbleu.epsilon:g}")
    statistics = {metric: cache.measure_systems(metric, context.test_set) for metric in (context.bleu, tbleu)}
    exact, forgiving = (ranking.corpus_scores(metric, rows) for metric, rows in statistics.items())
    table = gain_tables.corpus_table(exact, forgiving, context.shown)
    grid.draw_grid(table, SCORES, placeholder=MISSING)
    exports.offer_table(table, "Systems", exports.export_source(context, context.tbleu))


def show_segment_gains(context: Context) -> None:
    with layout.controls("segments"):
        system = reader.choose_system(context)
    draw_after_alignment(context, [], partial(draw_segments, context, system))


def draw_segments(context: Context, system: str) -> None:
    exact, forgiving = (
        metric.score(cache.measure_systems(metric, context.test_set)[system])
        for metric in (context.bleu, context.tbleu)
    )
    gains = gain_tables.gains_table(context.test_set, system, exact, forgiving)
    st.caption(f"{len(gains):,} of {len(exact):,} segments change. Click a point or a row to see its segment below.")
    open_at_correction(context, [system])
    index = state.segment_in_use(len(context.test_set))
    figure = segment_scatter_chart(
        exact, forgiving, ("segment BLEU", "segment tBLEU"), index, context.colors[system], context.test_set.numbers
    )
    figure.update_layout(height=CHART_HEIGHT)
    left, right = layout.side_by_side()
    with left:
        reader.leading_chart(figure, "tbleu-scatter", "tBLEU of each segment by its BLEU")
        table = gain_tables.segment_table(context.test_set.numbers, exact, forgiving)
        exports.offer_table(table, "Segments", exports.export_source(context, context.tbleu))
    with right:
        show_gains(context, gains)
    order = np.searchsorted(context.test_set.numbers, gains["#"]) if len(gains) else context.order
    show_aligned_segment(context, system, order, None)


def show_gains(context: Context, gains: pd.DataFrame) -> None:
    if gains.empty:
        st.info(f"At tolerance {context.tbleu.epsilon:g} no segment changes. Raise the tolerance in the sidebar.")
        return
    listed = gains.head(gain_tables.LISTED)
    reader.leading_table(
        listed, np.searchsorted(context.test_set.numbers, listed["#"]), "tbleu_gains", CHART_HEIGHT, GAINS
    )
    exports.offer_table(gains, "Gains", exports.export_source(context, context.tbleu))


def show_form_pairs(context: Context) -> None:
    with layout.controls("words"):
        kind = address.draw_single_choice("Pairs", [FORMS, CHANCE], FORMS, "tbleu_pairs", label_visibility="collapsed")
        system = reader.choose_system(context)
        chosen = reader.choose_reference(context)
    reference = context.test_set.reference_names.index(chosen) if chosen else 0
    task = jobs.form_pairs_task(context.tbleu, context.test_set, system, reference)
    draw_after_alignment(context, [task], partial(draw_form_pairs, context, kind, system, reference))


def draw_form_pairs(context: Context, kind: str, system: str, reference: int, pairs: pd.DataFrame) -> None:
    """Draw the word pairs with the largest gain, or the pairs that may match by chance."""
    names, epsilon = context.test_set.reference_names, context.tbleu.epsilon
    if kind == FORMS:
        send.html(view.forms_caption_html(names[reference] if len(names) > 1 else None))
        show_pair_table(context, gain_tables.mark_forgiven_pairs(pairs, epsilon), "forms")
    else:
        st.caption(CHANCE_SAYS)
        show_pair_table(context, gain_tables.mark_forgiven_pairs(gain_tables.chance_table(pairs), epsilon), "chance")
    show_aligned_segment(context, system, context.order, names[reference])


def show_pair_table(context: Context, frame: pd.DataFrame, name: str) -> None:
    shown = frame.drop(columns="first")
    number = st.column_config.NumberColumn
    formats = {"distance": number(format="%.3f"), "gain": number(format="%.2f")}
    reader.leading_table(shown, frame["first"].to_numpy(int), f"tbleu_{name}", layout.TABLE_HEIGHT, formats)
    exports.offer_table(shown, f"Words {name}", exports.export_source(context, context.tbleu))


main()
