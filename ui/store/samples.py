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
GOOD_FOR = {
    "news-en-es": "Three systems, 160 segments, two references: see who leads, and how sure that is.",
    "inflection-hr-sl": "Two systems, right words with wrong endings: see where BLEU is too strict.",
    "textbook": "The worked examples of the literature, with their numbers.",
}
"""Folder -> what the set shows well."""


def sample(folder: str) -> TestSet:
    """One of SAMPLES, read as uploaded files are."""
    files = sorted(path for path in (SAMPLE_DATA / folder).iterdir() if path.suffix in (".txt", ".jsonl"))
    columns = [column for path in files for column in read(path.name, path.read_bytes())]
    return assemble(guess_roles(columns), SAMPLES[folder])
