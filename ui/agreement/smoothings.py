"""The tab Smoothing: agreement by smoothing method, compared with Chen and Cherry (2014), Tables 2 and 3."""

from dataclasses import asdict, replace
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from scoring import BLEU
from scoring.bleu.dialects import PARAMETERS, Parameters
from scoring.bleu.smoothing import METHODS
from scoring.output.numbers import MISSING
from scoring.studies.agreement import CORPUS, MEASURES, WEIGHTED, AgreementRequest, metric_values
from scoring.studies.parameters import option_sweep
from scoring.studies.parameters import published_agreement as published
from scoring.studies.parameters.option_sweep import SweepRequest, SweepResult
from ui.agreement import agreement_form, jobs, sweep_charts, sweep_results
from ui.context.context import Context
from ui.kit import address, exports, grid, layout
from ui.session import settings, state
from ui.smoothing import parameter
from ui.store import cache


def draw_smoothing_agreement(context: Context, request: AgreementRequest) -> None:
    with layout.controls("smoothings"):
        measure = sweep_results.choose_measure("Measure", request.judge, "smoothing_measure", first="tau")
        # The sidebar's switch again, next to the switch of the other open case.
        key = "agreement_effective"
        state.set_widget_value(key, context.bleu.effective_order)
        help = (
            "The same as in the sidebar: for a hypothesis shorter than the longest n-gram, the missing orders are left"
        )
        take = partial(_take_effective_order, key)
        st.toggle("Effective order", key=key, on_change=take, help=f"{help} out.")
        unmatched = st.toggle("Smooth without a match", key="agreement_unmatched", bind="query-params")
        values = choose_parameters()
    bleu = replace(context.bleu, smooth_unmatched=unmatched)
    metrics = option_sweep.bleu_by_smoothing(bleu, values)
    own, in_sidebar = option_sweep.smoothing_in_use(bleu, metrics), bleu.smoothed_by.method
    also = f"{in_sidebar} in the sidebar" if own in metrics and own != in_sidebar else ""
    metrics.setdefault(own, bleu)
    sweep = SweepRequest(replace(request, system_score=WEIGHTED), metrics, own, "method", also)
    sweep_results.draw_sweep_when_ready(
        "smoothings", "methods", context, sweep, partial(draw_smoothing_values, context, measure, metrics)
    )


def _take_effective_order(key: str) -> None:
    state.set_widget_values({"effective_order": state.widget_value(key)})


def choose_parameters() -> Parameters:
    """Draw the methods' parameters in a popover and return them; the sidebar's method keeps its field there."""
    in_sidebar = METHODS[settings.setting_value("smoothing")].parameter
    with st.popover("Parameters", key="agreement-parameters", width="content"):
        st.caption(
            "Parameters of Chen and Cherry's methods (2014). N and the weights of the orders are in the sidebar."
        )
        usual = asdict(Parameters())
        sidebar_values = (
            {in_sidebar: state.widget_value(in_sidebar.lower(), usual[in_sidebar.lower()])} if in_sidebar else {}
        )
        return Parameters(
            *(sidebar_values[name] if name in sidebar_values else parameter(name, width=260) for name in PARAMETERS)
        )


def draw_smoothing_values(context: Context, measure: str, metrics: dict[str, BLEU], result: SweepResult) -> None:
    if not result.computed_agreements:  # axes without a point say nothing
        return
    sweep_results.say_leading(result, measure)
    label, own = MEASURES[measure].label, result.request.in_use
    points = sweep_results.points(result, {name: name for name in metrics}, measure)
    figure = sweep_charts.named_values_chart(points, "smoothing method", label, own)
    st.plotly_chart(figure, key="agreement-smoothings", alt=f"{label} of BLEU by smoothing method")
    frame = sweep_results.option_table(result, "method", measure)
    if frame.empty:
        return
    frame["what it does"] = [METHODS[metrics[name].smoothed_by.method].description for name in frame["method"]]
    formats = sweep_results.sweep_column_formats(measure) | {"method": st.column_config.TextColumn(width=85)}
    grid.draw_grid(frame, formats, sweep_results.style_sweep_table, placeholder="")
    about = agreement_form.agreement_source(context, result.request.agreement, metrics[own])
    exports.offer_table(frame, "Agreement by smoothing", about)
    sweep_results.say_intervals(result.request)
    st.caption(f"{option_sweep.VARIANT} {option_sweep.OPEN_CASES}")
    address.page_link("errata", "Why method 6 can punish a right word: Equation 11", erratum="Smoothing 6")
    show_papers(context, result, about)


def show_papers(context: Context, result: SweepResult, about: dict[str, str]) -> None:
    """Draw a table of the paper's numbers, and the numbers of WMT 2012 and of this test set."""
    st.subheader("Chen and Cherry's tables, and this test set")
    names = {published.INTO: "Table 2, into English", published.OUT_OF: "Table 3, out of English"}
    is_into = cache.target_name(context.every_segment) in {"", "English"}
    direction = address.draw_named_option(
        "The paper's table",
        dict(sorted(names.items(), reverse=not is_into)),
        "paper_direction",
        245,
        label_visibility="collapsed",
    )
    corpus = replace(result.request.agreement, system_score=CORPUS)
    of_corpus = metric_values(corpus, jobs.judged_output_scores(corpus, context.bleu, context.test_set))
    frame = pd.DataFrame(published.methods_beside_the_paper(direction, corpus.judge, result.agreements, of_corpus))
    letters = {"tau": "τ", "gamma": "γ", "rho": "ρ"}
    heads = {
        "paper": ("paper", "As Chen and Cherry (2014) print it: WMT 2012 and 2013."),
        "remade": ("WMT 2012", published.ABOUT_REMADE),
        "here": ("here", "For the test set and the settings in use."),
    }
    formats: dict[str, Any] = {
        f"{key}_{of}": st.column_config.NumberColumn(f"{letter} {head}", format="%.3f", width=88, help=help)
        for key, letter in letters.items()
        for of, (head, help) in heads.items()
    }
    grid.draw_grid(frame, {"method": st.column_config.TextColumn(width=100), **formats}, placeholder=MISSING)
    exports.offer_table(frame, "Compared with the paper", about)
    st.caption(published.paper_case_sentence(context.bleu.lowercase))
    st.caption(published.WHAT_REPRODUCES[direction])
    kinds = "τ is Kendall's of segments; γ is Pearson's and ρ Spearman's of systems' document scores."
    st.caption(f"{kinds} {published.DOCUMENT_SCORES} {published.ABOUT_REMADE}")
    if corpus.judge.scores is None:
        st.caption(published.BY_MAJORITY)
