"""The verdict's card: a state, a sentence for people, and what else bears on it; names of users stay text."""

import re
from dataclasses import replace
from types import SimpleNamespace

import lxml.html
import numpy as np
import pytest

from scoring import BLEU, METRICS, TER, TestSet
from scoring.analysis.oddities import DOUBT, SAME, Oddity, find_oddities
from scoring.judgments import Scores
from scoring.judgments.external import ExternalScore
from scoring.report import verdict_card
from scoring.significance import STATES, compare, judge
from scoring.significance.verdicts import MAX_TRIALS
from scoring.studies.comparison import ComparisonRequest
from scoring.studies.tradeoff import CostColumn
from scoring.studies.verdict import (
    Decision,
    Votes,
    count_votes,
    decide,
    verdicts_by_metric,
)
from scoring.studies.wording import report_words
from scoring.studies.wording.verdict_words import open_pairs as open_pairs_words
from scoring.studies.wording.verdict_words import published_agreement_range, published_agreement_sentence
from tests.cases import as_one_test
from tests.hostile import TEXTS

REFERENCE = [f"the cat number {n} is on the mat" for n in range(40)]


def worse(n, every=1):
    """The reference with every so manieth segment changed in one word."""
    return [line.replace("cat", "dog") if i % every == 0 and i < n else line for i, line in enumerate(REFERENCE)]


def misspelt(line):
    """The line with another last letter in every long word."""
    return " ".join(f"{word[:-1]}x" if len(word) > 3 else word for word in line.split())


def decided(outputs, metric=None, shown=None, **options):
    metric = metric or BLEU()
    measured = metric.measure(TestSet.build(outputs, [REFERENCE]))
    return decide(judge(compare(metric, measured, trials=2000, **options), measured), shown or tuple(outputs))


def text(markup):
    return " ".join(lxml.html.fromstring(str(markup).replace("</div>", "</div> ")).text_content().split())


def test_a_clear_lead():
    decision = decided({"poor": worse(40), "good": REFERENCE})
    said = text(verdict_card.card(decision))
    assert (decision.best, decision.next, decision.state) == ("good", "poor", "clear")
    assert re.search(r"✓ Clear, by BLEU good is ahead of poor by \d+\.\d\d BLEU points: 100.00 against \d", said)
    assert re.search(r"Chance is a very unlikely explanation \(p = 0\.0005\)\.", said)
    assert "would need" not in said
    assert "comparisons" not in said
    assert "verdicts" not in said


def test_a_lead_is_sure_where_only_another_system_is_doubtful():
    decision = decided({"good": REFERENCE, "mid": worse(40, 2), "poor": worse(40)})
    of_poor = (Oddity(DOUBT, (), detail="The output of poor has no capitals.", concerns=("poor",)),)
    said = text(verdict_card.card(decision, None, of_poor))
    assert "poor is doubtful" in said
    assert "Clear, by BLEU" in said
    assert "Not reliable yet" not in said
    assert "Its lead over poor is not reliable yet." in said
    said = text(verdict_card.card(decision, None, (*of_poor, Oddity(DOUBT, (), detail="A reference."))))
    assert said.startswith("⚠ This comparison is doubtful")
    assert "Not reliable yet" in said


def test_systems_with_the_very_same_output_count_once():
    outputs = {"poor": worse(40), "good": REFERENCE, "copy": REFERENCE, "mid": worse(40, 2)}
    measured = BLEU().measure(TestSet.build(outputs, [REFERENCE]))
    verdicts = judge(compare(BLEU(), measured, trials=2000), measured)
    odd = (Oddity(SAME, ("copy", "good")),)
    decision = decide(verdicts, tuple(outputs), odd)
    assert {decision.best, *decision.copies[decision.best]} == {"good", "copy"}
    assert (decision.next, decision.behind, decision.not_surely_worse) == ("mid", ("poor",), ())
    said = text(verdict_card.card(decision, None, odd))
    assert re.search(r"(good \(same output as copy\)|copy \(same output as good\)) is ahead of mid by \d", said)
    only = decide(verdicts, ("good", "copy"), odd)
    assert ({only.best, only.next}, only.difference, only.copies) == ({"good", "copy"}, 0, {})


