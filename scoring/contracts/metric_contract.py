"""The contract of every metric, BLEUscope's own and those of other packages."""

import math
import pickle
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import FrozenInstanceError, replace
from typing import Any

import numpy as np
import pyarrow as pa

from ..metric import Metric
from ..options import DeclaredOption, options_of
from ..plugins.accepted_metrics import check_fields, check_own_options, check_scores
from ..plugins.plugin_classes import check_importable
from ..registry import METRICS
from ..significance import bootstrap, compare, leave_one_out, removal
from ..testset import TestSet
from ..validation import expect
from .contract import Rule, require, require_refusal, run_rules

HYPOTHESES = ["the cat sat on the mat .", "", "the the the", "A dog!", "", "no match", "猫 on the mat"]
REFERENCES = [
    ["the cat sat on the mat .", "something", "the", None, "", "x y z", "猫 sat on the mat"],
    ["a cat was on a mat .", None, "the the", "a dog !", None, "y z", None],
]
WORDS_OF_CORPORA = ("a", "b", "A", "b.", "猫")
N_CORPORA = 40
BAD_INPUTS: tuple[tuple[Any, Any, str], ...] = (
    (["a", "b"], [["a"]], "hypotheses has 2, reference 1 has 1"),
    (["a"], [["a", "b"], ["c"]], "hypotheses has 1, reference 1 has 2, reference 2 has 1"),
    ([], [["a"]], "hypotheses has 0, reference 1 has 1"),
    (["a", "b"], ["a", "b"], "Write [references] for a single reference"),
    (["a"], "a", "Write [references] for a single reference"),
    (["a"], [], "references: expected at least one, found none"),
    ("a", [["a"]], "hypotheses: expected a sequence of strings, one a segment; found one str"),
    (["a", None], [["a", "b"]], "hypotheses: found None; an empty output is the empty string"),
    (["a", "b"], [["a", None]], "Segment 2 has no reference (1 such segments)"),
    (["\ud800"], [["a"]], "hypotheses: expected a sequence of strings that can be encoded as UTF-8"),
    (["a"], [["a"], ["\ud800"]], "reference 2: expected a sequence of strings that can be encoded"),
    ([1], [["a"]], "hypotheses: expected a sequence of strings"),
)
"""Hypotheses and references that are refused, and a part of each error's message."""


def check_metric(metric: Metric) -> None:
    """Test a metric against the contract; ``AssertionError`` lists every rule that it breaks.

    >>> from scoring import BLEU
    >>> check_metric(BLEU())
    """
    expect(metric, Metric, "metric")
    calls: list[tuple[Rule, tuple[Any, ...]]] = [(rule, (metric,)) for rule in METRIC_RULES]
    calls += [(rule, (metric, option)) for rule in OPTION_RULES for option in options_of(type(metric))]
    calls += [(rule, (metric, *corpus)) for rule in CORPUS_RULES for corpus in corpora()]
    if type(metric) not in map(METRICS.__getitem__, METRICS.built_in):
        calls.insert(0, (can_be_a_plugin, (metric,)))
    run_rules(f"The metric {metric.name}", calls)


def corpora(number: int = N_CORPORA, seed: int = 1) -> Iterator[tuple[list[str], list[list[str | None]]]]:
    """Yield small test sets, each as hypotheses and two references; the same seed yields the same sets."""
    draw = random.Random(seed)
    for _ in range(number):
        n_segments = draw.randint(1, 5)
        hypotheses, first = ([_segment(draw) for _ in range(n_segments)] for _ in range(2))
        second = [None if draw.random() < 0.3 else _segment(draw) for _ in range(n_segments)]
        yield hypotheses, [list(first), second]


def _segment(draw: random.Random) -> str:
    return " ".join(draw.choices(WORDS_OF_CORPORA, k=draw.randint(0, 6)))


def with_other_value(metric: Metric, option: DeclaredOption) -> Metric:
    """Return the metric with another value of this option."""
    other = option.default if getattr(metric, option.name) == option.other else option.other
    changed: Metric = replace(metric, **{option.name: other})
    return changed


# --- a metric as it is ---


def can_be_a_plugin(metric: Metric) -> None:
    """The metric names its package, its options are its own or BLEUscope's, and other processes find its class."""
    require(metric.package, "package is empty; its signature needs the name and version of its package")
    plugin = f"plugin:{metric.package}"
    require(f"|{plugin}|" in f"|{metric.signature}|", f"the signature lacks {plugin}; found {metric.signature}")
    check_importable(type(metric))
    own = [METRICS[name] for name in METRICS.built_in]
    require(metric.label not in {kind.label for kind in own}, f"{metric.label} is the label of another metric")
    check_fields(type(metric))
    check_own_options(type(metric), own)
    check_scores(metric)


