"""Read XLIFF 1.2 with its dialects (SDLXLIFF, MQXLIFF), and XLIFF 2: each unit's source, target, state and matches."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from ...counting.progress import Progress, no_progress
from ...text.naming import clean_name
from ..errors import FormatError
from ..limits import FileLimits
from ..plain_text.text import DecodedText
from .inline_codes import CodedText
from .language_pair import choose_target, is_source_wanted
from .unit_trees import UnitElement, UnitTrees
from .units import LOCKED, TranslationUnit, UnitList

_FINAL = frozenset(["final", "signed-off", "translated", "reviewed"])
"""States of a finished translation, in all versions."""
_SDL_FINAL = frozenset(["Translated", "ApprovedTranslation", "ApprovedSignOff"])
"""States of a finished translation in SDLXLIFF."""
_MQ_FINAL = frozenset(["ManuallyConfirmed", "ConfirmedTranslator", "Reviewer1Confirmed", "Proofread"])
"""States of a finished translation in MQXLIFF."""
MQ_STATUS = "MQXliff status"
"""Attribute of a unit in MQXLIFF, with its namespace."""
_MQ_LOCKED = "MQXliff locked"
_NOT_LOCKED = frozenset(["", "false", "unlocked"])
"""Values of lock attributes that mean unlocked, in small letters."""
_UNTRANSLATED = "needs-translation"
"""State of a target that is no translation, even if it has text."""
_BEFORE_TRANSLATION = frozenset(["new", "initial", "NotStarted"])
"""States of a target that is no translation while it is a copy of its source."""
_MATCH_ORIGIN = "match"
"""Name of matches that do not state their origin."""
_QUALITY = re.compile(r"([0-9]{1,9}(?:\.[0-9]{0,20})?)[ \t]*%?")
_ROOT = ("xliff", "XLIFF: <xliff>")
_UNITS = frozenset(["trans-unit", "unit"])
_LANGUAGE_OF_TRANSLATIONS = {("xliff", True, False): "trgLang", ("file", False, True): "target-language"}
"""Attribute for the target language, by the element, whether it has srcLang, and whether it has source-language."""


@dataclass(slots=True)
class UnitSegment:
    """One segment of a unit, with its elements in the file."""

    unit: TranslationUnit
    source: UnitElement
    target: UnitElement | None
    """Element of the translation, even if nobody has translated it; None if there is no such element."""
    name: str = ""
    """Id of the segment; empty if the unit is its only segment."""
    matches: list[UnitElement] = field(default_factory=list)


OnUnit = Callable[[str, int, UnitElement, list[UnitSegment]], None]
"""Callback that takes the language of a unit's translation, the number of the unit's first segment among all
segments of this language from 0, the unit, and its segments.
"""


def read_xliff(
    file: str, text: DecodedText, limits: FileLimits, choice: str | None, on_progress: Progress = no_progress
) -> UnitList:
    """Return the units of a file; ``choice`` names a language, or the source, if there are several translations.

    A unit's id consists of the document's id, its own, and the segment's if it has several segments. Units that are
    locked or not to be translated are left out. Raises ``FormatError`` for XML that is not well-formed, for units
    without an id or a source, and for ids that occur twice.
    """
    reader = _XliffReader(file, limits)
    reader.trees.read(text.data, on_progress)
    languages = reader.languages
    if not languages:
        raise FormatError(file, "no units", 'XLIFF with <file> and <trans-unit id="..."> or <unit id="..."> in it')
    if is_source_wanted(choice, reader.source_language, [*languages]):
        return reader.sources()
    chosen = languages[choose_target(file, [*languages], choice)]
    chosen.source_language = reader.source_language
    return chosen


OnUnstated = Callable[[int, str], None]
"""Callback that takes where an element without a target language begins, and the attribute that would state it."""


def walk_xliff(
    file: str, text: bytes, limits: FileLimits, on_unit: OnUnit, on_unstated: OnUnstated, on_progress: Progress
) -> None:
    """Call ``on_unit`` with each unit and the places of its elements; raise the errors that ``read_xliff`` raises."""
    _XliffReader(file, limits, on_unit, on_unstated).trees.read(text, on_progress)


class _XliffReader:
    """Reader that keeps the units of a file by the language of their translations."""

    def __init__(
        self, file: str, limits: FileLimits, on_unit: OnUnit | None = None, on_unstated: OnUnstated | None = None
    ) -> None:
        self.file, self.limits, self._on_unit, self._on_unstated = file, limits, on_unit, on_unstated
        self.trees = UnitTrees(file, limits, _ROOT, _UNITS, self._start, self._take)
        self.languages: dict[str, UnitList] = {}
        self.source_language = ""
        self._target_language = self._language_of_all = ""
        self._document: str | None = None
        """Id of the current <file> element; None outside of one."""
        self._documents: dict[str, Counter[str]] = {}
        """Number of <file> elements with each id, by their target language."""

    def sources(self) -> UnitList:
        """Return the units of all languages without their translations, each id once."""
        sources = UnitList(self.file, self.limits, self.source_language)
        ids: set[str] = set()
        for units in self.languages.values():
            sources.left_out |= units.left_out
            for unit in units.units:
                if unit.id not in ids:
                    ids.add(unit.id)
                    sources.add(replace(unit, target=None, matches=None))
        return sources

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "xliff":
            self.source_language = attributes.get("srcLang", "")
            self._language_of_all = attributes.get("trgLang", "")
        elif name == "file":
            document = attributes.get("original") or attributes.get("id") or "file"
            self._target_language = attributes.get("target-language", self._language_of_all)
            of_language = self._documents.setdefault(self._target_language, Counter())
            of_language[document] += 1
            count = of_language[document]
            self._document = document if count == 1 else f"{document} ({count})"
            self.source_language = self.source_language or attributes.get("source-language", "")
        is_unstated = not (self._target_language or self._language_of_all)
        lacking = _LANGUAGE_OF_TRANSLATIONS.get((name, "srcLang" in attributes, "source-language" in attributes))
        if self._on_unstated is not None and is_unstated and lacking is not None:
            self._on_unstated(self.trees.elements.byte, lacking)

    def _take(self, unit: UnitElement) -> None:
        id = unit.attributes.get("id")
        if self._document is None:
            raise FormatError(self.file, f"<{unit.name}> outside of a file", "<file> around it", unit.line)
        if not id:
            advice = "Units are lined up by their ids."
            raise FormatError(self.file, f"a <{unit.name}> without id", f'<{unit.name} id="...">', unit.line, advice)
        units = self.languages.setdefault(
            self._target_language, UnitList(self.file, self.limits, target_language=self._target_language)
        )
        if self.trees.is_locked or _is_locked(unit, _MQ_LOCKED):
            units.left_out[LOCKED] += 1
            return
        read = self._of_version_1 if unit.name == "trans-unit" else self._of_version_2
        number, segments = len(units.units), [*read(unit, f"{self._document} / {id}")]
        for segment in segments:
            units.add(segment.unit)
        if self._on_unit is not None:
            self._on_unit(self._target_language, number, unit, segments)

    def _of_version_1(self, unit: UnitElement, id: str) -> Iterator[UnitSegment]:
        source, target, marked = unit.element("source"), unit.element("target"), unit.element("seg-source")
        if source is None:
            raise self._lacks_source(unit, id)
        state = unit.attributes.get(MQ_STATUS) or (None if target is None else target.attributes.get("state"))
        is_final = True if unit.attributes.get("approved") == "yes" else _is_final(state)
        sources = {} if marked is None else self._segments_by_id(marked, id)
        targets = {} if target is None else self._segments_by_id(target, id)
        matches = [*unit.elements("alt-trans")]
        if not sources or (target is not None and target.text and not targets):
            yield _segment(id, unit.line, source, target, state, is_final, matches)
            return
        of_segments = {seg.attributes.get("id", ""): seg for seg in _sdl_segments(unit)}
        states = {mid: seg.attributes["conf"] for mid, seg in of_segments.items() if "conf" in seg.attributes}
        is_only = len(sources) == 1
        for mid, part in sources.items():
            if mid in of_segments and _is_locked(of_segments[mid], "locked"):
                self.languages[self._target_language].left_out[LOCKED] += 1
                continue
            of_tool = states[mid] in _SDL_FINAL if mid in states else is_final
            of_part = [match for match in matches if is_only or match.attributes.get("mid") == mid]
            own = id if is_only else f"{id}.{mid}"
            yield _segment(own, part.line, part, targets.get(mid), state, of_tool, of_part, mid)

    def _of_version_2(self, unit: UnitElement, id: str) -> Iterator[UnitSegment]:
        segments = [*unit.elements("segment")]
        if not segments:
            raise FormatError(self.file, f"unit {clean_name(id)} without a segment", "<segment>", unit.line)
        matches = [match for group in unit.elements("matches") for match in group.elements("match")]
        is_only = len(segments) == 1
        for number, segment in enumerate(segments, 1):
            name = segment.attributes.get("id") or str(number)
            source, target = segment.element("source"), segment.element("target")
            if source is None:
                raise self._lacks_source(segment, id)
            of_segment = [match for match in matches if is_only or _is_about(match, name)]
            state = segment.attributes.get("state")
            own = id if is_only else f"{id}.{name}"
            yield _segment(own, segment.line, source, target, state, _is_final(state), of_segment, name)

    def _segments_by_id(self, element: UnitElement, id: str) -> dict[str, UnitElement]:
        """Return the segments that a tool marked in a source or a target, by their ids."""
        segments: dict[str, UnitElement] = {}
        for mark in element.marked_segments():
            mid = mark.attributes["mid"]
            if mid in segments:
                actual = f"segment {clean_name(mid)} a second time in unit {clean_name(id)}"
                raise FormatError(self.file, actual, None, mark.line)
            segments[mid] = mark
        return segments

    def _lacks_source(self, element: UnitElement, id: str) -> FormatError:
        return FormatError(self.file, f"unit {clean_name(id)} without a source", "<source>", element.line)


def _segment(
    id: str,
    line: int,
    source: UnitElement,
    target: UnitElement | None,
    state: str | None,
    is_final: bool | None,
    matches: list[UnitElement],
    name: str = "",
) -> UnitSegment:
    translation = _translation(source, target, state)
    own = source.coded_text
    translated = None if translation is None else translation.coded_text
    text, codes = (None, "") if translated is None else (translated.text, translated.written_codes)
    has_codes = bool(own.codes or codes)
    best = _best_matches(matches) or None
    unit = TranslationUnit(id, line, own.text, text, is_final, has_codes, best, own.written_codes, codes)
    return UnitSegment(unit, source, target, name, matches)


def _translation(source: UnitElement, target: UnitElement | None, state: str | None) -> UnitElement | None:
    """Return the target; None if the state says that nobody has translated the target."""
    if target is None or state == _UNTRANSLATED or (state in _BEFORE_TRANSLATION and target.text == source.text):
        return None
    return target


def _is_final(state: str | None) -> bool | None:
    return None if state is None else state in _FINAL | _MQ_FINAL


def _sdl_segments(unit: UnitElement) -> Iterator[UnitElement]:
    """Yield SDLXLIFF's element for each segment, which holds its state and lock."""
    for group in unit.elements("seg-defs"):
        yield from group.elements("seg")


def _is_locked(element: UnitElement, attribute: str) -> bool:
    return element.attributes.get(attribute, "").lower() not in _NOT_LOCKED


def _best_matches(matches: Iterable[UnitElement]) -> dict[str, CodedText]:
    """Return the text of each origin's best match, the first one with the highest quality."""
    best: dict[str, tuple[float, CodedText]] = {}
    for match in matches:
        target = match.element("target")
        if target is not None and target.text:
            origin = match.attributes.get("origin") or _MATCH_ORIGIN
            quality = _match_quality(match)
            if origin not in best or quality > best[origin][0]:
                best[origin] = quality, target.coded_text
    return {origin: text for origin, (_, text) in best.items()}


def _match_quality(match: UnitElement) -> float:
    """Return the quality of a match in per cent; -1, worse than any, if the match states no number."""
    stated = match.attributes.get("match-quality") or match.attributes.get("matchQuality") or ""
    number = _QUALITY.fullmatch(stated.strip())
    return float(number[1]) if number else -1.0


def _is_about(match: UnitElement, segment: str) -> bool:
    return match.attributes.get("ref", "").rpartition("#")[2].rpartition("/")[2] == segment
