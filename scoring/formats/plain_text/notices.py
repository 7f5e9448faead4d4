"""Notice oddities in a column's text, a whole column at once, and offer repairs."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from string import ascii_letters, digits

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ...counting.arrays import Flags, Ints, take_arrow_rows
from ...counting.blocks import bounded_runs, segment_bytes
from ...counting.progress import Progress, no_progress
from ...output.numbers import counted
from ...text.cutting import text_bytes
from ...text.texts import as_mask
from ...validation import expect
from ..columns import EMPTY_REPAIR, TRANSLATION_FILES, Column, Notice, Role
from ..limits import MEGABYTE
from ..names import guess_header
from ..tables.spreadsheets import AS_FORMULA, AS_TEXT
from .invisible import BLANKS, JOINERS, NONCHARACTERS, ZERO_WIDTH
from .uniform import KINDS as UNIFORM
from .uniform import Kinds, UniformTally

SHOWN_LINES = 5
TEXT_FORMATS = frozenset(["NIST", "WMT", "documents", "lists"]) | TRANSLATION_FILES
"""Formats that only hold texts."""
BLANK = r"\A[\s\v\x{85}\p{Z}]*\z"
BLOCK = 4 * MEGABYTE
"""Number of bytes of text that are searched at once, fewer if a block would have more than ``BLOCK_ROWS`` rows."""
BLOCK_ROWS = 2**17
MARKS = 100
"""Maximum number of marks in a row for normalization; Unicode's Stream-Safe Text Format (UAX #15) has at most 30."""
SOME_MARKS = r"\p{M}{8}"
NOT_NFC = "hold characters that are composed differently from Unicode's usual form (NFC)"
QUOTED = r'\A"(?:[^"]|"")*"\z'
DOUBLED = r'[^"]""[^"]'
ONE_WORD = r"\A\s*[A-Za-z][A-Za-z0-9_]*\s*\z"
MIN_BELOW_HEADER = 3
"""Minimum number of segments for a notice that the first one looks like a header."""

# Every character that NFC may change: combining marks, conjoining jamo, and the ones that are
# replaced by another (Ohm, Angstrom, CJK compatibility, ...). A test compares with unicodedata.
MAYBE_NOT_NFC = (
    r"[\p{M}\x{374}\x{37E}\x{387}\x{958}-\x{95F}\x{9DC}-\x{9DF}\x{A33}-\x{A5E}\x{B5C}\x{B5D}\x{F43}-\x{FBC}"
    r"\x{1161}-\x{1175}\x{11A8}-\x{11C2}\x{1F71}-\x{1FFD}\x{2000}\x{2001}\x{2126}\x{212A}\x{212B}\x{2329}\x{232A}"
    r"\x{2ADC}\x{F900}-\x{FAFF}\x{FB1D}-\x{FB4E}\x{1D15E}-\x{1D1C0}\x{2F800}-\x{2FA1D}]"
)


def empty_as_missing(segments: pa.StringArray) -> pa.StringArray:
    """Return the texts with null for every text that is empty or only white space."""
    return pc.if_else(pc.match_substring_regex(segments, BLANK), pa.scalar(None, pa.string()), segments)


@dataclass(frozen=True)
class CharacterCheck:
    """A check for characters worth a notice: ``pattern`` is RE2; ``replacement`` is what the repair writes instead.

    ``sieve``, if there is one, matches every text that ``pattern`` matches, and is compiled in a fraction of the time.
    ``signs`` are usual characters: a text that ``pattern`` matches has one of them, or an unusual character. None if
    the pattern also matches texts without any such sign.
    """

    kind: str
    pattern: str
    verb_phrase: str
    repair: str | None = None
    replacement: str = ""
    sieve: str = ""
    signs: str | None = ""


