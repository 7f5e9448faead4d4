"""The page Choose: candidates, who chooses among them, who judges, and a choice as a system."""

import json

import numpy as np
import pytest

from scoring import BLEU, CHRF, METRICS, TER, TestSet
from scoring.choosing.formats import read_lists
from scoring.judgments import Scores
from scoring.lab.tuning import TuningCandidates, halves, tune
from tests.hostile import MARKDOWN, SCRIPTS, together
from tests.pages.steps import (
    address,
    button,
    choice_scores,
    html,
    key_of,
    open_tab,
    ran,
    ran_until,
    table_with,
    tables,
    texts,
    uploader,
    value_of,
)
from ui.store import cache

N_SEGMENTS = 16
SYSTEMS = "good", "middling", "poor"


def made():
    """Three systems, and people who judged all but two segments of one."""
    generator = np.random.default_rng(5)
    reference = [" ".join(generator.choice(list("abcdefgh"), 9)) for _ in range(N_SEGMENTS)]

    def output(share):
        return [
            " ".join(word if generator.random() < share else generator.choice(list("xyz")) for word in line.split())
            for line in reference
        ]

    outputs = {name: output(share) for name, share in zip(SYSTEMS, (0.8, 0.7, 0.5), strict=True)}
    judged = {name: np.round(-place + generator.normal(0, 1, N_SEGMENTS), 2) for place, name in enumerate(SYSTEMS)}
    judged["poor"][3:5] = np.nan
    found = TestSet.build(outputs, [reference], name="choices")
    return found.with_judgments([Scores("MQM", judged, is_human=True)])


MADE = made()
OUTPUTS = [list(column) for column in zip(*(system.segments.to_pylist() for system in MADE.systems), strict=True)]
"""``[segment][candidate]``"""
REFERENCE = MADE.references[0].segments.to_pylist()


@pytest.fixture
def key():
    return key_of(MADE)


def open_page(visit, identity, **parameters):
    return done(visit("choose", set=identity, **parameters))


def done(at):
    return ran_until(at, lambda at: not at.get("progress"))


def segment_score(metric, hypothesis, reference):
    return float(metric.score(metric.statistics([hypothesis], [[reference]])[0]))


def by_risk(metric):
    """The place of the candidate of each segment that is most like all of its list, one pair after another."""
    means = [[np.mean([segment_score(metric, h, r) for r in listed]) for h in listed] for listed in OUTPUTS]
    return np.argmax(means, axis=1)


def by_reference(metric):
    scores = [[segment_score(metric, h, r) for h in listed] for listed, r in zip(OUTPUTS, REFERENCE, strict=True)]
    return np.argmax(scores, axis=1)


def corpus(metric, places):
    rows = metric.statistics([listed[place] for listed, place in zip(OUTPUTS, places, strict=True)], [REFERENCE])
    return float(metric.score(rows.sum(axis=0)))


@pytest.mark.exhaustive
def test_every_number_is_that_of_choices_made_one_by_one(visit, key):
    at = open_page(visit, key)
    frame = choice_scores(at)
    assert {"BLEU", "chrF", "TER ↓", "MQM"} == set(frame.columns)
    best = np.zeros(N_SEGMENTS, int)  # people like the first system most
    expected = {
        "good": best,
        "middling": best + 1,
        "poor": best + 2,
        "most like the others by BLEU": by_risk(BLEU()),
        "most like the others by chrF": by_risk(CHRF()),
        "closest to the reference by BLEU": by_reference(BLEU()),
        "closest to the reference by chrF": by_reference(CHRF()),
    }
    names = list(expected)
    assert list(frame.index) == [*names[:3], "picked at random", *names[3:]]
    judged = ~np.isnan(MADE.scores[0].of("poor"))
    human = np.stack([MADE.scores[0].of(name) for name in SYSTEMS], axis=1)
    for name, places in expected.items():
        for column, metric in (("BLEU", BLEU()), ("chrF", CHRF()), ("TER ↓", TER())):
            assert frame.loc[name, column] == pytest.approx(corpus(metric, places), abs=0.006)
        people = human[np.arange(N_SEGMENTS), places][judged].mean()
        assert frame.loc[name, "MQM"] == pytest.approx(people, abs=0.006)
    assert "Stay with one system: people rate no mix of systems significantly better than good alone." in html(at)
    assert f"the {judged.sum()} of {N_SEGMENTS} segments in which every candidate is rated" in html(at)


