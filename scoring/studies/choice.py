"""Choose one of several candidates by each criterion, and compare what each judge says of the choices.

Names of systems and of judges are in the sentences as users gave them: escape a sentence to show it.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .. import BLEU, METRICS
from ..choosing import (
    Choice,
    Chooser,
    Consensus,
    Criterion,
    Gains,
    Lists,
    Matrix,
    Ranking,
    choose_candidates,
    consensus,
    gains,
    judged_systems,
    parse,
    posterior,
    score_choices,
    usual_baseline,
)
from ..choosing.choice_gains import TRIALS
from ..choosing.choice_matrix import scores_of_choice
from ..choosing.criteria import (
    DECODER,
    FIRST,
    KINDS_BY_METRIC,
    KINDS_WITHOUT_METRIC,
    MBR,
    MBR_METRICS,
    RANDOM,
    SYSTEM,
    criterion_of,
)
from ..choosing.formats import read_lists
from ..choosing.formats.order import line_up_lists
from ..choosing.oracles import ORACLE
from ..counting.arrays import Floats, Ints
from ..counting.progress import Progress, no_progress, progress_between
from ..judgments.external import ExternalScore
from ..metric import ROUNDING, Metric
from ..output.numbers import LEVEL, MISSING, counted, fixed, printed_difference, signed, significant, write_size
from ..output.sentence import listed_names
from ..significance.p_limits import least_sure_trials
from ..testset import TestSet
from ..text.texts import Text
from ..validation import check_known

UNIFORM, BY_DECODER = "uniform", "decoder"
POSTERIORS = {BY_DECODER: "By the decoder's scores", UNIFORM: "All equal"}
"""Labels of the ways to weigh candidates in minimum Bayes risk; the first is the default with decoder scores."""
CHOOSING = 0.6
"""Share of the work that chooses; the rest judges the choices."""
BOUND = "That is an upper bound, not a result: an oracle chooses by the references."
RANDOM_CHOICE_NOTE = (
    "The score of a random choice is the average over all draws: the mean of each list's candidates, or for a corpus"
    " score the score of the expected counts. Its output is one draw, by the seed."
)
MAX_SYSTEMS = 6
"""The most systems that are compared with mixes at first; they are the best ones."""
MAX_NAMES_SHOWN = 3
"""The most systems that a sentence names; it counts the others."""
_CRITERION_PHRASES = {FIRST: "the first candidate", RANDOM: "a random candidate", DECODER: "the decoder's choice"}


# --- the request and the work ---


@dataclass(frozen=True, eq=False)
class ChoiceRequest:
    """The criteria that choose among candidates, the metrics that judge, and the baseline for gains.

    Raises ``ValueError`` for an unknown posterior, and for one that needs decoder scores where the lists have none.
    """

    lists: Lists
    criteria: tuple[Criterion, ...]
    judges: tuple[Metric, ...]
    """Metrics that are computed here, and scores from elsewhere."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of the metrics that choose, as ``Metric.configure`` takes them."""
    baseline: str = ""
    """Name of the criterion that the others are compared with; empty for ``usual_baseline``."""
    posterior: str = UNIFORM
    """Probability of candidates for minimum Bayes risk: a key of ``POSTERIORS``."""
    temperature: float = 1.0
    """Temperature of the decoder's scores."""
    seed: int = 1
    trials: int = TRIALS

    def __post_init__(self) -> None:
        check_known(self.posterior, POSTERIORS, "posterior")
        if self.posterior == BY_DECODER and self.lists.decoder_scores is None:
            raise ValueError("The candidates have no decoder scores, which probabilities by the decoder need.")

    def chooser(self, test_set: TestSet) -> Chooser:
        """Return the chooser of this request, with the references of the test set; nothing is computed yet."""
        return Chooser(self.lists, _references(test_set), self.options, self.seed, self.probabilities)

    @property
    def probabilities(self) -> Floats | None:
        """Probability of each candidate in its list, (n_candidates,); None where those of a list are equal."""
        return posterior(self.lists, temperature=self.temperature) if self.posterior == BY_DECODER else None

    def candidates_note(self) -> str:
        """Say how many candidates and lists, or which systems, the choice is made from."""
        lists = self.lists
        if lists.names:
            return f"candidates: {', '.join(lists.names)}; {counted(lists.n_segments, 'segment')}"
        smallest, largest = int(lists.sizes.min()), int(lists.sizes.max())
        sizes = (
            counted(largest, "candidate") if smallest == largest else f"{smallest:,} to {counted(largest, 'candidate')}"
        )
        return f"candidates: {counted(lists.n_segments, 'list')} of {sizes}, {len(lists):,} in all"

    def candidate_weights_note(self) -> str:
        """Say how minimum Bayes risk weighs candidates."""
        if self.posterior == UNIFORM:
            return "MBR: all candidates of a list have the same weight; a text that occurs twice counts twice."
        scale = significant(self.temperature)
        return f"MBR: a candidate's weight is proportional to exp(score / {scale}), with the decoder's scores."


