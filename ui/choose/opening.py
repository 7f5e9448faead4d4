"""The sentence at the top of the page Choose: which choice to take, what it gains and what it loses."""

from markupsafe import Markup

from scoring.output.markup import html
from scoring.studies import choice
from ui.choose import jobs
from ui.choose.candidates import AskedChoice
from ui.kit import budget
from ui.session import send
from ui.store import waiting

PLACE = "choices"
DOING = "Choosing among {:,} candidates. The other pages are ready."
PAIRS = (
    " MBR compares every candidate with all others of its list: {:,} pairs per metric, about {}, or more for long"
    " sentences. It is faster with shorter lists, or without MBR under Criteria and judges."
)
LONG_SECONDS = 10.0
"""From here on it is said why choosing takes long."""
PAIR_SECONDS = {"bleu": 0.25e-6, "chrf": 0.33e-6}
"""What a pair takes by a metric, measured with n-best lists of news."""
SLOW_SECONDS = 1.2e-6
"""By any other metric."""
NO_OTHER = "Nothing to compare: only one choice is shown. Add another criterion under Criteria and judges."


def draw_choice_opening(asked: AskedChoice) -> choice.Gains | None:
    """None until all choices are made and judged."""
    found = waiting.result_of(PLACE, jobs.gains_task(asked), doing(asked))
    if found is not None:
        candidates = asked.candidates
        beside = (candidates.numbers if candidates.of_systems else candidates.said, choice.own_judges(found))
        said = Markup('<p class="statement">{}</p>').format(choice.choice_opening(found) or NO_OTHER)
        send.html(html.page(said + Markup("<small>{}</small>").format(" ".join(filter(None, beside)))))
    return found


def doing(asked: AskedChoice) -> str:
    """What takes so long, and why."""
    lists = asked.candidates.lists
    n_pairs = int((lists.sizes**2).sum())
    by = [criterion.of for criterion in asked.request.criteria if criterion.kind == choice.MBR]
    seconds = n_pairs * sum(PAIR_SECONDS.get(name, SLOW_SECONDS) for name in by)
    return DOING.format(len(lists)) + (
        PAIRS.format(n_pairs, budget.duration_words(seconds)) if seconds >= LONG_SECONDS else ""
    )
