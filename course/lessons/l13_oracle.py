"""When the metric chooses: the output that it likes most against the references, and who else likes that."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd
from markupsafe import Markup

from course.lessons import parts
from course.lessons.parts import figures
from scoring import BLEU, METRICS
from scoring.choosing import Choice, Lists, Matrix, against_references, choose_candidates, judged, parse
from scoring.choosing.choice_matrix import of_texts
from scoring.choosing.choices import choose_best
from scoring.output.numbers import printed_difference, two_decimals, write_size
from scoring.testset import Segment

METRIC = BLEU()
CHOOSERS = {METRICS[name].label: name for name in ("bleu", "chrf", "ter")}
"""What a metric is called -> its name."""
RANDOM = "random"
SHOWN = 20
"""Number of segments that can be looked at: those where most is lost."""
PEOPLE, ORACLE, FAVOURITES, BEST = "people, WMT 2021", "BLEU's choice", "people's favourites", "the best system"
WMT21 = {
    f"{BEST} by people": (-1.04, 32.0),
    f"{BEST} by BLEU": (-1.05, 32.1),
    "one at random": (-1.40, np.nan),
    "MBR by BLEU": (-1.24, 31.9),
    ORACLE: (-1.30, 39.3),
    FAVOURITES: (-0.05, np.nan),
}
"""What was taken -> mean MQM (0 is best, in points of errors; of a text of several systems the mean), and BLEU.

As docs/choosing.md has them.
"""
BY_OTHERS = {"C": -1.09, "D": -1.13}
"""Reference -> people's MQM of what BLEU takes by it."""


@dataclass(frozen=True, eq=False)
class OracleEvidence:
    """All choices from the sample's systems by all judges."""

    lists: Lists
    choices: dict[str, Choice]
    """Choices by their names: each metric's, each judge's favourites under its own name, each system, one at random."""
    matrix: Matrix
    worths: dict[str, np.ndarray]
    """metric or judge -> what it says of each text of each segment, (n_segments, n_systems); of one that several
    systems have, the mean"""

    def score(self, choice: str, judge: str) -> float:
        """A choice by the name of a metric, or of a judge from elsewhere."""
        names = [found.name for found in self.matrix.judges]
        return float(self.matrix.scores[self.matrix.index(choice), names.index(judge)])

    def best_system(self, judge: str) -> float:
        scores = [self.score(f"system:{name}", judge) for name in self.lists.names]
        return max(scores) if judge not in METRICS or METRICS[judge].higher_is_better else min(scores)

    def seen(self, choice: str, judge: str) -> float:
        """What a judge gains by a choice over the best system: 1 is as much as by its own, below 0 is a loss."""
        own = favourites(judge)
        system = self.best_system(judge)
        return (self.score(choice, judge) - system) / (self.score(own, judge) - system)


def favourites(judge: str) -> str:
    """The choice that a judge makes itself, by name."""
    return oracle_name(judge) if judge in METRICS else judge


def oracle_name(metric: str) -> str:
    return f"oracle:{metric}"


@lru_cache(maxsize=1)
def oracle_evidence() -> OracleEvidence:
    test_set = parts.news_sample()
    lists = Lists.of_systems(test_set)
    references = [reference.segments for reference in test_set.references]
    oracles = [parse(oracle_name(name)) for name in CHOOSERS.values()]
    others = [*(parse(f"system:{name}") for name in lists.names), parse(RANDOM)]
    judges = [METRICS[name]() for name in CHOOSERS.values()]
    worths = {of.name: of_texts(of, lists).reshape(-1, len(lists.names)) for of in test_set.scores}
    liked = [choose_best(name, scores.ravel(), lists) for name, scores in worths.items()]
    for judge in judges:
        worths[judge.name] = judge.score(against_references(judge, lists, references)).reshape(-1, len(lists.names))
    choices = (*choose_candidates(oracles, lists, references), *liked, *choose_candidates(others, lists))
    matrix = judged(choices, lists, references, judges, test_set.scores)
    return OracleEvidence(lists, {choice.name: choice for choice in choices}, matrix, worths)


def judge_names() -> list[str]:
    """Return the names of the language model's runs."""
    return [of.name for of in parts.news_sample().scores]


def segment_losses(metric: str) -> np.ndarray:
    """(n_segments,): by how much the first judge likes its favourite better than the output that a metric takes.

    0 where the metric likes both alike, and takes one for its place alone.
    """
    found, judge = oracle_evidence(), judge_names()[0]
    every = np.arange(found.lists.n_segments)
    taken, liked = (found.choices[name].within(found.lists) for name in (oracle_name(metric), judge))
    lost = found.worths[judge][every, liked] - found.worths[judge][every, taken]
    is_tie = np.isclose(found.worths[metric][every, liked], found.worths[metric][every, taken])
    return np.where(is_tie, 0.0, lost)


