"""A test set of odd texts, campaigns of it in every protocol, and answers as raters might give them."""

import random
from collections import defaultdict
from dataclasses import replace
from itertools import combinations

import numpy as np
import pyarrow as pa

from scoring import TestSet
from scoring.rating import (
    AdequacyFluency,
    Answer,
    CampaignPlan,
    DirectAssessment,
    ErrorSpans,
    MarkedError,
    OutputRanking,
    OutputScores,
    PlaceRatings,
    Ratings,
    deal_items,
)
from scoring.rating.protocols.answers import mqm_score

TEXTS = (
    "مرحبا بالعالم كله",
    "שלום \u202eעולם\u202c !",
    "one\u2028two\u2029three\x85four",
    "\"quoted\", she said; it's 'so'",
    "tab\there and there",
    "a 👩‍👩‍👧 and a 🏳️‍🌈 went out",
    "e\u0301 a\u0308 o\u0302 combining marks",
    "two lines\nin one segment",
    "Thank you.",
    "Thank you.",
    "",
    " spaces  around ",
    "Plain words that nobody finds odd.",
    "<b>&amp;</b> {0} %s \\n",
)
NAMES = ('sys "A", 1', "42", "ملف", "b<i>'")
SET = replace(
    TestSet.build(
        {
            name: [text and f"{mark}{text}" for text in TEXTS]
            for name, mark in zip(NAMES, ("", "😀", "x ", "“"), strict=True)
        },
        {"ref": [f"{text} (ref)" for text in TEXTS]},
        [f"{text} / source" for text in TEXTS],
    ),
    documents=pa.array(["one#1"] * 5 + ['two, "2"'] * 5 + ["three"] * 4),
)
PLAIN_SET = replace(SET, documents=None)
"""The same without documents."""
PROTOCOLS = ("adequacy-fluency", "ranking", "da", "esa", "mqm", "contrastive")


def plan_of(protocol, **changes):
    """All systems and segments, by three raters, two an item, and checks."""
    given = {"raters_per_item": 2, "n_places": 3, "repeats": 0.2, "damaged": 0.2} | changes
    return CampaignPlan(protocol, given.pop("systems", NAMES), given.pop("segments", range(len(TEXTS))), **given)


def answered(plan, test_set=SET, share=1.0, seed=5):
    """Answers to this share of all items, none of which depends on how the package deals or draws."""
    draw = random.Random(seed)
    places = []
    for place in range(plan.n_places):
        asked = deal_items(plan, test_set, place)
        chosen = [number for number in range(len(asked)) if draw.random() < share]
        answers = [Answer(number, value_of(plan, asked[number], draw), draw.randint(1, 99) / 8) for number in chosen]
        places.append(PlaceRatings(place, f'Ann "{place}" ן', tuple(answers)))
    return Ratings(plan, test_set, tuple(places))


def value_of(plan, item, draw):
    if plan.protocol == "adequacy-fluency":
        return AdequacyFluency(draw.randint(1, 5), draw.randint(1, 5))
    if plan.protocol == "ranking":
        return OutputRanking(tuple(draw.randint(1, len(item.outputs)) for _ in item.outputs))
    if plan.protocol == "da":
        return DirectAssessment(draw.randint(0, 100))
    if plan.protocol == "contrastive":
        return OutputScores(tuple(draw.randint(0, 100) for _ in item.outputs))
    text = item.outputs[0].text
    ends = sorted(draw.sample(range(len(text) + 1), min(len(text) + 1, 4)))
    pairs = [pair for pair in zip(ends[::2], ends[1::2], strict=False) if text[slice(*pair)].strip("\n")]
    spans = tuple(MarkedError(*trimmed(text, *pair), draw.choice(["minor", "major"])) for pair in pairs)
    missing = tuple(draw.choices(["minor", "major"], k=draw.randint(0, 2)))
    return ErrorSpans(spans, missing, mqm_score(spans, missing) if plan.protocol == "mqm" else draw.randint(0, 100))


def trimmed(text, start, end):
    """Without line breaks at its ends, which programs do not let one mark."""
    inside = text[start:end]
    return start + len(inside) - len(inside.lstrip("\n")), end - len(inside) + len(inside.rstrip("\n"))


def plain(ratings):
    """Rater's name, 0-based segment, systems as shown and value of every item that is no check."""
    for given in ratings.places:
        asked = deal_items(ratings.plan, ratings.test_set, given.place)
        for answer in given.answers:
            item = asked[answer.item]
            if item.kind == "plain":
                yield given.rater, item.segment, [output.system for output in item.outputs], answer.value


def means(ratings, number):
    """System -> the mean over raters, (n_segments,), NaN where nobody judged.

    ``number`` is taken of each value, unless that has one for each system.
    """
    found = defaultdict(list)
    for _, segment, systems, value in plain(ratings):
        numbers = value.scores if isinstance(value, OutputScores) else [number(value)]
        for system, one in zip(systems, numbers, strict=True):
            found[system, segment].append(one)
    return {
        system: [np.mean(found[system, at]) if (system, at) in found else np.nan for at in range(len(ratings.test_set))]
        for system in ratings.plan.systems
    }


def marks(ratings):
    """Sorted: rater, system, segment, the marked characters as start and end (-1 where they are missing), severity."""
    found = []
    for rater, segment, (system,), value in plain(ratings):
        found += [(rater, system, segment, of.start, of.end, of.severity) for of in value.spans]
        found += [(rater, system, segment, -1, -1, severity) for severity in value.missing]
    return sorted(found)


def preferred(ratings):
    """Sorted: 0-based segment, both systems by name, and which is better: 1 the first, -1 the second, 0 neither."""
    found = []
    for _, segment, systems, value in plain(ratings):
        ranks = dict(zip(systems, value.ranks, strict=True))
        for one, other in combinations(sorted(systems), 2):
            found.append((segment, one, other, int(np.sign(ranks[other] - ranks[one]))))
    return sorted(found)


def preferred_in(preferences):
    """The same of what was read."""
    found = []
    rows = zip(preferences.segments, preferences.better, preferences.worse, preferences.tied, strict=True)
    for segment, better, worse, tied in rows:
        first, second = preferences.systems[better], preferences.systems[worse]
        sign = 0 if tied else 1 if first < second else -1
        found.append((int(segment), *sorted((first, second)), sign))
    return sorted(found)


def marks_in(annotation):
    """The same of what was read."""
    return sorted((e.annotator, e.system, e.segment, e.start, e.end, e.severity) for e in annotation.spans)


def assert_scores(scores, expected):
    """One score each, also none where there is none."""
    for system, column in expected.items():
        if not np.isnan(column).all():
            np.testing.assert_allclose(scores.values[system], column, rtol=1e-12, err_msg=system)
