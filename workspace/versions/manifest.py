"""The manifest of a version: the list of its columns, each with its role and the digest of its blob.

Scores, errors and preferences are flat arrays, with a few words and names next to them. scoring may change the
definition of identities and fingerprints in a later version: ``scheme`` says which definition is in use. Kept data
outlive such a change, so they are checked by digests of our own (``arrays``), which never change. Identities and
fingerprints must agree as well if they have the same definition.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from hashlib import blake2b
from typing import Any

import numpy as np
import pyarrow as pa

from scoring.counting.arrays import Floats
from scoring.judgments import Annotation, ErrorSpan, Preferences, Scores
from scoring.judgments.repeats import RepeatedScores
from scoring.testset import POST_EDIT, PostEdit, Reference, System, TestSet
from scoring.text.languages import FILE, StatedLanguage, find_language

from .arrays import Arrays, arrays_digest

SOURCE, NOTES, REFERENCE, SYSTEM, DOCUMENTS, DOMAINS = "source", "notes", "reference", "system", "documents", "domains"
REFERENCE_TAGS, SYSTEM_TAGS = "tags of the reference", "tags of the system"
SOURCE_CODES, REFERENCE_CODES, SYSTEM_CODES = "codes of the source", "codes of the reference", "codes of the system"
POST_EDIT_CODES = "codes of the post-edit"
CODES = (SOURCE_CODES, REFERENCE_CODES, SYSTEM_CODES, POST_EDIT_CODES)
SCORES, ERRORS, PREFERENCES = "scores", "errors", "preferences"
TEXTS = (SOURCE, NOTES, REFERENCE, SYSTEM, DOCUMENTS, DOMAINS, REFERENCE_TAGS, SYSTEM_TAGS, *CODES, POST_EDIT)
"""Roles of columns with one array, of strings, called ``TEXT``."""
ROLES = (*TEXTS, SCORES, ERRORS, PREFERENCES)
TEXT = "text"
REALIGNED = "realigned"
"""Key of the fact that an output was cut again into the references' segments."""
PUT_IN = "put_in"
"""Key of the numbers of empty lines that were put into an output because its file lacked a line there."""


@dataclass(frozen=True)
class Entry:
    """One column: its role, its name, and the digest under which it is kept."""

    role: str
    name: str
    """Name of the column, or of a post-edit's system; empty where a set has only one column of the role."""
    digest: str
    about: dict[str, Any] = field(default_factory=dict)
    """Facts besides the arrays, such as whether higher scores are better, or whether an output was realigned."""

    @property
    def label(self) -> str:
        return f"{self.role} {self.name!r}" if self.name else self.role


@dataclass(frozen=True)
class Manifest:
    """The columns of one version, in order within each role."""

    n_segments: int
    language: tuple[str, str] | None
    """Language of the references, and where it was stated."""
    entries: tuple[Entry, ...]

    def of(self, *roles: str) -> list[Entry]:
        return [entry for entry in self.entries if entry.role in roles]

    def to_json(self) -> str:
        return json.dumps(asdict(self))

    @classmethod
    def of_json(cls, text: str) -> "Manifest":
        content = json.loads(text)
        language = None if content["language"] is None else tuple(content["language"])
        return cls(content["n_segments"], language, tuple(Entry(**entry) for entry in content["entries"]))


def split_test_set(test_set: TestSet) -> tuple[Manifest, dict[str, Arrays]]:
    """Return the manifest of a test set, and its columns by their digests.

    Raise ``ValueError`` for a part of a test set, and for one that ``join_columns`` would not restore exactly.
    """
    if test_set.part is not None:
        raise ValueError("A part of a test set cannot be kept; keep the whole one.")
    by_digest: dict[str, Arrays] = {}
    entries = []
    for role, name, arrays, about in _columns(test_set):
        digest = arrays_digest(arrays)
        by_digest[digest] = arrays
        entries.append(Entry(role, name, digest, about))
    stated_language = test_set.language
    language = None if stated_language is None else (stated_language.language.name, stated_language.place)
    manifest = Manifest(len(test_set), language, tuple(entries))
    is_more_than_texts = stated_language is not None or manifest.of(*JUDGMENTS)  # texts are kept as they are
    if is_more_than_texts and join_columns(manifest, by_digest).identity != test_set.identity:
        raise ValueError(f"{test_set.name}: cannot be kept: its judgments hold values of other types than they should.")
    return manifest, by_digest


