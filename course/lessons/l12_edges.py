"""Lesson on texts too short for BLEU: what each toolkit returns without n-grams of some length, or without words."""

from collections import Counter
from collections.abc import Mapping

import numpy as np
import pandas as pd
from markupsafe import Markup

from course.lessons import parts
from course.lessons.parts import figures
from scoring import BLEU, METRICS, Metric
from scoring.bleu.dialects import DIALECTS
from scoring.output.markup.html import html_row, html_table, page, scrolling
from scoring.output.numbers import two_decimals

METRIC = BLEU(smoothing="none")
SENTENCE = "the cat sat on the mat"
CASES = {
    "no output": ("", SENTENCE),
    "no reference": (SENTENCE, ""),
    "nothing at all": ("", ""),
    "one word": ("cat", "cat"),
    "wrong word": ("cat", "dog"),
    "three words": ("the cat sat", "the cat sat"),
    "identical": (SENTENCE, SENTENCE),
}
"""Edge case -> output and reference."""
YOURS = "yours"
NAMES = {
    "paper": "the paper",
    "sacrebleu": "sacreBLEU",
    "sacrebleu-sentence": "sentence_bleu",
    "nltk": "NLTK",
    "mteval": "mteval",
    "matlab": "MATLAB",
}
"""Dialect -> its short name."""
RULES = {
    "paper": ("0 of 0 counts as 0", 0.0),
    "sacrebleu": ("0 of 0 counts as 0", 0.0),
    "sacrebleu-sentence": ("leaves 0 of 0 out", None),
    "nltk": ("0 of 0 counts as 0 of 1", 0.0),
    "mteval": ("0 of 0 counts as 1", 1.0),
    "matlab": ("under 4 words: gives 0", 0.0),
}
"""Dialect -> its rule for an order without n-grams, in words and as a precision; None if the order is left out."""
TILE_NAMES = {name: name.removeprefix("the ") for name in NAMES.values()}
"""Toolkit -> its name in one word."""
EMPTY = "0 of 0"
"""Share of matches of an order without n-grams."""
TINY = 1e-9
"""Largest difference that is treated as 0."""
SCORES_OF_EMPTY = {NAMES[name]: dialect.nothing for name, dialect in DIALECTS.items()}
"""Toolkit -> its score for two empty texts."""


def compute(values: parts.Values) -> parts.ComputedBlocks:
    yours = values["output"], values["reference"]
    scores = toolkit_scores(*yours)
    cases = {YOURS: yours} | CASES
    groups = edge_case_groups(cases)
    return parts.ComputedBlocks(
        (
            _facts(scores),
            _formula(*yours),
        ),
        (
            parts.Html(page(scrolling(edge_cases_html(groups, cases), "Scores at the edges"))),
            parts.ExportBlock(pd.concat([group.assign(kind=kind) for kind, group in groups.items()]), "edges"),
            parts.Plain(
                "In colour: identical texts that do not get 100 (of errors, 0), and texts without a letter in common"
                f" that get some. –: not defined. N = {METRIC.max_order}. “{YOURS}” is what you typed; one word, three"
                " words: the output is the reference. TER, WER and PER are errors: more than 100 is possible. NIST has"
                " no highest score."
            ),
            parts.Plain(
                "For two empty texts the table holds what each toolkit itself gives. Everywhere else in BLEUscope they"
                " have no score under any metric or dialect, as in MATLAB: there is nothing to measure."
            ),
        ),
        (parts.Html(page(rules_html())),),
        (parts.Html(page(rules_html(scores))),),
        (_bars(scores),),
    )


def rules_html(scores: Mapping[str, float] | None = None) -> Markup:
    """Return a row for each toolkit with its rule, from which its score follows, and with its score if given."""
    head = ["toolkit", "its rule"] if scores is None else ["toolkit", "its rule", "BLEU"]
    rows = []
    for name, (rule, _) in RULES.items():
        shown = (
            [] if scores is None else ["no score" if np.isnan(score := scores[NAMES[name]]) else two_decimals(score)]
        )
        rows.append(html_row([TILE_NAMES[NAMES[name]], rule, *shown]))
    return html_table(head, rows, "rules")


def _facts(scores: Mapping[str, float]) -> parts.Facts:
    """Return the scores that most toolkits give; the table names the toolkits."""
    frequent_scores = Counter(map(two_decimals, scores.values())).most_common(parts.FACTS)
    return parts.Facts(*(parts.Fact(f"{count} of {len(scores)} toolkits", score) for score, count in frequent_scores))