SPACES = "Replace with spaces"
_CYRILLIC = "".join(map(chr, range(0x400, 0x460)))
_INLINE_TAG = r"</?(?:ph|x|bx|ex|g|bpt|ept|it|mrk|pc|sc|ec)(?:\s[^<>]*)?/?>"
ENTITIES = "html-entities"
ENTITY = (
    r"&(?:amp|lt|gt|quot|apos|nbsp|hellip|[mn]dash|sbquo|[lrb]dquo|[lr]squo|[lr]s?aquo|shy|szlig|euro"
    r"|[A-Za-z]{1,2}(?:acute|grave|circ|uml|tilde|cedil|ring|slash|lig)|#\d{1,7}|#[xX][0-9A-Fa-f]{1,6});"
)
"""RE2 of an HTML entity."""
SPECIAL_TOKENS = r"<(?:unk|UNK|/?s|pad|/?bos|/?eos|mask)>|\[(?:UNK|CLS|SEP|PAD|MASK)\]"
"""RE2 of special tokens that models put around texts and in place of words."""
CHECKS = (
    CharacterCheck("line-breaks", r"\n", "hold a line break", SPACES, " ", signs="\n"),
    CharacterCheck(
        "lone-cr", r"\r", "hold a lone carriage return (CR), which is no line end here", SPACES, " ", signs="\r"
    ),
    CharacterCheck(
        "odd-separators",
        r"[\v\f\x1c-\x1e\x{85}\x{2028}\x{2029}]",
        "hold a separator that some programs take for a line end (U+2028, U+0085, form feed, ...)",
        SPACES,
        " ",
        signs="\v\f\x1c\x1d\x1e",
    ),
    CharacterCheck(
        "control-characters",
        rf"[\x00-\x08\x0e-\x1b\x1f\x7f-\x{{84}}\x{{86}}-\x{{9f}}{NONCHARACTERS}]",
        "hold control characters or noncharacters, which can mean that the encoding was guessed wrongly somewhere",
        "Remove control characters",
        signs="".join(map(chr, (*range(9), *range(14, 28), 31, 127))),
    ),
    CharacterCheck(
        "zero-width",
        ZERO_WIDTH,
        "hold zero-width characters or soft hyphens, which nobody sees but every metric counts",
        "Remove zero-width characters",
        r"\1\2\3\4",
    ),
    CharacterCheck(
        "blanks",
        BLANKS,
        "hold blank characters that are no spaces, such as U+2800 or U+3164, which metrics count as parts of words",
        SPACES,
        r"\1 \2",
    ),
    # Where these are noticed they may still be meant, so taking them out is not offered.
    CharacterCheck("joiners", JOINERS, "hold joiners or direction marks"),
    CharacterCheck("replacement-characters", r"\x{fffd}", "hold U+FFFD, the trace of text that was damaged earlier"),
    CharacterCheck(
        "private-use", r"\p{Co}", "hold private-use characters, which mean something in one font or program only"
    ),
    CharacterCheck(
        "mojibake",
        r"[\x{c3}\x{d0}\x{d1}][\x{80}-\x{9f}\x{a1}-\x{a9}\x{ac}-\x{b9}\x{bc}-\x{bf}]|\x{e2}\x{20ac}",
        "hold \N{LATIN CAPITAL LETTER A WITH TILDE}\N{COPYRIGHT SIGN} or the like,"
        " the trace of UTF-8 that was read in another encoding",
        signs="\xc3\xd0\xd1\xe2",
    ),
    CharacterCheck(
        "escapes",
        r"\\(?:u[0-9A-Fa-f]{4}|x[0-9A-Fa-f]{2}|[nt](?:[^a-z]|\z)|\")|=[C-F][0-9A-F]=[89AB][0-9A-F]",
        r"hold escapes such as \n, \u00e9 or =C3=A9 in place of the characters that they mean",
        signs="\\=",
    ),
    CharacterCheck(
        "bpe",
        r"\S@@(?: |\z)",
        "hold @@, the mark of words cut into pieces (BPE); join the pieces before scoring",
        signs="@",
    ),
    CharacterCheck(
        "sentencepiece",
        r"\x{2581}[\p{L}\p{N}\p{P}]",
        "hold \N{LOWER ONE EIGHTH BLOCK} (U+2581), the mark of SentencePiece's pieces; join them before scoring",
        sieve=r"\x{2581}\S",
    ),
    CharacterCheck(
        "wordpiece",
        r"\S ##[\p{L}\p{N}]",
        "hold ##, the mark of words cut into pieces (WordPiece); join the pieces before scoring",
        sieve=r"\S ##\S",
        signs="#",
    ),
    CharacterCheck(
        "opennmt-joiners",
        r"\x{ffed}|\x{ff5f}mrk_",
        "hold \N{HALFWIDTH BLACK SQUARE} (U+FFED), the mark of OpenNMT's pieces; join them before scoring",
    ),
    CharacterCheck(
        "special-tokens",
        SPECIAL_TOKENS,
        "hold <unk>, </s>, [UNK] or the like, which models put around texts and in place of words",
        signs="<[",
    ),
    CharacterCheck(
        ENTITIES,
        ENTITY,
        "hold HTML entities such as &amp; or &#39; in place of the characters that they mean",
        signs="&",
    ),
    CharacterCheck(
        "inline-tags",
        rf"{_INLINE_TAG}|\p{{L}}\{{\d+\}}|\{{\d+\}}\p{{L}}",
        'hold inline tags of translation programs such as <ph id="1"/> or {1}, which are scored as words',
        sieve=rf"{_INLINE_TAG}|\S\{{\d+\}}|\{{\d+\}}\S",
        signs="<{",
    ),
    CharacterCheck(
        "lookalikes",
        r"\p{Latin}[\p{Cyrillic}\x{391}\x{392}\x{395}-\x{397}\x{399}\x{39a}\x{39c}\x{39d}\x{39f}\x{3a1}\x{3a4}\x{3a5}\x{3a7}"
        r"\x{3bf}]+\p{Latin}|[\p{Cyrillic}\p{Greek}]\p{Latin}+[\p{Cyrillic}\p{Greek}]",
        "hold words with letters of another script that look alike, such as a Cyrillic \N{CYRILLIC SMALL LETTER A}"
        " between Latin letters; no metric takes them for the same",
        signs=_CYRILLIC,
    ),
    CharacterCheck(
        "styled-letters",
        r"[\x{1d400}-\x{1d7ff}]{2}|[\x{fb00}-\x{fb06}]"
        r"|\A[^\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]*[\x{ff41}-\x{ff5a}]{2}[^\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]*\z",
        "hold mathematical or wide letters or ligatures such as \N{LATIN SMALL LIGATURE FI} in place of usual letters,"
        " which no metric takes for the same",
        sieve=r"[\x{1d400}-\x{1d7ff}]{2}|[\x{fb00}-\x{fb06}]|[\x{ff41}-\x{ff5a}]{2}",
    ),
    CharacterCheck(
        "program-output",
        r"\ATraceback \(most recent call last\):|\A  File \".+\", line \d+"
        r"|\A#\s*(?i:generated|created|produced) (?:by|with|on) "
        r"|\A\$ (?:\./)?[a-z][\w.-]* |\A(?:\[?(?:WARN(?:ING)?|ERROR|INFO|DEBUG|FATAL|CRITICAL)\]?:[\w.]*:?)\s"
        r"|\A(?:BLEU|chrF2?\+*|TER|spBLEU|COMET)\S* ?[=:] ?\d",
        "look like messages of a program, such as Traceback, WARNING: or BLEU =, and are scored as text",
        signs=None,
    ),
)
_USUAL_RANGES = (
    *(("\xa0", "\xac"), ("\xae", "\u02ff"), (_CYRILLIC[0], _CYRILLIC[-1]), ("\u05d0", "\u05ea"), ("\u0621", "\u064a")),
    *(("\u2010", "\u2027"), ("\u202f", "\u205e"), ("\u20a0", "\u20c0"), ("\u3001", "\u3029"), ("\u3041", "\u3096")),
    *(("\u2190", "\u2328"), ("\u232b", "\u2580"), ("\u2582", "\u27ff"), ("\u30a1", "\u30fe"), ("\u4e00", "\u9fff")),
    *(("\uac00", "\ud7a3"), ("\uff01", "\uff40"), ("\U0001f300", "\U0001faff")),
)
"""Ranges of characters beyond ASCII that usual texts have: first and last of each range."""
_ASCII = bytes(range(128))
_USUAL_BYTES = bytes([*range(128, 256), *b" .,'\"!?()-:;%/*+$_", *ascii_letters.encode(), *digits.encode()])
TOKENIZED = "tokenized"
"""Kind of the notice of tokenized text, which is no problem for metrics that do not tokenize."""
SPACED_STOP = r"\S \.\s*\z"
_TOKENIZED = "end in a space and a full stop: this looks like tokenized text, which BLEU and others tokenize once more"


