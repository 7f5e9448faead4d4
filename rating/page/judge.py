"""Use as a judge: the button that adds the ratings of a campaign to the newest version of their test set."""

from dataclasses import fields

import streamlit as st
from markupsafe import Markup

from scoring import TestSet
from scoring.judgments import Annotation, Preferences, Scores
from scoring.output.markup import html
from scoring.output.sentence import listed_names
from scoring.rating import CampaignPlan, Judgments, judgments_of_campaign
from scoring.rating.study import RatingResult
from ui.context import language
from ui.kit import address, changes
from ui.session import send
from ui.store import kept
from workspace import Campaign, Right, WorkspaceError

KEY = "use-as-judge"
HELP = (
    "Makes a new version of the test set, with the mean of all ratings as a judge: on Overview, Segments, Significance,"
    " Compare and Agreement. With more answers, press again: the new ratings take the place of the old ones."
)


def draw_judge_button(whole: TestSet, found: kept.KeptVersion, campaign: Campaign, results: RatingResult) -> None:
    """Draw the button that adds the ratings to the set, or links if they are in it; ``whole`` is the version in use."""
    there = judgments_of_campaign(whole, campaign.name)
    if found.number == found.newest and has_judgments(results.judgments, whole, there):
        send.html(html.page(Markup("<small>These ratings are a judge of the test set now:</small>")))
        # Rankings are no scores: only the page Agreement shows them.
        if results.judgments.scores:
            address.page_link("overview", "See the verdict")
        address.page_link("agreement", "Does BLEU say what they say?")
    elif found.right >= Right.EDIT:
        st.button(
            "Use as a judge",
            key=KEY,
            type="primary",
            help=HELP,
            on_click=add_ratings_as_judge,
            args=(found, campaign, results),
        )
        if there:
            send.html(html.page(Markup("<small>In the place of {}</small>").format(" and ".join(there.names))))


def add_ratings_as_judge(found: kept.KeptVersion, campaign: Campaign, results: RatingResult) -> None:
    """Make a new version of the set with the ratings as a judge, and use that version."""

    replaced = Judgments()

    def make() -> str:
        def change(newest: TestSet) -> TestSet:
            nonlocal replaced
            check_same_texts(newest, results.test_set, campaign.plan)
            replaced = judgments_of_campaign(newest, campaign.name)
            return judgments_of_present_systems(results.judgments, newest).add_to(replaced.remove_from(newest))

        try:
            version = kept.visitor_workspace().revise(found.id, change)
        except ValueError as error:
            raise WorkspaceError(str(error)) from error
        language.use_set_with_settings(found.id)
        without = f" without {listed_names(results.left_out)}" if results.left_out else ""
        said = f"The ratings of {campaign.name}{without} are a judge in version {version.number} of {found.name}"
        return f"{said}, in the place of {' and '.join(replaced.names)}." if replaced else f"{said}."

    changes.change(make)


def check_same_texts(newest: TestSet, rated: TestSet, plan: CampaignPlan) -> None:
    """Raise ``ValueError`` if texts of the newest version differ from the rated texts."""
    if len(newest) != len(rated):
        raise ValueError(
            f"The newest version has {len(newest):,} segments, the one that was rated {len(rated):,}: these ratings"
            " cannot be in it."
        )
    there = [name for name in plan.systems if name in newest.system_names]
    other = [name for name in there if not newest.system(name).segments.equals(rated.system(name).segments)]
    if other:
        raise ValueError(
            f"In the newest version the outputs of {', '.join(other)} are not the rated ones: these"
            " ratings cannot be in it."
        )
    if not there:
        raise ValueError("None of the systems that were rated is in the newest version.")


def judgments_of_present_systems(judgments: Judgments, newest: TestSet) -> Judgments:
    """Return the judgments without the systems that are not in the newest version."""
    names = newest.system_names
    by_kind = {
        kind.name: tuple(one for given in getattr(judgments, kind.name) if (one := given.of_systems(names)) is not None)
        for kind in fields(judgments)
    }
    return Judgments(**by_kind)


def has_judgments(judgments: Judgments, test_set: TestSet, there: Judgments) -> bool:
    """Return whether the test set has exactly these judgments; ``there`` is what it has under their names."""
    wanted, found = (_judgments_by_name(given) for given in (judgments_of_present_systems(judgments, test_set), there))
    return (
        bool(wanted)
        and wanted.keys() == found.keys()
        and all([*found[name].parts()] == [*given.parts()] for name, given in wanted.items())
    )


def _judgments_by_name(given: Judgments) -> dict[tuple[str, str], Scores | Annotation | Preferences]:
    return {(kind.name, one.name): one for kind in fields(Judgments) for one in getattr(given, kind.name)}
