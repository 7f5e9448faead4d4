"""The page Rate: campaigns are set up, handed out, watched and read, and their ratings become a judge."""

import json
from dataclasses import replace
from itertools import count

import numpy as np
import pyarrow as pa
import pytest

from rating.page import campaign_form, campaigns
from scoring import BLEU, TestSet
from scoring.judgments import Annotation, Scores
from scoring.judgments.external import external_metrics_by_name
from scoring.output.numbers import probability
from scoring.rating import (
    AdequacyFluency,
    CampaignPlan,
    DirectAssessment,
    ErrorSpans,
    MarkedError,
    OutputRanking,
    deal_items,
)
from scoring.significance import CLEAR, TOO_LITTLE_DATA, compare, judge
from tests.pages.steps import NEWS, address, button, html, open_tab, ran, ran_until, table_with, texts, title
from ui.store import cache, kept
from workspace import Right, WorkspaceError
from workspace.cli.campaign import describe_campaign_results

NUMBERS = count()
NAMES = "acme-mt", "**blue** <b>", "third"
QUALITY = dict(zip(NAMES, (80.0, 60.0, 40.0), strict=True))
EVIL = "<img src=x> ![x](http://x) **rater**"
WORDS = list("abcdefghijklmnopq")


def made_set():
    """24 segments of four documents: each system keeps a share of the reference's words."""
    generator = np.random.default_rng(5)
    reference = [" ".join(generator.permutation(WORDS)[:10]) for _ in range(24)]

    def output(share):
        return [" ".join(word if generator.random() < share else "x" for word in line.split()) for line in reference]

    outputs = {name: output(share) for name, share in zip(NAMES, (0.9, 0.7, 0.5), strict=True)}
    texts = TestSet.build(outputs, [reference], source=[f"source {number}" for number in range(24)], name="rated")
    return replace(texts, documents=pa.array([f"doc-{number // 6}" for number in range(24)]))


SET = made_set()
ALONE = {"rate_segments": "all 24", "rate_raters": "1", "rate_places": "1", "rate_language": "English"}
"""One rater of everything; the words of the set are single letters, of which Czech has the most."""
UNCHECKED = {"rate_repeats": "0", "rate_damaged": "0"}


@pytest.fixture
def workspace():
    return kept.server_workspace()


@pytest.fixture
def project(workspace):
    return workspace.create(f"rated {next(NUMBERS)}")


@pytest.fixture
def test_set(workspace, project):
    return workspace.add(project.id, SET)


def plan_of(protocol="da"):
    usual = {"raters_per_item": 2, "n_places": 2, "seed": 1, "repeats": 0.2, "damaged": 0.2}
    return CampaignPlan(protocol, NAMES, tuple(range(8)), **usual)


@pytest.fixture
def campaign(workspace, test_set):
    return workspace.make_campaign(test_set.id, 1, "DA by us", plan_of())