def test_other_criteria_and_judges_can_be_asked_for(visit, key):
    chosen = ["system poor", "first", "MBR by TER", "corpus oracle by BLEU"]
    at = open_page(visit, key, choose_criteria=chosen, choose_judges=["WER"])
    frame = choice_scores(at)
    rows = ["poor", "first in its list", "most like the others by TER", "best for the score of the whole set by BLEU"]
    assert list(frame.index) == rows
    first = frame.loc[rows[1], "WER ↓"]
    assert first == pytest.approx(corpus(METRICS["wer"](), np.zeros(N_SEGMENTS, int)), abs=0.006)
    assert "MQM" not in frame.columns
    assert "There are no human scores" not in html(at)


@pytest.mark.exhaustive
def test_a_choice_becomes_a_system_with_the_scores_of_what_it_takes(visit, key):
    at = open_page(visit, key)
    assert at.selectbox(key="choose_added").value == "mbr:bleu"
    ran(at.selectbox(key="choose_added").set_value("mbr:chrf").run())
    ran(at.button(key="add-choice").click().run())
    new = cache.open_test_set(address(at, "set"), "")
    assert new.system_names == (*SYSTEMS, "MBR by chrF")
    places = by_risk(CHRF())
    taken = [listed[place] for listed, place in zip(OUTPUTS, places, strict=True)]
    assert new.system("MBR by chrF").segments.to_pylist() == taken
    human = np.stack([MADE.scores[0].of(name) for name in SYSTEMS], axis=1)[np.arange(N_SEGMENTS), places]
    assert new.scores[0].of("MBR by chrF") == pytest.approx(human, nan_ok=True)
    at = done(at)
    assert "MBR by chrF is now a system of" in html(at)
    links = {link.proto.label: link.proto.query_string for link in at.get("page_link")}
    assert "first=MBR+by+chrF&second=good" in links["Compare"]
    assert "pair_a=MBR+by+chrF" in links["Significance"]
    assert "Segments" in links
    assert new.name == "choices"  # a new version of it
    # It is no candidate itself.
    assert choice_scores(at).index[0] == "good"
    assert "3 candidates each" in html(at)


def test_one_segment_shows_who_takes_what_and_what_the_references_like(visit, key):
    metric = BLEU()
    scores = np.array([[segment_score(metric, h, r) for h in c] for c, r in zip(OUTPUTS, REFERENCE, strict=True)])
    rows = np.arange(N_SEGMENTS)
    lost = scores.max(axis=1) - scores[rows, by_risk(metric)]
    at = done(open_tab(open_page(visit, key), "One segment"))
    frame = table_with(at, "#", "taken", "best", "lost")
    order = np.argsort(-lost, kind="stable")[: int((lost > 0).sum())]
    assert list(frame["#"]) == list(order + 1)
    assert list(frame["lost"]) == pytest.approx(list(lost[order]))
    first = int(order[0])
    assert f"Segment {first + 1}" in html(at)
    own, best = (SYSTEMS[place] for place in (by_risk(metric)[first], scores[first].argmax()))
    assert f"MBR by BLEU takes {own}; the references favour {best}" in html(at)
    listed = html(at).partition('class="candidates"')[2]
    assert sorted(SYSTEMS, key=listed.index)[0] == own  # the best by its own criterion stands first
    assert "<b>good</b>" in listed
    assert '<span class="best bound">oracle by BLEU</span>' in listed


def dropped(at, lists, references=(), slot="lists"):
    """The page once the files are read, or refused."""
    before = value_of(at, f"choose_{slot}_read")
    if references:
        uploader(at, f"choose-{slot}-references").set_value([(*file, "") for file in references])
    ran(uploader(at, f"choose-{slot}").set_value((*lists, "")).run())
    return done(ran_until(at, lambda at: value_of(at, f"choose_{slot}_read") != before))


def lines(texts):
    return "".join(f"{text}\n" for text in texts).encode()


@pytest.mark.exhaustive
def test_lists_of_ones_own_are_judged_by_the_set_in_use_or_by_their_own_references(visit, key):
    beam = lines(text for listed in OUTPUTS for text in listed)
    at = dropped(visit("choose", set=key, candidates="lists"), ("beam.txt", beam))
    frame = choice_scores(at)
    by_bleu = frame.loc["most like the others by BLEU", "BLEU"]
    assert by_bleu == pytest.approx(corpus(BLEU(), by_risk(BLEU())), abs=0.006)
    assert "beam.txt: 16 segments, 3 candidates each." in html(at)
    assert "MQM" not in frame.columns  # people judged systems
    ran(at.button(key="forget-lists").click().run())
    assert choice_scores(at) is None
    half = N_SEGMENTS // 2
    files = ("half.jsonl", b"".join(json.dumps(listed).encode() + b"\n" for listed in OUTPUTS[:half]))
    at = dropped(at, files)
    assert "half.jsonl: expected 16 lists, one for each segment, found 8 lists." in texts(at)
    assert "The set in use has 16 segments" in texts(at)
    at = dropped(visit("choose", set=key, candidates="lists"), files, [("reference.txt", lines(REFERENCE[:half]))])
    frame = choice_scores(at)
    rows = BLEU().statistics([listed[0] for listed in OUTPUTS[:half]], [REFERENCE[:half]])
    first = frame.loc["first in its list", "BLEU"]
    assert first == pytest.approx(float(BLEU().score(rows.sum(axis=0))), abs=0.006)
    ran(at.button(key="add-choice").click().run())
    new = cache.open_test_set(address(at, "set"), "")
    assert new.system_names == ("first of each list", "MBR by BLEU")
    assert new.name == "half.jsonl"
    assert new.references[0].segments.to_pylist() == REFERENCE[:half]


