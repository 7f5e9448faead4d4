"""Lesson on copied sources: a system leaves outputs untranslated, and scores hardly show it."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd
from markupsafe import Markup

from course.lessons import parts
from course.lessons.parts import figures
from scoring import BLEU, METRICS
from scoring.checks.check import CheckedTexts
from scoring.checks.copied_source import WHOLE, CopiedSource
from scoring.output.numbers import printed_difference, signed, two_decimals
from scoring.testset import Segment

SYSTEM = "apertium-direct"
METRIC = BLEU()
COPIES = parts.Slider("copies", "Untranslated outputs, of 160", 0, 80, 0, 2)
POINT = 1.0


@dataclass(frozen=True, eq=False)
class CopyEvidence:
    """A system's outputs, and its sources in place of outputs, with the order in which segments are copied."""

    order: np.ndarray
    """Places of the segments, the shortest sources first, int (n_segments,)."""
    rows: dict[str, np.ndarray]
    """Metric -> statistics of the outputs, float64 (n_segments, n_statistics)."""
    copied: dict[str, np.ndarray]
    """Metric -> statistics of the sources in place of the outputs, float64 (n_segments, n_statistics)."""
    is_copy: np.ndarray
    """Whether the check finds that a source in the output's place is a copy, bool (n_segments,)."""

    def score(self, metric: str, copies: int) -> float:
        """Return the score by a metric if this many outputs are copies."""
        rows = self.rows[metric].copy()
        rows[self.order[:copies]] = self.copied[metric][self.order[:copies]]
        return float(METRICS[metric]().score(rows.sum(axis=0)))

    def count_found_copies(self, copies: int) -> int:
        """Return how many of this many copies the check finds."""
        return int(self.is_copy[self.order[:copies]].sum())


@lru_cache(maxsize=1)
def copy_evidence() -> CopyEvidence:
    test_set = parts.news_sample()
    assert test_set.source is not None
    outputs, source = test_set.system(SYSTEM).segments, test_set.source
    references = [reference.segments for reference in test_set.references]
    metrics = {name: METRICS[name]() for name in ("bleu", "chrf")}
    spans = CopiedSource().find(CheckedTexts(source, source, tuple(references)))
    is_copy = np.zeros(len(outputs), bool)
    is_copy[[place for place, kind in zip(spans.segments, spans.kinds, strict=True) if kind == WHOLE]] = True
    lengths = [len(text.split()) for text in source.to_pylist()]
    return CopyEvidence(
        np.argsort(lengths, kind="stable"),
        {name: metric.statistics(outputs, references) for name, metric in metrics.items()},
        {name: metric.statistics(source, references) for name, metric in metrics.items()},
        is_copy,
    )


def compute(values: parts.Values) -> parts.ComputedBlocks:
    copies, evidence = int(values["copies"]), copy_evidence()
    before, now = evidence.score("bleu", 0), evidence.score("bleu", copies)
    return parts.ComputedBlocks(
        (
            parts.Facts(
                parts.Fact("BLEU", two_decimals(now), f"without copies {two_decimals(before)}"),
                parts.Fact("chrF", two_decimals(evidence.score("chrf", copies))),
                parts.Fact("found by the check", f"{evidence.count_found_copies(copies)} of {copies}"),
            ),
            parts.FormulaBlock(
                rf"\Delta\text{{BLEU}} = {two_decimals(now)} - {two_decimals(before)}"
                rf" = {parts.asked_part(_latex(printed_difference(now, before)))}"
            ),
        ),
        (
            parts.TableBlock(
                copy_table(),
                "copies",
                {"BLEU": "%.2f", "chrF": "%.2f"},
                f"The sample set {parts.SAMPLE}, system {SYSTEM}: the shortest sources are copied first.",
            ),
            parts.signature(METRIC, len(parts.news_sample().references)),
        ),
        (_bars(copies), parts.segment_block(METRIC, segment_with_copy(values)), parts.colors(METRIC, pointing=False)),
    )


def _latex(difference: float) -> str:
    return f"{difference:.2f}"


def segment_with_copy(values: parts.Values) -> Segment:
    """Return the example segment with its source; its output is a copy once enough segments are copied."""
    place = int(copy_evidence().order[EXAMPLE_PLACE])
    segment = parts.segment_of_sample(place, {"output": SYSTEM}, with_source=True)
    if int(values["copies"]) <= EXAMPLE_PLACE or segment.source is None:
        return segment
    return Segment(segment.number, segment.source, segment.references, {"output": segment.source}, segment.note)


ROOM_FOR_SCORES = 160
"""End of the axis of shares in per cent, so that a score and its loss fit after a bar."""
EXAMPLE_PLACE = 9
"""Place of the example segment in the order of copying."""


