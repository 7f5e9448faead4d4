"""Read XML of translation files: each unit as a small tree, and the text of a source or a target in it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ...counting.progress import Progress
from ...output.numbers import counted
from ...text.naming import clean_name
from ..errors import FormatError, TooLargeError
from ..limits import ADVICE, CHUNK, FileLimits, check_growing_segment
from ..markup.elements import Elements
from .inline_codes import HOLD_CODE, WRAP_TEXT, CodedText, InlineCode, as_coded_text, held_code, wrapping_codes

LANGUAGE = "http://www.w3.org/XML/1998/namespace lang"
_SPACE = "http://www.w3.org/XML/1998/namespace space"


@dataclass(slots=True)
class UnitElement:
    """An element inside a unit, without its namespace."""

    name: str
    attributes: dict[str, str]
    line: int
    keeps_space: bool = False
    start: int = 0
    """Where the element's tag begins, in bytes."""
    end: int = 0
    """Where the element's end tag begins, in bytes; for ``<empty/>`` where the tag ends."""
    children: "list[UnitElement | str]" = field(default_factory=list)
    _coded: CodedText | None = None

    def elements(self, name: str) -> "Iterator[UnitElement]":
        """Return the element's children with this name, in order."""
        return (child for child in self.children if isinstance(child, UnitElement) and child.name == name)

    def element(self, name: str) -> "UnitElement | None":
        """Return the element's first child with this name, or None."""
        return next(self.elements(name), None)

    def marked_segments(self) -> "Iterator[UnitElement]":
        """Yield the outermost elements inside this one with which a tool marks segments of a text."""
        for child in self.children:
            if isinstance(child, UnitElement):
                if child.name == "mrk" and child.attributes.get("mtype") == "seg" and "mid" in child.attributes:
                    yield child
                else:
                    yield from child.marked_segments()

    @property
    def text(self) -> str:
        """Text of the element without inline codes."""
        return self.coded_text.text

    @property
    def coded_text(self) -> CodedText:
        """Text of the element with its inline codes, once the element has ended."""
        if self._coded is None:
            self._coded = as_coded_text(self._pieces(), self.keeps_space)
        return self._coded

    def _pieces(self) -> Iterator[str | InlineCode]:
        """Yield the element's texts and inline codes in order."""
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.name in HOLD_CODE:
                yield held_code(child.name, child.attributes, child.start, child.end)
            elif child.name in WRAP_TEXT:
                opening, closing = wrapping_codes(child.name, child.attributes, child.start, child.end)
                yield opening
                yield from child._pieces()
                yield closing
            else:
                yield from child._pieces()


class UnitTrees:
    """Reader that hands over each unit as a tree once it has ended, and each element around units as it begins."""

    def __init__(
        self,
        file: str,
        limits: FileLimits,
        roots: tuple[str, str],
        units: frozenset[str],
        on_start: Callable[[str, dict[str, str]], None],
        on_unit: Callable[[UnitElement], None],
    ) -> None:
        self.elements = Elements(
            file, limits, self._start, self._end, self._text, "utf-8", is_local=True, may_name_document_type=True
        )
        self._file, self._limits = file, limits
        self._root, self._expected = roots
        self._units, self._on_start, self._on_unit = units, on_start, on_unit
        self._open: list[UnitElement] = []
        """Unit that is being read, and the elements inside it that have begun."""
        self._n_elements = self._n_characters = 0
        self._keeps_space: list[bool] = [False]
        """Whether white space is preserved, for each element that has begun."""
        self._is_locked: list[bool] = [False]
        """Whether nothing may be translated, for each element that has begun."""

    @property
    def is_locked(self) -> bool:
        """Whether the unit that has ended, or an element around it, must not be translated."""
        return self._is_locked[-1]

    def read(self, data: bytes, on_progress: Progress) -> None:
        """Read the whole file."""
        for start in range(0, len(data), CHUNK):
            self.elements.feed(data[start : start + CHUNK])
            on_progress(min(start + CHUNK, len(data)) / len(data))
        self.elements.close()

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if self.elements.depth == 1 and name.lower() != self._root:
            raise FormatError(self._file, f"<{clean_name(name)}>", self._expected, self.elements.line)
        space = attributes.get(_SPACE)
        translate = attributes.get("translate")
        self._keeps_space.append(self._keeps_space[-1] if space is None else space == "preserve")
        self._is_locked.append(self._is_locked[-1] if translate is None else translate == "no")
        if self._open:
            self._start_inside(name, attributes)
        elif name in self._units:
            self._n_elements = self._n_characters = 0
            self._open.append(self._element(name, attributes))
        else:
            self._on_start(name, attributes)

    def _start_inside(self, name: str, attributes: dict[str, str]) -> None:
        if name in self._units:
            advice = f"A </{name}> may be missing."
            raise FormatError(self._file, f"<{name}> inside a unit", f"<{name}> next to it", self.elements.line, advice)
        self._n_elements += 1
        if self._n_elements > self._limits.unit_elements:
            expected = f"at most {counted(self._limits.unit_elements, 'element')} in one unit"
            raise TooLargeError(self._file, "more", expected, self.elements.line, ADVICE)
        element = self._element(name, attributes)
        self._open[-1].children.append(element)
        self._open.append(element)

    def _element(self, name: str, attributes: dict[str, str]) -> UnitElement:
        return UnitElement(name, attributes, self.elements.line, self._keeps_space[-1], self.elements.byte)

    def _text(self, text: str) -> None:
        if self._open:
            self._n_characters += len(text)
            check_growing_segment(self._file, self._n_characters, self._limits, self.elements.line)
            self._open[-1].children.append(text)

    def _end(self, name: str) -> None:
        if self._open:
            ended = self._open.pop()
            ended.end = self.elements.byte
            if not self._open:
                self._on_unit(ended)
        self._keeps_space.pop()
        self._is_locked.pop()