def segments_by_loss(metric: str) -> list[int]:
    """The segments where most is lost, 0-based, the worst first."""
    return [int(segment) for segment in np.argsort(-segment_losses(metric), kind="stable")[:SHOWN]]


def compute(values: parts.Values) -> parts.ComputedBlocks:
    label, metric, place = values["chooser"], CHOOSERS[values["chooser"]], oracle_place(values)
    return parts.ComputedBlocks(
        (_facts(label, metric), _share(metric)),
        (
            parts.Plain(
                f"{' and '.join(judge_names())} are two runs of a language model over the sample set {parts.SAMPLE}, no"
                " people, and nobody has checked them. A judge that takes its favourites flatters itself, too: see what"
                " the other one says of them."
            ),
            _systems(),
            parts.Heading("Who sees the gain"),
            _chart(label, metric),
            parts.Heading("Where the judge would have taken another one"),
            parts.Plain(f"Segment {place + 1:,} of the sample set {parts.SAMPLE}, shown above."),
            _judged_segment(metric, place),
            parts.Heading("Chosen by, judged by"),
            _matrix(),
            parts.Heading("WMT 2021, English to German: people judge"),
            _quoted(),
            parts.signature(METRIC, len(parts.news_sample().references)),
        ),
        (parts.segment_block(METRIC, oracle_segment(values)), parts.colors(METRIC, pointing=False)),
    )


def _systems() -> parts.TableBlock:
    """Those whose outputs are taken."""
    found = oracle_evidence()
    scores = {judge.label: found.matrix.scores[:, column] for column, judge in enumerate(found.matrix.judges)}
    rows = [found.matrix.index(f"system:{name}") for name in found.lists.names]
    frame = pd.DataFrame({"system": found.lists.names, **{label: of[rows] for label, of in scores.items()}})
    return parts.TableBlock(frame, "systems", dict.fromkeys(scores, "%.1f"))


def oracle_place(values: parts.Values) -> int:
    """Return the place of the segment that is shown, from 0."""
    return segments_by_loss(CHOOSERS[values["chooser"]])[values["place"] - 1]


def oracle_segment(values: parts.Values) -> Segment:
    found = oracle_evidence()
    return parts.segment_of_sample(oracle_place(values), {name: name for name in found.lists.names})


def _taken(metric: str, place: int) -> str:
    found = oracle_evidence()
    return found.lists.names[int(found.choices[oracle_name(metric)].within(found.lists)[place])]


def _facts(label: str, metric: str) -> parts.Facts:
    found, judge = oracle_evidence(), judge_names()[0]
    return parts.Facts(
        _fact(label, oracle_name(metric), metric),
        _fact(judge, oracle_name(metric), judge),
        parts.Fact("by its own choice", two_decimals(found.score(judge, judge))),
    )


def _share(metric: str) -> parts.FormulaBlock:
    """What the first judge sees of the gain: by the metric's choice, of what its own favourites gain."""
    found, judge = oracle_evidence(), judge_names()[0]
    scores = found.best_system(judge), found.score(oracle_name(metric), judge), found.score(judge, judge)
    low, high, own = map(two_decimals, scores)
    share = 100 * found.seen(oracle_name(metric), judge)
    return parts.FormulaBlock(rf"\frac{{{parts.asked_part(high)} - {low}}}{{{own} - {low}}} = {share:.0f}\,\%")


def _fact(label: str, choice: str, judge: str) -> parts.Fact:
    found = oracle_evidence()
    return parts.Fact(
        label, two_decimals(found.score(choice, judge)), f"best system: {two_decimals(found.best_system(judge))}"
    )


def _judged_segment(metric: str, place: int) -> parts.TableBlock:
    """What the judges say of the outputs that are above."""
    found = oracle_evidence()
    columns = {name: found.worths[name][place] for name in (metric, *judge_names())}
    label = METRICS[metric].label
    return parts.TableBlock(
        pd.DataFrame({"output": found.lists.names, **columns}).rename(columns={metric: label}),
        "segment",
        dict.fromkeys([label, *judge_names()], "%.1f"),
        f"{label} takes {_taken(metric, place)}. Move the slider for another segment.",
    )


def _chart(label: str, metric: str) -> parts.Chart:
    found = oracle_evidence()
    judges = [*CHOOSERS.values(), *judge_names()]
    shares = {
        judge.label: found.seen(oracle_name(metric), name)
        for judge, name in zip(found.matrix.judges, judges, strict=True)
    }
    if metric == METRIC.name:
        shares[PEOPLE] = quoted_share()
    return parts.Chart(
        figures.share_bars(shares, parts.BLUE, "gain over the best system, % of what the judge's own choice gains"),
        "seen",
        f"What each judge gains by {label}'s choice, of what it could gain",
    )