def value_of(item, protocol):
    """What a rater who knows each system's quality says."""
    scores = [QUALITY[output.system] - 30 * (item.kind == "damaged") + item.segment % 5 for output in item.outputs]
    if protocol == "ranking":
        return OutputRanking(tuple(1 + sum(other > score for other in scores) for score in scores))
    if protocol == "da":
        return DirectAssessment(scores[0])
    if protocol == "esa":
        return ErrorSpans((MarkedError(0, 3, "minor"),) if scores[0] < 70 else (), (), scores[0])
    return AdequacyFluency(*(1 + int(score // 25) for score in (scores[0], min(99, scores[0] + 10))))


def rate(workspace, campaign, place, name, upto=None):
    """A rater takes the next free place, answers, and finishes if that is all."""
    seat = workspace.join(campaign.code, name)
    assert seat.place == place
    asked = deal_items(campaign.plan, SET, place)
    for number, item in enumerate(asked[:upto]):
        workspace.answer(seat.secret, number, value_of(item, campaign.plan.protocol), 12.0 + place)
    if upto is None:
        workspace.finish(seat.secret)
    return seat


def press(at, key):
    return ran(button(at, key).click().run())


def codes(at):
    return [element.value for element in at.code]


# --- set up ---


def test_a_sample_set_is_kept_first(visit, project):
    at = visit("rate", set=NEWS)
    assert "News, English to Spanish is a built-in sample" in texts(at)
    press(at, "keep-set-0")
    found = kept.find_kept_version(address(at, "set"))
    assert kept.server_workspace().read(found.id).fingerprint == cache.open_test_set(NEWS).fingerprint
    assert "The copy is saved. Now choose what people rate." in html(at)
    assert button(at, "make-campaign-0") is not None


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        (ALONE | UNCHECKED, "The rater gets 72 items"),
        (ALONE | UNCHECKED | {"rate_repeats": "50"}, "The rater gets 108 items"),
        (ALONE | UNCHECKED | {"rate_systems": NAMES[0]}, "The rater gets 24 items"),
        (
            {
                "rate_segments": "all 24",
                "rate_raters": "1",
                "rate_places": "2",
                "rate_repeats": "0",
                "rate_damaged": "0",
            },
            "Each of 2 raters gets 36 items",
        ),
        (ALONE | UNCHECKED | {"rate_protocol": "ranking"}, "The rater gets 24 items"),
    ],
)
def test_how_much_each_rater_gets_is_said(visit, test_set, parameters, said):
    assert said in html(visit("rate", set=test_set.id, **parameters))


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    ("protocol", "seen"),
    [
        ("adequacy-fluency", ["Non-native", "Much", ">source "]),
        ("ranking", ["Translation C", "Ties are allowed"]),
        ("da", ["Do not agree at all"]),
        ("esa", ['<mark class="minor">', '<mark class="major">']),
    ],
)
def test_what_raters_see_is_shown_without_names_of_systems(visit, test_set, protocol, seen):
    at = visit("rate", set=test_set.id, rate_protocol=protocol, **(ALONE | {"rate_segments": "chosen documents"}))
    (picture,) = (element.value for element in at.get("html") if 'class="seen"' in element.value)
    for one in seen:
        assert one in picture
    assert not [name for name in ("acme", "blue", "third") if name in picture]


def test_a_campaign_is_made_as_it_was_set_up_and_its_link_and_code_are_there(visit, workspace, project, test_set):
    at = visit("rate", set=test_set.id, rate_protocol="esa", rate_references="reference 1", **ALONE)
    at.text_input(key="rate_name").set_value(" spring ")
    press(at, "make-campaign-0")
    (made,) = workspace.campaigns(project.id)
    assert (made.name, made.test_set, made.number) == ("spring", test_set.id, 1)
    plan = CampaignPlan("esa", NAMES, tuple(range(24)), True, ("reference 1",), 1, 1, 0.1, 0.1, 1)
    assert made.plan == plan
    assert made.code in codes(at)
    assert [code for code in codes(at) if code.endswith(f"/desk#{made.token}") or code == f"desk#{made.token}"]
    assert "The campaign spring is there" in html(at)
    assert list(table_with(at, "place", "rater")["last answer"]) == ["free"]


def test_a_name_that_is_too_long_is_said_and_not_dropped(visit, workspace, project, test_set):
    at = visit("rate", set=test_set.id, **ALONE)
    at.text_input(key="rate_name").set_value("x" * 101)
    press(at, "make-campaign-0")
    assert "A name has at most 100 characters; found 101." in html(at)
    assert not workspace.campaigns(project.id)
    assert not at.text_input(key="rate_name").proto.max_chars, "a browser would drop what is longer, and say nothing"


