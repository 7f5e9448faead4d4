"""Every page, one record each: the menu, the sidebar, links and tests read it from here."""

from dataclasses import dataclass

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
    in_menu: bool = True
    for_administrators: bool = False
    """Whether there is no such page for anybody else."""
    is_alone: bool = False
    """Whether nothing is around it: no menu, no sidebar, no title of the frame's, and no test set in use."""
    needs_set: bool = True
    """Whether there is nothing to see where the test set in use is gone."""
    shows_set: bool = True
    """Whether systems and references of the test set in use are looked at."""
    filters: bool = False
    """Whether it has on it what says which segments are looked at."""
    lists: tuple[str, ...] = ()
    """What it has a row for each of, by its name in the address: of this it shows all, so that filters by it wait."""
    settings: tuple[str, ...] = ()
    """The headings of the settings that change what it shows."""
    chosen_by: str = ""
    """The key of the widget on it that chooses a metric or a view, whose settings count as well."""
    idle: tuple[str, ...] = ()
    """The keys of settings under these headings that change nothing on it."""
    unfolds: str = ""
    """The heading whose settings are in sight on it, without a click."""


PAGES = {
    page.name: page
    for page in (
        Page(
            "start",
            "Start",
            "Which machine translation is better, where, why, and can you trust the number?",
            needs_set=False,
            shows_set=False,
        ),
        Page(
            "overview",
            "Overview",
            "Which system is better, and how sure is that?",
            "Decide",
            settings=EVERY,
        ),
        Page(
            "significance",
            "Significance",
            "Is a difference real, or could it be chance?",
            "Decide",
            settings=EVERY,
        ),
        Page(
            "compare",
            "Compare",
            "What makes the difference between two systems?",
            "Decide",
            settings=EVERY,
        ),
        Page(
            "segments",
            "Segments",
            "Where do systems differ, and why? Choose a segment, then point at its words.",
            "Inspect",
            filters=True,
            settings=(BLEU.settings,),
            chosen_by="segment_view",
        ),
        Page(
            "documents",
            "Documents",
            "In which documents does a system win or lose?",
            "Inspect",
            lists=(DOCUMENT, DOMAIN),
            settings=EVERY,
        ),
        Page(
            "smoothing",
            "Smoothing",
            "What does each smoothing make of an order without a match?",
            "Inspect",
            settings=(BLEU.settings,),
            idle=("smoothing", "effective_order"),
        ),
        Page(
            "ter",
            "TER",
            "Translation edit rate: how much must be edited, and what moves?",
            "Inspect",
            settings=(BLEU.settings, TER.settings),
        ),
        Page(
            "tbleu",
            "tBLEU",
            "Tolerant BLEU: how much of a low BLEU is only inflection?",
            "Inspect",
            settings=(BLEU.settings, TBLEU.settings),
            unfolds=TBLEU.settings,
        ),
        Page(
            "errors",
            "Errors",
            "What goes wrong, and in which system?",
            "Judges",
            settings=(BLEU.settings,),
            idle=("max_order", "weights", "smoothing", "effective_order", "auto_reweigh"),
        ),
        Page(
            "agreement",
            "Agreement",
            "Does the number say what people say?",
            "Judges",
            settings=EVERY,
        ),
        Page(
            "choose",
            "Choose",
            "Which candidate should be taken, and whom does the choice flatter?",
            "Judges",
            settings=EVERY,
        ),
        Page(
            "rate",
            "Rate",
            "What do people say? Have them rate, without knowing whose output they read.",
            "Judges",
            settings=QUICK,
        ),
        Page(
            LEARN,
            "Lessons",
            "What does BLEU count, and what does it not see?",
            "Learn",
            needs_set=False,
            shows_set=False,
        ),
        Page(
            "playground",
            "Playground",
            "What does a change do to every number, and why?",
            "Learn",
            needs_set=False,
            shows_set=False,
            settings=EVERY,
            unfolds=TBLEU.settings,
        ),
        Page("glossary", "Glossary", "What does each term mean?", "Learn", needs_set=False, shows_set=False),
        Page(
            "errata",
            "Errata",
            "What is misprinted in the literature, and which computation shows it?",
            "Learn",
            in_menu=False,
            needs_set=False,
            shows_set=False,
        ),
        Page(
            "data",
            "Test sets",
            "What is compared? Choose a sample set, or upload your own.",
            "Data",
            needs_set=False,
        ),
        Page(
            "projects",
            "Projects",
            "What is kept here, and what has changed?",
            "Data",
            needs_set=False,
            shows_set=False,
        ),
        Page(
            "open",
            "Shared project",
            "What does this link open?",
            in_menu=False,
            needs_set=False,
            shows_set=False,
        ),
        Page(
            DESK,
            "Rate translations",
            "How good are these translations?",
            in_menu=False,
            is_alone=True,
            needs_set=False,
            shows_set=False,
        ),
        Page(
            "administration",
            "Administration",
            "Who uses this server, what does it compute, and is there room?",
            "Data",
            for_administrators=True,
            needs_set=False,
            shows_set=False,
        ),
    )
}
"""By name, in the order of the menu; the first is the start page."""
START = next(iter(PAGES))


def path(name: str) -> str:
    """A page's file as Streamlit wants it: seen from ui/shell.py. ``KeyError`` for a page that there is not."""
    return f"../pages/{PAGES[name].name}.py"
