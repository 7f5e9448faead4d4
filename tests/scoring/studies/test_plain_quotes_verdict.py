"""A verdict by BLEU with quotation marks of one kind: the same test, and which of both verdicts counts."""

from dataclasses import replace

import pytest

from scoring import BLEU, CHRF, TestSet
from scoring.analysis.oddities import DOUBT, Oddity
from scoring.studies import plain_quotes_verdict
from scoring.studies.comparison import ComparisonRequest
from scoring.studies.comparison import run as run_comparison
from scoring.studies.plain_quotes_verdict import MOST_SYSTEMS_RETESTED, retest, systems_to_retest
from scoring.studies.verdict import Votes, decide
from scoring.studies.wording.plain_quotes_words import counting_decision, words_with_plain_quotes

REFERENCES = [f"Es sind {n} „ Katzen “ da und noch viel mehr als sonst hier bei uns" for n in range(60)]
POOR = [text.replace("noch viel", "sehr").replace("bei uns", "dort") for text in REFERENCES]
PAIR = "A", "B"


def straight(texts):
    return [text.replace("„", '"').replace("“", '"') for text in texts]


def in_part(changed, of_4):
    """The references, changed in so many of each 4 segments."""
    return [text if n % 4 < of_4 else REFERENCES[n] for n, text in enumerate(changed)]


def verdict_of(first, second, trials=10_000):
    """Both verdicts on A and B, tested with a third system."""
    test_set = TestSet.build({"A": first, "B": second, "C": REFERENCES}, [REFERENCES])
    request = ComparisonRequest(BLEU(), test_set.system_names, trials=trials)
    decision = decide(run_comparison(request, BLEU().measure(test_set)).verdicts, PAIR)
    return plain_quotes_verdict.run(decision, retest(request, test_set), systems_to_retest(BLEU(), PAIR, test_set))


def slightly_behind():
    """A has straight marks and no other fault, and is behind by chance as typed; B has poor words."""
    return verdict_of(straight(REFERENCES), in_part(POOR, 3))


def mostly_marks():
    """A leads clearly as typed, and not surely with marks of one kind."""
    once = [text.replace("sonst", "je") if n == 7 else text for n, text in enumerate(REFERENCES)]
    return verdict_of(REFERENCES, straight(once))


def test_the_same_systems_are_tested_in_the_same_way_with_marks_of_one_kind():
    outputs = {"A": in_part(POOR, 2), "B": straight(REFERENCES), "C": REFERENCES}
    test_set = TestSet.build(outputs, [REFERENCES])
    request = ComparisonRequest(BLEU(), test_set.system_names, trials=500, seed=7)
    rows = {name: BLEU().statistics(straight(texts), [straight(REFERENCES)]) for name, texts in outputs.items()}
    assert retest(request, test_set).records() == run_comparison(request, rows).records()


def test_only_bleu_of_few_systems_is_tested_again_where_some_have_other_marks():
    outputs = {"A": POOR, "B": straight(REFERENCES)}
    test_set = TestSet.build(outputs, [REFERENCES])
    assert systems_to_retest(BLEU(), PAIR, test_set) == ("B",)
    assert systems_to_retest(CHRF(), PAIR, test_set) == ()
    assert systems_to_retest(BLEU(), ("A",), test_set) == ()
    most = outputs | {f"C{n}": REFERENCES for n in range(MOST_SYSTEMS_RETESTED - 2)}
    assert systems_to_retest(BLEU(), PAIR, TestSet.build(most, [REFERENCES])) == ("B",)
    assert systems_to_retest(BLEU(), PAIR, TestSet.build(most | {"D": REFERENCES}, [REFERENCES])) == ()


def test_another_verdict_is_in_the_heading_and_the_one_to_go_by_is_told_first():
    found = slightly_behind()
    typed, alike = found.as_typed, found.alike
    assert (typed.best, typed.state, alike.best, alike.state) == ("B", "too close to call", "A", "clear")
    text = words_with_plain_quotes(found, None)
    assert (text.state, text.heading) == (
        "clear",
        "Too close to call as typed; clear with quotation marks of one kind. Go by this",
    )
    p, p_typed = (of.verdicts.p_adjusted("A", "B") for of in (alike, typed))
    high, low = typed.scores
    lead = f"{round(high, 2) - round(low, 2):.2f}"
    assert str(text.said) == (
        f"A is ahead of B by {100 - round(alike.scores[1], 2):.2f} BLEU points: 100.00 against {alike.scores[1]:.2f}."
        f" Chance is a very unlikely explanation (p = {p:.4f}, corrected for 3 comparisons)."
        f" As typed B is ahead by {lead}: {high:.2f} against {low:.2f} (p = {p_typed:.4f})."
        " A has other quotation marks than the reference, which is a matter of typing."
    )
    assert str(text.statistics).startswith("With marks of one kind: A − B = +")
    assert " As typed: B − A = +" in str(text.statistics)
    assert counting_decision(found) is alike


