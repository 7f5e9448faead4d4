#!/usr/bin/env python3
"""Makes the lists of candidates of news-en-es again, with Apertium, from what its dictionaries leave open.

A bilingual dictionary often has several entries for a word; Apertium takes the one that its rules of lexical selection
choose, else the first. Here the others are taken, too, in up to three words of a sentence at once, and every candidate
is what Apertium then makes of it by transfer and generation. Three ways lead to Spanish: directly, through Galician and
through Catalan, and on the latter two both dictionaries leave choices open.

Printed for remake.sh, which compresses it. Same versions of the packages, same bytes. Needs Python 3.11, without any
package, Apertium and Debian's fortunes-es.
"""

import math
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product
from pathlib import Path

HERE = Path(__file__).parent / "news-en-es"
MODES = Path("/usr/share/apertium/modes")
SPANISH = Path("/usr/share/games/fortunes/es")
WEIGHTS = {
    "words": 1.5,
    "lm": 1.0,
    "unseen": -1.0,
    "galician": -1.0,
    "catalan": -1.0,
    "others": -0.5,
    "ruled_out": -1.0,
    "unknown": -2.0,
}
"""Feature -> what it weighs in the decoder's score. Set by hand, before any reference was looked at."""
ROUTES = {"direct": ("eng-spa",), "galician": ("en-gl", "gl-es"), "catalan": ("eng-cat", "cat-spa")}
"""Route -> the modes that it goes through. It is called as the system that takes every default is."""
LONGEST = 100
"""Candidates of a list."""
TRIED = 100
"""Choices that are tried for a text in one mode."""
MAX_OTHERS = 3
"""Words of a text that take another entry at once, in one mode."""

UNIT = re.compile(r"\^((?:\\.|[^$\\])*)\$", re.DOTALL)
END = "[][\n\n]"
"""Where a paragraph ends in Apertium's stream."""
WORD = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True)
class RouteCandidate:
    """A translation, and how it departs from Apertium's own choices."""

    text: str
    others: int = 0
    """entries taken that are not the default, where no rule spoke"""
    ruled_out: int = 0
    """entries taken that a rule of lexical selection had ruled out"""
    unknown: int = 0
    """words that the last mode's dictionaries do not know"""

    @property
    def n_departures(self) -> tuple[int, int]:
        """Entries that are not Apertium's own choice, and those of them that a rule had ruled out."""
        return self.others + self.ruled_out, self.ruled_out


class Mode:
    """Apertium's pipeline of one direction, cut where the bilingual dictionary has answered."""

    def __init__(self, name: str) -> None:
        commands = (MODES / f"{name}.mode").read_text().strip().replace("$1", "-n").replace("$2", "").split(" | ")
        at = next((n for n, command in enumerate(commands) if command.startswith("lt-proc -b")), None)
        if at is None:  # transfer looks words up by itself
            at = next(n for n, command in enumerate(commands) if command.startswith("apertium-transfer"))
            transfer, dictionary = commands[at].rsplit(" ", 1)
            without = transfer.replace("apertium-transfer", "apertium-transfer -b", 1)
            commands[at : at + 1] = [f"lt-proc -b {dictionary}", without]
        rest = commands[at + 1 :]
        self.selects = rest[0].startswith("lrx-proc")
        self.before = ["apertium-destxt", *commands[: at + 1]]
        self.select = rest[0]
        self.after = [*(rest[1:] if self.selects else rest), "apertium-retxt"]

    def translate(self, texts: Sequence[str]) -> list[list[RouteCandidate]]:
        """For each text what this direction can make of it, Apertium's own choice first."""
        looked_up = run(self.before, "".join(f"{text}\n\n" for text in texts))
        selected = run([self.select], looked_up) if self.selects else looked_up
        pairs = zip(paragraphs(looked_up, len(texts)), paragraphs(selected, len(texts)), strict=True)
        tried = [list(choices(every, kept)) for every, kept in pairs]
        streams = [stream for of in tried for stream, _ in of]
        lines = run(self.after, "".join(stream + END for stream in streams)).split("\n")
        if len(lines) != 2 * len(streams) + 1 or any(lines[1::2]):
            raise SystemExit(f"Expected {len(streams)} paragraphs of Apertium; found {len(lines) // 2}.")
        made = (" ".join(line.split()) for line in lines[::2])
        return [[RouteCandidate(next(made), *counts) for _, counts in of] for of in tried]


