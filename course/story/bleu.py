"""Lesson 0: what BLEU is, on one sentence. Every number and every match comes from ``scoring.BLEU``. Pure."""

from collections.abc import Sequence
from typing import Literal

from course.story.story import FormulaTerm, Kind, Story, StoryBar, StoryFormula, StoryNGram, StoryStep
from scoring import BLEU
from scoring.bleu import BleuArithmetic
from scoring.bleu.matches import SegmentMatches
from scoring.output.numbers import two_decimals
from ui.kit.texts import Texts

NAME, TITLE = "bleu", "What BLEU is"
"""Name in the address, and title for readers."""
METRIC = BLEU(smoothing="none")
OUTPUT = "the cat sat on the rug in the sun"
REFERENCE = "all day the cat sat on the mat in hot sun"
TEXTS = Texts(hypotheses=OUTPUT, references=REFERENCE)
PARTS: tuple[Literal["n1", "n2", "n3", "n4"], ...] = ("n1", "n2", "n3", "n4")
BARS = ("single words", "2 in a row", "3 in a row", "4 in a row")
"""Names of the precisions, by n-gram order from 1."""
ORDERS = range(1, METRIC.max_order + 1)
SUBSCRIPTS = "₀₁₂₃₄"
ROOT = str(METRIC.max_order)


def story() -> Story:
    matches = METRIC.matches(OUTPUT, [REFERENCE])
    terms = METRIC.arithmetic(METRIC.statistics([OUTPUT], [[REFERENCE]])[0])
    (reference,) = (tokens for tokens in matches.references if tokens is not None)
    return Story(
        label="A machine's output beneath a person's translation, a bar for each length of n-gram, and one for BLEU",
        reference=reference,
        output=matches.hypothesis,
        indent=len(reference) - len(matches.hypothesis),
        links=tuple(
            (output_start, reference_start) for (output_start, _), (reference_start, _) in joined_ngrams(matches, 1)
        ),
        ngrams=tuple(ngrams_of_order(matches, order) for order in ORDERS),
        bars=tuple(
            StoryBar(name, round(matched), round(total), part)
            for name, matched, total, part in zip(BARS, terms.matches, terms.totals, PARTS, strict=True)
        ),
        mean=float(terms.score / terms.brevity_penalty),
        score=float(terms.score),
        steps=story_steps(matches, reference, terms),
    )


