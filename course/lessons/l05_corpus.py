"""Lesson on corpus BLEU and the mean of segment BLEU: one long segment, and more and more copies of a short one."""

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd

from course.lessons import parts
from course.lessons.parts import figures
from scoring import BLEU
from scoring.metric import document_score, mean_score
from scoring.output.numbers import printed_difference, two_decimals, write_size

METRIC = BLEU(smoothing="none")
SYSTEMS = ("A", "B")
AVERAGES = ("corpus BLEU", "the mean", "weighted mean")
"""Names of the averages; the last is weighted by reference length, Eq. 13."""
COPIES = parts.Slider("copies", "Copies of the short sentence", 1, 8, 1, 1)


def compute(values: parts.Values) -> parts.ComputedBlocks:
    rows = system_statistics(values)
    averages = corpus_and_mean_scores(rows)
    return parts.ComputedBlocks(
        (parts.Facts(*(_fact(name, averages[name]) for name in AVERAGES[:2])), _sum_formula(values)),
        (
            parts.TableBlock(
                segment_score_table(values),
                "segments",
                dict.fromkeys(("BLEU A", "BLEU B"), "%.2f") | {"A − B": "%+.2f"},
                "Each sentence by itself. To the mean a short one is worth as much as a long one.",
            ),
            parts.TableBlock(
                corpus_counts(rows),
                "counts",
                {},
                "What corpus BLEU adds up: matches / n-grams of all sentences, by order.",
            ),
            parts.signature(METRIC),
        ),
        (_chart(averages, winners_phrase(values)),),
        why=(_formula({**values, COPIES.name: next(iter(disagreeing_copies(values)), values[COPIES.name])}),),
    )


def field_columns(values: parts.Values) -> dict[str, list[str]]:
    """Return the segments of each field."""
    return {name: values[name].split("\n") for name in ("references", *SYSTEMS)}


def tile_views(values: parts.Values, answered: bool) -> dict[str, list[parts.TileRowView]]:
    """Return BLEU of each segment, and next to a reference the number of its copies in the test set."""
    columns = field_columns(values)
    outputs = {
        name: [
            parts.match_output(METRIC, output, [reference], name, color)
            for output, reference in zip(columns[name], columns["references"], strict=True)
        ]
        for name, color in zip(SYSTEMS, (parts.BLUE, parts.ORANGE), strict=True)
    }
    references = [parts.TileRowView(note=f"× {times}") for times in segment_times(values)]
    views = {name: parts.views_with_score(*of_system, with_score=True) for name, of_system in outputs.items()}
    return {"references": references, **views}


def segment_times(values: parts.Values) -> list[int]:
    """Return how often each segment is in the test set: the last once, the others as the slider says."""
    return [*[int(values[COPIES.name])] * (len(field_columns(values)["references"]) - 1), 1]


def system_statistics(values: parts.Values) -> dict[str, np.ndarray]:
    """Return statistics (n_segments, n_statistics) of each system, with copies."""
    columns, times = field_columns(values), segment_times(values)
    return {
        name: np.repeat(METRIC.statistics(columns[name], [columns["references"]]), times, axis=0) for name in SYSTEMS
    }


def corpus_and_mean_scores(rows: dict[str, np.ndarray]) -> dict[str, tuple[float, float]]:
    """Return the scores of A and B by each average."""
    both = []
    for name in SYSTEMS:
        corpus, terms = METRIC.score(rows[name].sum(axis=0)), METRIC.arithmetic(rows[name])
        both.append((float(corpus), mean_score(terms.score), document_score(terms.score, terms.reference_length)))
    return dict(zip(AVERAGES, zip(*both, strict=True), strict=True))


def segment_score_table(values: parts.Values) -> pd.DataFrame:
    """Return one row for each segment, once, with its length and both scores."""
    rows = system_statistics({**values, COPIES.name: 1})
    terms = [METRIC.arithmetic(rows[name]) for name in SYSTEMS]
    first, second = (arithmetic.score for arithmetic in terms)
    texts = {"reference": field_columns(values)["references"], "words": terms[0].reference_length.astype(int)}
    return pd.DataFrame(texts | {"BLEU A": first, "BLEU B": second, "A − B": first - second})


def corpus_counts(rows: dict[str, np.ndarray]) -> pd.DataFrame:
    """Return one row for each system, with matches and n-grams of the whole corpus by order."""
    sums = {name: METRIC.arithmetic(rows[name].sum(axis=0)) for name in SYSTEMS}
    orders = range(METRIC.max_order)
    return pd.DataFrame(
        [
            {"system": name} | {f"n = {o + 1}": f"{of.matches[o]:.0f} / {of.totals[o]:.0f}" for o in orders}
            for name, of in sums.items()
        ]
    )


