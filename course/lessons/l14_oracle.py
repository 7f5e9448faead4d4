"""Lesson on choosing by a metric: BLEU picks one of three outputs, and other judges disagree."""

from dataclasses import dataclass
from functools import lru_cache

import pandas as pd
from markupsafe import Markup

from course.lessons import parts
from course.lessons.parts import figures
from scoring import BLEU, METRICS
from scoring.choosing import Choice, Lists, Matrix, choose_candidates, parse, score_choices
from scoring.choosing.choice_matrix import mean_scores_of_texts
from scoring.choosing.choices import choose_best
from scoring.output.markup.html import page
from scoring.output.numbers import printed_difference, two_decimals, write_size

METRIC = BLEU()
BEST = "B"
"""Letter of the output that keeps the meaning; the others do not."""
CHOOSERS = {METRICS[name].label: name for name in ("bleu", "chrf", "ter")}
"""Label of a metric -> its name."""
RANDOM = "random"
SCALE = {0: ["best system"], 100: ["own picks"]}
"""Place on the axis of the bars -> lines of its label."""
HEADING = "{} above the best system"
GAIN_HEIGHT = 132
"""Height in px, so that both rows have room for the letters of a slide of 800 px height."""
N_SYSTEMS, N_SEGMENTS = 8, 527
"""Numbers of systems and segments of WMT 2021, as in docs/choosing.md."""
UNITS = {"BLEU": "BLEU points", "chrF": "chrF points", "people": "People’s points"}
"""Judge -> unit of its scores, for the chart's heading."""
WMT21 = {"BLEU": (32.10, 39.26, 39.26), "chrF": (61.45, 65.15, 66.12), "people": (-1.04, -1.30, -0.05)}
"""Judge -> score of the best system, of BLEU's picks, and of the judge's own picks, as in docs/choosing.md; people's is
the mean MQM, where 0 is best."""
JUDGE_SENTENCES = {
    "BLEU": "By BLEU its own picks are {0} points better than the best system. Switch to people.",
    "chrF": "By chrF, another metric, they are {0} points better than the best system, chrF’s own {1}.",
    "people": "By people they are {0} worse than the best system, people’s own {1} better. A minor error costs 1.",
}
"""Judge -> sentence on the points that BLEU's picks gain or lose, and the judge's own gain."""
QUOTED = ("best system", "picked by BLEU", "picked by the judge")


@dataclass(frozen=True, eq=False)
class OracleEvidence:
    """All choices from the sample's systems, scored by all judges."""

    lists: Lists
    choices: dict[str, Choice]
    """Choices by name: each metric's and each judge's favourites, each system, and one at random."""
    matrix: Matrix

    def score(self, choice: str, judge: str) -> float:
        """Return the score of a choice by a metric or by a judge from a file."""
        names = [matrix_judge.name for matrix_judge in self.matrix.judges]
        return float(self.matrix.scores[self.matrix.index(choice), names.index(judge)])

    def best_system(self, judge: str) -> float:
        scores = [self.score(f"system:{name}", judge) for name in self.lists.names]
        return max(scores) if judge not in METRICS or METRICS[judge].higher_is_better else min(scores)

    def gain_share(self, choice: str, judge: str) -> float:
        """Return what a judge gains by a choice over the best system, as a share of the gain by its own.

        1 is as much as by its own choice, below 0 is a loss.
        """
        own = favourites(judge)
        system = self.best_system(judge)
        return (self.score(choice, judge) - system) / (self.score(own, judge) - system)


def favourites(judge: str) -> str:
    """Return the name of the choice that a judge makes itself."""
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
    liked = [choose_best(of.name, mean_scores_of_texts(of, lists), lists) for of in test_set.scores]
    choices = (*choose_candidates(oracles, lists, references), *liked, *choose_candidates(others, lists))
    matrix = score_choices(choices, lists, references, judges, test_set.scores)
    return OracleEvidence(lists, {choice.name: choice for choice in choices}, matrix)


def judge_names() -> list[str]:
    """Return the names of the language model's runs that judged the sample set."""
    return [of.name for of in parts.news_sample().scores]