def moses():
    """Candidates with two features, one of which prefers what the reference has."""
    generator = np.random.default_rng(2)
    told = []
    for number, (listed, reference) in enumerate(zip(OUTPUTS, REFERENCE, strict=True)):
        for text in listed:
            right = sum(a == b for a, b in zip(text.split(), reference.split(), strict=True))
            features = right + generator.normal(0, 1), generator.normal(0, 1)
            score = 0.1 * features[0] + 0.5 * features[1]
            told.append(f"{number} ||| {text} ||| good= {features[0]:.4f} noise= {features[1]:.4f} ||| {score:.6f}")
    return lines(told)


@pytest.mark.exhaustive
def test_tuning_shows_what_scoring_finds_on_both_halves(visit, key):
    called = {"mert": "MERT", "mira": "MIRA", "expected:2": "expected BLEU, 2"}
    asked = {"candidates": "lists", "choose_part": "Tune", "tuners": list(called.values()), "replications": "2"}
    at = dropped(visit("choose", set=key, **asked), ("lists.moses", moses()))
    frame = table_with(at, "tuned by", "held out", "development", "p_adjusted").set_index("tuned by")
    lists = value_of_lists()
    found = tune(*halves(lists, [REFERENCE], BLEU(), seed=1), list(called), replications=2, seed=1)
    called["decoder"] = "decoder"
    assert {called[one.name] for one in found.all} == set(frame.index)
    for one in found.all:
        row = frame.loc[called[one.name]]
        assert row["held out"] == pytest.approx(one.held_out.mean())
        assert row["development"] == pytest.approx(one.development.mean())
        assert row["length, held out"] == pytest.approx(one.held_out_lengths.mean())
    shares = table_with(at, "tuned by", "good", "noise").set_index("tuned by")
    assert shares.abs().sum(axis=1).to_numpy() == pytest.approx(100)
    assert shares.loc["expected BLEU, 2", "good"] > shares.loc["decoder", "good"]
    ran(at.selectbox(key="choose_added_tuned").set_value("expected:2").run())
    ran(at.button(key="add-choice").click().run())
    added = cache.open_test_set(address(at, "set"), "").system("weights of expected BLEU, 2").segments.to_pylist()
    worth = (lists.features @ found.result_of("expected:2").mean_weights).reshape(N_SEGMENTS, len(SYSTEMS))
    assert added == [listed[place] for listed, place in zip(OUTPUTS, worth.argmax(axis=1), strict=True)]
    assert "are few" in html(at)
    assert "The lists do not change" in html(at)


def test_weights_are_judged_on_lists_of_another_file(visit, key):
    address = {"candidates": "lists", "choose_part": "Tune", "held_out": "file", "tuners": "MIRA", "replications": "1"}
    at = dropped(visit("choose", set=key, **address), ("lists.moses", moses()))
    assert "held out" not in [column for table in tables(at) for column in table.columns]
    few = b"".join(moses().splitlines(keepends=True)[: 3 * 5])
    at = dropped(at, ("few.moses", few), [("reference.txt", lines(REFERENCE[:5]))], "held-out")
    frame = table_with(at, "tuned by", "held out").set_index("tuned by")
    lists = value_of_lists()
    sides = TuningCandidates.of(lists, [REFERENCE]), TuningCandidates.of(lists.only(np.arange(5)), [REFERENCE[:5]])
    found = tune(*sides, ["mira"], replications=1, seed=1)
    assert frame.loc["MIRA", "held out"] == pytest.approx(found.result_of("mira").held_out.mean())
    assert frame.loc["decoder", "development"] == pytest.approx(found.baseline.development.mean())
    wrong = few.replace(b"good=", b"other=")
    at = dropped(at, ("wrong.moses", wrong), [("reference.txt", lines(REFERENCE[:5]))], "held-out")
    assert "Expected the same features" in texts(at)


