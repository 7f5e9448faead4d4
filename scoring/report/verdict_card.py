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
DOUBTFUL = "⚠ This comparison is doubtful"
"""First line where something makes the comparison doubtful; the state follows below what that is."""


def card(
    decision: Decision,
    votes: Votes | None = None,
    oddities: Sequence[Oddity] = (),
    votes_to_come: bool = False,
    left_out: str = "",
) -> Markup:
    """The verdict in words, as of ``in_words``, in a card of its state's colour.

    ``left_out`` says which segments are left out; it is read before who leads.
    """
    text = in_words(decision, votes, oddities, votes_to_come)
    if text.caveats:
        state = Markup('<div class="state">{}</div>{}<p class="decided">{}:</p>').format(
            DOUBTFUL, _listed(text.caveats, "caveats"), text.heading
        )
    else:
        state = Markup('<div class="state"><span>{}</span> {}</div>').format(SIGNS[text.state], text.heading)
    if left_out:
        state += Markup('<p class="decided">{}</p>').format(left_out)
    said = Markup('<p class="verdict">{}</p>').format(sentence_html(text.said))
    statistics = Markup('<p class="how"><small>{}</small></p>').format(sentence_html(text.statistics))
    kinds = " ".join([text.state.replace(" ", "-"), *(["doubtful"] if text.caveats else [])])
    return page(
        Markup('<section class="decision {}" aria-label="The verdict">{}{}{}{}</section>').format(
            kinds, state, said, _listed(text.notes, "notes"), statistics
        )
    )


def _listed(sentences: Sequence[Said], name: str) -> Markup:
    items = Markup("").join(Markup("<li>{}</li>").format(sentence_html(said)) for said in sentences)
    return Markup('<ul class="{}">{}</ul>').format(name, items) if items else Markup("")


def nothing(said: Said) -> Markup:
    """What is in place of a verdict."""
    return page(Markup('<section class="decision"><p class="verdict">{}</p></section>').format(sentence_html(said)))
