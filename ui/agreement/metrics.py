"""The tab Metrics: how far each metric agrees with the judge, by one measure and by all, and which metrics differ."""

import math
from collections.abc import Mapping
from functools import partial
from typing import Any

import streamlit as st
from markupsafe import Markup

from scoring import BLEU
from scoring.agreement import MEASURES, TRIALS, Chance, Comparison, suiting, words
from scoring.formats.columns import counted
from scoring.markup import html
from scoring.numbers import LEVEL, MISSING, interval, probability, signed
from scoring.origins import DOCUMENT, SEGMENT
from ui.agreement import caution, charts, jobs, tables
from ui.agreement.asked import UNITS, Asked
from ui.agreement.compared import Compared
from ui.agreement.sources import source
from ui.context import Context
from ui.kit import address, columns, exports, grid, layout, send
from ui.store import waiting

MARKS = f"{words.LETTERS} Full dots: the best, and those not shown worse."
CHART = "Agreement of each metric with its 95 % interval"
SHOWN_TO_DIFFER = "Metrics that are shown to differ: {} of {}"
PERMUTED = (
    "PERM-BOTH of Deutsch, Dror and Roth (2021): both metrics' scores are put on one scale, then each output's two"
    " scores change places with probability 1/2. Systems go by the means of their segments' scores."
)

SWAPPED = (
    f"PERM-BOTH, {TRIALS:,} trials: difference {{difference}}, p {{p}}. This difference takes a system's score to be"
    " the mean of its segments' scores, whatever is chosen above; p is of these two metrics alone, not adjusted for the"
    " other pairs."
)
EXCHANGED = {
    SEGMENT: "Scores of outputs change places one by one.",
    DOCUMENT: "A system's scores of all segments of a document change places together.",
}


def draw(context: Context, asked: Asked) -> None:
    judge = asked.judge
    first = words.first_measure(judge)
    keys = [first, *(key for key in suiting(judge) if key != first)]
    with layout.controls("measure"):
        measure = address.named("Measure", {key: MEASURES[key].label for key in keys}, "measure", 220)
        st.caption(MEASURES[measure].about)
    tasks = jobs.everything(context, asked)
    waiting.fill_in("agreement", tasks, partial(show, context, asked, measure), what="")


def show(context: Context, asked: Asked, measure: str, results: dict[str, Any]) -> None:
    compared = Compared.of(results, context.labels)
    if not compared.agreements:
        return
    comparisons = None if compared.to_come else jobs.comparisons(context, asked, compared)
    bars = bars_of(compared, comparisons, measure)
    figure = charts.forest(bars, MEASURES[measure], ties_of(compared, measure), chance_of(compared, measure))
    st.plotly_chart(figure, key="agreement-forest", alt=CHART)
    st.caption(MARKS)
    show_table(context, asked, compared, comparisons, measure)
    caution.draw(context, asked)
    if comparisons is not None and len(compared.agreements) > 1:
        show_differing(context, asked, compared, comparisons[measure])
        compare_two(context, asked, compared, comparisons[measure], measure)


def source_of(context: Context, asked: Asked) -> dict[str, str]:
    return source(context, asked, *map(context.metric, asked.metrics))


# --- the picture, and all measures ---


def bars_of(compared: Compared, comparisons: tables.Comparisons | None, measure: str) -> list[charts.Bar]:
    """The best metric first."""
    names = compared.order(measure)
    letters = {name: tables.letters(comparisons, measure, name) for name in names}
    best = set(letters[names[0]]) if comparisons is not None else set()
    return [
        charts.Bar(
            compared.label(name),
            compared.value(name, measure),
            compared.interval(name, measure),
            letters[name],
            comparisons is None or bool(best & set(letters[name])),
            compared.threshold(name, measure),
        )
        for name in names
    ]


def ties_of(compared: Compared, measure: str) -> float | None:
    """What calling everything a tie gives; None while it is not known."""
    return None if compared.ties is None else compared.ties.value(measure)


def chance_of(compared: Compared, measure: str) -> Chance | None:
    return None if compared.chances is None else compared.chances[measure]


