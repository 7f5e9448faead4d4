"""The card of a verdict in HTML, in which names are escaped."""

from collections.abc import Sequence

from markupsafe import Markup

from ..analysis.oddities import Oddity
from ..output.markup.html import page, sentence_html
from ..output.sentence import SentenceText
from ..studies.comparison import CLEAR, CLOSE, LIKELY, MORE_TRIALS, TOO_LITTLE_DATA
from ..studies.verdict import Decision, Votes
from ..studies.wording.verdict_words import NOT_RELIABLE, VerdictText, doubts_opening, oddity_sentence, verdict_text

SIGNS = {CLEAR: "✓", LIKELY: "◐", CLOSE: "≈", MORE_TRIALS: "…", TOO_LITTLE_DATA: "?"}
"""State of a verdict -> sign, for people who cannot see the colours."""
DOUBTFUL, CONTRADICTED = "⚠", "≠"
"""Signs of a doubtful comparison, and of metrics that disagree."""


HOW_TESTED = "How this was tested"


def card(
    decision: Decision,
    votes: Votes | None = None,
    oddities: Sequence[Oddity] = (),
    votes_to_come: int = 0,
    left_out: str = "",
) -> Markup:
    """Return the verdict in words, as of ``verdict_text``, in a card of its state's colour, below the doubts about it.

    ``left_out`` says which segments are left out; it comes before the leader.
    """
    return card_in_words(verdict_text(decision, votes, oddities, votes_to_come), oddities, left_out)


def card_in_words(text: VerdictText, oddities: Sequence[Oddity] = (), left_out: str = "") -> Markup:
    """Return a verdict that is already in words as a card, as ``card`` does."""
    return page(_doubts(oddities) + _result(text, left_out))


def doubts_card(oddities: Sequence[Oddity]) -> Markup:
    """Return a card of what makes a comparison doubtful; empty without doubts."""
    return page(_doubts(oddities))


def _doubts(oddities: Sequence[Oddity]) -> Markup:
    if not oddities:
        return Markup("")
    section = Markup('<section class="decision doubtful"><div class="state">{} {}</div>{}</section>')
    caveats = _sentence_list_html([*map(oddity_sentence, oddities)], "caveats")
    return section.format(DOUBTFUL, doubts_opening(oddities).removesuffix("."), caveats)


def _result(text: VerdictText, left_out: str) -> Markup:
    """Return the verdict's part of the card, in small type where the verdict is doubtful.

    The caveat on the judge comes before the leader.
    """
    sign = CONTRADICTED if text.is_contradicted else SIGNS[text.state]
    state = Markup('<div class="state"><span>{}</span> {}</div>').format(sign, text.heading)
    if text.is_doubtful:
        state = Markup('<div class="state">{} {}</div>').format(NOT_RELIABLE, text.heading)
    for before in filter(None, (text.of_judge, left_out)):
        state += Markup('<p class="decided">{}</p>').format(before)
    verdict = Markup('<p class="verdict">{}</p>').format(sentence_html(text.main_sentence))
    statistics = Markup('<details class="how"><summary>{}</summary><small>{}</small></details>').format(
        HOW_TESTED, sentence_html(text.statistics)
    )
    kinds = [text.state.replace(" ", "-"), *(["contradicted"] if text.is_contradicted else [])]
    kinds += ["despite"] if text.is_doubtful else []
    return Markup('<section class="decision {}" aria-label="The verdict">{}{}{}{}</section>').format(
        " ".join(kinds), state, verdict, _sentence_list_html(text.notes, "notes"), statistics
    )


def _sentence_list_html(sentences: Sequence[SentenceText], name: str) -> Markup:
    items = Markup("").join(Markup("<li>{}</li>").format(sentence_html(sentence)) for sentence in sentences)
    return Markup('<ul class="{}">{}</ul>').format(name, items) if items else Markup("")


def no_verdict_card(sentence: SentenceText) -> Markup:
    """Return a card with a sentence in place of a verdict."""
    return page(Markup('<section class="decision"><p class="verdict">{}</p></section>').format(sentence_html(sentence)))
