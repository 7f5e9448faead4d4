"""The tab Results: the score of every choice by every metric, and the way to add a choice as a system."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import streamlit as st
from markupsafe import Markup

from scoring import System, TestSet
from scoring.judgments import Scores
from scoring.output.markup import html
from scoring.studies import choice
from scoring.studies.choice import MBR, SYSTEM, Choice, Criterion, Gains, Lists, parse, scores_of_choice
from scoring.studies.comparison import ComparisonResult
from scoring.studies.translation_file import FillRequest, choice_filling
from scoring.text.naming import NAME_LENGTH
from server.engine.tasks import Task
from ui.choose import choice_tables, jobs
from ui.choose.candidates import ChoiceInput, ChoiceSettings
from ui.context import language
from ui.kit import address, changes, exports
from ui.report import translation_files
from ui.session import send, state
from ui.store import cache, kept, waiting

SINGLE_TESTS = "choose-single-systems"
"""Place at which the tests of single systems are waited for."""
CHOICE = "choose_added"
"""Key of the widget that chooses which choice is added."""
ADDED = "choose_added_to"
"""The session's key for the choice that was added last."""
WITH_CHOICES = ", with choices"
"""End of the name of a copy of the set in use."""
FILTERED = "Remove the filter to add a choice as a system: a system needs an output for every segment."
ADDED_SYSTEM_NOTICE = Markup("<small>{} is now a system of {}:</small>")
NO_HUMAN_SCORES = "There are no human scores."
ADD_THEM = (
    "This test set has no human scores. Add them on the page Test sets, which also says which ones it excludes and why."
)


@dataclass(frozen=True)
class AddedChoice:
    """A choice that is now a system of a test set."""

    set_key: str
    name: str
    other: str
    """Name of the system to compare the choice with."""


@dataclass(frozen=True)
class Offer:
    """A choice that can become a system."""

    label: str
    """Label of the choice in the list."""
    name: str
    """Name of the new system."""
    choice: Callable[[], Choice]
    """Function that returns the choice when it is asked for."""


def draw_choice_adding(asked_choice: ChoiceSettings, offers: Mapping[str, Offer], key: str = CHOICE) -> None:
    """Draw a list of choices with a button that adds one, and links to pages that show the one added last."""
    if asked_choice.candidates.test_set.part is not None:
        st.caption(FILTERED)
        return
    draw_added_choice_links()
    if not offers:
        return
    with st.container(horizontal=True, vertical_alignment="bottom", key=f"adding-{key}"):
        labels = {name: offer.label for name, offer in offers.items()}
        address.draw_named_choice("Add a choice as a system", labels, key, width=340)
        press = asked_choice, offers, key
        about = describe_added_choice(asked_choice.candidates)
        st.button("Add as a system", key="add-choice", on_click=add_choice, args=press, help=about)


def criterion_offers(asked_choice: ChoiceSettings, gains: Gains) -> dict[str, Offer]:
    """Return the choices of the table as offers, by name."""
    choices = dict(zip(gains.matrix.names, gains.matrix.choices, strict=True))
    offers = {}
    for by in addable(asked_choice.request.criteria):
        make = partial(choices.__getitem__, by.name)
        offers[by.name] = Offer(choice_tables.criterion_row(by), choice_tables.choice_system_name(by), make)
    return offers


def addable(criteria: Sequence[Criterion]) -> list[Criterion]:
    """Return the criteria whose choice is not a system already, the most wanted first."""
    addable_criteria = [criterion for criterion in criteria if criterion.kind != SYSTEM]
    return sorted(addable_criteria, key=lambda criterion: (criterion.is_bound, criterion.kind != MBR))


def draw_added_choice_links() -> None:
    """Draw links to pages that show the choice that was added last."""
    added: AddedChoice | None = state.widget_value(ADDED)
    if added is None or added.set_key != state.chosen_set():
        return
    notice = ADDED_SYSTEM_NOTICE.format(added.name, cache.find_test_set_name(added.set_key))
    with st.container(horizontal=True, vertical_alignment="center", key="added-ways"):
        send.html(html.page(notice), "content")
        address.page_link("compare", "Compare", first=added.name, second=added.other)
        address.page_link("significance", "Significance", pair_a=added.name, pair_b=added.other)
        address.page_link("segments", "Segments")


def describe_added_choice(candidates: ChoiceInput) -> str:
    """Return what the button that adds a choice makes."""
    version = kept.find_kept_version(state.chosen_set())
    if candidates.own:
        return "This makes a new test set: the first candidates and the choice, with these references."
    if version is not None and version.may_change:
        return "This makes a new version of this set; a system of the same name is replaced."
    return f"This makes a copy of this set with the choice added; its name ends in “{WITH_CHOICES}”."


def add_choice(asked_choice: ChoiceSettings, offers: Mapping[str, Offer], key: str) -> None:
    """Add the choice that the widget of this key names to a test set, and use this set; a callback."""
    offer = offers[state.widget_value(key)]
    candidates, name = asked_choice.candidates, offer.name

    def make() -> str:
        version = kept.find_kept_version(state.chosen_set())
        whole = candidates.test_set if candidates.own else cache.open_test_set(state.chosen_set(), state.visitor())
        assert whole is not None
        enlarged_set = test_set_with_choice(whole, candidates.lists, offer.choice(), name)
        may_change = not candidates.own and version is not None and version.may_change
        if version is not None and may_change:
            key = kept.keep_as_version(version, whole, enlarged_set)
        else:
            key = kept.keep_in_project(
                enlarged_set if candidates.own else enlarged_set.named(choice_set_name(enlarged_set.name)), _project()
            )
        language.use_set_with_settings(key)
        other = parse(asked_choice.request.baseline).of or whole.system_names[0]
        state.set_widget_value(ADDED, AddedChoice(key, name, other))
        return ""  # draw_added_choice_links says it near the button, with links

    changes.change(make)


