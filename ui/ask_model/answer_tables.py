"""Tables of what a language model said of each system, and of what could not be read."""

import pandas as pd
import streamlit as st

from scoring.studies.judge_answers import JudgeAnswers

_NUMBER = st.column_config.NumberColumn(format="%.2f")
SYSTEM_FORMATS = {"score": _NUMBER, "± repeats": _NUMBER}
MOST_ROWS = 1_000
"""Unread answers that the page lists; the file has all."""


def judged_systems_table(result: JudgeAnswers) -> pd.DataFrame:
    """Return one row a system: its mean score, how many outputs were judged, and how much repeats differ."""
    columns = {
        "system": [one.system for one in result.systems],
        "score": [one.score for one in result.systems],
        "outputs": [one.n_outputs for one in result.systems],
        "answers": [one.n_answers for one in result.systems],
        "± repeats": [one.repeat_deviation for one in result.systems],
    }
    return pd.DataFrame(columns)


def unread_table(result: JudgeAnswers) -> pd.DataFrame:
    """One row an answer that was not read: its line (with the file, of several), its id, why, and how it begins."""
    shown = result.unread[:MOST_ROWS]
    file = {"file": [one.file for one in shown]} if len(result.files) > 1 else {}
    columns = file | {
        "line": pd.array([one.line for one in shown], dtype="Int64"),
        "id": [one.custom_id or "" for one in shown],
        "problem": [one.reason for one in shown],
        "text": [one.text for one in shown],
    }
    return pd.DataFrame(columns)
