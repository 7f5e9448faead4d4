"""Rules of a gate: how they are read, what passes, fails or is not said, and how often a true loss passes."""

import math
from dataclasses import replace
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from benchmarks.gate import passes, true_loss
from scoring import BLEU, CHRF, TER, TestSet
from scoring.checks import CHECKS
from scoring.checks.check import Check, CheckSpans
from scoring.judgments import Scores
from scoring.judgments.external import ExternalScore
from scoring.significance import compare, judge
from scoring.studies.checks import ONE_REFERENCE
from scoring.studies.gate.gate import GateRequest, run, with_worst_segments
from scoring.studies.gate.rule_syntax import metric_of_rule, parse_rule, parse_rules
from scoring.studies.gate.rules import (
    EXIT_CODE_OF_STATE,
    FAILED,
    NOT_JUDGED,
    PASSED,
    TOO_LITTLE,
    BetterRule,
    CheckRule,
    NotWorseRule,
    ScoreRule,
)
from tests.cases import as_one_test
from tests.corpora import SAMPLE_SETS

SYSTEMS = {name.split("/")[1]: (texts, references) for name, texts, references in SAMPLE_SETS if "news-en-es/" in name}
(_, REFERENCES), *_ = SYSTEMS.values()
DIRECT = next(texts for name, (texts, _) in SYSTEMS.items() if "direct" in name)
CATALAN = next(texts for name, (texts, _) in SYSTEMS.items() if "catalan" in name)


def judged(rule, metric, rows, same_outputs=False, **options):
    """What a rule says of statistics by system, the new one's first."""
    new, *baseline = rows
    request = GateRequest(parse_rules([rule]), new, *baseline, **options)
    (result,) = run(request, {metric: rows}, {metric: metric.signature}, same_outputs=same_outputs).results
    return result


def outputs(metric, new, old=DIRECT, references=REFERENCES):
    return {name: metric.statistics(texts, references) for name, texts in {"new": new, "old": old}.items()}


def scores(new, old):
    """Scores of segments as a metric, and its statistics by system."""
    given = Scores("COMET", {"new": new, "old": old})
    texts = TestSet.build({"new": ["x"] * len(new), "old": ["x"] * len(old)}, [["x"] * len(new)])
    metric = ExternalScore.reading(given)
    return metric, metric.measure(replace(texts, scores=(given,)))


# --- how rules are read ---


@as_one_test
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("chrf not worse by 0.5", NotWorseRule("chrf not worse by 0.5", "chrf", None, 0.5)),
        ("  chrF++   NOT worse  by .5 ", NotWorseRule("chrF++ NOT worse by .5", "chrF++", None, 0.5)),
        ("ter not worse by 1", NotWorseRule("ter not worse by 1", "ter", None, 1.0)),
        ("DA+SQM not worse by 2", NotWorseRule("DA+SQM not worse by 2", "DA+SQM", None, 2.0)),
        ("my score (given) better", BetterRule("my score (given) better", "my score (given)", None)),
        ("bleu better", BetterRule("bleu better", "bleu", None)),
        ("chrf >= 55", ScoreRule("chrf >= 55", "chrf", None, ">=", 55.0)),
        ("MQM>-3.5", ScoreRule("MQM>-3.5", "MQM", None, ">", -3.5)),
        ("ter <= 40", ScoreRule("ter <= 40", "ter", None, "<=", 40.0)),
        ("check:copy==0", CheckRule("check:copy==0", "copy", "==", 0.0)),
        ("Check:Copy <= 0.5%", CheckRule("Check:Copy <= 0.5%", "copy", "<=", 0.5, is_percentage=True)),
        ("check:repetition <= reference", CheckRule("check:repetition <= reference", "repetition", "<=", None)),
        (
            "new is not worse than base by chrf within 0.5",
            NotWorseRule("new is not worse than base by chrf within 0.5", "chrf", ("new", "base"), 0.5),
        ),
        (
            "my new one is better than v1 by DA+SQM",
            BetterRule("my new one is better than v1 by DA+SQM", "DA+SQM", ("my new one", "v1")),
        ),
    ],
)
def test_a_rule_is_read(text, expected):
    assert parse_rule(text) == expected


@pytest.mark.parametrize(("text", "number"), [("1e1", 10), ("1e-3", 0.001), ("2.5E+1", 25)])
def test_a_number_may_have_an_exponent(text, number):
    assert parse_rule(f"bleu >= {text}").number == number
    assert parse_rule(f"bleu not worse by {text}").margin == number