def test_segments_are_those_where_two_systems_differ_most(visit, workspace, project, test_set):
    chosen = {"rate_n": "5", "rate_first": NAMES[0], "rate_second": NAMES[2], "rate_metric": "bleu"}
    at = visit("rate", set=test_set.id, rate_segments="differ", **chosen)
    press(at, "make-campaign-0")
    rows = BLEU().measure(SET)
    differences = np.abs(BLEU().score(rows[NAMES[0]]) - BLEU().score(rows[NAMES[2]]))
    (made,) = workspace.campaigns(project.id)
    assert len(made.plan.segments) == 5
    assert min(differences[[*made.plan.segments]]) >= np.sort(differences)[-5]


def test_of_many_systems_the_best_are_proposed(visit, workspace, project):
    """By people's scores, which put the worst copies first."""
    copies = [replace(SET.system(NAMES[2]), name=f"copy {number}") for number in range(3)]
    people = {name: np.full(len(SET), 10.0 * place) for place, name in enumerate([*NAMES, *(c.name for c in copies)])}
    whole = SET.with_systems(copies).with_judgments([Scores("MQM", people, is_human=True)])
    at = visit("rate", set=workspace.add(project.id, whole).id, rate_segments="all 24")
    at = ran_until(at, lambda at: any(box.key == "rate_systems" for box in at.multiselect))
    assert at.multiselect("rate_systems").value == ["copy 2", "copy 1", "copy 0"]
    assert "The 3 best by MQM are proposed" in texts(at)
    at = ran_until(at, lambda at: "3 systems on 24 segments" in html(at))
    at = ran(at.multiselect("rate_systems").set_value([]).run())
    assert "6 systems on 24 segments" in html(ran_until(at, lambda at: "6 systems on" in html(at)))


@pytest.mark.exhaustive
def test_segments_are_drawn_unless_documents_are_asked_for(visit, workspace, test_set, campaign):
    """As on Significance, so that both pages say the same."""
    for place, name in enumerate(("Ana", "Ben")):
        rate(workspace, campaign, place, name)
    for parameters, unit, said in (
        ({}, "segment", "randomization, two-sided"),
        ({"rate_unit": "document"}, "document", "randomization by document"),
    ):
        at = visit("rate", set=test_set.id, rate_part="Read", **parameters)
        box = at.selectbox("rate_unit")
        assert (box.label, box.value) == ("Drawn", unit)
        assert said in texts(at)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ({"rate_segments": "documents", "rate_documents": "doc-2"}, set(range(12, 18))),
        ({"rate_segments": "all", "document": "doc-1"}, set(range(6, 12))),
    ],
)
def test_segments_of_documents_and_those_that_pass_the_filter(
    visit, workspace, project, test_set, parameters, expected
):
    press(visit("rate", set=test_set.id, **parameters), "make-campaign-0")
    (made,) = workspace.campaigns(project.id)
    assert {*made.plan.segments} == expected


@pytest.mark.exhaustive
def test_a_sample_goes_by_its_seed(visit, workspace, project, test_set):
    for seed in ("1", "1", "2"):
        at = visit("rate", set=test_set.id, rate_segments="sample", rate_n="6", rate_seed=seed)
        press(at, "make-campaign-0")
    first, again, other = (made.plan.segments for made in workspace.campaigns(project.id))
    assert first == again != other
    assert len(first) == len(other) == 6
    names = [made.name for made in workspace.campaigns(project.id)]
    assert names == ["Scores of 6 segments", "Scores of 6 segments (2)", "Scores of 6 segments (3)"], (
        "as judges each stands for itself"
    )


def test_segments_on_which_scores_vary_most_are_chosen_and_their_bias_is_said(visit, workspace, project, test_set):
    at = visit("rate", set=test_set.id, rate_segments="vary", rate_n="4", rate_metric="bleu")
    assert "make differences look larger than on the whole set" in texts(at)
    too_few = "Too few to compare two systems: take at least 6 (50 is usual)."
    assert [said.value for said in at.warning] == [too_few]
    at_least = texts(visit("rate", set=test_set.id, rate_segments="sample", rate_n="6"))
    assert too_few not in at_least
    assert "With 6 segments only very large differences can be found" in at_least
    press(at, "make-campaign-0")
    rows = BLEU().measure(SET)
    variances = np.var([BLEU().score(rows[name]) for name in NAMES], axis=0)
    (made,) = workspace.campaigns(project.id)
    assert len(made.plan.segments) == 4
    assert min(variances[[*made.plan.segments]]) >= np.sort(variances)[-4]


