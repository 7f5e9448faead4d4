"""The tab Results: what every choice is worth to every metric; and a choice becomes a system."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import streamlit as st
from markupsafe import Markup

from scoring import System, TestSet
from scoring.judgments import Scores
from scoring.output.markup import html
from scoring.studies import choice
from scoring.studies.choice import MBR, SYSTEM, Choice, Criterion, Gains, Lists, of_choice, parse
from scoring.studies.comparison import ComparisonResult
from scoring.studies.translation_file import FillRequest, choice_filling
from scoring.text.naming import NAME_LENGTH
from server.engine.tasks import Task
from ui.choose import choice_tables, jobs
from ui.choose.candidates import AskedChoice, ChoiceInput
from ui.context import language
from ui.kit import address, changes, exports
from ui.report import translation_files
from ui.session import send, state
from ui.store import cache, kept, waiting

SINGLE_TESTS = "choose-single-systems"
"""The place where the tests of single systems are waited for."""
CHOICE = "choose_added"
"""The key of the widget that holds what is added."""
ADDED = "choose_added_to"
"""The session's key for what was added last."""
WITH_CHOICES = ", with choices"
"""The end of the name of a set that was made next to the one in use."""
FILTERED = "Remove the filter to add a choice as a system: a system needs an output for every segment."
SAID = Markup("<small>{} is now a system of {}:</small>")
NOBODY = "There are no human scores."
ADD_THEM = (
    "This test set has no human scores. Add them on the page Test sets, which also says which ones it excludes and why."
)


@dataclass(frozen=True)
class AddedChoice:
    """A choice that is now one of the systems."""

    set_key: str
    name: str
    other: str
    """the system to hold it against"""


@dataclass(frozen=True)
class Offer:
    """A choice that can become a system."""

    label: str
    """in the list of them"""
    name: str
    """the system's"""
    choice: Callable[[], Choice]
    """makes it when it is asked for"""


def draw_choice_adding(asked: AskedChoice, offers: Mapping[str, Offer], key: str = CHOICE) -> None:
    """A choice, and the button that adds it; then the ways to where it can be looked at."""
    if asked.candidates.test_set.part is not None:
        st.caption(FILTERED)
        return
    show_ways()
    if not offers:
        return
    with st.container(horizontal=True, vertical_alignment="bottom", key=f"adding-{key}"):
        labels = {name: offer.label for name, offer in offers.items()}
        address.choose_named("Add a choice as a system", labels, key, width=340)
        press = asked, offers, key
        about = describe_added_choice(asked.candidates)
        st.button("Add as a system", key="add-choice", on_click=add_choice, args=press, help=about)


def of_criteria(asked: AskedChoice, found: Gains) -> dict[str, Offer]:
    """Return the choices in the table, by name."""
    choices = dict(zip(found.matrix.names, found.matrix.choices, strict=True))
    offers = {}
    for by in addable(asked.request.criteria):
        make = partial(choices.__getitem__, by.name)
        offers[by.name] = Offer(choice_tables.criterion_row(by), choice_tables.as_system(by), make)
    return offers


def addable(criteria: Sequence[Criterion]) -> list[Criterion]:
    """Those whose choice is no system already, the most asked for first."""
    found = [criterion for criterion in criteria if criterion.kind != SYSTEM]
    return sorted(found, key=lambda criterion: (criterion.is_bound, criterion.kind != MBR))


def show_ways() -> None:
    """Where the choice that was added last can be looked at."""
    added: AddedChoice | None = state.widget_value(ADDED)
    if added is None or added.set_key != state.chosen_set():
        return
    said = SAID.format(added.name, cache.find_test_set_name(added.set_key))
    with st.container(horizontal=True, vertical_alignment="center", key="added-ways"):
        send.html(html.page(said), "content")
        address.page_link("compare", "Compare", first=added.name, second=added.other)
        address.page_link("significance", "Significance", pair_a=added.name, pair_b=added.other)
        address.page_link("segments", "Segments")


def describe_added_choice(candidates: ChoiceInput) -> str:
    """Return what the button makes."""
    found = kept.find_kept_version(state.chosen_set())
    if candidates.own:
        return "This makes a new test set: the first candidates and the choice, with these references."
    if found is not None and found.may_change:
        return "This makes a new version of this set; a system of the same name is replaced."
    return f"This makes a copy of this set with the choice added; its name ends in “{WITH_CHOICES}”."


def add_choice(asked: AskedChoice, offers: Mapping[str, Offer], key: str) -> None:
    """Put the set with the choice to use that the widget of this key names."""
    offer = offers[state.widget_value(key)]
    candidates, name = asked.candidates, offer.name

    def make() -> str:
        there = kept.find_kept_version(state.chosen_set())
        whole = candidates.test_set if candidates.own else cache.open_test_set(state.chosen_set(), state.visitor())
        assert whole is not None
        more = with_choice(whole, candidates.lists, offer.choice(), name)
        may_change = not candidates.own and there is not None and there.may_change
        if there is not None and may_change:
            key = kept.keep_as_version(there, whole, more)
        else:
            key = kept.keep_in_project(more if candidates.own else more.named(choice_set_name(more.name)), _project())
        language.use_set_with_settings(key)
        other = parse(asked.request.baseline).of or whole.system_names[0]
        state.set_widget_value(ADDED, AddedChoice(key, name, other))
        return ""  # it is said where the button stands, with the ways to look at it

    changes.change(make)