def test_what_is_odd_about_outputs_stands_first_and_names_stay_text():
    outputs = {"<b>x</b>": REFERENCE, "{} other": worse(40), "third": worse(40)}
    odd = find_oddities(TestSet.build(outputs, {"A & B": REFERENCE, "C": worse(3)}))
    card = verdict_card.card(decided(outputs), None, odd)
    said = text(card)
    assert "The output of <b>x</b> is reference A & B itself." in said
    assert "{} other and third have the same output." in said
    assert said.index("itself.") < said.index("the same output") < said.index("corrected for 3 comparisons")
    assert said.startswith("⚠ <b>x</b>, {} other and third are doubtful"), (
        "nothing is green over texts that are not right"
    )
    assert said.index("the same output") < said.index("Not reliable yet. For now: <b>x</b> is ahead, by BLEU")
    assert "clear" not in said.lower(), "no lead is sure over texts that are not right"
    assert "unlikely" not in said
    assert re.search(r"\d\. p = 0\.\d+, corrected for 3 comparisons\.", said)
    doubts, result = lxml.html.fromstring(str(card)).iter("section")
    assert "doubtful" in doubts.get("class").split()
    assert "despite" in result.get("class").split()


def test_what_could_be_chance_is_said_so_and_how_many_segments_would_show_it():
    other = [line.replace("mat", "rug") if i in range(20, 33, 2) else line for i, line in enumerate(REFERENCE)]
    decision = decided({"a": worse(2), "b": other})
    said = text(verdict_card.card(decision))
    assert decision.state == "too close to call"
    chance = (
        r"This could be chance: if both systems were equally good,"
        r" a difference like this would turn up (.*) \(p = (0\.\d{4})\)"
    )
    often, p = re.search(chance, said).groups()
    share = float(re.sub(r"about (\d+) times in (\d+)", lambda found: str(int(found[1]) / int(found[2])), often))
    assert abs(share - float(p)) < 0.01
    assert re.search(r"To settle it you would need about [\d,]+ segments of this kind; you have 40\.", said)
    assert said.endswith("The number of segments needed is for 80 % power at p ≤ 0.05.")


def test_the_sentence_has_the_p_that_decides_and_its_words_and_the_statistics_have_the_other():
    other = [line.replace("mat", "rug") if i in range(20, 33, 2) else line for i, line in enumerate(REFERENCE)]
    decision = decided({"a": worse(2), "b": other, "c": worse(4), "d": worse(5)})
    alone, corrected = (
        of(decision.best, decision.next) for of in (decision.verdicts.p_value, decision.verdicts.p_adjusted)
    )
    assert round(alone, 2) < round(corrected, 2)
    said = text(verdict_card.card(decision))
    assert f"would look this clear almost every time (p = {corrected:.4f}, corrected for 6 comparisons)" in said
    assert said.count("(p = ") == 1
    assert f"{alone:.4f} without correction" in said


@pytest.mark.parametrize(("needed", "is_practical"), [(400.0, True), (401.0, False)])
def test_a_difference_that_no_test_set_would_show(monkeypatch, needed, is_practical):
    monkeypatch.setattr(Decision, "needed", needed)
    said = text(verdict_card.card(decided({"a": worse(2), "b": worse(3)})))
    assert ("about 400 segments" in said) == is_practical
    assert ("too small to settle in practice: you would need over 10 times as many segments." in said) != (is_practical)


def test_trials_that_leave_it_open_are_said_so_and_are_no_verdict():
    """So few trials gave a lead of 80 points the words of a tie."""
    outputs = {"poor": worse(40), "good": REFERENCE, "fair": worse(30)}
    measured = BLEU().measure(TestSet.build(outputs, [REFERENCE]))
    few = decide(judge(compare(BLEU(), measured, trials=50), measured, most_work=0), tuple(outputs))
    said = text(verdict_card.card(few))
    assert said.startswith("… More trials needed, by BLEU good is ahead of fair by")
    assert re.search(
        r"It is not settled yet whether this could be chance \(p = 0\.0196, corrected for 3 comparisons\)\."
        r" After 50 shuffles p lies between 0 and 0\.1\d\d\d; more shuffles would settle it\.",
        said,
    )
    assert "good does not differ significantly from poor either." in said
    assert "3 of 3 verdicts could still change with more shuffles: the limit on shuffles was reached." in said
    assert "would need" not in said
    (section,) = lxml.html.fromstring(str(verdict_card.card(few))).iter("section")
    assert section.get("class") == "decision more-trials-needed"