def join_columns(manifest: Manifest, by_digest: Mapping[str, Arrays]) -> TestSet:
    """Return the test set of a manifest's columns, without a name; raise ``ValueError`` if they do not fit together."""
    texts = {(entry.role, entry.name): by_digest[entry.digest][TEXT] for entry in manifest.of(*TEXTS)}
    judgments: dict[str, tuple[Any, ...]] = {
        role: tuple(
            kind.put_together(entry.name, by_digest[entry.digest], entry.about, manifest.n_segments)
            for entry in manifest.of(role)
        )
        for role, kind in JUDGMENTS.items()
    }
    return TestSet(
        tuple(
            System(
                e.name,
                texts[SYSTEM, e.name],
                texts.get((SYSTEM_TAGS, e.name)),
                e.about.get(REALIGNED, False),
                texts.get((SYSTEM_CODES, e.name)),
                tuple(e.about.get(PUT_IN, ())),
            )
            for e in manifest.of(SYSTEM)
        ),
        tuple(
            Reference(
                e.name,
                texts[REFERENCE, e.name],
                texts.get((REFERENCE_TAGS, e.name)),
                texts.get((REFERENCE_CODES, e.name)),
            )
            for e in manifest.of(REFERENCE)
        ),
        texts.get((SOURCE, "")),
        texts.get((NOTES, "")),
        language=_stated_language(manifest.language),
        documents=texts.get((DOCUMENTS, "")),
        domains=texts.get((DOMAINS, "")),
        scores=judgments[SCORES],
        annotations=judgments[ERRORS],
        preferences=judgments[PREFERENCES],
        post_edits=tuple(
            PostEdit(e.name, texts[POST_EDIT, e.name], texts.get((POST_EDIT_CODES, e.name)))
            for e in manifest.of(POST_EDIT)
        ),
        source_codes=texts.get((SOURCE_CODES, "")),
    )


def _columns(test_set: TestSet) -> Iterator[tuple[str, str, Arrays, dict[str, Any]]]:
    alone = {SOURCE: test_set.source, NOTES: test_set.notes}
    alone |= {DOCUMENTS: test_set.documents, DOMAINS: test_set.domains, SOURCE_CODES: test_set.source_codes}
    for role, column in alone.items():
        if column is not None:
            yield role, "", {TEXT: column}, {}
    text_columns: list[tuple[str, str, pa.StringArray | None]] = []
    for reference in test_set.references:
        text_columns += [
            (REFERENCE, reference.name, reference.segments),
            (REFERENCE_TAGS, reference.name, reference.tags),
        ]
        text_columns.append((REFERENCE_CODES, reference.name, reference.codes))
    for system in test_set.systems:
        text_columns += [(SYSTEM, system.name, system.segments), (SYSTEM_TAGS, system.name, system.tags)]
        text_columns.append((SYSTEM_CODES, system.name, system.codes))
    for edit in test_set.post_edits:
        text_columns += [(POST_EDIT, edit.system, edit.segments), (POST_EDIT_CODES, edit.system, edit.codes)]
    for role, name, text in text_columns:
        if text is not None:
            yield role, name, {TEXT: text}, _output_changes(test_set, name) if role == SYSTEM else {}
    judgments: tuple[Scores | Annotation | Preferences, ...]
    for role, judgments in (
        (SCORES, test_set.scores),
        (ERRORS, test_set.annotations),
        (PREFERENCES, test_set.preferences),
    ):
        for one in judgments:
            yield role, one.name, *JUDGMENTS[role].taken_apart(one)


def _output_changes(test_set: TestSet, name: str) -> dict[str, Any]:
    """Return the facts of an output that was realigned, or got empty lines; empty for an unchanged output."""
    about: dict[str, Any] = {REALIGNED: True} if name in test_set.realigned_systems else {}
    return about | ({PUT_IN: [*test_set.put_in[name]]} if name in test_set.put_in else {})


def _stated_language(language: tuple[str, str] | None) -> StatedLanguage | None:
    known_language = None if language is None else find_language(language[0])
    return None if language is None or known_language is None else StatedLanguage(known_language, language[1])


@dataclass(frozen=True)
class StoredKind:
    """The way in which one kind of judgments is kept."""

    taken_apart: Callable[[Any], tuple[Arrays, dict[str, Any]]]
    """Function from judgments to their arrays and other facts."""
    put_together: Callable[[str, Arrays, dict[str, Any], int], Any]
    """Function from a name, both results of ``split_test_set`` and the number of segments, to judgments."""


def _scores_to_arrays(scores: Scores) -> tuple[Arrays, dict[str, Any]]:
    values = np.concatenate([*scores.values.values()])
    about = {
        "systems": [*scores.values],
        "higher_is_better": bool(scores.higher_is_better),
        "is_human": bool(scores.is_human),
        "source": scores.source,
    }
    about |= {key: value for key in ("weights", "protocol") if (value := getattr(scores, key))}
    if scores.own_family:
        about["own_family"] = [*scores.own_family]
    arrays = {"values": _floats(values)}
    if scores.repeats is not None:
        repeats = [scores.repeats.values[system] for system in scores.values]
        about |= {"repeats": [of.shape[1] for of in repeats], "combined_by": scores.repeats.combined_by}
        arrays["repeats"] = _floats(np.concatenate([of.ravel() for of in repeats]))
    return arrays, about


def _floats(values: Floats) -> pa.DoubleArray:
    """Return the numbers as an Arrow array in which every NaN has the same bits."""
    return pa.array(np.where(np.isnan(values), np.nan, values), pa.float64())


