"""Lesson on smoothing: it helps sentences, hardly systems or tuning; one chart, with a switch for the use."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
import pandas as pd
from markupsafe import Markup

from course.lessons import parts
from course.lessons.parts import figures
from scoring import BLEU
from scoring.bleu.smoothing import PAPER
from scoring.output.numbers import two_decimals
from scoring.studies.parameters.published_agreement import INTO, OUT_OF, PRINTED

SYSTEMS, SENTENCES, TUNING = "systems", "sentences", "tuning"
METHODS = tuple("01234567")
"""Names of the smoothing methods; 0 is no smoothing."""
PUT_IN = (
    "nothing",
    "a tiny count",
    "one match and one n-gram more",
    "halves, then quarters",
    "more in longer sentences",
    "the mean of the neighbours",
    "what shorter n-grams predict",
    "as method 4, then 5",
)
"""What each method puts in place of a zero."""
TUNED_SMALL = {
    "0": (27.6, 35.6, 29.0, 46.9, 46.5, 49.1),
    "1": (27.6, 35.7, 29.1, 46.9, 46.4, 49.1),
    "2": (27.5, 35.8, 29.1, 46.9, 46.4, 49.0),
    "3": (27.6, 35.8, 29.1, 47.0, 46.5, 49.2),
    "4": (27.6, 35.7, 29.1, 47.0, 46.5, 49.2),
    "5": (27.6, 35.5, 28.9, 46.9, 46.4, 49.1),
    "6": (27.5, 35.7, 29.0, 47.0, 46.4, 49.1),
    "7": (27.6, 35.6, 29.0, 47.0, 46.4, 49.0),
}
TUNED_LARGE = {
    "MIRA": (29.9, 38.0, 31.0, 47.9, 47.3, 49.3),
    "0": (29.5, 37.9, 31.4, 48.1, 47.2, 49.5),
    "2": (29.6, 38.0, 31.1, 48.0, 47.4, 49.7),
    "4": (29.9, 38.1, 31.2, 48.1, 47.4, 49.6),
    "6": (29.7, 37.9, 31.0, 48.2, 47.3, 49.7),
    "7": (29.7, 38.0, 31.2, 48.1, 47.3, 49.7),
}
TUNED_SETS = ("zh-en, tuning", "zh-en, MT06", "zh-en, MT08", "ar-en, tuning", "ar-en, MT08", "ar-en, MT09")
"""Columns of Tables 5 and 6, 7 and 8: BLEU on each set, after tuning with a method."""
PUBLISHED = {
    SYSTEMS: tuple(PRINTED[INTO][method].gamma for method in METHODS),
    SENTENCES: tuple(PRINTED[INTO][method].tau for method in METHODS),
    TUNING: tuple(round(bleu[1] / 100, 3) for bleu in TUNED_SMALL.values()),
}
"""Use -> each method's number as Chen and Cherry print it: Pearson's correlation of systems' scores with people, Table
2; Kendall's tau of sentences, Table 2; BLEU / 100 on MT06 after tuning with the method, Chinese to English, Table 5."""
TITLES = {
    SYSTEMS: "agreement with people: 0 none, 1 perfect",
    SENTENCES: "agreement with people: 0 none, 1 perfect",
    TUNING: "BLEU of the tuned system, 0 to 1",
}
PURPOSE = parts.ChoiceField("what", "BLEU is used for", (SYSTEMS, SENTENCES, TUNING), SYSTEMS)
LARGE = 1.2
"""Smallest factor by which a helpful method beats no smoothing."""
SYSTEM = "apertium-direct"


def compute(values: parts.Values) -> parts.ComputedBlocks:
    purpose = values["what"]
    return parts.ComputedBlocks(
        (
            parts.Facts(
                parts.Fact("no smoothing", f"{PUBLISHED[purpose][0]:.3f}"),
                parts.Fact("best method", f"{max(PUBLISHED[purpose]):.3f}"),
            ),
            parts.FormulaBlock(
                rf"\frac{{{max(PUBLISHED[purpose]):.3f}}}{{{PUBLISHED[purpose][0]:.3f}}}"
                rf" = {parts.asked_part(f'{gain(purpose):.2f}')}"
            ),
        ),
        (
            parts.TableBlock(
                published_table(),
                "published",
                dict.fromkeys([SYSTEMS, SENTENCES, TUNING], "%.3f"),
                "Quoted, not computed here: Chen and Cherry (2014), Tables 2 and 5, into English. Agreement is"
                " Pearson's r of systems (1: scores are on one line with people's) and Kendall's tau of sentences (1:"
                " all pairs are in people's order). Tuning: BLEU / 100"
                " on MT06, the mean of 5 runs.",
            ),
            parts.TableBlock(
                out_of_english_table(),
                "out-of-english",
                dict.fromkeys([SYSTEMS, SENTENCES], "%.3f"),
                "The same agreement out of English: Table 3.",
            ),
            parts.TableBlock(
                tuned_table(TUNED_SMALL),
                "tuned-small",
                dict.fromkeys(TUNED_SETS, "%.1f"),
                "BLEU of systems that were tuned with each method, with a small training set: Tables 5 and 6. No two"
                " differ significantly.",
            ),
            parts.TableBlock(
                tuned_table(TUNED_LARGE),
                "tuned-large",
                dict.fromkeys(TUNED_SETS, "%.1f"),
                "The same with a large one: Tables 7 and 8. MIRA is another way to tune. Method 7 beat no smoothing in"
                " 3 of 4 scenarios, by little; on MT08 from Chinese method 0, no smoothing, was best.",
            ),
            parts.Heading("Computed here"),
            parts.TableBlock(
                computed_table(),
                "computed",
                {"corpus BLEU": "%.2f", "mean of sentences": "%.2f"},
                f"The sample set {parts.SAMPLE}, system {SYSTEM}.",
            ),
        ),
        (_bars(purpose),),
    )