@dataclass(frozen=True, eq=False)
class ChoiceResult:
    """The score of every choice by every judge, and the gains of the choices."""

    matrix: Matrix
    gains: Gains | None = None
    """Gains over the baseline; None where they were not asked for."""

    @property
    def gains_over_baseline(self) -> Gains:
        """Gains over the baseline, of a result that has them."""
        assert self.gains is not None
        return self.gains


def run(
    request: ChoiceRequest, test_set: TestSet, on_progress: Progress = no_progress, with_gains: bool = True
) -> ChoiceResult:
    """Choose by every criterion, score the choices by every judge, and test the gains.

    ``test_set`` has the references, a segment for each list, and the scores from elsewhere.
    """
    choosing = progress_between(on_progress, 0.0, CHOOSING)
    arguments = request.options, request.seed, request.probabilities
    choices = choose_candidates(request.criteria, request.lists, _references(test_set), *arguments, choosing)
    return judge_choices(request, test_set, choices, progress_between(on_progress, CHOOSING, 1.0), with_gains)


def judge_choices(
    request: ChoiceRequest,
    test_set: TestSet,
    choices: Sequence[Choice],
    on_progress: Progress = no_progress,
    with_gains: bool = True,
) -> ChoiceResult:
    """Score the choices that the criteria made by every judge, and test the gains."""
    computed = [judge for judge in request.judges if not isinstance(judge, ExternalScore)]
    names = [judge.of for judge in request.judges if isinstance(judge, ExternalScore)]
    external_scores = [scores for scores in test_set.scores if scores.name in names]
    matrix = score_choices(
        choices,
        request.lists,
        _references(test_set),
        computed,
        external_scores,
        progress_between(on_progress, 0.0, 0.5),
    )
    if not with_gains:
        return ChoiceResult(matrix)
    baseline = request.baseline or usual_baseline(matrix)
    return ChoiceResult(
        matrix, gains(matrix, baseline, request.trials, request.seed, progress_between(on_progress, 0.5, 1.0))
    )


def _references(test_set: TestSet) -> list[Text]:
    return [reference.segments for reference in test_set.references]


def allowed_criteria(lists: Lists) -> list[Criterion]:
    """Return every criterion that these lists allow."""
    criteria = [Criterion(SYSTEM, name) for name in lists.names] + _criteria_without_metric(lists)
    for kind in KINDS_BY_METRIC:
        criteria += [Criterion(kind, name) for name in METRICS if kind != MBR or name in MBR_METRICS]
    return criteria


def first_criteria(lists: Lists, systems: Sequence[str], metrics: Sequence[str] = ("bleu", "chrf")) -> list[Criterion]:
    """Return the criteria to begin with; ``systems`` are the candidate systems, the best first, or empty."""
    best = [Criterion(SYSTEM, name) for name in systems[:MAX_SYSTEMS]]
    plain = [*best, Criterion(RANDOM)] if best else _criteria_without_metric(lists)
    return [*plain, *(Criterion(kind, metric) for kind in (MBR, ORACLE) for metric in metrics)]


def _criteria_without_metric(lists: Lists) -> list[Criterion]:
    return [Criterion(kind) for kind in KINDS_WITHOUT_METRIC if kind != DECODER or lists.decoder_scores is not None]