@as_one_test
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("chrf not wrose by 0.5", r"is not understood \(did you mean chrf not worse by 0\.5\?\)"),
        ("chrf not worse by 0,5", r"did you mean chrf not worse by 0\.5"),
        ("chrf not worse", r"is not understood.*'METRIC not worse by NUMBER'"),
        ("chrf => 55", r"did you mean chrf >= 55"),
        ("chrf >= nan", "is not understood"),
        ("chrf not worse by 1e999", "is not understood"),
        ("bleu bettter", r"did you mean bleu better"),
        ("nonsense", r"^Rule 'nonsense' is not understood; rules are"),
        ("chrf not wrose by 1e-3", r"did you mean chrf not worse by 1e-3\?"),
        ("", "is not understood"),
        ("chrf not worse by 0", "margin must be above 0; found 0. Or write 'chrf better'"),
        ("chrf not worse by -1", "margin must be above 0; found -1"),
        ("check:copi == 0", r"unknown check 'copi' \(did you mean copy\?\); there are numbers, links"),
        ("check:xyz <= reference", "unknown check 'xyz'; there are numbers, links"),
        ("check:copy <= 0.5", r"expected a number of segments, such as 0; found 0\.5\..*'check:copy <= 0.5 %'"),
        ("check:copy == -1", "expected a number of segments, such as 0; found -1"),
        ("check:copy <= 101 %", "expected 0 to 100 % of the segments; found 101 %"),
        ("check:copy =< 3", r"did you mean check:copy >= 3"),
        ("terms >= 101 %", "expected 0 to 100 % of the terms; found 101 %"),
        ("terms > = 90 %", r"did you mean terms >= 90 %\?"),
    ],
)
def test_what_is_no_rule_is_refused(text, message):
    with pytest.raises(ValueError, match=message):
        parse_rule(text)


@given(st.text(max_size=30))
def test_any_text_is_a_rule_or_refused(text):
    try:
        assert parse_rule(text).text == " ".join(text.split())
    except ValueError as error:
        assert str(error).startswith("Rule ")  # noqa: PT017 - both ends are right


def test_equal_rules_are_one():
    assert len(parse_rules(["bleu  better", "bleu better", "chrf better"])) == 2


def test_a_metric_is_found_by_name_and_label_in_any_case():
    chrf, bleu = CHRF(), BLEU()
    for name in ("chrf", "chrF", "CHRF"):
        assert metric_of_rule(parse_rule(f"{name} better"), [bleu, chrf]) is chrf
    with pytest.raises(ValueError, match=r"unknown metric 'blue' \(did you mean bleu\?\); there are bleu, chrf"):
        metric_of_rule(parse_rule("blue better"), [bleu, chrf])


def test_a_request_without_what_its_rules_need_is_refused():
    with pytest.raises(ValueError, match="at least one rule; found none"):
        GateRequest((), "new")
    with pytest.raises(ValueError, match="compares with a baseline; found none"):
        GateRequest(parse_rules(["bleu better"]), "new")
    with pytest.raises(ValueError, match="compares 'a' with 'b'; found the new output 'new' and the baseline 'old'"):
        GateRequest(parse_rules(["a is better than b by bleu"]), "new", "old")
    assert GateRequest(parse_rules(["new is better than old by bleu", "chrf >= 1"]), "new", "old").systems


# --- checks ---

SOURCE = [f"Satz Nummer {number} von vielen" for number in range(8)]
TRANSLATION = [f"sentence number {number} of many" for number in range(8)]
"""Neither repeats a word nor copies."""


def texts_of(copies, repeats=(), references=((),), source=SOURCE):
    """Outputs that copy the source, and double a word, in these segments; each reference copies in those of its own."""

    def text(copied, doubled=()):
        return [
            SOURCE[n] if n in copied else f"{one} {one.split()[-1]}" if n in doubled else one
            for n, one in enumerate(TRANSLATION)
        ]

    old = text(())
    named = {f"R{number}": text(copied) for number, copied in enumerate(references)}
    return TestSet.build({"new": text(copies, repeats), "old": old}, named, source)


def judged_check(rule, test_set):
    request = GateRequest(parse_rules([rule]), "new", "old")
    (found,) = run(request, {}, {}, request.texts_to_check(test_set)).results
    return found


