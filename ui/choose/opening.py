"""The sentence at the top of the page Choose: who profits from a choice, and who pays."""

from markupsafe import Markup

from scoring.choosing import Gains, words
from scoring.choosing.criteria import MBR
from scoring.markup import html
from ui.choose import jobs
from ui.choose.asked import Asked
from ui.kit import send
from ui.store import waiting

PLACE = "choices"
DOING = "Choosing among {:,} candidates. The other pages are ready."
MANY_PAIRS = 5_000_000
"""Beyond so many of them it is said why choosing takes long."""
PAIRS = (
    " MBR holds every candidate against all of its list, here {:,} pairs by each metric: that takes minutes. Shorter"
    " lists, or no MBR under Criteria and judges, take less."
)
NO_OTHER = "Nothing to compare: only one choice is shown. Take another criterion under Criteria and judges."


def draw(asked: Asked) -> Gains | None:
    """None until all choices are made and judged."""
    found = waiting.result_of(PLACE, jobs.matrix(asked), doing(asked))
    if found is not None:
        send.html(html.page(statement(asked, found)))
    return found


def doing(asked: Asked) -> str:
    """What takes so long, and why."""
    lists = asked.candidates.lists
    by_pairs = any(criterion.kind == MBR for criterion in asked.criteria)
    n_pairs = int((lists.sizes**2).sum()) if by_pairs else 0
    return DOING.format(len(lists)) + (PAIRS.format(n_pairs) if n_pairs > MANY_PAIRS else "")


def statement(asked: Asked, found: Gains) -> Markup:
    """Names of systems and files are in it."""
    beside = (asked.candidates.said, words.own_judges(found.matrix))
    said = Markup('<p class="statement">{}</p>').format(words.opening(found) or NO_OTHER)
    return said + Markup("<small>{}</small>").format(" ".join(filter(None, beside)))
