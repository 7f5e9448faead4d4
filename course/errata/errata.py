"""Known misprints in the literature, each with the computation that shows it. Pure.

The numbers that a source prints are typed in here, as text. All numbers compared with them come from ``scoring``;
claims contain none.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
from markupsafe import Markup

from course.quiz.questions import share_of_exchanges
from scoring import BLEU, TBLEU, TER
from scoring.bleu import BleuArithmetic
from scoring.bleu.dialects import DIALECTS
from scoring.bleu.smoothing import METHODS
from scoring.bleu.smoothing.toolkits import older_nltk
from scoring.output.markup import html
from scoring.output.markup.html import page
from scoring.output.numbers import LEVEL, significant
from scoring.tbleu.affix import affix_match
from scoring.tbleu.segment import SegmentAlignment
from ui.kit.texts import Texts

EXAMPLE_SETTINGS = {
    "tokenize": "none",
    "lowercase": False,
    "max_order": 4,
    **{f"weight_{order}": 1.0 for order in range(1, 5)},
    "smoothing": "none",
    "effective_order": False,
    "tbleu_epsilon": TBLEU.epsilon,
}
"""Settings of an example, unless it has its own."""

Row = tuple[str, str, str]
"""A row of a computation: name of the number, the printed text (may be empty), and the computed text."""


@dataclass(frozen=True)
class Erratum:
    """A misprint in a paper, and the computation that shows it."""

    name: str
    """A few words for the list."""
    claim: str
    """What is wrong, without any computed number: that follows beneath."""
    source: str
    printed: str
    right: str
    """What is right, without any computed number."""
    rows: Callable[["Erratum"], Sequence[Row]]
    texts: Texts
    """Texts of the example, as for the Playground."""
    view: str
    """The Playground's view that shows the misprint."""
    own: Mapping[str, Any] = field(default_factory=dict)
    """Settings that differ from ``EXAMPLE_SETTINGS``."""
    printed_formula: str = ""
    """Formula as printed, in LaTeX like the others."""
    right_formula: str = ""
    agreement_part: str = ""
    """Tab of the page Agreement that shows the effect of the misprint; empty for none."""
    computed_formula: Callable[["Erratum"], str] | None = None
    """Function that returns the right formula, if it has computed numbers in it, in place of ``right_formula``."""

    @property
    def settings(self) -> dict[str, Any]:
        """Values of the sidebar's widgets for the example, by key."""
        return {**EXAMPLE_SETTINGS, **self.own}

    @property
    def formulas(self) -> tuple[str, str]:
        """Formula as printed, and the right formula; empty if there is none."""
        return self.printed_formula, self.computed_formula(self) if self.computed_formula else self.right_formula

    @property
    def hypotheses(self) -> list[str]:
        return self.texts.hypotheses.split("\n")

    @property
    def references(self) -> list[str]:
        return self.texts.references.split("\n")


def computation_table(rows: Sequence[Row]) -> Markup:
    """Return the computation as a table of printed and computed numbers."""
    body = [html.html_row((quantity, printed, Markup("<b>{}</b>").format(value))) for quantity, printed, value in rows]
    return page(Markup('<div class="errata">{}</div>').format(html.html_table(("what", "printed", "computed"), body)))


LARGEST_DENOMINATOR = 100


def _affix_distance(erratum: Erratum) -> list[Row]:
    match = affix_match(erratum.hypotheses[0], erratum.references[0])
    ratio = match.edits / len(match.common)
    return [
        (f"{match.first}, {match.second}: edits around {match.common}", "", str(match.edits)),
        (f"… divided by the length of {match.common}", "3/7", f"{match.edits}/{len(match.common)} = {ratio:.3f}"),
        ("Distance with max, as printed", "", f"{max(1.0, ratio):.3f}"),
        ("Distance with min", "3/7", f"{match.distance:.3f}"),
    ]


def _figure_1(erratum: Erratum) -> list[Row]:
    aligned, ticks = _ticks(erratum)
    ticked = " + ".join(significant(tick) for tick in ticks)
    length = len(aligned.hypothesis)
    unigrams, bigrams = aligned.matches[:2]
    return [
        (f"Unigrams that count: {ticked}", "11/6", f"{unigrams:.3f} = {_fraction(unigrams)}"),
        (f"Unigram precision, of {length} words", "0.367", f"{unigrams / length:.3f}"),
        (f"Bigram precision, of {length - 1}", "0.333", f"{bigrams / (length - 1):.3f}"),
    ]


def _figure_1_formula(erratum: Erratum) -> str:
    aligned, ticks = _ticks(erratum)
    length = len(aligned.hypothesis)
    parts = [_fraction(tick) for tick in ticks]
    added = " + ".join(
        str(part) if part.denominator == 1 else rf"\tfrac{{{part.numerator}}}{{{part.denominator}}}" for part in parts
    )
    return rf"\left({added}\right) : {length} = {aligned.matches[0] / length:.3f}"


