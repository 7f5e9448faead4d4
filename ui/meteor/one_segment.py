"""The view METEOR of a segment: matched words, their stages, and chunks."""

import numpy as np
import streamlit as st

from scoring import METEOR
from scoring.counting.limits import counted_after
from scoring.output.markup import html
from ui.context.context import Context
from ui.drawing import component
from ui.kit.reader import SegmentView, View
from ui.meteor import view
from ui.session import send


def draw_meteor_segment(context: Context, segment_view: SegmentView) -> None:
    """Draw the chosen output against its best reference, with matched words joined, and then the score."""
    test_set, metric = context.test_set, METEOR.configure(context.options)
    with counted_after(int(context.test_set.numbers[segment_view.index]) - 1):
        matching = metric.alignment(
            segment_view.texts[segment_view.chosen], test_set.reference_texts(segment_view.index)
        )
    terms = metric.arithmetic(np.array(matching.statistics))
    names, number = test_set.reference_names, matching.best
    segment = test_set.segment(segment_view.index)
    send.html(view.meteor_verdict(terms, names[number] if len(names) > 1 else None))
    send.html(html.page(html.source_rows(segment.source, segment.note)))
    drawing = view.meteor_drawing(matching, number, segment_view.chosen, names[number], metric.case_sensitive)
    component.mount_drawing(drawing, "meteor-words")
    st.subheader("How this METEOR comes about")
    send.html(view.meteor_arithmetic(terms, metric.alpha, metric.beta, metric.gamma))


VIEW = View(METEOR.name, METEOR.label, of_all=False, draw=draw_meteor_segment)