def test_trials_of_other_pairs_are_not_read_as_those_of_this_pair():
    def told(*open_pairs, most=MAX_TRIALS):
        counted = SimpleNamespace(n_tested=3, test="ar")
        found = SimpleNamespace(comparisons=counted, unsettled_pairs=[*open_pairs], n_trials=lambda a, b: most)
        return open_pairs_words(found, ("a", "b"))

    assert told(("b", "c")) == "1 other pair is still open after 1,000,000 shuffles, the limit"
    assert told(("c", "b"), ("a", "c"), most=40) == "2 other pairs are still open: the limit on shuffles was reached"
    assert told(("b", "a")).startswith("1 of 3 verdicts could still change")


def test_level_systems_lead_nowhere():
    said = text(verdict_card.card(decided({"a": worse(10), "b": worse(10)})))
    assert "a and b tie at BLEU" in said
    assert "There is no difference to test." in said
    assert "ahead" not in said
    nothing = text(verdict_card.card(decided({"a": ["x"] * 40, "b": ["y"] * 40})))
    assert "a and b both have BLEU 0, so BLEU cannot rank them." in nothing


def test_too_few_segments():
    measured = BLEU().measure(TestSet.build({"a": ["a b c d"] * 3, "b": ["a b c x"] * 3}, [["a b c d"] * 3]))
    said = text(verdict_card.card(decide(judge(compare(BLEU(), measured), measured), ("a", "b"))))
    assert "? Too little data" in said
    assert "interval" not in said
    assert "Two systems have to differ in at least 6 segments." in said


def test_lower_is_better_where_it_is():
    said = text(verdict_card.card(decided({"poor": worse(40), "good": REFERENCE}, TER())))
    assert "good is ahead of poor by" in said
    assert "Lower TER is better." in said


def test_what_is_said_of_all_others():
    said = text(verdict_card.card(decided({"good": REFERENCE, "near": worse(1), "poor": worse(40), "last": worse(30)})))
    assert "does not differ" not in said
    assert "Its lead over last and poor is clear." in said
    assert "corrected for 6 comparisons)." in said
    assert re.search(r"comparisons \(step-down max-T\); [01]\.\d+ without correction; [\d,]+ shuffles\.", said)
    assert "More shuffles would not change this." in said
    alike = text(verdict_card.card(decided({f"s{n}": worse(n) for n in (10, 11, 12, 13, 14, 15)})))
    assert "s10 does not differ significantly from s12, s13 and 2 others either." in alike
    uncorrected = decided({"a": worse(1), "b": worse(2), "c": worse(9)}, correction="none")
    assert ", not corrected for multiple comparisons)." in text(verdict_card.card(uncorrected))


def test_only_systems_that_are_shown_are_named_but_all_pairs_count():
    decision = decided({"good": REFERENCE, "poor": worse(40), "other": worse(20)}, shown=("poor", "other"))
    said = text(verdict_card.card(decision))
    assert (decision.best, decision.next) == ("other", "poor")
    assert "good" not in said
    assert "corrected for 3 comparisons" in said
    assert decided({"good": REFERENCE, "poor": worse(40)}, shown=("good",)) is None


@pytest.mark.parametrize(
    ("votes", "said"),
    [
        (Votes(("TER",)), "TER finds a significantly better."),
        (Votes((), (), ("TER",)), "TER shows no significant difference."),
        (Votes(("chrF", "TER")), "chrF and TER find a significantly better."),
        (Votes(("chrF",), (), ("TER",)), "chrF finds a significantly better; TER shows no significant difference."),
        (Votes((), (), tuple("klmn")), "All 4 other metrics show no significant difference."),
        (
            Votes(("chrF",), ("TER", "NIST")),
            "But TER and NIST find b significantly better. By BLEU, chance is",
        ),
        (
            Votes((), ("TER",), tuple("klmno"), Votes(("DA",))),
            "But TER finds b significantly better. By BLEU, chance is a very unlikely explanation (p = 0.0076).",
        ),
        (
            Votes(tuple(f"m{n}" for n in range(64)), (), tuple(f"n{n}" for n in range(11))),
            "64 of 75 other metrics find a significantly better; 11 of 75 other metrics show no significant",
        ),
    ],
)
def test_what_other_metrics_say(votes, said):
    decision = decided({"a": worse(1), "b": worse(9)})
    found = verdict_card.card(decision, votes)
    assert said in text(found)
    assert "metric" not in text(verdict_card.card(decision))
    assert ("<li>Human scores: " in str(found)) == (votes.by_people is not None)
    if votes.against and votes.first:
        assert "<li>chrF finds <b" in str(found), "what does not contradict is a note"
    heading = "Metrics disagree. By BLEU, a is clearly ahead of b"
    assert (heading in text(found)) == bool(votes.against) == ("contradicted" in str(found))


