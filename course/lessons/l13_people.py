"""Lesson on people: errors that a person marks and n-grams that a reference has, on the same sentence."""

from functools import lru_cache

import pandas as pd
from markupsafe import Markup

from course.lessons import parts
from course.lessons.parts import figures
from scoring import BLEU
from scoring.judgments import ErrorSpan
from scoring.output.markup import html
from scoring.output.numbers import two_decimals
from scoring.report.error_marking import error_legend, mark_errors
from scoring.studies.error_kinds import ErrorWords, PlacedWord, WordMatches, count_error_words_of_set, placed_words
from scoring.studies.error_kinds import count_error_words as seen_of
from ui.kit import texts as playground
from ui.ngrams import Hypothesis

METRIC = BLEU()
REFERENCE = "Spain beat France by two goals to one yesterday"
OUTPUT = "yesterday France defeated Spain two goals to one"
CORRECTED = "yesterday Spain defeated France two goals to one"
WINNER, VERB, LOSER = "Spain", "defeated", "France"
"""Words of the reference; each is once in the output."""
SEVERITIES = ("major", "minor")
"""Severities of the legend; the lesson's own marks have the first."""
NO_JUDGMENT = "–"

JUDGE = "Language model 1"
EXAMPLE_OUTPUTS = (("apertium-galician", 140), ("apertium-direct", 149))
"""Outputs of the sample set on which people and BLEU differ: system, and segment from 0."""


def errors_in_output(values: parts.Values) -> tuple[ErrorSpan, ...] | None:
    """Return the marked errors; None if the text was changed so much that the marks are unknown."""
    words = values["output"].split()
    if values["reference"] != REFERENCE or _split_teams(words) != _split_teams(OUTPUT.split()):
        return None
    return tuple(
        ErrorSpan("", 0, start, start + len(word), SEVERITIES[0], "accuracy/mistranslation")
        for word in wrong_words(words)
        for start in [values["output"].index(word)]
    )


def _split_teams(words: list[str]) -> tuple[list[str], list[str]]:
    """Return the two teams in alphabetical order, and all other words in theirs."""
    teams = {WINNER, LOSER}
    return sorted(teams.intersection(words)), [word for word in words if word not in teams]


def wrong_words(words: list[str]) -> list[str]:
    """Return the teams on the wrong side of the verb, in their order; the winner must be before the verb."""
    is_wrong_of_team = {WINNER: words.index(WINNER) > words.index(VERB), LOSER: words.index(LOSER) < words.index(VERB)}
    return sorted((team for team, is_wrong in is_wrong_of_team.items() if is_wrong), key=words.index)


def compute(values: parts.Values) -> parts.ComputedBlocks:
    output, reference = values["output"], values["reference"]
    words, errors = placed_words(METRIC, output, [reference]), errors_in_output(values)
    error_words = None if errors is None else seen_of(words, output, errors)
    return parts.ComputedBlocks(
        (
            _facts(matched_output(values), error_words),
            parts.Html(html.page(mark_errors(output, errors or (), words=words))),
            parts.Html(error_legend(SEVERITIES, with_words=True)),
            _formula(matched_output(values), error_words),
        ),
        (
            parts.Heading("The same in a sample set"),
            parts.ColumnsBlock((_chart(),), (_table(),)),
            *(block for system, segment in EXAMPLE_OUTPUTS for block in _sample_blocks(system, segment)),
            parts.Plain(
                f"Sample set {parts.SAMPLE}, segments"
                f" {' and '.join(str(segment + 1) for _, segment in EXAMPLE_OUTPUTS)}. Its errors were marked by a"
                f" language model, {JUDGE}, as people are asked to; it is no person, and nobody"
                " has checked it. The marks on the sentence above are the lesson's own."
            ),
            parts.signature(METRIC),
        ),
    )


def matched_output(values: parts.Values) -> Hypothesis:
    return parts.match_output(METRIC, values["output"], [values["reference"]])


