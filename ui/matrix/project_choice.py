"""The choice of the project for the page Matrix: the project in the address, else the project of the set in use."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from scoring import BLEU, METRICS, Metric
from scoring.studies.set_statistics import check_rates, shared_scores
from ui.context import language
from ui.kit.layout import labels_by_id
from ui.matrix.jobs import SetContents
from ui.session import state
from ui.store import kept
from ui.store.kept import KeptVersion
from workspace import Project

PROJECT, METRIC_NAMES = "matrix_project", "matrix_metrics"
"""Names in the address of the project's id and of the chosen metrics."""
CHOICE, PROJECT_PLACE = "matrix_project_choice", "matrix-project-place"
LONGEST_ID = 40


@dataclass(frozen=True)
class ProjectSets:
    """The test sets of a project that the visitor may read."""

    project: Project
    sets: dict[str, KeptVersion]
    """Newest versions by their names on the page, in the order of the names."""
    by_age: tuple[str, ...]
    """Names of the sets; the set whose newest version is the oldest comes first."""


def choose_project_sets() -> ProjectSets | None:
    """Return the sets of the chosen project; None if the visitor has no project."""
    workspace = kept.visitor_workspace()
    projects = {project.id: project for project in workspace.projects()}
    if not projects:
        return None
    in_use = kept.find_kept_version(state.chosen_set())
    usual = in_use.project_id if in_use is not None and in_use.project_id in projects else next(iter(projects))
    names = labels_by_id({id_: project.name for id_, project in projects.items()})
    ordered = {id_: names[id_] for id_ in dict.fromkeys([usual, *projects])}
    chosen = _chosen_in_address(ordered)
    state.set_widget_value(CHOICE, chosen)
    look: dict[str, Any] = {"format_func": ordered.__getitem__, "width": 400, "on_change": _take_project}
    st.selectbox("Project", list(ordered), key=CHOICE, **look)
    return sets_of_project(projects[chosen])


def _chosen_in_address(ordered: dict[str, str]) -> str:
    """Return the id of the project that the address names, by a hidden input; else the first."""
    with st.container(key=PROJECT_PLACE):
        project_id = st.text_input(PROJECT, key=PROJECT, max_chars=LONGEST_ID, bind="query-params")
    return project_id if project_id in ordered else next(iter(ordered))


def _take_project() -> None:
    """Put the project chosen in the field into the address; a callback."""
    state.set_widget_values({PROJECT: state.widget_value(CHOICE)})


def sets_of_project(project: Project) -> ProjectSets:
    """Return the newest version of each of the project's test sets, by its name on the page."""
    test_sets = kept.visitor_workspace().test_sets(project.id)
    names = labels_by_id({one.id: one.name for one in test_sets})
    by_name = sorted(names.items(), key=lambda item: item[1].casefold())
    versions = {name: kept.find_kept_version(id_) for id_, name in by_name}
    newest_versions = {name: version for name, version in versions.items() if version is not None}
    by_age = [names[one.id] for one in sorted(test_sets, key=lambda one: one.newest.created)]
    return ProjectSets(project, newest_versions, tuple(name for name in by_age if name in newest_versions))


def offered_metrics(contents: dict[str, SetContents]) -> dict[str, Metric]:
    """Return all metrics by name: people's scores, computed metrics, other scores from files, rates of checks."""
    external_scores = shared_scores(metric for one in contents.values() for metric in one.scores)
    people = {name: metric for name, metric in external_scores.items() if metric.is_human}
    computed: dict[str, Metric] = {}
    if any(one.has_references for one in contents.values()):
        options = language.options_without_fitting()
        computed = {name: kind.configure(options) for name, kind in METRICS.items()}
    return {**people, **computed, **external_scores, **check_rates()}


def usual_metric_names(offered: dict[str, Metric], contents: Sequence[SetContents]) -> list[str]:
    """Return the default metric: people's scores if at least half of the sets have them, else BLEU or the first."""
    first = next(iter(offered))
    n_sets = sum(any(metric.name == first for metric in one.scores) for one in contents)
    by_people = offered[first].is_human and 2 * n_sets >= len(contents)
    return [first if by_people or BLEU.name not in offered else BLEU.name]