@pytest.mark.parametrize(
    ("rule", "copies", "state"),
    [
        ("check:copy == 0", (), PASSED),
        ("check:copy == 0", (3,), FAILED),
        ("check:copy <= 2", (3, 5), PASSED),
        ("check:copy < 2", (3, 5), FAILED),
        ("check:copy <= 12.5 %", (3,), PASSED),
        ("check:copy < 12.5 %", (3,), FAILED),
        ("check:copy <= 12.4999999999 %", (3,), FAILED),
        ("check:copy > 1", (3, 5), PASSED),
    ],
)
def test_findings_are_held_against_a_number_of_segments_or_a_percentage(rule, copies, state):
    assert judged_check(rule, texts_of(copies)).state == state


def test_findings_are_held_against_the_reference_with_the_highest_rate():
    # Each reference copies alone: a copy that both have is none.
    references = ((0,), (1, 2))
    for copies, state in (((3, 4), PASSED), ((3, 4, 5), FAILED), ((), PASSED)):
        found = judged_check("check:copy <= reference", texts_of(copies, references=references))
        assert found.state == state
        assert found.evidence.worst_reference == "R1"
    assert found.sentence == (
        "The check copy found something in 0 of 8 segments of new (0.0 %), at most the 25.0 % of R1, the highest rate"
        " of a reference."
    )
    assert judged_check("check:copy < reference", texts_of((3, 4), references=references)).state == FAILED


def test_rates_are_compared_exactly_where_a_reference_lacks_segments():
    some = [SOURCE[0], *TRANSLATION[1:7], None]  # one of seven, 14.3 %; of the output one of eight, 12.5 %
    whole = texts_of((3,))
    new = whole.systems[0].segments.to_pylist()
    test_set = TestSet.build({"new": new, "old": TRANSLATION}, {"A": some, "B": TRANSLATION}, SOURCE)
    found = judged_check("check:copy <= reference", test_set)
    assert (found.state, found.evidence.worst_reference) == (PASSED, "A")
    assert "14.3 % of A" in found.sentence


def test_a_segment_with_two_findings_counts_once():
    found = judged_check("check:repetition == 1", texts_of((), repeats=(2,)))
    assert (found.state, [one.segment for one in found.evidence.findings]) == (PASSED, [2])
    new = [TRANSLATION[0], "yes yes and no no", *TRANSLATION[2:]]
    test_set = TestSet.build({"new": new, "old": TRANSLATION}, {"A": TRANSLATION}, SOURCE)
    found = judged_check("check:repetition == 1", test_set)
    assert [one.text for one in found.evidence.findings] == ["yes yes", "no no"]
    assert found.state == PASSED


def test_the_worst_findings_are_first():
    new = [f"{TRANSLATION[0]} many", *TRANSLATION[1:7], "the house " * 12]
    test_set = TestSet.build({"new": new, "old": TRANSLATION}, {"A": TRANSLATION}, SOURCE)
    found = judged_check("check:repetition == 2", test_set)
    assert found.state == PASSED
    assert [one.severity for one in found.evidence.findings] == ["critical", "minor"]


def test_a_small_rate_is_not_printed_as_0():
    many = [f"sentence number {number} of many" for number in range(4000)]
    source = [f"Satz Nummer {number} von vielen" for number in range(4000)]
    test_set = TestSet.build({"new": [source[0], *many[1:]], "old": many}, {"A": many}, source)
    found = judged_check("check:copy <= reference", test_set)
    assert found.sentence.endswith(f"in 1 of 4,000 segments of new (0.03 %), above the 0.0 % of A. {ONE_REFERENCE}")


def test_a_check_that_cannot_look_is_not_judged_and_says_what_to_give():
    found = judged_check("check:copy == 0", texts_of((), source=None))
    assert (found.state, found.sentence) == (
        NOT_JUDGED,
        "The check copy was not run: it needs the source. Give it: --source SRC on the command line, source= in"
        " Python.",
    )
    request = GateRequest(parse_rules(["check:copy == 0"]), "new", "old")
    with pytest.raises(ValueError, match="Rules are about the checks copy; found no texts to check"):
        run(request, {}, {})


