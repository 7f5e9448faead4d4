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


def draw_judge_button(
    whole: TestSet, kept_version: kept.KeptVersion, campaign: Campaign, results: RatingResult
) -> None:
    """Draw the button that adds the ratings to the set, or links if they are in it; ``whole`` is the version in use."""
    present_judgments = judgments_of_campaign(whole, campaign.name)
    if kept_version.number == kept_version.newest and has_judgments(results.judgments, whole, present_judgments):
        send.html(html.page(Markup("<small>These ratings are a judge of the test set now:</small>")))
        # Rankings are no scores: only the page Agreement shows them.
        if results.judgments.scores:
            address.page_link("overview", "See the verdict")
        address.page_link("agreement", "Does BLEU say what they say?")
    elif kept_version.right >= Right.EDIT:
        st.button(
            "Use as a judge",
            key=KEY,
            type="primary",
            help=HELP,
            on_click=add_ratings_as_judge,
            args=(kept_version, campaign, results),
        )
        if present_judgments:
            send.html(
                html.page(Markup("<small>In the place of {}</small>").format(" and ".join(present_judgments.names)))
            )


def add_ratings_as_judge(kept_version: kept.KeptVersion, campaign: Campaign, results: RatingResult) -> None:
    """Make a new version of the set with the ratings as a judge, and use that version."""

    replaced = Judgments()

    def make() -> str:
        def change(newest: TestSet) -> TestSet:
            nonlocal replaced
            check_same_texts(newest, results.test_set, campaign.plan)
            replaced = judgments_of_campaign(newest, campaign.name)
            return judgments_of_present_systems(results.judgments, newest).add_to(replaced.remove_from(newest))

        try:
            version = kept.visitor_workspace().revise(kept_version.id, change)
        except ValueError as error:
            raise WorkspaceError(str(error)) from error
        language.use_set_with_settings(kept_version.id)
        left_out_phrase = f" without {listed_names(results.left_out)}" if results.left_out else ""
        version_phrase = f"version {version.number} of {kept_version.name}"
        sentence = f"The ratings of {campaign.name}{left_out_phrase} are a judge in {version_phrase}"
        return f"{sentence}, in the place of {' and '.join(replaced.names)}." if replaced else f"{sentence}."

    changes.change(make)


def check_same_texts(newest: TestSet, rated: TestSet, plan: CampaignPlan) -> None:
    """Raise ``ValueError`` if texts of the newest version differ from the rated texts."""
    if len(newest) != len(rated):
        raise ValueError(
            f"The newest version has {len(newest):,} segments, the one that was rated {len(rated):,}: these ratings"
            " cannot be in it."
        )
    present_names = [name for name in plan.systems if name in newest.system_names]
    other = [name for name in present_names if not newest.system(name).segments.equals(rated.system(name).segments)]
    if other:
        raise ValueError(
            f"In the newest version the outputs of {', '.join(other)} are not the rated ones: these"
            " ratings cannot be in it."
        )
    if not present_names:
        raise ValueError("None of the systems that were rated is in the newest version.")


def judgments_of_present_systems(judgments: Judgments, newest: TestSet) -> Judgments:
    """Return the judgments without the systems that are not in the newest version."""
    names = newest.system_names
    by_kind = {
        kind.name: tuple(
            one for judgment in getattr(judgments, kind.name) if (one := judgment.of_systems(names)) is not None
        )
        for kind in fields(judgments)
    }
    return Judgments(**by_kind)


def has_judgments(judgments: Judgments, test_set: TestSet, present_judgments: Judgments) -> bool:
    """Return whether the test set has exactly these judgments; ``present_judgments`` has its own under their names."""
    expected_by_name, present_by_name = map(
        _judgments_by_name, (judgments_of_present_systems(judgments, test_set), present_judgments)
    )
    return (
        bool(expected_by_name)
        and expected_by_name.keys() == present_by_name.keys()
        and all([*present_by_name[name].parts()] == [*judgment.parts()] for name, judgment in expected_by_name.items())
    )


def _judgments_by_name(judgments: Judgments) -> dict[tuple[str, str], Scores | Annotation | Preferences]:
    return {(kind.name, one.name): one for kind in fields(Judgments) for one in getattr(judgments, kind.name)}