def _bars(scores: Mapping[str, float]) -> parts.Chart:
    labelled_scores = {f"{name}, no score" if np.isnan(score) else name: score for name, score in scores.items()}
    shares = {name: float(np.nan_to_num(score)) / 100 for name, score in labelled_scores.items()}
    alt = ", ".join(f"{name} {two_decimals(score)}" for name, score in scores.items())
    return parts.Chart(figures.share_bars(shares, parts.BLUE, "BLEU", 0, "", bar=24, decimals=2), "toolkits", alt)


def tile_views(values: parts.Values, answered: bool) -> dict[str, list[parts.TileRowView]]:
    output = parts.match_output(METRIC, values["output"], [values["reference"]])
    return {"output": parts.views_with_score(output, with_score=False)}


def edge_case_groups(cases: Mapping[str, tuple[str, str]]) -> dict[str, pd.DataFrame]:
    """Return the groups of the table: toolkits by default, NLTK's smoothing methods, other metrics."""
    return {
        "toolkit": edge_case_table(default_toolkits(), cases, SCORES_OF_EMPTY),
        "NLTK's smoothing": edge_case_table(nltk(), cases, dict.fromkeys(nltk(), DIALECTS["nltk"].nothing)),
        "other metric": edge_case_table(other_metrics(), cases),
    }


def edge_cases_html(groups: Mapping[str, pd.DataFrame], cases: Mapping[str, tuple[str, str]]) -> Markup:
    """Return all groups as one table, odd scores in colour, and beneath each toolkit how it counts."""
    of_errors = {name for name, metric in other_metrics().items() if not metric.higher_is_better}
    about = {NAMES[name]: dialect.description for name, dialect in DIALECTS.items()}
    rows = []
    for kind, group in groups.items():
        rows.append(Markup('<tr><th colspan="{}">{}</th></tr>').format(len(cases) + 1, kind))
        for scores in group.to_dict("records"):
            name = scores["name"]
            shown = (_cell(scores[case], *texts, name in of_errors) for case, texts in cases.items())
            rows.append(html_row([name, *shown]))
            if name in about:
                template = Markup('<tr class="how"><td colspan="{}">{}</td></tr>')
                rows.append(template.format(len(cases) + 1, about[name]))
    return html_table(["who computes", *cases], rows, "methods edges")


def _cell(score: float, output: str, reference: str, is_error: bool) -> str:
    shown = "–" if np.isnan(score) else two_decimals(score)
    return Markup('<b class="odd">{}</b>').format(shown) if is_odd(score, output, reference, is_error) else shown


def is_odd(score: float, output: str, reference: str, is_error: bool = False) -> bool:
    """Return whether identical texts lack the full score, or texts without a common letter have any score.

    Two empty texts may have no score.
    """
    full, none = (0.0, 100.0) if is_error else (100.0, 0.0)
    if output.split() == reference.split():
        return bool(output.split()) if np.isnan(score) else not np.isclose(score, full)
    if set("".join(output.split())) & set("".join(reference.split())):
        return False
    return bool(score < none - TINY if is_error else score > none + TINY)


def default_toolkits() -> dict[str, BLEU]:
    """Return BLEU of each toolkit by its default method."""
    return {NAMES[name]: next(iter(dialect.metrics(METRIC).values())) for name, dialect in DIALECTS.items()}


def nltk() -> dict[str, BLEU]:
    return DIALECTS["nltk"].metrics(METRIC)


def other_metrics() -> dict[str, Metric]:
    """Return all metrics other than BLEU, with their default options."""
    return {metric.label: metric() for metric in METRICS.values() if metric is not BLEU}


def toolkit_scores(output: str, reference: str) -> dict[str, float]:
    """Return the score of each toolkit, 0-100; NaN for no score."""
    table = edge_case_table(default_toolkits(), {YOURS: (output, reference)}, SCORES_OF_EMPTY)
    return dict(zip(table["name"], table[YOURS], strict=True))


def edge_case_table(
    metrics: Mapping[str, Metric], cases: Mapping[str, tuple[str, str]], nothing: Mapping[str, float] | None = None
) -> pd.DataFrame:
    """Return one row for each metric, one column for each case, and the signature.

    ``nothing`` has each metric's score for two empty texts.
    """
    outputs, references = (list(texts) for texts in zip(*cases.values(), strict=True))
    empty = [not output.split() and not reference.split() for output, reference in cases.values()]
    rows = []
    for name, metric in metrics.items():
        scores = metric.score(metric.statistics(outputs, [references]))
        if nothing is not None:
            scores = np.where(empty, nothing[name], scores)
        rows.append((name, *scores.tolist(), metric.signature))
    return pd.DataFrame(rows, columns=["name", *cases, "signature"])