def test_errors_are_marked_beforehand_by_a_judge_that_the_set_has(visit, workspace, project):
    judged = {name: np.full(len(SET), True) for name in NAMES}
    checks = Annotation("Checks", (), judged, is_human=False)
    there = workspace.add(project.id, SET.with_judgments((), (checks,), ()).named("judged"))
    at = visit("rate", set=there.id, rate_protocol="Error spans (ESA)", rate_prefilled="Checks")
    at = at.text_area(key="rate_categories").set_value("grammar\n\n style \ngrammar").run()
    assert "lean towards what was marked" in texts(at)
    press(at, "make-campaign-0")
    (made,) = workspace.campaigns(project.id)
    assert (made.plan.prefilled, made.plan.categories) == ("Checks", ("grammar", "style"))
    at = visit("rate", set=there.id, rate_protocol="Direct assessment (DA)")
    assert "lean towards" not in texts(at)


def test_metrics_that_disagree_choose_segments_too(visit, workspace, project, test_set):
    press(visit("rate", set=test_set.id, rate_segments="disagree", rate_n="4"), "make-campaign-0")
    (made,) = workspace.campaigns(project.id)
    assert len(made.plan.segments) == 4


def test_what_cannot_be_is_said_and_cannot_be_made(visit, test_set):
    at = visit("rate", set=test_set.id, rate_raters="3", rate_places="2")
    assert "3 raters per item need at least as many raters; found 2." in texts(at)
    assert button(at, "make-campaign-0") is None
    ran(at.checkbox(key="rate_source").uncheck().run())
    assert "Raters need the source or a reference to judge an output" in texts(at)


# --- campaigns ---


def test_campaigns_are_watched_released_closed_and_deleted(visit, workspace, test_set, campaign):
    rate(workspace, campaign, 0, EVIL)
    second = rate(workspace, campaign, 1, "Ben", upto=3)
    at = visit("rate", set=test_set.id, rate_part="Campaigns")
    n_items = len(deal_items(campaign.plan, SET, 0))
    frame = table_with(at, "place", "rater")
    assert list(frame["rater"]) == [EVIL, "Ben"]
    assert list(frame["done"]) == [f"{n_items} of {n_items}", f"3 of {n_items}"]
    assert f"{n_items + 3} of {2 * n_items} answers are there, 1 of 2 raters are done" in html(at)
    assert "<img" not in html(at)
    assert "and no place is free." in html(at)
    assert "All places are taken" in texts(at)
    assert campaigns.OPENS_OWN_PLACE in texts(at)
    assert button(at, "release-idle") is None
    assert button(at, "to-results") is None, "answers are missing"
    press(at, "release")
    assert "All places are taken" not in texts(at)
    assert campaigns.OPENS_FREE_PLACE in texts(at)
    assert list(table_with(at, "place", "rater")["last answer"]) == ["finished", "free again"]
    with pytest.raises(WorkspaceError, match="was released"):
        workspace.desk(second.secret)
    press(at, "close-campaign")
    assert campaign.code not in codes(at)
    with pytest.raises(WorkspaceError, match="No campaign takes answers"):
        workspace.join(campaign.code, "late")
    press(at, "close-campaign")
    assert campaign.code in codes(at)
    press(at, "delete-campaign")
    assert "There is no campaign about this test set yet." in texts(at)
    press(at, "undo")
    assert campaign.code in codes(at)


def test_a_campaign_with_all_answers_leads_to_what_they_say(visit, workspace, test_set, campaign):
    for place, name in enumerate(("Ana", "Ben")):
        rate(workspace, campaign, place, name)
    at = visit("rate", set=test_set.id, rate_part="Campaigns")
    assert campaigns.OPENS_OWN_PLACE in texts(at)
    press(at, "to-results")
    assert "Raters put acme-mt ahead" in html(at)


