"""A verdict by BLEU with quotation marks of one kind: the same test, and which of both verdicts counts."""

from dataclasses import replace

import lxml.html
import pyarrow as pa
import pytest
import sacrebleu

from scoring import BLEU, CHRF, TER, TestSet
from scoring.analysis.oddities import DOUBT, Oddity
from scoring.cli.main import main
from scoring.origins import DOCUMENT
from scoring.output.numbers import printed_difference
from scoring.report.latex_table import report_latex
from scoring.report.page import summary_html
from scoring.significance import MORE_TRIALS
from scoring.studies import plain_quotes_verdict
from scoring.studies import report as report_study
from scoring.studies.comparison import ComparisonRequest
from scoring.studies.comparison import run as run_comparison
from scoring.studies.plain_quotes_verdict import (
    AS_TYPED,
    MAX_SYSTEMS_RETESTED,
    changed_verdicts,
    plain_quotes_set,
    retest,
    systems_to_retest,
    weigh_verdicts,
)
from scoring.studies.verdict import Decision, Votes, decide
from scoring.studies.wording.plain_quotes_words import (
    ALIKE_MARKS,
    changed_verdicts_sentence,
    words_with_plain_quotes,
)
from scoring.studies.wording.report_words import next_step_sentences
from scoring.testset import PostEdit
from tests.scoring.report.made_reports import reported

REFERENCES = [f"Es sind {n} „ Katzen “ da und noch viel mehr als sonst hier bei uns" for n in range(60)]
POOR = [text.replace("noch viel", "sehr").replace("bei uns", "dort") for text in REFERENCES]
PAIR = "A", "B"


def straight(texts):
    return [text.replace("„", '"').replace("“", '"') for text in texts]


def in_part(changed, of_4):
    """The references, changed in ``of_4`` of each 4 segments."""
    return [text if n % 4 < of_4 else REFERENCES[n] for n, text in enumerate(changed)]


def both_tests(outputs):
    """The test of these systems as typed, with marks of one kind, and those with other marks."""
    test_set = TestSet.build(outputs, [REFERENCES])
    request = ComparisonRequest(BLEU(), test_set.system_names)
    typed = run_comparison(request, BLEU().measure(test_set)).verdicts
    unlike = systems_to_retest(BLEU(), test_set.system_names, test_set)
    return typed, retest(request, test_set).verdicts, unlike


def verdict_of(first, second, odd=()):
    """Both verdicts on A and B, tested with a third system."""
    typed, alike, unlike = both_tests({"A": first, "B": second, "C": REFERENCES})
    return plain_quotes_verdict.run(decide(typed, PAIR), alike, unlike, odd)


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
    most = outputs | {f"C{n}": REFERENCES for n in range(MAX_SYSTEMS_RETESTED - 2)}
    assert systems_to_retest(BLEU(), PAIR, TestSet.build(most, [REFERENCES])) == ("B",)
    assert systems_to_retest(BLEU(), PAIR, TestSet.build(most | {"D": REFERENCES}, [REFERENCES])) == ()


def test_the_verdict_to_go_by_is_the_heading_and_told_first():
    found = slightly_behind()
    typed, alike = found.as_typed, found.alike
    assert (typed.best, typed.state, alike.best, alike.state) == ("B", "too close to call", "A", "clear")
    text = words_with_plain_quotes(found, None)
    assert (text.state, text.heading) == (
        "clear",
        "Clear, by BLEU with quotation marks made alike",
    )
    p, p_typed = (of.verdicts.p_adjusted("A", "B") for of in (alike, typed))
    high, low = typed.scores
    assert str(text.main_sentence) == (
        f"A is ahead of B by {100 - round(alike.scores[1], 2):.2f} BLEU points: 100.00 against {alike.scores[1]:.2f}."
        f" Chance is a very unlikely explanation (p = {p:.4f}, corrected for 3 comparisons)."
        f" As typed it is too close to call, with B ahead: {high:.2f} against {low:.2f} (p = {p_typed:.4f})."
        " A has other quotation marks than the reference, a matter of typing."
    )
    assert str(text.statistics).startswith("With marks made alike: A − B = +")
    assert " As typed: B − A = +" in str(text.statistics)
    assert found.counting is alike


