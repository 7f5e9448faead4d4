"""Lesson on COMET: how often a learned metric orders outputs as people do; first a bet, then the number."""

import pandas as pd

from course.lessons import parts
from course.lessons.parts import figures

PUBLISHED = {
    "XCOMET-Ensemble": ("a", 0.604, 0.587, 0.621),
    "COMET": ("b", 0.574, 0.557, 0.593),
    "GEMBA-MQM": ("b", 0.572, 0.554, 0.590),
    "chrF": ("c", 0.519, 0.501, 0.538),
    "BLEU": ("c", 0.518, 0.500, 0.536),
    "chance": ("", 0.384, 0.375, 0.392),
}
"""Metric -> letters, calibrated pairwise accuracy with people, and its 95 % interval, as in docs/agreement.md."""
COMET, BLEU, CHANCE = (PUBLISHED[name][1] for name in ("COMET", "BLEU", "chance"))
"""Share of pairs that the metric orders as people do."""
LEAD = COMET - BLEU
BET = parts.Slider("bet", "Your bet for COMET, of 100 pairs", 40, 100, 75, 1)
CLOSE = 2
"""Largest error, in pairs, of a right bet."""
TITLE = "pairs ordered as people do, of 100"
COMPARED_AGREEMENTS = {"random scores": CHANCE, "BLEU": BLEU}


def compute(values: parts.Values) -> parts.ComputedBlocks:
    bet = values["bet"] / 100
    return parts.ComputedBlocks(
        (
            parts.Facts(
                parts.Fact("BLEU", _hundredths(BLEU), "of 100 pairs"),
                parts.Fact("COMET", _hundredths(COMET), "of 100 pairs"),
                parts.Fact("your bet", f"{values['bet']:.0f}"),
            ),
            parts.FormulaBlock(
                rf"\text{{COMET}} - \text{{BLEU}} = {_hundredths(COMET)} - {_hundredths(BLEU)}"
                rf" = {parts.asked_part(_hundredths(LEAD))}"
            ),
        ),
        (_table(),),
        (_bars({**COMPARED_AGREEMENTS, "COMET: your bet": bet}, "bet"),),
        (_bars({**COMPARED_AGREEMENTS, "COMET": COMET, "your bet": bet}, "bet"),),
        (
            parts.Chart(
                figures.interval_bars({name: row[1:] for name, row in PUBLISHED.items()}, parts.BLUE, TITLE),
                "intervals",
                "Metrics by how often they order two outputs as people do, with 95 % intervals",
            ),
        ),
    )


def _hundredths(share: float) -> str:
    return f"{100 * share:.1f}"


def _bars(shares: dict[str, float], name: str) -> parts.Chart:
    """Return a bar for each judge; the bar of the bet follows the slider."""
    colors = [
        parts.ORANGE if "bet" in label else figures.GREY if label == "random scores" else parts.BLUE for label in shares
    ]
    alt = ", ".join(f"{label} {_hundredths(share)}" for label, share in shares.items())
    return parts.Chart(
        figures.share_bars(shares, colors, TITLE, 0, "", decimals=1), name, f"Of 100 pairs as people: {alt}"
    )


def _table() -> parts.TableBlock:
    rows = [(name, *numbers, letters) for name, (letters, *numbers) in PUBLISHED.items()]
    return parts.TableBlock(
        pd.DataFrame(rows, columns=["metric", "agreement", "low", "high", "letters"]),
        "published",
        dict.fromkeys(["agreement", "low", "high"], "%.3f"),
        "Quoted, not computed here: WMT 2023, English to German, 12 systems, 460 segments, people's MQM. Agreement is"
        " calibrated pairwise accuracy, low and high are its 95 % interval. Metrics that share a letter do not differ"
        " significantly.",
    )


def ask(values: parts.Values) -> parts.Question:
    return parts.bet(
        "In the last lesson people preferred B, and BLEU A: BLEU orders this pair wrongly. On WMT 2023 BLEU orders"
        f" {_hundredths(BLEU)} of 100 pairs of outputs as people do; random scores order {_hundredths(CHANCE)}, because"
        " many are ties. COMET is a model that learned from people's ratings. How many pairs does it order as they"
        " do? Drag.",
        BET,
        100 * COMET,
        reveal=f"COMET has {_hundredths(LEAD)} more than BLEU. It still gets {_hundredths(1 - COMET)} wrong.",
        why="The lead over BLEU is real: the intervals do not overlap. It is also small: for one pair of"
        " sentences you can rely on neither. Many pairs are nearly equal, and raters disagree about them, too. Random"
        f" scores get {_hundredths(CHANCE)} rather than 50, because people call many pairs a tie.",
        tolerance=CLOSE,
    )


LESSON = parts.Lesson(
    title="Is COMET better?",
    claim="A learned metric agrees with people more often than BLEU does, and still errs on many pairs.",
    fields=(BET,),
    compute=compute,
    ask=ask,
    practice="Prefer a learned metric where one exists for your language and domain, and report BLEU or chrF with it:"
    " each misses something the other catches. Give its difference a p or an interval, too. Never compare its points"
    " with those of BLEU. Name the model and its version.",
    pages=(("agreement", "Which metric agrees with a judge"), ("significance", "The same test on every pair")),
    sources=(
        "Rei, Stewart, Farinha and Lavie (2020): COMET: A Neural Framework for MT Evaluation.",
        "Freitag et al. (2023): Results of WMT23 Metrics Shared Task: the scores, and people's MQM, from which"
        " BLEUscope's authors computed what is quoted here (docs/agreement.md).",
    ),
    notes=parts.Notes(
        say="Let everybody bet before you show anything. Most bets are far too high. Then ask where the errors come"
        " from.",
        think="A learned metric reads meaning, so it is nearly always right.",
        correction="It orders a few more pairs as people do than BLEU does, and many others wrongly.",
        minutes=5,
        following="No metric is sure. The next lessons look at numbers once more. Now: what a p-value does not say.",
    ),
)