def compute(values: parts.Values) -> parts.ComputedBlocks:
    judge = values["judge"]
    return parts.ComputedBlocks(
        (_facts(judge),),
        (
            parts.Heading("Chosen by, judged by"),
            _matrix(),
            parts.Heading("WMT 2021, English to German: people judge"),
            _published_table(),
            parts.signature(METRIC),
        ),
        after=(_picks_html(judge), _gain(judge)),
        why=(
            _formula(judge),
            _chart(),
            parts.Plain(
                f"100 % is the gain of a judge’s own picks over the system that it finds best. The sample set is"
                f" {parts.SAMPLE}; {' and '.join(judge_names())} are two runs of a language model, no"
                " people, and nobody has checked them."
            ),
        ),
    )


def tile_views(values: parts.Values, answered: bool) -> dict[str, list[parts.TileRowView]]:
    return {"outputs": parts.views_with_score(*lettered_outputs(values), with_score=answered)}


def lettered_outputs(values: parts.Values) -> list[parts.Hypothesis]:
    return parts.name_outputs_by_letter(METRIC, values["outputs"].split("\n"), [values["reference"]])


def points_gained(judge: str) -> tuple[float, float]:
    """Return the points of BLEU's picks, and of the judge's own, above the best system, by a judge of WMT 2021."""
    system, bleu_picks, own_picks = WMT21[judge]
    return printed_difference(bleu_picks, system), printed_difference(own_picks, system)


def picks_sentence(judge: str) -> str:
    """Return a sentence on what BLEU's picks gain or lose by this judge, and what the judge's own gain."""
    return JUDGE_SENTENCES[judge].format(*map(write_size, points_gained(judge)))


def _picks_html(judge: str) -> parts.Html:
    """Return the sentences above the bars, with the chosen judge's result."""
    line = Markup('<div class="statement">In WMT 2021 BLEU picked one of {} outputs a sentence. <b>{}</b></div>')
    return parts.Html(page(line.format(N_SYSTEMS, picks_sentence(judge))))


def _gain(judge: str) -> parts.Chart:
    """Return a bar for BLEU's picks and one for the judge's own, which has the same length for every judge."""
    bleu_gain, own_gain = points_gained(judge)
    values = {f"picked by {METRIC.label}": bleu_gain, f"picked by {judge}": own_gain}
    colors = [parts.BLUE if bleu_gain > 0 else figures.GREY, figures.FAINT][: len(values)]
    figure = figures.number_bars(values, colors, "", (-own_gain / 2, own_gain), bar=24)
    heading = HEADING.format(UNITS[judge])
    figure = figures.add_heading(figures.with_named_places(figure, {0: ["best system"]}), heading)
    alt = ", ".join(f"{name}: {two_decimals(gain)}" for name, gain in values.items())
    return parts.Chart(figure.update_layout(height=GAIN_HEIGHT), "gain", f"{heading}, {alt}")


def _facts(judge: str) -> parts.Facts:
    system, bleu_picks, own_picks = WMT21[judge]
    scores = {"best system": system, f"picked by {METRIC.label}": bleu_picks, f"picked by {judge}": own_picks}
    return parts.Facts(*(parts.Fact(label, two_decimals(score)) for label, score in scores.items()))


def _formula(judge: str) -> parts.FormulaBlock:
    system, bleu_picks, own_picks = (two_decimals(score).replace("−", "-") for score in WMT21[judge])
    subtrahend = f"({system})" if system.startswith("-") else system
    bleu_gain, own_gain = (two_decimals(gain).replace("−", "-") for gain in points_gained(judge))
    return parts.aligned(
        r"\text{BLEU's picks} - \text{best system} \hspace{-7em} &",
        rf"&= {parts.asked_part(f'{bleu_picks} - {subtrahend}')} = {bleu_gain}",
        r"\text{own picks} - \text{best system} \hspace{-7em} &",
        rf"&= {own_picks} - {subtrahend} = {own_gain}",
        gap=8,
    )


