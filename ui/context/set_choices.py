"""The choices that a reader makes once for a test set: its metrics, and its baseline."""

from collections.abc import Iterable, Sequence
from typing import Any

import streamlit as st

from scoring import TestSet
from scoring.studies.metric_choice import MetricChoice, column_order
from ui.context.context import available_metrics
from ui.context.kept_choices import NO_BASELINE, choice_in_use, chosen_baseline, kept_choice
from ui.session import state
from ui.session.settings import score_options

METRICS_KEY, BASELINE_KEY = "chosen_metrics", "pinned_baseline"
ABOUT_BASELINE = "Your own system, or the one in use today. Tables show how far the other systems are from it."


def draw_set_choices(test_set: TestSet) -> None:
    """Draw the choices of metrics and baseline for the sidebar; they hold on every page about this test set."""
    if len(test_set.systems) > 1:
        draw_baseline_choice(test_set.system_names)
    draw_metric_choice(metric_choice(test_set))


def metric_choice(test_set: TestSet) -> MetricChoice:
    """Return the metrics that are chosen for a test set."""
    return MetricChoice.read(available_metrics(test_set, score_options()), choice_in_use("metrics"))


def draw_metric_choice(choice: MetricChoice) -> None:
    with st.popover(f"Metrics: {choice.share}", width="stretch", key="metric-choice"):
        st.caption("Tables, votes, files and the report show these metrics.")
        labels = {name: metric.full_name for name, metric in choice.metrics.items()}
        if {*state.widget_value(METRICS_KEY, ())} != {*choice.names}:
            # Otherwise the list would go back to its top, without what was typed, under the reader's pointer.
            state.set_widget_value(METRICS_KEY, [*choice.names])

        def take() -> None:
            choose_metrics(choice, state.widget_value(METRICS_KEY, ()))

        look: Any = {"format_func": labels.__getitem__, "key": METRICS_KEY, "on_change": take}
        st.multiselect("Metrics shown", column_order(choice.metrics), **look)
        with st.container(horizontal=True, gap="xsmall"):
            draw_choice_button("The usual ones", "usual-metrics", choice, ())
            draw_choice_button(f"All {len(choice.metrics)}", "every-metric", choice, choice.metrics)


def draw_computed_button(choice: MetricChoice) -> None:
    """Draw a button that adds every metric that is computed here; nothing where all of them are chosen."""
    computed = choice.computed_names
    if set(computed) - {*choice.names}:
        label = f"Show all {len(computed)} computed metrics"
        draw_choice_button(label, "computed-metrics", choice, (*choice.names, *computed))


def draw_choice_button(label: str, key: str, choice: MetricChoice, names: Iterable[str]) -> None:
    st.button(label, key, on_click=choose_metrics, args=(choice, tuple(names)))


def choose_metrics(choice: MetricChoice, names: Iterable[str]) -> None:
    """Put a choice of metrics into the address, unless it is the project's; no names are the usual ones. A callback."""
    state.set_address_values(
        {"metrics": MetricChoice.of(choice.metrics, names).address_text_over(kept_choice("metrics"))}
    )


def draw_baseline_choice(systems: Sequence[str]) -> None:
    pinned = chosen_baseline()
    state.set_widget_value(BASELINE_KEY, pinned if pinned in systems else None)

    def pin() -> None:
        pin_baseline(state.widget_value(BASELINE_KEY) or "")

    look: Any = {"placeholder": "None", "on_change": pin, "help": ABOUT_BASELINE}
    st.selectbox("Baseline", systems, None, key=BASELINE_KEY, **look)


def pin_baseline(system: str) -> None:
    """Put the baseline into the address, unless it is the project's; an empty name means none. A callback."""
    is_kept = system == kept_choice("baseline")
    state.set_address_values({"baseline": "" if is_kept else system or NO_BASELINE})