def value_of_lists():
    """The lists that were dropped."""
    return read_lists("lists.moses", moses())


def test_without_features_the_page_says_what_to_bring_and_the_sample_is_one_press_away(visit, key, monkeypatch):
    few = cache.lists_of_sample("news-en-es")
    few = few.only(np.flatnonzero(few.sizes <= 3)[:1].repeat(len(few.sizes)))  # so that it takes little time
    monkeypatch.setattr(cache, "lists_of_sample", lambda folder: few)
    at = open_page(visit, key, choose_part="Tune", tuners="MIRA", replications="1")
    assert "these candidates have no features" in texts(at)
    ran(at.button(key="sample-lists").click().run())
    assert at.selectbox(key="candidates").value == "sample"
    at = done(at)
    assert "Apertium&#39;s alternatives: 160 segments" in html(at)
    assert {"MIRA", "decoder"} == set(table_with(at, "tuned by", "held out")["tuned by"])
    assert "The lists do not change" in html(at)


@pytest.mark.exhaustive
def test_what_people_have_not_judged_is_no_candidate_unless_it_is_asked_for(visit):
    unjudged = TestSet.build({name: MADE.system(name).segments for name in SYSTEMS}, [REFERENCE], name="few")
    scores = {name: MADE.scores[0].of(name) for name in SYSTEMS[:2]}
    identity = key_of(unjudged.with_judgments([Scores("MQM", scores, is_human=True)]))
    at = open_page(visit, identity)
    assert "2 candidates each" in html(at)
    assert "There are no human scores" in html(open_page(visit, key_of(unjudged)))
    assert "MQM" in choice_scores(at).columns
    ran(at.toggle(key="choose_unjudged").set_value(True).run())
    at = done(at)
    assert "3 candidates each" in html(at)
    assert "MQM is left out: it has no scores for poor." in html(at)


def test_where_there_is_nothing_to_choose_among_the_page_says_what_to_do(visit, key):
    at = visit("choose", set=key_of(TestSet.build({"S": ["a"]}, [["a b"]])))
    assert "A mix takes several candidates per sentence" in texts(at) + html(at)
    assert button(at, "sample-lists") is not None
    at = visit("choose", set=key, score="0-40")
    assert "Choices are not shown" in html(at)
    assert choice_scores(at) is None


@pytest.mark.exhaustive
def test_nothing_is_advised_by_a_reference_full_of_placeholders(visit, key):
    assert "Stay with one system" in html(open_page(visit, key))
    lines = ["NO REFERENCE AVAILABLE" if place % 2 else line for place, line in enumerate(REFERENCE)]
    outputs = {name: MADE.system(name).segments for name in SYSTEMS}
    at = open_page(visit, key_of(TestSet.build(outputs, [lines], name="placeholders")))
    assert "This comparison is doubtful" in texts(at) + html(at)
    assert "do not choose by this result" in html(at)
    assert "Stay with" not in html(at)
    assert "Take " not in html(at)


def test_a_single_system_is_never_advised_and_overview_is_one_press_away(visit, key):
    at = open_page(visit, key, choose_criteria=["system poor", "system good"])
    assert "There is nothing to compare." in html(at)
    assert "To choose one system: good." in html(at)
    assert "See Overview" in {link.proto.label for link in at.get("page_link")}


@pytest.mark.exhaustive
def test_names_are_shown_as_they_are(visit):
    names = [together(MARKDOWN)[0], together(SCRIPTS)[0], together(SCRIPTS)[-1]]
    outputs = {name: MADE.system(system).segments for name, system in zip(names, SYSTEMS, strict=True)}
    at = open_page(visit, key_of(TestSet.build(outputs, [REFERENCE])))
    for tab in ("Results", "One segment"):
        at = done(open_tab(at, tab))
        assert not any(name in html(at) for name in names[1:])
        assert not any(
            name in str(element.value) for name in names for element in (*at.markdown, *at.warning, *at.info)
        )
        assert not any(name in str(element.value) for name in names for element in at.caption)


def test_one_system_alone_is_led_to_a_second_one_and_to_lists(visit):
    alone = key_of(TestSet.build({"A": ["a b", "c d"]}, [["a b", "c x"]]))
    at = open_page(visit, alone)
    assert "A mix takes several candidates per sentence, and one system is shown." in html(at)
    assert "Add a second system" in [link.proto.label for link in at.get("page_link")]
    own = next(button for button in at.button if button.label == "Use your own lists")
    at = done(own.click().run())
    assert at.session_state["candidates"] == "lists"