def test_a_lead_that_is_not_sure_with_marks_of_one_kind_does_not_count():
    found = mostly_marks()
    assert (found.as_typed.state, found.alike.state, found.alike.best) == ("clear", "too close to call", "A")
    text = words_with_plain_quotes(found, None)
    assert text.state == "too close to call", "the card has its colour"
    assert text.heading == "Too close to call, by BLEU with quotation marks made alike"
    assert "As typed A is clearly ahead: 100.00 against " in str(text.main_sentence)


def test_a_sure_lead_of_the_other_system_is_named():
    text = words_with_plain_quotes(verdict_of(straight(REFERENCES), in_part(POOR, 1)), None)
    assert text.heading == "Clear, by BLEU with quotation marks made alike"
    assert str(text.main_sentence).startswith("A is ahead of B by ")
    assert " As typed B is clearly ahead: " in str(text.main_sentence)


def test_leads_of_either_system_by_chance_are_both_told():
    found = slightly_behind()
    both = replace(mostly_marks(), as_typed=found.as_typed)
    assert (both.as_typed.best, both.alike.best) == ("B", "A")
    text = words_with_plain_quotes(both, None)
    assert text.heading == "Too close to call, by BLEU with quotation marks made alike"
    assert str(text.main_sentence).startswith("A is ahead of B by ")
    assert " As typed it is too close to call, with B ahead: " in str(text.main_sentence)


def test_a_tie_as_typed_has_one_score():
    found = slightly_behind()
    typed, *_ = both_tests({"A": POOR, "B": POOR, "C": straight(REFERENCES)})
    text = words_with_plain_quotes(replace(found, as_typed=decide(typed, PAIR)), None)
    assert f" As typed both have {decide(typed, PAIR).scores[0]:.2f}. A has other quotation marks " in str(
        text.main_sentence
    )


def test_a_further_system_that_is_best_with_marks_of_one_kind_is_held_against_the_best_as_typed():
    outputs = {"A": in_part(POOR, 2), "B": POOR, "C": straight(REFERENCES)}
    typed, alike, unlike = both_tests(outputs)
    decision = decide(typed, ("A", "B", "C"))
    assert decision.best == "A"
    found = plain_quotes_verdict.run(decision, alike, unlike)
    assert (found.counting.best, found.counting.next, found.unlike) == ("C", "A", ("C",))
    assert found.counting.behind == ("B",), "its lead over this one is clear, too"
    assert (found.as_typed.best, found.as_typed.next) == ("A", "C")


def test_a_verdict_on_systems_with_the_references_marks_stays():
    typed, alike, unlike = both_tests({"A": REFERENCES, "B": in_part(POOR, 2), "C": straight(POOR)})
    assert unlike == ("C",)
    assert plain_quotes_verdict.run(decide(typed, ("A", "B", "C")), alike, unlike) is None


def test_pairs_whose_verdict_changes_are_named():
    outputs = {"A": straight(REFERENCES), "B": in_part(POOR, 3), "C": REFERENCES}
    typed, alike, unlike = both_tests(outputs)
    changed = changed_verdicts(typed, alike, ("A", "B", "C"), unlike, ())
    assert str(changed_verdicts_sentence(changed)) == (
        "This is as typed: with quotation marks made alike, A is clearly better than B, and A and C are too close to"
        " call."
    )
    assert [one.alike.next for one in changed_verdicts(typed, alike, PAIR, unlike, ())] == ["B"], "of those shown"
    doubtful = (Oddity(DOUBT, (), detail="The lines are shifted.", concerns=("B",)),)
    assert [one.alike.best for one in changed_verdicts(typed, alike, ("A", "B", "C"), unlike, doubtful)] == ["A"]
    assert str(changed_verdicts_sentence(changed * 2)) == (
        "This is as typed: with quotation marks made alike, 4 pairs have another verdict."
    )
    assert str(changed_verdicts_sentence(changed[1:], subject="")) == (
        "With quotation marks made alike, A is clearly better than B."
    )
    assert str(changed_verdicts_sentence(changed, marks=ALIKE_MARKS)) == (
        "This is with quotation marks made alike: as typed, C is clearly better than A, and B and A are too close to"
        " call."
    )
    (close,) = (one for one in changed if one.alike.next == "C" or one.alike.best == "C")
    assert str(changed_verdicts_sentence([close, close], subject="")) == (
        "With quotation marks made alike, 2 pairs are too close to call (A and C; A and C)."
    )
    assert not changed_verdicts_sentence(())