def test_a_check_that_fails_or_finds_no_reference_to_look_at_is_not_judged(monkeypatch):
    class Lonely(Check):
        name, kinds, finds, errs = "lonely", {"x": "minor"}, "Nothing.", "Never."
        needs_references = True

        def _find(self, texts, on_progress):
            return CheckSpans.of(())

    class Broken(Lonely):
        name = "broken"

        def _find(self, texts, on_progress):
            raise RuntimeError("no luck")

    known = {**{name: CHECKS[name] for name in CHECKS}, "lonely": Lonely, "broken": Broken}
    for place in ("scoring.studies.checks", "scoring.studies.gate.rules", "scoring.studies.gate.evidence"):
        monkeypatch.setattr(f"{place}.CHECKS", PluginTable(known))
    found = judged_check("check:lonely <= reference", texts_of(()))
    assert found.state == NOT_JUDGED
    assert "could not be run on any reference" in found.sentence
    assert judged_check("check:lonely <= reference", texts_of((), references=((), ()))).state == PASSED
    found = judged_check("check:broken == 0", texts_of(()))
    assert found.state == NOT_JUDGED
    assert "was not run: it failed (RuntimeError: no luck)" in found.sentence


class PluginTable(dict):
    """Checks, of which none are BLEUscope's own."""

    built_in: ClassVar[dict] = {}


# --- known answers ---


@pytest.mark.exhaustive
@as_one_test
@pytest.mark.parametrize("metric", [BLEU(), CHRF(), TER()])
@pytest.mark.parametrize("n_segments", [1, 3, 6, 160])
def test_identical_outputs_are_not_worse_by_any_margin_and_not_better(metric, n_segments):
    texts, references = DIRECT[:n_segments], [reference[:n_segments] for reference in REFERENCES]
    rows = outputs(metric, texts, texts, references)
    for margin in ("0.000001", "0.5", "100"):
        assert judged(f"{metric.name} not worse by {margin}", metric, rows, same_outputs=True).state == PASSED
    assert judged(f"{metric.name} better", metric, rows, same_outputs=True).state == FAILED


def test_few_segments_with_equal_statistics_say_nothing_of_other_texts():
    rows = {"new": np.array([[1.0, 1.0]] * 3), "old": np.array([[1.0, 1.0]] * 3)}
    metric, _ = scores([1.0, 2.0], [1.0, 2.0])
    found = judged("COMET not worse by 0.1", metric, rows)
    assert (found.state, found.needed_units) == (TOO_LITTLE, 6)
    assert "you have 3" in found.sentence


@pytest.mark.exhaustive
@pytest.mark.parametrize("higher", [True, False])
def test_non_inferiority_is_that_of_a_one_sided_t_test(higher):
    """SciPy's paired t-test of a mean, at 2.5 %; near that level the bootstrap may say otherwise."""
    generator, compared = np.random.default_rng(5), 0
    for _ in range(60):
        n = int(generator.integers(40, 400))
        old = generator.normal(50, 10, n)
        new = old + generator.normal(generator.uniform(-1, 0.5), 5, n)
        metric, rows = scores(new, old)
        if not higher:
            given = Scores("COMET", {"new": new, "old": old}, higher_is_better=False)
            metric = ExternalScore.reading(given)
        gain = new - old if higher else old - new
        p = stats.ttest_1samp(gain, -1.0, alternative="greater").pvalue
        if 0.018 < p < 0.034:
            continue
        compared += 1
        found = judged("COMET not worse by 1", metric, rows, trials=4000)
        expected = PASSED if p <= 0.025 else FAILED if gain.mean() <= -1 else TOO_LITTLE
        assert found.state == expected, (p, found.sentence)
    assert compared > 45


def test_the_segments_that_would_do_have_the_power_of_a_t_test():
    generator = np.random.default_rng(3)
    old = generator.normal(50, 10, 200)
    new = old + generator.normal(0, 8, 200)
    metric, rows = scores(new, old)
    found = judged("COMET not worse by 0.9", metric, rows, trials=20_000)
    assert found.state == TOO_LITTLE
    distance = ((new - old).mean() + 0.9) / (new - old).std(ddof=1)
    n = found.needed_units
    power = 1 - stats.nct.cdf(stats.t.ppf(0.975, n - 1), n - 1, distance * math.sqrt(n))
    assert power == pytest.approx(0.8, abs=0.02)


