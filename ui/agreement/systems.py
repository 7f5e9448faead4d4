"""The tab Systems: judge and metric side by side, system by system, and what a difference of scores is worth here."""

from collections.abc import Sequence
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st
from markupsafe import Markup

from scoring import Metric
from scoring.agreement import (
    CORPUS,
    Agreement,
    Judge,
    Scored,
    SystemPair,
    SystemScore,
    Worth,
    turned_systems,
    words,
)
from scoring.formats.columns import counted
from scoring.markup import html
from scoring.numbers import MISSING, fixed
from ui import state
from ui.agreement import caution, charts, jobs, tables, worths
from ui.agreement.asked import KINDS, UNITS, Asked
from ui.agreement.choosing import choose_metric
from ui.agreement.compared import LeftOut
from ui.agreement.sources import source
from ui.context import Context
from ui.kit import address, exports, layout, reader, send
from ui.store import waiting

DOING = "Computing the metric's score of every system."
JUDGE_DECIMALS = 3


def draw(context: Context, asked: Asked) -> None:
    with layout.controls("agreement-systems"):
        metric = choose_metric(context, asked)
    tasks: list = [jobs.agreement(asked, metric, context.test_set), jobs.worths(asked, metric, context.test_set)]
    waiting.when_ready("agreement-systems", tasks, partial(show, context, asked, metric), DOING)


def show(context: Context, asked: Asked, metric: Metric, agreement: Agreement | LeftOut, worth: Worth) -> None:
    if isinstance(agreement, LeftOut):  # then there is no worth either, and the page says why
        return
    judge, scored = asked.judge, jobs.scored(asked, metric, context.test_set)
    left, right = layout.side_by_side()
    with left:
        show_scatter(context, asked, metric, judge, scored)
        st.caption(correlations(agreement))
        caution.draw(context, asked)
    with right:
        show_turned(context, asked, metric, judge, scored)
    show_worth(asked, metric, worth)


def show_scatter(context: Context, asked: Asked, metric: Metric, judge: Judge, scored: Scored) -> None:
    once = np.ones((1, judge.n_segments))
    ours = scored.system_scores(once, asked.kind)[0] * (1 if metric.higher_is_better else -1)
    lower = "" if metric.higher_is_better else ", lower is better"
    of_judge = charts.Side(judge_axis(judge), judge.system_scores(once)[0], True, JUDGE_DECIMALS)
    of_metric = charts.Side(f"{metric.label}{lower}", ours, metric.higher_is_better, metric.decimals)
    figure = charts.scatter(judge.systems, of_metric, of_judge, context.colors)
    st.plotly_chart(figure, key="agreement-scatter", alt="Each system's score by the metric and by the judge")
    if not all(figure.data[0].text):
        st.caption("Names that would cover others are left out: point at a dot for its name.")


def judge_axis(judge: Judge) -> str:
    return (
        f"{judge.name}: share of comparisons won" if judge.scores is None else f"{judge.name}, mean; higher is better"
    )


def correlations(agreement: Agreement) -> str:
    """How alike both order the systems."""
    pearson, spearman, accuracy = (
        f"{fixed(agreement.value(key), 2, MISSING)}{_between(*agreement.interval(key))}"
        for key in ("pearson", "spearman", "accuracy")
    )
    return f"Pearson {pearson}, Spearman {spearman}, system accuracy {accuracy}; in brackets 95 % intervals."


def _between(low: float, high: float) -> str:
    return "" if np.isnan(low) else f" ({fixed(low, 2)} to {fixed(high, 2)})"


# --- which pairs are ordered differently ---


def show_turned(context: Context, asked: Asked, metric: Metric, judge: Judge, scored: Scored) -> None:
    found = turned_systems(judge, scored, asked.kind)
    n_pairs = judge.n_systems * (judge.n_systems - 1) // 2
    who = words.the_judge(judge)
    n_there = len(context.judged_by(metric).test_set)
    where = "" if judge.n_segments == n_there else f" on the {counted(judge.n_segments, 'judged segment')}"
    said = Markup('<p class="statement">{} and {} order {} of {} of systems differently{}.</p>')
    send.html(html.page(said.format(metric.label, who, html.bold(f"{len(found):,}"), counted(n_pairs, "pair"), where)))
    if not found:
        return
    frame = tables.turned_systems(found, who)
    list_pairs(frame, found, judge, metric, "agreement-turned")
    unit = "" if judge.scores is not None else " The judge's are in shares of comparisons won, 0 to 1."
    st.caption(f"{tables.leads(who)}{unit} {on_compare(judge.n_segments, n_there, asked.kind)}")
    exports.offer(frame, f"Ordered differently by {metric.label}", source(context, asked, metric))


def on_compare(n_judged: int, n_there: int, kind: SystemScore) -> str:
    """Where a row leads, and what counts there in place of what counts here."""
    said = ["A row opens its pair on Compare."]
    if n_judged != n_there:
        said.append(f"Here the {n_judged:,} judged segments count, there all {n_there:,}: the other system may lead.")
    if kind != CORPUS:
        said.append(f"There a system's score is {KINDS[CORPUS]}.")
    return " ".join(said)


def list_pairs(frame: pd.DataFrame, found: Sequence[SystemPair], judge: Judge, metric: Metric, key: str) -> None:
    def go(row: int) -> None:
        pair = found[row]
        state.hold({"first": pair.better, "second": pair.worse, "compare_metric": metric.name})
        state.lead_to("compare")

    reader.choosing_table(frame, key, layout.TALL_TABLE, go, tables.formats(frame, judge, metric, JUDGE_DECIMALS))


# --- what a difference is worth ---


def show_worth(asked: Asked, metric: Metric, found: Worth) -> None:
    send.html(html.page(Markup('<p class="heading">What is a difference of {} worth here?</p>').format(metric.label)))
    offered = worths.offered(found)
    if not offered:
        st.caption("All systems have the same score.")
        return
    said = address.one_of(
        "At least so many points", [f"{size:g}" for size in offered], f"{worths.usual(found):g}", "worth"
    )
    difference = float(said)
    about = worths.said(found, difference, metric.label, words.the_judge(asked.judge))
    send.html(html.page(Markup('<p class="statement">{}</p>').format(about)))
    figure = charts.worth(found, metric.label, worths.place(found, difference))
    st.plotly_chart(figure, key="agreement-worth", alt="Share of pairs ordered alike, by the difference of scores")
    about = f"{worths.INTERVALS.format(units=UNITS[asked.unit])} Pairs of systems that the judge ties are left out."
    st.caption(f"{about} {words.HOLDS_HERE}")
