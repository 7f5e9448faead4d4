"""The record of each page: the menu, the sidebar, links and tests read it from here."""

from dataclasses import dataclass
from functools import partial

from scoring import BLEU, METRICS, TBLEU, TER
from scoring.origins import DOCUMENT, DOMAIN

EVERY = tuple(dict.fromkeys(metric.settings for metric in METRICS.values()))
"""Headings of all settings."""
QUICK = tuple(dict.fromkeys(metric.settings for metric in METRICS.values() if not metric.is_slow))
"""Headings of the settings of metrics that are computed within seconds."""
DESK = "desk"
"""Name of the page on which raters rate."""
LEARN = "learn"
"""Name of the page of the lessons."""
DATA = "data"
"""Name of the page of test sets: it shows the set in use, and also opens when that set is no longer kept."""
REFERENCE, SCORES = "one", "a reference, human ratings or metric scores"
"""Values of ``Page.needs``, as the sentence "This set has no reference. The page ... needs ..." words them."""


@dataclass(frozen=True)
class Page:
    """The record of a page, with what the frame around the page needs."""

    name: str
    """Name of the page's file in pages/, and its address."""
    title: str
    question: str
    """Question that the page answers, in one line below its title."""
    group: str = ""
    """Heading under which the menu lists the page."""
    question_of_one: str = ""
    """Question of the page when only one system is shown; empty where it is the same question."""
    in_menu: bool = True
    for_administrators: bool = False
    """Whether the page exists for administrators only."""
    is_alone: bool = False
    """Whether the page is shown without a menu, a sidebar, a title and a test set in use."""
    needs_set: bool = True
    """Whether the page has nothing to show when the test set in use is no longer kept."""
    needs: str = ""
    """``REFERENCE`` or ``SCORES``; empty where source and outputs are enough."""
    filters: bool = False
    """Whether the page itself says which segments pass the filters."""
    lists: tuple[str, ...] = ()
    """Filters, by their names in the address, that do not count on the page: it lists all documents or all domains."""
    settings: tuple[str, ...] = ()
    """Headings of the settings that change what the page shows."""
    settings_without_references: tuple[str, ...] = ()
    """Headings of the settings that change what the page shows when the test set has no reference."""
    chosen_by: str = ""
    """Key of the page's widget that chooses a metric or a view, whose settings count too."""
    idle: tuple[str, ...] = ()
    """Keys of settings under the page's headings that change nothing on the page."""
    opens_first: tuple[str, ...] = ()
    """Keys of the page's widgets that a link resets to their first choice, unless the link names another choice."""
    unfolds: str = ""
    """Heading whose settings are unfolded in the sidebar of the page."""

    @property
    def shows_set(self) -> bool:
        """Whether the page shows systems and references of the test set in use."""
        return self.needs_set or self.name == DATA


OF_BLEU = (BLEU.settings,)
_by_metrics = partial(Page, settings=EVERY)
_without_set = partial(Page, needs_set=False)
_RECORDS = (
    _without_set("start", "Start", "Which machine translation is better, where, why, and can you trust the number?"),
    _by_metrics(
        "overview",
        "Overview",
        "Which system is better, and how sure is that?",
        "Decide",
        "Why is this score what it is?",
        needs=SCORES,
    ),
    _by_metrics("significance", "Significance", "Is a difference real, or could it be chance?", "Decide", needs=SCORES),
    _by_metrics("matrix", "Matrix", "Which system is best over all test sets?", "Decide", needs_set=False),
    Page(
        "effort",
        "Effort",
        "What would post-editing cost?",
        "Decide",
        settings=(TER.settings,),
        settings_without_references=(TER.settings,),
    ),
    _by_metrics("compare", "Compare", "What makes the difference between two systems?", "Decide", needs=REFERENCE),
    Page(
        "segments",
        "Segments",
        "Where do systems differ, and why?",
        "Inspect",
        "Where is this output weak, and why?",
        filters=True,
        settings=OF_BLEU,
        chosen_by="segment_view",
    ),
    Page("checks", "Checks", "Which sentences are dangerous?", "Inspect"),
    _by_metrics(
        "documents",
        "Documents",
        "In which documents does a system win or lose?",
        "Inspect",
        lists=(DOCUMENT, DOMAIN),
        needs=REFERENCE,
    ),
    Page(
        "smoothing",
        "Smoothing",
        "What does each smoothing do, and does it change who wins?",
        "Inspect",
        settings=OF_BLEU,
        idle=("smoothing", "effective_order"),
        needs=REFERENCE,
    ),
    Page(
        "ter",
        "TER",
        "Translation edit rate: how much must be edited, and which phrases move?",
        "Inspect",
        settings=(*OF_BLEU, TER.settings),
        needs=REFERENCE,
    ),
    Page(
        "tbleu",
        "tBLEU",
        "Tolerant BLEU: how much of a low BLEU is only inflection?",
        "Inspect",
        settings=(*OF_BLEU, TBLEU.settings),
        unfolds=TBLEU.settings,
        needs=REFERENCE,
    ),
    Page(
        "errors",
        "Errors",
        "What goes wrong, and in which system?",
        "Judges",
        settings=OF_BLEU,
        settings_without_references=OF_BLEU,
        idle=("max_order", "weights", "smoothing", "effective_order", "auto_reweigh"),
    ),
    _by_metrics("agreement", "Agreement", "Which metrics agree with people?", "Judges"),
    _by_metrics(
        "choose",
        "Choose",
        "Is it better to mix systems, sentence by sentence?",
        "Judges",
        needs=REFERENCE,
    ),
    Page(
        "rate",
        "Rate",
        "What do people think? Let them rate outputs without knowing which system wrote them.",
        "Judges",
        settings=QUICK,
    ),
    Page("ask", "Ask a model", "What would a language model say? Ask it by file, and read its answers.", "Judges"),
    _without_set(LEARN, "Lessons", "What does BLEU count, and what does it not see?", "Learn"),
    _without_set(
        "playground",
        "Playground",
        "What does a change do to every number, and why?",
        "Learn",
        settings=EVERY,
        unfolds=TBLEU.settings,
    ),
    _without_set("glossary", "Glossary", "What does each term mean?", "Learn"),
    _without_set(
        "errata",
        "Errata",
        "What is misprinted in the literature, and which computation shows it?",
        "Learn",
        in_menu=False,
    ),
    _without_set(
        "data",
        "Test sets",
        "What is compared? Choose a sample set, or upload your own.",
        "Data",
        opens_first=("data_part",),
    ),
    _without_set("projects", "Projects", "Which test sets are saved, and what has changed?", "Data"),
    _without_set("open", "Shared project", "What does this link open?", in_menu=False),
    _without_set(DESK, "Rate translations", "How good are these translations?", in_menu=False, is_alone=True),
    _without_set(
        "administration",
        "Administration",
        "Who uses this server, what does it compute, and is there room?",
        "Data",
        for_administrators=True,
    ),
)
PAGES = {page.name: page for page in _RECORDS}
"""Name of each page -> its record, in the order of the menu; the first is the start page."""
START = next(iter(PAGES))


def path(name: str) -> str:
    """Return the path of a page's file, relative to ui/shell.py for Streamlit; ``KeyError`` for an unknown page."""
    return f"../pages/{PAGES[name].name}.py"
