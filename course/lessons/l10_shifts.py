"""Lesson on moved phrases: one shift for TER, many lost n-grams for BLEU."""

from dataclasses import replace

import numpy as np
import pandas as pd
from markupsafe import Markup

from course.lessons import parts
from course.lessons.l06_permutations import cut_into_blocks
from scoring import BLEU, TER, WER
from scoring.output.numbers import counted, two_decimals
from scoring.ter.edits import SegmentEdits
from scoring.ter.shifts import MAX_SHIFT_LENGTH
from ui.ter import EditedOutput, n_steps, step_sentence, ter_drawing

METRIC = TER()
WITHOUT_SHIFTS = WER()
EXACT = BLEU(tokenize="none", smoothing="none")
MAX_STEPS_DRAWN = 4
"""Most steps that are drawn."""
REFUSED = ("on Monday we met in Rome", "in Rome we met on Monday")
"""An output, and a reference that differs by two moved phrases."""
HALFWAY = "we met in Rome on Monday"
"""The output after the first of the two moves."""


def compute(values: parts.Values) -> parts.ComputedBlocks:
    output, reference = values["output"], values["reference"]
    edits = METRIC.edits(output, [reference])
    ter, wer, bleu = edit_and_bleu_scores(output, reference)
    shown = EditedOutput("output", parts.BLUE, edits, ter, wer, bleu)
    row = WITHOUT_SHIFTS.statistics([output], [[reference]])[0]
    edits_without_shifts = sum(float(WITHOUT_SHIFTS.column(row, name)) for name in WITHOUT_SHIFTS.edit_names)
    words = edits.reference_length
    about_ter, about_wer, about_bleu = before_the_move(values)
    return parts.ComputedBlocks(
        (
            parts.Facts(
                _fact("TER", edits.n_edits, words, about_ter or counted(len(edits.shifts), "shift")),
                _fact("TER without shifts", edits_without_shifts, words, about_wer or "word error rate"),
                parts.Fact("BLEU", two_decimals(bleu), about_bleu),
            ),
            _formula(edits),
        ),
        (
            *shift_drawings(shown),
            parts.TableBlock(
                shift_table(edits, reference),
                "shifts",
                {"TER, %": "%.2f", "BLEU": "%.2f"},
                "The text after each shift, scored by BLEU. TER: shifts made, and what is left to edit, by"
                f" reference words. One shift moves at most {MAX_SHIFT_LENGTH} words.",
            ),
            parts.signature(METRIC),
            parts.signature(EXACT),
        ),
    )


def before_the_move(values: parts.Values) -> tuple[str, ...]:
    """Return TER, word error rate and BLEU before the phrase was moved, as notes; empty if it was not moved."""
    example = LESSON.example
    if values["output"] == example["output"] or values["reference"] != example["reference"]:
        return "", "", ""
    ter, wer, bleu = edit_and_bleu_scores(example["output"], example["reference"])
    return f"before {ter / 100:.3f}", f"before {wer / 100:.3f}", f"before {two_decimals(bleu)}"


def greedy_search() -> str:
    """Return sentences about a shift that TER refuses, because alone it saves nothing."""
    output, reference = REFUSED
    edits, after = (METRIC.edits(text, [reference]) for text in (output, HALFWAY))
    return (
        " TER takes one shift after another, and only one that leaves fewer other edits. Two moved phrases turn"
        f" “{output}” into “{reference}”. But moving “on Monday” to the end leaves"
        f" {counted(after.alignments[0].distance, 'other edit')}, as many as before: TER refuses that move, never sees"
        f" the second one, and counts {counted(round(edits.n_edits), 'edit')}."
    )


def tile_views(values: parts.Values, answered: bool) -> dict[str, list[parts.TileRowView]]:
    """Return the phrases of the reference as tiles; a note shows how moving them changes both scores."""
    output, reference = values["output"], values["reference"]
    edits = METRIC.edits(output, [reference]).n_edits
    (row,) = parts.views_with_score(parts.match_output(EXACT, output, [reference]), with_score=True)
    sizes = tuple(map(len, cut_into_blocks(EXACT.matches(output, [reference]))))
    return {"output": [replace(row, note=f"{counted(round(edits), 'edit')}, {row.note}", sizes=sizes)]}


def edit_and_bleu_scores(output: str, reference: str) -> tuple[float, float, float]:
    """Return TER, WER and BLEU, each in per cent."""
    ter, wer, bleu = (
        float(metric.score(metric.statistics([output], [[reference]])[0])) for metric in (METRIC, WITHOUT_SHIFTS, EXACT)
    )
    return ter, wer, bleu


def _fact(label: str, edits: float, words: float, about: str) -> parts.Fact:
    return parts.Fact(label, f"{edits / words:.3f}" if words else "no words", f"{edits:g} / {words:g}; {about}")


def shift_drawings(output: EditedOutput) -> list[parts.Block]:
    """Return a drawing of each shift and one of the counted edits, each with a sentence."""
    last = n_steps(output.edits) - 1
    first = min(1, last)
    shown = range(first, last + 1) if last <= MAX_STEPS_DRAWN else [*range(first, MAX_STEPS_DRAWN), last]
    blocks: list[parts.Block] = []
    for number, step in enumerate(shown):
        label = f"The output above the reference, step {step} of {last}"
        blocks += [
            ter_drawing(output.edits, step, label, "", with_legend=number == len(shown) - 1),
            parts.Html(step_sentence(output, step)),
        ]
    if last > MAX_STEPS_DRAWN:
        blocks.append(
            parts.Plain(
                f"Drawn are the first {MAX_STEPS_DRAWN - 1} of {last - 1} shifts and the end. The page TER has all."
            )
        )
    return blocks


