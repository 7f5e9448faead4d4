"""Results of ratings: scores of systems, agreement of raters, and the quality of each rater.

Names of raters and systems are in the sentences as people gave them: escape a sentence to show it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, isfinite, isinf, isnan, nan

from ..counting.progress import Progress, no_progress
from ..counting.usual_draws import check_draws
from ..origins import SEGMENT
from ..output.numbers import MISSING, counted, fixed
from ..output.sentence import listed_names
from ..significance import CLEAR, LIKELY, MIN_UNITS, TOO_LITTLE_DATA, Comparisons, attainable
from ..significance.resampling.draws import check_unit
from ..studies.wording import method_words, verdict_words
from ..testset import TestSet
from . import (
    ASSUMED_DEVIATIONS,
    Judgments,
    PairDifference,
    PairOverlaps,
    PreferenceCounts,
    RaterAgreement,
    RaterQuality,
    Ratings,
    SystemScores,
    detectable_difference,
    judgments_from_ratings,
    preference_counts,
    span_overlaps,
    system_scores,
)
from .formats import DisputedOutputs, disputed_by_raters
from .protocols.plan import DIFFER, DISAGREE, VARY
from .statistics.quality import HASTY_SECONDS, rater_quality
from .statistics.rater_agreement import rater_agreement

KRIPPENDORFF = ((0.8, "enough to rely on"), (0.667, "enough for tentative conclusions"))
"""Smallest alpha for each description of the agreement (Krippendorff 2004, Content Analysis, p. 241)."""
LOW = "too little to rely on one rater"
LANDIS_KOCH = ((0.8, "almost perfect"), (0.6, "substantial"), (0.4, "moderate"), (0.2, "fair"), (0.0, "slight"))
"""Kappa above which each description of the agreement is used (Landis and Koch 1977)."""
POOR = "worse than chance"
ORDERED = "order of two outputs"
"""Kind of number that rankings are read as."""
FEW_NOTICED = 0.7
"""Share of noticed damaged outputs below which a rater may not have read; guessing gives about half."""
MIN_DAMAGED = 5
"""Smallest number of damaged outputs for a remark on a rater."""
MIN_HASTY, MUCH_HASTY = 3, 0.1
"""Smallest number of hasty answers, and their smallest share of all answers, for a remark on a rater."""


@dataclass(frozen=True)
class RatingRequest:
    """Ratings to evaluate, with the unit and the seed of intervals and p-values.

    Raises ``ValueError`` for an unknown unit, and a seed out of range.
    """

    name: str = "ratings"
    """Name of the judge."""
    unit: str = SEGMENT
    """Unit that is drawn and swapped: a segment, or a document."""
    seed: int = 1
    left_out_places: tuple[int, ...] = ()
    """Places of raters whose answers are left out, except in the quality of each rater."""

    def __post_init__(self) -> None:
        check_unit(self.unit)
        check_draws(1, self.seed)


@dataclass(frozen=True, eq=False)
class RatingResult:
    """The results of the answers so far."""

    ratings: Ratings
    """Ratings without the answers of raters who are left out."""
    scores: tuple[SystemScores, ...]
    """Scores of systems by each kind of number that raters give; the first is the main one."""
    between: tuple[RaterAgreement, ...]
    overlaps: PairOverlaps
    raters: tuple[RaterQuality, ...]
    """Quality of all raters, also of those who are left out."""
    judgments: Judgments
    """Judgments under the request's name."""
    disputed: tuple[DisputedOutputs, ...]
    """Outputs that raters disagree about most."""
    preferences: tuple[PreferenceCounts, ...]
    """Preferences between two outputs on a screen; empty where raters see one output at a time."""
    left_out: tuple[str, ...] = ()
    """Names of raters who are left out."""

    @property
    def test_set(self) -> TestSet:
        """Version of the test set that was rated."""
        return self.ratings.test_set