@pytest.mark.exhaustive
def test_better_is_the_verdict_of_the_comparison():
    for metric in (BLEU(), CHRF(), TER()):
        for new, old in ((DIRECT, CATALAN), (CATALAN, DIRECT)):
            rows = outputs(metric, new, old)
            verdicts = judge(compare(metric, rows), rows)
            gain = np.subtract(*metric.score(np.stack([of.sum(axis=0) for of in rows.values()])))
            gain = gain if metric.higher_is_better else -gain
            sure = verdicts.state("new", "old") in ("clear", "likely")
            expected = FAILED if gain <= 0 else PASSED if sure else TOO_LITTLE
            assert judged(f"{metric.name} better", metric, rows).state == expected


@pytest.mark.exhaustive
def test_a_likely_lead_is_better_and_one_that_is_too_close_to_call_is_too_little_data():
    generator, states = np.random.default_rng(2), {}
    for lead in np.linspace(0.05, 0.5, 20):
        old = generator.normal(50, 10, 100)
        noise = generator.normal(0, 1, 100)
        metric, rows = scores(old + lead + noise - noise.mean(), old)
        verdicts = judge(compare(metric, rows), rows)
        states.setdefault(verdicts.state("new", "old"), set()).add(judged("COMET better", metric, rows).state)
    assert states == {"clear": {PASSED}, "likely": {PASSED}, "too close to call": {TOO_LITTLE}}


def test_a_metric_where_lower_is_better():
    ter = TER()
    worse, better = outputs(ter, CATALAN, DIRECT), outputs(ter, DIRECT, CATALAN)
    loss = true_loss(ter, *worse.values())
    assert loss > 1
    assert judged("ter not worse by 1", ter, worse).state == FAILED
    assert judged("ter not worse by 1", ter, better).state == PASSED
    found = judged(f"ter not worse by {loss + 0.5}", ter, worse)
    assert found.state == TOO_LITTLE
    assert "the upper end is not below" in found.sentence
    assert "Lower TER is better." in found.sentence


def test_a_loss_of_the_margin_itself_fails():
    chrf = CHRF()
    rows = outputs(chrf, CATALAN)
    assert judged(f"chrf not worse by {true_loss(chrf, *rows.values())!r}", chrf, rows).state == FAILED


def test_a_score_is_held_against_a_number():
    chrf = CHRF()
    rows = {"new": chrf.statistics(DIRECT, REFERENCES)}
    score = float(chrf.score(rows["new"].sum(axis=0)))
    for rule, state in [
        (f"chrf >= {score!r}", PASSED),
        (f"chrf == {score!r}", PASSED),
        (f"chrf > {score!r}", FAILED),
        (f"chrf <= {score!r}", PASSED),
        (f"chrf < {score!r}", FAILED),
        (f"chrf >= {score + 0.001:.6f}", FAILED),
        ("chrf < 100", PASSED),
    ]:
        assert judged(rule, chrf, rows).state == state, rule
    found = judged("chrf < 50.38", chrf, rows)
    assert found.sentence == "new has chrF 50.381, not below 50.38."  # as many decimals as show it


def test_a_rule_that_asks_for_a_worse_score_says_so():
    rows = outputs(TER(), CATALAN)
    assert judged("ter >= 5", TER(), rows).sentence.endswith("at least 5. Lower TER is better.")
    assert judged("ter <= 99", TER(), rows).sentence.endswith("at most 99.")
    rows = outputs(CHRF(), CATALAN)
    assert judged("chrf < 99", CHRF(), rows).sentence.endswith("below 99. Higher chrF is better.")


def test_scores_that_are_not_defined_cannot_be_judged():
    bleu = BLEU()
    rows = outputs(bleu, [""] * 8, [""] * 8, [[""] * 8])
    for rule in ("bleu not worse by 1", "bleu better", "bleu >= 3"):
        found = judged(rule, bleu, rows)
        assert (found.state, found.sentence) == (
            NOT_JUDGED,
            "BLEU is not defined for new and old, so the rule cannot be judged.",
        )
    alone = judged("bleu >= 3", bleu, {"new": rows["new"]})
    assert alone.sentence == "BLEU is not defined for new, so the rule cannot be judged."


def test_an_output_of_empty_lines_fails():
    for metric in (BLEU(), CHRF(), TER()):
        found = judged(f"{metric.name} not worse by 5", metric, outputs(metric, [""] * len(DIRECT)))
        assert found.state == FAILED


