"""One segment as each metric sees it: what a test set's pages and the Playground both draw.

Every view takes the context, whose test set has the segment, and the hypothesis' text, which the reader may have
edited. ``index`` is the segment's, from 0.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
import streamlit as st

from scoring import BLEU, METRICS, TER, WER
from scoring.bleu import Arithmetic
from scoring.dialects import Parameters
from scoring.pra import pra
from scoring.segment_alignment import SegmentAlignment
from ui import (
    alignment,
    cache,
    edit_tables,
    formulas,
    highlight,
    methods,
    reader,
    report,
    state,
    ter_view,
    tolerant,
    widgets,
)
from ui.context import Context

NARROW = 420
"""px of what stands beside something wider, or above it where both do not fit."""
PLAYING = "ter_playing"
PLAY_SECONDS = 1.6
STEPS = (
    ("First step", "home"),
    ("Step back", "left"),
    ("Step on", "right"),
    ("Last step", "end"),
)


def scores(context: Context, by_metric: Mapping[str, Mapping[str, float] | None], rows: str) -> pd.DataFrame:
    """Every metric for every system, None where it is not ready yet; ``rows`` is what people call a row."""
    metrics = {name: context.metric(name) for name in METRICS}
    labels = {name: metric.label for name, metric in metrics.items()}
    frame = report.leaderboard(by_metric, labels, context.shown).rename(columns={"system": rows})
    ups = {metric.label: metric.higher_is_better for metric in metrics.values()}
    st.dataframe(
        widgets.mark_best(frame, ups),
        hide_index=True,
        height="content",
        placeholder=report.UNDEFINED if None not in by_metric.values() else "computing …",
        column_config={rows: st.column_config.TextColumn(width="medium")},
        alt=f"Every metric for every {rows}",
    )
    lower = ", ".join(label for label, higher_is_better in ups.items() if not higher_is_better)
    st.caption(
        f"The best of each column is bold and shaded. Higher is better; of {lower} lower is."
        " Click a column's head to sort."
    )
    return frame


def signatures(context: Context) -> None:
    metrics = [context.metric(name) for name in METRICS]
    st.code("\n".join(f"{metric.label}|{context.signature(metric)}" for metric in metrics), language=None)


def ngrams(hypotheses: Sequence[highlight.Hypothesis]) -> None:
    """Every n-gram with its counts, folded."""
    with st.expander("Every n-gram with its counts"):
        frame = pd.DataFrame(
            [
                {
                    "system": h.system,
                    "n": ngram.order,
                    "n-gram": " ".join(ngram.tokens),
                    "here": ngram.count,
                    "in the reference with most": ngram.reference_count,
                    "counted": ngram.matched,
                    "clipped": ngram.clipped,
                }
                for h in hypotheses
                for ngram in h.matches.ngrams
                if ngram.order <= h.matches.max_order
            ]
        )
        st.dataframe(frame, hide_index=True, height=widgets.SHORT_TABLE)
        widgets.downloads(frame, "ngrams")


def smoothing(context: Context, row: np.ndarray, bleus: dict[str, BLEU], parameters: Parameters) -> None:
    """A hypothesis' statistics (n_statistics,) under every method of the paper and of the toolkits."""
    terms = methods.arithmetic(bleus, row)
    st.html(formulas.methods_table(terms, bleus))
    st.caption(
        "Each cell: m′ / l′, and the precision beneath. Underlined is what the method changed. Where it says none, the"
        " hypothesis is too short for the order, which makes the score 0."
    )
    if not terms["0"].matches.any():
        st.info(
            "No word of this hypothesis is in a reference. There is nothing to smooth, so every method of the"
            " paper gives 0."
        )
    widgets.downloads(methods.terms_table(terms), "methods")
    st.subheader("The same sentence in the toolkits' dialects")
    others = methods.arithmetic(methods.toolkits(context.bleu, parameters), row)
    st.html(formulas.toolkits_table(others, terms))
    st.caption("Underlined is a score that is not the one of the paper's method of the same kind, which stands beside.")
    widgets.downloads(methods.toolkits_table(others), "toolkits")


def tbleu(context: Context, system: str, edited: str, index: int, chosen: str | None) -> None:
    """A hypothesis aligned with one reference: the ``chosen`` one, or that by which most counts."""
    test_set, metric = context.test_set, context.tbleu
    texts = test_set.reference_texts(index)
    aligned, row = cache.tolerant(edited, tuple(texts), metric.statistics_key, metric)
    number = _shown_reference(context, aligned, chosen)
    seen = aligned.references[number]
    exact = context.bleu.statistics([edited], [[text] for text in texts])[0]
    terms = [context.bleu.arithmetic(exact), metric.arithmetic(row)]
    name = test_set.reference_names[number]
    st.html(tolerant.verdict(*terms, seen, metric.epsilon, name if len(texts) > 1 else None))
    segment = test_set.segment(index)
    st.html(highlight.segment(segment.source, {}, [], segment.note))
    alignment.mount(tolerant.drawing(aligned, number, system, name), "tbleu-alignment")
    st.html(tolerant.corrected(seen, aligned.hypothesis))
    _tolerant_counts(context, aligned, number, terms)


def _shown_reference(context: Context, aligned: SegmentAlignment, chosen: str | None) -> int:
    """The chosen one, as long as the segment has it."""
    names = context.test_set.reference_names
    if chosen is None or aligned.references[names.index(chosen)] is None:
        return tolerant.best_reference(aligned)
    return names.index(chosen)


