"""A stream of words: texts joined into one, the places of its words, and the tokens of each word."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ..counting.arrays import Ids, Ints
from ..text.tokenizers import tokenize

STEM = 4
"""Number of first letters by which two words count as forms of one word."""
_LETTERS = (
    "\u0e00-\u109f\u1780-\u17ff\u19e0-\u19ff\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua9e0-\ua9ff"
    "\uaa60-\uaa7f\uf900-\ufaff\uff66-\uff9f\U0001b000-\U0001b16f\U00020000-\U0003ffff"
)
"""Letters of scripts without spaces: Thai, Lao, Tibetan, Burmese, Khmer, kana and Chinese characters."""
_VOWELS = "\u0e33\u0eb3"
"""Vowel signs of Thai and Lao that Unicode counts as letters, and that belong to the letter before."""
_MARKS = "\u3000-\u303f\uff01-\uff65"
"""Punctuation of East Asia."""
_WITHOUT_SPACES = f"{_LETTERS}{_MARKS}"
_LINE_ENDS = re.compile("[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]+")
_WORD = re.compile(r"\S+")
_SENTENCE_END = re.compile(r"[.!?:;…。！？：；।॥؟۔።]+[\"'”’»›)\]」』）】]*\Z")


@dataclass(frozen=True, eq=False)
class WordStream:
    """The texts of some lines as one text, and the places of its words."""

    text: str
    spans: Ints
    """First character of each word, and the one after its last, int64 (n_words, 2)."""

    @classmethod
    def of_lines(cls, lines: Iterable[str | None], by_characters: bool = False) -> "WordStream":
        """Return the words of joined lines, with a space between two lines where their script has spaces.

        ``by_characters`` makes each character of a script without spaces a word.
        """
        text = join_lines(lines)
        matches = (_characters() if by_characters else _WORD).finditer(text)
        spans = np.fromiter((place for match in matches for place in match.span()), np.int64).reshape(-1, 2)
        return cls(text, spans)

    @classmethod
    def joined(cls, streams: Sequence["WordStream"]) -> "WordStream":
        """Return the streams as one stream, each on a line of its own."""
        starts = np.cumsum([0, *(len(stream.text) + 1 for stream in streams)])
        spans = [stream.spans + start for stream, start in zip(streams, starts, strict=False)]
        return cls("\n".join(stream.text for stream in streams), np.concatenate(spans))

    def __len__(self) -> int:
        return len(self.spans)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Words of the stream, in order."""
        return tuple(self.text[start:end] for start, end in self.spans.tolist())

    def between(self, first: int, last: int) -> str:
        """Return the text from word ``first`` to word ``last``, which is excluded; empty for no words."""
        return self.text[self.spans[first, 0] : self.spans[last - 1, 1]] if first < last else ""


@cache
def _characters() -> re.Pattern[str]:
    """Return a pattern of a character of a script without spaces with its marks, or a word of other letters."""
    points = (chr(point) for point in range(0xE00, 0x3100))
    marks = "".join(sign for sign in points if unicodedata.category(sign) in ("Mn", "Mc") or sign in _VOWELS)
    return re.compile(rf"[{_WITHOUT_SPACES}][{re.escape(marks)}]*|[^\s{_WITHOUT_SPACES}]+")


def join_lines(lines: Iterable[str | None]) -> str:
    """Return the lines joined, with a space between two unless one of them has a script without spaces there.

    >>> join_lines(["The cat", "sat."]), join_lines(["今天", "天气"])
    ('The cat sat.', '今天天气')
    """
    parts: list[str] = []
    for line in lines:
        text = _LINE_ENDS.sub(" ", line or "").strip()
        if text:
            if parts and not (_is_without_spaces(parts[-1][-1]) or _is_without_spaces(text[0])):
                parts.append(" ")
            parts.append(text)
    return "".join(parts)


def _is_without_spaces(sign: str) -> bool:
    return _unspaced_sign_pattern().match(sign) is not None


@cache
def _unspaced_sign_pattern() -> re.Pattern[str]:
    return re.compile(f"[{_WITHOUT_SPACES}]")


@dataclass(frozen=True, eq=False)
class StreamTokens:
    """The tokens of words as numbers, which are the same for an output and its references."""

    ids: Ids
    """Number of each token, int32 (n_tokens,)."""
    lower: Ids
    """Number of each token in small letters, int32 (n_tokens,)."""
    stems: Ids
    """Number of each token's first ``STEM`` letters, int32 (n_tokens,)."""
    is_mark: npt.NDArray[np.uint8]
    """Whether each token is punctuation or another sign, uint8 (n_tokens,)."""
    offsets: Ints
    """Place where each word's tokens begin, and the number of tokens at the end: int64 (n_words + 1,)."""
    ends: npt.NDArray[np.uint8]
    """Whether each word ends like a sentence, uint8 (n_words,)."""
    begins: npt.NDArray[np.uint8]
    """Whether each word begins with a capital letter, uint8 (n_words,)."""

    def token_slice(self, first: int, last: int) -> slice:
        """Return the places of the tokens of the words from ``first`` to ``last``, which is excluded."""
        return slice(int(self.offsets[first]), int(self.offsets[last]))

    @property
    def columns(self) -> tuple[Ids, Ids, Ids, npt.NDArray[np.uint8]]:
        """Columns by which two tokens are compared."""
        return self.ids, self.lower, self.stems, self.is_mark


class _Numbers(dict[str, int]):
    """A table that numbers texts in the order in which they are first seen."""

    def __missing__(self, text: str) -> int:
        self[text] = len(self)
        return self[text]


class StreamEncoder:
    """An encoder that turns words into tokens, each word by itself, so that a border is never inside a word."""

    def __init__(self, tokenizer: str) -> None:
        self.tokenizer = tokenizer
        self._tokens: dict[str, tuple[tuple[int, int, int, int], ...]] = {}
        self._numbers = _Numbers(), _Numbers(), _Numbers()

    def encode(self, words: Sequence[str]) -> StreamTokens:
        """Return the tokens of these words; raise ``ValueError`` for a tokenizer that is unknown or not installed."""
        self._learn(list(dict.fromkeys(word for word in words if word not in self._tokens)))
        by_word = [self._tokens[word] for word in words]
        rows = np.array([token for tokens in by_word for token in tokens], np.int32).reshape(-1, 4)
        offsets = np.concatenate([[0], np.cumsum([len(tokens) for tokens in by_word], dtype=np.int64)])
        ids, lower, stems, marks = (np.ascontiguousarray(column) for column in rows.T)
        ends = np.fromiter((_SENTENCE_END.search(word) is not None for word in words), np.uint8, len(words))
        begins = np.fromiter(map(_has_capital, words), np.uint8, len(words))
        return StreamTokens(ids, lower, stems, marks.astype(np.uint8), offsets.astype(np.int64), ends, begins)

    def _learn(self, words: Sequence[str]) -> None:
        if not words:
            return
        tokens_of_words = tokenize(pa.array(words, pa.string()), self.tokenizer).to_pylist()
        for word, tokens in zip(words, tokens_of_words, strict=True):
            self._tokens[word] = tuple(self._describe(token) for token in tokens or [word])

    def _describe(self, token: str) -> tuple[int, int, int, int]:
        ids, lowered, stems = self._numbers
        small = token.lower()
        return ids[token], lowered[small], stems[small[:STEM]], all(unicodedata.category(c)[0] in "PS" for c in token)


def _has_capital(word: str) -> bool:
    """Return whether the first letter or digit of a word is a capital letter."""
    first = next((sign for sign in word if sign.isalnum()), "")
    return first.isupper()
