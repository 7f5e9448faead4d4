"""Cautions on a verdict and the next steps, in the words of the report."""

from collections.abc import Sequence

from scoring.output.markup import html
from scoring.output.sentence import SentenceText
from scoring.report.parts import brief_html
from scoring.studies.doctor import published_sentence, unjudged_systems
from scoring.studies.term_caveats import PairFindings, caveats_to_say
from scoring.studies.verdict import Decision, Oddity, Votes
from scoring.studies.wording import report_words
from ui.context.context import Context
from ui.kit import address
from ui.session import send
from ui.store import cache

EFFORT = "See what post-editing costs"
WAIT = "Wait for the other metrics: they may contradict this verdict."


def draw_next_steps(
    context: Context,
    odd: Sequence[Oddity],
    decision: Decision,
    votes: Votes | None,
    votes_to_come: int,
    pair_findings: PairFindings,
) -> None:
    """Draw the cautions and the next steps side by side.

    For a doubtful comparison they say how to clear it up, and whether the outputs are published. Systems excluded as
    doubtful are named as not judged. While ``votes_to_come`` may contradict the verdict, the only step is to wait.
    """
    published = published_sentence(cache.first_examination(context.test_set))
    risks: list[SentenceText] = [published] if odd and published else []
    if not odd:
        risks += [caveat.sentence(decision) for caveat in caveats_to_say(pair_findings.caveats)]
        risks += report_words.verdict_risk_sentences(decision, len(context.test_set.references), published)
    steps: list[SentenceText] = [WAIT]
    if odd or not votes_to_come:
        steps = report_words.verdict_step_sentences(decision, votes, odd, pair_findings.serious)
    examined = cache.first_examination(context.test_set)
    hidden = [name for name in context.test_set.system_names if name not in context.shown]
    steps += report_words.not_judged_sentences(unjudged_systems(examined, hidden))
    both = {report_words.TO_KEEP_IN_MIND: risks, report_words.TO_DO_NEXT: steps}
    send.html(
        html.page(brief_html({heading: [*map(html.sentence_html, sentences)] for heading, sentences in both.items()}))
    )
    if context.every_segment.post_edits:
        address.page_link("effort", EFFORT)


def draw_rating_link(decision: Decision) -> None:
    """Draw a link to the page Rate with the systems that people should rate."""
    systems = report_words.rated_systems(decision)
    number, names = str(report_words.RATED), (*systems,)
    address.page_link("rate", f"Rate {report_words.RATED} segments", rate_systems=names, rate_n=number)
