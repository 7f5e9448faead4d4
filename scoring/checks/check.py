"""The base class of all checks: columns of text -> the places in the outputs that are likely errors.

    find(texts) -> CheckSpans, each of one kind, and each kind of one severity

A check is not a quality score. It also runs on every reference: its rate of findings there is its rate of false alarms.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import Ints
from ..counting.blocks import bounded_runs, segment_bytes
from ..counting.progress import Progress, no_progress
from ..counting.threads import run_side_by_side
from ..judgments.errors import MISSING
from ..plugins.entry_points import CHECK_PLUGINS, Plugin
from ..plugins.plugin_classes import check_importable, check_plugin_name
from ..plugins.plugin_errors import NamedPluginErrors
from ..text.languages import Language
from ..text.texts import check_counts
from ..validation import expect

SEVERITIES_OF_CHECKS = ("critical", "major", "minor")
"""Severities that a kind of finding may have, the worst first."""
FoundText = tuple[int, int, int, str]
"""Segment, start, end and kind of a finding whose text is the text at that place."""
FoundCode = tuple[int, int, int, str, str]
"""Segment, start, end, kind and label of a finding; the label says what was found in place of the text."""
FoundCount = tuple[int, int, int, str, str, str]
"""Segment, start, end, kind, label and expected text of a finding; the last is empty where it is not known."""
AnyFound = FoundText | FoundCode | FoundCount
"""A finding of a check, in any of the three forms."""
BLOCK_BYTES = 1 << 21
"""Bytes of text checked at once: code points and their classes take about ten times as much memory."""


@dataclass(frozen=True, eq=False)
class CheckedTexts:
    """One system's outputs, or a reference in their place, with the source and references to compare them with."""

    outputs: pa.StringArray
    """Outputs, (n_segments,); null where a reference that is checked has no text."""
    source: pa.StringArray | None = None
    """Source, (n_segments,); None for a test set without a source."""
    references: tuple[pa.StringArray, ...] = ()
    """References, each (n_segments,); null where a reference has no text."""
    language: Language | None = None
    """Language of the outputs; None where it is not known."""
    source_language: Language | None = None
    """Language of the source; None where it is not known."""
    codes: pa.StringArray | None = None
    """Inline codes of the outputs, as ``System.codes``; None where their file cannot have any."""
    source_codes: pa.StringArray | None = None
    """Inline codes of the source."""
    reference_codes: tuple[pa.StringArray | None, ...] = ()
    """Inline codes of each reference; empty if no reference has any."""

    def __post_init__(self) -> None:
        columns = {"outputs": self.outputs} | {f"reference {n}": text for n, text in enumerate(self.references, 1)}
        columns |= {} if self.source is None else {"source": self.source}
        for name, column in columns.items():
            expect(column, pa.StringArray, name)
        check_counts({name: len(column) for name, column in columns.items()})

    def __len__(self) -> int:
        return len(self.outputs)

    def __getitem__(self, run: slice) -> "CheckedTexts":
        """Return a run of consecutive segments."""
        source = None if self.source is None else self.source[run]
        references = tuple(text[run] for text in self.references)
        codes, of_source, *of_references = (
            None if column is None else column[run] for column in (self.codes, self.source_codes, *self.reference_codes)
        )
        languages = self.language, self.source_language
        return CheckedTexts(self.outputs[run], source, references, *languages, codes, of_source, tuple(of_references))