def test_metrics_that_are_still_tested_are_counted():
    said = str(verdict_card.card(decided({"a": worse(1), "b": worse(9)}), Votes(("TER",)), votes_to_come=2))
    assert "<li>2 other metrics still to be tested.</li>" in said
    assert "So far, TER finds a significantly better." in lxml.html.fromstring(said).text_content()
    four = Votes((), (), ("chrF", "TER", "GLEU", "NIST"))
    said = text(verdict_card.card(decided({"a": worse(1), "b": worse(9)}), four, votes_to_come=5))
    assert "So far, 4 of 9 other metrics show no significant difference." in said


def test_metrics_that_disagree_significantly_come_before_how_sure_the_lead_is():
    """BLEU has one ahead, chrF the other one, both surely: as in real sets where metrics reward different things."""
    texts = [f"international organisations recommended considerable improvements number {n}" for n in range(40)]
    outputs = {"words": [f"{line} {'z' * 400}" for line in texts], "letters": [*map(misspelt, texts)]}
    test_set = TestSet.build(outputs, [texts])
    request = ComparisonRequest(BLEU(), test_set.system_names, trials=2000)
    by_bleu, by_chrf = (verdicts_by_metric(replace(request, metric=of), test_set) for of in (BLEU(), METRICS["chrf"]()))
    decision = decide(by_bleu, test_set.system_names)
    assert (decision.best, decision.state) == ("words", "clear")
    assert by_chrf.comparisons.tested.scores[0] < by_chrf.comparisons.tested.scores[1]
    found = count_votes(decision, [by_chrf])
    assert found == Votes((), ("chrF",))
    said = text(verdict_card.card(decision, found))
    assert re.search(
        r"words is ahead of letters .*\. But chrF finds letters significantly better\. By BLEU, chance is", said
    )
    assert count_votes(decision, [by_bleu]) == Votes(), "the very same scores are no second vote"


def test_a_lead_that_is_not_significant_is_no_vote():
    """By TER the best is ahead, too, but only in one segment; chrF has the same pair of systems far apart."""
    test_set = TestSet.build({"a": worse(0), "b": worse(40), "c": worse(1)}, [REFERENCE])
    request = ComparisonRequest(BLEU(), test_set.system_names, trials=2000)
    by = {
        name: verdicts_by_metric(replace(request, metric=METRICS[name]()), test_set) for name in ("bleu", "ter", "chrf")
    }
    near = decide(by["bleu"], ("a", "c"))
    assert near.difference > 0
    assert count_votes(near, [by["ter"], by["chrf"]]) == Votes((), (), ("TER", "chrF"))
    assert count_votes(decide(by["bleu"], ("a", "b")), [by["ter"], by["chrf"]]) == Votes(("TER", "chrF"))


def test_people_vote_by_themselves_and_scores_that_are_given_twice_once():
    random = np.random.default_rng(1)
    noise = random.normal(0, 0.1, 40)
    given = [
        Scores(name, {"a": np.full(40, a), "b": b + noise}, is_human=human)
        for name, a, b, human in (("ESA", 2.0, 1.0, True), ("DA", 1.0, 2.0, True), ("COMET", 1, 2, False))
    ]
    given.append(Scores("BLEU", given[-1].values | {}, is_human=False))
    test_set = TestSet.build({"a": worse(1), "b": worse(9)}, [REFERENCE]).with_judgments(given)
    request = ComparisonRequest(BLEU(), ("a", "b"), trials=2000)
    metrics = [BLEU(), *(ExternalScore.reading(scores, {"BLEU"}) for scores in given)]
    by_bleu, *others = (verdicts_by_metric(replace(request, metric=metric), test_set) for metric in metrics)
    decision = decide(by_bleu, ("a", "b"))
    found = count_votes(decision, others)
    assert (found.first, found.second) == ((), ("COMET",))
    assert found.by_people == Votes(("ESA",), ("DA",))
    assert found.against == ("DA", "COMET")
    said = text(verdict_card.card(decision, found))
    assert "But DA finds b significantly better; COMET finds b significantly better. By BLEU" in said
    assert "Human scores: ESA finds a significantly better." in said
    apart = text(verdict_card.card(decision, replace(found, second=(), by_people=Votes(("ESA",), (), ("DA",)))))
    assert "Human scores: ESA finds a significantly better; DA shows no significant difference." in apart


