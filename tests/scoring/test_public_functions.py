"""Whatever a public function of scoring is given, it answers with a result or with a ``ValueError`` that says why."""

# The wrong kinds that are passed on purpose:
# mypy: disable-error-code="arg-type, dict-item, list-item"

import inspect
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from enum import Enum
from types import ModuleType
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scoring
from scoring import (
    BLEU,
    METEOR,
    METRICS,
    NIST,
    TBLEU,
    TER,
    Reference,
    System,
    TestSet,
    agreement,
    choosing,
    formats,
    metric,
    significance,
    testset,
)
from scoring.analysis import bucket_scores, buckets, contrast, counts
from scoring.bleu import dialects, smoothing
from scoring.choosing import formats as list_formats
from scoring.formats import Column, FileLimits, Notice, Role
from scoring.formats.tables import labels
from scoring.judgments import Annotation, ErrorSpan, Preferences, Scores
from scoring.lab import tuning
from scoring.ter.error_rate import ErrorRate
from scoring.testset import PostEdit
from scoring.text import cutting, texts, tokenizers
from scoring.text.languages import SPACED
from tests.cases import as_one_test
from tests.properties import examples

MODULES = (
    scoring,
    significance,
    agreement,
    formats,
    bucket_scores,
    buckets,
    choosing,
    cutting,
    contrast,
    counts,
    dialects,
    labels,
    list_formats,
    metric,
    smoothing,
    testset,
    texts,
    tokenizers,
    tuning,
)


@dataclass(frozen=True)
class Case:
    """A public function and arguments that it takes."""

    function: Callable[..., Any]
    arguments: dict[str, Any]
    errors: type[Exception] | tuple[type[Exception], ...] = ValueError


RESULTS = (
    "Agreement AttachedJudgments Attainable Bootstrap BucketScore CandidatePairs Chance Choice Comparison"
    " Comparisons Consensus Contents Contrast Dialect Gains Judge JudgeScores JudgedPairs MatchedJudgments Matrix"
    " Measure MetricComparison NGramCounts NGramRanking NGramWins Notice Outcome OutputPair PermutationResult Power"
    " PostEdit Randomization Ranking RecoveredWeights Reference Removal Replications ScoreOffer Segment SegmentSpans"
    " SentencePieceTokenizer SharedNgrams Slip Sweep System SystemPair Tokenizer Tokens TunerResult TuningCandidates"
    " Tunings Verdicts WordBucket DifferenceWorth"
)
"""Classes that functions give back, or that are checked by what takes them; what they can do needs cases too."""
NO_CASE = {
    *RESULTS.split(),
    "Metric",
    "Column.with_notices",
    "warm_up",
    "SentencePieceTokenizer.tokens",
    "WordF1.score_parts",
}
NO_CASE |= {
    f"{kind}.resampled_scores" for kind in ("Metric", "WordF1", *(type(one()).__name__ for one in METRICS.values()))
}
NO_CASE |= {
    f"Tokens.{name}" for name in ("text_ids", "words_of", "required_ids", "required_words", "side_by_side", "spans")
}
NO_CASE |= {
    "Judge.system_scores",
    "OrientedScores.system_scores",
    "JudgedPairs.score_differences",
    "JudgedPairs.sums",
    "JudgedPairs.where",
}
NO_CASE |= {f"Measure.{name}" for name in ("counted", "of_draws", "of_tables", "suits", "value", "value_of")}
NO_CASE |= {"Resampling.counts", "Resampling.n_units", "Resampling.units", "MetricComparison.bounds", "Measure.bounds"}
NO_CASE |= {"as_mask", "check_counts", "check_coverage", "check_named", "first_uncovered", "reference_sample"}
NO_CASE |= {f"TuningCandidates.{name}" for name in ("scale_features", "reorder_features", "length_ratio", "score")}
NO_CASE |= {"FileFormat.read", "FileFormat.recognizes", "decode_text"}  # they get what a reader has checked
SYSTEMS = {"A": ["a b c d e", "b c", "f"], "B": ["a b", "c", "f g h"], "A.run2": ["a", "b c d", "f"]}
REFERENCES = [["a b c d e", "b", "f"], ["a c", None, "f g"]]
TEST_SET = TestSet.build(SYSTEMS, REFERENCES, ["s", "t", "u"])
METRIC = BLEU(max_order=2, smoothing="floor")
MEASURED = METRIC.measure(TEST_SET)
PAIR = {"a": MEASURED["A"], "b": MEASURED["B"]}
GROUPS = {"A": ["A", "A.run2"], "B": ["B", "B"][:1]}
DRAWN = {"trials": 3, "seed": 1}
DOCUMENTS = ["one", "one", "two"]
BOOTSTRAP = significance.bootstrap(METRIC, MEASURED, trials=50)
COMPARED = significance.compare(METRIC, MEASURED, trials=3)
JUDGED = significance.judge(COMPARED, MEASURED)
ALIGNED = TBLEU().align(TEST_SET)
CONTRAST = contrast.contrast_ngrams(TEST_SET, ("A", "B"), max_order=2)
COUNTS = CONTRAST.counts
N_WORDS = int((COUNTS.orders == 1).sum())
BY_SEGMENT = buckets.Buckets(("x", "y"), np.array([0, 1, 0]))
BY_WORD = buckets.Buckets(("x", "y"), np.arange(N_WORDS) % 2)
EDIT_TABLE = TER().edit_table(SYSTEMS["A"], REFERENCES)
COLUMNS = formats.read_columns("x.tsv", b"source\tsys\tref\na\tb\tc\nd\te\tf\n")
(FOUND,) = formats.read_contents("x.seg.score", b"A\t1\nA\t2\nA\tNone\n").judgments
(OFFER,) = formats.offered_scores(formats.guess_roles(formats.read_columns("y.tsv", b"sys\tref\tcomet\na\tb\t1\n")))
NOTICE = Notice("empty-segments", "There are some.", 1, repair="Treat empty segments as missing")
COLUMN = {"file": "r.txt", "name": "r", "role": Role.REFERENCE, "segments": pa.array(["a", ""]), "notices": (NOTICE,)}
TEXT = pa.array(["a b", None, "c"])
DA = Scores("DA", {"A": [3.0, 2.0, math.nan], "B": [1.0, 2.0, 3.0]})
PREFERRED = Preferences("rankings", ("A", "B"), [0, 2], [0, 1], [1, 0], [False, False], 3)
JUDGES_SET = TEST_SET.with_judgments(scores=[DA])
DA_JUDGE = agreement.Judge.of_scores(DA, ("A", "B"))
SCORED = agreement.OrientedScores.of(METRIC, MEASURED, DA_JUDGE)
DRAWS = agreement.Resampling(50)
AGREED = agreement.measure_agreement(DA_JUDGE, SCORED, DRAWS)
OF_JUDGE = {"judge": DA_JUDGE, "scored": SCORED}
TABLES = {"judge_scores": np.array([[3.0, 2, math.nan], [1, 2, 3]]), "scores": np.array([[1.0, 2, 3], [2, 1, 0]])}
RUNS = [significance.Replications(name, ("one", "two"), np.array([1.0, 2.0]), 0.5) for name in ("A", "B")]
LISTS = choosing.Lists(
    pa.array(["a b c", "a c", "b c", "b", "f g", "g", "h", "h h"]),
    np.array([0, 2, 4, 6, 8]),
    features=np.array([[1.0, 2], [2, 1], [0, 1], [3, 1], [1, 1], [2, 0], [0, 2], [1, 0]]),
    feature_names=("lm", "w"),
    decoder_scores=np.array([-1.0, -2, -3, -4, -5, -6, -7, -8]),
)
OF_LISTS = [["a b c", "b", "f g", "h"], ["a c", None, "f", None]]
CANDIDATES = tuning.TuningCandidates.of(LISTS, OF_LISTS, METRIC)
HELD_OUT = tuning.TuningCandidates.of(LISTS, [["b c", "a b", "g", "h h"]], METRIC)
UNIFORM = choosing.uniform(LISTS)
CRITERIA = [choosing.parse(name) for name in ("first", "mbr:bleu", "oracle:bleu")]
CHOICES = choosing.choose_candidates(CRITERIA, LISTS, OF_LISTS)
CHOOSER = choosing.Chooser(LISTS, OF_LISTS)
MATRIX = choosing.score_choices(CHOICES, LISTS, OF_LISTS, [METRIC])
SYSTEM_LISTS = choosing.Lists.of_systems(TEST_SET)
JUDGED_MATRIX = choosing.score_choices(
    choosing.choose_candidates(CRITERIA[:1], SYSTEM_LISTS), SYSTEM_LISTS, REFERENCES, [METRIC]
)
GAINS = choosing.gains(MATRIX, "first", trials=3)
SHARED = choosing.consensus(CHOOSER, 0, CRITERIA).shared[0]
TUNINGS = tuning.tune(CANDIDATES, HELD_OUT, ["expected:2"], 2)