def has_names(metric: Metric) -> None:
    """The metric has a label, and its statistics have names that differ."""
    require(metric.label, "label is empty")
    require(isinstance(metric.higher_is_better, bool), "higher_is_better is no bool")
    require(isinstance(metric.is_percentage, bool), "is_percentage is no bool")
    require(len(set(metric.statistic_names)) == len(metric.statistic_names) > 0, "statistic_names repeat or are none")
    require(set(metric.segment_statistics) <= set(metric.statistic_names), "segment_statistics are no statistics")


def has_shapes_and_types(metric: Metric) -> None:
    """Statistics are finite float64 (n_segments, n_statistics), and one row has one score."""
    statistics = metric.statistics(HYPOTHESES, REFERENCES)
    require(statistics.dtype == np.float64, f"statistics are {statistics.dtype}")
    shape = len(HYPOTHESES), len(metric.statistic_names)
    require(statistics.shape == shape, f"statistics have the shape {statistics.shape}, not {shape}")
    require(np.isfinite(statistics).all(), "statistics are not finite")
    require(metric.score(statistics).shape == (len(HYPOTHESES),), "not one score a segment")
    require(np.shape(metric.score(statistics.sum(axis=0))) == (), "the corpus must have one score")


def finds_a_statistic_by_its_name(metric: Metric) -> None:
    """Each statistic is found by its name, and an unknown name is an error."""
    statistics = metric.statistics(HYPOTHESES, REFERENCES)
    by_name = [metric.column(statistics, name) for name in metric.statistic_names]
    np.testing.assert_array_equal(np.stack(by_name, axis=1), statistics)
    last = metric.column(statistics.sum(axis=0), metric.statistic_names[-1])
    require(last == statistics[:, -1].sum(), "the last statistic of a sum is another one")
    require_refusal(lambda: metric.column(statistics, "length"), "Unknown statistic 'length'; there are ")


def scores_any_leading_axes(metric: Metric) -> None:
    """Scores have the leading axes of their statistics, which are left unchanged."""
    statistics = metric.statistics(HYPOTHESES, REFERENCES)
    stacked = np.stack([statistics, statistics[::-1], 2 * statistics])
    before = stacked.copy()
    expected = [[float(metric.score(row)) for row in rows] for rows in stacked]
    np.testing.assert_allclose(metric.score(stacked), expected, rtol=1e-12)
    np.testing.assert_array_equal(stacked, before)
    require(metric.score(np.zeros((0, statistics.shape[1]))).shape == (0,), "no rows have scores")
    whole = np.floor(statistics)
    np.testing.assert_array_equal(metric.score(whole.astype(int)), metric.score(whole))


def gives_two_empty_texts_no_score(metric: Metric) -> None:
    """Two empty texts have no score, NaN, and change no corpus score."""
    for references in ([""], ["", ""], [None, ""], [" \t"]):
        whole = metric.statistics(["", "a b c d e"], [[text, "a b c d e"] for text in references])
        require(np.isnan(metric.score(whole)).tolist() == [True, False], f"with the references {references}")
        alone = metric.statistics(["a b c d e"], [["a b c d e"] for _ in references])
        require(metric.score(whole.sum(axis=0)) == metric.score(alone.sum(axis=0)), "the corpus score changes")
        empty = metric.statistics(["", ""], [[text, text] for text in references])
        require(np.isnan(metric.score(empty)).all(), "empty segments have scores")
        require(math.isnan(metric.score(empty.sum(axis=0))), "an empty corpus has a score")


def gives_an_empty_text_against_another_one_the_worst_score(metric: Metric) -> None:
    """An empty text against another text has the worst score: 0, or 100 for an error rate."""
    for hypothesis, reference in (("a b", ""), ("", "a b")):
        (score,) = metric.score(metric.statistics([hypothesis], [[reference]]))
        require(score == (0 if metric.higher_is_better else 100), f"{hypothesis!r} against {reference!r}: {score}")