def run(commands: Sequence[str], text: str) -> str:
    ran = subprocess.run(["sh", "-c", " | ".join(commands)], input=text.encode(), capture_output=True, check=True)
    return ran.stdout.decode()


def paragraphs(stream: str, n: int) -> list[str]:
    found = stream.split(END)
    if len(found) != n + 1 or found.pop().strip():
        raise SystemExit(f"Expected {n} paragraphs of Apertium; found {len(found)}.")
    return found


def choices(looked_up: str, selected: str) -> Iterator[tuple[str, tuple[int, int, int]]]:
    """A paragraph with one entry a word, the default ones first; with the numbers others, ruled_out and unknown."""
    words = [re.split(r"(?<!\\)/", unit) for unit in UNIT.findall(looked_up)]
    kept = [re.split(r"(?<!\\)/", unit)[1:] for unit in UNIT.findall(selected)]
    between = UNIT.split(looked_up)[::2]
    unknown = sum(word[1].startswith(("*", "@")) for word in words)
    default = [entries[0] for entries in kept]
    open_words = {
        at: others
        for at, (word, first) in enumerate(zip(words, default, strict=True))
        if (others := [entry for entry in dict.fromkeys(word[1:]) if entry != first])
    }
    for taken in islice(departures(open_words), TRIED):
        entries = default.copy()
        for at, entry in taken.items():
            entries[at] = entry
        ruled_out = sum(entry not in kept[at] for at, entry in taken.items())
        units = (f"^{word[0]}/{entry}$" for word, entry in zip(words, entries, strict=True))
        stream = between[0] + "".join(unit + blank for unit, blank in zip(units, between[1:], strict=True))
        yield stream, (len(taken) - ruled_out, ruled_out, unknown)


def departures(open_words: dict[int, list[str]]) -> Iterator[dict[int, str]]:
    """Word -> the entry that it takes instead: none, then one word at a time, then more of them, spread evenly."""
    by_number = [
        [
            dict(zip(places, entries, strict=True))
            for places in combinations(open_words, number)
            for entries in product(*(open_words[at] for at in places))
        ]
        for number in range(MAX_OTHERS + 1)
    ]
    several = [taken for of in by_number[2:] for taken in of]
    yield from by_number[0]
    yield from by_number[1]
    step = max(1, math.ceil(len(several) / TRIED))
    for start in range(step):
        yield from several[start::step]


def through(modes: Iterable[str], sources: Sequence[str]) -> list[list[RouteCandidate]]:
    """The candidates of each source by one route, those of one text once, with the fewest departures."""
    found = [[RouteCandidate(source)] for source in sources]
    for mode in modes:
        before = [candidate for of in found for candidate in of]
        after = iter(Mode(mode).translate([candidate.text for candidate in before]))
        found = [distinct([added(candidate, new) for candidate in of for new in next(after)])[:TRIED] for of in found]
    return found


def added(before: RouteCandidate, after: RouteCandidate) -> RouteCandidate:
    return RouteCandidate(after.text, before.others + after.others, before.ruled_out + after.ruled_out, after.unknown)


def distinct(candidates: Iterable[RouteCandidate]) -> list[RouteCandidate]:
    first: dict[str, RouteCandidate] = {}
    for candidate in sorted(candidates, key=lambda candidate: candidate.n_departures):
        first.setdefault(candidate.text, candidate)
    return list(first.values())