def notice_segments(
    segments: pa.StringArray, format: str = "text", on_progress: Progress = no_progress, *, is_text: bool = False
) -> tuple[Notice, ...]:
    """Return all notices about the text itself; a million plain lines take under a second.

    ``is_text`` means, for a column of a table, that its header names outputs or references.
    """
    tally = NoticeTally(format, is_text=is_text)
    for block in bounded_runs(segment_bytes([segments]) + BLOCK / BLOCK_ROWS, BLOCK):
        tally.add(segments[block])
        on_progress(block.stop / len(segments))
    return tally.notices()


class NoticeTally:
    """Counts of oddities in a text, taken block by block, in memory that does not grow with the text."""

    def __init__(self, format: str = "text", unit: str = "segment", is_text: bool = False) -> None:
        self._format, self._unit = format, unit
        self._of_file: list[Notice] = []
        self._counts: Counter[str] = Counter()
        self._first: dict[str, list[int]] = defaultdict(list)
        self._n_segments = self._n_texts = 0
        self._last_text = -1
        kinds = Kinds.OF_LINES if format == "text" else Kinds.OF_TEXTS if format in TEXT_FORMATS else Kinds.OF_CELLS
        self._uniform = UniformTally(unit, Kinds.OF_MARKS if is_text and kinds is Kinds.OF_CELLS else kinds)
        self._has_header = False

    def tell(self, *notices: Notice) -> None:
        """Add notices about the file that holds the text; they come before the notices about the text."""
        self._of_file += notices

    def add(self, segments: pa.StringArray) -> None:
        """Count the oddities of the next segments."""
        if not self._n_segments and self._format == "text":
            self._has_header = _has_header(segments)
        rows_by_notice = _rows_by_notice(segments, self._format)
        for kind, rows in rows_by_notice.items():
            self._counts[kind] += len(rows)
            n_free = SHOWN_LINES - len(self._first[kind])
            self._first[kind] += [int(row) + self._n_segments + 1 for row in rows[:n_free]]
        is_text = np.ones(len(segments), bool)
        is_text[rows_by_notice[EMPTY]] = False
        if is_text.any():
            self._last_text = self._n_segments + int(np.flatnonzero(is_text)[-1])
        self._n_segments += len(segments)
        self._n_texts += len(segments) - segments.null_count - len(rows_by_notice[EMPTY])
        if self._uniform.is_open:
            texts = segments if is_text.all() else take_arrow_rows(segments, np.flatnonzero(is_text))
            self._uniform.add(texts.drop_null() if texts.null_count else texts)

    def notices(self) -> tuple[Notice, ...]:
        """Return the notices, in the order in which they are shown."""
        listed = [
            *self._of_file,
            _HEADER_NOTICE if self._has_header else None,
            self._notice(EMPTY, "are empty or only spaces", EMPTY_REPAIR),
            self._trailing() if self._format == "text" else None,
            *self._uniform.notices(),
            *(self._notice(check.kind, check.verb_phrase, check.repair) for check in CHECKS),
            self._notice(NOT_NFC_KIND, NOT_NFC, "Normalise to NFC"),
            self._notice(TOKENIZED, _TOKENIZED) if self._is_tokenized else None,
        ]
        if self._counts["doubled"]:  # cells that look like CSV: in quotation marks, with some doubled inside
            label = "Remove the wrapping quotation marks"
            listed.append(self._notice("quotes", "are wrapped in quotation marks", label))
        verb_phrase = "begin with ' before =, +, - or @, as spreadsheets need text"
        listed.append(self._notice("apostrophes", verb_phrase, "Remove the first apostrophe of these cells"))
        return tuple(notice for notice in listed if notice)

    @property
    def _is_tokenized(self) -> bool:
        """Whether most segments that are neither empty nor missing end like tokenized text; one may do so by chance."""
        return 2 * self._counts[TOKENIZED] > self._n_texts > 1

    def _notice(self, kind: str, verb_phrase: str, label: str | None = None) -> Notice | None:
        count, first = self._counts[kind], tuple(self._first[kind])
        if not count:
            return None
        shown = ", ".join(f"{line:,}" for line in first) + (", ..." if count > SHOWN_LINES else "")
        verb, rest = verb_phrase.split(" ", 1)
        verb = _OF_ONE[verb] if count == 1 else verb
        return Notice(kind, f"{counted(count, self._unit)} {verb} {rest} ({shown}).", count, first, label)

    def _trailing(self) -> Notice | None:
        last, count = self._last_text, self._n_segments - self._last_text - 1
        if last < 0 or not count:
            return None
        lines = counted(count, "blank line")
        message = f"The file ends with {lines} after its last text, from line {last + 2:,} on; they count as segments."
        label = f"Drop {counted(count, 'trailing blank line')}"
        first = tuple(range(last + 2, self._n_segments + 1)[:SHOWN_LINES])
        return Notice("trailing-blank-lines", message, count, first, label)


