"""The view Smoothing of a segment: its score by every smoothing method."""

from dataclasses import asdict

import numpy as np
import streamlit as st

from scoring import BLEU
from scoring.bleu.dialects import Parameters
from ui.context.context import Context
from ui.kit import exports
from ui.kit.reader import SegmentView, View
from ui.session import send, state
from ui.smoothing import formulas, methods
from ui.store import cache


def draw_smoothed_segment(context: Context, segment_view: SegmentView) -> None:
    """Draw the chosen output with the paper's parameters of the sidebar and the page Smoothing."""
    parameters = Parameters(**{name: state.widget_value(name, usual) for name, usual in asdict(Parameters()).items()})
    row = cache.measure_systems(context.bleu, context.test_set)[segment_view.chosen][segment_view.index]
    draw_methods(context, segment_view.chosen, row, parameters)


def draw_methods(context: Context, system: str, row: np.ndarray, parameters: Parameters) -> None:
    """Draw an output, given its statistics (n_statistics,), under every method of the paper and the toolkits."""
    bleus = methods.paper(context.bleu, parameters)
    terms = methods.method_arithmetic(bleus, row)
    send.html(formulas.method_bars(terms, context.colors[system]))
    if not terms["0"].matches.any():
        st.info(
            "No word of this hypothesis occurs in a reference. There is nothing to smooth, so every method of the"
            " paper gives 0."
        )
    with st.expander("The counts behind each score"):
        send.html(formulas.methods_table(terms, bleus))
        st.caption(
            "Each cell shows m′ / l′ and the precision below. The method changed what is underlined. “none” means that"
            " the hypothesis is too short for the order, which makes the score 0."
        )
    exports.offer_table(methods.terms_table(terms), "Terms of each method", exports.export_source(context))
    st.subheader("The same sentence by other toolkits")
    others = methods.method_arithmetic(methods.toolkit_metrics(context.bleu, parameters), row)
    send.html(formulas.toolkits_html(others, terms))
    st.caption("An underlined score differs from the paper's method of the same kind, which is in the next column.")
    exports.offer_table(methods.toolkits_table(others), "Toolkits", exports.export_source(context))


VIEW = View(BLEU.name, "Smoothing", of_all=False, draw=draw_smoothed_segment)
