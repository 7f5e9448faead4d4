"""Lesson on a judge of its own model: a point decides its system's lead, and output-level agreement hides it."""

import math

import pandas as pd
from markupsafe import Markup

from course.lessons import parts
from course.lessons.parts import figures
from scoring.output.numbers import two_decimals

OWN, JUDGE, OTHER_JUDGE, PEOPLE = "GPT-4", "GEMBA-MQM", "MetricX-23", "people"
"""A system of WMT 2023, English to German; a judge that is the same model; a judge that is another model; people."""
SYSTEMS, SEGMENTS, WORST = 12, 460, 25
"""Rated systems; rated segments; most points that the judge takes off an output."""
MEANS = {JUDGE: (-2.2152, -3.4609), OTHER_JUDGE: (-1.7983, -1.8395), PEOPLE: (-3.7241, -3.9498)}
"""Judge -> mean score of the own system's outputs, and of the best other system's: minus the points of errors."""
ALL_MEANS = {JUDGE: -6.8299, PEOPLE: -7.4747}
"""Judge -> mean score of the outputs of all systems."""
VARIANCES = {JUDGE: 71.6774, PEOPLE: 153.4901}
COVARIANCE = 52.6693
"""Covariance of the judge's and people's scores of all outputs."""
POINTS_OFF = parts.Slider("taken", "Points off each of its outputs", 0.0, 2.0, 0.0, 0.1)
LABELS = {JUDGE: "GPT-4 itself", OTHER_JUDGE: "another model", PEOPLE: "people"}


def compute(values: parts.Values) -> parts.ComputedBlocks:
    points_off = values["taken"]
    own, best_other = MEANS[JUDGE]
    return parts.ComputedBlocks(
        (
            parts.Facts(
                parts.Fact("lead by its own scores", two_decimals(lead_of_own(JUDGE, points_off))),
                parts.Fact("agreement with people", f"{agreement(points_off):.3f}", "1 is perfect"),
            ),
            parts.aligned(
                rf"\text{{lead}} &= ({own:.3f} - {parts.asked_part(f'{points_off:.1f}')}) - ({best_other:.3f})",
                rf"&= {lead_of_own(JUDGE, points_off):.3f}",
            ),
        ),
        (
            parts.TableBlock(
                means_table(),
                "means",
                {"GPT-4": "%.3f", "best other system": "%.3f", "lead": "%.3f"},
                f"Quoted, not computed here: WMT 2023, English to German, {SYSTEMS} systems, {SEGMENTS} segments. Minus"
                " the points of errors, a mean: 0 is best. GEMBA-MQM is GPT-4 as a judge; MetricX-23, another model,"
                " learned to guess such points.",
            ),
            parts.TableBlock(
                taken_table(),
                "taken",
                {"points": "%.1f", "lead by its own scores": "%.2f", "r": "%.4f"},
                "r, the agreement: Pearson's correlation of GPT-4's and people's scores of all outputs, with the points"
                " taken off.",
            ),
        ),
        (_leads(points_off), _agreement(points_off)),
    )


def lead_of_own(judge: str, points_off: float = 0.0) -> float:
    """Return the lead of the own system over the best other one, after the judge takes these points off."""
    own, best_other = MEANS[judge]
    return own - points_off - best_other


def agreement(points_off: float) -> float:
    """Return Pearson's correlation of the judge's and people's scores of all outputs, after these points are off.

    It follows from sums alone, because one output in ``SYSTEMS`` loses the same number of points.
    """
    share = 1 / SYSTEMS
    judge, people = (MEANS[name][0] - ALL_MEANS[name] for name in (JUDGE, PEOPLE))
    covariance = COVARIANCE - points_off * share * people
    variance = VARIANCES[JUDGE] - 2 * points_off * share * judge + points_off**2 * share * (1 - share)
    return covariance / math.sqrt(variance * VARIANCES[PEOPLE])


def means_table() -> pd.DataFrame:
    """Return one row for each judge."""
    rows = [(judge, *means, lead_of_own(judge)) for judge, means in MEANS.items()]
    return pd.DataFrame(rows, columns=["judge", "GPT-4", "best other system", "lead"])


def taken_table() -> pd.DataFrame:
    """Return one row for each step of the slider."""
    rows = [(step, lead_of_own(JUDGE, step), agreement(step)) for step in parts.slider_steps(POINTS_OFF)]
    return pd.DataFrame(rows, columns=["points", "lead by its own scores", "r"])