# --- one segment, and what is lost there ---


@dataclass(frozen=True, eq=False)
class ChoiceLosses:
    """The loss of a choice in each segment, against the candidate that a metric scores best by the references."""

    chosen_scores: Floats
    """(n_segments,): the metric's score of the chosen candidate, each segment alone."""
    best_scores: Floats
    """(n_segments,): the metric's score of the best candidate."""

    @classmethod
    def of(cls, bound: Criterion, worths: Floats, best: Choice, choice: Choice) -> "ChoiceLosses":
        """Return the losses of ``choice`` against ``best``, by an oracle's ``worths``, (n_candidates,)."""
        sign = 1 if bound.metric is None or bound.metric.higher_is_better else -1
        return cls(sign * worths[choice.picks], sign * worths[best.picks])

    @property
    def lost(self) -> Floats:
        """Loss in each segment, (n_segments,), 0 or more, in the metric's points; NaN without a score."""
        lost: Floats = np.abs(self.best_scores - self.chosen_scores)
        return lost

    @property
    def n_lost(self) -> int:
        """Number of segments with a loss."""
        return int((np.nan_to_num(self.lost) > ROUNDING).sum())

    def largest(self, limit: int) -> Ints:
        """Return the indices of the segments with the largest losses, at most ``limit``; empty without a loss."""
        lost = np.nan_to_num(self.lost)
        order: Ints = np.argsort(-lost, kind="stable")[: min(limit, self.n_lost)]
        return order

    def sentence(self, criterion: Criterion, bound: Criterion) -> str:
        """Say in how many segments another candidate than the chosen one is better against the references."""
        metric = METRICS[bound.of].label
        if not self.n_lost:
            return f"{criterion.label} takes the best candidate by {metric} in every segment."
        return (
            f"In {self.n_lost:,} of {counted(len(self.lost), 'segment')} another candidate has a better {metric} than"
            f" the one that {criterion.label} takes."
        )


def oracle_of_criterion(criterion: Criterion) -> Criterion:
    """Return the oracle that a choice is compared with to find its loss: by the same metric, else by BLEU."""
    return Criterion(ORACLE, BLEU.name if criterion.metric is None else criterion.of)


def rank_candidates(
    request: ChoiceRequest, test_set: TestSet, index: int, criteria: Sequence[Criterion], choices: Sequence[Choice]
) -> Consensus:
    """Return the rankings of one segment's candidates by these criteria; ``index`` is 0-based."""
    return consensus(request.chooser(test_set), index, criteria, choices)


def consensus_words(segment_consensus: Consensus, criterion: Criterion, bound: Criterion) -> str:
    """Say which candidate a criterion takes in one segment, and which is best against the references."""
    own, best = (segment_consensus.chosen[by.name] for by in (criterion, bound))
    clause = f"{criterion.label} takes {candidate_phrase(segment_consensus, own)}"
    label = METRICS[bound.of].label
    ranking = next((one for one in segment_consensus.rankings if one.criterion == bound), None)
    if segment_consensus.texts[own] == segment_consensus.texts[best]:
        return f"{clause}, which is also the best by {label} against the references."
    points = ""
    if ranking is not None:
        scores = (fixed(float(ranking.scores[place]), 1, MISSING) for place in (best, own))
        points = " ({} {}, not {})".format(label, *scores)
    return f"{clause}; the references favour {candidate_phrase(segment_consensus, best)}{points or f' by {label}'}."


def candidate_phrase(segment_consensus: Consensus, place: int) -> str:
    """Return the phrase by which a sentence names a candidate: the system's name, or its number from 1."""
    return segment_consensus.names[place] if segment_consensus.names else f"candidate {place + 1:,}"


# --- which one to take, and who profits ---


def choice_opening(all_gains: Gains, is_doubtful: bool = False) -> str:
    """Return the sentences of ``choice_sentences`` as one text."""
    return " ".join(choice_sentences(all_gains, is_doubtful))


