"""What NLTK's METEOR takes, for tests: Porter's stemmer as ours has it, and a WordNet without a word."""

import Stemmer


class Porter:
    """NLTK's interface to PyStemmer's Porter: NLTK's own stemmer departs from the original by default."""

    def stem(self, word: str) -> str:
        return Stemmer.Stemmer("porter").stemWord(word)


class NoWordNet:
    def synsets(self, word: str) -> list[object]:
        return []