EMPTY, NOT_NFC_KIND, HEADER = "empty-segments", "non-nfc", "header-line"
_HEADER_NOTICE = Notice(
    HEADER,
    "The first line looks like the header of a column, such as reference; it counts as a segment."
    " Remove it if it is one.",
    1,
    (1,),
)
_OF_ONE = {"are": "is", "look": "looks", "hold": "holds", "begin": "begins", "end": "ends"}


def _has_header(segments: pa.StringArray) -> bool:
    """Return whether the first segment is a word for a role, and no other segment is a single word."""
    if len(segments) < MIN_BELOW_HEADER or len((segments[0].as_py() or "").split(maxsplit=1)) != 1:
        return False
    words, texts = _matching(segments, ONE_WORD)
    if words.tolist() != [0]:
        return False
    guess = guess_header(texts[0].as_py())
    return guess.weak_reference or guess.stated_role in (Role.SOURCE, Role.REFERENCE, Role.SYSTEM)


def _rows_by_notice(segments: pa.StringArray, format: str) -> dict[str, Ints]:
    """Return the rows with something to report, by kind of notice."""
    text, bounds = text_bytes(segments)
    rows = {EMPTY: np.flatnonzero(_matches(segments, BLANK))} | _odd_characters(segments, text, bounds)
    if b" ." in text:
        rows[TOKENIZED] = np.flatnonzero(_matches(segments, SPACED_STOP))
    if format == "NIST":  # its reader resolves entities, and tells which it leaves
        rows.pop(ENTITIES, None)
    if format == "TSV":
        rows["quotes"], subset = _matching(segments, QUOTED)
        rows["doubled"] = rows["quotes"][_matches(subset, DOUBLED)]
    if format == "CSV":
        rows["apostrophes"] = np.flatnonzero(_matches(segments, AS_TEXT))
    return rows


