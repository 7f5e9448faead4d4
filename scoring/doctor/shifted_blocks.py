"""Blocks of lines that are late or early in one text, although all texts have equally many lines."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..counting.arrays import Flags
from ..output.numbers import counted, two_decimals
from ..output.sentence import name_list
from .finding import OUT_OF_PLACE, SOURCE, SYSTEM, WARNING, ExaminedText, ExaminedTexts, TextFinding, lines_phrase
from .line_offsets import (
    MAX_OFFSET,
    MIN_LINES,
    MIN_UNALIGNED,
    LineBlock,
    OffsetEvidence,
    least_evidence,
    measure_offsets,
)

SHIFTED, UNALIGNED = OUT_OF_PLACE
MIN_FIT = 0.3
"""Least mean evidence that lines belong together in their places: over 1.5 in real outputs, 0 in unrelated texts."""
_MAX_BLOCKS_TOLD = 5
"""Most blocks of one text that have a finding each; further ones are only counted."""
_MAX_NAMES = 3
"""Most texts that a message names."""
_WHOLE = 0.9
"""Smallest share of the lines for which a block counts as the whole text."""
_MAX_SCORED = 5000
"""Most lines from which the scores at an offset are computed."""
_NUMERALS = {1: "one line", 2: "two lines", 3: "three lines", 4: "four lines", 5: "five lines"}


@dataclass(frozen=True)
class ShiftedBlock:
    """A block of one text that is late or early."""

    text: ExaminedText
    block: LineBlock
    against: tuple[str, ...]
    """Phrases for the texts that the block does not line up with."""
    is_sure: bool
    """Whether other texts show that this text is shifted, and not the text it is compared with."""

    @property
    def how_far(self) -> str:
        """Phrase for the offset, such as "one line late"."""
        return _offset_phrase(self.block.offset)


def find_shifted_blocks(texts: ExaminedTexts, lined_up: "LinedUpTexts") -> list[ShiftedBlock]:
    """Return the blocks that are shifted, each of the text that disagrees with most others.

    All texts in the target language are compared with the first one, and the first one with the source. Where more than
    half of them fit the first text at the same offset, the first text is shifted, unless it fits the source in its
    place: outputs of one source may all have that source's fault.
    """
    hub, *others = texts.targets or texts.all
    shifted_blocks, of_hub = [], []
    shifts = [(other, block) for other in others for block in lined_up.blocks(other, hub)]
    for other, block in shifts:
        alike = [(one, of) for one, of in shifts if _are_same_place(block, of)]
        if len(others) > 1 and 2 * len({one for one, _ in alike}) > len(others):
            of_hub.append((block, alike))
        elif len(others) > 1:
            shifted_blocks.append(ShiftedBlock(other, block, (hub.phrase,), is_sure=True))
        else:
            shifted_blocks.append(_shifted_of_two(lined_up, hub, other, block, texts.source))
    hub_blocks: list[LineBlock] = []
    for block, alike in of_hub:
        partner = _most_usual(alike)
        for own in _matching(lined_up.blocks(hub, partner), block) or [_seen_from_other(block, len(hub))]:
            if not any(_are_same_place(own, one) for one in hub_blocks):
                hub_blocks.append(own)
                shifted_blocks += _blamed_by_most(lined_up, texts, own, alike)
                shifted_blocks += _references_alike(lined_up, texts, own, partner, shifted_blocks[-1])
    if texts.source is not None and texts.targets:
        shifted_blocks += _find_shifts_from_source(lined_up, texts, shifted_blocks)
    return shifted_blocks


def shifted_lines(texts: ExaminedTexts, blocks: Sequence[ShiftedBlock]) -> Flags:
    """Return whether each segment is in a shifted block, (n_segments,)."""
    flags: Flags = np.zeros(len(texts), bool)
    for shifted in blocks:
        flags[shifted.block.start : shifted.block.stop] = True
    return flags


def shifted_findings(
    texts: ExaminedTexts, lined_up: "LinedUpTexts", blocks: Sequence[ShiftedBlock]
) -> Iterator[TextFinding]:
    """Yield a finding for each block; if a text has many blocks, for its last ones, which are repaired first."""
    for text in texts.all:
        of_text = sorted((one for one in blocks if one.text is text), key=lambda one: one.block.start)
        yield from (_finding(texts, lined_up, shifted, of_text) for shifted in of_text[-_MAX_BLOCKS_TOLD:])


def shift_sentence(shifted: ShiftedBlock) -> str:
    """Return a sentence on a block such as "Lines 301 to 372 of the reference seem to be one line late."."""
    block = shifted.block
    verb = "seems" if block.stop - block.start == 1 else "seem"
    return f"{lines_phrase(block.start + 1, block.stop)} of {shifted.text.phrase} {verb} to be {shifted.how_far}."


def doubt_sentence(shifted: ShiftedBlock) -> str:
    """Return ``shift_sentence``, with the texts that may be shifted instead where it is not clear which one is."""
    sentence = shift_sentence(shifted)
    if shifted.is_sure:
        return sentence
    is_ = "is" if len(shifted.against) == 1 else "are"
    others = f"{name_list(shifted.against, _MAX_NAMES)} {is_} {_offset_phrase(-shifted.block.offset)}"
    return f"{sentence.removesuffix('.')}, or {others} there."


def find_unaligned_texts(
    texts: ExaminedTexts, lined_up: "LinedUpTexts", blocks: Sequence[ShiftedBlock]
) -> Iterator[TextFinding]:
    """Yield a finding for each text whose lines fit the lines of the first text in no place nearby.

    Of one reference and its source the reference is named; of two target texts the text that the source does not fit.
    """
    hub, *others = texts.targets or texts.all
    if not others and texts.source is not None and hub is not texts.source:
        hub, others = texts.source, [hub]
    unaligned = [other for other in others if (fit := lined_up.fit(other, hub)) is not None and fit < MIN_FIT]
    if len(unaligned) > 1 and 2 * len(unaligned) > len(others):
        unaligned, phrase = [hub], "the other texts"
    elif len(others) == len(unaligned) == 1 and _fits_source_alone(texts, lined_up, others[0]):
        unaligned, phrase = [hub], f"{others[0].phrase} and of the source"
    else:
        phrase = hub.phrase
    n = len(texts)
    for text in unaligned:
        if any(shifted.text is text for shifted in blocks):
            continue
        sentence = f"The lines of {text.phrase} do not seem to be those of {phrase}"
        message = (
            f"{sentence}, in their places or up to {MAX_OFFSET} lines away. Is it another text, or in another order?"
        )
        yield TextFinding(UNALIGNED, WARNING, text.role, text.file, 1, n, message, n, 1.0, (1,), f"{sentence}.")


def find_unaligned_blocks(texts: ExaminedTexts, lined_up: "LinedUpTexts", is_explained: Flags) -> list[TextFinding]:
    """Return a finding for each long block of lines that fits no lines of the first target text nearby.

    The block belongs to the first text where more than half of the others have it, or where the source fits the only
    other text better. ``is_explained``, (n_segments,), marks lines with another explanation.
    """
    if len(texts.targets) < 2:
        return []
    hub, *others = texts.targets
    unaligned = [(other, block) for other in others for block in lined_up.unaligned_blocks(other, hub, is_explained)]
    blamed_blocks: list[tuple[ExaminedText, LineBlock, str]] = []
    for other, block in unaligned:
        with_it = {one for one, of in unaligned if _overlap(block, of)}
        is_of_hub = len(others) > 1 and 2 * len(with_it) > len(others)
        if is_of_hub or (len(others) == 1 and _fits_source_better(texts, lined_up, other, block)):
            phrase = other.phrase if len(others) == 1 else "the other texts"
            if not any(text is hub and _overlap(block, of) for text, of, _ in blamed_blocks):
                blamed_blocks.append((hub, block, phrase))
        else:
            blamed_blocks.append((other, block, hub.phrase))
    return [_unaligned_block(*one) for one in blamed_blocks]


def _fits_source_better(texts: ExaminedTexts, lined_up: "LinedUpTexts", other: ExaminedText, block: LineBlock) -> bool:
    """Return whether the source fits a block's lines of this text better than those of the first target text."""
    if texts.source is None:
        return False
    of_hub, of_other = (lined_up.evidence(text, texts.source) for text in (texts.targets[0], other))
    return of_hub is not None and of_other is not None and of_other.fit_in_place(block) > of_hub.fit_in_place(block)


