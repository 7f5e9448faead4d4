"""Which tokenizer fits a text, by its script: sacreBLEU's usual one for Chinese, Japanese and Korean."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from .texts import Text, as_column
from .tokenizers import CHARACTERS, TOKENIZERS, USUAL

_LEAST_SHARE = 0.2
"""Of a text's letters, so that names in another script do not count."""
READ = 1000
"""Segments of a text by which its script is told."""


@dataclass(frozen=True)
class Script:
    """How a language is written, as far as words are concerned."""

    name: str
    """What people call texts in it."""
    letters: str
    """A regular expression (RE2) for one of its letters."""
    usual: str
    """The tokenizer that fits, where it is installed."""
    has_spaces: bool
    """Whether words are separated in writing."""

    @property
    def tokenizer(self) -> str:
        """The usual one, or single characters where that is not installed."""
        return self.usual if TOKENIZERS[self.usual].available else CHARACTERS

    @property
    def advice(self) -> str | None:
        """What to install for the usual one; None where it is."""
        missing = TOKENIZERS[self.usual].missing
        return f"Install {' and '.join(missing)} for its usual tokenizer, {self.usual}." if missing else None

    def is_unfit(self, tokenizer: str) -> bool:
        """Whether the tokenizer takes whole sentences for words."""
        return not self.has_spaces and tokenizer not in {self.usual, CHARACTERS}


SCRIPTS = (
    Script("Japanese", r"[\p{Hiragana}\p{Katakana}]", "ja-mecab", has_spaces=False),
    Script("Chinese", r"\p{Han}", "zh", has_spaces=False),
    Script("Korean", r"\p{Hangul}", "ko-mecab", has_spaces=True),
    Script(
        "a script without spaces",
        r"[\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}]",
        CHARACTERS,
        has_spaces=False,
    ),
)
"""The first whose letters are there counts: Japanese has Chinese characters, too."""
SPACED = Script("another script", r"\p{L}", USUAL, has_spaces=True)
"""All others: words are separated by spaces."""


def script_of(texts: Sequence[Text]) -> Script:
    """The script of some texts, such as the references of a test set: of ``READ`` segments spread evenly over each."""
    columns = [_spread(as_column(text, "text")) for text in texts]
    n_letters = sum(_count(column, SPACED.letters) for column in columns)
    for script in SCRIPTS:
        if sum(_count(column, script.letters) for column in columns) > _LEAST_SHARE * n_letters:
            return script
    return SPACED


def unfit_tokenizer(tokenizer: str, script: Script) -> str | None:
    """Why scores by this tokenizer say little of texts in this script; None where it fits."""
    if not script.is_unfit(tokenizer):
        return None
    said = (
        f"The references are in {script.name}, where no spaces separate words. The tokenizer {tokenizer} takes whole"
        f" phrases for words there: few of them match, and systems may be ranked wrongly. Use {script.tokenizer}."
    )
    return said if script.advice is None else f"{said} {script.advice}"


def _spread(column: pa.StringArray) -> pa.StringArray:
    if len(column) <= READ:
        return column
    return column.take(pa.array(np.linspace(0, len(column) - 1, READ).astype(int)))


def _count(column: pa.StringArray, letters: str) -> int:
    return int(pc.sum(pc.count_substring_regex(column, letters)).as_py() or 0)
