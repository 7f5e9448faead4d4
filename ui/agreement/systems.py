"""The tab Systems: scores by judge and metric, system by system, and how reliable differences of scores are."""

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st
from markupsafe import Markup

from scoring import Metric
from scoring.output.markup import html
from scoring.studies import agreement as study
from scoring.studies import disagreement
from scoring.studies.disagreement import DifferenceWorth, SystemPair
from ui.agreement import agreement_form, agreement_tables, charts, jobs
from ui.context.context import Context
from ui.kit import address, exports, layout, reader
from ui.session import send, state
from ui.store import waiting

DOING = "Computing the metric's score of every system."
JUDGE_DECIMALS = 3


def draw_system_agreement(context: Context, request: study.AgreementRequest) -> None:
    with layout.controls("agreement-systems"):
        metric = agreement_form.choose_metric(context, request)
    tasks: list = [
        jobs.agreement_task(request, metric, context.test_set),
        jobs.difference_worth_task(request, metric, context.test_set),
    ]
    waiting.when_ready("agreement-systems", tasks, partial(draw_system_scatter, context, request, metric), DOING)


def draw_system_scatter(
    context: Context,
    request: study.AgreementRequest,
    metric: Metric,
    agreement: study.Agreement | study.LeftOut,
    worth: DifferenceWorth,
) -> None:
    if isinstance(agreement, study.LeftOut):  # then the worth is missing too, and the page says why
        return
    scored = jobs.judged_output_scores(request, metric, context.test_set)
    left, right = layout.side_by_side()
    with left:
        judge_scores, metric_scores = disagreement.system_points(request, scored, metric)
        lower = "" if metric.higher_is_better else ", lower is better"
        means = ": share of comparisons won" if request.judge.scores is None else ", mean; higher is better"
        of_judge = charts.Side(f"{request.judge.name}{means}", judge_scores, True, JUDGE_DECIMALS)
        of_metric = charts.Side(f"{metric.full_name}{lower}", metric_scores, metric.higher_is_better, metric.decimals)
        figure = charts.system_scatter_chart(request.judge.systems, of_metric, of_judge, context.colors)
        st.plotly_chart(figure, key="agreement-scatter", alt="Each system's score by the metric and by the judge")
        if not all(figure.data[0].text):
            st.caption("Names that would overlap are hidden: point at a dot to see its name.")
        st.caption(disagreement.correlations(agreement, request.judge.n_systems))
        agreement_form.draw_small_sample_note(request)
    with right:
        show_turned(context, request, metric, scored)
    show_worth(request, metric, worth)


# --- which pairs are ordered differently ---


def show_turned(
    context: Context, request: study.AgreementRequest, metric: Metric, scored: study.OrientedScores
) -> None:
    judge = request.judge
    pairs = disagreement.misordered_systems(judge, scored, request.system_score)
    n_there = len(context.with_judged_segments(metric).test_set)
    statement = html.sentence_html(disagreement.ordered_differently(request, metric, len(pairs), n_there))
    send.sentences(statement)
    if not pairs:
        return
    frame = agreement_tables.misordered_system_table(pairs, request)
    list_pairs(frame, pairs, judge, metric, "agreement-turned")
    unit = "" if judge.scores is not None else " The judge's are in shares of comparisons won, 0 to 1."
    leading = compare_page_note(judge.n_segments, n_there, request.system_score)
    st.caption(f"{disagreement.leads_note(request)}{unit} {leading}")
    exports.offer_table(
        frame, f"Ordered differently by {metric.full_name}", agreement_form.agreement_source(context, request, metric)
    )


def compare_page_note(n_judged: int, n_there: int, kind: study.SystemScore) -> str:
    """Return a note that a click on a row opens the page Compare, and how scores differ on that page."""
    sentences = ["Click a row to open its pair on Compare."]
    if n_judged != n_there:
        sentences.append(
            f"Here the {n_judged:,} judged segments count, on Compare all {n_there:,}: there the other may lead."
        )
    if kind != study.CORPUS:
        sentences.append(f"There a system's score is its {study.CALLED_SYSTEM_SCORES[study.CORPUS]}.")
    return " ".join(sentences)


def list_pairs(frame: pd.DataFrame, pairs: Sequence[SystemPair], judge: study.Judge, metric: Metric, key: str) -> None:
    def go(row: int) -> None:
        pair = pairs[row]
        state.set_widget_values({"first": pair.better, "second": pair.worse, "compare_metric": metric.name})
        state.open_page_in_next_run("compare")

    formats = agreement_tables.lead_column_formats(frame, judge, metric, JUDGE_DECIMALS)
    reader.choosing_table(frame, key, layout.TALL_TABLE, go, formats=formats)


# --- what a difference is worth ---


def show_worth(request: study.AgreementRequest, metric: Metric, worth: DifferenceWorth) -> None:
    send.html(html.page(Markup('<p class="heading">How reliable is a difference in {}?</p>').format(metric.full_name)))
    offered = disagreement.offered_differences(worth)
    if not offered:
        st.caption("All systems have the same score.")
        return
    usual = f"{disagreement.usual_difference(worth):g}"
    difference = float(
        address.draw_single_choice("A difference of at least", [f"{size:g}" for size in offered], usual, "worth")
    )
    about = disagreement.worth_sentence(request, worth, difference, metric.full_name)
    send.sentences(about)
    figure = charts.difference_worth_chart(worth, metric.full_name, disagreement.difference_index(worth, difference))
    st.plotly_chart(
        figure,
        key="agreement-worth",
        alt="Share of pairs that the judge orders the same way, by the difference of scores",
    )
    st.caption(disagreement.interval_limits_note(request))