def _odd_characters(segments: pa.StringArray, text: bytes, bounds: Ints) -> dict[str, Ints]:
    """Return the rows with odd characters, of ``CHECKS`` and not in NFC, by kind of notice.

    Only rows that may have some are searched. ``text`` and ``bounds`` come from ``text_bytes``.
    """
    signs = {*map(chr, text.translate(None, _USUAL_BYTES)), *text.translate(None, _ASCII).decode("utf-8", "replace")}
    are_usual = all(sign.isascii() or is_usual_sign(sign) for sign in signs)
    rows_by_kind = _rows_by_check(
        segments, np.arange(len(segments)), [check for check in CHECKS if check.signs is None]
    )
    of_signs = [check for check in CHECKS if check.signs is not None]
    checks = [check for check in of_signs if not are_usual or not signs.isdisjoint(check.signs or "")]
    if checks:
        rows = _rows_with_signs("".join(check.signs or "" for check in checks), not are_usual, text, bounds)
        subset = take_arrow_rows(segments, rows)
        rows_by_kind |= _rows_by_check(subset, rows, checks)
        composed, subset = _matching(subset, MAYBE_NOT_NFC) if not are_usual else (rows[:0], subset)
        if len(composed):
            rows_by_kind[NOT_NFC_KIND] = rows[composed[as_mask(pc.not_equal(subset, _nfc(subset)))]]
    return rows_by_kind


def _rows_by_check(segments: pa.StringArray, rows: Ints, checks: Sequence[CharacterCheck]) -> dict[str, Ints]:
    """Return the rows, (n_segments,), in which each check finds something, by the check's kind."""
    hits, subset = _matching(segments, "|".join(check.sieve or check.pattern for check in checks))
    return {check.kind: rows[hits[_matches(subset, check.pattern)]] for check in checks if len(hits)}


def _rows_with_signs(signs: str, or_beyond_ascii: bool, text: bytes, bounds: Ints) -> Ints:
    """Return the rows of a text of ``text_bytes`` with a byte of any of these characters, or one beyond ASCII."""
    table = np.zeros(256, bool)
    table[list(signs.encode())] = True
    table[128:] |= or_beyond_ascii
    places = np.flatnonzero(np.frombuffer(text.translate(table.tobytes()), bool))
    return np.flatnonzero(np.bincount(np.searchsorted(bounds, places, "right") - 1, minlength=1))


def is_usual_sign(sign: str) -> bool:
    """Return whether a character beyond ASCII is usual, and unchanged by NFC in any text."""
    return any(first <= sign <= last for first, last in _USUAL_RANGES)


