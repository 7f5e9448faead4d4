"""The card of a verdict as HTML, into which names are escaped."""

from collections.abc import Sequence

from markupsafe import Markup

from ..analysis.oddities import Oddity
from ..output.markup.html import page, sentence_html
from ..output.sentence import Said
from ..studies.comparison import CLEAR, CLOSE, LIKELY, LITTLE, MORE
from ..studies.verdict import Decision, Votes
from ..studies.wording.verdict_words import in_words

SIGNS = {CLEAR: "✓", LIKELY: "◐", CLOSE: "≈", MORE: "…", LITTLE: "?"}
"""One state, one sign, for those who see no colours."""


def card(
    decision: Decision, votes: Votes | None = None, oddities: Sequence[Oddity] = (), votes_to_come: bool = False
) -> Markup:
    """The verdict in words, as of ``in_words``, in a card of its state's colour."""
    text = in_words(decision, votes, oddities, votes_to_come)
    state = Markup('<div class="state"><span>{}</span> {}</div>').format(SIGNS[text.state], text.heading)
    said = Markup('<p class="verdict">{}</p>').format(sentence_html(text.said))
    about = Markup("").join(Markup("<li>{}</li>").format(sentence_html(note)) for note in text.notes)
    notes = Markup("<ul>{}</ul>").format(about) if about else Markup("")
    statistics = Markup('<p class="how"><small>{}</small></p>').format(sentence_html(text.statistics))
    return page(
        Markup('<section class="decision {}" aria-label="The verdict">{}{}{}{}</section>').format(
            text.state.replace(" ", "-"), state, said, notes, statistics
        )
    )


def nothing(said: Said) -> Markup:
    """What is in place of a verdict."""
    return page(Markup('<section class="decision"><p class="verdict">{}</p></section>').format(sentence_html(said)))