def _project() -> str | None:
    """Return the id of the project that was changed last; None where there is none yet."""
    projects = kept.projects()
    return projects[0].id if projects else None


# --- pure ---


def choice_set_name(name: str) -> str:
    """Return the name of a copy of a set, with the end that says so."""
    return name if name.endswith(WITH_CHOICES) else f"{name[: NAME_LENGTH - len(WITH_CHOICES)]}{WITH_CHOICES}"


def test_set_with_choice(test_set: TestSet, lists: Lists, choice: Choice, name: str) -> TestSet:
    """Return the test set with the choice as one more system.

    Where candidates are systems, the choice has the scores of the texts that it takes.
    """
    enlarged_set = test_set.with_systems([System(name, choice.texts(lists))])
    return replace(
        enlarged_set, scores=tuple(_add_choice_scores(scores, lists, choice, name) for scores in enlarged_set.scores)
    )


def _add_choice_scores(scores: Scores, lists: Lists, choice: Choice, name: str) -> Scores:
    """Return the scores with those of the choice; NaN where the output that is taken has none."""
    if not lists.names or not any(system in scores.values for system in lists.names):
        return scores
    return replace(scores, values={**scores.values, name: scores_of_choice(scores, lists, choice)})


def draw_gain_matrix(asked_choice: ChoiceSettings, gains: Gains | None) -> None:
    """Draw the table of gains; nothing until all choices are judged, because the page's head shows the progress."""
    if gains is None:
        return
    nobody = nobody_judges(asked_choice.candidates)
    gained = choice.choice_sentences(gains)[1:]
    with_marks = st.toggle("Terms and marks", key="choose_marks", bind="query-params")
    legend = choice_tables.gain_legend(gains, with_marks)
    beneath = *gained, legend, *choice.coverage_sentences(gains.matrix), NO_HUMAN_SCORES if nobody else ""

    def draw(results: Mapping[str, tuple[ComparisonResult, ...] | None]) -> None:
        tests = tests_by_judge(results.get(SINGLE_TESTS))
        table = choice_tables.gain_table(
            gains, asked_choice.request.judges, asked_choice.candidates.of_systems, tests, with_marks
        )
        send.html(html.page(table + Markup("<small>{}</small>").format(" ".join(filter(None, beneath)))))

    are_systems = asked_choice.candidates.of_systems and len(asked_choice.candidates.test_set.systems) > 1
    tasks = {SINGLE_TESTS: jobs.single_system_tests_task(asked_choice)} if are_systems else {}
    waiting.draw_partial_results(SINGLE_TESTS, tasks, draw, what="")
    ties = map(choice.ties_sentence, gains.matrix.choices)
    notes = (
        choice.overrating_metrics_sentence(gains),
        choice.best_system_note(gains),
        choice_tables.ABOUT,
        choice.direction_sentence(gains.matrix),
        *ties,
        ADD_THEM if nobody else "",
    )
    with st.popover("About this table", type="tertiary", key="about-matrix", width="content"):
        st.text("\n\n".join(filter(None, notes)))
    offer_gains(asked_choice, gains, tasks.get(SINGLE_TESTS))
    offers = criterion_offers(asked_choice, gains)
    draw_choice_adding(asked_choice, offers)
    for name, offer in offers.items():
        key = asked_choice.criterion_key(parse(name))
        translation_files.offer_filling(offer.label, key, partial(choice_fill_request, asked_choice.candidates, offer))


def offer_gains(
    asked_choice: ChoiceSettings, gains: Gains, of_single: Task[tuple[ComparisonResult, ...]] | None
) -> None:
    """Offer the table for download; its files wait for the tests of single systems."""

    def tests() -> dict[str, ComparisonResult]:
        return tests_by_judge(None if of_single is None else cache.engine().now(of_single))

    def paper() -> exports.PaperTable:
        judges, of_systems = asked_choice.request.judges, asked_choice.candidates.of_systems
        return choice_tables.printed_gains(gains, judges, of_systems, tests())

    about = choice_source(asked_choice) | {
        exports.NOTE: choice_tables.gain_note(gains, len(asked_choice.candidates.lists.names))
    }
    if base := choice_tables.gain_base(gains):
        about[exports.SEGMENTS] = base
    table = partial(choice_tables.gain_records, gains)
    exports.offer_table(lambda: table(tests()), "Choices and their scores", about, paper=paper)


def tests_by_judge(tests: Sequence[ComparisonResult] | None) -> dict[str, ComparisonResult]:
    """Return the tests of all pairs of single systems by the judge's name; empty until they are computed."""
    return {result.refined.metric.name: result for result in tests or ()}


def choice_fill_request(candidates: ChoiceInput, offer: "Offer") -> FillRequest:
    """Return the request that writes a choice into a translation file."""
    return choice_filling(offer.choice(), candidates.lists, candidates.test_set)


def nobody_judges(candidates: ChoiceInput) -> bool:
    """Return whether candidates are systems, which people could judge, and no human scores exist."""
    return candidates.of_systems and not any(metric.is_human for metric in candidates.context.metrics.values())


def choice_source(asked_choice: ChoiceSettings) -> dict[str, str]:
    """Return where the numbers come from, as facts of a table."""
    candidates = asked_choice.candidates
    return exports.export_source(candidates.context, *asked_choice.request.judges) | {
        "candidates": candidates.summary,
        "against": asked_choice.request.baseline,
        exports.NOTE: f"Differences are from {asked_choice.request.baseline}.",
        "seed": str(asked_choice.request.seed),
    }
