"""The view TER of a segment: its edits, shift by shift."""

from collections.abc import Mapping

import numpy as np
import streamlit as st

from scoring import TER, WER
from scoring.counting.limits import counted_after
from scoring.ter.pra import pra
from ui.context.context import Context
from ui.drawing import component
from ui.kit import exports, grid, layout
from ui.kit import steps as stepping
from ui.kit.reader import SegmentView, View
from ui.session import send, state
from ui.ter import edit_tables
from ui.ter import view as ter_view

PLAYING = "ter_playing"
PLAY_SECONDS = 1.6
STEPS = (
    stepping.Step("first-step", "First step", "first", "Home", "Home"),
    stepping.Step("step-back", "Step back", "back", "ArrowLeft", "←"),
    stepping.Step("step-on", "Step on", "on", "ArrowRight", "→"),
    stepping.Step("last-step", "Last step", "last", "End", "End"),
)


def draw_ter_segment(context: Context, segment_view: SegmentView) -> None:
    """Draw the chosen output's edits, and the downloads of these edits."""
    edit_files(
        context,
        draw_ter_outputs(context, {segment_view.chosen: segment_view.texts[segment_view.chosen]}, segment_view.index),
        segment_view.index,
    )


def draw_ter_outputs(context: Context, texts: Mapping[str, str], index: int) -> list[ter_view.EditedOutput]:
    """Draw outputs (system -> text) one below another, shift by shift, and return their edits."""
    with counted_after(int(context.test_set.numbers[index]) - 1):
        outputs = [_output(context, system, text, index) for system, text in texts.items()]
    step = _choose_step(outputs)
    names = context.test_set.reference_names
    for number, output in enumerate(outputs):
        send.html(ter_view.step_sentence(output, step))
        chosen = names[output.edits.chosen] if len(names) > 1 else ""
        drawing = ter_view.ter_drawing(
            output.edits, step, f"Edits of {output.title}", chosen, number == len(outputs) - 1
        )
        component.mount_drawing(drawing, key=f"edits-{number}")
    send.html(ter_view.summary(outputs, context.test_set.reference_names))
    return outputs


def _output(context: Context, system: str, text: str, index: int) -> ter_view.EditedOutput:
    references = context.test_set.reference_texts(index)
    ter, columns = context.ter, [[reference] for reference in references]
    edits = ter.edits(text, references)
    others = context.metric(WER.name), context.bleu
    wer, bleu = (float(metric.score(metric.statistics([text], columns)[0])) for metric in others)
    score = float(ter.score(np.array(edits.statistics)))
    edited = text != context.test_set.system(system).segments[index].as_py()
    return ter_view.EditedOutput(system, context.colors[system], edits, score, wer, bleu, edited)


def _choose_step(outputs: list[ter_view.EditedOutput]) -> int:
    """Return the step shown: chosen by buttons or keys, or advanced every few seconds while it plays."""
    last = max(ter_view.n_steps(output.edits) for output in outputs) - 1

    def shown_step() -> int:
        return min(state.step(), last)

    step = shown_step()
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="ter-steps"):
        stepping.draw_steps("edit-steps", STEPS, last + 1, shown_step, state.choose_step)
        playing = state.widget_value(PLAYING, False) and step < last
        label = "Stop" if playing else "Play"
        st.button(label, key="ter_play", disabled=not last, on_click=_play_or_stop, args=(playing, last))
        st.markdown(f"**Step {step + 1}** of {last + 1}: {_step_name(step, last)}")
    state.set_widget_value(PLAYING, playing)
    if playing:
        # Advance one step each time the timer runs the fragment.
        first_run = iter((True,))

        def tick() -> None:
            if next(first_run, False):
                return
            state.move_to_step(step + 1)

        st.fragment(tick, run_every=PLAY_SECONDS)()
    return step


def _step_name(step: int, last: int) -> str:
    if step == last:
        return "the edits that count"
    return f"shift {step}" if step else "without shifts"


def _play_or_stop(playing: bool, last: int) -> None:
    """Start or stop playing; start from the first step if the last one is shown; a callback."""
    state.set_widget_value(PLAYING, not playing)
    if not playing and state.step() >= last:
        state.choose_step(0)


def edit_files(context: Context, outputs: list[ter_view.EditedOutput], index: int) -> None:
    """Draw the edits as a table and as tercom's text, folded."""
    with st.expander("Download this segment's edits"):
        frame = edit_tables.every_edit({output.title: output.edits for output in outputs})
        grid.draw_grid(frame, most=layout.TABLE_HEIGHT)
        exports.offer_table(frame, f"Edits of segment {index + 1}", exports.export_source(context, context.ter))
        text = "\n".join(pra(output.edits, output.ter, f"{index + 1} {output.title}") for output in outputs)
        st.caption(
            "The same as tercom's .pra files. tercom uses the letters the other way: its I is an extra word in the"
            " output, a deletion above; its D is a word that is missing from the output, an insertion above."
        )
        st.code(text, language=None)
        name = exports.file_name(context.test_set.name, f"edits-{index + 1}", "pra")
        exports.draw_download_button("PRA", text.encode, name, "text/plain", "download-pra", type="tertiary")


VIEW = View(TER.name, TER.label, of_all=False, draw=draw_ter_segment, controls=("step",), names_segment=True)