def run(request: RatingRequest, ratings: Ratings, on_progress: Progress = no_progress) -> RatingResult:
    """Compute all results of ratings; raise ``ValueError`` for documents that their test set does not have."""
    kept_ratings = ratings.without_places(request.left_out_places)
    return RatingResult(
        kept_ratings,
        system_scores(kept_ratings, request.name, request.unit, seed=request.seed, on_progress=on_progress),
        rater_agreement(kept_ratings),
        span_overlaps(kept_ratings),
        rater_quality(ratings),
        judgments_from_ratings(kept_ratings, request.name),
        tuple(disputed_by_raters(kept_ratings)),
        preference_counts(kept_ratings),
        tuple(name for place, name in ratings.names.items() if place in request.left_out_places),
    )


def left_out_raters_sentence(result: RatingResult) -> str:
    """Return a sentence on the raters whose answers are left out, and of what; empty where all answers count."""
    if not result.left_out:
        return ""
    n_all = len(result.left_out) + len(result.ratings.places)
    names = listed_names(result.left_out)
    of = f"{len(result.left_out):,} of {counted(n_all, 'rater')}"
    return f"The answers of {names} are left out of scores, agreement, the judge and files ({of})."


@dataclass(frozen=True)
class Finding:
    """The agreement of raters about one kind of number, in words."""

    kind: str
    number: str
    means: str
    """Meaning of the number, a sentence."""
    other_coefficients: str
    """Other coefficients, and the number of units that they are based on."""


def rater_agreement_finding(agreement: RaterAgreement) -> Finding:
    """Return the agreement in words, by Krippendorff's alpha, which fits any number of raters; kappas are added."""
    alpha, units = agreement.alpha, "pairs of outputs" if agreement.table.kind == ORDERED else "outputs"
    of = f"{alpha.n_units:,} {units} rated by two or more"
    if not alpha.is_defined:
        return Finding(agreement.table.kind, "unknown", f"{alpha.why_not.capitalize()}.", of)
    means = f"{alpha_means(alpha.value).capitalize()}."
    return Finding(
        agreement.table.kind, f"alpha {fixed(alpha.value, 2)}", means, "; ".join([*kappa_phrases(agreement), of])
    )


def kappa_phrases(agreement: RaterAgreement) -> list[str]:
    """Return Fleiss's and Cohen's kappas in words; empty for scores, which are no categories."""
    phrases = []
    if agreement.fleiss is not None and agreement.fleiss.is_defined:
        phrases.append(f"Fleiss’ kappa {fixed(agreement.fleiss.value, 2)}, {kappa_means(agreement.fleiss.value)}")
    if agreement.kappas is not None and not isnan(agreement.kappas.mean):
        weighted = (
            "" if agreement.weighted is None else f" ({fixed(agreement.weighted.mean, 2)} with quadratic weights)"
        )
        phrases.append(f"Cohen’s kappa {fixed(agreement.kappas.mean, 2)}{weighted}, the mean of all pairs of raters")
    return phrases


def alpha_sentence(agreements: Sequence[RaterAgreement]) -> str:
    """Return sentences on what alpha means, and on what a low alpha does not mean."""
    sentence = "Krippendorff's alpha is 1 where raters always agree, and 0 where chance would do as well."
    if any(one.alpha.value < KRIPPENDORFF[-1][0] for one in agreements):
        sentence += (
            " A low one says little about single answers. Means over many segments and raters can still show which"
            " system is better."
        )
    return sentence


def alpha_means(value: float) -> str:
    return next((words for least, words in KRIPPENDORFF if value >= least), LOW)


def kappa_means(value: float) -> str:
    return next((words for above, words in LANDIS_KOCH if value > above), POOR)


def overlap_finding(overlaps: PairOverlaps) -> Finding | None:
    """Return how far raters mark the same characters, in words; None where no two raters looked at the same output."""
    of_all = overlaps.all
    if not of_all.n_outputs:
        return None
    both, alike = (fixed(share, 2, MISSING) for share in (of_all.f1, of_all.f1_severity))
    means = (
        "Of the characters that one rater marked, the other marked this share, on average over both raters; 1 means the"
        " same marks."
    )
    return Finding("marked characters", f"overlap (F1) {both}", means, f"{alike} if severities must agree, too")