def _unaligned_block(text: ExaminedText, block: LineBlock, phrase: str) -> TextFinding:
    n = block.stop - block.start
    sentence = (
        f"{lines_phrase(block.start + 1, block.stop)} of {text.phrase} do not seem to belong to those of {phrase}"
    )
    message = (
        f"{sentence}, in their places or up to {MAX_OFFSET} lines away. Read the first and the last of them: are they"
        " of another text, in another order, or further away?"
    )
    examples = (block.start + 1, block.start + n // 2 + 1, block.stop)
    return TextFinding(
        UNALIGNED,
        WARNING,
        text.role,
        text.file,
        block.start + 1,
        block.stop,
        message,
        n,
        n / len(text),
        examples,
        f"{sentence}.",
        np.arange(block.start, block.stop),
    )


def _fits_source_alone(texts: ExaminedTexts, lined_up: "LinedUpTexts", other: ExaminedText) -> bool:
    """Return whether the source fits the lines of this text, and not those of the first target text."""
    hub, source = texts.targets[0], texts.source
    if source is None or hub is other:
        return False
    of_hub, of_other = lined_up.fit(hub, source), lined_up.fit(other, source)
    return of_hub is not None and of_other is not None and of_hub < MIN_FIT <= of_other


class LinedUpTexts:
    """The evidence of how texts line up, computed once for each pair."""

    def __init__(self, texts: ExaminedTexts) -> None:
        self._texts = texts
        self._evidence: dict[tuple[int, int], OffsetEvidence | None] = {}

    def evidence(self, text: ExaminedText, other: ExaminedText) -> OffsetEvidence | None:
        key = id(text), id(other)
        if key not in self._evidence:
            self._evidence[key] = measure_offsets(self._texts.features(text), self._texts.features(other))
        return self._evidence[key]

    def blocks(self, text: ExaminedText, other: ExaminedText) -> list[LineBlock]:
        evidence = self.evidence(text, other)
        return [] if evidence is None else evidence.blocks()

    def fit(self, text: ExaminedText, other: ExaminedText) -> float | None:
        """Return the mean fit of a text's lines with another's in their places; None if few, shifted or periodic."""
        evidence = self.evidence(text, other)
        is_open = (
            evidence is not None and not evidence.is_periodic and len(text) >= MIN_UNALIGNED and not evidence.blocks()
        )
        return evidence.fit if is_open and evidence is not None else None

    def unaligned_blocks(self, text: ExaminedText, other: ExaminedText, is_explained: Flags) -> list[LineBlock]:
        evidence = self.evidence(text, other)
        return [] if evidence is None else evidence.unaligned_blocks(is_explained)

    def gain(self, text: ExaminedText, other: ExaminedText, block: LineBlock) -> float:
        evidence = self.evidence(text, other)
        return 0.0 if evidence is None else evidence.gain(block)

    def fits_all(self, text: ExaminedText, other: ExaminedText, lines: range, offset: int, not_at: int) -> bool:
        """Return whether none of a text's lines fits the other text better at ``not_at`` than at ``offset``."""
        blocks = [LineBlock(line, line + 1, offset, 0.0) for line in lines if 0 <= line < len(text)]
        gains = [self.gain(text, other, one) - self.gain(text, other, replace(one, offset=not_at)) for one in blocks]
        return all(gain >= 0 for gain in gains)


def _offset_phrase(offset: int) -> str:
    return f"{_NUMERALS[abs(offset)]} {'late' if offset < 0 else 'early'}"


def _shifted_of_two(
    lined_up: LinedUpTexts, hub: ExaminedText, other: ExaminedText, block: LineBlock, source: ExaminedText | None
) -> ShiftedBlock:
    """Return the block of the one of two texts that is shifted: the text that the source does not fit either.

    Without a source it is the text with more repeated or empty lines at the ends of the block, else the second text.
    """
    (own, *_) = [*_matching(lined_up.blocks(hub, other), block), _seen_from_other(block, len(hub))]
    if source is None:
        if _torn_lines(hub, own) > _torn_lines(other, block):
            return ShiftedBlock(hub, own, (other.phrase,), is_sure=False)
        return ShiftedBlock(other, block, (hub.phrase,), is_sure=False)
    of_other, of_hub = lined_up.gain(other, source, block), lined_up.gain(hub, source, own)
    if of_hub > of_other:
        return ShiftedBlock(hub, own, (other.phrase,), is_sure=of_hub > 0)
    return ShiftedBlock(other, block, (hub.phrase,), is_sure=of_other > 0)


def _blamed_by_most(
    lined_up: LinedUpTexts, texts: ExaminedTexts, own: LineBlock, alike: Sequence[tuple[ExaminedText, LineBlock]]
) -> Iterator[ShiftedBlock]:
    """Yield the first text's block that disagrees with most others, or their blocks if the source clearly fits it.

    Outputs alone are no proof against a reference: they may all have been made from a source that was shifted.
    """
    hub, *others = texts.targets
    if texts.source is not None and lined_up.gain(hub, texts.source, own) < -least_evidence(len(texts)):
        against = hub.phrase, texts.source.phrase
        yield from (ShiftedBlock(other, block, against, is_sure=False) for other, block in alike)
        return
    phrases = tuple(dict.fromkeys(other.phrase for other, _ in alike))
    by_source = texts.source is not None and lined_up.gain(hub, texts.source, own) > least_evidence(len(texts))
    by_reference = any(other.role != SYSTEM for other, _ in alike)
    is_most = len(phrases) > len(others) - len(phrases) + 1
    yield ShiftedBlock(hub, own, phrases, is_sure=is_most and (by_source or by_reference))


def _most_usual(alike: Sequence[tuple[ExaminedText, LineBlock]]) -> ExaminedText:
    """Return the text whose block has ends nearest to the medians.

    Another text may have a further shift of its own.
    """
    ends = np.array([(block.start, block.stop) for _, block in alike])
    middle = np.sort(ends, axis=0)[len(ends) // 2]
    return alike[int(np.abs(ends - middle).sum(axis=1).argmin())][0]


def _references_alike(
    lined_up: LinedUpTexts, texts: ExaminedTexts, own: LineBlock, partner: ExaminedText, shifted: ShiftedBlock
) -> Iterator[ShiftedBlock]:
    """Yield the block of each other reference that is shifted in the same way as the first, and so lines up with it."""
    is_of_first = any(shifted.text is hub for hub in texts.references[:1])
    for other in texts.references[1:] if is_of_first else ():
        blocks = () if other is partner else lined_up.blocks(other, partner)
        yield from (
            ShiftedBlock(other, block, shifted.against, shifted.is_sure)
            for block in blocks
            if _are_same_place(block, own)
        )


def _torn_lines(text: ExaminedText, block: LineBlock) -> int:
    """Return the number of lines at a block's ends that are empty, or equal to a line that the shift would repeat."""
    reach = abs(block.offset)
    places = [*range(block.start - reach, block.start + reach), *range(block.stop - reach, block.stop + reach)]
    lines = {place: text.segments[place].as_py() or "" for place in places if 0 <= place < len(text)}
    before = {place - reach: text.segments[place - reach].as_py() for place in lines if place >= reach}
    return sum(not line.strip() or before.get(place - reach) == line for place, line in lines.items())


def _find_shifts_from_source(
    lined_up: LinedUpTexts, texts: ExaminedTexts, shifted_blocks: Sequence[ShiftedBlock]
) -> Iterator[ShiftedBlock]:
    """Yield blocks in which source and first target text do not line up, unless that text is known to be shifted."""
    source, hub = texts.source, texts.targets[0]
    assert source is not None
    hub_blocks = [one.block for one in shifted_blocks if one.text is hub]
    for block in lined_up.blocks(hub, source):
        if any(_are_same_place(block, one) for one in hub_blocks):
            continue
        if len(texts.targets) == 1:
            yield ShiftedBlock(hub, block, (source.phrase,), is_sure=False)
            continue
        (own, *_) = [*_matching(lined_up.blocks(source, hub), block), _seen_from_other(block, len(hub))]
        yield ShiftedBlock(source, own, tuple(text.phrase for text in texts.targets), is_sure=True)


def _seen_from_other(block: LineBlock, n_lines: int) -> LineBlock:
    """Return the other text's lines that a block belongs to, as a block in that text's numbers."""
    start, stop = max(0, block.start + block.offset), min(n_lines, block.stop + block.offset)
    return LineBlock(start, stop, -block.offset, block.evidence)


def _matching(own: Sequence[LineBlock], block: LineBlock) -> list[LineBlock]:
    """Return the blocks of one text that match another text's block in their own numbers."""
    return [one for one in own if one.offset == -block.offset and _overlap(one, _seen_from_other(block, 1 << 62))]


def _are_same_place(block: LineBlock, other: LineBlock) -> bool:
    return block.offset == other.offset and _overlap(block, other)


def _overlap(block: LineBlock, other: LineBlock) -> bool:
    return min(block.stop, other.stop) > max(block.start, other.start)


def _finding(
    texts: ExaminedTexts, lined_up: LinedUpTexts, shifted: ShiftedBlock, of_text: Sequence[ShiftedBlock]
) -> TextFinding:
    """Return the finding of one of a text's blocks; its segments include the line that seems to be added."""
    text, block = shifted.text, shifted.block
    against = name_list(shifted.against, _MAX_NAMES)
    sentence = doubt_sentence(shifted)
    others = f"They fit {against} there." if shifted.is_sure else "Read some of these lines to see which."
    n_blocks = len(of_text)
    count_sentence = f" {counted(n_blocks, 'block')} of this text are shifted." if n_blocks > _MAX_BLOCKS_TOLD else ""
    breaks = _line_breaks(texts, lined_up, shifted, of_text)
    repair = _repair_sentence(shifted, breaks, n_blocks)
    until_then = "Until then scores of these lines compare texts that do not belong together."
    message = " ".join(
        filter(None, [f"{sentence} {others}{_score_there(texts, shifted)}{count_sentence}", repair, until_then])
    )
    extra = [line for one in breaks for line in one.extra]
    first = min([*extra, block.start]) + 1
    examples = (first, block.start + 1, block.start + (block.stop - block.start) // 2 + 1, block.stop)
    start, stop = min([block.start, *extra]), max([block.stop, *(line + 1 for line in extra)])
    return TextFinding(
        SHIFTED,
        WARNING,
        text.role,
        text.file,
        start + 1,
        stop,
        message,
        stop - start,
        (stop - start) / len(text),
        tuple(dict.fromkeys(examples)),
        "" if text.role == SOURCE else f"{sentence} {repair}".strip(),
        np.arange(start, stop),
        repair=repair,
    )


@dataclass(frozen=True)
class _LineBreak:
    """A place from which lines are further out of place than before, or less far."""

    line: int
    """Approximate line of the place, from 0."""
    n_lines: int
    """Number of lines that are added there, or missing."""
    is_added: bool
    extra: range = range(0)
    """Lines that seem to be added, from 0; empty where it is not clear which."""
    why: str = ""
    """Reason why these lines seem to be added, with its verb."""


def _line_breaks(
    texts: ExaminedTexts, lined_up: LinedUpTexts, shifted: ShiftedBlock, of_text: Sequence[ShiftedBlock]
) -> tuple[_LineBreak, ...]:
    """Return the breaks at which a block begins and ends.

    Its end is left out where another block or the end of the text follows.
    """
    block, n_lines = shifted.block, len(texts)
    others = [one.block for one in of_text if one is not shifted]
    before = next((one.offset for one in others if abs(block.start - one.stop) <= MIN_LINES), 0)
    is_followed = any(abs(one.start - block.stop) <= MIN_LINES for one in others)
    changes = [(block.start, before, block.offset)]
    if not is_followed and not _loses_end(block, n_lines):
        changes.append((block.stop, block.offset, 0))
    return tuple(
        _line_break(texts, lined_up, shifted, line, before, after) for line, before, after in changes if before != after
    )


def _loses_end(block: LineBlock, n_lines: int) -> bool:
    """Return whether a block is late up to the end of its text, so that the text has lost its last lines."""
    return block.offset < 0 and block.stop == n_lines


def _line_break(
    texts: ExaminedTexts, lined_up: LinedUpTexts, shifted: ShiftedBlock, line: int, before: int, after: int
) -> _LineBreak:
    """Return the break at a line, at which offsets change from ``before`` to ``after``.

    Added lines are before the block that they make late, and after a block whose end they put right.
    """
    if after > before:
        return _LineBreak(line, after - before, is_added=False)
    n_lines = before - after
    first = max(0, line - n_lines) if line == shifted.block.start else line
    extra, why = _extra_lines(texts, shifted, first, n_lines)
    (partner, *_) = [text for text in texts.all if text.phrase in shifted.against]
    if extra and not _can_be_extra(lined_up, shifted.text, partner, extra, first, before, after):
        extra, why = range(0), ""
    return _LineBreak(first, n_lines, is_added=True, extra=extra, why=why)


def _can_be_extra(
    lined_up: LinedUpTexts,
    text: ExaminedText,
    partner: ExaminedText,
    extra: range,
    first: int,
    before: int,
    after: int,
) -> bool:
    """Return whether lines may be the added ones: they are next to ``first``, and no line between contradicts it.

    Lines before the added ones are at the offset ``before``, lines after them at the offset ``after``.
    """
    behind, in_front = range(extra.stop, first + len(extra)), range(first, extra.start)
    return (
        abs(extra.start - first) <= 1
        and lined_up.fits_all(text, partner, behind, after, before)
        and lined_up.fits_all(text, partner, in_front, before, after)
    )


def _extra_lines(texts: ExaminedTexts, shifted: ShiftedBlock, first: int, n_lines: int) -> tuple[range, str]:
    """Return the lines near ``first`` that may be added, and why: they are empty, or a line repeats the line before.

    The other texts have no such lines there. Returns an empty range where no lines, or several, are possible.
    """
    partners = [text for text in texts.all if text.phrase in shifted.against]
    starts = range(max(0, first - MIN_LINES), min(first + MIN_LINES, len(texts) - n_lines) + 1)

    def is_alone(has_it: Callable[[ExaminedText, int], bool], at: int) -> bool:
        lines = at, at + shifted.block.offset
        return has_it(shifted.text, at) and not any(has_it(text, line) for text in partners for line in lines)

    empty = [start for start in starts if all(is_alone(_is_empty, at) for at in range(start, start + n_lines))]
    if len(empty) == 1:
        return range(empty[0], empty[0] + n_lines), "is empty" if n_lines == 1 else "are empty"
    repeated = [start for start in starts if is_alone(_repeats_line, start)]
    if n_lines == 1 and not empty and len(repeated) == 1:
        return range(repeated[0], repeated[0] + 1), f"repeats line {repeated[0]:,}"
    return range(0), ""


def _is_empty(text: ExaminedText, line: int) -> bool:
    return 0 <= line < len(text) and not (text.segments[line].as_py() or "").strip()


def _repeats_line(text: ExaminedText, line: int) -> bool:
    return 1 <= line < len(text) and bool(text.segments[line].as_py() == text.segments[line - 1].as_py())


def _repair_sentence(shifted: ShiftedBlock, breaks: Sequence[_LineBreak], n_blocks: int) -> str:
    """Return the sentence that says which line to delete, or where to look for an added or a missing line.

    It ends with the advice to upload the file again. Where the text has several blocks, it says in which order to
    repair them. It is empty for a block that two others enclose and that has the same offset as these.
    """
    if not breaks:
        return ""
    text, block = shifted.text, shifted.block
    name = text.name if text.role == SYSTEM else text.phrase
    in_order = f". Put the {n_blocks} blocks of {name} right from the last to the first, then upload the file again."
    known_breaks, unknown_breaks = [one for one in breaks if one.extra], [one for one in breaks if not one.extra]
    clauses: list[str] = []
    for one in known_breaks:
        are_several = len(one.extra) > 1
        lines = lines_phrase(one.extra[0] + 1, one.extra[-1] + 1)
        lines, of_text = (lines.lower(), "") if clauses else (lines, f" of {name}")
        seem, them = ("seem", "them") if are_several else ("seems", "it")
        clauses.append(f"{lines}{of_text} {one.why} and {seem} to be extra: delete {them}")
    places = [_where_to_look(one, len(text)) for one in unknown_breaks]
    if not known_breaks:
        first, *rest = places
        other = "a missing" if breaks[0].is_added else "an added"
        others = rest if shifted.is_sure else [f"{other} one in {name_list(shifted.against, _MAX_NAMES)}"]
        phrase = (" and for " if shifted.is_sure else ", or for ").join([f"{first} of {name}", *others])
        return f"Look for {phrase}{in_order if n_blocks > 1 else ', put the file right and upload it again.'}"
    look = f", look for {' and for '.join(places)}" if places else ""
    lost = abs(block.offset)
    lines, are = ("line", "is") if lost == 1 else (f"{lost} lines", "are")
    cut = f", add the last {lines}, which {are} cut off" if _loses_end(block, len(text)) else ""
    end = in_order if n_blocks > 1 else f"{',' * bool(cut)} and upload the file again."
    return f"{'; '.join(clauses)}{look}{cut}{end}"


def _where_to_look(one: _LineBreak, n_lines: int) -> str:
    kind = "added" if one.is_added else "missing"
    lines = f"{'an' if one.is_added else 'a'} {kind} line" if one.n_lines == 1 else f"{one.n_lines} {kind} lines"
    at_end = " or at the end" if not one.is_added and one.line > n_lines - MIN_LINES else ""
    return f"{lines} near line {min(one.line + 1, n_lines):,}{at_end}"


def _score_there(texts: ExaminedTexts, shifted: ShiftedBlock) -> str:
    """Return the scores of a whole text in its lines and at the offset, if the two texts are in one language."""
    block, partners = shifted.block, [one for one in texts.targets if one.phrase in shifted.against]
    if shifted.text.role == SOURCE or not partners or block.stop - block.start < _WHOLE * len(shifted.text):
        return ""
    start = max(block.start, -block.offset)
    stop = min(block.stop, start + _MAX_SCORED, len(shifted.text) - block.offset)
    columns = [
        shifted.text.segments[start:stop].fill_null(""),
        partners[0].segments[start:stop].fill_null(""),
        partners[0].segments[start + block.offset : stop + block.offset].fill_null(""),
    ]
    from ..chrf import CHRFPlusPlus  # imported late: few texts are shifted as a whole

    metric = CHRFPlusPlus()
    score, moved_score = (
        two_decimals(metric.score(metric.statistics(columns[0], [column]).sum(axis=0))) for column in columns[1:]
    )
    return f" chrF++ with {partners[0].phrase} is {score} as the lines are and {moved_score} with the lines moved."
