"""References matter: what other words cost, and what one more reference does."""

import numpy as np
import pandas as pd

from scoring import BLEU
from ui.highlight import Hypothesis, two_decimals
from ui.lessons import figures
from ui.lessons.lesson import (
    LETTERS,
    Beside,
    Chart,
    Choice,
    Computed,
    Fact,
    Facts,
    Formula,
    Heading,
    Lesson,
    Question,
    Table,
    Text,
    Values,
    few,
    left_out,
    lettered,
    right_of,
    sentence,
    signature,
)

METRIC = BLEU(lowercase=True)
ALL = "all"


def compute(values: Values) -> Computed:
    every, used = few(values["references"], "references"), in_use(values)
    given = lettered(METRIC, values["outputs"], used)
    return Computed(
        (Facts(tuple(_fact(output) for output in given[:4])),),
        (
            sentence(used, *given),
            Beside((_chart(values, every, given),), (_formula(given[0]),), 1.5),
            Heading("Which references, which score?"),
            Table(
                table(values, every),
                "references",
                {output.system: "%.2f" for output in given},
                "All references, each alone, all but one. Edit, add or remove a line above, and all of it follows.",
            ),
            *left_out(values["outputs"]),
            *left_out(values["references"], "references"),
            signature(METRIC, used),
        ),
    )


def in_use(values: Values) -> list[str]:
    """The first so many references; all, where there are fewer."""
    every = few(values["references"], "references")
    return every if values["used"] == ALL else every[: int(values["used"])]


def scores(values: Values, references: list[str]) -> np.ndarray:
    """BLEU of each output against these references, (n_outputs,)."""
    given = few(values["outputs"])
    return METRIC.score(METRIC.statistics(given, [[reference] * len(given) for reference in references]))


def table(values: Values, every: list[str]) -> pd.DataFrame:
    """One row a choice of references, one column an output."""
    rows = {"all": every}
    if len(every) > 1:
        rows |= {f"only reference {n + 1}": every[n : n + 1] for n in range(len(every))}
        rows |= {f"all but reference {n + 1}": every[:n] + every[n + 1 :] for n in range(len(every))}
    found = {name: scores(values, references) for name, references in rows.items()}
    return pd.DataFrame(
        [{"references": name} | dict(zip(LETTERS, row.tolist(), strict=False)) for name, row in found.items()]
    )


def _fact(output: Hypothesis) -> Fact:
    terms, count = output.arithmetic, len(output.matches.references)
    by = "1 reference" if count == 1 else f"{count} references"
    about = f"words: {terms.matches[0]:.0f} of {terms.totals[0]:.0f}, by {by}"
    return Fact(f"BLEU of {output.system}", two_decimals(terms.score), about, output.color)


def _chart(values: Values, every: list[str], given: list[Hypothesis]) -> Chart:
    by_count = np.stack([scores(values, every[:count]) for count in range(1, len(every) + 1)])
    found = {output.system: by_count[:, at] for at, output in enumerate(given)}
    figure = figures.scores_by_count(found, [output.color for output in given], "the first n references")
    return Chart(figure, "bleu-by-references", "BLEU of each output by the number of references")


def _formula(output: Hypothesis) -> Formula:
    """An n-gram counts by whichever reference has it most."""
    terms = output.arithmetic
    rows = [
        rf"p_{n} &= \frac{{{m:.0f}}}{{{t:.0f}}}" if t else rf"p_{n} &= \text{{none}}"
        for n, (m, t) in enumerate(zip(terms.matches, terms.totals, strict=True), 1)
    ]
    clip = r"\text{Count}_{\text{clip}} = \min(\text{Count},\ \max_{r} \text{Count}_r)"
    body = r" \\[2pt] ".join(rows)
    return Formula(
        rf"\begin{{gathered}} {clip} \\[8pt] \text{{{output.system}:}}"
        rf"\quad \begin{{aligned}} {body} \end{{aligned}} \end{{gathered}}"
    )


def ask(values: Values) -> Question:
    every = few(values["references"], "references")
    (right_one, wrong_one), (after, other) = scores(values, every[:1]), scores(values, every)
    choices = {
        "A, which says the same in other words": 1,
        "B, which says the opposite in the same words": -1,
        "Both the same": 0,
    }
    return Question(
        "A is a good translation, B a wrong one. Which has the higher BLEU by the first reference alone?",
        tuple(choices),
        right_of(choices, int(np.sign(right_one - wrong_one))),
        f"A has <b>{two_decimals(right_one)}</b>, B <b>{two_decimals(wrong_one)}</b>: BLEU compares words, and B has"
        f" but one wrong. By all {len(every)} references A has <b>{two_decimals(after)}</b>, and B"
        f" <b>{two_decimals(other)}</b>: more references can help whoever words it otherwise. They do not tell wrong"
        " from right.",
    )


LESSON = Lesson(
    title="References matter",
    claim="BLEU knows the references' words, not their meaning: a good translation in other words loses, a wrong one in"
    " the same words wins, and each reference more can change the score.",
    fields=(
        Text(
            "outputs",
            "Outputs, one a line",
            "On Monday the crash left three people hurt\nNo people were injured in the accident on Monday",
            2,
        ),
        Text(
            "references",
            "References, one a line: add, remove, edit",
            "Three people were injured in the accident on Monday\n"
            "The crash on Monday left three people hurt\n"
            "On Monday the crash left three people injured",
            3,
        ),
        Choice("used", "Use the first", ("1", "2", "3", ALL), "1"),
    ),
    compute=compute,
    ask=ask,
    practice="Never compare scores by different references, or by different numbers of them: each one more can bring"
    " more matches, and another length to be compared with. Read low segments before you call them wrong, and high ones"
    " before you call them right: a negation costs one word.",
    pages=(("segments", "Read what is low and what is high"),),
    sources=(
        "Papineni et al. (2002), section 2.1: an n-gram is clipped by the reference that has it most; section 3: the"
        " more references, the higher the score.",
        "Callison-Burch, Osborne and Koehn (2006): Re-evaluating the Role of BLEU in Machine Translation Research,"
        " section 3.2: drawing different items from the references.",
    ),
)
