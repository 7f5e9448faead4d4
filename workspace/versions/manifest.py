"""A version of a test set as a list of its columns: what each is to it, and under which digest its blob is kept."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import pyarrow as pa

from scoring.judgments import Annotation, Preferences, Scores
from scoring.testset import Reference, System, TestSet
from scoring.text.languages import StatedLanguage, find_language

from . import judgments
from .arrays import Arrays, digest_of

SOURCE, NOTES, REFERENCE, SYSTEM, DOCUMENTS, DOMAINS = "source", "notes", "reference", "system", "documents", "domains"
REFERENCE_TAGS, SYSTEM_TAGS = "tags of the reference", "tags of the system"
SCORES, ERRORS, PREFERENCES = "scores", "errors", "preferences"
TEXTS = (SOURCE, NOTES, REFERENCE, SYSTEM, DOCUMENTS, DOMAINS, REFERENCE_TAGS, SYSTEM_TAGS)
"""Roles whose arrays are one, of strings, called ``TEXT``."""
JUDGMENTS = {SCORES: judgments.SCORES, ERRORS: judgments.ERRORS, PREFERENCES: judgments.PREFERENCES}
ROLES = (*TEXTS, *JUDGMENTS)
TEXT = "text"


@dataclass(frozen=True)
class Entry:
    """One column: what it is, what it is called, and where it is kept."""

    role: str
    name: str
    """Name of the column; empty where a set has one such column."""
    digest: str
    about: dict[str, Any] = field(default_factory=dict)
    """What judgments have besides arrays, such as whether higher is better."""

    @property
    def label(self) -> str:
        return f"{self.role} {self.name!r}" if self.name else self.role


@dataclass(frozen=True)
class Manifest:
    """The columns of one version, those of a role in their order."""

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
        found = json.loads(text)
        language = None if found["language"] is None else tuple(found["language"])
        return cls(found["n_segments"], language, tuple(Entry(**entry) for entry in found["entries"]))


def taken_apart(test_set: TestSet) -> tuple[Manifest, dict[str, Arrays]]:
    """The manifest of a test set, and its columns by their digests.

    ``ValueError`` for a part of a test set, and for what would not be the same when it is put together again.
    """
    if test_set.part is not None:
        raise ValueError("A part of a test set cannot be kept; keep the whole one.")
    by_digest: dict[str, Arrays] = {}
    entries = []
    for role, name, arrays, about in _columns(test_set):
        digest = digest_of(arrays)
        by_digest[digest] = arrays
        entries.append(Entry(role, name, digest, about))
    said = test_set.language
    language = None if said is None else (said.language.name, said.where)
    manifest = Manifest(len(test_set), language, tuple(entries))
    is_more_than_texts = said is not None or manifest.of(*JUDGMENTS)  # texts are kept as they are
    if is_more_than_texts and put_together(manifest, by_digest).identity != test_set.identity:
        raise ValueError(f"{test_set.name}: cannot be kept: its judgments hold values of other types than they should.")
    return manifest, by_digest


def put_together(manifest: Manifest, by_digest: Mapping[str, Arrays]) -> TestSet:
    """The test set, under no name of its own; ``ValueError`` where the columns do not go together."""
    texts = {(entry.role, entry.name): by_digest[entry.digest][TEXT] for entry in manifest.of(*TEXTS)}
    judged: dict[str, tuple[Any, ...]] = {
        role: tuple(
            kind.put_together(entry.name, by_digest[entry.digest], entry.about, manifest.n_segments)
            for entry in manifest.of(role)
        )
        for role, kind in JUDGMENTS.items()
    }
    return TestSet(
        tuple(System(e.name, texts[SYSTEM, e.name], texts.get((SYSTEM_TAGS, e.name))) for e in manifest.of(SYSTEM)),
        tuple(
            Reference(e.name, texts[REFERENCE, e.name], texts.get((REFERENCE_TAGS, e.name)))
            for e in manifest.of(REFERENCE)
        ),
        texts.get((SOURCE, "")),
        texts.get((NOTES, "")),
        language=_said(manifest.language),
        documents=texts.get((DOCUMENTS, "")),
        domains=texts.get((DOMAINS, "")),
        scores=judged[SCORES],
        annotations=judged[ERRORS],
        preferences=judged[PREFERENCES],
    )


def _columns(test_set: TestSet) -> Iterator[tuple[str, str, Arrays, dict[str, Any]]]:
    alone = {SOURCE: test_set.source, NOTES: test_set.notes}
    alone |= {DOCUMENTS: test_set.documents, DOMAINS: test_set.domains}
    for role, column in alone.items():
        if column is not None:
            yield role, "", {TEXT: column}, {}
    named: list[tuple[str, str, pa.StringArray | None]] = []
    for reference in test_set.references:
        named += [(REFERENCE, reference.name, reference.segments), (REFERENCE_TAGS, reference.name, reference.tags)]
    for system in test_set.systems:
        named += [(SYSTEM, system.name, system.segments), (SYSTEM_TAGS, system.name, system.tags)]
    for role, name, text in named:
        if text is not None:
            yield role, name, {TEXT: text}, {}
    given: tuple[Scores | Annotation | Preferences, ...]
    for role, given in ((SCORES, test_set.scores), (ERRORS, test_set.annotations), (PREFERENCES, test_set.preferences)):
        for one in given:
            yield role, one.name, *JUDGMENTS[role].taken_apart(one)


def _said(language: tuple[str, str] | None) -> StatedLanguage | None:
    found = None if language is None else find_language(language[0])
    return None if language is None or found is None else StatedLanguage(found, language[1])
