"""The sample sets that come with the project. Pure."""

from pathlib import Path

from scoring import TestSet
from scoring.formats import assemble, attach, guess_roles, read_contents
from scoring.studies.choice import Lists, read_lists

SAMPLE_DATA = Path(__file__).parents[2] / "sample_data"
SAMPLES = {
    "news-en-es": "News, English to Spanish",
    "inflection-hr-sl": "Inflection, Croatian to Slovenian",
    "textbook": "Textbook examples",
}
"""Folder below sample_data -> the name that people read, for the sets with which every page can be tried."""
POST_EDITED = "post-edits-en-es"
"""Folder of the set with which the page Effort can be tried."""
ALL_SAMPLES = {**SAMPLES, POST_EDITED: "Post-edits by a language model, English to Spanish"}
"""Folder -> name of all sample sets: SAMPLES, and the sets that a single page offers."""
GOOD_FOR = {
    "news-en-es": (
        "Three systems, 160 segments, two references: see which leads, and how surely. A language model, not people,"
        " scored them."
    ),
    "inflection-hr-sl": "Two systems with right words and wrong endings: see where BLEU is too strict.",
    "textbook": "Worked examples from the literature, with their numbers.",
}
"""Folder -> what the set shows well."""
LISTS = {"news-en-es": "lists/apertium.moses.gz"}
"""Folder of a set -> the file of candidates for its segments, with features and a decoder's score."""
LISTS_NAMES = {"news-en-es": "Apertium's alternatives"}
"""Folder of a set -> the name that people read for its lists of candidates."""


def sample(folder: str) -> TestSet:
    """Return one of ALL_SAMPLES with its judgments, read as uploaded files are.

    Raise ``FormatError`` where a file does not fit.
    """
    files = sorted(path for path in (SAMPLE_DATA / folder).iterdir() if path.is_file() and path.suffix != ".md")
    contents = [read_contents(path.name, path.read_bytes()) for path in files]
    texts = assemble(guess_roles([column for of in contents for column in of.columns]), ALL_SAMPLES[folder])
    attached = attach(texts, [judgment for of in contents for judgment in of.judgments])
    for error in attached.refused:
        raise error
    return attached.test_set


def sample_lists(folder: str) -> Lists:
    """Return the candidates of one of LISTS, a list for each segment of the sample set, read as an uploaded file is."""
    path = SAMPLE_DATA / folder / LISTS[folder]
    return read_lists(path.name, path.read_bytes())
