"""The tab Answers: the model's scores and errors, the answers that could not be read, and a button to add the judge."""

from functools import partial

import streamlit as st
from markupsafe import Markup

from scoring import TestSet
from scoring.formats import AttachedJudgments
from scoring.formats.limits import DEFAULT_LIMITS, MEGABYTE
from scoring.model_judges.mqm_scales import MQM_SCALES
from scoring.model_judges.protocols import JUDGE_PROTOCOLS
from scoring.output.markup import html
from scoring.output.numbers import counted
from scoring.studies.judge_answers import JudgeAnswersRequest
from scoring.text.naming import clean_file
from ui.ask_model import answer_tables, jobs
from ui.ask_model.example_answers import draw_example_answers
from ui.ask_model.jobs import AnswersForm, DroppedFile, ReadAnswers
from ui.data import keeping
from ui.kit import address, grid, layout
from ui.session import send, state
from ui.store import cache, kept, uploads, waiting

READING, UPLOADER = "reading-answers", "model_answers"
"""Name of the page's place that waits for the answers, and key of the uploader."""
DROP = "Answers of the model, and the requests that were sent"
HELP = (
    "Batch answers of OpenAI, Anthropic or Gemini, samples of lm-evaluation-harness or lighteval, JSON Lines or a JSON"
    " array. Files of several batches are read as one. Without the requests nobody knows which have no answer."
)
WITHOUT_REQUESTS = "Drop the file of requests, too, to see which of them have no answer."
DROP_ADVICE = (
    "Drop what the provider sent back. It becomes scores and marked errors of this test set; what cannot be read is"
    " listed, and nothing is guessed."
)
COPIED = "This set is not yours, or it is an older version: your own copy of it gets the judge."
ABOUT_FAMILIES = (
    "One family a line, names with commas between them; * stands for any letters, as in gpt-*, MyGPT. A warning tells"
    " where a judge judges its own family."
)
AUTOMATIC = "found by itself"


def draw_model_answers(whole: TestSet) -> None:
    """Draw the uploader of answers, and the answers that were read."""
    dropped = st.file_uploader(
        DROP,
        accept_multiple_files=True,
        key=uploads.uploader_key(UPLOADER),
        max_upload_size=DEFAULT_LIMITS.file_bytes // MEGABYTE,
        help=HELP,
    )
    if not dropped:
        st.caption(DROP_ADVICE)
        draw_example_answers(whole)
        return
    form = _choose_reading()
    files = [DroppedFile(clean_file(one.name), one.file_id, one.getvalue()) for one in dropped]
    read = waiting.result_or_progress(READING, jobs.answers_task(whole, files, form), "Reading the answers.")
    if isinstance(read, str):
        st.error("These answers cannot be read:")
        st.code(read, language=None, wrap_lines=True)
    elif read is not None:
        _draw_read(whole, read)


def _choose_reading() -> AnswersForm:
    with layout.controls("ask-reading"):
        judge = st.text_input("Name of the judge", key="ask_judge", max_chars=80, placeholder="the model’s", width=320)
        kinds = {"": AUTOMATIC} | {name: protocol.title for name, protocol in JUDGE_PROTOCOLS.items()}
        kind = address.draw_named_choice("Protocol", kinds, "ask_kind", width=260)
    with st.expander("Families of models, MQM scores, and where the text is"):
        families = st.text_area("Models and systems of one family", key="ask_families", height=80, help=ABOUT_FAMILIES)
        scales = {name: f"{name}: {scale.about}" for name, scale in MQM_SCALES.items()}
        scale = address.draw_named_choice("How MQM errors become a score", scales, "ask_scale")
        field = st.text_input("Path of the text in each answer", key="ask_field", placeholder="found by itself")
    split = (tuple(filter(None, map(str.strip, line.split(",")))) for line in families.split("\n"))
    request = JudgeAnswersRequest(kind, scale, judge.strip(), tuple(filter(None, split)))
    return AnswersForm(request, field.strip())


def _draw_read(whole: TestSet, read: ReadAnswers) -> None:
    result = read.result
    statement, *others = result.sentences()
    notes = [*others, *([] if read.has_requests else [WITHOUT_REQUESTS])]
    if read.has_requests and read.n_others:
        notes.append(
            f"{counted(read.n_others, 'request asks', 'requests ask')} about texts that this set does not have."
        )
    small = Markup("<br>").join(notes)
    send.html(html.page(Markup('<p class="statement" dir="auto">{}</p><small>{}</small>').format(statement, small)))
    for caveat in result.caveats():
        send.sentences(caveat, look="caution")
    if result.scores:
        task = jobs.judgments_task(whole, read)
        waiting.when_ready("ask-judgments", [task], partial(_offer_judge, whole), "Lining the answers up with the set.")
        grid.draw_grid(answer_tables.judged_systems_table(result), answer_tables.SYSTEM_FORMATS, key="answered-systems")
    if result.unread:
        n_not_read = len(result.unread) - result.n_read_in_part
        counts = {"not read": n_not_read, "read in part": result.n_read_in_part}
        st.subheader("; ".join(f"{label}: {count:,}" for label, count in counts.items() if count).capitalize())
        grid.draw_grid(answer_tables.unread_table(result), most=layout.TALL_TABLE, key="unread-answers")


def _offer_judge(whole: TestSet, attached: AttachedJudgments) -> None:
    """Draw the button that adds the answers as a judge: to the set if the visitor may change it, else to a copy."""
    if attached.refused:
        st.error("These answers do not go with the test set:")
        st.code("\n".join(map(str, attached.refused)), language=None, wrap_lines=True)
        return
    draft, version = keeping.Draft([], []), kept.find_kept_version(state.chosen_set())
    base = cache.open_test_set(state.chosen_set(), state.visitor())
    press = partial(st.button, "Use as a judge", key="use-as-judge", type="primary")
    if version is not None and base is not None and version.may_change:
        press(on_click=keeping.add_version, args=(attached, draft, version, base))
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        project = keeping.choose_project("ask_copy_in")
        press(on_click=keeping.keep_test_set, args=(attached, draft, project), help=COPIED)
