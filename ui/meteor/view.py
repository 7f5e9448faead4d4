"""METEOR of one segment: its matched words and chunks as a drawing, and its score as arithmetic. Pure."""

from markupsafe import Markup

from scoring.meteor import Chunk, MeteorArithmetic, SegmentMatching, WordMatch
from scoring.output.markup import html
from scoring.output.numbers import significant, two_decimals
from ui.drawing.component import ELSEWHERE, Drawing, Key, Sign, Token, TokenLink, TokenRow

SIGNS: dict[str, Sign] = {"exact": "=", "stem": "~", "synonym": "~"}
"""Sign of a matched word, by the stage of the match."""
MATCH_DESCRIPTIONS = {"exact": "the same word", "stem": "the same stem", "synonym": "a synonym by WordNet"}


def meteor_drawing(
    matching: SegmentMatching, number: int, system: str, reference: str, case_sensitive: bool = False
) -> Drawing:
    """Return the hypothesis above reference ``number``, with the number of its chunk below each matched word.

    Raise ``ValueError`` if the reference is missing in this segment.
    """
    reference_matching = matching.references[number]
    if reference_matching is None:
        raise ValueError(f"Reference {number + 1} is missing in this segment.")
    stages = {match.hypothesis: match.stage for match in reference_matching.matches}
    reference_stages = {match.reference: match.stage for match in reference_matching.matches}
    above, below = _chunk_numbers(reference_matching.chunks, 0), _chunk_numbers(reference_matching.chunks, 1)
    output_tokens = tuple(_token(word, stages.get(at), above.get(at)) for at, word in enumerate(matching.hypothesis))
    reference_tokens = tuple(
        _token(word, reference_stages.get(at), below.get(at)) for at, word in enumerate(reference_matching.tokens)
    )
    rows = TokenRow(system, output_tokens), TokenRow(reference, reference_tokens)
    links = tuple(map(_link, reference_matching.matches))
    stages_there = dict.fromkeys(match.stage for match in reference_matching.matches)
    legend = [Key(f"{stage}: {MATCH_DESCRIPTIONS[stage]}", Token("word", sign=SIGNS[stage])) for stage in stages_there]
    legend += [Key("no partner", Token("word", "lone")), ELSEWHERE]
    if reference_matching.chunks:
        legend.append(Key("the number of its chunk", Token("word", note="1")))
    if not case_sensitive:
        legend.append(Key("case is ignored: all words in small letters", Token("word")))
    return Drawing(f"Words of {system} that METEOR matches", rows, links, legend=tuple(legend))


def _link(match: WordMatch) -> TokenLink:
    if match.stage == "exact":
        return TokenLink(0, match.hypothesis, match.reference, style="quiet", meaning="match")
    return TokenLink(0, match.hypothesis, match.reference, match.stage, meaning="substitution")


def _chunk_numbers(chunks: tuple[Chunk, ...], side: int) -> dict[int, int]:
    """Return the number of the chunk, from 1, by the position of a word."""
    spans = [(chunk.hypothesis, chunk.reference)[side] for chunk in chunks]
    return {at: number for number, span in enumerate(spans, 1) for at in range(*span)}


def _token(word: str, stage: str | None, chunk: int | None) -> Token:
    if stage is None:
        return Token(word, "lone", tip=("No partner.",))
    return Token(
        word, sign=SIGNS[stage], note=f"{chunk}", tip=(f"Matched as {MATCH_DESCRIPTIONS[stage]}, in chunk {chunk}.",)
    )


def meteor_verdict(terms: MeteorArithmetic, reference: str | None = None) -> Markup:
    """Return the segment's METEOR in one sentence; ``reference`` is the one shown, if there are several."""
    sentence = Markup(
        '<p class="verdict">METEOR <b>{}</b>: <b>{:.0f}</b> of {:.0f} words match{} in <b>{:.0f}</b> {}.</p>'
    )
    matched = two_decimals(terms.score), terms.matches, terms.hypothesis_length
    reference_label = Markup("") if reference is None else Markup(" {}").format(html.reference(reference))
    return html.page(
        sentence.format(*matched, reference_label, terms.chunks, "chunk" if terms.chunks == 1 else "chunks")
    )


def meteor_arithmetic(terms: MeteorArithmetic, alpha: float, beta: float, gamma: float) -> Markup:
    """Return the HTML of every number on the way to the score."""
    line = Markup("{} = {} = {}<br>").format
    m, c, r = (f"{value:.0f}" for value in (terms.matches, terms.hypothesis_length, terms.reference_length))
    mean = f"P R / ({alpha:g} P + {1 - alpha:.4g} R)"
    penalty = f"{gamma:g} × ({terms.chunks:.0f} / {m})"
    power = Markup("{}<sup>{}</sup>").format(penalty, f"{beta:g}")
    lines = [
        line("precision P", f"{m} / {c}", significant(terms.precision)),
        line("recall R", f"{m} / {r}", significant(terms.recall)),
        line("F", mean, significant(terms.f_mean)),
        line("penalty", power, significant(terms.penalty)),
    ]
    template = Markup('<div class="sum"><div class="how">{}METEOR = 100 × F × (1 − penalty) = <b>{}</b></div></div>')
    return html.page(template.format(Markup("").join(lines), two_decimals(terms.score)))
