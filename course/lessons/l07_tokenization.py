"""Lesson on tokenization and case: the same texts have other scores under every tokenizer."""

import math
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property

import pandas as pd
from markupsafe import Markup

from course.lessons import parts
from course.lessons.parts import figures
from scoring import BLEU
from scoring.bleu import BleuArithmetic
from scoring.output.markup.ngrams import shade
from scoring.output.numbers import two_decimals
from scoring.output.sentence import listed_names
from scoring.text.sentencepiece_models import MODEL_FILES
from scoring.text.texts import as_column
from scoring.text.tokenizers import TOKENIZERS, tokenize

USUAL, CHINESE = "13a", "zh"
SWITCH = {"spaces": "none", USUAL: USUAL, "characters": "char"}
"""Option of the switch -> the tokenizer."""
AVAILABLE = tuple(name for name, tokenizer in TOKENIZERS.items() if tokenizer.available)
METRICS = {(name, lower): BLEU(tokenize=name, lowercase=lower) for name in AVAILABLE for lower in (False, True)}
"""(tokenizer, whether case is ignored) -> BLEU"""


@dataclass(frozen=True)
class NamedPair:
    """An output and its one reference, with a name."""

    name: str
    color: str
    output: str
    reference: str

    @cached_property
    def terms(self) -> dict[tuple[str, bool], BleuArithmetic]:
        """Numbers of BLEU by each of METRICS."""
        return {
            key: metric.arithmetic(metric.statistics([self.output], [[self.reference]])[0])
            for key, metric in METRICS.items()
        }

    def score(self, tokenizer: str, lowercase: bool = False) -> float:
        return float(self.terms[tokenizer, lowercase].score)

    def cut(self, tokenizer: str) -> list[str]:
        """Return the output's tokens."""
        return tokenize(as_column([self.output]), tokenizer)[0].as_py()


CHINESE_TEXTS = "他昨天在北京大学学习中文。", "他昨天在北京大学学中文。"
"""An output and its reference in Chinese, without spaces."""


def named_pairs(values: parts.Values) -> list[NamedPair]:
    """Return the example and a pair of Chinese texts."""
    english, chinese = parts.COLORS[:2]
    return [
        NamedPair("English", english, values["output"], values["reference"]),
        NamedPair("Chinese", chinese, *CHINESE_TEXTS),
    ]


def compute(values: parts.Values) -> parts.ComputedBlocks:
    pairs = named_pairs(values)
    scores = {pair.name: [pair.score(name) for name in AVAILABLE] for pair in pairs}
    chart = figures.score_dots(AVAILABLE, scores, [pair.color for pair in pairs])
    return parts.ComputedBlocks(
        (parts.Facts(*case_and_cut_facts(pairs[0])), _formula(pairs[0])),
        (
            *_extremes(pairs[0]),
            *_missing(),
            *(block for pair in pairs for block in _table(pair)),
        ),
        after=(_retokenized_html(pairs[0], values["cut"]), parts.colors(METRICS[USUAL, False], pointing=False)),
        why=(parts.Chart(chart, "bleu-by-tokenizer", "BLEU of each text by tokenizer"),),
    )


def _retokenized_html(pair: NamedPair, chosen: str) -> parts.Html:
    """Return the output's tokens under the chosen tokenizer, with their matches."""
    tokenizer = SWITCH[chosen]
    matches = METRICS[tokenizer, False].matches(pair.output, [pair.reference])
    about = f"{len(matches.hypothesis)} tokens, BLEU {two_decimals(pair.score(tokenizer))}"
    shades = [shade(longest) for longest in matches.longest]
    return parts.token_line(f"cut by {chosen}", about, matches.hypothesis, shades)


def tile_views(values: parts.Values, answered: bool) -> dict[str, list[parts.TileRowView]]:
    """Return the output without colours: a line of its own shows its tokens with colours."""
    metric = METRICS[SWITCH[values["cut"]] if answered else USUAL, False]
    output = parts.match_output(metric, values["output"], [values["reference"]])
    (view,) = parts.views_with_score(output, with_score=answered)
    return {"output": [replace(view, matches=None)]}


def cut(text: str) -> dict[str, int]:
    """Return the words of a text that the usual tokenizer cuts into pieces, with their counts."""
    words = text.split()
    pieces = tokenize(as_column(words), USUAL).to_pylist()
    return dict(Counter(word for word, tokens in zip(words, pieces, strict=True) if len(tokens) > 1))


def case_and_cut_facts(pair: NamedPair) -> list[parts.Fact]:
    """Return BLEU under other tokenizers, and with case ignored."""
    options = (
        ("cut at spaces", SWITCH["spaces"], False),
        (f"cut by {USUAL}", USUAL, False),
        (f"cut by {USUAL}", USUAL, True),
    )
    return [
        parts.Fact(
            label,
            two_decimals(pair.score(tokenizer, lower)),
            "capitals ignored"
            if lower
            else ""
            if pair.terms[tokenizer, lower].matches[-1]
            else "smoothed: no four match",
        )
        for label, tokenizer, lower in options
    ]


def tokenizer_table(pair: NamedPair) -> pd.DataFrame:
    """Return one row for each installed tokenizer."""
    cuts = {name: pair.cut(name) for name in AVAILABLE}
    rows = [
        (name, len(tokens), pair.score(name), pair.score(name, lowercase=True), " · ".join(tokens))
        for name, tokens in cuts.items()
    ]
    return pd.DataFrame(rows, columns=["tokenizer", "tokens", "BLEU", "case ignored", "output, as it is cut"])