def _formula(output: str, reference: str) -> parts.FormulaBlock:
    """Return the product of the shares, with 0 of 0 for orders longer than the output."""
    terms = METRIC.arithmetic(METRIC.statistics([output], [[reference]])[0])
    shares = [
        parts.asked_part(share) if not total else share
        for matches, total in zip(terms.matches, terms.totals, strict=True)
        for share in [rf"\frac{{{matches:.0f}}}{{{total:.0f}}}"]
    ]
    product = r" \cdot ".join(shares)
    return parts.FormulaBlock(rf"\text{{BLEU}} = 100 \cdot \sqrt[{len(shares)}]{{{product}}}")


def ask(values: parts.Values) -> parts.Question:
    """Return a question about each toolkit: does it give the full score?"""
    score_of_toolkit = toolkit_scores(values["output"], values["reference"])
    words, full, none = len(values["output"].split()), two_decimals(100), two_decimals(0)
    totals = [max(0, words - n) for n in range(METRIC.max_order)]
    shares = ", ".join(f"{total} of {total} {order}" for total, order in zip(totals, parts.ORDERS, strict=False))
    by_score = {
        value: [name for name in score_of_toolkit if two_decimals(score_of_toolkit[name]) == value]
        for value in (full, none)
    }
    return parts.Question(
        f"Output and reference are the same {words} words. BLEU multiplies the shares that match: {shares}. Each"
        f" toolkit (program for BLEU) has its own rule for {EMPTY}. Which {len(by_score[full])} give {full}? Click"
        f" them; the others give {none}.",
        Markup("{} counted as 0 makes the product 0; counted as 1, or left out, it changes nothing.").format(EMPTY),
        clicked=parts.ClickAnswer(
            "toolkits",
            tuple(TILE_NAMES.values()),
            {TILE_NAMES[name]: 1 for name in by_score[full]},
            f"give {full}",
            "toolkits",
        ),
        why=Markup(
            "{}. For a whole test set this hardly matters, because longer sentences have such n-grams. sentence_bleu is"
            " sacreBLEU's function for one sentence; to leave lengths out is called effective order."
        ).format(
            Markup("; ").join(
                Markup("<b>{}</b>: {}").format(value, ", ".join(names)) for value, names in by_score.items()
            )
        ),
    )


LESSON = parts.Lesson(
    title="Too short for BLEU",
    claim="For very short texts a score is a matter of rules, and toolkits have different ones.",
    fields=(
        parts.WordsField("toolkits", "Toolkits", " ".join(TILE_NAMES.values()), "click", is_sentence=False),
        parts.WordsField("output", "Output", "good morning", is_small=True),
        parts.WordsField("reference", "Reference", "good morning", is_small=True),
    ),
    compute=compute,
    ask=ask,
    tile_views=tile_views,
    has_numbers_beside=True,
    practice=Markup(
        "Look for empty and very short segments before you trust an average of sentence scores. Score sentences with"
        " effective order or with a smoothing, name which, and prefer corpus scores, where short segments do no harm,"
        " except in NLTK: its <code>corpus_bleu</code> takes an order that a segment is too short for as one n-gram"
        " without a match, so that even identical texts can get less than a full score."
    ),
    pages=(("smoothing", "Toolkits and methods on any segment"), ("data", "What was noticed in the files")),
    sources=(
        "Chen and Cherry (2014): A Systematic Comparison of Smoothing Techniques for Sentence-Level BLEU, section 3.",
        Markup(
            "sacreBLEU, <code>sentence_bleu</code>: effective order; NLTK 3.10, <code>translate/bleu_score.py</code>;"
            " NIST, <code>mteval-v13a.pl</code>."
        ),
        Markup(
            "MATLAB, documentation of <code>bleuEvaluationScore</code>: 0 for fewer words than weights, NaN for two"
            " empty texts."
        ),
    ),
    notes=parts.Notes(
        say="Work out one toolkit together, from its rule. Then empty the output, and ask again.",
        think="Identical texts have 100 everywhere.",
        correction="Some tools give 0, for there are no n-grams of four words.",
        minutes=5,
        following="Toolkits differ on few segments. Now: what people see in a sentence, and BLEU does not.",
    ),
)
