"""Every term that is not everyday English, one sentence each, the same wherever it is pointed at. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from scoring.options import TOKENIZE


@dataclass(frozen=True)
class Term:
    """A term, and what it says."""

    name: str
    says: str
    """One sentence."""
    full: str = ""
    """What its letters stand for."""
    also: tuple[str, ...] = ()
    """Other names: of columns, of settings, and in the middle of a sentence."""

    @property
    def help(self) -> str:
        """What stands where it is pointed at."""
        return f"{self.full}. {self.says}" if self.full else self.says


GROUPS: dict[str, tuple[Term, ...]] = {
    "Metrics": (
        Term(
            "BLEU",
            "The share of an output's words and groups of words that a reference has, less where it is too short;"
            " 0 to 100, higher is better.",
            "Bilingual evaluation understudy",
        ),
        Term(
            "chrF", "How many groups of characters output and reference share; higher is better.", "Character F-score"
        ),
        Term("chrF++", "chrF that counts words and pairs of words, too.", "Character and word F-score"),
        Term(
            "TER",
            "Edits that turn an output into its reference, per 100 words of it; moving a phrase is one edit; lower is"
            " better.",
            "Translation edit rate",
        ),
        Term("WER", "TER without moves: words inserted, deleted or replaced; lower is better.", "Word error rate"),
        Term(
            "PER",
            "WER without order: only which words there are counts; lower is better.",
            "Position-independent error rate",
        ),
        Term("tBLEU", "BLEU that forgives words which differ a little from the reference's.", "Tolerant BLEU"),
        Term(
            "NIST",
            "Like BLEU, but rare groups of words count more, and there is no upper end; higher is better.",
            "Score of the National Institute of Standards and Technology",
        ),
        Term(
            "METEOR",
            "Matches equal words and equal stems, and takes something off where their order differs; higher is better.",
            "Metric for evaluation of translation with explicit ordering",
        ),
    ),
    "Texts": (
        Term("test set", "Segments with references, and what each system made of them."),
        Term("segment", "One line of a test set, mostly a sentence.", also=("segments",)),
        Term("source", "The text that was translated."),
        Term("reference", "A translation by people, taken as right.", also=("references",)),
        Term("system", "What translates: a program or a service, in one version.", also=("systems",)),
        Term("hypothesis", "A system's translation of a segment, also called its output.", also=("output", "outputs")),
        Term("corpus", "All segments of a test set together.", also=("corpus BLEU",)),
        Term("tokenizer", TOKENIZE.help, also=("tokenizers",)),
        Term(
            "judge",
            "Who scores outputs or marks their errors: people, or a program, such as a metric or a language model.",
            also=("judges",),
        ),
        Term("inflection", "The change of a word's form by case, number, person or tense."),
    ),
    "Counting": (
        Term("n-gram", "A group of n words in a row.", also=("n-grams",)),
        Term("order", "The number of words in an n-gram.", also=("orders",)),
        Term("precision", "The share of an output's n-grams that a reference has.", also=("precisions",)),
        Term("clipped", "Not counted, because no reference has the word so often.", also=("clipping",)),
        Term("brevity penalty", "A factor below 1 where outputs are shorter than the references.", also=("penalty",)),
        Term("length ratio", "Words of the output over words of the closest references."),
        Term("smoothing", "What takes the place of a count of 0, which alone would make BLEU 0."),
        Term("effective order", "Only the orders count that an output is long enough for."),
        Term(
            "weighted mean",
            "The mean of the segments' scores, where long segments count more (Chen and Cherry 2014, Eq. 13).",
        ),
        Term("plain mean", "The mean of the segments' scores, all alike."),
        Term("shift", "A phrase moved to another place, counted as one edit.", also=("shifts",)),
        Term("edit", "A word inserted, deleted or replaced, or a phrase moved.", also=("edits",)),
        Term(
            "affix distance",
            "How much two words differ before and after what they have in common, 0 to 1.",
            also=("distance",),
        ),
        Term("epsilon", "The largest affix distance that tBLEU forgives.", also=("epsilon of tBLEU",)),
        Term("gain", "tBLEU less BLEU: what tolerance adds."),
        Term("chunk", "Matched words that stand together in output and reference.", also=("chunks",)),
        Term("influence", "How much this segment alone moves the difference of the whole set."),
        Term("G²", "How surely an n-gram is produced more, or less, often than the references have it."),
        Term("z", "By how much more often than by chance one system wins this n-gram."),
    ),
    "Certainty": (
        Term(
            "p",
            "How often chance alone makes a difference at least as large: 0.05 is 1 time in 20.",
            also=("p-value", "p-values", "p_value"),
        ),
        Term(
            "adjusted p",
            "p made larger because several pairs are tested, and some differ by chance.",
            also=("p_adjusted", "adjusted"),
        ),
        Term(
            "95 % interval",
            "The range in which 95 of 100 resampled test sets have their score.",
            also=("interval", "intervals"),
        ),
        Term(
            "approximate randomization",
            "A test that swaps two systems' outputs at random and counts how often the difference is as large.",
            also=("shuffle", "shuffles"),
        ),
        Term(
            "bootstrap",
            "Test sets drawn from this one at random, to see how much a score varies.",
            also=("resample", "resamples"),
        ),
        Term("Holm", "A rule that makes p larger where many pairs are tested.", also=("correction",)),
        Term("step-down max-T", "A test of all pairs at once: it asks how often chance gives any of them such a lead."),
        Term("letters", "Systems with a letter in common do not differ significantly."),
        Term(
            "signature",
            "All settings of a score in one line; only scores with equal signatures may be compared.",
            also=("signatures",),
        ),
    ),
    "Agreement": (
        Term("judge", "Whom metrics are held against: people, or others who scored outputs.", also=("judges",)),
        Term("agreement", "How far a metric prefers the outputs, or systems, that a judge prefers."),
        Term(
            "Kendall's tau",
            "Pairs of outputs ordered as the judge does less those ordered the other way, as a share of all; 1 to -1.",
        ),
        Term("pairwise accuracy", "The share of pairs of outputs that a metric orders, or ties, as the judge does."),
        Term(
            "calibrated accuracy",
            "Pairwise accuracy where small differences of a metric are ties, with the threshold that is best for it.",
        ),
        Term(
            "COMET",
            "A learned metric: a model trained on people's judgments reads source, output and reference, and gives each"
            " segment a number.",
            "Crosslingual optimized metric for evaluation of translation",
        ),
        Term(
            "MQM",
            "People mark every error of an output by kind and severity, and each costs points.",
            "Multidimensional quality metrics",
        ),
        Term("system accuracy", "The share of pairs of systems that a metric orders as the judge does."),
        Term(
            "soft pairwise accuracy",
            "How near a metric's certainty about each pair of systems comes to the judge's; at most 1.",
        ),
        Term("Pearson", "How nearly two rows of scores lie on a line: 1 for a rising line, 0 for none.", "Correlation"),
        Term("Spearman", "Pearson's correlation of ranks in place of scores.", "Rank correlation"),
    ),
    "Choosing": (
        Term("candidate", "One of several outputs for a segment, of which one is to be taken.", also=("candidates",)),
        Term(
            "n-best list",
            "The candidates that a system itself thinks best, the best first.",
            also=("n-best lists", "beam"),
        ),
        Term(
            "minimum Bayes risk",
            "Taking the candidate that a metric finds most like all the others; no reference is used.",
            also=("MBR",),
        ),
        Term(
            "oracle",
            "Taking the candidate that a metric likes most against the reference: a bound, for nobody has the reference"
            " when choosing.",
            also=("oracles",),
        ),
        Term(
            "posterior",
            "How probable each candidate is in its list, by the decoder's weights or score; all add up to 1.",
            also=("posteriors",),
        ),
    ),
    "Rating": (
        Term(
            "campaign", "One task of rating: which outputs people rate, how, and how many people.", also=("campaigns",)
        ),
        Term("protocol", "How outputs are rated: what raters are asked, and on which scale.", also=("protocols",)),
        Term("rater", "Who rates outputs, without knowing which system they are of.", also=("raters",)),
        Term("item", "What a rater answers at a time: one output of one segment, or several to rank.", also=("items",)),
        Term("adequacy", "How much of what the source means an output says, from 1, none, to 5, all of it."),
        Term("fluency", "How well an output reads as its language, from 1, incomprehensible, to 5, flawless."),
        Term("direct assessment", "People give each output a number from 0 to 100 for how good it is.", also=("DA",)),
        Term(
            "ESA",
            "People mark what is wrong in an output, minor or major, then give it a number from 0 to 100.",
            "Error span annotation",
            also=("error spans",),
        ),
        Term(
            "kappa",
            "How much more often raters agree than by chance, as a share of what there is above chance; 1 is always.",
            also=("Cohen's kappa", "Fleiss' kappa"),
        ),
        Term(
            "Krippendorff's alpha",
            "1 less the raters' disagreement over that of chance; small differences of scores count little, and gaps"
            " are allowed.",
            also=("alpha",),
        ),
    ),
}
"""Heading -> its terms."""
TERMS: dict[str, Term] = {term.name: term for terms in GROUPS.values() for term in terms}
METRIC_NAMES = tuple(term.name for term in GROUPS["Metrics"])


def _names() -> Iterator[tuple[str, Term]]:
    for term in TERMS.values():
        yield from ((name.casefold(), term) for name in (term.name, term.full, *term.also) if name)


_BY_NAME = dict(_names())
_MARKED = re.compile(
    r"(?<![\w-])(?:" + "|".join(sorted(map(re.escape, _BY_NAME), key=len, reverse=True)) + r")(?![\w+-])", re.IGNORECASE
)


def help_for(name: str) -> str | None:
    """What a column or a setting of this name means; None for what the glossary has not.

    A column such as "BLEU of system 3" goes by its metric.
    """
    first = name.partition(" ")[0]
    term = _BY_NAME.get(name.casefold()) or (TERMS[first] if first in METRIC_NAMES else None)
    return None if term is None else term.help


def explained(text: str) -> Markup:
    """The text, escaped; each term can be pointed at where it first stands."""
    parts, seen, end = [], set(), 0
    for found in _MARKED.finditer(text):
        term = _BY_NAME[found[0].casefold()]
        if term.name in seen:
            continue
        seen.add(term.name)
        marked = Markup('<abbr title="{}">{}</abbr>').format(term.help, found[0])
        parts += [Markup("{}").format(text[end : found.start()]), marked]
        end = found.end()
    return Markup("").join([*parts, text[end:]])


def listing(terms: tuple[Term, ...]) -> Markup:
    """Terms and what they say, one beneath another."""
    row = Markup('<dt id="{}">{}</dt><dd>{}</dd>')
    rows = (row.format(term.name.replace(" ", "-"), term.name, term.help) for term in terms)
    return Markup('<dl class="terms">{}</dl>').format(Markup("").join(rows))
