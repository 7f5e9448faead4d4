"""Tables of a language model's scores of each system, and of the answers that could not be read."""

import pandas as pd
import streamlit as st

from scoring.studies.judge_answers import JudgeAnswers

_NUMBER = st.column_config.NumberColumn(format="%.2f")
SYSTEM_FORMATS = {"score": _NUMBER, "± repeats": _NUMBER}
MAX_ROWS = 1_000
"""Largest number of unread answers that the page lists; the file has all."""


def judged_systems_table(result: JudgeAnswers) -> pd.DataFrame:
    """Return one row for each system: mean score, number of judged outputs, and standard deviation of repeats."""
    columns = {
        "system": [one.system for one in result.systems],
        "score": [one.score for one in result.systems],
        "outputs": [one.n_outputs for one in result.systems],
        "answers": [one.n_answers for one in result.systems],
        "± repeats": [one.repeat_deviation for one in result.systems],
    }
    return pd.DataFrame(columns)


def unread_table(result: JudgeAnswers) -> pd.DataFrame:
    """Return one row for each unread answer: its file if there are several, line, id, problem and first words."""
    shown = result.unread[:MAX_ROWS]
    file = {"file": [one.file for one in shown]} if len(result.files) > 1 else {}
    columns = file | {
        "line": pd.array([one.line for one in shown], dtype="Int64"),
        "id": [one.custom_id or "" for one in shown],
        "problem": [one.reason for one in shown],
        "text": [one.text for one in shown],
    }
    return pd.DataFrame(columns)