def _chart() -> parts.Chart:
    evidence, judges = oracle_evidence(), [*CHOOSERS.values(), *judge_names()]
    shares = {
        judge.label: evidence.gain_share(oracle_name(METRIC.name), name)
        for judge, name in zip(evidence.matrix.judges, judges, strict=True)
    }
    figure = figures.with_named_places(figures.share_bars(shares, parts.BLUE, ""), SCALE)
    figure = figures.add_heading(figure, f"Sample set: {len(judges)} judges of {METRIC.label}’s picks")
    return parts.Chart(
        figure, "seen", "BLEU's picks by each judge, on a scale from the best system to the judge's own picks"
    )


def _published_table() -> parts.TableBlock:
    return parts.TableBlock(
        pd.DataFrame(
            [(judge, *scores) for judge, scores in WMT21.items()],
            columns=["judge", *QUOTED],
        ),
        "wmt21",
        dict.fromkeys(QUOTED, "%.2f"),
        f"Quoted, not computed here: {N_SYSTEMS} judged systems, {N_SEGMENTS} segments, reference A. People: mean MQM"
        " of a sentence, which is minus the points of its marked errors (a minor one 1, a major one 5): 0 is without"
        " errors.",
    )


def _matrix() -> parts.TableBlock:
    evidence = oracle_evidence()
    scores = pd.DataFrame(evidence.matrix.scores, columns=[judge.label for judge in evidence.matrix.judges])
    scores.insert(0, "chosen by", [choice_label(name) for name in evidence.matrix.names])
    return parts.TableBlock(
        scores,
        "matrix",
        dict.fromkeys([judge.label for judge in evidence.matrix.judges], "%.2f"),
        "Down a column, who chooses as the judge does gains most. Metrics see the references when they choose, which"
        " no system can: their rows are bounds, not results. By TER lower is better.",
    )


def choice_label(choice: str) -> str:
    """Return the label of a choice in the table."""
    if choice in judge_names():
        return choice
    criterion = parse(choice)
    return METRICS[criterion.of].label if criterion.is_bound else criterion.label


def ask(values: parts.Values) -> parts.Question:
    score_of_output = {output.system: float(output.arithmetic.score) for output in lettered_outputs(values)}
    bleu_pick = max(score_of_output, key=score_of_output.__getitem__)
    lead = write_size(printed_difference(score_of_output[bleu_pick], score_of_output[BEST]))
    gained = write_size(printed_difference(*WMT21["BLEU"][1::-1]))
    return parts.Question(
        "Three systems translated the same sentence. Read the reference. Which output would you pick?",
        Markup(
            "BLEU picks {}, which says the opposite: {} has <b>{}</b> points more than {}. Below are {} real"
            " sentences: let people judge BLEU’s picks."
        ).format(bleu_pick, bleu_pick, lead, BEST, N_SEGMENTS),
        tuple(score_of_output),
        [*score_of_output].index(BEST),
        way=f"{BEST} says what the reference says",
        why=f"{bleu_pick} leaves out one word, and keeps all others in their places. In WMT 2021 BLEU picked one of"
        f" {N_SYSTEMS} systems' outputs for each sentence. Its score rose by {gained} points; people who marked the"
        " errors (MQM) found its picks worse than the best system.",
    )


LESSON = parts.Lesson(
    title="When the metric chooses",
    claim="A metric overrates what it picked itself.",
    fields=(
        parts.WordsField(
            "reference", "Reference", "the bridge will not be open before the end of May .", is_small=True
        ),
        parts.WordsField(
            "outputs",
            "Output",
            "the bridge will be open before the end of May .\n"
            "the bridge stays closed until the end of May .\n"
            "bridge the not open will be May before the end of .",
            has_letters=True,
        ),
        parts.ChoiceField("judge", "Who judges BLEU's picks?", tuple(WMT21), next(iter(WMT21)), is_view=True),
    ),
    compute=compute,
    ask=ask,
    tile_views=tile_views,
    has_numbers_beside=True,
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
        say="Let them pick, then show BLEU's scores. Then move the judge from BLEU to chrF to people, slowly.",
        think="If one measure rises, all do.",
        correction="A metric overrates what it picked itself.",
        minutes=6,
        following="So ask of every number who chose, and who judged. Now: is a learned metric a better judge?",
    ),
)
