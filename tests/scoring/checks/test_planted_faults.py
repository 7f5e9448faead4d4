"""Faults that are planted in references: how many of them each check finds, and how much else."""

import random
import re

import pyarrow as pa
import pytest

from scoring.checks import CHECKS
from scoring.checks.check import CheckedTexts
from tests.corpora import SAMPLE_DATA


def changed_number(text, source, draw):
    found = [*re.finditer(r"\d+", text)]
    if not found or not re.search(r"\d", source):
        return None
    place = draw.choice(found)
    return f"{text[: place.start()]}{int(place[0]) + 37}{text[place.end() :]}"


def lost_end(text, source, draw):
    return text[: len(text) // 5] if len(text) > 60 and text[-1] in ".!?" and source[-1] in ".!?" else None


def half_quote(text, source, draw):
    return f'"{text}' if not re.search('["“”„«»]', text + source) else None


def lost_name(text, source, draw):
    found = [name for name in re.findall(r"(?<=[a-z] )[A-Z][a-z]{3,}", source) if text.count(name) == 1]
    return text.replace(draw.choice(found), "él") if found else None


PLANTED = {
    "changed number": ("numbers", changed_number),
    "link": ("links", lambda text, source, draw: f"{text} www.example-{draw.randrange(99)}.org"),
    "tag": ("placeholders", lambda text, source, draw: f"<b>{text}"),
    "source": ("copy", lambda text, source, draw: source.upper() if len(source.split()) > 2 else None),
    "circles": ("repetition", lambda text, source, draw: f"{text} {'que la ' * 12}"),
    "English": ("language", lambda text, source, draw: f"{source} And that is what they have said to the people."),
    "hallucination": ("too_long", lambda text, source, draw: f"{text} " * 6),
    "end": ("omission", lost_end),
    "preamble": ("talk", lambda text, source, draw: f"Aquí tienes la traducción: {text}"),
    "quote": ("punctuation", half_quote),
    "name": ("names", lost_name),
    "constant": ("constant", lambda text, source, draw: "No se puede traducir este texto."),
}
"""Fault -> the check that finds it, and what plants it: text, source, draw -> text, or None where it cannot."""
AT_ONCE, AT_ONCE_OF_RARE = 3, 2
"""Faults of one kind in a text; the second for those that are told by a system's percentiles, of 160 segments."""
RARE = {"hallucination", "end"}
LEAST_PRECISION, LEAST_RECALL = 0.6, 0.7


def test_every_check_has_its_faults():
    assert {check for check, _ in PLANTED.values()} == {*CHECKS.built_in}


@pytest.mark.parametrize("fault", PLANTED)
def test_planted_faults_are_found_and_little_else(fault):
    folder, draw = SAMPLE_DATA / "news-en-es", random.Random(fault)
    names = ("source.en.txt", "reference.A.es.txt", "reference.B.es.txt")
    source, reference, other = ((folder / name).read_text(encoding="utf-8").splitlines() for name in names)
    name, plant = PLANTED[fault]
    most = AT_ONCE_OF_RARE if fault in RARE else AT_ONCE
    n_planted = n_hits = n_false = 0
    for _ in range(10):
        outputs, planted = [*reference], set()
        for place in draw.sample(range(len(outputs)), len(outputs)):
            text = plant(outputs[place], source[place], draw)
            if text is not None and len(planted) < most:
                outputs[place] = text
                planted.add(place)
        columns = [pa.array(column, pa.string()) for column in (outputs, source, other)]
        found = {*CHECKS[name]().find(CheckedTexts(columns[0], columns[1], (columns[2],))).segments.tolist()}
        alone = {*CHECKS[name]().find(CheckedTexts(pa.array(reference), columns[1], (columns[2],))).segments.tolist()}
        n_planted, n_hits = n_planted + len(planted), n_hits + len(planted & found)
        n_false += len(found - planted - alone)
    assert n_planted >= 20
    assert n_hits >= LEAST_RECALL * n_planted
    assert n_hits >= LEAST_PRECISION * (n_hits + n_false)