def _bars(copies: int) -> parts.Chart:
    evidence = copy_evidence()
    shares = {
        "outputs translated": 1 - copies / len(evidence.order),
        "BLEU": evidence.score("bleu", copies) / evidence.score("bleu", 0),
        "chrF (characters)": evidence.score("chrf", copies) / evidence.score("chrf", 0),
    }
    n_segments = len(evidence.order)
    texts = [
        f"{n_segments - copies} of {n_segments}",
        *(_score_and_loss(metric, copies) for metric in ("bleu", "chrf")),
    ]
    alt = ", ".join(f"{name} {text}" for name, text in zip(shares, texts, strict=True))
    colors = [parts.ORANGE, parts.BLUE, parts.BLUE]
    figure = figures.share_bars(shares, colors, "% of what it is without copies", 0, bar=30).update_traces(text=texts)
    return parts.Chart(figure.update_xaxes(range=[0, ROOM_FOR_SCORES]), "left", alt)


def _score_and_loss(metric: str, copies: int) -> str:
    """Return a score, with the points it has lost in brackets, if any."""
    before, now = (copy_evidence().score(metric, number) for number in (0, copies))
    lost = printed_difference(now, before)
    return f"{two_decimals(now)} ({signed(lost)})" if lost else two_decimals(now)


@lru_cache(maxsize=1)
def copy_table() -> pd.DataFrame:
    """Return one row for each number of copies."""
    evidence = copy_evidence()
    steps = [int(step) for step in parts.slider_steps(COPIES)]
    return pd.DataFrame(
        {
            "copies": steps,
            "BLEU": [evidence.score("bleu", copies) for copies in steps],
            "chrF": [evidence.score("chrf", copies) for copies in steps],
            "found": [evidence.count_found_copies(copies) for copies in steps],
        }
    )


def loses_a_point(values: parts.Values) -> bool:
    evidence = copy_evidence()
    return evidence.score("bleu", 0) - evidence.score("bleu", int(values["copies"])) >= POINT


def ask(values: parts.Values) -> parts.Question:
    evidence = copy_evidence()
    reached = next(step for step in map(int, parts.slider_steps(COPIES)) if loses_a_point({"copies": step}))
    whole = len(evidence.order)
    all_copied = evidence.score("chrf", whole)
    return parts.Question(
        f"Of {whole} sentences a system returns some untranslated, the shortest first. How many does it take until BLEU"
        f" has lost one point of its {two_decimals(evidence.score('bleu', 0))}? Drag.",
        Markup(
            "Copies of short sentences cost little: one point for {}. An automatic check names <b>every one</b>."
        ).format(reached),
        goal=parts.Goal(COPIES.name, loses_a_point, f"It takes {reached} of the {whole}"),
        why=f"Corpus scores add up counts, and short sentences have few. Names and numbers of a copy match, too: copy"
        f" all {whole} sources, and chrF is still {two_decimals(all_copied)}. A learned metric is no safeguard:"
        " in the ACES tests, which have copied sources, most metrics ignored the source, and learned ones confused"
        " languages that are alike. The check compares the output with its source, and names no copy that a reference"
        " has, too.",
    )


LESSON = parts.Lesson(
    title="The system that copied",
    claim="A score can hide many untranslated outputs; a check that compares each one with its source names them.",
    fields=(COPIES,),
    compute=compute,
    ask=ask,
    segment=segment_with_copy,
    practice="Run the checks before you believe a score: copied sources, wrong languages, empty outputs and"
    " repetitions are rare, cost few points, and are what readers remember.",
    pages=(("checks", "Likely errors in the outputs"), ("data", "Is the test set sound")),
    sources=(
        "Amrhein, Moghe and Guillou (2022): ACES: Translation Accuracy Challenge Sets for Evaluating Machine"
        " Translation Metrics: 68 kinds of errors, copied sources among them.",
        "Moghe et al. (2025): Machine Translation Meta Evaluation through Translation Accuracy Challenge Sets: what 47"
        " metrics missed in ACES.",
        "Khayrallah and Koehn (2018): On the Impact of Various Types of Noise on Neural Machine Translation:"
        " untranslated sentences in training data make systems copy their source.",
    ),
    notes=parts.Notes(
        say="Ask how many untranslated sentences a customer would forgive. Then drag until the score minds.",
        think="A system that does not translate must lose its score at once.",
        correction="A corpus score is a sum over all words, and short sentences have few.",
        minutes=5,
        following="A check sees form, not meaning. For meaning we ask people. Now: do two of them agree?",
    ),
)