def shift_table(edits: SegmentEdits, reference: str) -> pd.DataFrame:
    """Return one row for each shift: the edits left after it, and BLEU of the text at that point."""
    texts = [" ".join(alignment.hypothesis) for alignment in edits.alignments]
    bleu = EXACT.score(EXACT.statistics(texts, [[reference] * len(texts)]))
    n_shifts, distances = np.arange(len(texts)), np.array([alignment.distance for alignment in edits.alignments])
    ter = 100 * (n_shifts + distances) / (edits.reference_length or np.nan)
    columns = {
        "shifts made": n_shifts,
        "edits left": distances,
        "edits in all": n_shifts + distances,
        "TER, %": ter,
        "BLEU": bleu,
    }
    return pd.DataFrame(columns)


def _formula(edits: SegmentEdits) -> parts.FormulaBlock:
    """Return the formula of TER, in which every edit weighs 1, also a shift of any phrase by any distance."""
    insertions, deletions, substitutions, shifts, *_ = (round(count) for count in edits.statistics)
    words, counts = round(edits.reference_length), f"{insertions} + {deletions} + {substitutions}"
    return parts.aligned(
        r"\text{TER} &= \frac{\text{ins} + \text{del} + \text{sub} + \text{shift}}{\text{reference words}}",
        rf"&= \frac{{{counts} + {parts.asked_part(str(shifts))}}}{{{words}}} = {parts.quotient(edits.n_edits, words)}",
        gap=10,
    )


def _shifted_phrase(edits: SegmentEdits) -> str:
    """Return the first shifted phrase."""
    return " ".join(edits.shifts[0].words) if edits.shifts else "nothing"


def ask(values: parts.Values) -> parts.Question:
    output, reference = values["output"], values["reference"]
    edits = METRIC.edits(output, [reference])
    ter, wer, bleu = edit_and_bleu_scores(output, reference)
    words, distance = edits.reference_length, edits.final.distance
    tiles = map(" ".join, cut_into_blocks(EXACT.matches(output, [reference])))
    in_place = " ".join(edits.final.hypothesis)
    moved, after = _shifted_phrase(edits), shift_table(edits, reference)["BLEU"].iloc[-1]
    (row,) = LESSON.words[0].rows
    return parts.Question(
        f"TER (translation edit rate) counts the edits that turn the output into the reference, per reference word."
        f" {moved} is in the wrong place. Drag it to its place: how many edits does that save, and what does BLEU do?",
        Markup(
            "TER counted <b>{:g}</b> edits; one was this move, a shift, so <b>{:g}</b> are left. BLEU rises from"
            " <b>{}</b> to <b>{}</b>."
        ).format(edits.n_edits, distance, two_decimals(bleu), two_decimals(after)),
        goal=parts.Goal(
            row,
            is_in_place,
            f"Put {moved} where the reference has it",
            tuple(sorted(tiles, key=in_place.index)),
        ),
        why=f"Before the move TER is {edits.n_edits:g} / {words:g} = {ter / 100:.3f}:"
        f" {counted(len(edits.shifts), 'shift')} and {distance:g} other edits. Word error rate has no shifts, and edits"
        f" the phrase word by word: {wer / 100 * words:.0f} / {words:g} = {wer / 100:.3f}. BLEU loses every n-gram"
        f" across the phrase's borders." + greedy_search(),
    )


def is_in_place(values: parts.Values) -> bool:
    """Return whether the lesson's words are in an order that needs no more shifts."""
    lesson_output, reference = LESSON.example["output"], values["reference"]
    is_whole = sorted(values["output"].split()) == sorted(lesson_output.split())
    least = METRIC.edits(lesson_output, [reference]).final.distance
    return is_whole and METRIC.edits(values["output"], [reference]).n_edits <= least


LESSON = parts.Lesson(
    title="Moved phrases",
    claim="TER counts a moved phrase as one edit; BLEU loses every n-gram across its borders.",
    fields=(
        parts.WordsField(
            "output", "Output", "THIS WEEK THE SAUDIS denied information published in the new york times", "drag"
        ),
        parts.WordsField(
            "reference",
            "Reference",
            "SAUDI ARABIA denied THIS WEEK information published in the AMERICAN new york times",
        ),
    ),
    compute=compute,
    ask=ask,
    tile_views=tile_views,
    practice="Where word order is what you care about, read TER's shifts: how many, how long, how far. Lower is better,"
    " and it can exceed 100 %: say so in a table that also has BLEU.",
    pages=(("ter", "Shifts step by step, and where TER and BLEU disagree"),),
    sources=(
        "Snover, Dorr, Schwartz, Micciulla and Makhoul (2006): A Study of Translation Edit Rate with Targeted Human"
        " Annotation, section 3: the definition, and this example.",
    ),
    notes=parts.Notes(
        say="Ask for both numbers before one student drags. Then count the edits that are left aloud, and divide them"
        " by the reference's words.",
        think="A moved phrase costs an edit for each of its words. And more is better.",
        correction="Moving a phrase is one edit. TER counts errors, so less is better.",
        minutes=6,
        following="Every measure gives a number. Now: when are two numbers different?",
    ),
)