def show_table(
    context: Context, asked: Asked, compared: Compared, comparisons: tables.Comparisons | None, measure: str
) -> None:
    st.subheader("All measures", anchor=False)
    frame = tables.every(compared, measure)
    text, number = st.column_config.TextColumn, st.column_config.NumberColumn
    format = None if comparisons is not None else "%.3f"
    about = {
        MEASURES[key].label: number(help=MEASURES[key].about, format=format)
        for key in tables.measures(compared, measure)
    }
    formats = about | {tables.METRIC: text(pinned=True)}
    if comparisons is None:  # more metrics are to come, and each is drawn as it comes
        grid.show(frame, formats, placeholder=MISSING)
        return
    grid.show(frame, formats, tables.with_intervals(compared, comparisons, measure), placeholder=MISSING)
    st.caption(f"{words.BASELINES} Letters hold within a column.")
    exports.offer(
        partial(tables.records, compared, comparisons, measure),
        "Agreement",
        source_of(context, asked),
    )


# --- which metrics differ ---


def show_differing(context: Context, asked: Asked, compared: Compared, comparison: Comparison) -> None:
    frame = tables.differing(comparison, context.labels)
    n_pairs = math.comb(len(comparison.metrics), 2)
    label = SHOWN_TO_DIFFER.format(len(frame), counted(n_pairs, "pair"))
    with st.expander(label, key="differing-metrics"):
        if len(frame):
            number = st.column_config.NumberColumn
            called = {"difference": "difference", "low": "from", "high": "to"}
            formats = {name: number(label, format="%.3f") for name, label in called.items()}
            formats["p_adjusted"] = number("p, adjusted")
            grid.show(frame, formats, columns.with_probabilities, height=grid.height(frame, layout.TALL_TABLE))
        st.caption(
            f"{words.INTERVALS.format(trials=f'{asked.trials:,}', units=UNITS[asked.unit])} p is adjusted by Holm."
        )
    exports.offer(frame, "Metrics shown to differ", source_of(context, asked))


def compare_two(context: Context, asked: Asked, compared: Compared, comparison: Comparison, measure: str) -> None:
    """A pair that the reader chooses: its difference, and on demand the permutation test."""
    names = compared.order(measure)
    own = names.index(BLEU.name) if BLEU.name in names[1:] else 1
    with st.expander("Compare two metrics", key="two-metrics", on_change="rerun") as folded:
        if not folded.open:
            return
        with layout.controls("two"):
            first = address.named("First", {name: context.labels[name] for name in names}, "metric_a", 200)
            others = [name for name in (names[own], *names) if name != first]
            second = address.named("Second", {name: context.labels[name] for name in others}, "metric_b", 200)
        send.html(html.page(difference(comparison, first, second, context.labels)))
        if st.toggle("Test by permutation, too", key="permute", help=PERMUTED, bind="query-params"):
            task = jobs.swapped(asked, (context.metric(first), context.metric(second)), measure, context.test_set)
            found = waiting.result_of("swapped", task, "Exchanging the scores of both metrics.")
            if found is not None:
                p = probability(found.p_value, MISSING)
                said = SWAPPED.format(difference=signed(found.difference, MISSING, 3), p=p)
                st.caption(f"{said} {EXCHANGED[asked.unit]}")


def difference(comparison: Comparison, first: str, second: str, labels: Mapping[str, str]) -> Markup:
    a, b = comparison.metrics.index(first), comparison.metrics.index(second)
    low, high = comparison.difference_interval(a, b)
    p = float(comparison.p_adjusted[a, b])
    said = "They are shown to differ" if p <= LEVEL else "They are not shown to differ"
    return Markup('<p class="statement">{} − {}: {} ({}). {}: adjusted p {}.</p>').format(
        html.bold(labels[first]),
        html.bold(labels[second]),
        signed(float(comparison.values[a] - comparison.values[b]), MISSING, 3),
        interval(low, high, partial(signed, decimals=3)),
        said,
        probability(p, MISSING),
    )