def gives_nan_statistics_no_score(metric: Metric) -> None:
    """A NaN in a row makes the scores of this row and of the corpus NaN; a test of such scores has no p value."""
    statistics = metric.measure(TestSet.build({"A": HYPOTHESES, "B": HYPOTHESES[::-1]}, REFERENCES))
    for column in range(len(metric.statistic_names)):
        broken = statistics["A"].copy()
        broken[2, column] = math.nan
        expected = metric.score(statistics["A"])
        expected[2] = math.nan
        np.testing.assert_array_equal(metric.score(broken), expected)
        require(math.isnan(metric.score(broken.sum(axis=0))), "the corpus has a score")
        pair = {"A": broken, "B": statistics["B"]}  # some resamples leave the broken segment out
        for test in ("ar", "bootstrap"):
            (result,) = compare(metric, pair, test, trials=50).pairs
            unknown = (
                result.score_a,
                result.difference,
                result.p_value,
                result.p_adjusted,
                result.ci_low,
                result.ci_high,
            )
            require(np.isnan(unknown).all(), f"{test} says something of it")
            require(result.score_b == metric.score(statistics["B"].sum(axis=0)), f"{test} changes the other score")
        require(np.isnan(leave_one_out(metric, pair["A"], pair["B"])).all(), "leaving one out says something of it")
        removal_result = removal(metric, pair["A"], pair["B"], trials=50)
        require(
            (removal_result.needed, math.isnan(removal_result.p_value)) == (0, True), "removal says something of it"
        )
        resampled = bootstrap(metric, pair, trials=200)
        bootstrap_values = [resampled.share_better("A", "B"), resampled.standard_error("A", "B")]
        require(np.isnan(bootstrap_values).all(), "the bootstrap says something of it")


def refuses_statistics_that_are_no_finite_numbers(metric: Metric) -> None:
    """Infinite statistics, texts, and too few statistics in a row are errors."""
    rest = [1.0] * (len(metric.statistic_names) - 1)
    require_refusal(lambda: metric.score([math.inf, *rest]), "statistics must be finite; found inf")  # type: ignore[arg-type]
    require_refusal(lambda: metric.score(["many", *rest]), "expected numbers")  # type: ignore[arg-type]
    require_refusal(lambda: metric.score(None), "found 0")  # type: ignore[arg-type]


def puts_a_perfect_match_first(metric: Metric) -> None:
    """A perfect match of thirty words is better than a match with a fault, and no match is worst."""
    text = " ".join(f"word{number}" for number in range(30))
    changed = [text, text.replace(" word9 ", " "), text.replace(" word9 ", " other "), "zzz qqq kkk xxx"]
    perfect, *imperfect, unlike = metric.score(metric.statistics(changed, [[text] * len(changed)]))
    if metric.is_percentage:  # METEOR keeps off a little for the one chunk, and EED for a visit
        best = 100 if metric.higher_is_better else 0
        require(abs(perfect - best) <= 0.15, f"a perfect match has {perfect}")
    if not metric.higher_is_better:
        perfect, unlike, imperfect = -perfect, -unlike, [-score for score in imperfect]
    require(unlike < min(imperfect) <= max(imperfect) < perfect, f"{unlike} {imperfect} {perfect}")


def depends_on_other_segments_only_where_it_says_so(metric: Metric) -> None:
    """A metric that needs all references has other statistics in a larger set, and no other metric has."""
    larger = [[*column, "the mat and other words"] for column in REFERENCES]
    alone, in_larger_set = (metric.statistics(HYPOTHESES, REFERENCES, among) for among in (None, larger))
    require((alone != in_larger_set).any() == metric.needs_all_references, "needs_all_references is wrong")


def gives_no_hypotheses_no_rows(metric: Metric) -> None:
    """Without hypotheses there are no rows."""
    for number in (1, 2):
        require(metric.statistics([], [[]] * number).shape == (0, len(metric.statistic_names)), "there are rows")


def reads_any_kind_of_column(metric: Metric) -> None:
    """Tuples, Arrow arrays and chunked arrays give the statistics of lists."""
    expected = metric.statistics(HYPOTHESES, REFERENCES)
    kinds: list[Callable[[Any], Any]] = [tuple, pa.array, _chunked_array]
    for build_column in kinds:
        hypotheses, *references = map(build_column, (HYPOTHESES, *REFERENCES))
        np.testing.assert_array_equal(metric.statistics(hypotheses, references), expected)


def _chunked_array(column: Sequence[str | None]) -> pa.ChunkedArray:
    return pa.chunked_array([column[:2], column[2:]], pa.string())


def refuses_bad_input(metric: Metric) -> None:
    """Bad input is an error that states what disagrees."""
    for hypotheses, references, message in BAD_INPUTS:
        require_refusal(lambda h=hypotheses, r=references: metric.statistics(h, r), message)  # type: ignore[misc]