def test_places_that_were_taken_for_fun_are_released_at_once(visit, workspace, project, test_set):
    campaign = workspace.make_campaign(test_set.id, 1, "DA by us", replace(plan_of(), n_places=4, raters_per_item=4))
    rate(workspace, campaign, 0, "Ana", upto=1)
    for _ in range(3):
        workspace.join(campaign.token, "x")
    at = visit("rate", set=test_set.id, rate_part="Campaigns")
    assert button(at, "release-idle").label == "Release 3 places without answers"
    press(at, "release-idle")
    assert "3 places are free: who opens the link takes one." in html(at)
    assert list(table_with(at, "place", "rater")["last answer"])[1:] == ["free again"] * 3
    assert button(at, "release-idle") is None
    assert button(at, "release") is not None
    assert workspace.events(project.id, 1)[0].what == "DA by us, 3 places without answers"


def test_who_may_only_read_sees_results_and_no_link(visit, workspace, project, test_set, campaign, monkeypatch):
    rate(workspace, campaign, 0, "Ana")
    reader = workspace.sign_in("https://issuer.example", f"reader {project.id}", "Rea", f"{project.id}@x.example")
    workspace.grant(project.id, reader.email, Right.READ)
    monkeypatch.setattr(kept, "visitor_workspace", lambda make=False: workspace.as_(reader.id))
    kept.forget_lookups()
    at = visit("rate", set=test_set.id)
    assert "You may read the project of this test set" in texts(at)
    assert button(at, "make-campaign-0") is None
    at = open_tab(at, "Campaigns")
    assert not codes(at)
    assert button(at, "close-campaign") is None
    at = open_tab(at, "Read")
    assert "1 rater puts acme-mt ahead" in html(at)
    assert button(at, "use-as-judge") is None
    kept.forget_lookups()


# --- read ---


def test_without_campaigns_or_answers_the_next_step_is_said(visit, workspace, test_set):
    at = visit("rate", set=test_set.id, rate_part="Read")
    assert "Make one in the tab Set up." in texts(at)
    workspace.make_campaign(test_set.id, 1, "DA", plan_of())
    assert "Hand out the link in the tab Campaigns" in texts(visit("rate", set=test_set.id, rate_part="Read"))


def test_a_campaign_that_is_too_small_says_so_before_anybody_answers_and_once(visit, workspace, test_set):
    campaign = workspace.make_campaign(test_set.id, 1, "few", replace(plan_of(), segments=tuple(range(5))))
    too_small = "This campaign is too small to compare systems: a test needs 6 or more segments"
    assert too_small in texts(visit("rate", set=test_set.id, rate_part="Read"))
    for place, name in enumerate(("Ana", "Ben")):
        rate(workspace, campaign, place, name)
    at = visit("rate", set=test_set.id, rate_part="Read")
    assert texts(at).count(too_small) == 1
    assert "there is too little data to compare them. </p>" in html(at).replace("  ", " ")
    assert "interval needs" not in texts(at)


def test_what_makes_ratings_doubtful_stands_below_what_they_say(visit, workspace, test_set):
    plan = replace(plan_of(), selection="disagree")
    campaign = workspace.make_campaign(test_set.id, 1, "hard ones", plan)
    for place, name in enumerate(("Ana", "Ben")):
        rate(workspace, campaign, place, name)
    at = open_tab(visit("rate", set=test_set.id), "Read")
    (warning,) = at.warning
    assert (
        "Segments where metrics disagree are harder than others: they do not say which system is better"
        in warning.value
    )
    assert warning.value in describe_campaign_results(workspace, campaign.id, "text")


@pytest.mark.parametrize(
    ("target", "code"), [("German", "de"), ("Czech", "cs"), ("English", "en"), ("Chinese", "en"), ("", "en")]
)
def test_raters_are_asked_in_the_language_of_the_outputs_that_they_read(target, code):
    assert campaign_form.usual_desk_language(target) == code