def of_every_metric(name: str, kind: type[scoring.Metric]) -> Iterator[tuple[str, Case]]:
    """The constructor and what every metric has."""
    statistics = kind().measure(TEST_SET)["A"]
    options = {field.name: field.default for field in fields(kind)}
    yield name, Case(kind, options)
    texts = {"hypotheses": SYSTEMS["A"], "references": REFERENCES, "reference_set": REFERENCES}
    yield f"{name}.statistics", Case(kind().statistics, texts)
    yield f"{name}.score", Case(kind().score, {"statistics": statistics})
    yield f"{name}.measure", Case(kind().measure, {"test_set": TEST_SET})
    yield f"{name}.within", Case(kind().within, {"reference_set": REFERENCES})
    column = {"statistics": statistics, "name": kind().statistic_names[0]}
    yield f"{name}.column", Case(kind().column, column)
    yield f"{name}.full_signature", Case(kind().full_signature, {"references": REFERENCES})
    yield f"{name}.unfit_for", Case(kind().unfit_for, {"script": SPACED})
    if issubclass(kind, ErrorRate):
        yield f"{name}.fitting", Case(kind.fitting, {"script": SPACED})
    yield f"{name}.why_zero", Case(kind().why_zero, {"statistics": statistics.sum(axis=0)})
    yield f"{name}.score_parts", Case(kind().score_parts, {"statistics": statistics.sum(axis=0)})
    yield f"{name}.configure", Case(kind.configure, {"options": options})


def of_bleu(name: str, bleu: BLEU) -> Iterator[tuple[str, Case]]:
    statistics = bleu.measure(TEST_SET)["A"]
    yield f"{name}.matches", Case(bleu.matches, {"hypothesis": "a b", "references": ["a", None]})
    yield f"{name}.arithmetic", Case(bleu.arithmetic, {"statistics": statistics})
    weights = [[1, 2, 3, 4], [0.5, 0.5]]
    yield f"{name}.scores", Case(bleu.scores, {"statistics": statistics, "weights": weights})