SELECTION_CAUTIONS = {
    DISAGREE: "Segments where metrics disagree are harder than others: they do not say which system is better on the"
    " whole set.",
    DIFFER: "Segments where one metric sees two systems differ most say whether people agree with it, not which system"
    " is better on the whole set.",
    VARY: "Segments where one metric’s scores vary most make differences look larger than on the whole set; what that"
    " metric does not see is hardly rated.",
}
"""Sentence on what ratings cannot show if segments were chosen by scores, by the way of choosing."""


def inattention_sentence(raters: Sequence[RaterQuality]) -> str:
    """Return a sentence on how many raters may not have read what they rated; empty for none.

    >>> inattention_sentence([])
    ''
    """
    n_careless = sum(bool(inattentive_rater_sentences([rater])) for rater in raters)
    if not n_careless:
        return ""
    return (
        f"{n_careless:,} of {counted(len(raters), 'rater')} may not have read the texts, by their seconds and checks."
    )


def rating_doubts(result: RatingResult) -> list[str]:
    """Return sentences on why the scores may not hold for the whole set, or may come from careless raters."""
    caution = SELECTION_CAUTIONS.get(result.ratings.plan.selection, "")
    counted_raters = [one for one in result.raters if one.rater not in result.left_out]
    return [sentence for sentence in (caution, inattention_sentence(counted_raters)) if sentence]


def inattentive_rater_sentences(raters: Sequence[RaterQuality]) -> list[str]:
    """Return a sentence for each rater who may not have read the texts, by the checks or by the seconds."""
    noticed_few = [
        f"{rater.rater} noticed {rater.damaged.n_noticed:,} of {counted(rater.damaged.n, 'damaged output')}, where"
        " guessing gives about half: they may not have read."
        for rater in raters
        if rater.damaged.n >= MIN_DAMAGED and rater.damaged.share < FEW_NOTICED
    ]
    hasty = [
        f"{rater.rater} gave {rater.n_hasty:,} of {counted(rater.n_timed, 'answer')} in less than {HASTY_SECONDS:.0f}"
        " seconds each: hardly time to read."
        for rater in raters
        if rater.n_hasty >= max(MIN_HASTY, MUCH_HASTY * rater.n_timed)
    ]
    return noticed_few + hasty


# --- two systems ---

NO_INTERVAL = "too few segments for an interval"
MIN_SEGMENTS = MIN_UNITS
"""Smallest number of rated segments with which two systems can be compared."""
USUAL_SEGMENTS = 50
TOO_FEW = f"Too few to compare two systems: take at least {MIN_SEGMENTS} ({USUAL_SEGMENTS} is usual)."
ONLY_LARGE = 30
"""Number of segments up to which only very large differences can be found."""
SMALL = 2
"""Number of points below which a difference is written with one decimal."""
POINTS = {"mqm": "MQM points"}
"""Unit of a difference, by protocol; other protocols have points of 100."""
AXES = {
    "adequacy-fluency": ("adequacy, 1 to 5", "fluency, 1 to 5"),
    "ranking": ("share of comparisons won, 0 to 1",),
    "da": ("score, 0 to 100", "z-score: 0 is each rater’s mean"),
    "esa": ("score, 0 to 100",),
    "mqm": ("MQM: 0 is no error, a minor one costs 1, a major one 5",),
    "contrastive": ("score, 0 to 100",),
}
"""Descriptions of the scores, by protocol, in the order of ``RatingResult.scores``."""
SHARES = {"ranking": " of their direct comparisons"}
"""Words for what a difference is a share of, by protocol."""
HEAD_TO_HEAD = (
    "How far two ranked systems differ, p, and how many more: these use the comparisons of the two, the share that one"
    " won less the share that the other won. Scores count comparisons with all systems, so their order may differ."
)
SAME_RESULT = "If you use the ratings as a judge, Significance gives the same result."


def detectable_sentence(protocol: str, n_segments: int) -> str:
    """Return a sentence on the difference of two systems that ``n_segments`` can show; empty without a known deviation.

    >>> detectable_sentence("esa", 50)
    'With 50 segments a difference of about 8 points of 100 between two systems can be found.'
    >>> detectable_sentence("esa", 6)
    'With 6 segments only very large differences can be found: of about 22 points of 100 or more.'
    """
    if protocol not in ASSUMED_DEVIATIONS or n_segments < MIN_SEGMENTS:
        return ""
    least = detectable_difference(n_segments, ASSUMED_DEVIATIONS[protocol])
    points = f"{fixed(least, 0 if least >= SMALL else 1)} {POINTS.get(protocol, 'points of 100')}"
    if n_segments <= ONLY_LARGE:
        return f"With {n_segments:,} segments only very large differences can be found: of about {points} or more."
    return f"With {n_segments:,} segments a difference of about {points} between two systems can be found."


