"""Test sets for the workspace: a small one with everything, and those that Hypothesis makes."""

from dataclasses import replace

import numpy as np
import pyarrow as pa
from hypothesis import strategies as st

from scoring import Reference, System, TestSet
from scoring.judgments import MQM_WEIGHTS, Annotation, ErrorSpan, Preferences, Scores
from scoring.judgments.repeats import COMBINED_BY, RepeatedScores
from scoring.testset import PostEdit
from scoring.text.languages import LANGUAGES, StatedLanguage

ODD = [
    "",
    "\n",
    "\r\n",
    "a\rb",
    "\t",
    "\x85",
    "\u2028\u2029",
    "\ufeffb",
    "\x0b\x0c\x1c\x1f",
    "\u200f",
    "日本😀",
    "None",
    "\0",
]
CHARACTERS = st.characters(exclude_categories=["Cs"])
TEXT = st.sampled_from(ODD) | st.text(CHARACTERS, max_size=12)
NAME = st.text(CHARACTERS, min_size=1, max_size=8).filter(str.strip) | st.sampled_from(
    ["A\tB", "a/b", "..", "con", 'ä,"']
)
NUMBER = st.floats(-1e15, 1e15) | st.sampled_from([-0.0, 1e15, 0.1 + 0.2, float("nan")])


def strings(values: list[str | None]) -> pa.StringArray:
    return pa.array(values, pa.string())


@st.composite
def any_set(draw: st.DrawFn) -> TestSet:
    """Of few segments, with odd texts, names and numbers, and any kind of judgments."""
    n = draw(st.integers(1, 3))

    def column(of: st.SearchStrategy = TEXT) -> list:
        return draw(st.lists(of, min_size=n, max_size=n))

    systems = tuple(
        System(
            name,
            strings(column()),
            draw(st.none() | st.just(strings(column()))),
            draw(st.booleans()),
            put_in=draw(st.sampled_from([(), (1,)])),
        )
        for name in draw(st.lists(NAME, min_size=1, max_size=3, unique=True))
    )
    references = [Reference("whole", strings(column()))]
    if draw(st.booleans()):
        references.append(Reference("some", strings(column(st.none() | TEXT))))
    optional = {
        field: strings(column(of))
        for field, of in {"source": TEXT, "notes": st.none() | TEXT, "documents": NAME, "domains": NAME}.items()
        if draw(st.booleans())
    }
    language = draw(st.none() | st.sampled_from(LANGUAGES[:5]).map(lambda of: StatedLanguage(of, "the file")))
    edited = draw(st.lists(st.sampled_from([system.name for system in systems]), max_size=2, unique=True))
    edits = tuple(PostEdit(name, strings(column(st.none() | TEXT))) for name in edited)
    plain = TestSet(systems, tuple(references), **optional, language=language, post_edits=edits)
    names = draw(st.lists(st.sampled_from(plain.system_names), min_size=1, unique=True))
    return plain.with_judgments(
        draw(st.lists(scores(plain, names), max_size=1)),
        draw(st.lists(errors(plain, names), max_size=1)),
        draw(st.lists(preferences(plain, names), max_size=1)),
    )


@st.composite
def scores(draw: st.DrawFn, of: TestSet, names: list[str]) -> Scores:
    numbers = st.lists(NUMBER, min_size=len(of), max_size=len(of))
    values = {name: np.array(draw(numbers)) for name in names}
    weights = draw(st.sampled_from(["", *MQM_WEIGHTS]))
    repeats = None
    if draw(st.booleans()):
        columns = {name: draw(st.lists(numbers, min_size=1, max_size=3)) for name in names}
        combined_by = draw(st.sampled_from([*COMBINED_BY]))
        repeats = RepeatedScores({name: np.array(of).T for name, of in columns.items()}, combined_by)
    own = tuple(draw(st.lists(st.sampled_from(names), max_size=2, unique=True)))
    return Scores(
        draw(NAME), values, draw(st.booleans()), draw(st.booleans()), draw(TEXT), weights, repeats, draw(TEXT), own
    )