def leader(pair: Sequence[float]) -> str:
    """Return the system with the higher score, to two decimals; empty for a tie or an undefined score."""
    first, second = (round(score, 2) for score in pair)
    if first == second or math.isnan(first - second):
        return ""
    return "A" if first > second else "B"


def _fact(name: str, pair: tuple[float, float]) -> parts.Fact:
    winner = leader(pair)
    if not winner:
        return parts.Fact(f"by {name}", "not defined" if math.isnan(sum(pair)) else "level")
    return parts.Fact(f"by {name}", f"{winner} wins", color={"A": parts.BLUE, "B": parts.ORANGE}[winner])


def _chart(averages: dict[str, tuple[float, float]], heading: str) -> parts.Chart:
    """Return a bar for each system by each average, and which system wins."""
    shown = {name: averages[name] for name in AVERAGES[:2]}
    bars = {
        f"{name}: {system}": score for name, pair in shown.items() for system, score in zip(SYSTEMS, pair, strict=True)
    }
    wins = [" wins" * (leader(pair) == system) for pair in shown.values() for system in SYSTEMS]
    shares = {name: float(np.nan_to_num(score)) / 100 for name, score in bars.items()}
    colors = [parts.BLUE, parts.ORANGE] * 2
    figure = figures.share_bars(shares, colors, "", 0, "", bar=34, decimals=2, notes=wins)
    figure = figures.with_named_places(figure, {place: (str(place),) for place in (0, 50, 100)})
    alt = "; ".join(f"{name} {two_decimals(score)}" for name, score in bars.items())
    return parts.Chart(figures.add_heading(figure, heading[0].upper() + heading[1:]), "averages", alt)


def _formula(values: parts.Values) -> parts.FormulaBlock:
    """Return the means of both systems' scores, and A's weighted one.

    A copied sentence is written once, times its copies, because a phone has no room for more.
    """
    averages = corpus_and_mean_scores(system_statistics(values))
    lines = []
    for name, mean in zip(SYSTEMS, averages["the mean"], strict=True):
        scores, _, times = _scored_segments(values, name)
        lines.append(rf"\text{{mean of {name}}} &= \frac{{{_sum(scores, times)}}}{{{sum(times)}}} = {_score(mean)}")
    scores, lengths, times = _scored_segments(values, SYSTEMS[0])
    products = [rf"{length} \cdot {score}" for length, score in zip(lengths, scores, strict=True)]
    return parts.aligned(
        *lines,
        rf"\text{{weighted, A}} &= \frac{{{_sum(products, times)}}}{{{_sum(lengths, times)}}}",
        rf"&= {_score(averages['weighted mean'][0])}",
        gap=6,
    )


def _scored_segments(values: parts.Values, name: str) -> tuple[list[str], list[str], list[int]]:
    """Return a system's scores, the references' lengths and the numbers of copies, of segments with a score."""
    terms = METRIC.arithmetic(system_statistics({**values, COPIES.name: 1})[name])
    rows = [
        (f"{score:.2f}", f"{length:.0f}", copies)
        for score, length, copies in zip(terms.score, terms.reference_length, segment_times(values), strict=True)
        if not math.isnan(score)
    ]
    return [score for score, _, _ in rows], [length for _, length, _ in rows], [copies for _, _, copies in rows]


def _sum_formula(values: parts.Values) -> parts.FormulaBlock:
    """Return the sum of matching fours; a copied sentence is written once, times its copies, the longest in colour."""
    rows, times, lines = system_statistics({**values, COPIES.name: 1}), segment_times(values), []
    for name in SYSTEMS:
        terms = METRIC.arithmetic(rows[name])
        matches, totals = terms.matches[:, -1], terms.totals[:, -1]
        longest = int(totals.argmax())
        above, below = (
            _sum(
                [parts.asked_part(f"{n:.0f}") if place == longest else f"{n:.0f}" for place, n in enumerate(counts)],
                times,
            )
            for counts in (matches, totals)
        )
        value = parts.quotient(np.dot(times, matches), np.dot(times, totals))
        lines.append(rf"\text{{{name}:}}\ p_{METRIC.max_order} &= \frac{{{above}}}{{{below}}} = {value}")
    runs = f"runs of {METRIC.max_order} words"
    definition = rf"p_{METRIC.max_order} &= \tfrac{{\text{{{runs} that match}}}}{{\text{{all {runs}}}}}"
    return parts.aligned(definition, *lines, gap=6)


def _score(score: float) -> str:
    return r"\text{none}" if math.isnan(score) else f"{score:.2f}"


def _sum(terms: Sequence[str], times: Sequence[int]) -> str:
    """Return the sum of terms of a formula, each times its number of copies."""
    factors = [rf"{copies} \cdot " if copies > 1 else "" for copies in times]
    return " + ".join(factor + term for factor, term in zip(factors, terms, strict=True)) or "0"