def _project() -> str | None:
    """Return the project that was changed last; None where there is none yet."""
    there = kept.projects()
    return there[0].id if there else None


# --- pure ---


def choice_set_name(name: str) -> str:
    """Return what a set is called that is made next to the one in use."""
    return name if name.endswith(WITH_CHOICES) else f"{name[: NAME_LENGTH - len(WITH_CHOICES)]}{WITH_CHOICES}"


def with_choice(test_set: TestSet, lists: Lists, choice: Choice, name: str) -> TestSet:
    """Return the choice as one more system; where candidates are systems, with the scores of the texts that it takes."""
    more = test_set.with_systems([System(name, choice.texts(lists))])
    return replace(more, scores=tuple(_with_scores(scores, lists, choice, name) for scores in more.scores))


def _with_scores(scores: Scores, lists: Lists, choice: Choice, name: str) -> Scores:
    """NaN where the output that is taken has none."""
    if not lists.names or not any(system in scores.values for system in lists.names):
        return scores
    return replace(scores, values={**scores.values, name: of_choice(scores, lists, choice)})


def draw_gain_matrix(asked: AskedChoice, found: Gains | None) -> None:
    """Nothing until all is judged: the page's head says how far that is."""
    if found is None:
        return
    nobody = nobody_judges(asked.candidates)
    gained = choice.choice_sentences(found)[1:]
    with_marks = st.toggle("Terms and marks", key="choose_marks", bind="query-params")
    legend = choice_tables.gain_legend(found, with_marks)
    beneath = *gained, legend, *choice.judged_on(found.matrix), NOBODY if nobody else ""

    def draw(there: Mapping[str, tuple[ComparisonResult, ...] | None]) -> None:
        tests = tests_by_judge(there.get(SINGLE_TESTS))
        table = choice_tables.gain_table(found, asked.request.judges, asked.candidates.of_systems, tests, with_marks)
        send.html(html.page(table + Markup("<small>{}</small>").format(" ".join(filter(None, beneath)))))

    are_systems = asked.candidates.of_systems and len(asked.candidates.test_set.systems) > 1
    tasks = {SINGLE_TESTS: jobs.single_system_tests_task(asked)} if are_systems else {}
    waiting.fill_in(SINGLE_TESTS, tasks, draw, what="")
    ties = map(choice.ties, found.matrix.choices)
    more = (
        choice.own_judges(found),
        choice.best_of(found),
        choice_tables.ABOUT,
        choice.directions(found.matrix),
        *ties,
        ADD_THEM if nobody else "",
    )
    with st.popover("About this table", type="tertiary", key="about-matrix", width="content"):
        st.text("\n\n".join(filter(None, more)))
    offer_gains(asked, found, tasks.get(SINGLE_TESTS))
    offers = of_criteria(asked, found)
    draw_choice_adding(asked, offers)
    for name, offer in offers.items():
        key = asked.key_of(parse(name))
        translation_files.offer_filling(offer.label, key, partial(filling_of, asked.candidates, offer))


def offer_gains(asked: AskedChoice, found: Gains, of_single: Task[tuple[ComparisonResult, ...]] | None) -> None:
    """The table in files, which wait for the tests of single systems."""

    def tests() -> dict[str, ComparisonResult]:
        return tests_by_judge(None if of_single is None else cache.engine().now(of_single))

    def paper() -> exports.PaperTable:
        judges, of_systems = asked.request.judges, asked.candidates.of_systems
        return choice_tables.printed_gains(found, judges, of_systems, tests())

    about = choice_source(asked) | {exports.NOTE: choice_tables.gain_note(found, len(asked.candidates.lists.names))}
    if base := choice_tables.gain_base(found):
        about[exports.SEGMENTS] = base
    table = partial(choice_tables.gain_records, found)
    exports.offer_table(lambda: table(tests()), "Choices and their scores", about, paper=paper)


def tests_by_judge(tests: Sequence[ComparisonResult] | None) -> dict[str, ComparisonResult]:
    """Return the tests of all pairs of single systems by the judge's name; none until they are there."""
    return {result.refined.metric.name: result for result in tests or ()}


def filling_of(candidates: ChoiceInput, offer: "Offer") -> FillRequest:
    """Return what writes a choice into a translation file."""
    return choice_filling(offer.choice(), candidates.lists, candidates.test_set)


def nobody_judges(candidates: ChoiceInput) -> bool:
    """Return whether people could judge, as candidates are systems, and have not."""
    return candidates.of_systems and not any(metric.is_human for metric in candidates.context.metrics.values())


def choice_source(asked: AskedChoice) -> dict[str, str]:
    """Return where the numbers come from."""
    candidates = asked.candidates
    return exports.export_source(candidates.context, *asked.request.judges) | {
        "candidates": candidates.said,
        "against": asked.request.baseline,
        exports.NOTE: f"Differences are from {asked.request.baseline}.",
        "seed": str(asked.request.seed),
    }