@st.composite
def errors(draw: st.DrawFn, of: TestSet, names: list[str]) -> Annotation:
    places = [(name, segment) for name in names for segment in range(len(of))]
    spans = []
    for name, segment in draw(st.lists(st.sampled_from(places), max_size=4)):
        length = len(of.system(name).segments[segment].as_py())
        start, end = sorted(draw(st.tuples(*[st.integers(0, length)] * 2)))
        if draw(st.booleans()):
            start = end = -1
        kind = draw(st.tuples(TEXT, TEXT, st.sampled_from(["", "r1", "r\t2"])))
        spans.append(ErrorSpan(name, segment, start, end, *kind))
    looked = {name: np.array([draw(st.integers(0, 2)) for _ in range(len(of))]) for name in names}
    for span in spans:
        looked[span.system][span.segment] = max(1, looked[span.system][span.segment])
    judged = {name: counts > 0 for name, counts in looked.items()}
    return Annotation(draw(NAME), tuple(spans), judged, draw(st.booleans()), "", draw(st.sampled_from([None, looked])))


@st.composite
def preferences(draw: st.DrawFn, of: TestSet, names: list[str]) -> Preferences:
    place = st.integers(0, len(names) - 1)
    rows = draw(st.lists(st.tuples(st.integers(0, len(of) - 1), place, place, st.booleans()), max_size=4))
    segments, better, worse = (np.array([row[at] for row in rows], int) for at in range(3))
    tied = np.array([row[3] for row in rows], bool)
    return Preferences(draw(NAME), tuple(names), segments, better, worse, tied, len(of), draw(TEXT))


def everything(name: str = "everything") -> TestSet:
    """A set with each kind of column, of ordinary texts."""
    systems = {"sysA": ["Ja.", "Nein, danke.", "Gut so."], "sysB": ["Jo.", "Nein.", "Sehr gut."]}
    plain = TestSet.build(
        systems,
        {"refA": ["Ja!", "Nein danke!", "Gut so!"], "refB": ["Ja.", None, "Gut."]},
        ["Yes.", "No, thanks.", "Well done."],
        ["", "polite", ""],
        name,
    )
    judged = TestSet(
        plain.systems,
        plain.references,
        plain.source,
        plain.notes,
        name,
        StatedLanguage(LANGUAGES[4], "the file"),
        strings(["d1", "d1", "d2"]),
        strings(["news", "news", "chat"]),
    )
    flags = {name: np.array([True, True, False]) for name in systems}
    looked = {"sysA": np.array([1, 2, 0]), "sysB": np.array([1, 1, 0])}
    spans = (
        ErrorSpan("sysA", 1, 0, 4, "major", "accuracy/mistranslation", "r1"),
        ErrorSpan("sysA", 0, -1, -1, "minor", "style", "r1"),
        ErrorSpan("sysB", 1, 0, 2, "minor", "omission", "r1", True),
    )
    segments, better, worse = np.array([[0, 1], [0, 1], [1, 0]])
    rankings = Preferences("rankings", ("sysA", "sysB"), segments, better, worse, np.array([True, False]), 3)
    return judged.with_judgments(
        [
            Scores("MQM", {"sysA": np.array([0.0, -5.0, np.nan]), "sysB": np.array([-1.0, 0.1, 2.5])}, is_human=True),
            Scores("COMET", {"sysA": np.array([0.1, 0.25, 1 / 3])}, source="comet.json"),
        ],
        [Annotation("MQM", spans, flags, n_annotators=looked)],
        [rankings],
    )


def rated(name: str = "rated") -> TestSet:
    """A set whose systems have names that are nowhere else, with documents; 6 segments."""
    systems = {f"SYSTEM-{of}": [f"{of.lower()} {word} und gut" for word in "abcdef"] for of in ("EINS", "ZWEI", "DREI")}
    plain = TestSet.build(systems, {"refA": [f"{word}!" for word in "abcdef"]}, [*"ABCDEF"], name=name)
    return replace(plain, documents=strings(["d1", "d1", "d1", "d2", "d2", "d3"]))


def added(name: str, n_segments: int = 3) -> System:
    """One more output."""
    return System(name, strings([f"{name} {number}" for number in range(n_segments)]))
