"""What the page Documents says: Markup, into which names are escaped. Pure."""

from markupsafe import Markup

from scoring.analysis.turns import FEWEST
from scoring.formats.columns import counted
from scoring.judgments.external import ExternalScore
from scoring.markup import html
from scoring.significance import words
from ui.documents.scored import Scored

NO_DOCUMENTS = (
    "This test set does not say which segments are of one document. Drop a file that does, together with the texts or"
    " added to the set: `*.docs` as in mt-metrics-eval, with domain, tab and document in the line of each segment."
    " Texts in NIST SGML, WMT XML and WMT's JSON Lines have their documents in them."
)


def who_is_ahead(scored: Scored, colors: tuple[str, str]) -> Markup:
    """In how many documents each of the two is better; empty where only one is shown."""
    pair = scored.pair
    if pair is None:
        return Markup("")
    wins = pair.wins
    first, second = (
        Markup("{}{}").format(html.dot(color), html.bold(name)) for name, color in zip(pair.names, colors, strict=True)
    )
    said = Markup("{} is ahead in {} of {}, {} in {}").format(
        first, html.bold(f"{wins.a:,}"), counted(len(scored), scored.origin), second, html.bold(f"{wins.b:,}")
    )
    said += f"; {wins.ties:,} {'is' if wins.ties == 1 else 'are'} level" if wins.ties else ""
    said += f"; {wins.undefined:,} without a score" if wins.undefined else ""
    direction = words.direction(scored.metric)
    return Markup('<p class="statement">{}.{}</p>').format(said, f" {direction}" if direction else "")


def how_sure(scored: Scored) -> str:
    """That a few sentences say little."""
    if not scored.small:
        return ""
    few = f"{scored.small:,} of {counted(len(scored), scored.origin)}"
    have = "has" if scored.small == 1 else "have"
    return f"{few} {have} fewer than {FEWEST} segments: what differs there is often chance."


def what_it_is(scored: Scored) -> str:
    """What the score of a document is."""
    if isinstance(scored.metric, ExternalScore):
        return f"The {scored.metric.label} of a {scored.origin} is the mean of its segments' scores."
    return (
        f"The {scored.metric.label} of a {scored.origin} is that of all its segments together, not the mean of theirs."
    )