CASES = {
    **dict(case for kind in METRICS.values() for case in of_every_metric(kind.__name__, kind)),
    **dict(of_every_metric("WordF1", bucket_scores.WordF1)),
    **dict(of_bleu("BLEU", BLEU())),
    **dict(of_bleu("TBLEU", TBLEU())),
    "TBLEU.align": Case(TBLEU().align, {"test_set": TEST_SET}),
    "TBLEU.measure_aligned": Case(TBLEU().measure_aligned, {"aligned": ALIGNED}),
    "TBLEU.sweep": Case(TBLEU().sweep, {"aligned": ALIGNED, "epsilons": [0.0, 0.5]}),
    "TBLEU.sweep_sums": Case(TBLEU().sweep_sums, {"aligned": ALIGNED, "epsilons": [0.0, 0.5]}),
    "TBLEU.alignment": Case(TBLEU().alignment, {"hypothesis": "a b", "references": ["a", None]}),
    "AlignedColumns.form_pairs": Case(ALIGNED.form_pairs, {"system": "A", "reference": 1}),
    "METEOR.alignment": Case(METEOR().alignment, {"hypothesis": "a b", "references": ["a", None]}),
    "METEOR.arithmetic": Case(METEOR().arithmetic, {"statistics": METEOR().measure(TEST_SET)["A"]}),
    "NIST.arithmetic": Case(NIST().arithmetic, {"statistics": NIST().measure(TEST_SET)["A"]}),
    "TER.edits": Case(TER().edits, {"hypothesis": "a b", "references": ["a", None]}),
    "TER.edit_table": Case(TER().edit_table, {"hypotheses": SYSTEMS["A"], "references": REFERENCES}),
    "SegmentMatches.covering": Case(BLEU().matches("a b", ["a"]).covering, {"position": 1}),
    "SegmentMatches.select_ngrams": Case(BLEU().matches("a b", ["a"]).select_ngrams, {"order": 1}),
    "SegmentAlignment.alignment_with": Case(TBLEU().alignment("a b", ["a", None]).alignment_with, {"reference": 0}),
    "SegmentAlignment.counting": Case(TBLEU().alignment("a b", ["a"]).counting, {"order": 1}),
    "EditTable.count": Case(EDIT_TABLE.count, {"kind": "insertion"}),
    "EditTable.frequent": Case(EDIT_TABLE.frequent, {"kind": "insertion", "most": 2}),
    "WordF1.rates": Case(bucket_scores.WordF1.rates, {"statistics": np.ones((3, 4))}),
    "document_score": Case(
        metric.document_score,
        {"segment_scores": np.array([1.0, math.nan, 2.0]), "reference_lengths": np.array([1.0, 2.0, 3.0])},
    ),
    "ignores_case": Case(metric.ignores_case, {"metric": BLEU(lowercase=True)}),
    "mean_score": Case(metric.mean_score, {"segment_scores": np.array([1.0, math.nan])}),
    # The test set
    "column_digest": Case(testset.column_digest, {"column": pa.array(["a", "b"])}),
    "TestSet.joined": Case(TestSet.joined, {"parts": [TEST_SET, TEST_SET]}),
    "TestSet": Case(
        TestSet,
        {
            "systems": (System("A", pa.array(["a"])),),
            "references": (Reference("r", pa.array(["b"])),),
            "source": pa.array(["s"]),
            "notes": pa.array([None], pa.string()),
            "name": "name",
        },
    ),
    "TestSetPart": Case(testset.TestSetPart, {"whole": TEST_SET, "places": np.array([0, 2])}),
    "TestSet.build": Case(
        TestSet.build,
        {"systems": SYSTEMS, "references": REFERENCES, "source": ["s", "t", "u"], "notes": [None] * 3, "name": "name"},
    ),
    "TestSet.named": Case(TEST_SET.named, {"name": "another"}),
    "TestSet.owned_by": Case(TEST_SET.owned_by, {"owner": "somebody"}),
    "TestSet.with_systems": Case(TEST_SET.with_systems, {"systems": list(TEST_SET.systems)}),
    "TestSet.with_post_edits": Case(
        TEST_SET.with_post_edits, {"post_edits": [PostEdit("A", TEST_SET.systems[0].segments)]}
    ),
    "TestSet.without_systems": Case(TEST_SET.without_systems, {"names": ["A"]}),
    "TestSet.only": Case(TEST_SET.only, {"places": [0, 2]}),
    "TestSet.segment": Case(TEST_SET.segment, {"index": 1}),
    "TestSet.reference_texts": Case(TEST_SET.reference_texts, {"index": 1}),
    "TestSet.system": Case(TEST_SET.system, {"name": "A"}, (ValueError, KeyError)),
    "TestSet.with_references": Case(TEST_SET.with_references, {"names": ["reference 1"]}),
    "as_column": Case(texts.as_column, {"text": ["a", None]}),
    "as_references": Case(texts.as_references, {"references": REFERENCES}),
    # Tokenizers
    "find_tokenizer": Case(tokenizers.find_tokenizer, {"name": "13a"}),
    "pin_tokenizer": Case(tokenizers.pin_tokenizer, {"name": "13a"}),
    "tokenize": Case(tokenizers.tokenize, {"column": TEXT, "tokenizer": "13a", "lowercase": True}),
    "encode_columns": Case(
        tokenizers.encode_columns, {"columns": [TEXT, TEXT], "tokenizer": "13a", "lowercase": False}
    ),
    "encode_characters": Case(tokenizers.encode_characters, {"columns": [TEXT, TEXT], "whitespace": True}),
    "count_tokens": Case(tokenizers.count_tokens, {"column": TEXT, "tokenizer": "13a"}),
    "lowercase_texts": Case(tokenizers.lowercase_texts, {"column": TEXT}),
    "Tokenizer.tokens": Case(tokenizers.TOKENIZERS["13a"].tokens, {"column": TEXT}),
    "split_at_spaces": Case(cutting.split_at_spaces, {"column": TEXT}),
    "contains_any": Case(cutting.contains_any, {"column": TEXT}),
    "text_bytes": Case(cutting.text_bytes, {"column": TEXT}),
    "split_by_rules": Case(cutting.split_by_rules, {"column": TEXT}),
    "split_alone_by_rules": Case(cutting.split_alone_by_rules, {"column": TEXT}),
    # Smoothing and dialects
    "Smoothing": Case(smoothing.Smoothing, {"method": "floor", "value": 0.1}),
    "Smoothing.parse": Case(smoothing.Smoothing.parse, {"text": "floor=0.2"}),
    "Smoothing()": Case(
        smoothing.Smoothing("exp"),
        {"matches": np.array([2.0, 0.0]), "totals": np.array([3.0, 2.0]), "hypothesis_length": 3.0},
    ),
    "Parameters.of": Case(dialects.Parameters().of, {"method": "1"}),
    "Parameters": Case(dialects.Parameters, {"epsilon": 0.1, "k": 5.0, "alpha": 5.0}),
    "a method's parameter": Case(lambda alpha: dialects.Parameters(alpha=alpha).of("6"), {"alpha": 5.0}),
    "Dialect.options": Case(dialects.DIALECTS["nltk"].options, {"method": "7=2"}),
    "Dialect.metrics": Case(
        dialects.DIALECTS["nltk"].metrics, {"metric": METRIC, "parameters": dialects.Parameters(k=2.0)}
    ),
    "outcomes": Case(dialects.outcomes, {"metric": METRIC, "statistics": MEASURED["A"]}),
    # Significance
    "bootstrap": Case(significance.bootstrap, {"metric": METRIC, "statistics": MEASURED, **DRAWN}),
    "bootstrap_by_equal_rows": Case(
        significance.bootstrap_by_equal_rows, {"metric": METRIC, "statistics": MEASURED, **DRAWN}
    ),
    "bootstrap_by_metric": Case(significance.bootstrap_by_metric, {"statistics": {METRIC: MEASURED}, **DRAWN}),
    "Bootstrap.interval": Case(BOOTSTRAP.interval, {"system": "A", "level": 0.9}),
    "Bootstrap.sampled_differences": Case(BOOTSTRAP.sampled_differences, {"a": "A", "b": "B"}),
    "Bootstrap.null_differences": Case(BOOTSTRAP.null_differences, {"a": "A", "b": "B"}),
    "Bootstrap.difference_interval": Case(BOOTSTRAP.difference_interval, {"a": "A", "b": "B", "level": 0.9}),
    "Bootstrap.standard_error": Case(BOOTSTRAP.standard_error, {"a": "A", "b": "B"}),
    "Bootstrap.score_error": Case(BOOTSTRAP.score_error, {"system": "A"}),
    "Bootstrap.share_better": Case(BOOTSTRAP.share_better, {"a": "A", "b": "B"}),
    "randomize": Case(
        significance.randomize, {"metric": METRIC, "statistics": MEASURED, "exchange": "together", **DRAWN}
    ),
    "null_differences": Case(
        significance.null_differences, {"metric": METRIC, **PAIR, "exchange": "together", **DRAWN}
    ),
    "compare": Case(
        significance.compare,
        {
            "metric": METRIC,
            "statistics": MEASURED,
            "test": "ar",
            "correction": "holm",
            "groups": GROUPS,
            "exchange": "together",
            "unit": "document",
            **DRAWN,
        },
    ),
    "Bootstrap.only": Case(BOOTSTRAP.only, {"systems": ["B", "A"]}),
    "Randomization.only": Case(COMPARED.tested.only, {"systems": ["B", "A"]}),
    "Comparisons.only": Case(COMPARED.only, {"systems": ["B", "A"]}),
    "usual_trials": Case(significance.usual_trials, {"n_systems": 3}),
    "judge": Case(
        significance.judge,
        {"comparisons": COMPARED, "statistics": MEASURED, "groups": None, "most_work": 1000},
    ),
    "Comparisons.p_values_of_shares": Case(COMPARED.p_values_of_shares, {"shares": np.array([0.5])}),
    "Comparisons.index": Case(COMPARED.index, {"system": "A"}),
    "Verdicts.state": Case(JUDGED.state, {"a": "A", "b": "B"}),
    "Verdicts.is_settled": Case(JUDGED.is_settled, {"a": "A", "b": "B"}),
    "Verdicts.interval": Case(JUDGED.interval, {"a": "A", "b": "B"}),
    "Verdicts.n_trials": Case(JUDGED.n_trials, {"a": "A", "b": "B"}),
    "Verdicts.p_value": Case(JUDGED.p_value, {"a": "A", "b": "B"}),
    "Verdicts.p_adjusted": Case(JUDGED.p_adjusted, {"a": "A", "b": "B"}),
    "check_options": Case(
        significance.check_options,
        {
            "test": "ar",
            "correction": "holm",
            "exchange": "runs",
            "groups": {"A": ["A"], "B": ["B"]},
            "unit": "segment",
            **DRAWN,
        },
    ),
    "sums_by_document": Case(significance.sums_by_document, {"statistics": MEASURED, "documents": DOCUMENTS}),
    "adjust": Case(significance.adjust, {"p_values": np.array([0.1, math.nan, 0.5]), "correction": "bh"}),
    "are_as_large": Case(significance.are_as_large, {"differences": np.array([1.0, -2.0]), "observed": 1.5}),
    "attainable": Case(significance.attainable, {"comparisons": significance.compare(METRIC, MEASURED, trials=3)}),
    "smallest_p": Case(significance.smallest_p, {"n_units": 3, "n_runs": 2}),
    "least_resamples": Case(significance.least_resamples, {"level": 0.9}),
    "leave_one_out": Case(significance.leave_one_out, {"metric": METRIC, **PAIR}),
    "removal": Case(significance.removal, {"metric": METRIC, **PAIR, "level": 0.5, **DRAWN}),
    "monte_carlo_interval": Case(significance.monte_carlo_interval, {"count": 1, "trials": 3, "level": 0.9}),
    "p_value": Case(significance.p_value, {"count": np.array([1, 2]), "trials": 3}),
    "power_of_pair": Case(
        significance.power_of_pair, {"bootstrap": BOOTSTRAP, "a": "A", "b": "B", "power": 0.8, "level": 0.05}
    ),
    "letters": Case(significance.compact_letters, {"told_apart": np.array([[0, 1], [1, 0]], bool), "order": [1, 0]}),
    "rank": Case(significance.rank_systems, {"scores": np.array([1.0, math.nan]), "higher_is_better": True}),
    "group_runs": Case(significance.group_runs, {"names": ["x.run1", "x.run2", "y"]}),
    "statistics_by_run": Case(
        significance.statistics_by_run, {"statistics": MEASURED, "groups": {"A": ["A"], "B": ["B"]}}
    ),
    "pool_runs": Case(significance.pool_runs, {"statistics": MEASURED, "groups": GROUPS}),
    "replications": Case(
        significance.replications, {"metric": METRIC, "statistics": MEASURED, "groups": GROUPS, **DRAWN}
    ),
    "run_error": Case(significance.run_error, {"a": RUNS[0], "b": RUNS[1]}),
    # Agreement with judges
    "Judge.of_scores": Case(
        agreement.Judge.of_scores, {"scores": DA, "systems": ["A", "B"], "covered": np.ones((2, 3), bool)}
    ),
    "Judge.of_preferences": Case(
        agreement.Judge.of_preferences,
        {"preferences": PREFERRED, "systems": ["A", "B"], "covered": np.ones((2, 3), bool)},
    ),
    "find_judge": Case(agreement.find_judge, {"test_set": JUDGES_SET, "name": "DA", "covered": np.ones((3, 3), bool)}),
    "names_of_judges": Case(agreement.names_of_judges, {"test_set": JUDGES_SET}),
    "names_of_people": Case(agreement.names_of_people, {"test_set": JUDGES_SET}),
    "JudgedPairs.of_scores": Case(agreement.JudgedPairs.of_scores, {"scores": TABLES["judge_scores"]}),
    "JudgedPairs.of_preferences": Case(
        agreement.JudgedPairs.of_preferences, {"preferences": PREFERRED, "systems": ["A", "B"]}
    ),
    "OrientedScores": Case(
        agreement.OrientedScores, {"segments": TABLES["scores"], "metric": METRIC, "statistics": SCORED.statistics}
    ),
    "OrientedScores.of": Case(
        agreement.OrientedScores.of, {"metric": METRIC, "statistics": MEASURED, "judge": DA_JUDGE}
    ),
    "scored_outputs": Case(agreement.scored_outputs, {"test_set": JUDGES_SET, "metrics": [METRIC]}),
    "Resampling": Case(agreement.Resampling, {"trials": 3, "seed": 1, "members": np.array([0, 0, 1])}),
    "agreement_values": Case(agreement.agreement_values, {**OF_JUDGE, "kind": "mean", "measures": ["tau", "spa"]}),
    "measure_agreement": Case(
        agreement.measure_agreement, {**OF_JUDGE, "resampling": DRAWS, "kind": "mean", "measures": ["tau", "spa"]}
    ),
    "suitable_measures": Case(agreement.suitable_measures, {"judge": DA_JUDGE}),
    "Agreement.value": Case(AGREED.value, {"measure": "tau"}),
    "Agreement.sampled": Case(AGREED.sampled, {"measure": "tau"}),
    "Agreement.limit": Case(AGREED.limit, {"measure": "spa"}),
    "Agreement.epsilon": Case(AGREED.epsilon, {"measure": "tau"}),
    "Agreement.interval": Case(AGREED.interval, {"measure": "tau", "level": 0.9}),
    "MetricComparison.of": Case(
        agreement.MetricComparison.of,
        {"agreements": {"x": AGREED, "y": AGREED}, "measure": "tau", "correction": "holm"},
    ),
    "MetricComparison.difference_interval": Case(
        agreement.MetricComparison.of({"x": AGREED, "y": AGREED}, "tau").difference_interval,
        {"a": 0, "b": 1, "level": 0.9},
    ),
    "swap_scores": Case(
        agreement.swap_scores, {"judge": DA_JUDGE, "a": SCORED, "b": SCORED, "measure": "tau", **DRAWN}
    ),
    "MetricComparison.p_against": Case(
        agreement.MetricComparison.of({"x": AGREED, "y": AGREED}, "tau").p_against, {"name": "x"}
    ),
    "bleu_by_smoothing": Case(agreement.bleu_by_smoothing, {"bleu": METRIC}),
    "Sweep.metrics": Case(agreement.SWEEPS["lowercase"].metrics, {"metric": METRIC}),
    "SweepStatistics": Case(agreement.SweepStatistics, {"test_set": TEST_SET}),
    "SweepStatistics.of": Case(agreement.SweepStatistics(TEST_SET).of, {"metric": METRIC}),
    "constant_scores": Case(agreement.constant_scores, {"judge": DA_JUDGE}),
    "chance_agreement": Case(
        agreement.chance_agreement, {"judge": DA_JUDGE, "measures": ["tau"], "metrics": 2, "seed": 1}
    ),
    "Chance.interval": Case(agreement.chance_agreement(DA_JUDGE, ["tau"], 50)["tau"].interval, {"level": 0.9}),
    "misordered_systems": Case(agreement.misordered_systems, {**OF_JUDGE, "kind": "mean"}),
    "misordered_outputs": Case(agreement.misordered_outputs, {**OF_JUDGE, "max_segments": 3}),
    "difference_worth": Case(
        agreement.difference_worth, {**OF_JUDGE, "differences": np.array([0.0, 1]), "resampling": DRAWS, "kind": "mean"}
    ),
    "tau_b": Case(agreement.tau_b, {**TABLES, "grouping": "none"}),
    "soft_accuracy": Case(agreement.soft_accuracy, {**TABLES, **DRAWN, "published": True}),
    # Choosing among candidates
    "Lists": Case(
        choosing.Lists,
        {
            "candidates": LISTS.candidates,
            "offsets": LISTS.offsets,
            "names": ("A", "B"),
            "features": LISTS.features,
            "feature_names": ("lm", "w"),
            "decoder_scores": LISTS.decoder_scores,
        },
    ),
    "Lists.build": Case(choosing.Lists.build, {"lists": [["a", "b"], ["c"]]}),
    "Lists.of_systems": Case(choosing.Lists.of_systems, {"test_set": TEST_SET, "systems": ["A", "B"]}),
    "Lists.of_columns": Case(choosing.Lists.of_columns, {"columns": SYSTEMS}),
    "Lists.only": Case(LISTS.only, {"segments": np.array([2, 0])}),
    "parse": Case(choosing.parse, {"name": "mbr:bleu"}),
    "Criterion": Case(choosing.Criterion, {"kind": "mbr", "of": "bleu"}),
    "usual_criteria": Case(choosing.usual_criteria, {"lists": LISTS, "metrics": ["bleu"], "with_references": True}),
    "choose_candidates": Case(
        choosing.choose_candidates,
        {
            "criteria": CRITERIA,
            "lists": LISTS,
            "references": OF_LISTS,
            "options": {"smoothing": "2"},
            "seed": 1,
            "probabilities": UNIFORM,
        },
    ),
    "Chooser": Case(
        choosing.Chooser,
        {"lists": LISTS, "references": OF_LISTS, "options": {}, "seed": 1, "probabilities": UNIFORM},
    ),
    "Chooser.choose": Case(CHOOSER.choose, {"criterion": CRITERIA[1]}),
    "Chooser.worths": Case(CHOOSER.worths, {"criterion": CRITERIA[2]}),
    "Chooser.metric": Case(CHOOSER.metric, {"criterion": CRITERIA[1]}),
    "Choice.texts": Case(CHOICES[0].texts, {"lists": LISTS}),
    "Choice.within": Case(CHOICES[0].places_in_lists, {"lists": LISTS}),
    "texts_differ": Case(choosing.texts_differ, {"first": CHOICES[0], "second": CHOICES[1], "lists": LISTS}),
    "consensus": Case(
        choosing.consensus,
        {"chooser": CHOOSER, "segment": 1, "criteria": CRITERIA, "choices": CHOICES, "max_order": 2},
    ),
    "SharedNgrams.longest": Case(SHARED.longest, {"share": 0.5}),
    "score_choices": Case(
        choosing.score_choices,
        {
            "choices": choosing.choose_candidates(CRITERIA[:1], SYSTEM_LISTS),
            "lists": SYSTEM_LISTS,
            "references": REFERENCES,
            "judges": [METRIC],
            "external_scores": [Scores("COMET", {name: np.array([1.0, 2.0, 3.0]) for name in SYSTEMS})],
        },
    ),
    "judged_systems": Case(choosing.judged_systems, {"test_set": JUDGES_SET}),
    "Matrix.best": Case(MATRIX.best, {"judge": 0}),
    "Matrix.index": Case(MATRIX.index, {"name": "first"}),
    "Matrix.only": Case(MATRIX.only, {"names": ["first", "mbr:bleu"]}),
    "usual_baseline": Case(choosing.usual_baseline, {"matrix": MATRIX}),
    "gains": Case(choosing.gains, {"matrix": MATRIX, "baseline": "first", **DRAWN}),
    "Gains.could_be_chance": Case(GAINS.could_be_chance, {"choice": 1, "judge": 0}, (ValueError, IndexError)),
    "pair_blocks": Case(choosing.pair_blocks, {"metric": METRIC, "lists": LISTS}),
    "expected_scores": Case(choosing.expected_scores, {"metric": METRIC, "lists": LISTS, "probabilities": UNIFORM}),
    "uniform": Case(choosing.uniform, {"lists": LISTS}),
    "posterior": Case(choosing.posterior, {"lists": LISTS, "weights": [0.5, 0.1], "temperature": 2.0}),
    "candidate_statistics": Case(
        choosing.candidate_statistics, {"metric": METRIC, "lists": LISTS, "references": OF_LISTS}
    ),
    "oracle": Case(choosing.oracle, {"metric": METRIC, "lists": LISTS, "statistics": CANDIDATES.statistics}),
    "corpus_oracle": Case(
        choosing.corpus_oracle, {"metric": METRIC, "lists": LISTS, "statistics": CANDIDATES.statistics}
    ),
    "read_lists": Case(
        list_formats.read_lists,
        {
            "file": "x.txt",
            "data": b"a\nb\nc\nd\n",
            "n_segments": 2,
            "per_segment": 2,
            "encoding": "latin-1",
            "limits": FileLimits(),
        },
    ),
    # Tuning
    "TuningCandidates.of": Case(tuning.TuningCandidates.of, {"lists": LISTS, "references": OF_LISTS, "metric": METRIC}),
    "TuningCandidates.sentence_bleu": Case(CANDIDATES.sentence_bleu, {"smoothing": "7"}),
    "TuningCandidates.picks": Case(CANDIDATES.picks, {"weights": np.ones(2)}),
    "TuningCandidates.checked": Case(CANDIDATES.checked, {"weights": np.ones(2)}),
    "TuningCandidates.drawn": Case(CANDIDATES.checked_counts, {"counts": np.ones(4)}),
    "recover": Case(tuning.recover, {"candidates": CANDIDATES}),
    "objective": Case(
        tuning.objective,
        {
            "candidates": CANDIDATES,
            "bleu": CANDIDATES.sentence_bleu("7"),
            "weights": np.ones(2),
            "penalty": 10.0,
            "counts": np.ones(4),
        },
    ),
    "expected_bleu": Case(
        tuning.expected_bleu,
        {
            "candidates": CANDIDATES,
            "bleu": CANDIDATES.sentence_bleu("7"),
            "penalty": 10.0,
            "start": np.ones(2),
            "counts": np.ones(4),
        },
    ),
    "mert": Case(
        tuning.mert,
        {"candidates": CANDIDATES, "start": np.ones(2), "counts": np.ones(4), "starts": 2, "seed": 1},
    ),
    "mira": Case(
        tuning.mira,
        {
            "candidates": CANDIDATES,
            "start": np.ones(2),
            "counts": np.ones(4),
            "cap": 0.1,
            "epochs": 2,
            "seed": 1,
        },
    ),
    "halves": Case(tuning.halves, {"lists": LISTS, "references": OF_LISTS, "metric": METRIC, "seed": 1}),
    "tune": Case(
        tuning.tune,
        {
            "development": CANDIDATES,
            "held_out": HELD_OUT,
            "tuners": ["mira", "expected:2"],
            "replications": 2,
            "seed": 1,
            "penalty": 10.0,
            "starts": 1,
        },
    ),
    "compare_tuners": Case(
        tuning.compare_tuners,
        {"tunings": TUNINGS, "correction": "holm", "exchange": "together", **DRAWN},
    ),
    "Tunings.named": Case(TUNINGS.result_of, {"name": "expected:2"}),
    "check_tuner": Case(tuning.check_tuner, {"name": "expected:2"}),
    "choose_by_weights": Case(tuning.choose_by_weights, {"name": "tuned", "lists": LISTS, "weights": np.ones(2)}),
    # N-grams of two systems
    "contrast_ngrams": Case(
        contrast.contrast_ngrams,
        {"test_set": TEST_SET, "pair": ("A", "B"), "max_order": 2, "tokenize": "13a", "lowercase": False},
    ),
    "count_ngrams": Case(
        counts.count_ngrams,
        {
            "hypotheses": [SYSTEMS["A"], SYSTEMS["B"]],
            "references": REFERENCES,
            "max_order": 2,
            "tokenize": "13a",
            "lowercase": False,
        },
    ),
    "NGramCounts.words": Case(COUNTS.words, {"ngram": 1}),
    "NGramCounts.matched": Case(COUNTS.matched, {"hypothesis": 1}),
    "NGramCounts.total": Case(COUNTS.total, {"cells": COUNTS.matched(0)}),
    "NGramCounts.cells_of": Case(COUNTS.cells_of, {"ngram": 1}),
    "confirmed_wins": Case(contrast.confirmed_wins, {"counts": COUNTS}),
    "unconfirmed_wins": Case(contrast.unconfirmed_wins, {"counts": COUNTS}),
    "Production": Case(contrast.Production, {"counts": COUNTS, "hypothesis": 1}),
    "NGramRanking.ranked": Case(CONTRAST.confirmed.ranked, {"side": 1, "max_ngrams": 3, "order": 2}),
    "NGramRanking.ranked_without_parts": Case(
        CONTRAST.confirmed.ranked_without_parts, {"side": 1, "max_ngrams": 3, "order": 2}
    ),
    "NGramRanking.segments": Case(CONTRAST.confirmed.segments, {"ngram": 1, "side": -1}),
    "NGramRanking.p_values": Case(CONTRAST.confirmed.p_values, {"ngrams": np.array([0, 1])}),
    "NGramRanking.n_tests": Case(CONTRAST.production[0].n_tests, {"order": 2}),
    "NGramRanking.clear": Case(CONTRAST.unconfirmed.clear, {"side": 1, "max_ngrams": 3, "order": 2}),
    "NGramRanking.is_clear": Case(CONTRAST.rates.is_clear, {"order": 2}),
    "OutputRates": Case(contrast.OutputRates, {"counts": COUNTS}),
    "with_signs_apart": Case(
        contrast.with_signs_apart, {"column": SYSTEMS["A"], "tokenize": "13a", "lowercase": False}
    ),
    "log_likelihood_ratio": Case(
        contrast.log_likelihood_ratio,
        {name: np.array([1.0, 2.0]) for name in ("first", "second", "first_total", "second_total")},
    ),
    "TestSet.with_judgments": Case(
        TEST_SET.with_judgments,
        {
            "scores": [Scores("DA", {"A": [1.0, 2.0, 3.0]})],
            "annotations": [Annotation("MQM", (ErrorSpan("A", 0, 0, 1, "minor"),), {"A": [True, True, False]})],
            "preferences": [Preferences("rankings", ("A", "B"), [0], [0], [1], [False], 3)],
        },
    ),
    # Buckets
    "Buckets": Case(buckets.Buckets, {"labels": ("x", "y"), "members": np.array([0, 1, 0])}),
    "buckets_by_reference_length": Case(buckets.buckets_by_reference_length, {"counts": COUNTS}),
    "length_differences": Case(buckets.length_differences, {"counts": COUNTS, "hypothesis": 1}),
    "buckets_by_length_difference": Case(buckets.buckets_by_length_difference, {"differences": np.array([-11, 0, 7])}),
    "buckets_by_score": Case(buckets.buckets_by_score, {"scores": np.array([1.0, math.nan, 2.0])}),
    "buckets_by_label": Case(buckets.buckets_by_label, {"labels": ["x", None, "y"]}),
    "reference_frequencies": Case(buckets.reference_frequencies, {"counts": COUNTS}),
    "given_frequencies": Case(
        buckets.given_frequencies,
        {"counts": COUNTS, "word_counts": labels.WordCounts(pa.array(["a", "b"]), np.array([1, 2]))},
    ),
    "buckets_by_frequency": Case(buckets.buckets_by_frequency, {"frequencies": np.array([0, 3, 2000])}),
    "score_buckets": Case(
        bucket_scores.score_buckets, {"metric": METRIC, **PAIR, "buckets": BY_SEGMENT, "trials": 3, "seed": 1}
    ),
    "word_statistics": Case(bucket_scores.word_statistics, {"counts": COUNTS, "hypothesis": 0, "buckets": BY_WORD}),
    "score_words": Case(bucket_scores.score_words, {"counts": COUNTS, "buckets": BY_WORD, **DRAWN}),
    # Files
    "read_columns": Case(
        formats.read_columns,
        {
            "file": "x.tsv",
            "data": b"source\tsys\na\tb\n",
            "encoding": "latin-1",
            "limits": FileLimits(),
            "mapping": {"source": Role.NOTES, "sys": None},
        },
    ),
    "read_contents": Case(
        formats.read_contents,
        {
            "file": "x.tsv",
            "data": b"source\tsys\na\tb\n",
            "encoding": "latin-1",
            "limits": FileLimits(),
            "mapping": {"source": Role.NOTES, "sys": None},
        },
    ),
    "fields_to_choose": Case(formats.fields_to_choose, {"file": "x.jsonl", "data": b'{"a": {"b": "c"}}'}),
    "match_judgments": Case(
        formats.match_judgments, {"file_judgments": FOUND, "test_set": TEST_SET, "names": {"A": "B"}}
    ),
    "offered_scores": Case(formats.offered_scores, {"columns": COLUMNS}),
    "scores_of_system": Case(OFFER.scores_of_system, {"system": "B"}),
    "contents_by_pair": Case(formats.contents_by_pair, {"columns": COLUMNS, "judgments": [FOUND]}),
    "attach": Case(formats.attach, {"test_set": TEST_SET, "judgments": [FOUND], "names": {"A": "B"}}),
    "assemble": Case(formats.assemble, {"columns": COLUMNS, "name": "name"}),
    "cross_check": Case(formats.cross_check, {"columns": COLUMNS}),
    "guess_roles": Case(formats.guess_roles, {"columns": COLUMNS}),
    "is_unsure": Case(formats.is_unsure, {"column": Column(**COLUMN)}),
    "repair": Case(formats.repair, {"column": Column(**COLUMN), "kind": "empty-segments"}),
    "Column": Case(Column, COLUMN),
    "FileLimits": Case(FileLimits, {field.name: field.default for field in fields(FileLimits)}),
    "read_labels": Case(labels.read_labels, {"file": "x.txt", "data": b"one\ntwo\n", "n_segments": 2}),
    "read_word_counts": Case(labels.read_word_counts, {"file": "x.txt", "data": b"one\t1\ntwo\t2\n"}),
    "WordCounts": Case(labels.WordCounts, {"words": pa.array(["a", "b"]), "counts": np.array([1, 2])}),
    "WordCounts.of": Case(
        labels.WordCounts(pa.array(["a", "b"]), np.array([1, 2])).of, {"words": pa.array(["b", "c"])}
    ),
}