def _ticks(erratum: Erratum) -> tuple[SegmentAlignment, list[float]]:
    """Return the aligned example, and the weights of the unigrams that count."""
    aligned = TBLEU(tokenize="none", epsilon=1.0).alignment(erratum.hypotheses[0], erratum.references)
    return aligned, [
        ngram.weight for ngram in aligned.alignment_with(0).ngrams if len(ngram.tokens) == 1 and ngram.counted
    ]


def _fraction(value: float) -> Fraction:
    """Return a sum of affix distances as a fraction; the denominators are small, as words are short."""
    return Fraction(value).limit_denominator(LARGEST_DENOMINATOR)


def _arithmetic(erratum: Erratum, lowercase: bool = False) -> BleuArithmetic:
    """Return BLEU's numbers for the only hypothesis of the example."""
    bleu = BLEU(tokenize="none", lowercase=lowercase, smoothing="none")
    return bleu.arithmetic(bleu.statistics(erratum.hypotheses, [[r] for r in erratum.references])[0])


def _counts(terms: BleuArithmetic) -> str:
    """Return the precisions as matches / n-grams, by order."""
    return ", ".join(f"{m:.0f}/{total:.0f}" for m, total in zip(terms.matches, terms.totals, strict=True))


def _mean(erratum: Erratum) -> list[Row]:
    terms = _arithmetic(erratum)
    harmonic = len(terms.precisions) / (1 / terms.precisions).sum()
    return [
        ("Precisions of Example 1 of Papineni et al. (2002)", "", _counts(terms)),
        ("Their harmonic mean", "", f"{harmonic:.4f}"),
        ("Their geometric mean", "", f"{np.exp(np.log(terms.precisions).mean()):.4f}"),
        (f"BLEU / 100, brevity penalty {significant(terms.brevity_penalty)}", "", f"{terms.score / 100:.4f}"),
    ]


def _saudi_arabia(erratum: Erratum) -> list[Row]:
    ter, terms = TER(), _arithmetic(erratum)
    edits = ter.edits(erratum.hypotheses[0], erratum.references)
    return [
        ("Edits / words of the reference", "4/13", f"{edits.n_edits}/{edits.reference_length:.0f}"),
        ("TER / 100", "0.13", f"{ter.score(np.array(edits.statistics)) / 100:.3f}"),
        ("Precisions, case kept", "10/12, 6/11, 3/10, 1/9", _counts(terms)),
        ("BLEU / 100", "0.323", f"{terms.score / 100:.3f}"),
    ]


def _percent(erratum: Erratum) -> list[Row]:
    score = _arithmetic(erratum).score
    return [("BLEU, from 0 to 1", "0.32 %", f"{score / 100:.3f}"), ("The same in percent", "", f"{score:.2f} %")]


def _meaning_of_p(erratum: Erratum) -> list[Row]:
    """Return rows with p by all exchanges of two systems' outputs; in each sentence, one is right and one wrong."""
    n, n_right = 10, 8
    right, wrong = erratum.hypotheses
    p_values = [share_of_exchanges(n, n_of_a, right, wrong) for n_of_a in range(n + 1)]
    rejected = sum(comb(n, n_of_a) for n_of_a, p in enumerate(p_values) if p <= LEVEL)
    ways = f"{2**n:,}"
    return [
        (
            f"A is right in {n_right} of {n} sentences, B in the others: p",
            "",
            f"{p_values[n_right]:.3f}",
        ),
        (
            f"Share of {ways} equally likely results of equal systems with p ≤ {LEVEL:g}",
            "",
            f"{rejected / 2**n:.3f}",
        ),
    ]


def _orejuela(erratum: Erratum) -> list[Row]:
    rows = []
    for lowercase, words, printed in ((False, "case kept", ""), (True, "case ignored", "15/18, 10/17, 5/16")):
        terms = _arithmetic(erratum, lowercase)
        rows += [(f"Precisions, {words}", printed, _counts(terms)), (f"BLEU, {words}", "", f"{terms.score:.2f}")]
    return rows


def _smoothing_6(erratum: Erratum) -> list[Row]:
    """Return rows with the matches of each sentence, and its score by both formulas."""
    printed, changed = (BLEU(tokenize="none", smoothing=method) for method in ("6", "6-from-2"))
    (reference,) = erratum.references
    rows: list[Row] = [(f"Reference: “{reference}”", "", f"{len(reference.split())} words")]
    for hypothesis in erratum.hypotheses:
        statistics = printed.statistics([hypothesis], [[reference]])[0]
        scores = f"{printed.score(statistics):.2f}; {changed.score(statistics):.2f}"
        rows += [
            (f"“{hypothesis}”: matches / n-grams of each order", "", _counts(printed.arithmetic(statistics))),
            ("… its BLEU by Equation 11; from bigrams on", "", scores),
        ]
    return rows