class LanguageModel:
    """Trigrams of Spanish proverbs and quotations, smoothed by Witten and Bell's interpolation."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.counts: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
        for text in texts:
            words = tokens(text)
            for at, word in enumerate([*words, "</s>"]):
                for order in range(3):
                    self.counts[history(words, at, order)][word] += 1
        self.known = self.counts[()]

    def log_probability(self, text: str) -> float:
        words = tokens(text)
        return sum(math.log(self.probability(word, words, at)) for at, word in enumerate([*words, "</s>"]))

    def probability(self, word: str, words: Sequence[str], at: int) -> float:
        probability = 1 / (len(self.known) + 1)
        for order in range(3):
            if after := self.counts.get(history(words, at, order)):
                probability = (after[word] + len(after) * probability) / (after.total() + len(after))
        return probability

    def unseen(self, text: str) -> int:
        return sum(word not in self.known for word in tokens(text))


def history(words: Sequence[str], at: int, order: int) -> tuple[str, ...]:
    return tuple(words[n] if n >= 0 else "<s>" for n in range(at - order, at))


def tokens(text: str) -> list[str]:
    return WORD.findall(text.lower())


def proverbs() -> list[str]:
    """The texts of Debian's fortunes-es, without who said them."""
    files = sorted(SPANISH.glob("*.fortunes"))
    if not files:
        raise SystemExit(f"{SPANISH} is empty: apt-get install fortunes-es")
    texts = [text for file in files for text in re.split(r"\n%\n", file.read_text(encoding="utf-8"))]
    return [" ".join(line for line in text.split("\n") if not line.strip().startswith("--")) for text in texts]


def features(candidate: RouteCandidate, route: str, model: LanguageModel) -> dict[str, float]:
    return {
        "words": len(tokens(candidate.text)),
        "lm": round(model.log_probability(candidate.text), 3),
        "unseen": model.unseen(candidate.text),
        "galician": int(route == "galician"),
        "catalan": int(route == "catalan"),
        "others": candidate.others,
        "ruled_out": candidate.ruled_out,
        "unknown": candidate.unknown,
    }


def line(number: int, text: str, values: dict[str, float], score: float) -> str:
    listed = " ".join(f"{name}= {value:g}" if name != "lm" else f"lm= {value:.3f}" for name, value in values.items())
    return f"{number} ||| {text} ||| {listed} ||| {score:.3f}\n"


def score(values: dict[str, float]) -> float:
    return sum(WEIGHTS[name] * value for name, value in values.items())


def ranked(
    by_route: dict[str, list[RouteCandidate]], model: LanguageModel
) -> list[tuple[float, str, dict[str, float]]]:
    """(score, text, features) of the candidates of one segment, the best first, each text once."""
    best: dict[str, tuple[float, str, dict[str, float]]] = {}
    for route, candidates in by_route.items():
        for candidate in candidates:
            values = features(candidate, route, model)
            found = (score(values), candidate.text, values)
            if candidate.text not in best or found[0] > best[candidate.text][0]:
                best[candidate.text] = found
    return sorted(best.values(), key=lambda found: (-round(found[0], 3), found[1]))[:LONGEST]


def main() -> None:
    sources = (HERE / "source.en.txt").read_text(encoding="utf-8").splitlines()
    model = LanguageModel(proverbs())
    by_route = {route: through(modes, sources) for route, modes in ROUTES.items()}
    for route, found in by_route.items():
        system = (HERE / f"system.apertium-{route}.es.txt").read_text(encoding="utf-8").splitlines()
        if [of[0].text for of in found] != system:
            raise SystemExit(f"The first candidates by the route {route} are not the system's output.")
    for number in range(len(sources)):
        for worth, text, values in ranked({route: found[number] for route, found in by_route.items()}, model):
            sys.stdout.write(line(number, text, values, worth))


if __name__ == "__main__":
    main()