@dataclass(frozen=True, eq=False)
class CheckSpans:
    """Findings of a check, in the order of their segments and places.

    ``starts`` and ``ends`` are characters (code points), half-open, of the output, or of the source for kinds that are
    in the source; both are -1 (``MISSING``) where the error has no place.
    """

    segments: Ints
    """Segment of each finding, from 0, (n_findings,)."""
    starts: Ints
    """Start of each finding, (n_findings,)."""
    ends: Ints
    """End of each finding, (n_findings,)."""
    kinds: tuple[str, ...]
    """Kind of each finding, a key of the check's ``kinds``, (n_findings,)."""
    labels: tuple[str, ...] = ()
    """Label of each finding that is not text, such as an inline code, (n_findings,); empty where all are text."""
    expected: tuple[str, ...] = ()
    """Expected text of each finding, empty where it is not known, (n_findings,); an empty tuple where none is known."""

    @classmethod
    def of(cls, spans: Iterable[AnyFound], coded: Iterable[FoundCode] = ()) -> "CheckSpans":
        """Return the findings, given in any order: segment, start, end, kind, maybe a label and the expected text.

        ``coded`` are further findings, with labels.
        """
        rows = sorted((*row, "", "")[:6] for row in (*spans, *coded))
        segments, starts, ends = (np.array([row[side] for row in rows], np.int64) for side in range(3))
        labels, expected = (tuple(row[side] for row in rows) for side in (4, 5))
        kinds = tuple(row[3] for row in rows)
        return cls(segments, starts, ends, kinds, labels if any(labels) else (), expected if any(expected) else ())

    def __len__(self) -> int:
        return len(self.segments)


@dataclass(frozen=True)
class Check(ABC):
    """A check: its name, what it needs, what it finds and when it errs."""

    name: ClassVar[str]
    """Key of the check in CHECKS: a small letter, then small letters, digits and _."""
    title: ClassVar[str] = ""
    """Title on pages; empty for the name."""
    lesser_titles: ClassVar[Mapping[str, str]] = {}
    """Title of findings of a severity on pages, by severity, where the check's title does not fit."""
    kinds: ClassVar[Mapping[str, str]]
    """Severity of each kind of finding, one of ``SEVERITIES_OF_CHECKS``."""
    in_source: ClassVar[frozenset[str]] = frozenset()
    """Kinds whose places are in the source, such as a text that the output lacks."""
    does: ClassVar[str] = ""
    """Verb phrase for a system with a finding, such as ``changes a number``; empty to use the check's name."""
    does_less: ClassVar[Mapping[str, str]] = {}
    """Verb phrase for findings of a severity, by severity, where ``does`` says too much."""
    finds: ClassVar[str]
    """Sentence that says what the check finds."""
    errs: ClassVar[str]
    """Sentence that says when the check is wrong."""
    needs_source: ClassVar[bool] = False
    """Whether the check needs the source."""
    needs_references: ClassVar[bool] = False
    """Whether the check needs a reference."""
    languages: ClassVar[tuple[str, ...]] = ()
    """Codes of the languages for which the check works, such as ``de``; empty for all."""

    @classmethod
    def describe(cls) -> str:
        """Return the check's title with its name where these differ, what it finds and when it errs."""
        heading = f"{cls.title} ({cls.name})" if cls.title else cls.name
        return f"{heading}: {cls.finds} {cls.errs}"

    def why_not(self, texts: CheckedTexts) -> str | None:
        """Return the reason why the check cannot run on these texts, or None."""
        if self.needs_source and texts.source is None:
            return "it needs the source"
        if self.needs_references and not texts.references:
            return "it needs a reference"
        if self.languages and (texts.language is None or not {*texts.language.codes} & {*self.languages}):
            return f"it is for outputs in {', '.join(self.languages)}"
        return None

    def find(self, texts: CheckedTexts, on_progress: Progress = no_progress) -> CheckSpans:
        """Return the likely errors in the outputs; raise ``ValueError`` where the check cannot run on these texts.

        ``ValueError`` also names the first finding with an unknown kind or outside its text, and the plug-in that
        failed.
        """
        reason = self.why_not(texts)
        if reason is not None:
            raise ValueError(f"The check {self.name} cannot be run on these texts: {reason}.")
        with NamedPluginErrors(CHECK_PLUGINS, type(self), self.name) as plugin_errors:
            spans = self._find(texts, plugin_errors.progress(on_progress))
            self._check_spans(spans, texts)
        return spans

    @abstractmethod
    def _find(self, texts: CheckedTexts, on_progress: Progress) -> CheckSpans:
        """Return what ``find`` returns; the texts have everything that the check needs."""

    def _check_spans(self, spans: CheckSpans, texts: CheckedTexts) -> None:
        subject = f"The check {self.name}"
        expect(spans, CheckSpans, subject)
        check_counts({name: len(getattr(spans, name)) for name in ("segments", "starts", "ends", "kinds")})
        unknown = next((kind for kind in spans.kinds if kind not in self.kinds), None)
        if unknown is not None:
            raise ValueError(f"{subject} found {unknown!r}; its kinds are {', '.join(self.kinds)}.")
        if not len(spans):
            return
        if not 0 <= spans.segments.min() <= spans.segments.max() < len(texts):
            raise ValueError(f"{subject} found something in a segment that is not there.")
        lengths = _lengths(texts.outputs)[spans.segments]
        if texts.source is not None and self.in_source:
            are_in_source = np.array([kind in self.in_source for kind in spans.kinds])
            lengths = np.where(are_in_source, _lengths(texts.source)[spans.segments], lengths)
        is_nowhere = (spans.starts == MISSING) & (spans.ends == MISSING)
        is_within = (spans.starts >= 0) & (spans.starts <= spans.ends) & (spans.ends <= lengths)
        if not (is_nowhere | is_within).all():
            wrong = int(np.argmin(is_nowhere | is_within))
            place = f"characters {spans.starts[wrong]} to {spans.ends[wrong]} of segment {spans.segments[wrong] + 1:,}"
            raise ValueError(f"{subject} found {place}, whose text has {lengths[wrong]:,}.")


