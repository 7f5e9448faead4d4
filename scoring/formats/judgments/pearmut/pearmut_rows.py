"""What Pearmut's annotators said of single outputs: a score, the values of sliders, and error spans."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from ....judgments.errors import MISSING
from ....text.naming import clean_name
from ...errors import FormatError
from ...json_files.objects import list_at, object_at, text_at
from ..found_judgments import FoundError
from ..scores.cells import as_score
from ..wmt.ratings import read_error_span
from .pearmut_log import DOWNLOAD, FinishedScreen, PearmutSegment
from .utf16 import characters_of_code_units, code_unit_places

OWN = "bleuscope"
"""The key under which this package says what an item is, in campaigns that it makes for Pearmut."""
RANK = "Rank"
"""The slider of a ranking; 1 is best."""
SKIPPED = "\n"
"""The character that Pearmut shows and does not count."""
FARTHEST = 2**31


@dataclass(frozen=True)
class OwnItem:
    """What this package said of an item when it made the campaign; nothing of items of others."""

    place: int | None = None
    item: int | None = None
    """its number at the place; both from 0"""
    segment: int = 0
    """its number in the test set, from 1; 0 where nothing says it"""
    kind: str = "plain"
    protocol: str = ""
    systems: Mapping[str, object] | None = None
    """name in the campaign -> system, where they differ"""
    damaged: tuple[object, ...] = ()
    """the names in the campaign of damaged outputs"""

    def system(self, name: str) -> str:
        found = (self.systems or {}).get(name)
        return found if isinstance(found, str) else name


@dataclass(frozen=True)
class PearmutRow:
    """What one annotator said of one output."""

    user: str
    screen: int | None
    system: str
    output: str
    source: str | None
    segment: int
    """the file's own number, from 1"""
    line: int
    score: float
    """NaN where there is none"""
    sliders: Mapping[str, float]
    errors: tuple[FoundError, ...]
    """Errors, in characters; all of row 0."""
    own: OwnItem
    kind: str
    """plain, repeat, damaged, or next to a damaged one"""

    @property
    def worth(self) -> float:
        """Higher is better: the score, else what the sliders say together."""
        if self.score == self.score or not self.sliders:
            return self.score
        return sum(-value if name == RANK else value for name, value in self.sliders.items())


def rows_of_segment(
    file: str, screen: FinishedScreen, segment: PearmutSegment, number: Callable[[str | None, str], int]
) -> Iterator[PearmutRow]:
    """The outputs of one segment about which anything was said.

    ``number`` is the file's own number of a segment, by source and id. Raises ``FormatError`` with the line.
    """
    line, item = screen.line, segment.item
    own, texts = _own(file, line, item), object_at(file, line, item, "tgt")
    source = text_at(file, line, item, "src") if item.get("src") is not None else None
    id = text_at(file, line, item, "item_id") or "\n".join(text_at(file, line, texts, name) for name in texts)
    for name in segment.said:
        said = object_at(file, line, segment.said, name)
        if name not in texts:
            found = f"an annotation of {clean_name(name)}, whose output was not shown"
            raise FormatError(file, found, "annotations of the texts under 'tgt'", line, DOWNLOAD)
        output = text_at(file, line, texts, name)
        score, sliders = as_score(file, said.get("score"), line), _sliders(file, line, said)
        errors = tuple(_error(file, line, output, one) for one in list_at(file, line, said, "error_spans"))
        has_answer = score == score or bool(errors) or bool(sliders)
        if has_answer or ("sliders" in said and not screen.is_skipped):
            kind = own.kind if own.kind != "damaged" or name in own.damaged else "beside"
            at = number(source, id)
            yield PearmutRow(
                screen.user,
                screen.number,
                own.system(name),
                output,
                source,
                at,
                line,
                score,
                sliders,
                errors,
                own,
                kind,
            )


def _own(file: str, line: int, item: Mapping[str, object]) -> OwnItem:
    """Return what this package said of it, as far as it still can be read."""
    said = item.get(OWN)
    if not isinstance(said, Mapping):
        return OwnItem()
    return OwnItem(
        _whole(said.get("place")),
        _whole(said.get("item")),
        _whole(said.get("segment")) or 0,
        text_at(file, line, said, "kind") or "plain",
        text_at(file, line, said, "protocol"),
        object_at(file, line, said, "systems"),
        tuple(list_at(file, line, said, "damaged")),
    )


def _whole(value: object) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < FARTHEST:
        return value
    return None


def _sliders(file: str, line: int, said: Mapping[str, object]) -> dict[str, float]:
    """Return the values of the moved sliders."""
    given = object_at(file, line, said, "sliders")
    found = {clean_name(name): as_score(file, given[name], line, f"slider {clean_name(name)}") for name in given}
    return {name: value for name, value in found.items() if value == value}


def _error(file: str, line: int, output: str, given: object) -> FoundError:
    """Pearmut counts UTF-16 code units except for line breaks, and after the text its marks such as ``[missing]``."""
    error = read_error_span(file, line, 0, given, "start_i", "end_i", inclusive=True, text=output)
    of = code_unit_places(output, SKIPPED)
    if error.start == MISSING or error.start >= len(of):
        return replace(error, start=MISSING, end=MISSING)
    start, end = characters_of_code_units(of, error.start, min(error.end, len(of)))
    return replace(error, start=start, end=end)
