"""Read TMX, translation memories: the texts of two languages in each unit."""

from collections.abc import Callable
from dataclasses import dataclass

from ...counting.progress import Progress, no_progress
from ...output.numbers import counted
from ...output.sentence import name_list
from ...text.naming import clean_name
from ..columns import Notice
from ..errors import FormatError
from ..limits import FileLimits, check_columns, check_segments
from ..names import find_language_pair
from ..plain_text.text import DecodedText
from .inline_codes import CodedText
from .language_pair import MAX_LANGUAGES_NAMED, choose_target, codes_with_same_start, find_code, is_source_wanted
from .unit_trees import LANGUAGE, UnitElement, UnitTrees
from .units import SECOND_TEXT, TranslationUnit, UnitList

_ROOT = ("tmx", "TMX: <tmx>")
_UNITS = frozenset(["tu"])
_ANY_LANGUAGE = "*all*"


@dataclass(slots=True)
class _MemoryUnit:
    """One <tu> with its texts."""

    id: str
    line: int
    texts: dict[str, CodedText]
    """Texts by language."""


def read_tmx(
    file: str, text: DecodedText, limits: FileLimits, choice: str | None, on_progress: Progress = no_progress
) -> UnitList:
    """Return the units that have a text in the source's language; their targets are in the translations' language.

    The source's language is the one in the header, or else the first one. Translations are in the language of
    ``choice``, in the only other one, or in the one of the file's name; there are none if ``choice`` names the source,
    or if the source is alone. Units have ids if each has one of its own. Raises ``FormatError`` for XML that is not
    well-formed, for texts without a language, and if several languages fit the source that the header or the file's
    name states.
    """
    reader = _TmxReader(file, limits)
    reader.trees.read(text.data, on_progress)
    languages = list(dict.fromkeys(language for unit in reader.units for language in unit.texts))
    source_language = reader.source_language
    is_source_there = source_language in ("", _ANY_LANGUAGE) or bool(codes_with_same_start(source_language, languages))
    if len(languages) < 2 and not (languages and is_source_there and not reader.n_second):
        actual = f"texts in {clean_name(languages[0])} alone" if languages else "no texts"
        raise FormatError(file, actual, "TMX with texts in two languages")
    source = _source_language(file, source_language, languages)
    targets = [one for one in languages if one != source]
    is_source_alone = not targets or is_source_wanted(choice, source, targets)
    target = "" if is_source_alone else choose_target(file, targets, choice)
    units = UnitList(file, limits, source, target)
    ids = [unit.id for unit in reader.units]
    are_ids = all(ids) and len(set(ids)) == len(ids)
    reader.units.reverse()
    while reader.units:  # which are let go one by one: there can be millions
        unit = reader.units.pop()
        if source in unit.texts:
            id = unit.id if are_ids else ""
            units.add(_translation_unit(unit, id, unit.texts[source], unit.texts.get(target)))
        else:
            units.left_out[f"without a text in {source}"] += 1
    if reader.n_second:
        message = f"{counted(reader.n_second, 'unit')} with a second text in the same language; the first one is read."
        units.notices.append(Notice(SECOND_TEXT, message, reader.n_second))
    return units


def _translation_unit(unit: _MemoryUnit, id: str, source: CodedText, target: CodedText | None) -> TranslationUnit:
    text, codes = (None, "") if target is None else (target.text, target.written_codes)
    translation_unit = TranslationUnit(
        id, unit.line, source.text, text, source_codes=source.written_codes, target_codes=codes
    )
    translation_unit.has_codes = any(one.codes for one in unit.texts.values())
    return translation_unit


def walk_tmx(
    file: str, text: bytes, limits: FileLimits, on_unit: Callable[[UnitElement], None], on_progress: Progress
) -> None:
    """Call ``on_unit`` with each unit and the places of its elements; raise ``FormatError`` unless it is TMX."""
    UnitTrees(file, limits, _ROOT, _UNITS, lambda name, attributes: None, on_unit).read(text, on_progress)


def variants_by_language(unit: UnitElement) -> dict[str, UnitElement]:
    """Return the first <tuv> of each language by its code in small letters."""
    variants: dict[str, UnitElement] = {}
    for variant in unit.elements("tuv"):
        variants.setdefault((_variant_language(variant) or "").lower(), variant)
    return variants


def _variant_language(variant: UnitElement) -> str | None:
    return variant.attributes.get(LANGUAGE) or variant.attributes.get("lang")


def _source_language(file: str, source_language: str, languages: list[str]) -> str:
    pair = find_language_pair(file)
    candidates = [source_language] if source_language != _ANY_LANGUAGE else []
    if pair is not None:
        candidates.append(pair.split("-")[0])
    for code in filter(None, candidates):
        match = find_code(code, languages)
        if match is not None:
            return match
        if alike := codes_with_same_start(code, languages):
            raise _several_sources(file, code, alike)
    return languages[0]


def _several_sources(file: str, code: str, alike: list[str]) -> FormatError:
    names = [*map(clean_name, alike)]
    actual = f"{clean_name(code)}, and texts in {name_list(names, MAX_LANGUAGES_NAMED)}"
    advice = f'Write into the header which one is the source, as in <header srclang="{names[0]}">.'
    return FormatError(file, actual, "one language of the source", advice=advice)


class _TmxReader:
    """Reader that keeps the texts of all languages of each unit."""

    def __init__(self, file: str, limits: FileLimits) -> None:
        self.file, self.limits = file, limits
        self.trees = UnitTrees(file, limits, _ROOT, _UNITS, self._start, self._take)
        self.source_language = ""
        self.units: list[_MemoryUnit] = []
        self.n_second = 0
        """Number of units with two texts in one language."""
        self._spellings: dict[str, str] = {}
        """First spelling of each language in the file, by its code in small letters."""

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if name == "header":
            self.source_language = attributes.get("srclang", "")

    def _take(self, unit: UnitElement) -> None:
        texts: dict[str, CodedText] = {}
        has_second = False
        for variant in unit.elements("tuv"):
            language = _variant_language(variant)
            segment = variant.element("seg")
            if not language:
                raise FormatError(self.file, "a <tuv> without a language", '<tuv xml:lang="...">', variant.line)
            if segment is None:
                raise FormatError(self.file, "a <tuv> without a text", "<seg> in it", variant.line)
            language = self._spellings.setdefault(language.lower(), language)
            has_second |= language in texts
            texts.setdefault(language, segment.coded_text)
        self.n_second += has_second
        check_columns(self.file, len(self._spellings), self.limits, unit.line)
        self.units.append(_MemoryUnit(unit.attributes.get("tuid", ""), unit.line, texts))
        check_segments(self.file, len(self.units), self.limits)