def test_scores_of_the_same_ratings_have_no_vote_and_a_campaign_s_name_is_no_unit():
    noise = np.random.default_rng(3).normal(0, 0.1, 40)
    of_a, of_b = np.full(40, 70.0), 60 + noise
    by_name = {"Round 2": (of_a, of_b), "Round 2 z": (of_a / 9, of_b / 9), "Round 3": (of_a + noise, of_b - 1)}
    given = [Scores(name, dict(zip("ab", columns, strict=True)), is_human=True) for name, columns in by_name.items()]
    test_set = TestSet.build({"a": worse(1), "b": worse(9)}, [REFERENCE]).with_judgments(given)
    request = ComparisonRequest(BLEU(), ("a", "b"), trials=2000)
    deciding, *others = (
        verdicts_by_metric(replace(request, metric=ExternalScore.reading(scores)), test_set) for scores in given
    )
    decision = decide(deciding, ("a", "b"))
    assert count_votes(decision, others, given).by_people == Votes(("Round 3",))
    assert count_votes(decision, others).by_people == Votes(("Round 2 z", "Round 3"))
    assert f"is ahead of b by {decision.printed_difference:.2f} points (Round 2): 70.00 against" in text(
        verdict_card.card(decision)
    )


def test_people_who_lean_the_other_way_are_named_where_a_metric_decides():
    noise = np.random.default_rng(3).normal(0, 10, 40)
    given = Scores("MQM", {"a": noise, "b": noise[::-1] + 0.1}, is_human=True)
    test_set = TestSet.build({"a": worse(1), "b": worse(9)}, [REFERENCE]).with_judgments([given])
    request = ComparisonRequest(BLEU(), ("a", "b"), trials=2000)
    metrics = BLEU(), ExternalScore.reading(given, {"BLEU"})
    by_bleu, by_people = (verdicts_by_metric(replace(request, metric=metric), test_set) for metric in metrics)
    decision = decide(by_bleu, ("a", "b"))
    found = count_votes(decision, [by_people])
    assert (found.by_people, found.people_leaning_to_second) == (Votes((), (), ("MQM",)), ("MQM",))
    leaning = "People lean the other way: MQM has b ahead, which could be chance."
    assert leaning in text(verdict_card.card(decision, found))
    assert leaning in text(verdict_card.card(decision, replace(found, second=("COMET",)))), (
        "beside other contradictions"
    )


def test_people_are_not_doubted_for_what_metrics_say():
    random = np.random.default_rng(1)
    people = Scores("MQM", {name: random.normal(mean, 1, 40) for name, mean in (("a", 1), ("b", 0))}, is_human=True)
    judged = TestSet.build({"a": worse(9), "b": worse(1)}, [REFERENCE]).with_judgments([people])
    metric = ExternalScore.reading(people)
    measured = metric.measure(judged)
    decision = decide(judge(compare(metric, measured, trials=2000), measured), ("a", "b"))
    said = text(verdict_card.card(decision, Votes(("COMET",), ("TER", "NIST"), ())))
    assert "By MQM, human judgment, a is clearly ahead of b" in said
    assert "But TER and NIST find b significantly better. By MQM" in said


def test_each_state_has_a_sign_and_a_style():
    assert set(verdict_card.SIGNS) == set(STATES)
    (section,) = lxml.html.fromstring(str(verdict_card.card(decided({"a": worse(10), "b": worse(10)})))).iter("section")
    assert section.get("class") == "decision too-close-to-call"


