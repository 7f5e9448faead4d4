"""What checks find that a reader of the verdict has to know."""

import pytest

from scoring import BLEU, TestSet
from scoring.studies import check_caveats
from scoring.studies.check_caveats import MAX_TEXTS, are_few_texts
from scoring.studies.comparison import ComparisonRequest
from scoring.studies.verdict import decide, verdicts_by_metric

N = 200
SOURCE = [f"Nummer {n} ist heute im Haus mit allen Leuten" for n in range(N)]
REFERENCE = [f"Number {n} is in the house today with all people" for n in range(N)]


def copying(every, base=REFERENCE):
    return [source if n % every == 0 else text for n, (source, text) in enumerate(zip(SOURCE, base, strict=True))]


WORSE = [text.replace("house", "home") for text in REFERENCE]


def caveats_of(best, following, reference=REFERENCE):
    test_set = TestSet.build({"best": best, "next": following}, {"ref": reference} if reference else {}, SOURCE)
    return test_set, check_caveats.run(test_set, ("best", "next"))


def decision_of(test_set):
    request = ComparisonRequest(BLEU(), test_set.system_names, trials=200)
    return decide(verdicts_by_metric(request, test_set), test_set.system_names)


@pytest.mark.exhaustive
def test_what_the_leader_does_stands_after_its_lead():
    test_set, (caveat,) = caveats_of(copying(25), WORSE)
    assert (caveat.flag, caveat.system) == (("copy", "critical"), "best")
    decision = decision_of(test_set)
    assert (decision.best, decision.next) == ("best", "next")
    lead = f"{decision.printed_difference:.2f} BLEU points"
    expected = f"best leads by {lead}, but copies the source in 4.0 % of segments; next in 0 %, ref in 0 %."
    assert str(caveat.sentence(decision)) == expected


def test_what_the_other_system_does_is_said_where_the_leader_does_nothing():
    test_set, (caveat,) = caveats_of(REFERENCE, copying(25))
    said = str(caveat.sentence(decision_of(test_set)))
    assert said == "next copies the source in 4.0 % of segments; best in 0 %, ref in 0 %."


@pytest.mark.exhaustive
def test_a_rate_is_no_caveat_up_to_one_percent_or_where_a_reference_has_it_as_often():
    assert caveats_of(copying(100), WORSE)[1] == (), "1 % in both senses is not more than 1 %, nor a clear difference"
    assert caveats_of(copying(66), WORSE)[1] != (), "4 of 200 are 2 %, and none is in the reference"
    assert caveats_of(REFERENCE, WORSE)[1] == ()


def test_two_segments_are_no_caveat_however_few_there_are():
    for n, expected in ((2, 0), (3, 1)):
        output = [*SOURCE[:n], *REFERENCE[n:20]]
        test_set = TestSet.build({"alone": output}, {"ref": REFERENCE[:20]}, SOURCE[:20])
        found = check_caveats.run(test_set, ("alone",))
        assert len(found) == expected
    assert str(found[0].sentence_on_one_system) == "alone copies the source in 15.0 % of segments, ref in 0 %."


@pytest.mark.exhaustive
def test_minor_findings_are_no_caveat():
    doubled = [text.replace("all people", "all all people") for text in REFERENCE]
    assert caveats_of(doubled, WORSE)[1] == ()


def test_a_clear_difference_is_a_caveat_without_a_reference():
    outputs = {"best": copying(10), "next": WORSE}
    texts = check_caveats.TextsToCheck.of_test_set(TestSet.build(outputs, {"ref": REFERENCE}, SOURCE))
    alone = check_caveats.TextsToCheck(texts.systems, {}, texts.source)
    result = check_caveats.checks.run(check_caveats.ChecksRequest(("copy",)), alone)
    (caveat,) = check_caveats.find_caveats(check_caveats.DangerousSegments(result, ("best", "next")))
    assert (caveat.system, caveat.rates.references) == ("best", {})


def test_large_sets_are_checked_only_where_somebody_asks():
    test_set, _ = caveats_of(REFERENCE, WORSE)
    assert are_few_texts(test_set)
    assert not are_few_texts(TestSet.build({"a": [""] * MAX_TEXTS}, {"r": [""] * MAX_TEXTS}, [""] * MAX_TEXTS))
