"""The tab Smoothing: does the choice of a smoothing matter to agreement? Chen and Cherry (2014), Tables 2 and 3."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from functools import partial

import pandas as pd
import streamlit as st

from scoring import BLEU
from scoring.agreement import MEASURES, WEIGHTED, Judge, by_smoothing
from scoring.agreement.published import CHEN_CHERRY
from scoring.bleu.dialects import PARAMETERS, Parameters
from scoring.bleu.smoothing import METHODS
from scoring.markup import html
from scoring.numbers import MISSING
from ui import settings, state
from ui.agreement import sweep_charts, sweep_words, swept
from ui.agreement.asked import Asked
from ui.agreement.sources import source
from ui.context import Context
from ui.kit import exports, grid, layout, links, send
from ui.smoothing import parameter


def draw(context: Context, asked: Asked) -> None:
    with layout.controls("smoothings"):
        measure = swept.choose_measure("Measure", asked.judge, "smoothing_measure", first="tau")
        choose_effective_order(context.bleu)
        unmatched = st.toggle("Smooth without a match", key="agreement_unmatched", bind="query-params")
        values = choose_parameters()
    bleu = replace(context.bleu, smooth_unmatched=unmatched)
    metrics = by_smoothing(bleu, values)
    own, in_sidebar = in_use(bleu, metrics), bleu.smoothed_by.method
    also = f"{in_sidebar} in the sidebar" if own in metrics and own != in_sidebar else ""
    metrics.setdefault(own, bleu)
    asked = replace(asked, metrics=(), kind=WEIGHTED)
    then = partial(show, context, asked, measure, metrics, own, also)
    swept.when_agreed("smoothings", "methods", context, asked, metrics, then)


def choose_effective_order(bleu: BLEU) -> None:
    """The sidebar's switch once more, beside that of the other open case."""
    key = "agreement_effective"
    state.offer(key, bleu.effective_order)
    st.toggle(
        "Effective order",
        key=key,
        on_change=lambda: state.hold({"effective_order": state.current(key)}),
        help="The same as in the sidebar: of a hypothesis shorter than the longest n-gram the missing orders are left"
        " out.",
    )


def choose_parameters() -> Parameters:
    """The methods' free parameters, folded; the one that the sidebar has stays there."""
    in_sidebar = METHODS[settings.setting_value("smoothing")].parameter
    with st.popover("Parameters", key="agreement-parameters", width="content"):
        st.caption("Of the methods of Chen and Cherry (2014). N and the weights of the orders are in the sidebar.")
        usual = asdict(Parameters())
        return Parameters(
            *(
                state.current(name.lower(), usual[name.lower()]) if name == in_sidebar else parameter(name, width=260)
                for name in PARAMETERS
            )
        )


def in_use(bleu: BLEU, metrics: Mapping[str, BLEU]) -> str:
    """What the sidebar's smoothing is called here: by the paper's name if it is one of these, else by its own."""
    own = bleu.smoothed_by
    function = METHODS[own.method].function
    same = (n for n, m in metrics.items() if METHODS[n].function is function and m.smoothed_by.value == own.value)
    return next(same, str(own))


def show(
    context: Context,
    asked: Asked,
    measure: str,
    metrics: Mapping[str, BLEU],
    own: str,
    also: str,
    found: swept.ByValue,
) -> None:
    comparison = swept.comparison_of(found, measure, own)
    if comparison is not None:
        send.html(html.page(sweep_words.who_leads(comparison, measure, asked.judge.name, "method", own, also)))
    label = MEASURES[measure].label
    points = swept.points(found, {name: name for name in metrics}, measure)
    figure = sweep_charts.by_name(points, "smoothing method", label, own)
    st.plotly_chart(figure, key="agreement-smoothings", alt=f"{label} of BLEU by smoothing method")
    frame = swept.table(found, "method", own, measure)
    if frame.empty:
        return
    frame["what it does"] = [METHODS[metrics[name].smoothed_by.method].description for name in frame["method"]]
    formats = swept.formats(measure) | {"method": st.column_config.TextColumn(width=85)}
    grid.show(frame, formats, swept.written, placeholder="")
    exports.offer(frame, "Agreement by smoothing", source(context, asked, metrics[own]))
    swept.say_intervals(context, asked)
    st.caption(f"{sweep_words.VARIANT} {sweep_words.OPEN_CASES}")
    links.page_link("errata", "Why method 6 can punish a right word: Equation 11", erratum="Smoothing 6")
    show_papers(context, asked, metrics[own], found)


def show_papers(context: Context, asked: Asked, bleu: BLEU, found: swept.ByValue) -> None:
    """What the paper prints, beside what is computed of this test set."""
    st.subheader("The paper's tables, and this test set")
    frame = beside_the_paper(asked.judge, found)
    number, here = st.column_config.NumberColumn, "τ here"
    if asked.judge.scores is None:
        st.caption(sweep_words.BY_MAJORITY)
        here = "τ here, by majority"
    grid.show(
        frame,
        {
            "method": st.column_config.TextColumn(width=85),
            "paper": number("τ, the paper", format="%.3f", help="Into English, segment level, as printed."),
            "remade": number("τ, remade", format="%.3f", help=sweep_words.REMADE),
            "tau": number(here, format="%.3f", help="Of the test set and the settings in use."),
            "spearman": number("ρ here", format="%.3f", help="Spearman, of document scores."),
            "pearson": number("γ here", format="%.3f", help="Pearson, of document scores."),
        },
        placeholder=MISSING,
    )
    exports.offer(frame, "Beside the paper", source(context, asked, bleu))
    st.caption(f"{sweep_words.REMADE} {sweep_words.NOT_REMADE}")
    st.caption(sweep_words.NOT_KNOWN)


def beside_the_paper(judge: Judge, found: swept.ByValue) -> pd.DataFrame:
    """One row a method; preferences count by majority, as where the paper's experiment was remade."""
    tau = "tau" if judge.scores is not None else "tau_majority"
    rows = []
    for name, agreement in found.items():
        if agreement is not None:
            published = CHEN_CHERRY.get(name)
            printed = {} if published is None else {"paper": published.printed, "remade": published.remade}
            here = {"tau": agreement.value(tau)} | {key: agreement.value(key) for key in ("spearman", "pearson")}
            rows.append({"method": name, "paper": None, "remade": None, **printed, **here})
    return pd.DataFrame(rows)
