"""A glossary of 100,000 terms: reading it, and finding its terms in source and outputs, next to pyahocorasick.

Terms are runs of one to four words of a reference, which serves as the source, and targets are such runs of an output.
The peer looks for the same forms in the same texts, with word borders checked in Python; it neither chooses places that
do not overlap nor looks for stems. It is left out if it is not installed.
"""

import random
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import pyarrow as pa
from tabulate import tabulate

from benchmarks.data import Data
from scoring.checks.terminology.glossary_files import read_glossary
from scoring.checks.terminology.term_matching import TermMatcher

TERMS = 100_000
SEGMENTS = 20_000


def run(sets: Sequence[Data]) -> None:
    rows = [row for data in sets for row in _rows(data)]
    print(f"seconds for {TERMS:,} terms and {SEGMENTS:,} segments")
    print(tabulate(rows, ("", "step", "BLEUscope", "pyahocorasick", "terms found"), floatfmt=".2f"))


def make_glossary(source: Sequence[str], outputs: Sequence[str], n_terms: int, seed: int = 1) -> bytes:
    """Return a table of terms: runs of words of a source, each with a run of words of its output."""
    draw = random.Random(seed)
    rows: dict[str, str] = {}
    while len(rows) < n_terms:
        place = draw.randrange(len(source))
        term, target = (_run_of_words(draw, texts[place]) for texts in (source, outputs))
        number = f" {len(rows)}" if len(rows) > 2 * len(source) else ""
        rows[f"{term}{number}"] = target
    return "".join(f"{term}\t{target}\n" for term, target in rows.items()).encode()


def _run_of_words(draw: random.Random, text: str) -> str:
    words = text.split() or ["-"]
    first = draw.randrange(len(words))
    return " ".join(words[first : first + draw.randint(1, 4)])


def _rows(data: Data) -> list[list[object]]:
    reference, (_, output) = data.references[0], next(iter(data.systems.items()))
    repeats = SEGMENTS // len(reference) + 1
    source, outputs = ((list(texts) * repeats)[:SEGMENTS] for texts in (reference, output))
    table = make_glossary(reference, output, TERMS)
    took, glossary = _timed(lambda: read_glossary("terms.tsv", table))
    rows: list[list[object]] = [[data.name, "read the table", took, None, None]]
    took, matcher = _timed(lambda: TermMatcher(glossary, "english"))
    peer = _peer([form for term in glossary.terms for form in (term.source, *term.targets)])
    rows.append(["", "prepare", took, peer and peer[0], None])
    columns = [pa.array(texts) for texts in (source, outputs)]
    took, places = _timed(lambda: matcher.source_terms(columns[0]))
    rows.append(["", "source", took, peer and _timed(lambda: peer[1](source))[0], len(places.terms)])
    took, found = _timed(lambda: matcher.match(places, columns[1]))
    rows.append(
        ["", "outputs", took, peer and _timed(lambda: peer[1](outputs))[0], int(found.match_counts[:, -1].sum())]
    )
    return rows


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    began = time.perf_counter()
    result = work()
    return time.perf_counter() - began, result


def _peer(forms: Sequence[str]) -> tuple[float, Callable[[Sequence[str]], int]] | None:
    """Return the peer's seconds to prepare, and its function that counts forms in texts; None without the peer."""
    try:
        import ahocorasick  # type: ignore[import-not-found]
    except ImportError:
        print("pyahocorasick is not installed: left out", file=sys.stderr)
        return None
    began = time.perf_counter()
    automaton = ahocorasick.Automaton()
    for form in forms:
        automaton.add_word(form.lower(), len(form))
    automaton.make_automaton()
    took = time.perf_counter() - began

    def find(texts: Sequence[str]) -> int:
        found = 0
        for text in map(str.lower, texts):
            for last, length in automaton.iter(text):
                first = last - length + 1
                is_free = first == 0 or not text[first - 1].isalnum()
                found += is_free and (last + 1 == len(text) or not text[last + 1].isalnum())
        return found

    return took, find
