"""Terms in TBX: martif's termEntry, langSet and tig, and version 3's conceptEntry, langSec and termSec."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from ...formats.errors import FormatError
from ...formats.limits import FileLimits
from ...formats.markup.elements import Elements
from ...text.languages import Language, find_language
from ...text.naming import clean_name
from .glossary import MAX_CHARACTERS, MAX_TERMS, Glossary, GlossaryTerm

ROOTS = ("martif", "tbx")
_ENTRIES, _LANGUAGES, _SECTIONS = ("termEntry", "conceptEntry"), ("langSet", "langSec"), ("tig", "ntig", "termSec")
_LANGUAGE = "http://www.w3.org/XML/1998/namespace lang"
_STATUS = "administrativeStatus"
_FORBIDDEN = ("deprecated", "superseded", "forbidden")
"""Words in the status of terms that must not be used."""
_PREFERRED = "preferred"


@dataclass
class _TermSection:
    """A term of an entry in one language."""

    language: str
    text: str = ""
    status: str = ""

    @property
    def is_forbidden(self) -> bool:
        return any(word in self.status.lower() for word in _FORBIDDEN)


@dataclass
class _Concept:
    """An entry of the file."""

    line: int
    sections: list[_TermSection] = field(default_factory=list)


def read_tbx(
    file: str, data: bytes, languages: tuple[Language | None, Language | None], limits: FileLimits
) -> Glossary:
    """Read a glossary from TBX; in each concept every source term has all targets, the preferred ones first.

    Targets whose administrative status is deprecated, superseded or forbidden are forbidden. Concepts that lack one of
    the two languages are left out. Raises ``FormatError`` for a file that is not TBX, and where the two languages out
    of several are not clear.
    """
    reader = _Reader(file, limits)
    reader.elements.feed(data)
    reader.elements.close()
    source, target = _chosen_languages(file, reader.concepts, languages)
    terms = [term for concept in reader.concepts for term in _glossary_terms(file, concept, source, target)]
    if not terms:
        raise FormatError(file, "none", f"at least one term in {source} and {target}")
    return Glossary.joined(file, terms)


class _Reader:
    """A reader of the elements of a file, which keeps its concepts."""

    def __init__(self, file: str, limits: FileLimits) -> None:
        self.file = file
        self.elements = Elements(
            file, limits, self._start, self._end, self._text, is_local=True, may_name_document_type=True
        )
        self.concepts: list[_Concept] = []
        self._language = ""
        self._section: _TermSection | None = None
        self._of: str | None = None
        """Field of the section that the text belongs to: the term's text or its status."""

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if self.elements.depth == 1 and name not in ROOTS:
            raise FormatError(self.file, f"<{clean_name(name)}>", "TBX: <martif> or <tbx>", self.elements.line)
        if name in _ENTRIES:
            self.concepts.append(_Concept(self.elements.line))
            self._language = ""
        elif name in _LANGUAGES:
            self._language = attributes.get(_LANGUAGE, attributes.get("lang", ""))
        elif name in _SECTIONS and self.concepts:
            self._section = _TermSection(self._language)
            self.concepts[-1].sections.append(self._section)
        elif name == "term" and self._section is not None:
            self._of = "text"
        elif name == _STATUS or (name == "termNote" and attributes.get("type") == _STATUS):
            self._of = "status"
        if len(self.concepts) > MAX_TERMS:
            raise FormatError(self.file, "more", f"at most {MAX_TERMS:,} concepts", self.elements.line)

    def _text(self, text: str) -> None:
        if self._section is None or self._of is None:
            return
        content = getattr(self._section, self._of) + text
        if len(content) > 10 * MAX_CHARACTERS:
            raise FormatError(self.file, "more", f"at most {MAX_CHARACTERS} characters in a term", self.elements.line)
        setattr(self._section, self._of, content)

    def _end(self, name: str) -> None:
        if name in ("term", "termNote", _STATUS):
            self._of = None
        elif name in _SECTIONS:
            self._section = None


def _chosen_languages(
    file: str, concepts: list[_Concept], languages: tuple[Language | None, Language | None]
) -> tuple[str, str]:
    """Return the two languages as the file writes them."""
    codes = list(dict.fromkeys(section.language for concept in concepts for section in concept.sections))
    language_of_code = {code: find_language(code) for code in codes}
    chosen: list[str | None] = [
        next((code for code in codes if language is not None and language_of_code[code] == language), None)
        for language in languages
    ]
    others = [code for code in codes if code not in chosen]
    if len(others) == chosen.count(None):
        chosen = [code or others.pop(0) for code in chosen]
    if None in chosen:
        actual = ", ".join(map(clean_name, codes)) or "none"
        advice = "Say which are meant, as in --language en-de." if len(codes) > 2 else None
        raise FormatError(file, actual, "terms in two languages", advice=advice)
    return chosen[0], chosen[1]  # type: ignore[return-value]


def _glossary_terms(file: str, concept: _Concept, source: str, target: str) -> Iterator[GlossaryTerm]:
    targets = [section for section in concept.sections if section.language == target and section.text.strip()]
    targets.sort(key=lambda section: _PREFERRED not in section.status.lower())
    forms = {
        is_forbidden: tuple(dict.fromkeys(of.text.strip() for of in targets if of.is_forbidden == is_forbidden))
        for is_forbidden in (False, True)
    }
    for section in concept.sections:
        if section.language == source and section.text.strip() and targets:
            try:
                yield GlossaryTerm(section.text.strip(), forms[False], forms[True])
            except ValueError as error:
                raise FormatError(file, str(error), line=concept.line) from None