def _facts(output: Hypothesis, error_words: ErrorWords | None) -> parts.Facts:
    counts, does_not = (
        (NO_JUDGMENT, NO_JUDGMENT)
        if error_words is None
        else (_counting(error_words.inside), _lacking(error_words.outside))
    )
    about = "nobody has marked this sentence" if error_words is None else ""
    return parts.Facts(
        parts.Fact("wrong words that match", counts, about),
        parts.Fact("right words without a match", does_not, about),
        parts.Fact("BLEU", two_decimals(output.arithmetic.score)),
    )


def _formula(output: Hypothesis, error_words: ErrorWords | None) -> parts.FormulaBlock:
    """Return the precision of single words, with the errors among the counted words in colour."""
    counted, total = output.arithmetic.matches[0], output.arithmetic.totals[0]
    wrong = 0 if error_words is None else error_words.inside.single
    right = rf"{counted - wrong:.0f}\text{{ right}} + {parts.asked_part(str(wrong))}\text{{ wrong}}"
    numerator = parts.asked_part(f"{counted:.0f}") if error_words is None else right
    return parts.FormulaBlock(
        rf"p_1 = \frac{{{numerator}}}{{{total:.0f}\text{{ words}}}} = {parts.quotient(counted, total)}"
    )


def _counting(words: WordMatches) -> str:
    return f"{words.single} of {words.words}"


def _lacking(words: WordMatches) -> str:
    return f"{words.words - words.single} of {words.words}"


@lru_cache(maxsize=1)
def error_words_in_sample() -> ErrorWords:
    """Return the matches of the words of all outputs of the sample set, inside and outside of marked errors."""
    return count_error_words_of_set(parts.news_sample(), METRIC, JUDGE)


def output_of_sample(system: str, segment: int) -> tuple[str, list[PlacedWord], tuple[ErrorSpan, ...]]:
    """Return an output, its words, and the errors that the judge marked in it."""
    text = parts.news_sample().system(system).segments[segment].as_py()
    (annotation,) = (of for of in parts.news_sample().annotations if of.name == JUDGE)
    return (
        text,
        placed_words(METRIC, text, parts.news_sample().reference_texts(segment)),
        annotation.by_text[system, segment],
    )


def _sample_blocks(system: str, segment: int) -> tuple[parts.Html, parts.Trial]:
    text, words, errors = output_of_sample(system, segment)
    sample_segment = parts.news_sample().segment(segment)
    references = [
        html.html_line(html.reference(name), html.html_words([reference], calm=True))
        for name, reference in sample_segment.references.items()
    ]
    output = html.html_line(html.bold(system), mark_errors(text, errors, words=words))
    body = html.page(html.source_rows(sample_segment.source, None) + Markup("").join(references) + output)
    texts = playground.segment_texts(sample_segment.source, {system: text}, sample_segment.references)
    return parts.Html(body), parts.Trial(f"Segment {segment + 1} in Playground", texts)


def _table() -> parts.TableBlock:
    error_words = error_words_in_sample()
    rows = {"marked as errors": error_words.inside, "not marked": error_words.outside}
    return parts.TableBlock(
        pd.DataFrame(
            {
                "words": list(rows),
                "all": [of.words for of in rows.values()],
                "a reference has": [of.single for of in rows.values()],
                "with a neighbour": [of.paired for of in rows.values()],
            }
        ),
        "seen",
        dict.fromkeys(["all", "a reference has", "with a neighbour"], "localized"),
        "All outputs of the set. A neighbour: as part of a common pair of words.",
    )


def _chart() -> parts.Chart:
    error_words = error_words_in_sample()
    shares = {"marked as errors": matched_share(error_words.inside), "not marked": matched_share(error_words.outside)}
    return parts.Chart(
        figures.share_bars(shares, parts.BLUE, "in a reference, %"),
        "shares",
        "Words inside and outside of marked errors, by how many of them a reference has",
    )


def matched_share(words: WordMatches) -> float:
    """Return the share of the words that a reference has, 0-1."""
    return words.single / words.words


def tile_views(values: parts.Values, answered: bool) -> dict[str, list[parts.TileRowView]]:
    return {
        "output": parts.views_with_score(matched_output(values), with_score=True) if answered else [parts.TileRowView()]
    }