SCALARS = st.sampled_from(
    [None, True, False, -1, 0, 1, 2, 3, 2**70, -1.0, 0.0, 0.5, math.nan, math.inf, 1j, object(), print]
) | st.sampled_from(["", "a", "A", "1", "13a", "\ud800", b"a", b"\xff"])
NESTED = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.lists(inner, max_size=3).map(tuple) | st.dictionaries(st.text(), inner)
    ),
    max_leaves=4,
)
SHAPES = st.lists(st.integers(0, 3), max_size=3)
ARRAYS = st.builds(
    lambda shape, kind: np.ones(shape, kind), SHAPES, st.sampled_from([float, int, bool, "U1", "M8[D]", object])
)
ARROW = st.sampled_from([pa.array([1, 2, 3]), pa.array(["a", None, "b"]), pa.nulls(3), pa.array([["a"]])])
OTHERS = st.sampled_from([TEST_SET, METRIC, BOOTSTRAP, COUNTS, BY_SEGMENT, COLUMNS[0], {"a"}, range(3), BLEU])
WRONG = NESTED | ARRAYS | ARROW | OTHERS


def spoilt(value: Any) -> st.SearchStrategy[Any]:
    """Something else in its place, or in the place of a part of it."""
    if isinstance(value, dict) and value:
        other = st.builds(lambda key, new: value | {key: new}, st.sampled_from([*value]), WRONG)
        renamed = st.sampled_from([1, None, b"a", "", "new"]).map(
            lambda key: {**value, key: next(iter(value.values()))}
        )
        return WRONG | other | renamed
    if isinstance(value, list | tuple) and value:
        places = st.integers(0, len(value) - 1)
        changed = st.builds(
            lambda at, new: type(value)([*value[:at], new, *value[at + 1 :]]),
            places,
            places.flatmap(lambda at: spoilt(value[at])),
        )
        return WRONG | changed | places.map(lambda at: value[:at])
    if isinstance(value, np.ndarray):
        others = [value[:-1], value[..., :-1], value[None], value.astype(str), value * math.nan, value.tolist()]
        return WRONG | st.sampled_from(others)
    return WRONG


