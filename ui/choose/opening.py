"""The sentence at the top of the page Choose: who profits from a choice, and who pays."""

from markupsafe import Markup

from scoring.choosing import Gains, words
from scoring.markup import html
from ui.choose import jobs
from ui.choose.asked import Asked
from ui.kit import send
from ui.store import waiting

PLACE = "choices"
DOING = "Choosing among {:,} candidates. The other pages are ready."
NO_OTHER = "Nothing to compare: only one choice is shown. Take another criterion under Criteria and judges."


def draw(asked: Asked) -> Gains | None:
    """None until all choices are made and judged."""
    doing = DOING.format(len(asked.candidates.lists))
    found = waiting.result_of(PLACE, jobs.matrix(asked), doing)
    if found is not None:
        send.html(html.page(statement(asked, found)))
    return found


def statement(asked: Asked, found: Gains) -> Markup:
    """Names of systems and files are in it."""
    beside = (asked.candidates.said, words.own_judges(found))
    said = Markup('<p class="statement">{}</p>').format(words.opening(found) or NO_OTHER)
    return said + Markup("<small>{}</small>").format(" ".join(filter(None, beside)))