def detectable_method(protocol: str) -> str:
    """Return sentences on what ``detectable_sentence`` assumes."""
    return (
        "Found means p ≤ 0.05 in 4 of 5 such campaigns (80 % power, one pair of systems). It assumes that a segment’s"
        f" difference has a standard deviation of {ASSUMED_DEVIATIONS[protocol]:g} points, as WMT 2023 English to"
        " German had: the median pair of systems, one rater per output. More raters per item find smaller differences;"
        " with more systems p is corrected, and differences must be larger."
    )


def small_campaign_sentence(n_systems: int, n_segments: int) -> str:
    """Return a sentence that a campaign is too small to compare systems, and what to do; empty for a large enough one.

    >>> small_campaign_sentence(2, 5).partition(":")[0]
    'This campaign is too small to compare systems'
    >>> small_campaign_sentence(2, 6)
    ''
    """
    if n_systems < 2 or n_segments >= MIN_SEGMENTS:
        return ""
    return (
        f"This campaign is too small to compare systems: a test needs {MIN_SEGMENTS} or more segments, and it has"
        f" only {n_segments:,}. Make a larger one in the tab Set up ({USUAL_SEGMENTS} segments are usual)."
    )


def difference_statement(
    scores: SystemScores,
    difference: PairDifference,
    decimals: int,
    of: str = "",
    n_raters: int = 2,
    is_small: bool = False,
) -> str:
    """Return which of two systems is ahead, by how much, and whether that could be chance.

    ``of`` says what the numbers are shares of. ``is_small`` says whether ``small_campaign_sentence`` already explains
    why the difference cannot be tested.
    """
    is_one = n_raters == 1
    pair = difference.first, difference.second
    subject = "1 rater puts" if is_one else "Raters put"
    ahead = (
        f"{subject} {difference.first} ahead of {difference.second} by"
        f" {fixed(difference.difference, decimals, MISSING)}{of}"
    )
    if difference.state == TOO_LITTLE_DATA or scores.verdicts is None:
        comparisons = None if is_small or scores.verdicts is None else scores.verdicts.comparisons
        reasons = [] if comparisons is None else _too_few_to_compare(comparisons)
        sentence = f"There is too little data to compare {difference.first} and {difference.second}."
        if difference.difference > 0:
            sentence = f"{ahead}, but there is too little data to compare them."
        return " ".join([sentence, *reasons])
    if difference.difference == 0:
        rate = "1 rater rates" if is_one else "raters rate"
        return f"So far {rate} {difference.first} and {difference.second} equally."
    interval = difference_interval_words(difference, decimals)
    return f"{ahead} ({interval}): {difference.state}. {verdict_words.describe_verdict(scores.verdicts, *pair)}"


def _too_few_to_compare(comparisons: Comparisons) -> list[str]:
    """Return reasons why chance cannot be ruled out with this number of segments or shuffles; empty where it can."""
    least, reasons = attainable(comparisons), method_words.too_few_for_pairs(comparisons)
    if least.few_units:
        reasons[0] = (
            f"With {counted(comparisons.n_units, comparisons.unit)} chance cannot be ruled out: two systems have to"
            f" differ in at least {least.needed_units:,}."
        )
    return reasons


def compared_segments_sentence(scores: SystemScores) -> str:
    """Return a sentence on which of the rated segments systems are compared; empty where all are, and for rankings."""
    n_rated, used = int(scores.n_segments.max(initial=0)), {one.needed.n_segments for one in scores.pairs}
    if len(used) != 1 or (n_used := used.pop()) == n_rated:
        return ""
    return f"This uses the {n_used:,} of {counted(n_rated, 'rated segment')} in which every system was rated."


