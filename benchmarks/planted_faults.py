"""Plants faults in references and counts how many the checks find: precision and recall of each check."""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa

from scoring.checks import CHECKS
from scoring.checks.check import CheckedTexts
from scoring.text.languages import Language

Plant = Callable[[str, str, random.Random], str | None]
"""Function from text, source and random numbers to the text with a fault; None if the text cannot have it."""
MARKS = ".!?…"


def _change_number(text: str, source: str, draw: random.Random) -> str | None:
    found = [*re.finditer(r"(?<![\d.,])\d+(?![\d.,]*\d)", text)]
    if not found or not re.search(r"\d", source):
        return None
    place = draw.choice(found)
    return f"{text[: place.start()]}{int(place[0]) + 37}{text[place.end() :]}"


def _cut_end(text: str, source: str, draw: random.Random) -> str | None:
    is_whole = text.endswith(tuple(MARKS)) and source.endswith(tuple(MARKS))
    return text[: len(text) // 5] if len(text) > 60 and is_whole else None


def _cut_half(text: str, source: str, draw: random.Random) -> str | None:
    words = text.split()
    return f"{' '.join(words[: len(words) // 2])}." if len(text) > 100 else None


def _add_quotation_mark(text: str, source: str, draw: random.Random) -> str | None:
    return f'"{text}' if not re.search("['’\"“”„‚«»]", text + source) else None


def _change_name(text: str, source: str, draw: random.Random) -> str | None:
    found = [name for name in re.findall(r"(?<=[a-z] )[A-Z][a-z]{3,}", source) if text.count(name) == 1]
    return text.replace(draw.choice(found), "X") if found else None


def _copy_words(text: str, source: str, draw: random.Random) -> str | None:
    copied, words = source.split(), text.split()
    if len(copied) < 8 or len(words) < 8:
        return None
    return " ".join([*words[:2], *copied[1:7], *words[6:]])


def _double_word(text: str, source: str, draw: random.Random) -> str | None:
    words = text.split()
    places = [place for place, word in enumerate(words) if word.isalpha() and len(word) > 3]
    if not places:
        return None
    place = draw.choice(places)
    return " ".join([*words[: place + 1], *words[place:]])


def _drop_mark(text: str, source: str, draw: random.Random) -> str | None:
    return f"{text[:-1]}?" if text.endswith(".") and source.endswith(".") else None


PLANTED: Mapping[str, tuple[str, Plant]] = {
    "changed number": ("numbers", _change_number),
    "added link": ("links", lambda text, source, draw: f"{text} www.example-{draw.randrange(99)}.org"),
    "unclosed tag": ("placeholders", lambda text, source, draw: f"<b>{text}"),
    "source": ("copy", lambda text, source, draw: source.upper() if len(source.split()) > 2 else None),
    "six source words": ("copy", _copy_words),
    "loop": ("repetition", lambda text, source, draw: f"{text} {'bla di ' * 12}"),
    "doubled word": ("repetition", _double_word),
    "source twice": ("language", lambda text, source, draw: f"{source} {source}" if len(source) > 80 else None),
    "six times as long": ("too_long", lambda text, source, draw: f"{text} " * 6),
    "cut off": ("omission", _cut_end),
    "first half": ("omission", _cut_half),
    "preamble": ("talk", lambda text, source, draw: f"Here is the translation: {text}"),
    "quotation mark": ("punctuation", _add_quotation_mark),
    "other final mark": ("punctuation", _drop_mark),
    "lost name": ("names", _change_name),
    "constant output": ("constant", lambda text, source, draw: "X kann nicht Y sein."),
}
"""Fault -> the check that finds it, and the function that plants it."""
FEW_AT_ONCE = {"cut off", "six times as long"}
"""Faults that are found by a percentile of the system: above 1 % of the segments they would be usual."""
SHARE, SHARE_OF_FEW, LEAST = 0.02, 0.008, 3
"""Shares of the segments with a fault in a round, usually and for few; fewest segments, less one for few."""
MIN_PLANTED = 40
MAX_ROUNDS = 30


@dataclass(frozen=True)
class PlantedResult:
    """Numbers of faults of a kind that were planted and found in some rounds."""

    n_planted: int
    n_hits: int
    n_false: int
    """Number of other segments with a finding that the unchanged text does not have."""

    @property
    def recall(self) -> float:
        """Share of the planted faults that are found; NaN without planted faults."""
        return self.n_hits / self.n_planted if self.n_planted else float("nan")

    @property
    def precision(self) -> float:
        """Share of the findings that are planted; NaN without findings."""
        found = self.n_hits + self.n_false
        return self.n_hits / found if found else float("nan")


def plant_faults(
    fault: str,
    text: Sequence[str],
    source: Sequence[str],
    references: Sequence[Sequence[str]] = (),
    languages: tuple[Language | None, Language | None] = (None, None),
) -> PlantedResult | None:
    """Plant a kind of fault in a text, in several rounds, and look for it; None if its check cannot be run.

    ``languages`` are the languages of source and text.
    """
    name, plant = PLANTED[fault]
    draw, check = random.Random(fault), CHECKS[name]()
    of_source, *others = (pa.array(column, pa.string()) for column in (source, *references))
    own, target = languages

    def find(outputs: Sequence[str]) -> set[int]:
        texts = CheckedTexts(pa.array(outputs, pa.string()), of_source, tuple(others), target, own)
        return {*check.find(texts).segments.tolist()}

    if check.why_not(CheckedTexts(of_source, of_source, tuple(others), target, own)) is not None:
        return None
    is_rare = fault in FEW_AT_ONCE
    at_once = max(LEAST - is_rare, round((SHARE_OF_FEW if is_rare else SHARE) * len(text)))
    alone = find(text)
    n_planted = n_hits = n_false = 0
    for _ in range(MAX_ROUNDS):
        outputs, planted = [*text], set[int]()
        for place in draw.sample(range(len(outputs)), len(outputs)):
            if place in alone or len(planted) == at_once:
                continue
            faulty = plant(outputs[place], source[place], draw)
            if faulty is not None:
                outputs[place] = faulty
                planted.add(place)
        found = find(outputs)
        n_planted, n_hits = n_planted + len(planted), n_hits + len(planted & found)
        n_false += len(found - planted - alone)
        if n_planted >= MIN_PLANTED:
            break
    return PlantedResult(n_planted, n_hits, n_false)
