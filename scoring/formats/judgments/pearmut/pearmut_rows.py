"""Read the answers of Pearmut's annotators about single outputs: a score, the values of sliders, and error spans."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from ....judgments.errors import MISSING
from ....text.naming import clean_name
from ...errors import FormatError
from ...json_files.objects import list_at, object_at, text_at
from ..found_judgments import FoundError
from ..scores.cells import parse_score
from ..wmt.ratings import read_error_span
from .pearmut_log import DOWNLOAD, FinishedScreen, PearmutSegment
from .utf16 import characters_of_code_units, code_unit_places

OWN = "bleuscope"
"""Key under which this package describes an item, in campaigns that it makes for Pearmut."""
RANK = "Rank"
"""Name of the slider of a ranking; rank 1 is best."""
SKIPPED = "\n"
"""Character that Pearmut shows and does not count."""
FARTHEST = 2**31


@dataclass(frozen=True)
class OwnItem:
    """This package's description of an item in a campaign that it made; empty for items of other campaigns."""

    place: int | None = None
    item: int | None = None
    """Number of the item at its place; both count from 0."""
    segment: int = 0
    """Number of the item's segment in the test set, from 1; 0 if unknown."""
    kind: str = "plain"
    protocol: str = ""
    systems: Mapping[str, object] | None = None
    """System of each name in the campaign, if the names differ."""
    damaged: tuple[object, ...] = ()
    """Names in the campaign of damaged outputs."""

    def system(self, name: str) -> str:
        system = (self.systems or {}).get(name)
        return system if isinstance(system, str) else name


@dataclass(frozen=True)
class PearmutRow:
    """The answers of one annotator about one output."""

    user: str
    screen: int | None
    system: str
    output: str
    source: str | None
    segment: int
    """Number that the file's segment gets here, from 1."""
    line: int
    score: float
    """Score; NaN if there is none."""
    sliders: Mapping[str, float]
    errors: tuple[FoundError, ...]
    """Errors, with offsets in characters and row 0."""
    own: OwnItem
    kind: str
    """Kind of output: plain, repeat, damaged, or "beside", for an output next to a damaged one."""

    @property
    def worth(self) -> float:
        """Number for comparing outputs, higher is better: the score, else the sum of the sliders, ranks negated."""
        if self.score == self.score or not self.sliders:
            return self.score
        return sum(-value if name == RANK else value for name, value in self.sliders.items())


def rows_of_segment(
    file: str, screen: FinishedScreen, segment: PearmutSegment, number: Callable[[str | None, str], int]
) -> Iterator[PearmutRow]:
    """Yield a row for each output of one segment that has an answer.

    ``number`` returns the number of a segment, by its source and id. Raises ``FormatError`` with the line.
    """
    line, item = screen.line, segment.item
    own, texts = _parse_own_item(file, line, item), object_at(file, line, item, "tgt")
    source = text_at(file, line, item, "src") if item.get("src") is not None else None
    id = text_at(file, line, item, "item_id") or "\n".join(text_at(file, line, texts, name) for name in texts)
    for name in segment.annotations:
        annotation = object_at(file, line, segment.annotations, name)
        if name not in texts:
            actual = f"an annotation of {clean_name(name)}, whose output was not shown"
            raise FormatError(file, actual, "annotations of the texts under 'tgt'", line, DOWNLOAD)
        output = text_at(file, line, texts, name)
        score, sliders = parse_score(file, annotation.get("score"), line), _sliders(file, line, annotation)
        errors = tuple(_error(file, line, output, one) for one in list_at(file, line, annotation, "error_spans"))
        has_answer = score == score or bool(errors) or bool(sliders)
        if has_answer or ("sliders" in annotation and not screen.is_skipped):
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


def _parse_own_item(file: str, line: int, item: Mapping[str, object]) -> OwnItem:
    """Return this package's description of an item, as far as it is readable."""
    description = item.get(OWN)
    if not isinstance(description, Mapping):
        return OwnItem()
    return OwnItem(
        _whole(description.get("place")),
        _whole(description.get("item")),
        _whole(description.get("segment")) or 0,
        text_at(file, line, description, "kind") or "plain",
        text_at(file, line, description, "protocol"),
        object_at(file, line, description, "systems"),
        tuple(list_at(file, line, description, "damaged")),
    )


def _whole(value: object) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < FARTHEST:
        return value
    return None


def _sliders(file: str, line: int, annotation: Mapping[str, object]) -> dict[str, float]:
    """Return the values of the sliders that were moved."""
    sliders = object_at(file, line, annotation, "sliders")
    scores = {
        clean_name(name): parse_score(file, sliders[name], line, f"slider {clean_name(name)}") for name in sliders
    }
    return {name: value for name, value in scores.items() if value == value}


def _error(file: str, line: int, output: str, span: object) -> FoundError:
    """Return one error with its offsets in characters.

    Pearmut counts UTF-16 code units without line breaks, and after the text its own marks such as ``[missing]``.
    """
    error = read_error_span(file, line, 0, span, "start_i", "end_i", inclusive=True, text=output)
    of = code_unit_places(output, SKIPPED)
    if error.start == MISSING or error.start >= len(of):
        return replace(error, start=MISSING, end=MISSING)
    start, end = characters_of_code_units(of, error.start, min(error.end, len(of)))
    return replace(error, start=start, end=end)