def find_by_blocks(
    texts: CheckedTexts,
    find: Callable[[CheckedTexts], Iterable[AnyFound]],
    on_progress: Progress,
    coded: Iterable[FoundCode] = (),
) -> CheckSpans:
    """Return the findings of all segments, block by block; ``find`` numbers the segments of its block from 0.

    ``coded`` are further findings, with labels.
    """
    columns = [texts.outputs, *filter(None, [texts.source]), *texts.references]

    def find_in_run(run: slice) -> tuple[slice, list[AnyFound]]:
        return run, [(row[0] + run.start, *row[1:]) for row in find(texts[run])]

    spans: list[AnyFound] = []
    for run, of_run in run_side_by_side(find_in_run, bounded_runs(segment_bytes(columns), BLOCK_BYTES)):
        spans += of_run
        on_progress(run.stop / len(texts))
    return CheckSpans.of(spans, coded)


def _lengths(column: pa.StringArray) -> Ints:
    lengths: Ints = pc.utf8_length(column).fill_null(0).to_numpy(zero_copy_only=False)
    return lengths


def accept_check(plugin: Plugin, check_class: object) -> type[Check]:
    """Return a plug-in's class of a check; raise ``ValueError`` that says which rule for checks it breaks."""
    if not isinstance(check_class, type) or not issubclass(check_class, Check):
        raise ValueError(f"expected a subclass of bleuscope.scoring.checks.check.Check; found {check_class!r:.100}")
    if check_class.name != plugin.name:
        raise ValueError(
            f"the check's name must be that of its entry point, {plugin.name!r}; found {check_class.name!r}"
        )
    check_importable(check_class)
    check_declared(check_class())
    return check_class


def check_declared(check: Check) -> None:
    """Raise ``ValueError`` unless all of a check's declarations are present and valid."""
    check_plugin_name(check.name)
    if not check.kinds or not {*check.kinds.values()} <= {*SEVERITIES_OF_CHECKS}:
        raise ValueError(
            f"each of its kinds must be {_choices_phrase(SEVERITIES_OF_CHECKS)}; found {dict(check.kinds)}"
        )
    if any(not kind.strip() or "/" in kind for kind in check.kinds):
        raise ValueError(f"its kinds must be words without a stroke; found {', '.join(map(repr, check.kinds))}")
    if not check.in_source <= {*check.kinds}:
        raise ValueError(f"in_source must be some of its kinds; found {', '.join(sorted(check.in_source))}")
    for name in ("finds", "errs"):
        if not getattr(check, name).endswith("."):
            raise ValueError(f"{name} must be a sentence; found {getattr(check, name)!r}")


def _choices_phrase(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"