def _smoothing_7(erratum: Erratum) -> list[Row]:
    bleu = BLEU(tokenize="none", smoothing="none")
    statistics = bleu.statistics(erratum.hypotheses, [erratum.references])[0]
    nltk, paper = (DIALECTS[name].metrics(bleu)["7"] for name in ("nltk", "paper"))
    return [
        ("An older NLTK's formula", "0.4003", f"{older_nltk(bleu.arithmetic(statistics)) / 100:.4f}"),
        ("NLTK 3.10", "", f"{nltk.score(statistics) / 100:.4f}"),
        ("Chen and Cherry's method 7", "", f"{paper.score(statistics) / 100:.4f}"),
    ]


def _smoothing_4(erratum: Erratum) -> list[Row]:
    bleu, k = BLEU(tokenize="none", max_order=2, smoothing="4"), METHODS["4"].value
    rows = []
    for hypothesis in erratum.hypotheses:
        terms = bleu.arithmetic(bleu.statistics([hypothesis], [[r] for r in erratum.references])[0])
        counts = f"{significant(terms.matches[1])}/{significant(terms.totals[1])}"
        smoothed = f"{significant(terms.smoothed_matches[1])}/{significant(terms.smoothed_totals[1])}"
        length, log = terms.hypothesis_length, np.log(terms.hypothesis_length)
        factor = f"{k:g} / 0, no number" if log == 0 else significant(k / log)
        computation = f"{factor}; bigrams {counts} → {smoothed}, BLEU-2 {terms.score:.2f}"
        rows.append((f"“{hypothesis}”: ln {length:.0f} = {significant(log)}", f"{k:g} / ln {length:.0f}", computation))
    return rows


PAPINENI = Texts(
    hypotheses="It is a guide to action which ensures that the military always obeys the commands of the party",
    references="It is a guide to action that ensures that the military will forever heed Party commands\n"
    "It is the guiding principle which guarantees the military forces always being under the command of the Party\n"
    "It is the practical guide for the army always to heed the directions of the party",
)
SAUDI_ARABIA = Texts(
    hypotheses="THIS WEEK THE SAUDIS denied information published in the new york times",
    references="SAUDI ARABIA denied THIS WEEK information published in the AMERICAN new york times",
)
OREJUELA = Texts(
    hypotheses="Appeared calm when he was taken to the American plane , which will to Miami , Florida .",
    references="Orejuela appeared calm as he was led to the American plane which will take him to Miami , Florida .\n"
    "Orejuela appeared calm while being escorted to the plane that would take him to Miami , Florida .\n"
    "Orejuela appeared calm as he was being led to the American plane that was to carry him to Miami in Florida .\n"
    "Orejuela seemed quite calm as he was being led to the American plane that would take him to Miami in Florida .",
)
FEWER_AND_MORE = Texts(
    hypotheses="the cat q w e r t y u i\nthe cat q on w red e near r door",
    references="the cat sat on a red mat near our door",
)
TOLERANT = "Libovický and Pecina (2014), Tolerant BLEU, WMT 2014"
NOTE = "A widely used lecture note on evaluating machine translation"

PRIOR = r"p^0_n = p_{n-1} \cdot \tfrac{p_{n-1}}{p_{n-2}}"
"""Chen and Cherry's Equation 11."""