def test_a_rater_is_left_out_of_scores_agreement_and_the_judge(visit, workspace, test_set, campaign):
    rate(workspace, campaign, 0, "Ana")
    ben = workspace.join(campaign.code, "Ben")
    for number, item in enumerate(deal_items(campaign.plan, SET, 1)):
        workspace.answer(ben.secret, number, DirectAssessment(100 - value_of(item, "da").score), 5.0)
    other = workspace.make_campaign(test_set.id, 1, "other", plan_of())
    for place, name in enumerate(("Cleo", "Ben")):
        rate(workspace, other, place, name, upto=6)
    at = visit("rate", set=test_set.id, rate_part="Read", rate_campaign="DA by us", rate_without="Ben")
    assert "The answers of Ben are left out of scores, agreement, the judge and files (1 of 2 raters)." in texts(at)
    assert list(table_with(at, "rater", "seconds")["rater"]) == ["Ana", "Ben"]
    press(at, "use-as-judge")
    assert "The ratings of DA by us without Ben are a judge in version 2 of rated." in html(at)
    assert means(workspace, test_set, "DA by us") == expected(campaign), "as Ana alone says"
    ran(at.selectbox(key="rate_campaign").set_value(other.id).run())
    assert at.multiselect(key="rate_without").value == [], "all count in another campaign, also who has that name"
    at = visit("rate", set=test_set.id, rate_part="Read", rate_campaign="other", rate_without="Dan")
    assert at.multiselect(key="rate_without").value == [], "nobody of that name rates there"


def test_ratings_are_read_and_become_a_judge_again_and_again(visit, workspace, test_set, campaign):
    rate(workspace, campaign, 0, EVIL)
    at = visit("rate", set=test_set.id, rate_part="Read")
    assert "1 rater puts acme-mt ahead of **blue** &lt;b&gt; by 20.00 (95 % interval" in html(at)
    assert "1 of 2 raters are done" in texts(at)
    assert "nothing was judged by two raters" in html(at).lower()
    assert "<article>" not in html(at)
    frame = table_with(at, "rater", "seconds")
    assert list(frame)[:3] == ["rater", "answers", "damaged"], "what is seen without scrolling"
    assert (frame["rater"][0], frame["seconds"][0]) == (EVIL, 12)
    noticed, of = frame["damaged"][0].split(" of ")
    assert noticed == of
    press(at, "use-as-judge")
    assert means(workspace, test_set, "DA by us") == expected(campaign)
    assert "The ratings of DA by us are a judge in version 2 of rated." in html(at)
    assert button(at, "use-as-judge") is None
    links = {link.proto.label for link in at.get("page_link")}
    assert {"See the verdict", "Does BLEU say what they say?"} <= links
    ben = rate(workspace, campaign, 1, "Ben", upto=5)
    item = deal_items(campaign.plan, SET, 1)[0]
    workspace.answer(ben.secret, 0, DirectAssessment(0.0), 1.0)
    at = visit("rate", set=test_set.id, rate_part="Read")
    assert html(at).count("<article>") == 1, "they disagree about one output"
    assert '<dd dir="auto">0</dd>' in html(at)
    assert "<img" not in html(at)
    press(at, "use-as-judge")
    found, system = expected(campaign), item.outputs[0].system
    found[system] = round(found[system] - (QUALITY[system] + item.segment % 5) / 2 / len(campaign.plan.segments), 9)
    assert means(workspace, test_set, "DA by us") == found
    assert [scores.name for scores in workspace.read(test_set.id).scores] == ["DA by us", "DA by us z"]


def means(workspace, test_set, name):
    """System -> the mean of its scores in the newest version."""
    (scores,) = (scores for scores in workspace.read(test_set.id).scores if scores.name == name)
    return {system: round(float(np.nanmean(values)), 9) for system, values in scores.values.items()}


