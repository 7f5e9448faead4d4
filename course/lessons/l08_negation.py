"""Lesson on negation: a wrong statement in the reference's words beats a right one in other words."""

from dataclasses import replace

import numpy as np
from markupsafe import Markup

from course.lessons import parts
from course.lessons.l08_references import METRIC, OUTPUTS, REFERENCES, output_scores, score_bars
from scoring.output.numbers import two_decimals
from ui.ngrams import Hypothesis


def compute(values: parts.Values) -> parts.ComputedBlocks:
    outputs = outputs_against_reference(values)
    return parts.ComputedBlocks(
        (parts.bleu_facts(outputs, parts.words_matched), parts.product(outputs[0].arithmetic, "_A")),
        (parts.signature(METRIC),),
        after=(score_bars(outputs),),
    )


def outputs_against_reference(values: parts.Values) -> list[Hypothesis]:
    """Return each output with its matches, named by letters."""
    return parts.name_outputs_by_letter(METRIC, values["outputs"].split("\n"), [values["reference"]])


def tile_views(values: parts.Values, answered: bool) -> dict[str, list[parts.TileRowView]]:
    """Return the outputs, coloured only once the question is answered: colours show which has the higher BLEU."""
    rows = parts.views_with_score(*outputs_against_reference(values), with_score=answered)
    return {"outputs": rows if answered else [replace(row, matches=None) for row in rows]}


def ask(values: parts.Values) -> parts.Question:
    right_one, wrong_one = output_scores(values, [values["reference"]])
    choices = {
        "A, which says the same in other words": 1,
        "B, which says the opposite in the same words": -1,
        "Both the same": 0,
    }
    return parts.choice_question(
        "The reference says what is true. A says it, too, and B does not. Which has the higher BLEU?",
        choices,
        int(np.sign(right_one - wrong_one)),
        reveal=Markup(
            "Only one of B's words is missing from the reference: <b>{}</b>, against <b>{}</b> for A."
        ).format(two_decimals(wrong_one), two_decimals(right_one)),
        why="BLEU counts each word alike. “No” changes the meaning of all others, and costs as much as any of them."
        " Zero counts are smoothed here, as in sacreBLEU.",
    )


LESSON = parts.Lesson(
    title="One word says the opposite",
    claim="BLEU knows the references' words, not their meaning.",
    fields=(
        parts.WordsField("outputs", "Output", OUTPUTS, has_letters=True),
        parts.WordsField("reference", "Reference", REFERENCES.split("\n")[0], is_small=True),
    ),
    compute=compute,
    ask=ask,
    tile_views=tile_views,
    practice="Read low segments before you call them wrong, and high ones before you call them right: a negation costs"
    " one word. Let checks look for negations and numbers that are lost.",
    pages=(("segments", "Read what is low and what is high"), ("checks", "Negations that are lost")),
    sources=(
        "Callison-Burch, Osborne and Koehn (2006): Re-evaluating the Role of BLEU in Machine Translation Research,"
        " section 3.2: drawing different items from the references.",
    ),
    notes=parts.Notes(
        say="Read both outputs aloud, and ask which of them they would trust.",
        think="A wrong statement must score lower.",
        correction="BLEU counts words, and “No” is just one wrong word.",
        minutes=4,
        following="A used other words. Now: more references, which may have them.",
    ),
)