def quoted_share() -> float:
    """What people gain by BLEU's choice, of what they could."""
    best_system, taken, own = (WMT21[name][0] for name in (f"{BEST} by people", ORACLE, FAVOURITES))
    return (taken - best_system) / (own - best_system)


def _quoted() -> parts.TableBlock:
    return parts.TableBlock(
        pd.DataFrame([{"taken": name, "people": people, "BLEU": bleu} for name, (people, bleu) in WMT21.items()]),
        "wmt21",
        {"people": "%.2f", "BLEU": "%.1f"},
        "Quoted, not computed here: 8 judged systems, 527 segments, reference A. People: mean MQM, 0 is without"
        " errors; a text of several systems has the mean of its ratings. By the references C and D, BLEU's choice has"
        f" {' and '.join(two_decimals(people) for people in BY_OTHERS.values())}.",
    )


def _matrix() -> parts.TableBlock:
    found = oracle_evidence()
    scores = pd.DataFrame(found.matrix.scores, columns=[judge.label for judge in found.matrix.judges])
    scores.insert(0, "chosen by", [choice_label(name) for name in found.matrix.names])
    return parts.TableBlock(
        scores,
        "matrix",
        dict.fromkeys([judge.label for judge in found.matrix.judges], "%.2f"),
        "Down a column, who chooses as the judge does gains most. Metrics see the references when they choose, which"
        " no system can: their rows are bounds, not results. By TER lower is better.",
    )


def choice_label(choice: str) -> str:
    """How a row of the table is called."""
    if choice in judge_names():
        return choice
    who = parse(choice)
    return METRICS[who.of].label if who.is_bound else who.label


def ask(values: parts.Values) -> parts.Question:
    found, metric, judge = oracle_evidence(), CHOOSERS[values["chooser"]], judge_names()[0]
    label, taken = values["chooser"], oracle_name(metric)
    share = found.seen(taken, judge)
    choices = {
        "Nothing, or it loses": share <= 0,
        "Less than half": 0 < share < 0.5,
        "More than half": 0.5 <= share < 1,
        "All of it": share >= 1,
    }
    before, after = found.best_system(metric), found.score(taken, metric)
    gain = write_size(printed_difference(after, before))
    own = write_size(printed_difference(found.score(favourites(judge), judge), found.best_system(judge)))
    people, bleu = zip(*(WMT21[name] for name in (f"{BEST} by BLEU", ORACLE)), strict=True)
    return parts.choice_question(
        f"Of each segment's outputs {label} picks the one that it likes best, and gains {gain} points over the best"
        f" system. A judge, a language model, would gain {own} by its own picks. How much of that does it see in"
        f" {label}'s picks?",
        choices,
        True,
        reveal=Markup("Its score rises to <b>{}</b> only: <b>{:.0f}&nbsp;%</b> of what it could gain.").format(
            two_decimals(found.score(taken, judge)), 100 * share
        ),
        why="With the outputs of WMT 2021, a yearly contest of translation systems, people have judged, by MQM: points"
        " for errors, 0 is best. BLEU's choice has BLEU {:.1f} instead of the best system's {:.1f}, and people see"
        " nothing of it: MQM {:.2f} instead of {:.2f}, which is worse.".format(*bleu[::-1], *people[::-1]),
    )


LESSON = parts.Lesson(
    title="When the metric chooses",
    claim="A metric overrates its choice; others see the gain in part or not.",
    fields=(
        parts.ChoiceField("chooser", "Who chooses", tuple(CHOOSERS), METRIC.label),
        parts.Slider("place", "Segment, worst first", 1, SHOWN, 1, 1, is_view=True),
    ),
    compute=compute,
    ask=ask,
    segment=oracle_segment,
    practice="A choice that looks at the references, an oracle, shows how far choosing could lead: it is no system's"
    " result. Wherever a metric chooses (in re-ranking, in minimum Bayes risk decoding, in tuning) let another one"
    " judge, and have people judge before you believe it.",
    pages=(("choose", "Choose among candidates"), ("agreement", "Which metric agrees with a judge")),
    sources=(
        "Freitag et al. (2021): Results of the WMT21 Metrics Shared Task: the outputs, reference A and MQM scores of"
        " WMT 2021, from which BLEUscope's authors computed the figures (docs/choosing.md, What it has shown).",
        "Freitag et al. (2022): High Quality Rather than High Model Probability: Minimum Bayes Risk Decoding with"
        " Neural Metrics: people about outputs that a metric chose.",
    ),
    notes=parts.Notes(
        say="Explain the judge first: it did not choose. Then let them guess how much of the gain it sees.",
        think="If one measure rises, all do. But a metric overrates what it chose itself.",
        minutes=7,
        following="So ask of every number who chose, and who judged. Now: is a learned metric a better judge?",
    ),
)
