"""What the page Documents says: Markup, into which names are escaped. Pure."""

from markupsafe import Markup

from scoring.analysis.turns import FEWEST
from scoring.judgments.external import ExternalScore
from scoring.output.markup import html
from scoring.output.numbers import counted
from scoring.studies.wording import method_words as words
from ui.documents.document_scores import DocumentScores

NO_DOCUMENTS = (
    "This test set does not say which segments are of one document. Drop a file that does, together with the texts or"
    " added to the set: `*.docs` as in mt-metrics-eval, with domain, tab and document in the line of each segment."
    " Texts in NIST SGML, WMT XML and WMT's JSON Lines have their documents in them."
)

WORDS = (
    "Of the references, in the sidebar's tokens. Of several references each segment counts the one whose length is"
    " closest to the output of the test set's first system."
)
"""Help of a column, which is Markdown: it says so without any name."""
LEADS = "A row or a bar leads to its segments."


def who_is_ahead(scored: DocumentScores, colors: tuple[str, str]) -> Markup:
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


def how_sure(scored: DocumentScores) -> str:
    """That a few sentences say little."""
    if not scored.small:
        return ""
    few = f"{scored.small:,} of {counted(len(scored), scored.origin)}"
    have = "has" if scored.small == 1 else "have"
    return f"{few} {have} fewer than {FEWEST} segments: what differs there is often chance."


def long_name_notice(scored: DocumentScores, longest: int) -> str:
    """That the segments of some cannot be listed alone: of those whose names have more than ``longest`` characters."""
    n_long = sum(len(name) > longest for name in scored.documents.names)
    if not n_long:
        return ""
    rows = "its row leads to its first segment" if n_long == 1 else "their rows lead to their first segments"
    name = f"The name of {counted(n_long, scored.origin)} is longer than {longest:,} characters"
    return f"{name}: {rows}, and all segments stay listed."


def what_it_is(scored: DocumentScores) -> str:
    """What the score of a document is."""
    if isinstance(scored.metric, ExternalScore):
        return f"The {scored.metric.label} of a {scored.origin} is the mean of its segments' scores."
    return (
        f"The {scored.metric.label} of a {scored.origin} is that of all its segments together, not the mean of theirs."
    )