def test_a_lead_that_is_not_sure_with_marks_of_one_kind_does_not_count():
    found = mostly_marks()
    assert (found.as_typed.state, found.alike.state, found.alike.best) == ("clear", "too close to call", "A")
    text = words_with_plain_quotes(found, None)
    assert text.state == "too close to call", "the card has its colour"
    assert text.heading == "Clear as typed; too close to call with quotation marks of one kind. Go by this"
    assert "As typed the lead is " in str(text.said)


def test_sure_leads_of_both_systems_are_named():
    found = verdict_of(straight(REFERENCES), in_part(POOR, 1))
    assert words_with_plain_quotes(found, None).heading == (
        "Clear for B as typed; clear for A with quotation marks of one kind. Go by this"
    )


def test_nothing_is_to_go_by_where_either_system_is_ahead_by_chance():
    found = slightly_behind()
    typed = replace(mostly_marks(), as_typed=found.as_typed)
    assert (typed.as_typed.best, typed.alike.best) == ("B", "A")
    assert (
        words_with_plain_quotes(typed, None).heading
        == "Too close to call as typed and with quotation marks of one kind"
    )


def test_the_same_verdict_takes_one_clause():
    found = verdict_of(straight(REFERENCES), POOR)
    text = words_with_plain_quotes(found, None)
    assert (found.is_other, text.heading) == (False, "Clear, by BLEU")
    low = found.alike.scores[1]
    p = f"p = {found.alike.verdicts.p_adjusted('A', 'B'):.4f}"
    assert str(text.said).endswith(
        f"corrected for 3 comparisons). The same holds with quotation marks of one kind (A has others than the"
        f" reference): 100.00 against {low:.2f} ({p})."
    )
    assert "quotation" not in str(words_with_plain_quotes(found, None, weighs_both=False).said)


def test_metrics_that_disagree_are_told_before_both_verdicts():
    text = words_with_plain_quotes(slightly_behind(), Votes(second=("chrF",)))
    assert text.is_contradicted
    both = "too close to call as typed; clear with quotation marks of one kind. Go by this"
    assert text.heading == f"Metrics disagree. By BLEU, it is {both}"


def test_nothing_doubtful_is_to_go_by():
    found, odd = slightly_behind(), (Oddity(DOUBT, (), how="The lines are shifted."),)
    text = words_with_plain_quotes(found, None, odd)
    assert text.is_doubtful
    assert counting_decision(found, odd) is found.as_typed
    assert text.heading == "too close to call, by BLEU"
    assert " With quotation marks of one kind A is ahead by " in str(text.said)


def test_a_card_of_the_verdict_as_typed_has_a_clause_on_the_other_one():
    found = slightly_behind()
    text = words_with_plain_quotes(found, None, weighs_both=False)
    assert text.heading == "Too close to call, by BLEU"
    low = found.alike.scores[1]
    assert f" With quotation marks of one kind the verdict is “clear” for A: 100.00 against {low:.2f} (p = 0.00" in str(
        text.said
    )


@pytest.mark.parametrize("weighs_both", [True, False])
def test_too_little_data_stays_too_little(weighs_both):
    few = TestSet.build({"A": straight(REFERENCES[:5]), "B": POOR[:5]}, [REFERENCES[:5]])
    request = ComparisonRequest(BLEU(), PAIR)
    decision = decide(run_comparison(request, BLEU().measure(few)).verdicts, PAIR)
    found = plain_quotes_verdict.run(decision, retest(request, few), ("A",))
    assert found.as_typed.state == "too little data"
    assert not found.is_other
    assert "quotation" not in str(words_with_plain_quotes(found, None, weighs_both=weighs_both).said)