def gain(purpose: str) -> float:
    """Return the best method's number divided by the number without smoothing."""
    return max(PUBLISHED[purpose]) / PUBLISHED[purpose][0]


def _bars(purpose: str) -> parts.Chart:
    values = {
        f"method {method}" if method != "0" else "none": number for method, number in values_by_method(purpose).items()
    }
    alt = ", ".join(f"{name} {share:.3f}" for name, share in values.items())
    colors = [figures.GREY] + [parts.BLUE] * (len(values) - 1)
    figure = figures.number_bars(values, colors, TITLES[purpose], (0, 1), 3, bar=24)
    return parts.Chart(figure, "methods", alt)


def values_by_method(purpose: str) -> dict[str, float]:
    return dict(zip(METHODS, PUBLISHED[purpose], strict=True))


def published_table() -> pd.DataFrame:
    """Return one row for each method."""
    return pd.DataFrame({"method": METHODS, "in place of a zero": PUT_IN, **PUBLISHED})


def out_of_english_table() -> pd.DataFrame:
    """Return one row for each method: agreement of systems' and of sentences' scores with people."""
    rows = [PRINTED[OUT_OF][method] for method in METHODS]
    return pd.DataFrame({"method": METHODS, SYSTEMS: [of.gamma for of in rows], SENTENCES: [of.tau for of in rows]})


def tuned_table(bleu: Mapping[str, Sequence[float]]) -> pd.DataFrame:
    """Return one row for each method: BLEU on each set of a system tuned with the method."""
    return pd.DataFrame([(method, *of) for method, of in bleu.items()], columns=["method", *TUNED_SETS])


@lru_cache(maxsize=1)
def computed_table() -> pd.DataFrame:
    """Return one row for each method: corpus score, mean score of the sentences, and number of scores of 0."""
    test_set = parts.news_sample()
    outputs = test_set.system(SYSTEM).segments
    references = [reference.segments for reference in test_set.references]
    rows = []
    for method in PAPER:
        metric = BLEU(smoothing=method)
        statistics = metric.statistics(outputs, references)
        scores = metric.score(statistics)
        rows.append(
            (method, float(metric.score(statistics.sum(axis=0))), float(scores.mean()), int(np.sum(scores == 0)))
        )
    return pd.DataFrame(rows, columns=["method", "corpus BLEU", "mean of sentences", "sentences with 0"])


def helps(values: parts.Values) -> bool:
    return gain(values["what"]) >= LARGE


def ask(values: parts.Values) -> parts.Question:
    plain = computed_table().to_dict("records")[0]
    tau = values_by_method(SENTENCES)
    return parts.Question(
        "Chen and Cherry smoothed BLEU in seven ways, and looked at three uses: ranking whole systems, ranking single"
        " sentences, and tuning, which picks a system's settings by their BLEU. Switch the use, and compare the bars"
        " with “none”: where does smoothing help?",
        Markup(
            "Unsmoothed, a sentence without four right words in a row has BLEU 0, here <b>{}</b> of {}: they cannot be"
            " ranked. A whole test set has no zero."
        ).format(plain["sentences with 0"], len(parts.news_sample())),
        goal=parts.Goal(
            PURPOSE.name, helps, f"It helps for {SENTENCES}: {gain(SENTENCES):.2f} times the agreement with people"
        ),
        why=f"For sentences the agreement is {tau['0']:.3f} without smoothing, and {max(tau.values()):.3f} at best;"
        f" systems and tuning gain {100 * (max(gain(SYSTEMS), gain(TUNING)) - 1):.0f} % at most. The whole sample set's"
        f" BLEU is {two_decimals(plain['corpus BLEU'])} without smoothing, and the same under every method that"
        " changes zeros only.",
    )


LESSON = parts.Lesson(
    title="Where does smoothing help?",
    claim="Smoothing helps BLEU to rank sentences; it hardly helps with whole systems or with tuning.",
    fields=(PURPOSE,),
    compute=compute,
    ask=ask,
    practice="Smooth when you score sentences, and name the method. For a test set use plain corpus BLEU. To tune a"
    " system by sentence BLEU take any of the methods; which one hardly matters.",
    pages=(("smoothing", "Who wins under which method"), ("agreement", "Agreement by smoothing")),
    sources=(
        "Chen and Cherry (2014): A Systematic Comparison of Smoothing Techniques for Sentence-Level BLEU, Tables 2 and"
        " 3: sentences and systems; Tables 5 to 8: tuning.",
    ),
    notes=parts.Notes(
        say="Let them guess where smoothing helps before you switch. Remind them of the lesson on one short sentence.",
        think="A better method is better everywhere.",
        correction="It mends zeros, and only sentences have zeros.",
        minutes=5,
        following="So much for metrics. Now: a judge that is a program, and has a family.",
    ),
)
