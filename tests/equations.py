"""One segment by BLEU, and its n-grams counted by plain loops, for tests that follow a paper's equations."""

from collections import Counter
from fractions import Fraction

from hypothesis import strategies as st

from scoring import BLEU

WORDS = st.lists(st.sampled_from("abc"), max_size=14)
REFERENCES = st.lists(WORDS, min_size=1, max_size=4)


def score(hypothesis, references, smoothing, max_order=4, weights=None):
    """0-100, of one segment of words or a text."""
    texts = [text if isinstance(text, str) else " ".join(text) for text in (hypothesis, *references)]
    bleu = BLEU("none", max_order=max_order, weights=weights, smoothing=smoothing)
    return float(bleu.score(bleu.statistics(texts[:1], [[text] for text in texts[1:]])[0]))


def n_grams(words, n):
    return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def counts(hypothesis, references, max_order):
    """m_n and l_n by n, from 1 to N+1."""
    m, totals = {}, {}
    for n in range(1, max_order + 2):
        own = n_grams(hypothesis, n)
        others = [n_grams(reference, n) for reference in references]
        m[n] = Fraction(sum(min(count, max(other[gram] for other in others)) for gram, count in own.items()))
        totals[n] = Fraction(sum(own.values()))
    return m, totals
