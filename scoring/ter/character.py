"""CharacTER: Wang et al. (2016), "CharacTer: Translation Edit Rate on Character Level", as their code computes it.

Phrases of the hypothesis are shifted to where the reference has them as long as the distance of words falls. Then

    CharacTER = min(1, (distance of characters + cost of shifts) / characters of the shifted hypothesis)

where a shifted phrase costs the mean length of its words. The paper also takes similar words for the same in the
search; its code, and the package cer that computes the same, do not.
"""

from dataclasses import dataclass, replace
from typing import ClassVar

from ..counting.arrays import Floats, Ints
from ..options import LOWERCASE, TOKENIZE, option
from ..segment_means.segment_mean import WordSegmentMean
from ..text.tokenizers import USUAL, Tokens
from .character_edits import charac_ter_scores


@dataclass(frozen=True)
class CharacTER(WordSegmentMean):
    """CharacTER: edits of characters after shifts of phrases, per 100 characters of the hypothesis; 0 to 100.

    Parameters
    ----------
    tokenize : the name of one of ``TOKENIZERS``; the authors' code splits texts at white space
    lowercase : whether case is ignored

    The corpus score is the mean of the segments' scores, each against the reference that gives it the lowest one.

    Raises ``ValueError`` for an option that it cannot take, and ``TooLong`` for a text of more than 500 words.

    Examples
    --------
    >>> character = CharacTER()
    >>> rows = character.statistics(["i like your bag"], [["i like their bags"]])
    >>> float(character.score(rows[0]).round(4))
    33.3333
    """

    tokenize: str = option(
        "none",
        replace(
            TOKENIZE,
            label="Tokenizer of CharacTER",
            help="What cuts texts into the words that CharacTER may shift.",
            flag="--character-tokenize",
            aliases=(),
            key="character_tokenize",
            other=USUAL,
        ),
    )
    lowercase: bool = option(False, LOWERCASE)

    name: ClassVar[str] = "character"
    label: ClassVar[str] = "CharacTER"
    higher_is_better: ClassVar[bool] = False
    is_slow: ClassVar[bool] = True
    settings: ClassVar[str] = "CharacTER"
    most_words: ClassVar[int] = 500
    """Most words of a text: here a sentence takes 1 s, and a text that repeats two words in any order 30 s."""

    def _work(self, lengths: Ints, reference_lengths: Ints) -> Floats:
        return 8 * lengths * super()._work(lengths, reference_lengths)

    def _compare(self, tokens: Tokens, hypothesis: int, reference: int, run: slice) -> Floats:
        return charac_ter_scores(tokens, hypothesis, reference, run)
