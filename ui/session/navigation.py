"""Every page, one record each: the menu, the sidebar, links and tests read it from here."""

from dataclasses import dataclass
from functools import partial

from scoring import BLEU, METRICS, TBLEU, TER
from scoring.origins import DOCUMENT, DOMAIN

EVERY = tuple(dict.fromkeys(metric.settings for metric in METRICS.values()))
"""The headings of all settings."""
QUICK = tuple(dict.fromkeys(metric.settings for metric in METRICS.values() if not metric.is_slow))
"""Those of metrics that are there in seconds."""
DESK = "desk"
"""The page on which raters rate."""
LEARN = "learn"
"""That of the lessons."""
DATA = "data"
"""That of test sets: it shows the one in use, and is there where that is gone."""
REFERENCE, SCORES = "one", "a reference, human ratings or metric scores"
"""What a page may need besides source and outputs, after the words that a test set has no reference."""


@dataclass(frozen=True)
class Page:
    """A page and what the frame around it needs to know."""

    name: str
    """Its file in pages/, and its address."""
    title: str
    question: str
    """Which question it answers, in one line beneath its title."""
    group: str = ""
    """The heading under which the menu has it."""
    question_of_one: str = ""
    """The question where a single system is shown, if that is another one."""
    in_menu: bool = True
    for_administrators: bool = False
    """Whether there is no such page for anybody else."""
    is_alone: bool = False
    """Whether nothing is around it: no menu, no sidebar, no title of the frame's, and no test set in use."""
    needs_set: bool = True
    """Whether there is nothing to see where the test set in use is gone."""
    needs: str = ""
    """``REFERENCE`` or ``SCORES``; empty where source and outputs are enough."""
    filters: bool = False
    """Whether it has on it what says which segments are looked at."""
    lists: tuple[str, ...] = ()
    """What it has a row for each of, by its name in the address: of this it shows all, so that filters by it wait."""
    settings: tuple[str, ...] = ()
    """The headings of the settings that change what it shows."""
    settings_without_references: tuple[str, ...] = ()
    """Those of them that do so without any reference, too."""
    chosen_by: str = ""
    """The key of the widget on it that chooses a metric or a view, whose settings count as well."""
    idle: tuple[str, ...] = ()
    """The keys of settings under these headings that change nothing on it."""
    opens_first: tuple[str, ...] = ()
    """The keys of widgets on it that a link leads to the first choice of, unless it names another one."""
    unfolds: str = ""
    """The heading whose settings are in sight on it, without a click."""

    @property
    def shows_set(self) -> bool:
        """Whether systems and references of the test set in use are looked at."""
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
"""By name, in the order of the menu; the first is the start page."""
START = next(iter(PAGES))


def path(name: str) -> str:
    """Return a page's file as Streamlit wants it: seen from ui/shell.py. ``KeyError`` for a page that there is not."""
    return f"../pages/{PAGES[name].name}.py"