def _table(pair: NamedPair) -> tuple[parts.Heading, parts.TableBlock]:
    formats = {"BLEU": "%.2f", "case ignored": "%.2f"}
    table = parts.TableBlock(tokenizer_table(pair), f"tokenizers-{pair.name}", formats)
    return parts.Heading(f"“{pair.output}” under every tokenizer"), table


def _formula(pair: NamedPair) -> parts.FormulaBlock:
    """Return the precision of single tokens under each tokenizer, as a formula."""
    rows = []
    for label, name in SWITCH.items():
        terms = pair.terms[name, False]
        below = parts.asked_part(f"{terms.totals[0]:.0f}")
        value = f"{100 * terms.precisions[0]:.1f}\\,\\%" if terms.totals[0] else r"\text{none}"
        rows.append(rf"\text{{{label}:}}\ p_1 &= \frac{{{terms.matches[0]:.0f}}}{{{below}}} = {value}")
    return parts.aligned(*rows)


def _extremes(pair: NamedPair) -> tuple[parts.Plain, ...]:
    """Return the signatures of the lowest and the highest score."""
    scores = {key: pair.score(*key) for key in METRICS}
    defined = {key: score for key, score in scores.items() if not math.isnan(score)}
    if not defined:
        return ()
    lowest, highest = min(defined, key=lambda key: defined[key]), max(defined, key=lambda key: defined[key])
    return tuple(
        parts.Plain(f"BLEU {word} with {two_decimals(scores[key])}: nrefs:1|{METRICS[key].signature}")
        for word, key in (("is lowest", lowest), ("is highest", highest))
    )


def _missing() -> tuple[parts.Plain, ...]:
    words = {name: tokenizer for name, tokenizer in TOKENIZERS.items() if name not in MODEL_FILES}
    lacking = [f"{name} needs {' and '.join(t.missing)}" for name, t in words.items() if not t.available]
    return (parts.Plain(f"Not installed here, so left out: {'; '.join(lacking)}."),) if lacking else ()


def ask(values: parts.Values) -> parts.Question:
    first, chinese = named_pairs(values)
    counts = cut(first.output)
    signs = [token for token in first.cut(USUAL) if not any(map(str.isalnum, token))]
    one_token, characters = (two_decimals(chinese.score(name)) for name in (USUAL, CHINESE))
    return parts.Question(
        "BLEU counts tokens: pieces of a text that a program, the tokenizer, cuts. The usual one,"
        f" {USUAL}, cuts off signs and punctuation, but no hyphens between letters and no points within numbers. Which"
        " words of the output does it cut? Click them.",
        Markup("{} are cut off: {} words become <b>{}</b> tokens. Switch “Cut by”, and watch the pieces.").format(
            listed_names([f"“{sign}”" for sign in signs]), len(first.output.split()), len(first.cut(USUAL))
        ),
        clicked=parts.ClickAnswer("output", tuple(first.output.split()), counts, "are cut"),
        why=f"{USUAL}, named after a script of NIST, is sacreBLEU's usual tokenizer. It cuts at spaces and Western"
        f" punctuation; Chinese has neither. So “{chinese.output}” is one token. Against “{chinese.reference}” it has"
        f" {one_token}; under the tokenizer {CHINESE}, for which each character is a token, it has {characters}.",
    )


LESSON = parts.Lesson(
    title="Tokenization and case",
    claim="What counts as a word is the tokenizer's choice, so scores may be compared only where texts were cut alike.",
    fields=(
        parts.WordsField(
            "output",
            "Output",
            "The State-of-the-Art system cost $3.5 million (3.2 million euros).",
            "click",
        ),
        parts.WordsField(
            "reference",
            "Reference",
            "The state-of-the-art system cost $3.5 million, 3.2 million euros.",
            is_small=True,
        ),
        parts.ChoiceField("cut", "Cut by", tuple(SWITCH), USUAL, is_view=True),
    ),
    tile_views=tile_views,
    compute=compute,
    ask=ask,
    practice="Report the signature with every score: the line of settings, tokenizer and case among them, that stands"
    " beneath each lesson's numbers. Compare only scores with the same one. Let the tool tokenize: give it plain text,"
    " never text that you have tokenized yourself. Take the tokenizer that is meant for the language: zh for Chinese,"
    " ja-mecab and ko-mecab for Japanese and Korean.",
    pages=(("overview", "BLEU of the systems under every tokenizer"),),
    sources=(
        "Post (2018): A Call for Clarity in Reporting BLEU Scores, section 2: what parameters and tokenization do to"
        " the score; section 3: the signature.",
        Markup(
            "sacreBLEU, <code>tokenizers/</code>: the rules of each; 13a is that of NIST's <code>mteval-v13a.pl</code>."
        ),
    ),
    notes=parts.Notes(
        say="Ask where they would cut the price. Then have them name the tokenizer of the last BLEU that they read:"
        " few can.",
        think="How a text is cut is a detail.",
        correction="It can move a score by many points.",
        minutes=6,
        following="The words of the reference were given so far. Now: what if the translation takes others?",
    ),
)
