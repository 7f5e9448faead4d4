"""Outputs with what BLEU counts in them: as tiles, as key numbers, as sentences in colour."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from course.lessons.parts.blocks import FACTS, Fact, Facts, Html, Plain
from course.lessons.parts.fields import LETTERS, TileRowView
from scoring import BLEU, Metric, TestSet
from scoring.output.markup.colors import PALETTE
from scoring.output.markup.ngrams import ngram_legend
from scoring.output.numbers import two_decimals
from scoring.testset import Segment
from ui import ngrams
from ui.kit.charts import COLORS as COMPARED
from ui.ngrams import Hypothesis

BLUE, ORANGE = COMPARED
"""A and B of a comparison."""

COLORS = PALETTE[: len(LETTERS)]
"""One for each letter."""


def lettered(bleu: BLEU, outputs: Sequence[str], references: Sequence[str]) -> list[Hypothesis]:
    """The first outputs with their matches, called by letters."""
    return [
        match_output(bleu, output, references, letter, color)
        for output, letter, color in zip(outputs, LETTERS, COLORS, strict=False)
    ]


def match_output(
    bleu: BLEU, output: str, references: Sequence[str], name: str = "output", color: str = BLUE
) -> Hypothesis:
    """One output with its matches and its arithmetic, as ``segment_block`` draws it."""
    row = bleu.statistics([output], [[reference] for reference in references])[0]
    return Hypothesis(name, color, bleu.matches(output, references), bleu.arithmetic(row))


def bleu_facts(outputs: Sequence[Hypothesis], about: Callable[[Hypothesis], str]) -> Facts:
    """BLEU of the first outputs, as many as stand side by side, with what ``about`` says of each."""
    return Facts(
        tuple(
            Fact(f"BLEU of {output.system}", two_decimals(output.arithmetic.score), about(output), output.color)
            for output in outputs[:FACTS]
        )
    )


def views_with_score(*outputs: Hypothesis, with_score: bool) -> list[TileRowView]:
    """Rows in the outputs' colours, with BLEU beside them where it may be seen."""
    return [
        TileRowView(
            output.matches,
            f"BLEU {two_decimals(output.arithmetic.score)}" if with_score else "",
            color=output.color if len(outputs) > 1 else "",
        )
        for output in outputs
    ]


def words_matched(output: Hypothesis) -> str:
    """How many of its single words count."""
    return f"words: {output.arithmetic.matches[0]:.0f} of {output.arithmetic.totals[0]:.0f}"


def segment_of_sample(test_set: TestSet, place: int, systems: Mapping[str, str], with_source: bool = False) -> Segment:
    """The segment at a 0-based place; ``systems``: what an output is called -> whose it is."""
    found = test_set.segment(place)
    references = {f"reference {n}": text for n, text in enumerate(found.references.values(), 1)}
    hypotheses = {name: found.hypotheses[system] for name, system in systems.items()}
    return replace(found, source=found.source if with_source else None, references=references, hypotheses=hypotheses)


def segment_block(bleu: BLEU, segment: Segment, colors: Sequence[str] = COLORS) -> Html:
    """A segment's source, every reference, and every output with its matches in colour."""
    references = [*segment.references.values()]
    outputs = [
        match_output(bleu, text, references, name, color)
        for (name, text), color in zip(segment.hypotheses.items(), colors, strict=False)
    ]
    return Html(ngrams.segment_html(segment.source, segment.references, outputs))


def colors(bleu: BLEU, pointing: bool = True) -> Html:
    """What the colours of a sentence mean: once a lesson, beneath the first one."""
    return Html(ngram_legend(bleu.max_order, pointing))


def signature(metric: Metric, n_references: int = 1) -> Plain:
    """How the numbers were computed."""
    return Plain(f"Signature: nrefs:{n_references}|{metric.signature}")