def _leads(points_off: float) -> parts.Chart:
    leads = {LABELS[judge]: lead_of_own(judge, points_off if judge == JUDGE else 0.0) for judge in MEANS}
    alt = ", ".join(f"{name} {points:.2f}" for name, points in leads.items())
    colors = [parts.ORANGE, figures.GREY, parts.BLUE]
    figure = figures.number_bars(leads, colors, "points of errors", (-0.5, 1.5), bar=38)
    heading = "GPT-4’s lead over the best other, judged by"
    return parts.Chart(figures.add_heading(figure, heading), "leads", f"Lead of GPT-4 by judge: {alt}")


def _agreement(points_off: float) -> parts.Chart:
    r = agreement(points_off)
    figure = figures.number_bars({"single outputs": r}, [parts.ORANGE], "", (0, 1), 3)
    figure = figures.add_heading(figure, "GPT-4’s agreement with people (1 is perfect)")
    return parts.Chart(figure, "agreement", f"Agreement of GPT-4 with people on all outputs: {r:.3f}")


def is_fair(values: parts.Values) -> bool:
    """Return whether the judge's lead is as near to people's as the slider's steps allow."""
    return math.isclose(values["taken"], enough())


def enough() -> float:
    """Return the points off at which the judge's lead is nearest to people's."""
    return min(
        parts.slider_steps(POINTS_OFF), key=lambda points_off: abs(lead_of_own(JUDGE, points_off) - lead_of_own(PEOPLE))
    )


def reveal_of_points(values: parts.Values) -> Markup:
    """Return the reveal for the points that are set."""
    points_off, by_people = values["taken"], lead_of_own(PEOPLE)
    lead = lead_of_own(JUDGE, points_off)
    place = "near" if is_fair(values) else "above" if lead > by_people else "below"
    before, now = (f"{agreement(points):.3f}" for points in (0.0, points_off))
    change = Markup("stays at <b>{}</b>" if now == before else "was {1}, is <b>{0}</b>").format(now, before)
    return Markup(
        "With {:.1f} off, its own lead is <b>{}</b>, {} people's {:.2f}. Agreement {}: single outputs differ by"
        " about {:.0f} points, so one or two hardly show."
    ).format(points_off, two_decimals(lead), place, by_people, change, math.sqrt(VARIANCES[PEOPLE]))


def ask(values: parts.Values) -> parts.Question:
    needed = enough()
    by_people, by_judge, by_other = (f"{lead_of_own(judge):.2f}" for judge in (PEOPLE, JUDGE, OTHER_JUDGE))
    return parts.Question(
        f"{OWN} translates, and it judges, too. Drag to take points off its outputs. When is its own bar as long as"
        " people's?",
        reveal_of_points({POINTS_OFF.name: needed}),
        reveal_at=reveal_of_points,
        goal=parts.Goal(POINTS_OFF.name, is_fair, f"{needed:g} point is enough"),
        why=f"{OWN} is one of {SYSTEMS} systems, and as GEMBA-MQM, a prompt that asks it for errors, it judges all. It"
        f" leads the best other system by {by_judge} points if it judges, by {by_people} if people do, by {by_other} if"
        f" {OTHER_JUDGE} does, another model. Scores of outputs differ by far more than these points, so agreement"
        " about outputs hides them. Means of systems differ by less, so these points decide. It gives them in every"
        " answer: asking again, or about more segments, only makes the extra lead look more certain. One case is no"
        " proof that it likes its own: it may see what people miss. People, or a judge of another family, must look.",
    )


LESSON = parts.Lesson(
    title="The judge that likes its own",
    claim="A judge can put a system of its own family too far ahead, and agree with people about outputs as before.",
    fields=(POINTS_OFF,),
    compute=compute,
    ask=ask,
    practice="Ask which model judges, and which models translate. Let no model decide about systems of its own family:"
    " take a judge of another family, or people, and compare how each judge orders the systems, not only how well"
    " judges agree about outputs. Repeats tell how steady a judge is, not how fair.",
    pages=(("agreement", "How judges order systems"), ("significance", "Tests by a judge's scores")),
    sources=(
        "Freitag et al. (2023): Results of WMT23 Metrics Shared Task: the scores of GEMBA-MQM and MetricX-23, and"
        " people's MQM, from which BLEUscope's authors computed what is quoted here.",
        "Kocmi and Federmann (2023): GEMBA-MQM: Detecting Translation Quality Error Spans with GPT-4.",
        "Panickssery, Bowman and Feng (2024): LLM Evaluators Recognize and Favor Their Own Generations.",
    ),
    notes=parts.Notes(
        say="Ask who would let a translator grade the translator's own exam. Then move the slider slowly: one bar"
        " moves, the other does not.",
        think="A judge that agrees with people about outputs must agree with them which system leads, and how far.",
        correction="Systems differ by a point or two, outputs by dozens: a few extra points decide about systems only.",
        minutes=6,
        following="That is all of the lessons. Now: the questions again, and then misprints in the literature.",
    ),
)
