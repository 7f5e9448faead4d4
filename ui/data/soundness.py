"""The soundness of a test set: the doctor's findings in a dropped set and in the one in use, with their segments."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import streamlit as st
from markupsafe import Markup

from scoring import TestSet
from scoring.doctor.finding import WARNING, TextFinding
from scoring.doctor.left_out import can_be_left_out, leave_out
from scoring.formats.limits import DEFAULT_LIMITS, MEGABYTE
from scoring.output.markdown import escape_markdown
from scoring.output.markup import html
from scoring.output.numbers import counted
from scoring.studies import doctor
from scoring.studies.wording.set_facts import changes_sentence
from scoring.text.naming import clean_file
from server.engine.tasks import Task, Tell
from ui.context import leaving_out, selection
from ui.data import finding_html
from ui.kit import exports
from ui.session import send, state
from ui.store import cache, waiting

PLACE = "soundness"
"""Place on the page that shows the progress of the examination."""
TAB = leaving_out.SOUNDNESS
MAX_SHOWN = 30
"""Most findings on the page; all are in the table for download."""
MAX_DROPPED = 3
"""Most warnings that are shown for a dropped set."""
FIRST_REMARKS = f"Remarks of a quick look; {TAB} has all"
"""Heading of the folded remarks, without their number: the full examination finds more."""
TRAINED, TRAINING_FILES = "examined_with_training", "training_files"
"""The session's keys for the last examination with training data, and for how often training data was removed."""


@dataclass(frozen=True)
class TrainingExamination:
    """The result of an examination with a file of training data, which the page no longer has."""

    identity: str
    """Identity of the test set."""
    file: str
    file_id: str
    result: doctor.DoctorResult


# --- a set that was dropped ---


def say_of_dropped(test_set: TestSet, lines_up: str, is_whole: bool) -> None:
    """Say that the texts line up, and before that whether the quick examination found a problem.

    ``lines_up`` is the sentence on the texts; ``is_whole`` says whether no file is left out.
    """

    def draw(result: doctor.DoctorResult) -> None:
        if result.n_warnings:
            first = escape_markdown(doctor.look_first_sentence(result))
            st.warning(f"{first} {lines_up} All have the same number of lines.")
        elif is_whole:
            st.success(f"{lines_up} Everything lines up.")

    task = cache.first_examination_task(test_set)
    waiting.when_ready("dropped", [task], draw, "Looking for lines that slipped, and for copies.")


def list_findings_of_dropped(test_set: TestSet) -> None:
    """Draw the findings that ``say_of_dropped`` counts, once they are computed: warnings in full, notes folded."""
    tasks = {"found": cache.first_examination_task(test_set)}
    result = waiting.available_results("dropped-findings", tasks)["found"]
    if result is None:
        return
    warnings = [finding for finding in result.findings if finding.severity == WARNING]
    notes = [finding for finding in result.findings if finding.severity != WARNING]
    changed = changes_sentence(test_set)
    if warnings:
        _draw_cards(warnings[:MAX_DROPPED])
        n_more = len(warnings) - MAX_DROPPED
        rest = f" {counted(n_more, 'further problem')} there." if n_more > 0 else ""
        leads = f"Once the set is in use, the tab {TAB} leads to these segments.{rest}"
        st.caption(f"{changed or doctor.NOT_REPAIRED} {leads}")
    elif changed:
        st.text(changed)
    if notes:
        with st.expander(FIRST_REMARKS, key="dropped-notes"):
            _draw_cards(notes[:MAX_SHOWN])


def _draw_cards(findings: Sequence[TextFinding]) -> None:
    send.html(html.page(Markup("").join(map(finding_html.finding_card, findings))))


# --- the set in use ---


def draw_soundness(test_set: TestSet) -> None:
    """Draw the findings of the full examination, which runs in the background and can be cancelled."""
    place = st.container()
    with st.popover("Compare with training data", key="training"):
        training = _choose_training(test_set)
    with place:
        if training is not None:
            _draw_training_findings(test_set, training)
        elif (examination := _kept_examination(test_set)) is not None:
            _draw_result(test_set, examination.result)
        else:
            result = waiting.result_or_progress(
                PLACE, cache.whole_examination_task(test_set), f"Examining {_segments_phrase(test_set)}."
            )
            if result is not None:
                _draw_result(test_set, result)


def _segments_phrase(test_set: TestSet) -> str:
    return counted(len(test_set), "segment")