def expected(campaign):
    """The same by what a rater says of outputs as they are: all say the same, so that it is the mean over raters."""
    said = {name: [QUALITY[name] + segment % 5 for segment in campaign.plan.segments] for name in NAMES}
    return {name: round(float(np.mean(values)), 9) for name, values in said.items()}


@pytest.mark.exhaustive
@pytest.mark.parametrize("protocol", ["adequacy-fluency", "ranking", "da", "esa"])
def test_every_protocol_is_read(visit, workspace, test_set, protocol):
    campaign = workspace.make_campaign(test_set.id, 1, protocol, plan_of(protocol))
    for place, name in enumerate(("Ana", "Ben")):
        rate(workspace, campaign, place, name)
    at = visit("rate", set=test_set.id, rate_part="Read")
    assert "Raters put acme-mt ahead of" in html(at)
    assert "<b>alpha 1.00</b>. Enough to rely on." in html(at)
    assert ("overlap (F1) 1.00" in html(at)) == (protocol == "esa")
    assert list(table_with(at, "better", "than")["better"]) == [NAMES[0], NAMES[0], NAMES[1]]
    titles = {element.proto.label for element in at.get("download_button")}
    assert {"JSON Lines", "Pearmut, campaign"} <= titles
    assert ("WMT rankings" in titles) == (protocol == "ranking")
    press(at, "use-as-judge")
    newest = workspace.read(test_set.id)
    assert (len(newest.preferences), len(newest.annotations)) == (protocol == "ranking", protocol == "esa")
    assert button(at, "use-as-judge") is None


def test_ratings_do_not_stand_beside_other_outputs(visit, workspace, test_set, campaign):
    rate(workspace, campaign, 0, "Ana")

    def change(newest):
        other = replace(newest.systems[0], segments=pa.array(["other"] * 24))
        return replace(newest, systems=(other, *newest.systems[1:]))

    workspace.revise(test_set.id, change)
    at = press(visit("rate", set=test_set.id, rate_part="Read"), "use-as-judge")
    assert "the outputs of acme-mt are not the rated ones" in html(at)
    assert not workspace.read(test_set.id).scores


@pytest.mark.exhaustive
def test_all_that_is_called_so_is_replaced_and_that_is_said(visit, workspace, test_set):
    """What an earlier campaign of this name has left, by whatever protocol, says nothing of this one."""
    earlier = workspace.make_campaign(test_set.id, 1, "class", plan_of())
    rate(workspace, earlier, 0, "Ana")
    press(visit("rate", set=test_set.id, rate_part="Read"), "use-as-judge")
    workspace.delete(earlier.id)
    later = workspace.make_campaign(test_set.id, 1, "class", plan_of("esa"))
    rate(workspace, later, 0, "Ben")
    at = visit("rate", set=test_set.id, rate_part="Read")
    assert "In the place of class and class z" in html(at)
    press(at, "use-as-judge")
    assert "The ratings of class are a judge in version 3 of rated, in the place of class and class z." in html(at)
    newest = workspace.read(test_set.id)
    assert [one.name for one in newest.scores] == [one.name for one in newest.annotations] == ["class"]
    assert button(at, "use-as-judge") is None


@pytest.mark.exhaustive
def test_a_system_that_was_taken_out_takes_its_ratings_along(visit, workspace, test_set, campaign):
    rate(workspace, campaign, 0, "Ana")
    workspace.revise(test_set.id, lambda newest: newest.without_systems([NAMES[0]]))
    press(visit("rate", set=test_set.id, rate_part="Read"), "use-as-judge")
    assert {*means(workspace, test_set, "DA by us")} == {*NAMES[1:]}


@pytest.mark.exhaustive
def test_the_verdict_is_by_the_raters(visit, workspace, test_set, campaign):
    for place, name in enumerate(("Ana", "Ben")):
        rate(workspace, campaign, place, name)
    press(visit("rate", set=test_set.id, rate_part="Read"), "use-as-judge")
    at = visit("overview", set=test_set.id)
    assert title(at) == "Overview"
    assert "DA by us" in html(at)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(("n_segments", "state"), [(4, TOO_LITTLE_DATA), (24, CLEAR)])