def choice_sentences(all_gains: Gains, is_doubtful: bool = False) -> list[str]:
    """Say which choice to take, then what one choice by MBR gains and loses; empty where there is no other choice.

    The choice by MBR is one that gains by its own metric and significantly loses by another, if there is such a choice.
    Where all other choices are upper bounds, say what the first of them gains. Nothing is advised where the test set
    ``is_doubtful``. A single system is never advised: which one is best is a question of its own.
    """
    matrix = all_gains.matrix
    others = [name for name in matrix.names if name == all_gains.baseline or criterion_of(name).kind != SYSTEM]
    others.remove(all_gains.baseline)
    if not others:
        return []
    results = [matrix.names[row] for row in matrix.results]
    mbr = [name for name in others if criterion_of(name).kind == MBR]
    telling = [name for name in mbr if _favours_itself(all_gains, name)]
    if not set(results) & set(others) or all_gains.baseline not in results:
        return [gain_sentence(all_gains, (*telling, *mbr, *others)[0])]
    if caution := too_few_for_gains(all_gains):
        return [caution]
    best = _best(all_gains)
    profits = next((name for name in (*telling, *_order_by_independent_judges(all_gains, mbr)) if name != best), None)
    sentences = [
        _baseline_advice(all_gains, is_doubtful) if best is None else _replacement_advice(all_gains, best, is_doubtful)
    ]
    return sentences if profits is None else [*sentences, gain_sentence(all_gains, profits)]


def gain_sentence(all_gains: Gains, name: str) -> str:
    """Say what a choice significantly gains and loses, by its own metric first, and if the rest could be chance."""
    matrix, criterion, other = all_gains.matrix, criterion_of(name), criterion_phrase(criterion_of(all_gains.baseline))
    row = matrix.index(name)
    places = [place for place in _own_first(matrix, criterion) if not np.isnan(all_gains.gains[row, place])]
    if not places:
        return f"No metric has scores for both {criterion_phrase(criterion)} and {other}."
    if matrix.choices[row].picks.tolist() == matrix.choices[matrix.index(all_gains.baseline)].picks.tolist():
        return f"{_capitalized_phrase(criterion)} takes the same texts as {other}."
    if all(all_gains.could_be_chance(row, place) for place in places):
        differences = ", ".join(_difference(all_gains, row, place) for place in places)
        return f"All differences between {criterion_phrase(criterion)} and {other} could be chance ({differences})."
    sure = [place for place in places if not all_gains.could_be_chance(row, place)]
    rest = [place for place in places if place not in sure and _change(all_gains, row, place)]
    chance = "; the rest could be chance" * bool(rest)
    changes = _gains_and_losses_phrase(all_gains, row, sure)
    return f"Compared with {other}, {criterion_phrase(criterion)} {changes}{chance}."


def printed_change(all_gains: Gains, row: int, place: int) -> float:
    """Return a choice's printed score by a judge minus the baseline's; below 0 is a gain for an error rate."""
    scores = all_gains.matrix.scores[:, place]
    decimals = all_gains.matrix.judges[place].decimals
    return printed_difference(float(scores[row]), float(scores[all_gains.matrix.index(all_gains.baseline)]), decimals)


def _change(all_gains: Gains, row: int, place: int) -> int:
    """Return 1 if a choice gains by a judge, -1 if it loses; 0 for a difference by rounding, or without a score."""
    gain, rounding = float(all_gains.gains[row, place]), all_gains.matrix.judges[place].rounding
    return int(gain > rounding) - int(gain < -rounding)


def overrating_metrics_sentence(all_gains: Gains) -> str:
    """Name the metrics that score their own choice by MBR best of all results; empty if no metric does.

    A metric is named only if it prefers its own choice to the baseline, and some judge of another kind disagrees.
    """
    matrix = all_gains.matrix
    own = [
        judge.full_name
        for place, judge in enumerate(matrix.judges)
        for row in matrix.best(place)
        if matrix.names[row] == f"{MBR}:{judge.name}" and _change(all_gains, row, place) > 0
        if any(row not in matrix.best(other) for other in _of_other_kinds(matrix, judge.name))
    ]
    if not own:
        return ""
    overrates, chose = ("overrates", "it picked itself") if len(own) == 1 else ("overrate", "they picked themselves")
    return f"Caution: {listed_names(own)} {overrates} what {chose}. Rely on other metrics, best of all on people."