def test_too_few_trials_are_refused():
    chrf = CHRF()
    with pytest.raises(
        ValueError, match="10 resamples are too few for an interval of 160 segments; it takes at least 43"
    ):
        judged("chrf not worse by 1", chrf, outputs(chrf, CATALAN), trials=10)


# --- the gate as a whole ---


def gate(*rules, new=CATALAN):
    metrics = [BLEU(), CHRF(), TER()]
    request = GateRequest(parse_rules(rules), "new", "old")
    rows = {metric: outputs(metric, new) for metric in metrics}
    return run(request, rows, {metric: metric.signature for metric in metrics}), rows


@pytest.mark.parametrize(
    ("rules", "state"),
    [
        (["chrf not worse by 3", "ter <= 90"], PASSED),
        (["chrf not worse by 3", "bleu not worse by 1"], TOO_LITTLE),
        (["bleu not worse by 1", "ter <= 10"], FAILED),
    ],
)
def test_all_rules_have_to_pass_and_a_failure_outweighs_doubt(rules, state):
    found, _ = gate(*rules)
    assert (found.state, found.exit_code) == (state, EXIT_CODE_OF_STATE[state])
    assert found.sentence.startswith(f"Gate: {state}. ")


def test_exit_codees():
    assert EXIT_CODE_OF_STATE == {PASSED: 0, FAILED: 1, NOT_JUDGED: 2, TOO_LITTLE: 3}


def test_the_same_seed_gives_the_same_result():
    sentences = [[one.sentence for one in gate("chrf not worse by 3", "bleu better")[0].results] for _ in range(2)]
    assert sentences[0] == sentences[1]


@pytest.mark.exhaustive
def test_the_worst_segments_lost_most():
    found, rows = gate("ter <= 90", "chrf not worse by 0.5")
    assert found.worst_metric == CHRF()  # the first rule passed
    test_set = TestSet.build({"new": CATALAN, "old": DIRECT}, REFERENCES)
    worst = with_worst_segments(found, rows, test_set).worst
    differences = [
        CHRF().score(CHRF().statistics([a], [[r[i]] for r in REFERENCES]))[0]
        - CHRF().score(CHRF().statistics([b], [[r[i]] for r in REFERENCES]))[0]
        for i, (a, b) in enumerate(zip(CATALAN, DIRECT, strict=True))
    ]
    assert [one.score - one.baseline_score for one in worst] == pytest.approx(sorted(differences)[:5])
    assert [differences[one.segment.number - 1] for one in worst] == pytest.approx(sorted(differences)[:5])
    same, rows = gate("chrf not worse by 0.5", new=DIRECT)
    test_set = TestSet.build({"new": DIRECT, "old": DIRECT}, REFERENCES)
    assert with_worst_segments(same, rows, test_set).worst == ()


@pytest.mark.exhaustive
def test_of_made_pairs_whose_loss_is_the_margin_few_pass():
    """Of 1,000 pairs of 200 normal scores at most 2.5 % and three standard errors, and the 2.1 % of docs/gate.md."""
    generator, passed, ones = np.random.default_rng(1), 0, np.ones(200)
    for _ in range(1000):
        old = generator.normal(50, 10, 200)
        new = old - 1 + generator.normal(0, 8, 200)
        metric = ExternalScore.reading(Scores("COMET", {"new": new, "old": old}))
        pair = {"new": np.stack([new, ones], axis=1), "old": np.stack([old, ones], axis=1)}
        passed += passes(metric, pair, 1.0, int(generator.integers(2**31)), trials=1000)
    assert passed == 21
    assert passed <= 1000 * (0.025 + 3 * math.sqrt(0.025 * 0.975 / 1000))


@pytest.mark.exhaustive
def test_of_samples_whose_loss_is_the_margin_few_pass():
    """Samples of a population of which the loss is known; of 300 at most 2.5 % and three standard errors."""
    chrf, generator = CHRF(), np.random.default_rng(1)
    new, old = outputs(chrf, CATALAN).values()
    margin, passed = true_loss(chrf, new, old), 0
    for _ in range(300):
        drawn, seed = generator.integers(0, len(new), 100), int(generator.integers(2**31))
        passed += passes(chrf, {"new": new[drawn], "old": old[drawn]}, margin, seed, trials=500)
    assert 0 < passed <= 300 * (0.025 + 3 * math.sqrt(0.025 * 0.975 / 300))