ERRATA = {
    erratum.name: erratum
    for erratum in (
        Erratum(
            "tBLEU: max",
            "The affix distance is the smaller of 1 and the ratio, not the larger.",
            f"{TOLERANT}, Section 2, the definition of the affix distance",
            "With max no two words would be nearer than 1, and nothing would be forgiven.",
            "With min the paper's own example comes out.",
            _affix_distance,
            Texts(hypotheses="vzpomenou", references="zapomenout"),
            "tBLEU",
            {"tbleu_epsilon": 0.43, "max_order": 1},
            printed_formula=r"\mathrm{AD} = \max\left\{1,\ \tfrac{L(p_1, p_2) + L(s_1, s_2)}{|S|}\right\}",
            right_formula=r"\mathrm{AD} = \min\left\{1,\ \tfrac{L(p_1, p_2) + L(s_1, s_2)}{|S|}\right\}",
        ),
        Erratum(
            "tBLEU: Figure 1",
            "The unigram precision of tBLEU's figure leaves the exact match out.",
            f"{TOLERANT}, Figure 1",
            "The figure divides 11/6 by 5.",
            "Its own ticks add up to more. Its bigram precision is right.",
            _figure_1,
            Texts(hypotheses="Jedu s novém červeném auto", references="Jedu novým červeným autem"),
            "tBLEU",
            {"tbleu_epsilon": 1.0, "max_order": 2},
            printed_formula=r"\tfrac{11}{6} : 5 = 0.367",
            computed_formula=_figure_1_formula,
        ),
        Erratum(
            "Harmonic",
            "BLEU's mean of precisions is geometric, not harmonic.",
            f"{TOLERANT}, the text on BLEU",
            "The text calls the mean harmonic.",
            "The paper's formula, like BLEU's (Papineni et al. 2002, Section 2.3), is the geometric mean.",
            _mean,
            PAPINENI,
            "n-grams",
            right_formula=r"\exp\Big(\sum_{n=1}^{N} \tfrac{1}{N} \log p_n\Big)",
        ),
        Erratum(
            "TER 0.13",
            "The TER of the SAUDI ARABIA sentence is divided wrongly.",
            f"{NOTE}; the example is from Snover et al. (2006)",
            "TER = 4/13 = 0.13.",
            "The fraction is right, the division is not. The BLEU next to it is right.",
            _saudi_arabia,
            SAUDI_ARABIA,
            "TER",
        ),
        Erratum(
            "0.32 %",
            "A BLEU between 0 and 1 is a share: as a percentage it is a hundred times as much.",
            NOTE,
            "BLEU = 0.32 %.",
            "A percentage is the score times a hundred.",
            _percent,
            SAUDI_ARABIA,
            "n-grams",
        ),
        Erratum(
            "p",
            "p is not the probability of incorrectly rejecting the null hypothesis.",
            NOTE,
            "p is the probability of incorrectly rejecting the null hypothesis.",
            "p is the share of exchanges that give a difference at least as large. How often a test rejects wrongly is"
            " known before any p: at most its level, and only where nothing differs.",
            _meaning_of_p,
            Texts(hypotheses="the door is open\nthe door is shut", references="the door is open"),
            "n-grams",
        ),
        Erratum(
            "Orejuela",
            "The counts printed for the Orejuela sentence hold only where case is ignored.",
            f"{NOTE}; the example is from Callison-Burch et al. (2006), Table 1",
            "15/18, 10/17 and 5/16, without a word on case.",
            "With case kept Appeared, at the sentence's beginning, matches nothing.",
            _orejuela,
            OREJUELA,
            "n-grams",
            {"lowercase": True},
        ),
        Erratum(
            "Smoothing 7",
            "“Smoothing 7” of one sentence is another number in each source.",
            "A blog post on NLTK's sentence BLEU, with an older NLTK",
            "0.4003 for “you are ready ?” against “are you ready ?”.",
            "NLTK has changed since, and neither is the paper's (Chen and Cherry 2014, Section 3). The older one put"
            " 1 / (i + K / ln c) for a precision of 0, with i the number of orders before, then averaged precisions.",
            _smoothing_7,
            Texts(hypotheses="you are ready ?", references="are you ready ?"),
            "Smoothing",
            {"smoothing": "7"},
        ),
        Erratum(
            "Smoothing 4",
            "Smoothing 4 divides by 0 where the hypothesis is one word.",
            "Chen and Cherry (2014), Section 3, Smoothing 4",
            "K / ln(len(T)) for every length of T.",
            "ln 1 is 0, and K / 0 is no number. The paper leaves the case open. Here no score depends on it: one word"
            " has no n-grams of higher orders, and where not even the word matches nothing is smoothed. An"
            " implementation that divides first fails.",
            _smoothing_4,
            Texts(hypotheses="ready\nready you\nready you are", references="are you ready ?"),
            "Smoothing",
            {"smoothing": "4", "max_order": 2},
            printed_formula=r"\frac{K}{\ln \mathrm{len}(T)}",
            right_formula=r"\frac{K}{\ln \mathrm{len}(T)}, \quad \mathrm{len}(T) > 1",
        ),
        Erratum(
            "Smoothing 6",
            "By Equation 11 a sentence can score less because more of its words are right.",
            "Chen and Cherry (2014), Section 3, Smoothing 6",
            "What a precision is mixed with, from trigrams on.",
            "No correction is known: the formula divides by the precision of single words. From bigrams on, with 1"
            " before the first order, the better sentence wins.",
            _smoothing_6,
            FEWER_AND_MORE,
            "Smoothing",
            {"smoothing": "6"},
            printed_formula=rf"{PRIOR}, \quad n > 2",
            right_formula=rf"{PRIOR}, \quad n > 1, \quad p_0 = 1",
            agreement_part="Smoothing",
        ),
    )
}
"""All misprints by their names."""
