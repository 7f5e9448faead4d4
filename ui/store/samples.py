"""The sample sets that come with the project. Pure."""

from pathlib import Path

from scoring import TestSet
from scoring.formats import assemble, guess_roles, read

SAMPLE_DATA = Path(__file__).parents[2] / "sample_data"
SAMPLES = {
    "news-en-es": "News, English to Spanish",
    "inflection-hr-sl": "Inflection, Croatian to Slovenian",
    "textbook": "Textbook examples",
}
"""Folder below sample_data -> the name that people read."""


def sample(folder: str) -> TestSet:
    """One of SAMPLES, read as uploaded files are."""
    files = sorted(path for path in (SAMPLE_DATA / folder).iterdir() if path.suffix in (".txt", ".jsonl"))
    columns = [column for path in files for column in read(path.name, path.read_bytes())]
    return assemble(guess_roles(columns), SAMPLES[folder])