def test_page_verdict_and_command_say_the_same(visit, workspace, test_set, n_segments, state):
    plan = replace(plan_of("esa"), segments=tuple(range(n_segments)))
    campaign = workspace.make_campaign(test_set.id, 1, "ours", plan)
    for place, name in enumerate(("Ana", "Ben")):
        rate(workspace, campaign, place, name)
    at = visit("rate", set=test_set.id, rate_part="Read")
    frame = table_with(at, "better", "than")
    assert frame["verdict"].tolist()[0] == state
    assert "Raters put acme-mt ahead of" in html(at)
    assert ("there is too little data to compare them" in html(at)) == (state == TOO_LITTLE_DATA)
    (told,) = json.loads(describe_campaign_results(workspace, campaign.id, "json"))
    pairs = told["results"][0]["pairs"]
    for column, key in (("verdict", "verdict"), ("p", "p_value"), ("p_adjusted", "p_adjusted"), ("low", "ci_low")):
        if column in frame:
            assert frame[column].tolist() == [one[key] for one in pairs]
    assert f" {state}" in describe_campaign_results(workspace, campaign.id, "table")
    press(at, "use-as-judge")
    at = ran_until(visit("overview", set=test_set.id), lambda at: 'class="verdict' in html(at))
    judged = workspace.read(test_set.id)
    metric = external_metrics_by_name(judged)["ours"]
    there = metric.judged(judged, judged.system_names)
    rows = {system: values[there] for system, values in metric.measure(judged).items()}
    verdicts = judge(compare(metric, rows), rows)
    best = pairs[0]["better"], pairs[0]["than"]
    assert verdicts.state(*best) == pairs[0]["verdict"]
    assert (verdicts.p_value(*best), verdicts.p_adjusted(*best)) == (pairs[0]["p_value"], pairs[0]["p_adjusted"])
    assert there.sum() == pairs[0]["n_segments"] == n_segments
    if state == CLEAR:
        assert probability(pairs[0]["p_adjusted"]) in html(at)


@pytest.mark.exhaustive
def test_what_was_chosen_of_one_set_does_no_harm_on_another(visit, workspace, project, test_set):
    small = TestSet.build({"x": ["a b", "c"], "y": ["a", "c"]}, [["a b", "c"]], name="small")
    other = workspace.add(project.id, small)
    chosen = {"rate_systems": NAMES[0], "rate_n": "20", "rate_first": NAMES[1], "rate_segments": "differ"}
    at = visit("rate", set=test_set.id, **chosen)
    assert "1 system on 20 segments" in html(at)
    at.sidebar.selectbox(key="test_set").set_value(NEWS)
    ran(at.run())
    at = visit("rate", set=test_set.id, **chosen)
    at.session_state["own_sets"] = [other.id]
    ran(at.run())
    at.sidebar.selectbox(key="test_set").set_value(other.id)
    ran(at.run())
    assert "2 systems on 2 segments" in html(at)


def test_it_opens_with_how_people_come_to_rate_or_how_far_the_last_campaign_is(visit, test_set, campaign):
    assert "Nobody has rated these outputs yet. Make a campaign" in html(visit("rate"))
    said = html(visit("rate", set=test_set.id))
    assert f"{campaign.name}</b>: " in said
    assert "answers are there" in said
    assert "Nobody has rated" not in said


def test_ratings_that_came_with_the_files_are_told_where_a_reader_looks_for_them(visit, workspace, project):
    values = {name: np.full(len(SET), -place, float) for place, name in enumerate(NAMES)}
    rated = workspace.add(project.id, SET.with_judgments([Scores("MQM", values, is_human=True)]))
    for tab in ("Set up", "Read"):
        said = html(visit("rate", set=rated.id, rate_part=tab))
        assert "the files have <b>MQM</b>" in said
        assert "MQM of 24 segments, best first: " in said