def takes_its_own_options_and_no_others(metric: Metric) -> None:
    """``configure`` takes the metric's own options and ignores all others."""
    others = {d.key: d.other for name in METRICS.built_in for d in options_of(METRICS[name])}
    options = others | {d.key: d.other for d in options_of(type(metric))} | {"seed": 1, "name": "no"}
    if "weights" in options:
        options["max_order"] = len(options["weights"])  # a weight an order
    configured = type(metric).configure(options)
    own = {own.name: options[own.key] for own in options_of(type(metric))}
    require(configured == type(metric)(**own), f"{configured} is configured by {own}")
    require(type(metric).configure({}) == type(metric)(), "no options are not the defaults")


def is_equal_after_pickling(metric: Metric) -> None:
    """Metrics with equal options are equal, in sets and in other processes."""
    twin = replace(metric)
    require(metric == twin and hash(metric) == hash(twin), "a copy is another one")
    for option in options_of(type(metric))[:1]:
        require(len({metric, twin, with_other_value(metric, option)}) == 2, "another option is no other metric")
    copy = pickle.loads(pickle.dumps(metric))  # noqa: S301 (our own bytes)
    require(copy == metric and hash(copy) == hash(metric), "it is another one after pickling")
    np.testing.assert_array_equal(copy.statistics(HYPOTHESES, REFERENCES), metric.statistics(HYPOTHESES, REFERENCES))


def counts_references_in_its_signature(metric: Metric) -> None:
    """The full signature has the number of references, ``var`` where it varies, and what holds for several."""
    complete, varying = pa.array(["a", "b"]), pa.array(["a", None])
    parts = metric.signature.split("|")
    place = len(parts) - (2 if metric.package else 1)  # before the package, if there is one, and the version
    several = [f"{key}:{value}" for key, value in metric.several_references]
    of_several = "|".join([*parts[:place], *several, *parts[place:]])
    for references, expected in (
        ([complete], f"nrefs:1|{metric.signature}"),
        ([varying], f"nrefs:var|{metric.signature}"),
        ([complete] * 3, f"nrefs:3|{of_several}"),
        ([complete, varying], f"nrefs:var|{of_several}"),
    ):
        signature = metric.full_signature(references)
        require(signature == expected, f"found {signature}, expected {expected}")


# --- each of its options ---


def describes_an_option(metric: Metric, option: DeclaredOption) -> None:
    """Every option has a label, a help that ends with a full stop, a flag, another value and a range that has both."""
    declaration = option.option
    require(declaration.label and declaration.flag.startswith("--"), f"{option.name}: its label or flag is missing")
    require(declaration.help.endswith((".", "...")), f"{option.name}: its help is no sentence")
    require(option.other != option.default, f"{option.name}: its other value is the default")
    require(
        type(metric).configure({option.key: option.default}) == type(metric)(), f"{option.name} has another default"
    )
    if not option.is_switch and isinstance(option.default, int | float):
        values = sorted([option.default, option.other])
        require(declaration.lowest is not None and declaration.highest is not None, f"{option.name}: it has no range")
        require(
            declaration.lowest <= values[0] <= values[1] <= declaration.highest,
            f"{option.name}: its range lacks {values}",
        )


def refuses_what_an_option_cannot_be(metric: Metric, option: DeclaredOption) -> None:
    """A value that an option cannot have is an error that names metric, option and flag."""
    declaration, wrong = option.option, []
    if option.is_switch:
        wrong = ["no", 1, None]
    elif declaration.lowest is not None and declaration.highest is not None:
        wrong = [declaration.lowest - 1, declaration.highest + 1, math.nan, "much", None]
    for value in wrong:
        message = f"{metric.label}'s {option.name} ({declaration.flag}) must be "
        require_refusal(lambda to=value: replace(metric, **{option.name: to}), message)  # type: ignore[misc]


def tells_an_option_in_its_signature(metric: Metric, option: DeclaredOption) -> None:
    """Every option changes the signature, which has BLEUscope's version."""
    changed = with_other_value(metric, option)
    require(changed.signature != metric.signature, f"{option.name} changes no signature; found {changed.signature}")
    require(changed != metric, f"{option.name} makes no other metric")
    version = "version:BLEUscope-"
    require(f"|{version}" in f"|{metric.signature}", f"the signature lacks {version}; found {metric.signature}")