def answer(case: Case, arguments: dict[str, Any]) -> str:
    """The kind of the result, or the message of an error that is allowed."""
    try:
        result = case.function(**arguments)
        return type(list(result) if isinstance(result, Iterator) else result).__name__
    except case.errors as error:
        return f"Error: {error}" if str(error) else ""


def needed(module: ModuleType) -> Iterator[tuple[str, Callable[..., Any]]]:
    """What of a module takes arguments: functions, classes and their methods."""
    own = [name for name, value in vars(module).items() if is_of(module, value)]
    for name in getattr(module, "__all__", own):
        value = getattr(module, name)
        if inspect.isfunction(value):
            yield name, value
        elif inspect.isclass(value) and not issubclass(value, Exception | Enum):
            yield name, value
            methods = inspect.getmembers(value, lambda member: inspect.isfunction(member) or inspect.ismethod(member))
            yield from ((f"{name}.{method}", plain(function)) for method, function in methods)


def is_of(module: ModuleType, value: object) -> bool:
    """Whether a module defines a function or class, or a package offers one that its modules define."""
    home = getattr(value, "__module__", "")
    package = f"{module.__name__}." if hasattr(module, "__path__") else "\0"
    return home == module.__name__ or home.startswith(package)


def plain(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function of a method."""
    return getattr(function, "__func__", function)


def takes_something(name: str, function: Callable[..., Any]) -> bool:
    parameters = [name for name in inspect.signature(function).parameters if name != "self"]
    return bool(parameters) and not any(part.startswith("_") for part in name.split("."))


@as_one_test
@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_public_function_has_a_case(module):
    covered = {plain(case.function) for case in CASES.values()}
    wanted = [name for name, function in needed(module) if takes_something(name, function) and function not in covered]
    assert sorted(set(wanted) - NO_CASE) == [], "each public function and method needs a Case in this file"


@as_one_test
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_every_case_has_a_result(case):
    assert not answer(case, case.arguments).startswith("Error")


@pytest.mark.one_case_in(2)
@pytest.mark.quick_cases(85)
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
@examples(6)
@given(data=st.data())
def test_wrong_kinds_and_shapes_give_a_result_or_a_value_error(case, data):
    names = data.draw(st.sets(st.sampled_from([*case.arguments]), min_size=1, max_size=2), "arguments")
    wrong = {name: data.draw(spoilt(case.arguments[name]), name) for name in sorted(names)}
    assert answer(case, case.arguments | wrong).strip()


@as_one_test
@pytest.mark.parametrize(
    ("call", "found"),
    [
        (lambda: BLEU().matches(None, ["a"]), "The hypothesis is None; an empty output is the empty string"),
        (lambda: BLEU().matches(["a"], ["a"]), r"hypothesis: expected str; found \['a'\]"),
        (lambda: BLEU().matches("a", "a"), "references: expected a sequence of strings, one a reference; found one"),
        (lambda: BLEU().matches("a", None), "references: expected a sequence of strings, one a reference; found None"),
        (lambda: METEOR().alignment("a", []), r"a segment needs at least one reference; found \[\]"),
        (lambda: BLEU().matches("a", []), r"a segment needs at least one reference; found \[\]"),
        (lambda: TBLEU().alignment(None, ["a"]), "The hypothesis is None"),
        (lambda: TBLEU().alignment("a", []), r"a segment needs at least one reference; found \[\]"),
        (lambda: TBLEU().alignment("a", [None]), r"a segment needs at least one reference; found \[None\]"),
        (lambda: BLEU(weights=4), "Weights: expected a row of numbers; found 4"),
        (lambda: BLEU(weights="1111"), "Weights: expected a row of numbers; found '1111'"),
        (lambda: BLEU(weights=[None] * 4), "Weights must be finite and 0 or more; found None, None, None, None"),
        (lambda: BLEU(tokenize=["13a"]), r"Unknown tokenizer \['13a'\]; there are 13a, intl"),
        (lambda: BLEU(lowercase="no"), r"BLEU's lowercase \(--lowercase\) must be True or False; found 'no'"),
        (lambda: TestSet.build({1: ["a"]}, [["a"]]), "Every system needs a name that is text; found 1"),
        (lambda: TestSet.build([["a"]], [["a"]]), r"systems: expected Mapping; found \[\['a'\]\]"),
        (lambda: TestSet.build({"A": {"a": "b"}}, [["a"]]), "A: expected a sequence of strings.*; found one dict"),
        (lambda: TEST_SET.segment(3), "The index of a segment must be 0 to 2; found 3"),
        (
            lambda: bucket_scores.score_buckets(METRIC, PAIR["a"], PAIR["b"], buckets.buckets_by_label(["x", "y"])),
            "found: A has 3, B has 3, buckets has 2",
        ),
        (lambda: significance.compare("bleu", MEASURED), "metric: expected Metric; found 'bleu'"),
        (
            lambda: significance.randomize(METRIC, {1: PAIR["a"], "B": PAIR["b"]}),
            "a system's name: expected str; found 1",
        ),
        (lambda: significance.bootstrap(METRIC, {"A": PAIR["a"][0]}), r"a row a segment, for A; found \(8,\)"),
        (lambda: contrast.contrast_ngrams(TEST_SET, ("A", "Z")), "Unknown system 'Z'; there are A, B, A.run2"),
        (lambda: contrast.contrast_ngrams(TEST_SET, ("A",)), "Expected two systems; found 1"),
        (
            lambda: formats.read_columns("x.txt", "text"),
            "x.txt: expected bytes or bytearray or memoryview; found 'text'",
        ),
        (lambda: formats.guess_roles(["x.txt"]), "column: expected Column; found 'x.txt'"),
    ],
)
def test_what_is_said_of_a_mistake(call, found):
    with pytest.raises(ValueError, match=found):
        call()
