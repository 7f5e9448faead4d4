"""What a glossary tells that a reader of the verdict has to know."""

import pytest

from scoring import BLEU, TestSet
from scoring.checks.terminology.glossary import Glossary, GlossaryTerm
from scoring.studies import check_caveats, term_caveats
from scoring.studies.comparison import ComparisonRequest
from scoring.studies.ignored_findings import IgnoreRule
from scoring.studies.term_caveats import caveats_to_say
from scoring.studies.verdict import decide, verdicts_by_metric

N = 200
SOURCE = [f"Haus {n} ist heute mit allen Leuten voll" for n in range(N)]
REFERENCE = [f"house {n} is full today with all the people" for n in range(N)]
GLOSSARY = Glossary("terms", (GlossaryTerm("Haus", ("house",), ("hut",)),))
FORMS_ALONE = Glossary("terms", (GlossaryTerm("Haus", ("house",)),))


def with_word(word, every, base=REFERENCE):
    return [text.replace("house", word) if n % every == 0 else text for n, text in enumerate(base)]


WORSE = [text.replace("all the people", "everybody") for text in REFERENCE]


def decision_of(test_set):
    request = ComparisonRequest(BLEU(), test_set.system_names, trials=200)
    return decide(verdicts_by_metric(request, test_set), test_set.system_names)


def caveats_of(best, following, glossary=GLOSSARY, ignored=(), reference=REFERENCE):
    test_set = TestSet.build({"best": best, "next": following}, {"ref": reference} if reference else {}, SOURCE)
    return test_set, term_caveats.run(test_set, ("best", "next"), glossary, ignored)


@pytest.mark.exhaustive
def test_a_leader_with_fewer_terms_is_told_after_its_lead():
    test_set, (caveat,) = caveats_of(with_word("home", 4), WORSE)
    said = str(caveat.sentence(decision_of(test_set)))
    assert said.startswith("best leads by ")
    assert said.endswith(" BLEU points, but has 75.0 % of the glossary's terms; next has 100.0 %, ref 100.0 %.")
    assert caveat.system == "best"


@pytest.mark.exhaustive
def test_the_other_system_is_told_without_a_lead():
    test_set, (caveat,) = caveats_of(REFERENCE, with_word("home", 4))
    said = str(caveat.sentence(decision_of(test_set)))
    assert said == "next has 75.0 % of the glossary's terms; best has 100.0 %, ref 100.0 %."


def test_forbidden_terms_come_before_the_share_of_terms():
    test_set, (forbidden, share) = caveats_of(REFERENCE, with_word("hut", 10, WORSE))
    decision = decision_of(test_set)
    assert (
        str(forbidden.sentence(decision)) == "next uses forbidden terms in 10.0 % of segments; best in 0 %, ref in 0 %."
    )
    assert str(share.sentence(decision)).startswith("next has 90.0 %")
    assert forbidden.is_of_glossary
    assert share.is_of_glossary


def test_equal_shares_and_few_missing_terms_are_no_caveats():
    assert caveats_of(REFERENCE, WORSE)[1] == ()
    assert caveats_of(with_word("home", 100), WORSE)[1] == (), "2 of 200 may be chance"


def test_ignored_forbidden_terms_are_no_caveat():
    rule = IgnoreRule("terminology", "forbidden term")
    (share,) = caveats_of(REFERENCE, with_word("hut", 10, WORSE), ignored=[rule])[1]
    assert "has 90.0 %" in str(share.sentence(decision_of(caveats_of(REFERENCE, WORSE)[0])))


@pytest.mark.parametrize("n_segments", [N - 1, None])
def test_without_a_source_or_with_terms_of_other_segments_there_is_none(n_segments):
    missing = with_word("home", 2)
    outputs, references = {"best": REFERENCE, "next": missing}, {"ref": REFERENCE}
    if n_segments is None:
        test_set, glossary = TestSet.build(outputs, references), FORMS_ALONE
    else:
        test_set = TestSet.build(outputs, references, SOURCE)
        glossary = Glossary.from_segments("rows", [FORMS_ALONE.terms] * n_segments)
    assert term_caveats.run(test_set, ("best", "next"), glossary) == ()


@pytest.mark.exhaustive
def test_one_caveat_of_checks_and_one_of_the_glossary_are_said():
    copying = [source if n % 25 == 0 else text for n, (source, text) in enumerate(zip(SOURCE, WORSE, strict=True))]
    outputs = {"best": REFERENCE, "next": with_word("hut", 10, copying)}
    test_set = TestSet.build(outputs, {"ref": REFERENCE}, SOURCE)
    of_checks = check_caveats.run(test_set, ("best", "next"))
    of_terms = term_caveats.run(test_set, ("best", "next"), GLOSSARY)
    assert caveats_to_say([*of_terms, *of_checks]) == [of_checks[0], of_terms[0]]
    assert len(of_terms) == 2