def _tolerant_counts(context: Context, aligned: SegmentAlignment, number: int, terms: list[Arithmetic]) -> None:
    seen = aligned.references[number]
    with st.container(horizontal=True, gap="medium"):
        with st.container(width=NARROW):
            st.subheader("Precisions side by side")
            st.html(tolerant.precisions(*terms))
        with st.container(width="stretch"):
            st.subheader("Every n-gram")
            _tolerant_ngrams(context, aligned, number)
    frame = tolerant.pairs_table(seen)
    with st.expander(f"Where the {len(frame):,} pairs of different words were cut, and their edits"):
        st.dataframe(frame, hide_index=True, height=reader.table_height(frame, widgets.TALL_TABLE))
        widgets.downloads(frame, "aligned-words")


def _tolerant_ngrams(context: Context, aligned: SegmentAlignment, number: int) -> None:
    frame = tolerant.ngram_table(aligned.references[number])
    orders = list(range(1, context.tbleu.max_order + 1))
    order = st.segmented_control(
        "Order",
        orders,
        default=1,
        key="tbleu_order",
        format_func="{}-grams".format,
        label_visibility="collapsed",
        bind="query-params",
    )
    frame = frame[frame["n"] == order] if order else frame[frame["n"] <= orders[-1]]
    st.dataframe(
        frame,
        hide_index=True,
        height=reader.table_height(frame, widgets.TALL_TABLE),
        column_config={name: st.column_config.NumberColumn(format="%.3f") for name in ("weight", "counts")},
    )
    widgets.downloads(frame, "tolerant-ngrams")


def ter(context: Context, texts: Mapping[str, str], index: int) -> list[ter_view.Output]:
    """Hypotheses one under another, system -> text, shift by shift."""
    outputs = [_output(context, system, text, index) for system, text in texts.items()]
    st.html(ter_view.summary(outputs, context.test_set.reference_names))
    _show_drawings(context, outputs, _choose_step(outputs))
    return outputs


def _output(context: Context, system: str, text: str, index: int) -> ter_view.Output:
    references = context.test_set.reference_texts(index)
    ter, columns = context.metric(TER.name), [[reference] for reference in references]
    edits = ter.edits(text, references)
    others = context.metric(WER.name), context.bleu
    wer, bleu = (float(metric.score(metric.statistics([text], columns)[0])) for metric in others)
    score, edited = float(ter.score(edits.statistics)), text != context.test_set.system(system).segments[index].as_py()
    return ter_view.Output(system, context.colors[system], edits, score, wer, bleu, edited)


def _choose_step(outputs: list[ter_view.Output]) -> int:
    """The step shown: buttons, keys, and one that goes on by itself."""
    last = max(ter_view.n_steps(output.edits) for output in outputs) - 1
    step = min(state.step(), last)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="ter-steps"):
        for (name, shortcut), to in zip(STEPS, (0, step - 1, step + 1, last), strict=True):
            st.button(
                name,
                key=name.lower().replace(" ", "-"),
                shortcut=shortcut,
                disabled=not 0 <= to <= last or to == step,
                on_click=state.choose_step,
                args=(to,),
            )
        playing = state.current(PLAYING, False) and step < last
        label = "Stop" if playing else "Play"
        st.button(label, key="ter_play", disabled=not last, on_click=_play_or_stop, args=(playing, last))
        st.markdown(f"**Step {step + 1}** of {last + 1}: {_step_name(step, last)}")
    state.offer(PLAYING, playing)
    if playing:
        _play(step)
    return step


def _step_name(step: int, last: int) -> str:
    if step == last:
        return "the edits that count"
    return f"shift {step}" if step else "without shifts"


def _play_or_stop(playing: bool, last: int) -> None:
    """Play begins anew where the last step is shown."""
    state.offer(PLAYING, not playing)
    if not playing and state.step() >= last:
        state.choose_step(0)


def _play(step: int) -> None:
    """Goes one step on each time the fragment runs by itself."""
    first_run = iter((True,))

    def tick() -> None:
        if next(first_run, False):
            return
        state.move_to_step(step + 1)

    st.fragment(tick, run_every=PLAY_SECONDS)()


def _show_drawings(context: Context, outputs: list[ter_view.Output], step: int) -> None:
    names = context.test_set.reference_names
    for number, output in enumerate(outputs):
        st.html(ter_view.said(output, step))
        chosen = names[output.edits.chosen] if len(names) > 1 else ""
        drawing = ter_view.drawing(output.edits, step, f"Edits of {output.title}", chosen, with_legend=not number)
        alignment.mount(drawing, key=f"edits-{number}")


def edit_files(outputs: list[ter_view.Output], index: int) -> None:
    """The edits as a table and as tercom's text, folded."""
    with st.expander("Take this segment's edits away"):
        name = f"edits-{index + 1}"
        frame = edit_tables.every_edit({output.title: output.edits for output in outputs})
        st.dataframe(frame, hide_index=True, height=widgets.TABLE_HEIGHT)
        widgets.downloads(frame, name)
        text = "\n".join(pra(output.edits, output.ter, f"{index + 1} {output.title}") for output in outputs)
        st.caption(
            "As tercom's .pra files have it. tercom's letters are the other way round: its I is a word too many in the"
            " output, a deletion above; its D a word that the output lacks, an insertion above."
        )
        st.code(text, language=None)
        file_name = f"bleuscope-{name}.pra"
        st.download_button("PRA", text, file_name, "text/plain", key="download-pra", on_click="ignore", type="tertiary")
