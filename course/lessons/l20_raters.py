"""Lesson on raters: other raters give another lead for the same two outputs; and what a class says of them."""

from collections.abc import Mapping

import pandas as pd
from markupsafe import Markup

from course.lessons import parts
from course.lessons.l17_matches import BEST, RATINGS
from course.lessons.l17_matches import LESSON as PAIR
from course.lessons.parts import figures
from scoring.output.markup.html import page

BOTH, FIRST, SECOND = "both", "1→A, 2→B", "1→B, 2→A"
PLANS = {BOTH: ((0, 1), (0, 1)), FIRST: ((0,), (1,)), SECOND: ((1,), (0,))}
"""Plan -> raters, from 0, of A, and raters of B."""
PAIR_NAME = "matches"
"""Name of the lesson in which a class said which output it prefers."""
PLAN = parts.ChoiceField("plan", "Which rater rates which output", tuple(PLANS), BOTH)


def compute(values: parts.Values) -> parts.ComputedBlocks:
    first, second = mean_ratings(values["plan"])
    return parts.ComputedBlocks(
        (
            parts.Facts(
                parts.Fact("A", f"{first:g}", color=parts.COLORS[0]),
                parts.Fact("B", f"{second:g}", color=parts.COLORS[1]),
            ),
            parts.FormulaBlock(rf"\text{{lead}} = {second:g} - {first:g} = {parts.asked_part(f'{second - first:g}')}"),
        ),
        (
            parts.TableBlock(
                plan_table(),
                "plans",
                dict.fromkeys(["A", "B", "lead of B"], "%.1f"),
                "Quoted ratings, from 1 to 5; adequacy and fluency got the same. Plans are computed here.",
            ),
        ),
        (_dots(values["plan"]),),
    )


def mean_ratings(plan: str) -> tuple[float, float]:
    """Return the mean ratings of A and of B under a plan."""
    first, second = (
        sum(RATINGS[letter][rater] for rater in raters) / len(raters)
        for letter, raters in zip(RATINGS, PLANS[plan], strict=True)
    )
    return first, second


def lead(plan: str) -> float:
    first, second = mean_ratings(plan)
    return second - first


def strictness() -> float:
    """Return the mean difference between the first and the second rater's ratings of all outputs."""
    differences = [first - second for first, second in RATINGS.values()]
    return sum(differences) / len(differences)


def plan_table() -> pd.DataFrame:
    """Return one row for each plan."""
    return pd.DataFrame(
        [(plan, *mean_ratings(plan), lead(plan)) for plan in PLANS], columns=["plan", "A", "B", "lead of B"]
    )


def _dots(plan: str) -> parts.Chart:
    """Return all four ratings, the counted ones in colour, and the mean of the counted ones for each output."""
    means = dict(zip(RATINGS, mean_ratings(plan), strict=True))
    counted = dict(zip(RATINGS, PLANS[plan], strict=True))
    alt = "; ".join(f"{letter}: {_ratings_phrase(letter)}, mean {mean:g}" for letter, mean in means.items())
    figure = figures.rating_dots(RATINGS, counted, means, parts.COLORS[:2], BEST)
    return parts.Chart(figure, "ratings", f"{alt}; {plan}")


def class_ratings(counts: Mapping[str, Mapping[int, int]]) -> tuple[parts.Block, ...]:
    """Return a class's preferences between the two outputs, once two students have answered; before, a hint."""
    question, votes = PAIR.ask(PAIR.example), counts.get(PAIR_NAME, {})
    n = sum(votes.values())
    if n < 2:
        return (parts.Plain(f"Ask your class “{PAIR.title}” first: its answers to that lesson will stand here."),)
    preferences = ", ".join(f"{votes.get(place, 0)} {choice}" for place, choice in enumerate(question.choices))
    line = Markup(
        '<p class="statement">Your class on the same two outputs: {}. Two of you picked at random disagree in'
        " <b>{:.0f} of 100</b> cases.</p>"
    )
    return (parts.Html(page(line.format(preferences, 100 * share_that_disagrees(votes)))),)


def share_that_disagrees(counts: Mapping[int, int]) -> float:
    """Return the share of all pairs of students who chose differently, 0-1.

    ``counts``: choice -> number of students, at least two in all.
    """
    n = sum(counts.values())
    return 1 - sum(count * (count - 1) for count in counts.values()) / (n * (n - 1))


def is_least(values: parts.Values) -> bool:
    """Return whether no plan gives B a smaller lead."""
    return lead(values["plan"]) == min(map(lead, PLANS))


def ask(values: parts.Values) -> parts.Question:
    smallest, largest = min(map(lead, PLANS)), max(map(lead, PLANS))
    return parts.Question(
        f"Raters 1 and 2 rated both outputs of the lesson “{PAIR.title}”:"
        f" A got {_ratings_phrase('A')}, B {_ratings_phrase('B')}, so B"
        f" leads by {lead(BOTH):g}. Often each rates one output only. Which output must each rate to make B's lead"
        " smallest? Choose.",
        Markup(
            "Depending on who rates what, B leads by <b>{:g}</b>, {:g} or <b>{:g}</b> points: rater 1 gives {:g} point"
            " more than rater 2."
        ).format(smallest, lead(BOTH), largest, strictness()),
        goal=parts.Goal(PLAN.name, is_least, f"With “{min(PLANS, key=lead)}” B leads by {smallest:g} only"),
        why="The two agree that B is better, and on no number. Where one rater sees one system only, the rater's"
        " strictness looks like the system's quality. So let the same people rate all systems, mix the systems, and"
        " compare what one person says of two outputs.",
    )


def _ratings_phrase(letter: str) -> str:
    return " and ".join(map(str, RATINGS[letter]))


LESSON = parts.Lesson(
    title="Raters disagree, too",
    claim="Where raters see different systems, their strictness counts as a difference between the systems.",
    fields=(PLAN,),
    compute=compute,
    ask=ask,
    of_class=class_ratings,
    practice="Plan a campaign so that each rater sees every system. Let some items be rated twice, report how far"
    " raters agree with one another and with themselves, and read no more into a metric's agreement with people than"
    " people reach themselves. In a class: ask which output is better, and count who disagrees.",
    pages=(("rate", "Plan and run a campaign"), ("agreement", "How far raters agree")),
    sources=(
        "Callison-Burch, Osborne and Koehn (2006): Re-evaluating the Role of BLEU in Machine Translation Research,"
        " section 4, Table 4: the pair and its ratings by two judges.",
        "Graham, Baldwin, Moffat and Zobel (2013): Continuous Measurement Scales in Human Evaluation of Machine"
        " Translation: each rater's scores are standardized.",
    ),
    notes=parts.Notes(
        say=f"Ask the class “{PAIR.title}” first: its own answers stand here. Then ask who is strict.",
        think="If raters disagree, one of them is wrong.",
        correction="They can use the scale differently, and still agree which output is better.",
        minutes=6,
        following="So much for people. Now: does smoothing bring BLEU nearer to them?",
    ),
)