def _matching(segments: pa.StringArray, pattern: str) -> tuple[Ints, pa.StringArray]:
    """Return the rows that match the pattern, and their texts."""
    is_match = pc.match_substring_regex(segments, pattern)
    return np.flatnonzero(as_mask(is_match)), segments.filter(is_match)


def repair(column: Column, kind: str) -> Column:
    """Return the column after the repair that its notice of this kind offers, with new notices.

    Raises ``ValueError`` if there is no such notice or it offers no repair.
    """
    expect(column, Column, "column")
    offered = [notice.kind for notice in column.notices if notice.repair]
    if kind not in offered:
        listed = ", ".join(offered) or "none"
        raise ValueError(f"{column.name}: no repair of {kind!r} is offered; offered are: {listed}.")
    segments = _REPAIRS[kind](column.segments)
    other_notices = tuple(notice for notice in column.notices if notice.kind not in OF_TEXT)
    is_text = is_text_header(column.name)
    return replace(
        column, segments=segments, notices=other_notices + notice_segments(segments, column.format, is_text=is_text)
    )


def is_text_header(header: str) -> bool:
    """Return whether a header names outputs or references."""
    return guess_header(header).stated_role in (Role.SYSTEM, Role.REFERENCE)


def first_lines(rows: Ints) -> tuple[int, ...]:
    """Return the first few 0-based rows as 1-based numbers."""
    return tuple(int(row) + 1 for row in rows[:SHOWN_LINES])


def _matches(segments: pa.StringArray, pattern: str) -> Flags:
    return as_mask(pc.match_substring_regex(segments, pattern))


def _nfc(segments: pa.StringArray) -> pa.StringArray:
    """Return the segments in NFC; a segment with more than ``MARKS`` marks in a row stays unchanged.

    Ordering such a row of marks takes time that grows with the square of its length.
    """
    is_unchanged = pa.array(_has_long_run(segments))
    return pc.if_else(is_unchanged, segments, pc.utf8_normalize(pc.if_else(is_unchanged, "", segments), "NFC"))


def _has_long_run(segments: pa.StringArray) -> Flags:
    """Return whether each segment has more than ``MARKS`` marks in a row, bool (n_segments,)."""
    flags = np.zeros(len(segments), bool)
    some = np.flatnonzero(_matches(segments, SOME_MARKS))
    runs = pc.split_pattern_regex(take_arrow_rows(segments, some), r"\P{M}+")
    is_long = pc.greater(pc.utf8_length(runs.flatten()), MARKS)
    flags[some[pc.list_parent_indices(runs).filter(is_long).to_numpy()]] = True
    return flags


def _unquote(segments: pa.StringArray) -> pa.StringArray:
    quoted = pc.match_substring_regex(segments, QUOTED)
    inner = pc.replace_substring(pc.utf8_slice_codeunits(segments, 1, -1), '""', '"')
    return pc.if_else(quoted, inner, segments)


def _last_text(blank: Flags) -> int:
    rows = np.flatnonzero(~blank)
    return int(rows[-1]) if len(rows) else -1


def _substitute(check: CharacterCheck) -> Callable[[pa.StringArray], pa.StringArray]:
    def repair_segments(segments: pa.StringArray) -> pa.StringArray:
        while pc.any(pc.match_substring_regex(segments, check.pattern), min_count=0).as_py():
            segments = pc.replace_substring_regex(segments, check.pattern, check.replacement)
        return segments  # a neighbour belongs to one of two matches, so there can be some left

    return repair_segments


_REPAIRS: dict[str, Callable[[pa.StringArray], pa.StringArray]] = {
    **{check.kind: _substitute(check) for check in CHECKS if check.repair},
    NOT_NFC_KIND: _nfc,
    EMPTY: empty_as_missing,
    "trailing-blank-lines": lambda segments: segments[: _last_text(_matches(segments, BLANK)) + 1],
    "quotes": _unquote,
    "apostrophes": lambda segments: pc.replace_substring_regex(segments, rf"\A'('*{AS_FORMULA})", r"\1"),
}
OF_TEXT = frozenset([*_REPAIRS, *(check.kind for check in CHECKS), TOKENIZED, HEADER, *UNIFORM])
"""Kinds of notices about the text of a column itself, not about its file."""
OF_CELLS = frozenset(["numbers", "dates", "cell-errors", "truth-values", "hidden-column"])
"""Kinds of notices about the cells of a workbook's column."""