def disagree(values: parts.Values) -> bool:
    """Return whether corpus BLEU and the mean have different leaders."""
    corpus, mean, _ = corpus_and_mean_scores(system_statistics(values)).values()
    return {leader(corpus), leader(mean)} == {*SYSTEMS}


def disagreeing_copies(values: parts.Values) -> list[int]:
    """Return the steps of the slider at which corpus BLEU and the mean have different leaders."""
    return [int(count) for count in parts.slider_steps(COPIES) if disagree({**values, COPIES.name: count})]


def winners_phrase(values: parts.Values) -> str:
    """Return the winner by each average, and whether the short sentence has too many copies, or too few."""
    corpus, mean, _ = (leader(pair) for pair in corpus_and_mean_scores(system_statistics(values)).values())
    if corpus != mean:
        return f"{mean or 'nobody'} wins by the mean, {corpus or 'nobody'} by corpus BLEU"
    goal_copies, copies = disagreeing_copies(values), values[COPIES.name]
    amount = (
        "many"
        if copies > max(goal_copies, default=copies)
        else "few"
        if copies < min(goal_copies, default=copies)
        else ""
    )
    return f"{corpus or 'nobody'} wins by both" + f": too {amount} copies" * bool(amount)


def reveal_of_copies(values: parts.Values) -> str:
    """Return the reveal for the number of copies that is set."""
    goal_copies, copies = disagreeing_copies(values), int(values[COPIES.name])
    first_sentence = f"With {copies}, {winners_phrase(values).partition(':')[0]}. " * (copies not in goal_copies)
    scores = segment_score_table(values)
    short, long = (
        write_size(printed_difference(*pair)) for pair in zip(scores["BLEU A"], scores["BLEU B"], strict=True)
    )
    return (
        f"{first_sentence}Each short sentence puts B {short} ahead, the long one A {long}: B wins by the mean from"
        f" {goal_copies[0]} copies on, by corpus BLEU from {goal_copies[-1] + 1} on."
    )


def ask(values: parts.Values) -> parts.Question:
    counts = disagreeing_copies(values)
    rows = system_statistics({**values, COPIES.name: counts[0]})
    corpus, mean, weighted = corpus_and_mean_scores(rows).values()
    (first, second), (low, high) = (map(two_decimals, pair) for pair in (corpus, mean))
    *_, short, long = METRIC.arithmetic(rows["A"]).totals[:, -1]
    return parts.Question(
        "B is perfect on the short sentence, A on the long one. Add copies of the short one. When does B win by"
        " the mean of the sentences’ BLEU, but A by corpus BLEU, which counts all matches together?",
        reveal_of_copies({**values, COPIES.name: counts[0]}),
        reveal_at=reveal_of_copies,
        goal=parts.Goal(
            COPIES.name,
            disagree,
            f"With {' or '.join(map(str, counts))}, {leader(mean)} wins by the mean, {leader(corpus)} by corpus BLEU",
        ),
        why=f"With {counts[0]} copies of the short sentence corpus BLEU is {first} for A and {second} for B; the mean"
        f" is {low} and {high}. The long sentence has {long:.0f} runs of four words, a short one {short:.0f}."
        f" A mean weighted by the references' lengths is {' and '.join(map(two_decimals, weighted))}.",
    )


LESSON = parts.Lesson(
    title="Many sentences, one number",
    claim="Corpus BLEU adds counts, then divides; the mean gives each sentence one vote.",
    fields=(
        parts.WordsField(
            "references",
            "Reference",
            "he closed the door behind us\ntrade talks will go on until the end of May",
            is_small=True,
        ),
        parts.WordsField(
            "A",
            "A",
            "he closed the door behind him\ntrade talks will go on until the end of May",
            is_small=True,
        ),
        parts.WordsField(
            "B",
            "B",
            "he closed the door behind us\ntrade talks go on until the end of this year",
            is_small=True,
        ),
        COPIES,
    ),
    is_by_line=True,
    compute=compute,
    ask=ask,
    tile_views=tile_views,
    practice="Say which average you report. BLEU is defined on the corpus: do not average sentence scores and call it"
    " BLEU. The mean of sentence scores needs smoothing and is about single sentences; weighted by length it comes"
    " closer to the corpus.",
    pages=(("overview", "All three side by side"),),
    sources=(
        "Papineni et al. (2002), section 2.1.1: counts are added over the corpus.",
        "Chen and Cherry (2014), Eq. 13: the document score, a mean weighted by reference length.",
    ),
    notes=parts.Notes(
        say="Ask who should win before anybody drags. Then add short sentences one by one, and watch both rows.",
        think="A test set's score is the mean of its sentences' scores.",
        correction="Then short ones would count as much as long ones. BLEU counts all words together.",
        minutes=6,
        following="All of the arithmetic is known now. The next lesson looks for what it cannot see.",
    ),
)
