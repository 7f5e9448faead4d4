"""Overview with one system: the causes of a low score, its worst segments, and the use of a second system."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np
import pandas as pd
import streamlit as st

from scoring import Metric, TestSet
from scoring.counting.progress import progress_between
from scoring.report.diagnosis_card import cause_row, diagnosis_card
from scoring.studies.diagnosis import causes, diagnosis
from scoring.studies.diagnosis.causes import Cause
from scoring.studies.diagnosis.diagnosis import DiagnosisRequest, DiagnosisResult
from scoring.studies.scores import ScoreRequest, ScoreResult, score_statistics
from scoring.studies.system_report import short_last_sentence, shown_first
from server.engine.tasks import Task, Tell
from ui.context import findings, selection
from ui.context.context import Context
from ui.kit import address, exports, reader
from ui.ngrams import AS_SPLIT, Hypothesis, segment_html
from ui.session import send
from ui.store import cache, waiting

WORST = 5
"""Number of segments on the page; a link leads to all."""
EPSILON = f"{diagnosis.EPSILON:g}"
"""tBLEU's tolerance in the form of addresses."""


def diagnosis_task(request: DiagnosisRequest, test_set: TestSet) -> Task[DiagnosisResult]:
    """Return the task that looks for all causes of a low score, after the first examination of the texts."""

    def diagnose(tell: Tell) -> DiagnosisResult:
        examined = cache.engine().now(cache.first_examination_task(test_set), within=(0.0, 0.3))
        return diagnosis.run(request, test_set, examined, progress_between(tell, 0.3, 1.0))

    return Task(cache.PAIRS, ("diagnosis", request, test_set.identity), diagnose)


def draw_diagnosis(context: Context, faults_tab: str, then: Callable[[DiagnosisResult], None]) -> bool:
    """Draw the diagnosis of the only system shown once it is ready; return whether it is.

    ``faults_tab`` is the tab of the page Test sets with the faults of the texts; ``then`` is called with the result.
    """
    (system,) = context.shown
    task = diagnosis_task(DiagnosisRequest(system, context.bleu, findings.ignored_rules()), context.test_set)
    looking = "Looking for what lowers the score."

    def draw(result: DiagnosisResult) -> None:
        _draw_result(context, system, faults_tab, result)
        then(result)

    return waiting.when_ready("diagnosis", [task], draw, looking)


def _draw_result(context: Context, system: str, faults_tab: str, result: DiagnosisResult) -> None:
    send.html(diagnosis_card(result))
    if result.dangers:
        address.page_link("checks", "Read the dangerous sentences")
    for number, cause in enumerate(result.severe):
        with st.container(horizontal=True, vertical_alignment="center", key=f"finding-cause-{number}"):
            send.html(cause_row(cause))
            _lead_to_evidence(system, cause, faults_tab)
    if len(result.severe) > 1:
        st.caption(diagnosis.IN_TURN)
    with st.expander(diagnosis.SMALL_CAUSES_TITLE, key="also-checked"):
        st.caption(diagnosis.ABOUT_OTHERS)
        for cause in result.others:
            send.html(cause_row(cause))
    exports.offer_table(pd.DataFrame(result.records()), "Diagnosis", exports.export_source(context, context.bleu))
    reader.offer_second_system(
        context, "Is this score good? Only a second system shows it: compare it with another one."
    )
    _draw_worst_segments(context, system, result)


def _lead_to_evidence(system: str, cause: Cause, faults_tab: str) -> None:
    """Draw a link to the page that shows a cause best, at the segment where its effect is largest."""
    if cause.kind in causes.DATA_FAULTS:
        address.page_link("data", "See what is wrong with the texts", data_part=faults_tab)
    elif cause.kind == causes.PART:
        address.page_link("documents", "Compare documents and domains")
    elif cause.segments:
        number = cause.segments[0]
        page, label, shown = {
            causes.ORDER: ("ter", "See the shifts in", {"system": system}),
            causes.WORD_FORMS: ("tbleu", "See the forms in", {"system": system, "tbleu_epsilon": EPSILON}),
        }.get(cause.kind, ("segments", "Look at", {}))
        address.page_link(page, f"{label} segment {number:,}", segment=str(number), **shown)


def _draw_worst_segments(context: Context, system: str, result: DiagnosisResult) -> None:
    rows = cache.measure_systems(context.bleu, context.test_set)[system]
    order = shown_first(result, context.test_set.numbers)
    with st.container(horizontal=True, vertical_alignment="center"):
        heading = "Examples of the cause, then the worst segments" if result.examples else "The worst segments"
        st.subheader(heading, anchor=False, width="content")
        address.page_link("segments", "All segments, the worst first", sort=f"{selection.WORST}:{system}")
    st.caption(f"{short_last_sentence(result)} {AS_SPLIT}".lstrip())
    about = dict.fromkeys(result.examples, f": {result.severe[0].heading.lower()}") if result.severe else {}
    waiting.when_compiled(partial(_draw_segments, context, system, order[:WORST], rows, about))


def _draw_segments(
    context: Context, system: str, places: Sequence[int], rows: np.ndarray, about: Mapping[int, str]
) -> None:
    """Draw each segment with its source, its references and the output's n-grams.

    ``rows`` are the statistics of all segments; ``about`` has the text that follows the numbers of some segments.
    """
    for index in places:
        _draw_segment(context, system, index, rows, about)


def _draw_segment(context: Context, system: str, index: int, rows: np.ndarray, about: Mapping[int, str]) -> None:
    segment, matches = context.test_set.segment(index), cache.matches(context.bleu, context.test_set, system, index)
    text = segment.hypotheses[system]
    output = Hypothesis(system, context.colors[system], matches, context.bleu.arithmetic(rows[index]), text)
    st.markdown(f"**Segment {segment.number:,}{about.get(segment.number, '')}**")
    send.html(segment_html(segment.source, segment.references, [output], segment.note))


# --- what a page says that takes two systems ---


def draw_one_score(context: Context, metric: Metric) -> None:
    """Draw the score of the only system shown, with its interval."""
    (system,) = context.shown

    def draw(result: ScoreResult) -> None:
        send.sentences(result.sentence())

    waiting.when_ready("one-score", [_score_task(context, metric, system)], draw, "Drawing resamples for the interval.")


def _score_task(context: Context, metric: Metric, system: str) -> Task[ScoreResult]:
    test_set = context.test_set

    def score(tell: Tell) -> ScoreResult:
        rows = cache.engine().now(cache.statistics_task(metric, test_set), within=(0.0, 0.5))
        references = [reference.segments for reference in test_set.references]
        request = ScoreRequest((metric,), draws_intervals=True)
        (result,) = score_statistics(request, {(metric, system): rows[system]}, references)
        return result

    return Task(cache.TESTS, ("one score", metric, system, test_set.identity), score)
