"""One system's output for one segment of a test set, with its n-gram matches: as it is, or as the reader edits it."""

import numpy as np

from ui.context.context import Context
from ui.kit import reader
from ui.ngrams.highlight import Hypothesis
from ui.store import cache


def hypothesis(context: Context, statistics: cache.Statistics, system: str, index: int) -> Hypothesis:
    """One system's output for one segment with its matches and its arithmetic."""
    bleu, test_set = context.bleu, context.test_set
    matches = cache.matches(bleu, test_set, system, index)
    text = test_set.system(system).segments[index].as_py()
    return Hypothesis(system, context.colors[system], matches, bleu.arithmetic(statistics[system][index]), text)


def edited(context: Context, statistics: cache.Statistics, system: str, index: int) -> tuple[Hypothesis, np.ndarray]:
    """One system's output as it is or as the reader edits it, and its statistics (n_statistics,)."""
    words = reader.what_if(context, system, index)
    if words == context.test_set.system(system).segments[index].as_py():
        return hypothesis(context, statistics, system, index), statistics[system][index]
    bleu = context.bleu
    references = context.test_set.reference_texts(index)
    row = bleu.statistics([words], [[reference] for reference in references])[0]
    return Hypothesis(system, context.colors[system], bleu.matches(words, references), bleu.arithmetic(row)), row
