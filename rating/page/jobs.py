"""Background tasks of the page Rate: the plan of a campaign and its results."""

from rating.page import campaign_settings, segments
from rating.page.campaign_settings import CampaignSettings, Work
from scoring import TestSet, TooLong
from scoring.rating import study
from server.engine.tasks import Task, Tell
from ui.context.context import Context
from ui.store import cache, kept
from workspace import Campaign


def work_task(context: Context, whole: TestSet, settings: CampaignSettings) -> Task[Work | str]:
    """Return the task that computes the work of the wanted campaign, or the reason why it cannot be made."""

    def compute(tell: Tell) -> Work | str:
        try:
            chosen = segments.select_segments(context, settings.segment_choice, settings.systems, settings.seed)
            return campaign_settings.estimate_work(settings.plan(chosen), whole)
        except (ValueError, TooLong) as error:
            return str(error)

    by = segments.selection_metrics_in_use(context, settings.segment_choice)
    return Task(cache.PAIRS, ("rating planned", settings, by, context.test_set.identity, whole.identity), compute)


def campaign_results_task(
    campaign: Campaign, unit: str, left_out_places: tuple[int, ...] = ()
) -> Task[study.RatingResult]:
    """Return the task that analyses a campaign's answers, without those of raters at ``left_out_places``."""
    workspace = kept.visitor_workspace()

    def compute(tell: Tell) -> study.RatingResult:
        request = study.RatingRequest(campaign.name, unit, left_out_places=left_out_places)
        return study.run(request, workspace.ratings(campaign.id), tell)

    now = campaign.answered, campaign.n_done, tuple(rater.name for rater in campaign.raters)
    return Task(cache.TESTS, ("ratings read", campaign.id, campaign.name, now, unit, left_out_places), compute)
