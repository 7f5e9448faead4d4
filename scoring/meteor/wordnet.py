"""Synonyms by WordNet (Fellbaum 1998), which NLTK reads: an optional extra."""

import os
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING
from warnings import catch_warnings, simplefilter

from ..extras import WORDNET, how_to_install

if TYPE_CHECKING:
    from nltk.corpus.reader import WordNetCorpusReader

PLACES = ("corpora/wordnet", "corpora/wordnet.zip/wordnet/")
"""Folders of NLTK's downloader, below each folder of ``nltk.data.path``."""
FOLDERS = tuple(
    os.path.join(os.path.expanduser(parent), "nltk_data")
    for parent in (
        *("~", sys.prefix, f"{sys.prefix}/share", f"{sys.prefix}/lib"),
        *("/usr/share", "/usr/local/share", "/usr/lib", "/usr/local/lib"),
        *(os.environ.get("APPDATA", "C:\\"), "C:\\", "D:\\", "E:\\"),
    )
)
"""Folders in which NLTK looks by default, on this system or on Windows."""

_reading = Lock()
"""Lock that lets one thread read at a time: NLTK's reader seeks in files that all threads share."""


@dataclass(frozen=True, eq=False)
class WordNet:
    """An English WordNet, and its version."""

    version: str
    """Version as WordNet's own files state it, such as 3.0."""
    reader: "WordNetCorpusReader"

    def synonyms(self, word: str) -> set[str]:
        """Return the words of every synset that the word is in, by any of its base forms: for "cats" those of "cat"."""
        with _reading:
            return {lemma for synset in self.reader.synsets(word) for lemma in synset.lemma_names()}


def open_wordnet() -> WordNet:
    """Return the installed WordNet; raise ``ValueError`` that says what to install where none is installed."""
    try:
        import nltk
    except ImportError:
        raise ValueError(_missing("NLTK", how_to_install(WORDNET))) from None
    for place in PLACES:
        try:
            with _reading:
                return _open_wordnet(place, tuple(map(str, nltk.data.path)))
        except LookupError:
            continue
    raise ValueError(_missing("NLTK's WordNet", "run python -m nltk.downloader wordnet in BLEUscope's environment"))


def wordnet_is_there() -> bool:
    """Return whether ``open_wordnet`` finds a WordNet."""
    if not _may_be_there():
        return False
    try:
        open_wordnet()
    except ValueError:
        return False
    return True


def _may_be_there() -> bool:
    """Return whether WordNet may be installed, without importing NLTK, which takes a second.

    It is False only if there is no WordNet in any folder where NLTK looks.
    """
    if "nltk" in sys.modules or "NLTK_DATA" in os.environ:
        return True
    return any(Path(folder, "corpora", name).exists() for folder in FOLDERS for name in ("wordnet", "wordnet.zip"))


@cache
def _open_wordnet(place: str, folders: tuple[str, ...]) -> WordNet:
    """Return the WordNet in these folders, NLTK's current list; raise ``LookupError`` where none of them has one."""
    from nltk.corpus.reader import WordNetCorpusReader
    from nltk.data import find

    root = find(place, list(folders))
    with catch_warnings():
        simplefilter("ignore")  # ignores its warning that it has English only
        reader = WordNetCorpusReader(root, None)
    return WordNet(reader.get_version() or "unknown", reader)


def _missing(requirement: str, advice: str) -> str:
    return f"Synonyms need {requirement}, which is not installed: {advice}."