def _scores_from_arrays(name: str, arrays: Arrays, about: dict[str, Any], n_segments: int) -> Scores:
    rows = _split_by_system(arrays["values"], about["systems"], n_segments)
    repeats = _repeats_from_arrays(arrays, about, n_segments) if "repeats" in arrays else None
    source_and_weights = about["source"], about.get("weights", "")
    judge = about.get("protocol", ""), tuple(about.get("own_family", ()))
    return Scores(name, rows, about["higher_is_better"], about["is_human"], *source_and_weights, repeats, *judge)


def _repeats_from_arrays(arrays: Arrays, about: dict[str, Any], n_segments: int) -> RepeatedScores:
    ends = np.cumsum([n_segments * width for width in about["repeats"]])
    parts = np.split(arrays["repeats"].to_numpy(), ends[:-1])
    values = {system: part.reshape(n_segments, -1) for system, part in zip(about["systems"], parts, strict=True)}
    return RepeatedScores(values, about["combined_by"])


SPAN_NUMBERS, SPAN_TEXTS = ("segment", "start", "end"), ("severity", "category", "annotator")


def _errors_to_arrays(errors: Annotation) -> tuple[Arrays, dict[str, Any]]:
    systems = [*errors.judged]
    place = {system: number for number, system in enumerate(systems)}
    spans = errors.spans
    arrays = {"judged": pa.array(np.concatenate([*errors.judged.values()]))}
    if errors.n_annotators is not None:
        arrays["looked"] = pa.array(np.concatenate([errors.n_annotators[system] for system in systems]))
    arrays["system"] = pa.array([place[span.system] for span in spans], pa.int64())
    arrays |= {name: pa.array([getattr(span, name) for span in spans], pa.int64()) for name in SPAN_NUMBERS}
    arrays |= {name: pa.array([getattr(span, name) for span in spans], pa.string()) for name in SPAN_TEXTS}
    arrays["in_source"] = pa.array([span.in_source for span in spans], pa.bool_())
    return arrays, {"systems": systems, "is_human": bool(errors.is_human), "source": errors.source}


def _errors_from_arrays(name: str, arrays: Arrays, about: dict[str, Any], n_segments: int) -> Annotation:
    systems = about["systems"]
    columns = [arrays[column].to_pylist() for column in ("system", *SPAN_NUMBERS, *SPAN_TEXTS, "in_source")]
    spans = tuple(ErrorSpan(systems[row[0]], *row[1:]) for row in zip(*columns, strict=True))
    is_judged = _split_by_system(arrays["judged"], systems, n_segments)
    n_annotators = _split_by_system(arrays["looked"], systems, n_segments) if "looked" in arrays else None
    return Annotation(name, spans, is_judged, about["is_human"], about["source"], n_annotators)


def _preferences_to_arrays(preferences: Preferences) -> tuple[Arrays, dict[str, Any]]:
    names = "segments", "better", "worse", "tied"
    arrays = {name: pa.array(getattr(preferences, name)) for name in names}
    return arrays, {"systems": [*preferences.systems], "source": preferences.source}


def _preferences_from_arrays(name: str, arrays: Arrays, about: dict[str, Any], n_segments: int) -> Preferences:
    segments, better, worse, tied = (
        arrays[column].to_numpy(zero_copy_only=False) for column in ("segments", "better", "worse", "tied")
    )
    return Preferences(name, tuple(about["systems"]), segments, better, worse, tied, n_segments, about["source"])


def _split_by_system(values: pa.Array, systems: list[str], n_segments: int) -> dict[str, Any]:
    """Return system -> values (n_segments,), from all systems' values in turn; raise ``ValueError`` for other sizes."""
    rows = values.to_numpy(zero_copy_only=False).reshape(len(systems), n_segments)
    return dict(zip(systems, rows, strict=True))


JUDGMENTS = {
    SCORES: StoredKind(_scores_to_arrays, _scores_from_arrays),
    ERRORS: StoredKind(_errors_to_arrays, _errors_from_arrays),
    PREFERENCES: StoredKind(_preferences_to_arrays, _preferences_from_arrays),
}


@cache
def scheme() -> str:
    """Return 16 hexadecimal digits that change if identities or fingerprints are defined in another way.

    They are made of the identity and fingerprint of a test set that has every kind of column.
    """
    probe = _probe()
    return blake2b(f"{probe.identity} {probe.fingerprint}".encode(), digest_size=8).hexdigest()


def _probe() -> TestSet:
    text, tags = pa.array(["a b", ""]), pa.array(["x y", ""])
    english = find_language("en")
    is_judged = {"A": np.array([True, False])}
    span = ErrorSpan("A", 0, 0, 1, "minor", "style", "r1")
    first = np.array([0])
    return TestSet(
        (System("A", text, tags), System("B", text)),
        (Reference("r", text, tags), Reference("s", pa.array(["c", None]))),
        text,
        text,
        "probe",
        None if english is None else StatedLanguage(english, FILE),
        pa.array(["d", "d"]),
        pa.array(["e", "e"]),
        (Scores("s", {"A": np.array([0.5, np.nan])}, source="file"),),
        (Annotation("e", (span,), is_judged, True, "file", {"A": np.array([2, 0])}),),
        (Preferences("p", ("A", "B"), first, first, first + 1, first > 0, 2, "file"),),
        post_edits=(PostEdit("A", pa.array(["c", None])),),
    )