def test_what_a_difference_has_meant_elsewhere():
    """Known points of the study's table."""
    assert published_agreement_range(BLEU(), 1.0) == (60, 65)
    assert published_agreement_range(BLEU(), -0.2) == (0, 50)
    assert published_agreement_range(BLEU(), 9) == (85, 100)
    assert published_agreement_range(METRICS["chrf"](), 3.05) == (90, 100)
    assert (
        published_agreement_range(BLEU(), 0)
        is published_agreement_range(BLEU(), np.nan)
        is published_agreement_range(TER(), 3)
        is None
    )
    said = published_agreement_sentence(decided({"poor": worse(40), "good": REFERENCE}))
    assert "more than 85" in said
    assert "does not replace the test above" in said
    assert "Kocmi" in said
    assert published_agreement_sentence(decided({"poor": worse(40), "good": REFERENCE}, TER())) is None


@pytest.mark.exhaustive
@as_one_test
@pytest.mark.parametrize("name", TEXTS)
def test_names_are_shown_as_they_are(name):
    others = {f"{name}{n}": worse(n + 1) for n in range(3)}
    decision = decided({name: REFERENCE} | others)
    bold = [element.text for element in lxml.html.fromstring(str(verdict_card.card(decision))).iterdescendants("b")]
    assert {decision.best, decision.next} <= set(bold)
    assert set(bold) - {name, *others} <= {element for element in bold if re.fullmatch(r"[\d.]+", element)}


@pytest.mark.parametrize(("own_family", "is_told"), [(("good",), True), (("third",), False)])
def test_a_judge_of_its_own_family_is_told_before_who_leads(own_family, is_told):
    values = {"good": np.full(40, 90.0), "poor": np.linspace(40, 50, 40), "third": np.full(40, 10.0)}
    scores = Scores("m-1", values, own_family=own_family)
    test_set = replace(TestSet.build(dict.fromkeys(values, REFERENCE), [REFERENCE]), scores=(scores,))
    metric = ExternalScore.reading(scores)
    measured = metric.measure(test_set)
    decision = decide(judge(compare(metric, measured, trials=200), measured), tuple(values))
    said = text(verdict_card.card(decision))
    assert ("m-1: good is of the judge's own family: language models tend" in said) == is_told
    assert ("Not reliable yet. For now: good is ahead, by m-1" in said) == is_told
    assert ("unlikely explanation" in said) != is_told, "doubt and certainty are two verdicts"
    if is_told:
        assert said.index("own family") < said.index("ahead of")


@pytest.mark.parametrize(("own_family", "is_told"), [("good", True), ("poor", False)])
def test_a_vote_for_the_judges_own_family_is_told(own_family, is_told):
    values = {"good": np.linspace(80, 90, 40), "poor": np.linspace(40, 50, 40)}
    scores = Scores("m-1", values, own_family=(own_family,))
    outputs = {"good": REFERENCE, "poor": worse(40)}
    test_set = replace(TestSet.build(outputs, [REFERENCE]), scores=(scores,))
    metric = ExternalScore.reading(scores)
    measured = metric.measure(test_set)
    decision = decided(outputs)
    found = count_votes(decision, [judge(compare(metric, measured, trials=200), measured)])
    said = text(verdict_card.card(decision, found))
    assert "m-1 finds good significantly better" in said
    assert ("m-1 finds a system of its own family better, as language models tend to." in said) == is_told
    assert "Not reliable" not in said


def test_a_price_chooses_among_systems_that_are_still_open_only():
    decision = decided({"a": worse(1), "b": worse(2), "far": worse(30)})
    assert (decision.best, decision.next, decision.behind) == ("a", "b", ("far",))
    said = report_words.cost_sentence(decision, CostColumn("price", {"a": 9.0, "b": 4.0, "far": 1.0}))
    assert str(said) == "b is cheaper than a, and no worse as far as the test can tell."
    faster = report_words.cost_sentence(decision, CostColumn("speed", {"a": 9.0, "b": 4.0}, lower_is_better=False))
    assert str(faster).startswith("a is faster than b")
    alike = report_words.cost_sentence(decision, CostColumn("price", {"a": 4.0, "b": 4.0}))
    assert str(alike) == "Of the systems still open, a and b have the same price."
    assert report_words.cost_sentence(decision, CostColumn("price", {"a": 9.0, "far": 1.0})) is None
