"""Lesson on references: each one that is switched on can change which output leads."""

from collections.abc import Iterable

import numpy as np
import pandas as pd
from markupsafe import Markup

from course.lessons import parts
from course.lessons.parts import figures
from scoring import BLEU
from scoring.output.numbers import counted, two_decimals
from ui.ngrams import Hypothesis

METRIC = BLEU(lowercase=True)
USED = parts.ChoiceField("used", "How many references are on", ("1", "2", "3"), "1")
OUTPUTS = "On Monday the crash left three people hurt\nNo people were injured in the accident on Monday"
REFERENCES = (
    "Three people were injured in the accident on Monday\n"
    "The crash on Monday left three people hurt\n"
    "On Monday the crash left three people injured"
)


def compute(values: parts.Values) -> parts.ComputedBlocks:
    every, used = parts.text_lines(values["references"]), references_in_use(values)
    outputs = outputs_against_references(values)
    return parts.ComputedBlocks(
        (parts.bleu_facts(outputs, _matches_phrase), parts.product(outputs[0].arithmetic, "_A")),
        (
            parts.Heading("Which references, which score?"),
            parts.TableBlock(
                reference_choice_table(values, every),
                "references",
                {output.system: "%.2f" for output in outputs},
                "All references, each alone, all but one.",
            ),
            parts.signature(METRIC, len(used)),
        ),
        before=(score_bars(outputs),),
        why=(_chart(values, every, outputs),),
    )


def score_bars(outputs: list[Hypothesis]) -> parts.Chart:
    """Return a bar with BLEU of each output."""
    shares = {f"BLEU of {of.system}": np.nan_to_num(float(of.arithmetic.score)) / 100 for of in outputs}
    alt = ", ".join(f"{name} {100 * share:.2f}" for name, share in shares.items())
    figure = figures.share_bars(shares, [of.color for of in outputs], "BLEU", 0, "", bar=30)
    return parts.Chart(figure, "bleu", alt)


def references_in_use(values: parts.Values) -> list[str]:
    """Return the first references, as many as are switched on, or all if there are fewer."""
    every = parts.text_lines(values["references"])
    return every[: int(values["used"])]


def outputs_against_references(values: parts.Values) -> list[Hypothesis]:
    """Return each output with its matches, named by letters."""
    return parts.name_outputs_by_letter(METRIC, values["outputs"].split("\n"), references_in_use(values))


def tile_views(values: parts.Values, answered: bool) -> dict[str, list[parts.TileRowView]]:
    n_used = int(values["used"])
    references = [parts.TileRowView(is_off=place >= n_used) for place in range(REFERENCES.count("\n") + 1)]
    return {
        "outputs": parts.views_with_score(*outputs_against_references(values), with_score=True),
        "references": references,
    }


def output_scores(values: parts.Values, references: list[str]) -> np.ndarray:
    """Return BLEU of each output against these references, float64 (n_outputs,)."""
    outputs = values["outputs"].split("\n")
    return METRIC.score(METRIC.statistics(outputs, [[reference] * len(outputs) for reference in references]))


def reference_choice_table(values: parts.Values, every: list[str]) -> pd.DataFrame:
    """Return one row for each choice of references, one column for each output."""
    rows = {"all": every}
    if len(every) > 1:
        rows |= {f"only reference {n + 1}": every[n : n + 1] for n in range(len(every))}
        rows |= {f"all but reference {n + 1}": every[:n] + every[n + 1 :] for n in range(len(every))}
    scores = np.stack([output_scores(values, references) for references in rows.values()])
    return pd.DataFrame({"references": list(rows)} | dict(zip(parts.LETTERS, scores.T, strict=False)))


def _matches_phrase(output: Hypothesis) -> str:
    return f"{parts.words_matched(output)}, {counted(len(output.matches.references), 'reference')}"


def _chart(values: parts.Values, every: list[str], outputs: list[Hypothesis]) -> parts.Chart:
    by_count = np.stack([output_scores(values, every[:count]) for count in range(1, len(every) + 1)])
    scores_of_output = {output.system: by_count[:, at] for at, output in enumerate(outputs)}
    figure = figures.scores_by_count(scores_of_output, [output.color for output in outputs], "the first n references")
    return parts.Chart(figure, "bleu-by-references", "BLEU of each output by the number of references")


def ask(values: parts.Values) -> parts.Question:
    every = parts.text_lines(values["references"])
    (right_one, wrong_one), (after, _) = output_scores(values, every[:1]), output_scores(values, every)
    turned = next(used for used in USED.options if is_true_ahead({**values, "used": used}))
    return parts.Question(
        "A is true, B is not; BLEU ignores capitals here. With reference 1 alone B leads,"
        f" {two_decimals(wrong_one)} to {two_decimals(right_one)}."
        " Switch more references on: when does A lead?",
        Markup(
            "No reference is A, yet A has <b>{}</b>: BLEU takes each n-gram from any of them, “{}” from {}, “{}” from"
            " {}. B gains nothing."
        ).format(two_decimals(after), *pieces_of_output(values["outputs"].split("\n")[0], every)),
        goal=parts.Goal(USED.name, is_true_ahead, f"With {turned} references on A leads"),
        why="More references can help a system that uses other words. They do not tell wrong from right: B lost"
        " nothing. Zero counts are smoothed here, as in sacreBLEU.",
    )


def pieces_of_output(output: str, references: list[str]) -> tuple[str, int, str, int]:
    """Return the longest start and the longest end of an output that a reference has.

    Each is followed by the number of the first reference that has it, from 1.

    >>> pieces_of_output("b c a", ["a b c", "C A"])
    ('b c', 1, 'c a', 2)
    """
    words = output.split()
    beginnings = (words[:length] for length in range(len(words), 0, -1))
    ends = (words[start:] for start in range(len(words)))
    return *_first_found(beginnings, references), *_first_found(ends, references)


def _first_found(pieces: Iterable[list[str]], references: list[str]) -> tuple[str, int]:
    """Return the first piece that a reference has, and the reference's number; ("", 0) if there is none."""
    texts = (" ".join(piece) for piece in pieces)
    matches = (
        (text, number)
        for text in texts
        for number, reference in enumerate(references, 1)
        if f" {text} ".lower() in f" {reference} ".lower()
    )
    return next(matches, ("", 0))


def is_true_ahead(values: parts.Values) -> bool:
    """Return whether A leads."""
    first, second, *_ = output_scores(values, references_in_use(values))
    return bool(first > second)


LESSON = parts.Lesson(
    title="References matter",
    claim="The score depends on which references there are, and on how many.",
    fields=(
        parts.WordsField(
            "outputs",
            "Output",
            OUTPUTS,
            has_letters=True,
        ),
        parts.WordsField(
            "references",
            "Reference",
            REFERENCES,
            is_small=True,
        ),
        USED,
    ),
    compute=compute,
    ask=ask,
    tile_views=tile_views,
    practice="Never compare scores by different references, or by different numbers of them: each one more can bring"
    " more matches, and another length to be compared with.",
    pages=(("segments", "Outputs beside their references"),),
    sources=(
        "Papineni et al. (2002), section 2.1: an n-gram is clipped by the reference that has it most; section 3: the"
        " more references, the higher the score.",
    ),
    notes=parts.Notes(
        say="Let the class bet on the number of references first. Then switch them on, one by one.",
        think="A score is a property of the system.",
        correction="It is one of the system and its references: the outputs stayed, and the leader changed.",
        minutes=5,
        following="The words were others. Now: they are the same, in another form.",
    ),
)
