"""Metrics that do not run here: a set's texts as files, the commands for them, and the file to drop here afterwards."""

from functools import partial

import streamlit as st

from scoring import TestSet
from scoring.lab.learned import PlainFiles, learned_metrics, plain_files, zip_test_set
from scoring.output.numbers import counted
from server.engine.tasks import Task
from ui.kit import exports
from ui.store import cache

TITLE = "Compute COMET, XCOMET or MetricX for this set"


def draw_learned_metrics(test_set: TestSet) -> None:
    """Draw a folded part on learned metrics; its content is computed when it is opened."""
    opened = st.expander(TITLE, key="learned", on_change="rerun")
    if opened.open:
        with opened:
            _draw(test_set)


def _draw(test_set: TestSet) -> None:
    task = Task(cache.FILES, ("plain files", test_set.identity), lambda tell: plain_files(test_set))
    files = cache.engine().now(task)
    st.markdown(
        "Learned metrics do not run here. **1.** Download the texts and unpack them. **2.** Run the commands there."
        " **3.** Drop the file that comes out below, under *Your own*."
    )
    file, key, icon = exports.file_name(test_set.name, "texts", "zip"), "download-texts", ":material/download:"
    make = partial(_zip_content, test_set)
    exports.draw_download_button("The texts as files", make, file, "application/zip", key, icon=icon)
    _say_what_differs(files)
    metrics = learned_metrics(files)
    for metric, tab in zip(metrics, st.tabs([metric.name for metric in metrics]), strict=True):
        with tab:
            added = f" Without a graphics card add `{metric.without_card}`." if metric.without_card else ""
            st.caption(f"{metric.about}{added}")
            st.code(metric.commands, language="bash", wrap_lines=True)
            st.caption(f"`{metric.result}` comes out. Dropped below, its scores are added to this set.")


def _say_what_differs(files: PlainFiles) -> None:
    """Say how the files differ from the set, and what cannot be computed."""
    if files.source is None:
        st.info("This set has no source, which COMET needs. Drop the source together with the other files.")
    if files.n_breaks:
        breaks = counted(files.n_breaks, "text has", "texts have")
        st.warning(f"{breaks} line breaks within; in the files each is a space, so that a segment stays one line.")
    if len(files.references) > 1 or files.n_missing:
        st.text(f"These metrics take one reference: {files.reference.name}.")
    if files.n_missing:
        missed = counted(files.n_missing, "segment", "segments")
        st.warning(f"{missed} without a text there: empty lines, whose scores mean little.")


def _zip_content(test_set: TestSet) -> bytes:
    """Return the texts in a ZIP archive; they are made in the thread of the request, while pages go on."""
    return cache.engine().now(Task(cache.FILES, ("texts", test_set.identity), partial(zip_test_set, test_set)))