def too_few_for_gains(all_gains: Gains) -> str:
    """Say that there are too few segments or shuffles for any gain to be significant; empty if there are enough."""
    n_choices = max(1, sum(_is_asked(all_gains, name) for name in all_gains.matrix.names))
    n_segments = max((len(column.places) for column in all_gains.matrix.columns), default=0)
    for unit, count, least in (
        ("segment", n_segments, math.ceil(math.log2(2 * n_choices / LEVEL))),
        ("shuffle", all_gains.trials, least_sure_trials(n_choices, "holm")),
    ):
        if count < least:
            return (
                f"With {counted(count, unit)} every gain and loss could be chance, however large it is:"
                f" {counted(n_choices, 'choice')} {'needs' if n_choices == 1 else 'need'} at least"
                f" {counted(least, unit)}."
            )
    return ""


def _is_asked(all_gains: Gains, name: str) -> bool:
    return name != all_gains.baseline and criterion_of(name).kind != SYSTEM


# --- what is next to it ---


def direction_sentence(matrix: Matrix) -> str:
    """Say for which judges a gain is a lower score; empty where there is no such judge."""
    lower = [judge.full_name for judge in matrix.judges if not judge.higher_is_better]
    return f"A gain is always a better score; for {listed_names(lower)} that is a lower one." if lower else ""


def coverage_sentences(matrix: Matrix) -> list[str]:
    """Say which segments each judge from elsewhere covers if not all, and which scores are left out, and why."""
    sentences = [
        f"{column.judge.called}: the {len(column.places):,} of {counted(matrix.n_segments, 'segment')} in which every"
        " candidate is rated."
        for column in matrix.columns
        if len(column.places) < matrix.n_segments
    ]
    for name, systems in matrix.silent.items():
        rest = [f"{len(systems) - MAX_NAMES_SHOWN:,} more"] if len(systems) > MAX_NAMES_SHOWN else []
        lacking = "no segment with scores for all candidates"
        if systems:
            lacking = f"no scores for {listed_names([*systems[:MAX_NAMES_SHOWN], *rest])}"
        sentences.append(
            f"{name} is left out: it has {lacking}. To include it, choose only candidates with its scores."
        )
    return sentences


def choice_test_words(all_gains: Gains) -> str:
    """Say how gains were tested."""
    return (
        f"Could be chance: p > {LEVEL}, or so close to it that more shuffles could change the result. Test: approximate"
        f" randomization, two-sided, {counted(all_gains.trials, 'shuffle')}, seed {all_gains.seed}; p is corrected"
        " (Holm) for all choices by one judge, and separately for plain systems."
    )


def one_system_sentence(all_gains: Gains, is_doubtful: bool = False) -> str:
    """Say which single system is the best, for a reader who wants one; no name where the test set is doubtful."""
    criterion = criterion_of(all_gains.baseline)
    return "To choose one system:" + (f" {criterion.of}." if criterion.kind == SYSTEM and not is_doubtful else "")


def best_system_note(all_gains: Gains) -> str:
    """Say that the baseline system is the best on the same segments, which favours it; empty for another baseline."""
    criterion = criterion_of(all_gains.baseline)
    if criterion.kind != SYSTEM:
        return ""
    return f"Mixes are compared with {criterion.of} because it scores best on these segments, which favours it."


def ties_sentence(choice: Choice) -> str:
    """Say in how many lists another text was equally good; empty if in none."""
    if not choice.ties:
        return ""
    share = 100 * choice.ties / len(choice.picks)
    return (
        f"In {choice.ties:,} of {counted(len(choice.picks), 'list')} ({share:.0f} %)"
        f" {criterion_phrase(criterion_of(choice.name))} finds another text equally good; then the first is taken."
    )


def criterion_phrase(criterion: Criterion) -> str:
    """Return the phrase for a criterion within a sentence."""
    return _CRITERION_PHRASES.get(criterion.kind, f"the {criterion.label}" if criterion.is_bound else criterion.label)