def joined_ngrams(matches: SegmentMatches, order: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the counted n-grams of an order: their places in the output, each with its place in the reference."""
    return sorted(
        pair
        for ngram in matches.select_ngrams(order)
        for pair in zip(ngram.matched_spans, *ngram.reference_spans, strict=False)
    )


def ngrams_of_order(matches: SegmentMatches, order: int) -> tuple[StoryNGram, ...]:
    """Return all n-grams of an order, from left to right."""
    spans = ((span, span in ngram.matched_spans) for ngram in matches.select_ngrams(order) for span in ngram.spans)
    return tuple(StoryNGram(*span, is_counted) for span, is_counted in sorted(spans))


def word_kinds(
    matches: SegmentMatches, reference: Sequence[str], order: int
) -> tuple[tuple[Kind, ...], tuple[Kind, ...]]:
    """Return the kinds of the words of output and reference; words in matches of this order have its colour."""
    output: list[Kind] = [""] * len(matches.hypothesis)
    reference_kinds: list[Kind] = [""] * len(reference)
    for (start, end), (reference_start, reference_end) in joined_ngrams(matches, order):
        output[start:end] = [PARTS[order - 1]] * order
        reference_kinds[reference_start:reference_end] = [PARTS[order - 1]] * order
    return tuple(output), tuple(reference_kinds)


def match_kind(longest: int, is_clipped: bool) -> Kind:
    """Return the kind of a word whose longest match has ``longest`` words."""
    if longest:
        return PARTS[longest - 1]
    return "cut" if is_clipped else "n0"


def story_steps(matches: SegmentMatches, reference: tuple[str, ...], terms: BleuArithmetic) -> tuple[StoryStep, ...]:
    of_words, of_pairs, of_threes, of_fours = (word_kinds(matches, reference, order) for order in ORDERS)
    quiet: tuple[Kind, ...] = ("",)
    (clipped,) = (ngram for ngram in matches.select_ngrams(1) if ngram.clipped)
    (wrong,) = (ngram.tokens[0] for ngram in matches.select_ngrams(1) if not ngram.reference_count)
    by_words = tuple(map(match_kind, (min(longest, 1) for longest in matches.longest), matches.clipped))
    longest = tuple(map(match_kind, matches.longest, matches.clipped))
    whole = tuple(max(kinds) for kinds in zip(of_words[1], of_pairs[1], of_threes[1], of_fours[1], strict=True))
    matched, totals = ([round(count) for count in counts] for counts in (terms.matches, terms.totals))
    c, r = round(float(terms.hypothesis_length)), round(float(terms.reference_length))
    return (
        StoryStep(
            "Two sentences",
            "A person wrote the upper sentence, the reference; a machine the lower one, its output. Both translate the"
            " same text. BLEU does not understand either of them. It counts what they have in common, and gives one"
            " number from 0 to 100. Scroll down to watch the score build up.",
            quiet * len(matches.hypothesis),
            quiet * len(reference),
        ),
        StoryStep(
            "Which words are right?",
            f"Take the output word by word, and look for each in the reference. “{wrong}” is not there. To you it may"
            f" be nearly right; to BLEU it is as wrong as any other word. And the last “{clipped.tokens[0]}”?",
            tuple("asked" if kind == "cut" else kind for kind in by_words),
            of_words[1],
            is_linked=True,
        ),
        StoryStep(
            "No word counts too often",
            f"The output says “{clipped.tokens[0]}” {clipped.count} times, the reference only"
            f" {clipped.reference_count} times. So {clipped.reference_count} count, and one is clipped away. That"
            f" leaves {matched[0]} of {totals[0]} words: the precision of single words.",
            by_words,
            of_words[1],
            (precision_formula(terms, 1),),
            is_linked=True,
            bars=1,
        ),
        StoryStep(
            "Pairs of neighbours",
            f"Right words can be in a wrong order. So BLEU looks at neighbours, too: {totals[1]} pairs, and"
            f" {matched[1]} of them are in the reference. “{wrong}” spoils two pairs at once: the one before it and the"
            " one after it.",
            *of_pairs,
            (precision_formula(terms, 2),),
            order=2,
            bars=2,
        ),
        StoryStep(
            "Threes",
            f"Three words in a row: {matched[2]} of {totals[2]} are in the reference. Such pieces are called n-grams,"
            " here with n = 3. The longer they are, the harder it is to match one by luck.",
            *of_threes,
            (precision_formula(terms, 3),),
            order=3,
            bars=3,
        ),
        StoryStep(
            "Fours, and one mean",
            f"Of four words in a row {matched[3]} of {totals[3]} match. Longer ones BLEU leaves alone. Now there are"
            " four shares; multiplied, and the fourth root taken, they make one: the geometric mean.",
            *of_fours,
            (precision_formula(terms, 4), mean_formula(terms)),
            order=METRIC.max_order,
            bars=METRIC.max_order,
            total="mean",
        ),
        StoryStep(
            "The penalty bites",
            "All four shares ask only about what the machine did write. Saying little risks little. So an"
            f" output that is shorter than the reference pays for it: {c} words against {r}. One that is longer"
            " pays nothing here. This is the brevity penalty; its e is a constant, Euler's number.",
            longest,
            whole,
            (penalty_formula(terms, c, r),),
            bars=METRIC.max_order,
            total="score",
        ),
        StoryStep(
            "The product is BLEU",
            f"Penalty times mean, times 100: {two_decimals(float(terms.score))}. That is all there is. For a whole test"
            " set, add up the counts of all sentences first, then do the same. What such a number does not see is"
            " what the other lessons are about.",
            longest,
            whole,
            (bleu_formula(terms, c, r),),
            bars=METRIC.max_order,
            total="score",
        ),
    )


def precision_formula(terms: BleuArithmetic, order: int) -> StoryFormula:
    """Return the formula of the precision of an order."""
    share, value = fraction(terms, order), f"{terms.precisions[order - 1]:.2f}"
    return StoryFormula(
        (FormulaTerm(f"p{SUBSCRIPTS[order]} ="), share, FormulaTerm(f"= {value}", PARTS[order - 1])),
        f"p {order} = {share.text} / {share.below} = {value}",
    )


def mean_formula(terms: BleuArithmetic) -> StoryFormula:
    value = f"{terms.score / terms.brevity_penalty / 100:.4f}"
    return StoryFormula(
        (FormulaTerm("mean ="), *precision_root(terms), FormulaTerm(f"= {value}", "result")),
        f"mean = {root_read_aloud(terms)} = {value}",
        ROOT,
    )


def penalty_formula(terms: BleuArithmetic, c: int, r: int) -> StoryFormula:
    value = f"{terms.brevity_penalty:.2f}"
    return StoryFormula(
        (FormulaTerm("penalty ="), exponential(c, r), FormulaTerm(f"= {value}", "penalty")),
        f"penalty = e to the power of 1 − {r} / {c} = {value}",
    )


def bleu_formula(terms: BleuArithmetic, c: int, r: int) -> StoryFormula:
    """Return BLEU as a formula of counts: rounded factors would give another last digit."""
    value = two_decimals(float(terms.score))
    factors = (FormulaTerm("BLEU = 100 ×"), exponential(c, r), FormulaTerm("×"), *precision_root(terms))
    return StoryFormula(
        (*factors, FormulaTerm(f"= {value}", "result")),
        f"BLEU = 100 × e to the power of 1 − {r} / {c} × {root_read_aloud(terms)} = {value}",
        ROOT,
    )


def exponential(c: int, r: int) -> FormulaTerm:
    return FormulaTerm("e", "penalty", above=f"1 − {r} / {c}")


def fraction(terms: BleuArithmetic, order: int, is_in_root: bool = False) -> FormulaTerm:
    matched, total = (round(float(counts[order - 1])) for counts in (terms.matches, terms.totals))
    return FormulaTerm(str(matched), PARTS[order - 1], below=str(total), is_in_root=is_in_root)


def precision_root(terms: BleuArithmetic) -> tuple[FormulaTerm, ...]:
    """Return the product of the precisions under a root."""
    times = FormulaTerm("×", is_in_root=True)
    factors = [term for order in ORDERS for term in (times, fraction(terms, order, is_in_root=True))]
    return tuple(factors[1:])


def root_read_aloud(terms: BleuArithmetic) -> str:
    """Return the root in words, as a reader says it."""
    counts = zip(terms.matches, terms.totals, strict=True)
    return f"root {ROOT} of ({' × '.join(f'{matched:.0f} / {total:.0f}' for matched, total in counts)})"
