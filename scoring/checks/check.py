"""What every check is: columns of text -> the places in the outputs that are likely errors.

    find(texts) -> CheckSpans, each of one kind, and each kind of one severity

A check is no score of quality. It also runs on every reference: how often it fires there is its rate of false alarms.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import Ints
from ..counting.blocks import bounded_runs, sizes
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
"""The severities that a kind of finding may have, the worst first."""
FoundText = tuple[int, int, int, str]
"""Segment, start, end and kind of a finding whose text is what the place has."""
FoundCode = tuple[int, int, int, str, str]
"""The same with a label, which says what was found in place of the text."""
FoundCount = tuple[int, int, int, str, str, str]
"""Segment, start, end, kind and label of a finding, and what should be there; empty where that is not known."""
AnyFound = FoundText | FoundCode | FoundCount
"""A finding of a check, in any of these forms."""
BLOCK_BYTES = 1 << 21
"""Text that is looked at at once: code points and their classes take about ten times as much memory."""


@dataclass(frozen=True, eq=False)
class CheckedTexts:
    """One system's outputs, or a reference in their place, with what they are held against."""

    outputs: pa.StringArray
    """(n_segments,); null where a reference has no text."""
    source: pa.StringArray | None = None
    """(n_segments,); None where there is no source."""
    references: tuple[pa.StringArray, ...] = ()
    """Each (n_segments,); null where a reference has no text."""
    language: Language | None = None
    """The language of the outputs, where it is known."""
    source_language: Language | None = None
    """The language of the source, where it is known."""
    codes: pa.StringArray | None = None
    """Inline codes of the outputs, as ``System.codes``; None where their file cannot have any."""
    source_codes: pa.StringArray | None = None
    """Inline codes of the source."""
    reference_codes: tuple[pa.StringArray | None, ...] = ()
    """Inline codes of each reference; none for no codes at all."""

    def __post_init__(self) -> None:
        named = {"outputs": self.outputs} | {f"reference {n}": text for n, text in enumerate(self.references, 1)}
        named |= {} if self.source is None else {"source": self.source}
        for name, column in named.items():
            expect(column, pa.StringArray, name)
        check_counts({name: len(column) for name, column in named.items()})

    def __len__(self) -> int:
        return len(self.outputs)

    def __getitem__(self, run: slice) -> "CheckedTexts":
        """Some segments that follow one another."""
        source = None if self.source is None else self.source[run]
        references = tuple(text[run] for text in self.references)
        codes, of_source, *of_references = (
            None if column is None else column[run] for column in (self.codes, self.source_codes, *self.reference_codes)
        )
        languages = self.language, self.source_language
        return CheckedTexts(self.outputs[run], source, references, *languages, codes, of_source, tuple(of_references))


@dataclass(frozen=True, eq=False)
class CheckSpans:
    """Findings, in the order of their segments and places.

    ``starts`` and ``ends`` are characters (code points), half-open, of the output, or of the source for kinds that are
    in the source; both are -1 (``MISSING``) where what is wrong has no place.
    """

    segments: Ints
    """(n_findings,), 0-based"""
    starts: Ints
    """(n_findings,)"""
    ends: Ints
    """(n_findings,)"""
    kinds: tuple[str, ...]
    """(n_findings,), each a key of the check's ``kinds``"""
    labels: tuple[str, ...] = ()
    """(n_findings,): what was found where that is no text, such as an inline code; none where all is text"""
    expected: tuple[str, ...] = ()
    """(n_findings,): what should be there, empty where that is not known; none where it is known of none"""

    @classmethod
    def of(cls, found: Iterable[AnyFound], coded: Iterable[FoundCode] = ()) -> "CheckSpans":
        """Make it of findings in any order: each a segment, start, end, kind, maybe a label and what was expected.

        ``coded`` are further findings, with labels.
        """
        rows = sorted((*row, "", "")[:6] for row in (*found, *coded))
        segments, starts, ends = (np.array([row[side] for row in rows], np.int64) for side in range(3))
        labels, expected = (tuple(row[side] for row in rows) for side in (4, 5))
        kinds = tuple(row[3] for row in rows)
        return cls(segments, starts, ends, kinds, labels if any(labels) else (), expected if any(expected) else ())

    def __len__(self) -> int:
        return len(self.segments)