def test_all_texts_of_a_test_set_have_marks_of_one_kind():
    outputs = {"A": straight(REFERENCES), "B": in_part(POOR, 3)}
    edits = [PostEdit("B", pa.array(REFERENCES))]
    whole = TestSet.build(outputs, [REFERENCES], REFERENCES, name="katzen").with_post_edits(edits)
    alike = plain_quotes_set(whole)
    assert alike.name == "katzen"
    assert alike.source == whole.source, "no metric here reads it"
    assert alike.post_edits[0].segments.to_pylist() == straight(REFERENCES)
    part = plain_quotes_set(whole.only(range(10, 30)))
    assert (part.numbers[0], len(part), part.part.whole) == (11, 20, alike)
    for metric, oracle in ((CHRF(), sacrebleu.corpus_chrf), (TER(), sacrebleu.corpus_ter)):
        for test_set, places in ((alike, slice(60)), (part, slice(10, 30))):
            for name, rows in metric.measure(test_set).items():
                of = oracle(straight(outputs[name])[places], [straight(REFERENCES)[places]]).score
                assert metric.score(rows.sum(axis=0)) == pytest.approx(of)


def test_the_same_verdict_takes_one_clause():
    found = verdict_of(straight(REFERENCES), POOR)
    text = words_with_plain_quotes(found, None)
    assert (found.is_other, text.heading) == (False, "Clear, by BLEU")
    low = found.alike.scores[1]
    p = f"p = {found.alike.verdicts.p_adjusted('A', 'B'):.4f}"
    assert str(text.main_sentence).endswith(
        f"corrected for 3 comparisons). The same holds with quotation marks made alike (A has others than the"
        f" reference), by {printed_difference(100, low, 2):.2f}: 100.00 against {low:.2f} ({p})."
    )


def test_metrics_that_disagree_are_told_before_both_verdicts():
    text = words_with_plain_quotes(slightly_behind(), Votes(second=("chrF",)))
    assert text.is_contradicted
    assert text.heading == "Metrics disagree. By BLEU with quotation marks made alike, A is clearly ahead of B"


def test_nothing_doubtful_is_to_go_by():
    odd = (Oddity(DOUBT, (), detail="The lines are shifted."),)
    assert verdict_of(straight(REFERENCES), in_part(POOR, 3), odd) is None


class Unsettled(Decision):
    """A decision for which more trials are needed."""

    state = MORE_TRIALS


def test_a_verdict_that_needs_more_trials_does_not_count():
    found = slightly_behind()
    found = replace(found, alike=Unsettled(found.alike.verdicts, "A", "B", (), ()))
    assert found.counting is found.as_typed
    text = words_with_plain_quotes(found, None)
    assert text.heading == "Too close to call, by BLEU"
    assert " With quotation marks made alike A is ahead by " in str(text.main_sentence)


def test_too_little_data_stays_too_little():
    few = TestSet.build({"A": straight(REFERENCES[:5]), "B": POOR[:5]}, [REFERENCES[:5]])
    request = ComparisonRequest(BLEU(), PAIR)
    decision = decide(run_comparison(request, BLEU().measure(few)).verdicts, PAIR)
    found = plain_quotes_verdict.run(decision, retest(request, few).verdicts, ("A",))
    assert found.as_typed.state == "too little data"
    assert not found.is_other
    assert "quotation" not in str(words_with_plain_quotes(found, None).main_sentence)