def method(scores: SystemScores, unit: str) -> str:
    """Return sentences on how the numbers were computed; empty without verdicts."""
    if scores.verdicts is None:
        return ""
    return f"{p_value_note(scores)}. Intervals: {interval_method_note(scores, unit)}."


def p_value_note(scores: SystemScores) -> str:
    """Return how p is computed, for scores with verdicts."""
    assert scores.verdicts is not None
    return f"p: {method_words.describe_test_and_correction(scores.verdicts.comparisons)}"


def interval_method_note(scores: SystemScores, unit: str) -> str:
    """Return how intervals are computed."""
    return method_words.interval_method_phrase(len(scores.samples), unit)


def missing_interval_sentence(scores: SystemScores, unit: str) -> str:
    """Return a sentence on why some or all systems have no interval; empty where all have one."""
    if (fewest := int(scores.n_units.min())) < MIN_UNITS:
        n_fewest = int((scores.n_units == fewest).sum())
        subject = "one system has" if n_fewest == 1 else "each has" if n_fewest == len(scores.systems) else "some have"
        return f"A 95 % interval needs at least {MIN_UNITS} rated {unit}s of a system; {subject} only {fewest:,}."
    return method_words.too_few_for_interval(fewest, len(scores.samples), unit) or ""


def rating_table_notes(scores: SystemScores) -> list[str]:
    """Return lines on how the numbers in the tables of systems and of pairs were computed; none without verdicts."""
    if scores.verdicts is None:
        return []
    comparisons = scores.verdicts.comparisons
    return [
        p_value_note(scores),
        f"low, high: {interval_method_note(scores, comparisons.unit)}",
        *method_words.too_few_for_pairs(comparisons),
    ]


def difference_interval_words(difference: PairDifference, decimals: int) -> str:
    """Return the interval of the difference, or why there is none."""
    if isnan(difference.low):
        return NO_INTERVAL
    return f"95 % interval {fixed(difference.low, decimals)} to {fixed(difference.high, decimals)}"


def more_segments_sentence(difference: PairDifference) -> str:
    """Return a sentence on how many more segments would show a difference; empty where enough are rated, or unknown."""
    number = more_segments_cell(difference)
    if number in (NO_MORE, MISSING):
        return ""
    if number == ENDLESS:
        return "The measured difference is 0, so no number of segments would show one."
    about = number if number == FEW_MORE else f"about {number}"
    return f"You would need {about} more rated segments for 80 % power at p ≤ 0.05 after correction."


SIGNIFICANT_STATES = (CLEAR, LIKELY)
NO_MORE, FEW_MORE, ENDLESS = "none", "a few", "endless"
"""Words for zero further segments, for an unknown small number of them, and for no sufficient number."""


def more_segments_cell(difference: PairDifference) -> str:
    """Return the number of further segments as tables have it."""
    if difference.state == TOO_LITTLE_DATA or isnan(difference.needed.segments):
        return MISSING
    if difference.state in SIGNIFICANT_STATES:
        return NO_MORE
    if isinf(difference.needed.segments):
        return ENDLESS
    return f"{round_up(difference.needed.n_more):,}" if difference.needed.n_more else FEW_MORE


def count_more_segments(difference: PairDifference) -> float:
    """Return the number of further segments needed; NaN if no number is enough or known, 0 if none are needed."""
    if difference.state in SIGNIFICANT_STATES:
        return 0
    is_known = difference.state != TOO_LITTLE_DATA and isfinite(difference.needed.n_more)
    return round_up(difference.needed.n_more) if is_known else nan


def round_up(number: float) -> int:
    """Return the number rounded up to two digits, as it is an estimate."""
    digits = max(0, len(str(ceil(number))) - 2)
    step = int(10**digits)
    return ceil(number / step) * step


HOW_MANY = (
    "This many more rated segments give 80 % power at p ≤ 0.05 after correction for all pairs, if the true difference"
    " is the measured one: ((z + 0.84) s / d)² segments in all, and z² / 2 more because s is estimated. s is the"
    " standard deviation of the segments’ differences, d their mean, and z is 1.96 for one pair and more for several"
    " (Cohen 1988, chapter 2; Guenther 1981). The measured difference is uncertain, and so is this number."
)