def keys_statistics_by_what_they_depend_on(metric: Metric, option: DeclaredOption) -> None:
    """An option of the score alone changes neither the key of the statistics nor the statistics."""
    changed = with_other_value(metric, option)
    same_key = changed.statistics_key == metric.statistics_key
    require(same_key == option.option.of_score, f"{option.name}: of_score is {option.option.of_score}")
    if option.option.of_score:
        expected = metric.statistics(HYPOTHESES, REFERENCES)
        np.testing.assert_array_equal(changed.statistics(HYPOTHESES, REFERENCES), expected, strict=True)


def lets_no_option_be_set_afterwards(metric: Metric, option: DeclaredOption) -> None:
    """The options of a metric cannot be set afterwards."""
    try:
        setattr(metric, option.name, option.other)
    except FrozenInstanceError:
        return
    raise AssertionError(f"{option.name} can be set; declare the class as @dataclass(frozen=True)")


# --- on any test set ---


def keeps_scores_in_range(metric: Metric, hypotheses: Any, references: Any) -> None:
    """Scores are 0 to 100 or NaN; only error rates and scales of their own exceed 100."""
    statistics = metric.statistics(hypotheses, references)
    highest = 100 + 1e-9 if metric.higher_is_better and metric.is_percentage else np.inf
    for scores in (metric.score(statistics), metric.score(statistics.sum(axis=0))):
        is_fine = np.isnan(scores) | ((scores >= 0) & (scores <= highest))
        require(is_fine.all(), f"{hypotheses} against {references}: {scores}")


def measures_the_whole_as_its_parts(metric: Metric, hypotheses: Any, references: Any) -> None:
    """The statistics of a set are those of its parts."""
    whole = metric.statistics(hypotheses, references)
    for cut in range(len(hypotheses) + 1):
        parts = [
            metric.statistics(hypotheses[part], [r[part] for r in references], references)
            for part in (slice(cut), slice(cut, None))
        ]
        np.testing.assert_array_equal(np.concatenate(parts), whole)


def reads_the_reference_set_only_where_it_says_so(metric: Metric, hypotheses: Any, references: Any) -> None:
    """The reference set matters only to a metric that needs all references."""
    alone = metric.statistics(hypotheses, references)
    np.testing.assert_array_equal(metric.statistics(hypotheses, references, references), alone)
    larger = [[*column, "one more"] for column in references]
    if not metric.needs_all_references:
        np.testing.assert_array_equal(metric.statistics(hypotheses, references, larger), alone)


def measures_every_system(metric: Metric, hypotheses: Any, references: Any) -> None:
    """``measure`` gives the statistics of every system."""
    systems = {"as it is": hypotheses, "backwards": hypotheses[::-1], "empty": [""] * len(hypotheses)}
    statistics = metric.measure(TestSet.build(systems, references))
    require(list(statistics) == list(systems), f"found {list(statistics)}")
    for name, texts in systems.items():
        np.testing.assert_array_equal(statistics[name], metric.statistics(texts, references), strict=True)


def ignores_the_order_of_references(metric: Metric, hypotheses: Any, references: Any) -> None:
    """The order of references changes no segment's score, and the corpus's only where the signature says how."""
    rows = [metric.statistics(hypotheses, ordered) for ordered in (references, references[::-1])]
    one, other = map(metric.score, rows)
    np.testing.assert_allclose(one, other, rtol=1e-9)
    if not metric.several_references:
        one, other = (metric.score(statistics.sum(axis=0)) for statistics in rows)
        np.testing.assert_allclose(one, other, rtol=1e-9)


METRIC_RULES: tuple[Rule, ...] = (
    has_names,
    has_shapes_and_types,
    finds_a_statistic_by_its_name,
    scores_any_leading_axes,
    gives_two_empty_texts_no_score,
    gives_an_empty_text_against_another_one_the_worst_score,
    gives_nan_statistics_no_score,
    refuses_statistics_that_are_no_finite_numbers,
    puts_a_perfect_match_first,
    depends_on_other_segments_only_where_it_says_so,
    gives_no_hypotheses_no_rows,
    reads_any_kind_of_column,
    refuses_bad_input,
    takes_its_own_options_and_no_others,
    is_equal_after_pickling,
    counts_references_in_its_signature,
)
OPTION_RULES: tuple[Rule, ...] = (
    describes_an_option,
    refuses_what_an_option_cannot_be,
    tells_an_option_in_its_signature,
    keys_statistics_by_what_they_depend_on,
    lets_no_option_be_set_afterwards,
)
CORPUS_RULES: tuple[Rule, ...] = (
    keeps_scores_in_range,
    measures_the_whole_as_its_parts,
    reads_the_reference_set_only_where_it_says_so,
    measures_every_system,
    ignores_the_order_of_references,
)