def test_a_report_says_the_verdict_to_go_by_and_what_stays_as_typed():
    outputs = {"A": straight(REFERENCES), "B": in_part(POOR, 3), "C": straight(in_part(POOR, 1))}
    report = reported(TestSet.build(outputs, [REFERENCES], name="katzen"))
    unlike = systems_to_retest(BLEU(), tuple(outputs), TestSet.build(outputs, [REFERENCES]))
    as_typed = decide(report.verdicts, tuple(outputs))
    assert report.weighed.retested == unlike == ("A", "C")
    assert report.weighed.first.is_other
    assert report.decision == report.weighed.first.counting != as_typed
    said = " ".join(lxml.html.fromstring(str(summary_html(report))).text_content().split())
    assert "with quotation marks made alike" in said
    assert "a matter of typing." in said
    assert str(changed_verdicts_sentence(report.weighed.changed)) in said
    (pairs,) = lxml.html.fromstring(str(summary_html(report))).xpath("//table[contains(@class, 'pairs')]")
    cells = [[cell.text_content() for cell in row.xpath("td")] for row in pairs.xpath(".//tbody/tr")]
    stated = {frozenset(row[:2]): row[3] for row in cells}
    for pair, state in stated.items():
        found = report.weighed.decision_on(*pair)
        assert state == ("the same" if found is None else found.state) or state == f"{found.state} for {found.best}"
    assert {"clear", "clear for C"} <= {*stated.values()}
    assert not report.quotes, "it is said once"


def test_the_command_notes_which_verdicts_marks_change(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for name, texts in {"ref": REFERENCES, "A": straight(REFERENCES), "B": in_part(POOR, 3)}.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    for metric, is_noted in (("bleu", True), ("chrf", False)):
        assert main(["significance", "ref.txt", "-i", "A.txt", "B.txt", "-m", metric, "--trials", "500"]) == 0
        noted = "note: The verdicts are as typed: with quotation marks made alike, A is clearly better than B."
        assert (noted in capsys.readouterr().err.splitlines()) == is_noted


def with_third_system():
    """A leads B with the references' marks; X has straight ones, and is as good as A except for these."""
    once = [text.replace("sonst", "je") if n == 7 else text for n, text in enumerate(REFERENCES)]
    return TestSet.build({"A": REFERENCES, "B": in_part(POOR, 2), "X": straight(once)}, [REFERENCES], name="three")


def test_a_doubt_about_a_system_outside_the_verdict_stays():
    report = reported(with_third_system())
    assert report.weighed.first is None
    assert [one.concerns for one in report.oddities if one.concerns] == [("X",)]
    assert str(next_step_sentences(report)[0]).startswith("Clear up the warnings above first")


def test_other_metrics_vote_with_marks_of_one_kind_where_the_verdict_is(monkeypatch):
    asked, retested = [], plain_quotes_verdict.retest

    def noted(request, *of):
        asked.append(request.metric.name)
        return retested(request, *of)

    monkeypatch.setattr(report_study, "retest", noted)
    report = reported(TestSet.build({"A": straight(REFERENCES), "B": in_part(POOR, 3)}, [REFERENCES]))
    assert report.weighed.first.is_other
    assert asked == ["chrf", "ter"]
    same = reported(TestSet.build({"A": REFERENCES, "B": in_part(POOR, 3)}, [REFERENCES]))
    assert (same.weighed.first, len(asked)) == (None, 2)


def test_latex_marks_differ_from_the_system_that_is_best_as_typed():
    report = reported(TestSet.build({"A": straight(REFERENCES), "B": in_part(POOR, 3), "C": POOR}, [REFERENCES]))
    assert report.standings[0].system != report.decision.best
    table = report_latex(report)
    assert f"differs significantly from {report.standings[0].system} by BLEU" in table
    assert "This is as typed: with quotation marks made alike, " in table


def test_documents_that_the_set_does_not_tell_are_not_tested_again():
    outputs = {"A": straight(REFERENCES), "B": in_part(POOR, 3)}
    test_set = TestSet.build(outputs, [REFERENCES])
    request = ComparisonRequest(BLEU(), test_set.system_names)
    decision = decide(run_comparison(request, BLEU().measure(test_set)).verdicts, PAIR)
    assert weigh_verdicts(request, test_set, decision, PAIR).retested == ("A",)
    assert weigh_verdicts(replace(request, unit=DOCUMENT), test_set, decision, PAIR) == AS_TYPED
