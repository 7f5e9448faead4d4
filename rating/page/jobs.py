"""What the page Rate asks of scoring and of the workspace, computed in the background."""

from rating.page import campaign_settings, segments
from rating.page.campaign_settings import CampaignSettings, Work
from scoring import TestSet, TooLong
from scoring.rating import study
from server.engine.tasks import Task, Tell
from ui.context.context import Context
from ui.store import cache, kept
from workspace import Campaign


def planning(context: Context, whole: TestSet, wanted: CampaignSettings) -> Task[Work | str]:
    """Return the campaign that is asked for, or in words why there can be none."""

    def compute(tell: Tell) -> Work | str:
        try:
            chosen = segments.select_segments(context, wanted.which, wanted.systems, wanted.seed)
            return campaign_settings.estimate_work(wanted.plan(chosen), whole)
        except (ValueError, TooLong) as error:
            return str(error)

    by = segments.keys_of(context, wanted.which)
    return Task(cache.PAIRS, ("rating planned", wanted, by, context.test_set.identity, whole.identity), compute)


def campaign_results_task(campaign: Campaign, unit: str, without: tuple[int, ...] = ()) -> Task[study.RatingResult]:
    """Return all that its answers say, as they are now; ``without`` are places of raters who are left out."""
    workspace = kept.mine()

    def compute(tell: Tell) -> study.RatingResult:
        request = study.RatingRequest(campaign.name, unit, without=without)
        return study.run(request, workspace.ratings(campaign.id), tell)

    now = campaign.answered, campaign.n_done, tuple(rater.name for rater in campaign.raters)
    return Task(cache.TESTS, ("ratings read", campaign.id, campaign.name, now, unit, without), compute)
