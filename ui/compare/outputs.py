"""The outputs of two systems side by side, with differences marked, as Markup, into which text is escaped. Pure."""

from collections.abc import Iterable, Mapping, Sequence

import pyarrow as pa
from markupsafe import Markup

from scoring import Segment
from scoring.output.markup import html
from scoring.output.markup.html import html_line, page, sentence_html
from scoring.output.numbers import fixed, signed
from scoring.output.sentence import SystemName, difference_name, sentence
from scoring.studies.side_by_side import ScoredPair
from scoring.ter.edits import Edit, EditKind, EncodedText, segment_edits
from scoring.text.tokenizers import encode_columns
from ui.compare.charts import Colors

SIGNS = {EditKind.DELETION: ("del", "−"), EditKind.INSERTION: ("ins", "+"), EditKind.SUBSTITUTION: ("sub", "~")}
"""Class of a word that differs, and the sign before it."""
IN_BOTH = "moved", "⇄"
"""Class and sign of a word that both outputs have, but at another place or another number of times."""


def differences_legend(pair: ScoredPair) -> Markup:
    """Return the legend of the marks in two outputs."""
    first, second = pair.names
    meanings = {
        EditKind.DELETION: f"only {first} has it",
        EditKind.INSERTION: f"only {second} has it",
        EditKind.SUBSTITUTION: "another word in its place",
    }
    mark = Markup("<span>{} {}</span>")
    marks = [mark.format(_token("word", *SIGNS[kind]), meaning) for kind, meaning in meanings.items()]
    marks.append(mark.format(_token("word", *IN_BOTH), "both have it, elsewhere or more often"))
    marks.append(mark.format(_token("word", *SIGNS[EditKind.SUBSTITUTION], True), "a reference has the word"))
    return page(Markup('<div class="legend">{}</div>').format(Markup("").join(marks)))


def outputs_side_by_side(
    pair: ScoredPair, colors: Colors, segments: Mapping[int, Segment], tokenize: str, lowercase: bool
) -> Markup:
    """Return both outputs of each segment with differences marked, and below them the references."""
    both = Markup('<div class="both">{}</div>')
    pairs = (
        _segment_pair_html(pair, colors, index, segment, tokenize, lowercase) for index, segment in segments.items()
    )
    return page(Markup("").join(map(both.format, pairs)))


def _segment_pair_html(
    pair: ScoredPair, colors: Colors, index: int, segment: Segment, tokenize: str, lowercase: bool
) -> Markup:
    a, b = (segment.hypotheses[name] for name in pair.names)
    edits = word_differences(a, b, tokenize, lowercase)
    reference_words = _text_vocabulary(segment.references.values(), tokenize, lowercase)
    column = Markup('<div><div class="who">{}</div>{}</div>')
    columns = Markup("").join(
        column.format(_system_score_html(pair, colors, side, index), _output(edits, side, reference_words))
        for side in (0, 1)
    )
    references = [
        html_line(html.reference(name), html.html_words([words] if words else [], calm=True))
        for name, words in segment.references.items()
    ]
    head = Markup('<div class="who"><b>Segment {:,}</b>, {} {}: {}</div>').format(
        segment.number,
        pair.metric.full_name,
        sentence_html(difference_name(pair.names)),
        signed(float(pair.differences[index]), decimals=pair.metric.decimals),
    )
    beneath = html.source_rows(segment.source, None) + Markup("").join(references)
    return Markup('{}<div class="two">{}</div>{}').format(head, columns, beneath)


def _system_score_html(pair: ScoredPair, colors: Colors, side: int, index: int) -> Markup:
    score = fixed(float(pair.scores[side][index]), pair.metric.decimals)
    return Markup('{} <span class="score">{} {}</span>').format(
        sentence_html(sentence("{}", SystemName(pair.names[side])), colors), pair.metric.full_name, score
    )


def word_differences(a: str, b: str, tokenize: str, lowercase: bool) -> Sequence[Edit]:
    """Return the word edits that turn the first output into the second; words are normalized for comparison."""
    tokens = encode_columns([pa.array([a]), pa.array([b])], tokenize, lowercase)
    first, second = (EncodedText(tokens.required_ids(column), tokens.required_words(column)) for column in (0, 1))
    return segment_edits(first, [second], with_shifts=False).final.edits


def _text_vocabulary(texts: Iterable[str], tokenize: str, lowercase: bool) -> set[str]:
    tokens = encode_columns([pa.array([words]) for words in texts], tokenize, lowercase)
    return set(tokens.vocabulary.to_pylist())


def _output(edits: Sequence[Edit], side: int, reference_words: set[str]) -> Markup:
    """Return one of the two outputs, with every word."""
    others = {_word(edit, 1 - side) for edit in edits}
    words = [(_word(edit, side), edit.kind) for edit in edits]
    return html.html_words(
        [
            _marked_word_html(word, kind, word in others, word in reference_words)
            for word, kind in words
            if word is not None
        ]
    )


def _word(edit: Edit, side: int) -> str | None:
    return edit.reference_word if side else edit.word


def _marked_word_html(word: str, kind: EditKind, is_in_other: bool, is_known: bool) -> Markup:
    if kind is EditKind.MATCH:
        return Markup('<span class="r">{}</span>').format(word)
    is_alone = kind is EditKind.SUBSTITUTION or not is_in_other
    return _token(word, *(SIGNS[kind] if is_alone else IN_BOTH), is_known)


def _token(word: str, name: str, sign: str, is_known: bool = False) -> Markup:
    tick = Markup("<i>✓</i>") if is_known else ""
    name += " known" * is_known  # a word that a reference has is not drawn like an error
    return Markup('<span class="t {}"><i dir="ltr">{}</i>{}{}</span>').format(name, sign, word, tick)