def ask(values: parts.Values) -> parts.Question:
    wrong, sample_of = wrong_words(values["output"].split()), error_words_in_sample()
    return parts.Question(
        "The reference says what was meant. Which words of the output would a person mark as errors? Click them.",
        moved_phrase(values),
        clicked=parts.ClickAnswer(
            "output", tuple(values["output"].split()), dict.fromkeys(wrong, 1), "are wrong", is_dragged_on=True
        ),
        reveal_at=moved_phrase,
        why=f"A word that a reference has is more often right than one that it lacks. In a sample set a"
        f" reference has {share_in_percent(matched_share(sample_of.inside))} of the words that are marked as errors,"
        f" and {share_in_percent(matched_share(sample_of.outside))} of the others"
        " (“Every number” shows it).",
    )


def moved_phrase(values: parts.Values) -> Markup:
    """Return which words are wrong and still count as right, and for the lesson's own example, what to move."""
    output, reference = values["output"], values["reference"]
    before, now, corrected = (
        two_decimals(matched_output({**values, "output": text}).arithmetic.score)
        for text in (OUTPUT, output, CORRECTED)
    )
    scores = Markup("BLEU is still <b>{}</b>.").format(now)
    if now != before:
        scores = Markup("BLEU is <b>{}</b>, before <b>{}</b>.").format(now, before)
    if (errors := errors_in_output(values)) is None:
        return Markup("Nobody has marked this sentence. {}").format(scores)
    if not (wrong := wrong_words(output.split())):
        return Markup("Now no word is wrong. {}").format(scores)
    if output != OUTPUT:
        them, are = ("them", "are") if wrong[1:] else ("it", "is")
        places = " and ".join(f"{team} {'before' if team == WINNER else 'after'} “{VERB}”" for team in wrong)
        return Markup("<b>{}</b> {} still wrong, and BLEU counts {} as right: drag {}. {}").format(
            " and ".join(wrong), are, them, places, scores
        )
    words = placed_words(METRIC, output, [reference])
    unpaid = [output[slice(*word.span)] for word in words if word.span and not word.longest]
    return Markup(
        "BLEU counts <b>{} wrong words</b> as right, but not “{}”, where nothing is wrong. Drag {} to each other’s"
        " place: no error is left, and BLEU is still <b>{}</b>."
    ).format(_counting(seen_of(words, output, errors).inside), "” and “".join(unpaid), " and ".join(wrong), corrected)


def share_in_percent(share: float) -> str:
    return f"{100 * share:.0f}\xa0%"


LESSON = parts.Lesson(
    title="What people see",
    claim="People mark what is wrong, BLEU counts what a reference has: a wrong word can match, and a right one not.",
    fields=(
        parts.WordsField("reference", "Reference", REFERENCE),
        parts.WordsField("output", "Output", OUTPUT, "click"),
    ),
    compute=compute,
    ask=ask,
    tile_views=tile_views,
    practice="Before you believe a difference, read outputs with their errors: how many there are, how grave, of what"
    " kind. A word that a reference has is more often right, so that over many segments BLEU follows errors roughly;"
    " of a single sentence it says little. What matters to you, such as who did what, needs readers.",
    pages=(("errors", "Errors by kind and system"), ("segments", "Errors and n-grams on each segment")),
    sources=(
        "Freitag, Foster, Grangier, Ratnakar, Tan and Macherey (2021): Experts, Errors, and Context: A Large-Scale"
        " Study of Human Evaluation for Machine Translation: errors marked by MQM.",
        "Callison-Burch, Osborne and Koehn (2006): Re-evaluating the Role of BLEU in Machine Translation Research,"
        " section 3: outputs that BLEU cannot tell apart, and people can.",
    ),
    notes=parts.Notes(
        say="Let them click what they would mark before anybody speaks of BLEU. Then show what BLEU counts.",
        think="The words that BLEU does not count are the errors.",
        correction="BLEU counts wrong words, and leaves out good ones.",
        minutes=8,
        following="People see more than words. Now: points that a whole test set gains, and whether people see them.",
    ),
)