def _capitalized_phrase(criterion: Criterion) -> str:
    """Return the phrase for a criterion at the start of a sentence; names keep their first letter."""
    text = criterion_phrase(criterion)
    return text if text == criterion.label else text[0].upper() + text[1:]


def _best(all_gains: Gains) -> str | None:
    """Return the result that is significantly better than the baseline to independent judges; None without one.

    The result significantly gains by at least one judge of another kind and loses by none, and is no random draw. Of
    several, the result with the most such gains is taken, then the one that the first of these judges scores best.
    """
    better = []
    for row in all_gains.matrix.results:
        places = _independent_judges(all_gains, row)
        sure = [_change(all_gains, row, place) for place in places if not all_gains.could_be_chance(row, place)]
        n_gains = sure.count(1)
        criterion = criterion_of(all_gains.matrix.names[row])
        if n_gains and min(sure) >= 0 and not criterion.is_draw and criterion.kind != SYSTEM:
            better.append((n_gains, float(all_gains.gains[row, places[0]]), -row))
    return all_gains.matrix.names[-max(better)[2]] if better else None


def _independent_judges(all_gains: Gains, row: int) -> list[int]:
    """Return the places of the judges that decide: people if any judge, else judges unlike the choosing metrics."""
    makers = map(criterion_of, (all_gains.baseline, all_gains.matrix.names[row]))
    chose = [criterion.of for criterion in makers if criterion.metric is not None]
    return _people(all_gains.matrix) or _of_other_kinds(all_gains.matrix, *chose)


def _of_other_kinds(matrix: Matrix, *chose: str) -> list[int]:
    """Return the places of the judges that count other things than these metrics."""
    judges = enumerate(matrix.judges)
    return [place for place, judge in judges if not any(are_kin(judge.name, name) for name in chose)]


def _order_by_independent_judges(all_gains: Gains, names: Sequence[str]) -> list[str]:
    """Return the choices, ordered by the number of judges of another kind that score them best, most first."""

    def count_preferring_judges(name: str) -> int:
        row = all_gains.matrix.index(name)
        among = [all_gains.matrix.index(other) for other in names]
        places = _independent_judges(all_gains, row)
        return sum(
            all_gains.gains[row, place] >= np.nanmax(all_gains.gains[among, place], initial=-np.inf) for place in places
        )

    return sorted(names, key=count_preferring_judges, reverse=True)


def _people(matrix: Matrix) -> list[int]:
    """Return the places of the judges that are people."""
    return [place for place, judge in enumerate(matrix.judges) if judge.is_human]


def _replacement_advice(all_gains: Gains, name: str, is_doubtful: bool) -> str:
    """Say which choice to take, and why; only what it gains where the test set is doubtful."""
    row, criterion = all_gains.matrix.index(name), criterion_of(name)
    sure = [place for place in _independent_judges(all_gains, row) if not all_gains.could_be_chance(row, place)]
    changed, other = _gains_and_losses_phrase(all_gains, row, sure), criterion_phrase(criterion_of(all_gains.baseline))
    by = "" if _people(all_gains.matrix) or criterion.metric is None else f"by metrics unlike {criterion.metric.label}"
    if is_doubtful:
        return f"{_capitalized_phrase(criterion)} significantly {changed} compared with {other}{by and f', {by}'}."
    if criterion_of(all_gains.baseline).kind == SYSTEM:
        by = by and f"{by}, "
        return (
            f"Mixing is better: {by}{criterion_phrase(criterion)} significantly {changed} compared with {other} alone."
        )
    return f"Take {criterion_phrase(criterion)}: {by and f'{by} '}it significantly {changed} compared with {other}."


