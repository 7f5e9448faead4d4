"""Background tasks of the page Rate: the plan of a campaign and its results."""

from rating.page import campaign_settings, segments
from rating.page.campaign_settings import CampaignSettings, Work
from scoring import TestSet, TooLong
from scoring.rating import study
from server.engine.tasks import Task, Tell
from ui.context.context import Context
from ui.store import cache, kept
from workspace import Campaign


def work_task(context: Context, whole: TestSet, wanted: CampaignSettings) -> Task[Work | str]:
    """Return the task that computes the work of the wanted campaign, or the reason why it cannot be made."""

    def compute(tell: Tell) -> Work | str:
        try:
            chosen = segments.select_segments(context, wanted.which, wanted.systems, wanted.seed)
            return campaign_settings.estimate_work(wanted.plan(chosen), whole)
        except (ValueError, TooLong) as error:
            return str(error)

    by = segments.selection_metrics_in_use(context, wanted.which)
    return Task(cache.PAIRS, ("rating planned", wanted, by, context.test_set.identity, whole.identity), compute)


def campaign_results_task(campaign: Campaign, unit: str, without: tuple[int, ...] = ()) -> Task[study.RatingResult]:
    """Return the task that analyses a campaign's answers; ``without`` has the places of raters who are left out."""
    workspace = kept.visitor_workspace()

    def compute(tell: Tell) -> study.RatingResult:
        request = study.RatingRequest(campaign.name, unit, without=without)
        return study.run(request, workspace.ratings(campaign.id), tell)

    now = campaign.answered, campaign.n_done, tuple(rater.name for rater in campaign.raters)
    return Task(cache.TESTS, ("ratings read", campaign.id, campaign.name, now, unit, without), compute)
