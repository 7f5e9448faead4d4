"""Lesson on matches and meaning: two outputs that BLEU and people rank in opposite orders."""

from dataclasses import replace

import numpy as np
import pandas as pd
from markupsafe import Markup

from course.lessons import parts
from course.lessons.parts import figures
from scoring import BLEU
from scoring.output.numbers import two_decimals
from ui.ngrams import Hypothesis

METRIC = BLEU()
RATINGS = {"A": (3, 2), "B": (5, 4)}
"""Output -> ratings of two judges, 1 to 5, the same for adequacy and fluency (Callison-Burch et al., Table 4)."""
WORST, BEST = 1, 5
MATCHES = {"A": (27, 20, 15, 10), "B": (24, 19, 15, 12)}
"""Output -> matches of 1 to 4 words against all four references, as printed; the lesson has one of these references."""


def compute(values: parts.Values) -> parts.ComputedBlocks:
    outputs = rated_outputs(values)
    return parts.ComputedBlocks(
        (
            parts.bleu_facts(outputs, lambda output: f"people: {mean_rating(output.system):g} of {BEST}"),
            parts.product(outputs[0].arithmetic, "_A"),
            _bars(outputs),
        ),
        (
            parts.TableBlock(
                match_table(outputs),
                "matches",
                {"BLEU": "%.2f", "people, mean": "%.1f"},
                "1 to 4: words in a row that match, against this reference, and as printed against all four.",
            ),
            parts.signature(METRIC),
        ),
    )


def rated_outputs(values: parts.Values) -> list[Hypothesis]:
    return parts.name_outputs_by_letter(METRIC, values["outputs"].split("\n"), [values["reference"]])


def tile_views(values: parts.Values, answered: bool) -> dict[str, list[parts.TileRowView]]:
    return {"outputs": parts.views_with_score(*rated_outputs(values), with_score=True)}


def mean_rating(letter: str) -> float:
    return sum(RATINGS[letter]) / len(RATINGS[letter])


def _bars(outputs: list[Hypothesis]) -> parts.Chart:
    """Return BLEU of both outputs, then people's mean ratings, each on its own scale."""
    scores = {of.system: float(np.nan_to_num(of.arithmetic.score)) for of in outputs}
    shares = {f"BLEU of {letter}: {two_decimals(score)}": score / 100 for letter, score in scores.items()}
    shares |= {
        f"people on {letter}: {mean_rating(letter):g} of {BEST}": (mean_rating(letter) - WORST) / (BEST - WORST)
        for letter in RATINGS
    }
    alt = ", ".join(f"{name} {100 * share:.0f}" for name, share in shares.items())
    scale = f"% of each scale (people: {WORST} to {BEST})"
    figure = figures.share_bars(shares, [*parts.COLORS[:2]] * 2, scale, 0, bar=24)
    return parts.Chart(figure, "bleu-and-people", alt)


def match_table(outputs: list[Hypothesis]) -> pd.DataFrame:
    """Return one row for each output."""
    rows = []
    for output in outputs:
        terms, printed = output.arithmetic, MATCHES.get(output.system, ())
        counts = [f"{count:.0f}" for count in terms.matches]
        rows.append(
            {"output": output.system}
            | {f"{n}": count for n, count in enumerate(counts, 1)}
            | {f"{n}, printed": f"{count}" for n, count in enumerate(printed, 1)}
            | {"BLEU": float(terms.score), "people, mean": mean_rating(output.system)}
        )
    return pd.DataFrame(rows)


def ask(values: parts.Values) -> parts.Question:
    first, second = rated_outputs(values)
    better = max(RATINGS, key=mean_rating)
    words = [f"{output.arithmetic.matches[0]:.0f}" for output in (first, second)]
    question = parts.Question(
        f"Both outputs translate the same sentence. A has {words[0]} words of the reference, B {words[1]}, and BLEU"
        " prefers A. Read them. Which one do people prefer?",
        Markup("Two people gave A {}, B {} of {}: <b>{}</b> says what happened, {} is word salad.").format(
            *(" and ".join(map(str, RATINGS[letter])) for letter in RATINGS), BEST, better, "A"
        ),
        (*RATINGS, "Both alike"),
        [*RATINGS].index(better),
        why=f"A takes pieces of the reference and strings them together wrongly; each piece counts. BLEU gives it"
        f" {two_decimals(first.arithmetic.score)}, B {two_decimals(second.arithmetic.score)}. The paper counts the"
        f" matches against four references, of which it prints this one: {MATCHES['A'][0]} words of A match,"
        f" {MATCHES['B'][0]} of B. Of the systems in that evaluation, BLEU ranked A's second and B's sixth; people"
        " ranked B's first.",
    )
    return replace(question, way=f"People prefer {better}")


LESSON = parts.Lesson(
    title="Matches and meaning",
    claim="More matching words need not make a better translation.",
    fields=(
        parts.WordsField(
            "reference",
            "Reference",
            "Iran had already announced Kharazi would boycott the conference after Jordan 's King Abdullah II accused"
            " Iran of meddling in Iraq 's affairs .",
            is_small=True,
        ),
        parts.WordsField(
            "outputs",
            "Output",
            "Iran has already stated that Kharazi 's statements to the conference because of the Jordanian King"
            " Abdullah II in which he stood accused Iran of interfering in Iraqi affairs .\n"
            "Iran already announced that Kharrazi will not attend the conference because of the statements made by the"
            " Jordanian Monarch Abdullah II who has accused Iran of interfering in Iraqi affairs .",
            has_letters=True,
            is_small=True,
        ),
    ),
    compute=compute,
    ask=ask,
    tile_views=tile_views,
    has_numbers_beside=True,
    practice="Never rank two sentences by BLEU alone. Read the pairs in which BLEU and another metric disagree most;"
    " that is where the score misleads.",
    pages=(("segments", "Read the segments with the largest differences"), ("compare", "Which words make them differ")),
    sources=(
        "Callison-Burch, Osborne and Koehn (2006): Re-evaluating the Role of BLEU in Machine Translation Research,"
        " section 4, Table 4: this pair, its ratings by two judges and its matches.",
    ),
    notes=parts.Notes(
        say="Have both outputs read aloud before anybody looks at the colours. Then count the blue words.",
        think="More matches mean a better translation.",
        correction="On average they do; for two sentences they need not.",
        minutes=5,
        following="BLEU counted up to four words in a row here. Now: why four?",
    ),
)