def _baseline_advice(all_gains: Gains, is_doubtful: bool) -> str:
    """Say that no choice should replace the baseline; where the test set is doubtful, only that no choice is better."""
    other = criterion_phrase(criterion_of(all_gains.baseline))
    criterion = criterion_of(all_gains.baseline)
    others = [row for row in all_gains.matrix.results if _is_asked(all_gains, all_gains.matrix.names[row])]
    if not any(_independent_judges(all_gains, row) for row in others):
        return (
            "No independent metric judges here: all of them chose, or count the same things. To decide, add another"
            " metric, or better, human scores."
        )
    is_mix = criterion.kind == SYSTEM
    advice = "Stay with one system" if is_mix else f"Keep {other}"
    if people := _people(all_gains.matrix):
        are_worse = all(
            _change(all_gains, row, place) < 0 and not all_gains.could_be_chance(row, place)
            for row in others
            for place in people
        )
        no, every = ("no mix of systems", "every mix") if is_mix else ("no other choice", "every other choice")
        reason = f"people rate {f'{every} significantly worse' if are_worse else f'{no} significantly better'}"
    else:
        reason = (
            f"no independent metric finds {'a mix of systems' if is_mix else 'another choice'} significantly better"
        )
    than = f" than {other}{' alone' * is_mix}" if is_mix or is_doubtful else ""
    return f"{reason[0].upper()}{reason[1:]}{than}." if is_doubtful else f"{advice}: {reason}{than}."


def _gains_and_losses_phrase(all_gains: Gains, row: int, places: Sequence[int]) -> str:
    """Return a choice's gains and losses by these judges, such as ``gains 0.23 chrF but loses 1.04 BLEU``."""
    sides = []
    for sign, gain, drop, direction in ((1, "gains", "lowers", "better"), (-1, "loses", "raises", "worse")):
        some = [place for place in places if _change(all_gains, row, place) == sign]
        points = [_amount(all_gains, row, place) for place in some if all_gains.matrix.judges[place].higher_is_better]
        errors = [
            _error_amount(all_gains, row, place)
            for place in some
            if not all_gains.matrix.judges[place].higher_is_better
        ]
        parts = [f"{gain} {listed_names(points)}"] if points else []
        parts += [f"{drop} {listed_names(errors)} ({direction})"] if errors else []
        sides.append(" and ".join(parts))
    return " but ".join(filter(None, sides))


def _favours_itself(all_gains: Gains, name: str) -> bool:
    """Return whether a choice gains by its own metric and significantly loses by another."""
    row, own = all_gains.matrix.index(name), criterion_of(name).of
    changes = [_change(all_gains, row, place) for place in range(len(all_gains.matrix.judges))]
    lost = any(change < 0 and not all_gains.could_be_chance(row, place) for place, change in enumerate(changes))
    by_name = dict(zip([judge.name for judge in all_gains.matrix.judges], changes, strict=True))
    return by_name.get(own, 0) > 0 and lost


def _own_first(matrix: Matrix, criterion: Criterion) -> list[int]:
    """Return the places of all judges, the metric of the choice itself first."""
    return sorted(range(len(matrix.judges)), key=lambda place: matrix.judges[place].name != criterion.of)


def _amount(all_gains: Gains, row: int, place: int) -> str:
    """Return a change of a score and its judge: ``1.04 BLEU``, ``0.15 by MQM (people)``."""
    judge = all_gains.matrix.judges[place]
    amount = write_size(printed_change(all_gains, row, place), decimals=judge.decimals)
    by = "by " * isinstance(judge, ExternalScore)
    return f"{amount} {by}{judge.full_name}{' (people)' * judge.is_human}"


def _error_amount(all_gains: Gains, row: int, place: int) -> str:
    """Return a change of an error rate and its judge: ``TER by 1.04``."""
    judge = all_gains.matrix.judges[place]
    amount = write_size(printed_change(all_gains, row, place), decimals=judge.decimals)
    return f"{judge.full_name}{' (people)' * judge.is_human} by {amount}"


def _difference(all_gains: Gains, row: int, place: int) -> str:
    judge = all_gains.matrix.judges[place]
    return f"{judge.full_name} {signed(printed_change(all_gains, row, place), decimals=judge.decimals)}"


FAMILIES = (frozenset({"bleu", "tbleu", "nist"}), frozenset({"chrf", "chrf++"}), frozenset({"ter", "wer", "per"}))
"""Families of metrics by name: n-grams of words, n-grams of characters, edits of words."""


def are_kin(first: str, second: str) -> bool:
    """Return whether two metrics are the same or of one family, which counts the same things."""
    return first == second or any({first, second} <= family for family in FAMILIES)