def _draw_training_findings(test_set: TestSet, training: Any) -> None:
    """Draw the findings with training data, and keep them, because the page forgets the file when it is left."""
    name = clean_file(training.name)
    doing = f"Examining {_segments_phrase(test_set)}, also against {name}."
    result = waiting.result_or_progress(PLACE, _training_task(test_set, training), doing)
    if isinstance(result, str):
        st.error("The training data cannot be read:")
        st.code(result, language=None, wrap_lines=True)
    elif result is not None:
        state.set_widget_value(TRAINED, TrainingExamination(test_set.identity, name, training.file_id, result))
        _draw_result(test_set, result)


def _training_task(test_set: TestSet, training: Any) -> Task[doctor.DoctorResult | str]:
    """Return the task of the full examination with the visitor's training data; its result is a text for a bad file.

    The file is read from a disk block by block.
    """
    name, data = clean_file(training.name), training.getbuffer()

    def examine(tell: Tell) -> doctor.DoctorResult | str:
        with TemporaryDirectory(prefix="bleuscope-") as folder:
            path = Path(folder, name)
            path.write_bytes(data)
            try:
                return doctor.run(doctor.DoctorRequest(training=path), doctor.examined_texts(test_set), tell)
            except ValueError as error:
                return str(error).replace(str(path), name)

    return Task(cache.STATISTICS, ("doctor", training.file_id, test_set.identity), examine)


def _kept_examination(test_set: TestSet) -> TrainingExamination | None:
    examination: TrainingExamination | None = state.widget_value(TRAINED)
    return examination if examination is not None and examination.identity == test_set.identity else None


def _draw_result(test_set: TestSet, result: doctor.DoctorResult) -> None:
    leaving_out.draw_left_out(leave_out(result.findings, result.n_segments, selection.findings_asked()))
    changed = changes_sentence(test_set)
    statement = " ".join(filter(None, [result.summary, changed]))
    send.sentences(statement)
    for number, finding in enumerate(result.findings[:MAX_SHOWN]):
        _draw_finding(test_set, number, finding)
    if (n_more := len(result.findings) - MAX_SHOWN) > 0:
        st.caption(f"{counted(n_more, 'further finding')} in the table that Download gives.")
    if result.findings:
        if not changed:
            st.caption(doctor.NOT_REPAIRED)
        about = {"test set": test_set.name, "fingerprint": cache.fingerprint(test_set)}
        table = partial(finding_html.findings_table, result)
        exports.offer_table(table, "Findings", about, n_rows=len(result.findings))
    with st.expander("What was looked for", key="looked-for"):
        send.html(
            html.page(
                Markup("<ul>{}</ul>").format(Markup("").join(map(Markup("<li>{}</li>").format, result.looked_for)))
            )
        )


def _draw_finding(test_set: TestSet, number: int, finding: TextFinding) -> None:
    segment = finding_html.segment_to_look_at(finding)
    with st.container(horizontal=True, vertical_alignment="center", key=f"finding-{number}"):
        _draw_cards([finding])
        if segment is not None:
            look = partial(_look, test_set, finding, segment)
            st.button(f"Look at segment {segment:,}", key=f"look-{number}", on_click=look)
        if can_be_left_out(finding):
            leaving_out.draw_button(finding, f"leave-{number}")
        if finding.caveat:
            leaving_out.draw_keep_fault_button(finding, f"keep-{number}")


def _look(test_set: TestSet, finding: TextFinding, segment: int) -> None:
    """Open the page Segments at this segment, the worst outputs of a faulty system first; a callback."""
    faulty = finding_html.faulty_system(finding, test_set.system_names)
    if faulty and test_set.references:
        state.set_address_values({"sort": f"{selection.WORST}:{faulty}"})
    why = f"of what Soundness found: {doctor.KINDS.get(finding.kind, doctor.ODD_TEXT)} ({finding.file})."
    state.lead_to_segment("segments", segment, why)


# --- a file of training data ---


def _choose_training(test_set: TestSet) -> Any | None:
    """Draw the uploader for training data and return the file; None without a new one."""
    examination, number = _kept_examination(test_set), state.widget_value(TRAINING_FILES, 0)
    file = st.file_uploader(
        "Plain text, one segment per line, or gzipped",
        key=f"training-file-{number}",
        max_upload_size=DEFAULT_LIMITS.file_bytes // MEGABYTE,
        help="A system that was trained on segments of the test set looks better than it is. The file is read once and"
        " not kept.",
    )
    if examination is not None:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.text(f"Compared with {examination.file}.", width="content")
            leave_out = {TRAINED: None, TRAINING_FILES: number + 1}
            st.button("Leave it out", key="no-training", on_click=state.set_widget_values, args=(leave_out,))
    is_known = file is not None and examination is not None and file.file_id == examination.file_id
    return None if is_known else file
