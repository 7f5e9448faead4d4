"""The row of widgets of the page Choose: the criteria, the metrics that judge, and the settings."""

import streamlit as st

from scoring import METRICS, Metric
from scoring.judgments.external import ExternalScore
from scoring.studies import choice as study
from ui.choose import choice_tables
from ui.choose.candidates import ChoiceInput, ChoiceSettings
from ui.context import ranking
from ui.kit import address
from ui.store import cache

TEXT = f"""\
**Chosen by.** *First*: the first candidate of each list. *Random*: any candidate, by the seed; its score is the mean of
all candidates, which is the average over all draws. *Decoder*: the candidate with the best decoder score. *MBR*
(minimum Bayes risk): the candidate with the best mean score by a metric when each candidate of its list, itself
included, serves as the reference in turn; no reference is used. *Oracle*: the candidate that scores best against the
reference. *Corpus oracle*: the choice with the best corpus score, as far as exchanging one candidate after another
leads. If several are equally good, the first is taken.

**Judged by.** A metric scores the choice as one output. Scores from files, such as people's, are the scores of the
system whose output is taken, or the mean of all systems with the same text, averaged over the segments in which every
candidate has a score.

**Gains** are relative to the best system if candidates are systems, otherwise to the first candidates. p is from
approximate randomization with {study.TRIALS:,} shuffles of the segments, corrected for the choices by one judge (Holm);
intervals are from the paired bootstrap.
"""
SEED, LARGEST_SEED = 1, 2**31 - 1
JUDGES = "bleu", "chrf", "ter"
"""Metrics that judge at first, in addition to people."""
MAX_GIVEN = 2
"""Most external scores that judge at first."""
TEMPERATURE = "Above 1, candidates become more equally probable; below 1, the best ones become more probable."


def choose_request(candidates: ChoiceInput) -> ChoiceSettings:
    ranked = ranked_systems(candidates)
    with st.popover("Choices and metrics", key="choose-criteria", width="content"):
        criteria = choose_criteria(candidates, ranked)
        judges = choose_judges(candidates)
    with st.popover("How this is computed", key="about-choose", width="content"):
        posterior, temperature = choose_posterior(candidates)
        seed = address.draw_whole_number("Seed", 0, LARGEST_SEED, SEED, step=1, key="choose_seed", width=120)
        st.markdown(TEXT)
    plain = (*(study.Criterion(study.SYSTEM, name) for name in ranked), study.Criterion(study.FIRST))
    baseline = next((criterion for criterion in plain if criterion in criteria), criteria[0])
    settings = candidates.lists, tuple(criteria), tuple(judges), candidates.context.options
    return ChoiceSettings(candidates, study.ChoiceRequest(*settings, baseline.name, posterior, temperature, seed))


def ranked_systems(candidates: ChoiceInput) -> tuple[str, ...]:
    """Return the systems, the best by people's scores first, or else by BLEU; none where candidates are not systems."""
    if not candidates.of_systems:
        return ()
    leading, test_set = candidates.context.leading, candidates.test_set
    ranked = ranking.rank_by_corpus_score(leading, cache.measure_systems(leading, test_set), candidates.lists.names)
    return tuple(ranked)


def choose_criteria(candidates: ChoiceInput, ranked: tuple[str, ...]) -> list[study.Criterion]:
    offered, usual = study.allowed_criteria(candidates.lists), study.first_criteria(candidates.lists, ranked)
    names = {criterion: choice_tables.criterion_option(criterion) for criterion in offered}
    help = "Minimum Bayes risk (MBR) uses no reference. Oracles use the references: their gain is an upper bound."
    return address.draw_multiple_choice("Ways to choose", names, usual, "choose_criteria", help=help)


def choose_judges(candidates: ChoiceInput) -> list[Metric]:
    """Draw the choice of metrics that judge, and return them; external scores judge only systems."""
    context = candidates.context
    external_metrics = [metric for metric in context.metrics.values() if isinstance(metric, ExternalScore)]
    people = [metric for metric in external_metrics if metric.is_human]
    system_judges = {metric.name: metric for metric in external_metrics} if candidates.of_systems else {}
    offered = {**system_judges, **{name: context.metric(name) for name in METRICS}}
    first = (people or external_metrics)[:MAX_GIVEN] if system_judges else []
    usual = [*(metric.name for metric in first), *JUDGES]
    labels = {name: metric.full_name for name, metric in offered.items()}
    return [
        offered[name]
        for name in address.draw_multiple_choice("Metrics that score them", labels, usual, "choose_judges")
    ]


def choose_posterior(candidates: ChoiceInput) -> tuple[str, float]:
    """Return the posterior and temperature for MBR; only a decoder's lists say how probable candidates are."""
    if candidates.lists.decoder_scores is None:
        return study.UNIFORM, 1.0
    with st.container(horizontal=True, vertical_alignment="bottom"):
        posterior = address.draw_named_option("Probabilities in MBR", study.POSTERIORS, "posterior", 220)
        if posterior == study.UNIFORM:
            return study.UNIFORM, 1.0
        key = "temperature"
        temperature = st.number_input(
            "Temperature", 0.01, 1000.0, 1.0, key=key, width=120, help=TEMPERATURE, bind="query-params"
        )
    return posterior, float(temperature)