@dataclass(frozen=True)
class Check(ABC):
    """One check: what it is called, what it needs, what it finds and when it errs."""

    name: ClassVar[str]
    """The key in CHECKS: a small letter, then small letters, digits and _."""
    title: ClassVar[str] = ""
    """What pages call it; empty for its name."""
    lesser_titles: ClassVar[Mapping[str, str]] = {}
    """Severity -> what pages call its findings of that severity, where they are of another kind."""
    kinds: ClassVar[Mapping[str, str]]
    """What it finds, each with its severity: one of ``SEVERITIES_OF_CHECKS``."""
    in_source: ClassVar[frozenset[str]] = frozenset()
    """The kinds whose places are in the source, such as what the output lacks."""
    does: ClassVar[str] = ""
    """What a system does where it finds something, such as ``changes a number``; empty for a finding of its name."""
    does_less: ClassVar[Mapping[str, str]] = {}
    """Severity -> the same of its kinds, where that says less than ``does``."""
    finds: ClassVar[str]
    """One sentence: what it finds."""
    errs: ClassVar[str]
    """One sentence: when it is wrong."""
    needs_source: ClassVar[bool] = False
    """Whether it cannot be run without the source."""
    needs_references: ClassVar[bool] = False
    """Whether it cannot be run without a reference."""
    languages: ClassVar[tuple[str, ...]] = ()
    """Codes of the languages that it is for, such as ``de``; none for all."""

    @classmethod
    def describe(cls) -> str:
        """Return its title and its name where these differ, what it finds and when it errs."""
        called = f"{cls.title} ({cls.name})" if cls.title else cls.name
        return f"{called}: {cls.finds} {cls.errs}"

    def why_not(self, texts: CheckedTexts) -> str | None:
        """Return why it cannot be run on these texts, or None."""
        if self.needs_source and texts.source is None:
            return "it needs the source"
        if self.needs_references and not texts.references:
            return "it needs a reference"
        if self.languages and (texts.language is None or not {*texts.language.codes} & {*self.languages}):
            return f"it is for outputs in {', '.join(self.languages)}"
        return None

    def find(self, texts: CheckedTexts, on_progress: Progress = no_progress) -> CheckSpans:
        """Return the likely errors in the outputs; ``ValueError`` where it cannot be run on these texts.

        ``ValueError`` names the first finding that is of no kind of this check, or beyond its text, and the plug-in
        that failed.
        """
        reason = self.why_not(texts)
        if reason is not None:
            raise ValueError(f"The check {self.name} cannot be run on these texts: {reason}.")
        with NamedPluginErrors(CHECK_PLUGINS, type(self), self.name) as named:
            found = self._find(texts, named.progress(on_progress))
            self._check_spans(found, texts)
        return found

    @abstractmethod
    def _find(self, texts: CheckedTexts, on_progress: Progress) -> CheckSpans:
        """Return what ``find`` returns; the texts have what the check needs."""

    def _check_spans(self, found: CheckSpans, texts: CheckedTexts) -> None:
        where = f"The check {self.name}"
        expect(found, CheckSpans, where)
        check_counts({name: len(getattr(found, name)) for name in ("segments", "starts", "ends", "kinds")})
        unknown = next((kind for kind in found.kinds if kind not in self.kinds), None)
        if unknown is not None:
            raise ValueError(f"{where} found {unknown!r}; its kinds are {', '.join(self.kinds)}.")
        if not len(found):
            return
        if not 0 <= found.segments.min() <= found.segments.max() < len(texts):
            raise ValueError(f"{where} found something in a segment that is not there.")
        lengths = _lengths(texts.outputs)[found.segments]
        if texts.source is not None and self.in_source:
            are_in_source = np.array([kind in self.in_source for kind in found.kinds])
            lengths = np.where(are_in_source, _lengths(texts.source)[found.segments], lengths)
        is_nowhere = (found.starts == MISSING) & (found.ends == MISSING)
        is_within = (found.starts >= 0) & (found.starts <= found.ends) & (found.ends <= lengths)
        if not (is_nowhere | is_within).all():
            wrong = int(np.argmin(is_nowhere | is_within))
            place = f"characters {found.starts[wrong]} to {found.ends[wrong]} of segment {found.segments[wrong] + 1:,}"
            raise ValueError(f"{where} found {place}, whose text has {lengths[wrong]:,}.")


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

    def find_in(run: slice) -> tuple[slice, list[AnyFound]]:
        return run, [(row[0] + run.start, *row[1:]) for row in find(texts[run])]

    found: list[AnyFound] = []
    for run, of_run in run_side_by_side(find_in, bounded_runs(sizes(columns), BLOCK_BYTES)):
        found += of_run
        on_progress(run.stop / len(texts))
    return CheckSpans.of(found, coded)


def _lengths(column: pa.StringArray) -> Ints:
    lengths: Ints = pc.utf8_length(column).fill_null(0).to_numpy(zero_copy_only=False)
    return lengths


def accept_check(plugin: Plugin, found: object) -> type[Check]:
    """Return the check's class that a plug-in names; ``ValueError`` says what of the contract it breaks."""
    if not isinstance(found, type) or not issubclass(found, Check):
        raise ValueError(f"expected a subclass of bleuscope.scoring.checks.check.Check; found {found!r:.100}")
    if found.name != plugin.name:
        raise ValueError(f"the check's name must be that of its entry point, {plugin.name!r}; found {found.name!r}")
    check_importable(found)
    check_declared(found())
    return found


def check_declared(check: Check) -> None:
    """``ValueError`` unless what a check says of itself is there and of the right kind."""
    check_plugin_name(check.name)
    if not check.kinds or not {*check.kinds.values()} <= {*SEVERITIES_OF_CHECKS}:
        raise ValueError(f"each of its kinds must be {_listed(SEVERITIES_OF_CHECKS)}; found {dict(check.kinds)}")
    if any(not kind.strip() or "/" in kind for kind in check.kinds):
        raise ValueError(f"its kinds must be words without a stroke; found {', '.join(map(repr, check.kinds))}")
    if not check.in_source <= {*check.kinds}:
        raise ValueError(f"in_source must be some of its kinds; found {', '.join(sorted(check.in_source))}")
    for name in ("finds", "errs"):
        if not getattr(check, name).endswith("."):
            raise ValueError(f"{name} must be a sentence; found {getattr(check, name)!r}")


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"
