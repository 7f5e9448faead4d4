"""The rater's page as those who come by a link or a code meet it."""

import json
import re
from typing import Any

import pyarrow as pa
import pytest
from sqlalchemy import update
from streamlit.proto.WidgetStates_pb2 import WidgetState

from rating.desk.page import marked_text_html
from rating.desk.screens import PRACTICE
from rating.desk.seats import LONGEST_SECONDS
from scoring import TestSet
from scoring.judgments import Annotation, ErrorSpan
from scoring.rating import PRACTICE_REFERENCE, PROTOCOLS, CampaignPlan, DirectAssessment, MarkedError, translate
from scoring.rating.formats import write_ratings
from server.identity import codes
from tests.pages.people import HOSTILE, read_as_markdown
from tests.pages.steps import html, ran, texts, title
from ui.store import kept
from workspace import UnavailableError, Workspace
from workspace.storage.place import url_of_file
from workspace.tables.schema import BlobRow
from workspace.tables.texts import RATER_NAME

SYSTEMS = ("SecretAlpha", "SecretBeta")
SOURCE = ["eins", "zwei", "drei", "vier"]
VALUES = {
    "adequacy-fluency": {"adequacy": 4, "fluency": 2},
    "ranking": {"ranks": [1, 1]},
    "da": {"score": 73},
    "esa": {"spans": [{"start": 0, "end": 3, "severity": "minor"}], "missing": ["major"], "score": 40},
    "mqm": {"spans": [{"start": 0, "end": 3, "severity": "minor"}], "missing": ["major"]},
    "contrastive": {"scores": [100, 100]},
}
NO_CHECKS = {"repeats": 0, "damaged": 0}
ON_SCREEN = {
    *(
        "campaign",
        "protocol",
        "number",
        "length",
        "done",
        "question",
        "severities",
        "how",
        "given",
        "outputs",
        "scales",
        "value",
    ),
    *("seconds", "categories", "isPrefilled", "language", "words", "seat", "visit", "heard", "remark", "isOver"),
}
NO_ANSWERS = ({"score": 101}, {"score": "1"}, None, {"ranks": [1]}, {"score": 1, "more": 1})
MEANINGLESS = (
    *({"visit": "another"}, {"press": 0}, {"press": "1"}, {"press": None}, {"item": 99}, {"item": -1}, {"item": None}),
    *({"seconds": -1}, {"seconds": float("inf")}, {"seconds": None}, {"act": "undo everything"}),
)
A_WEEKEND = 60 * 3600
SCORES: list[object] = [-1, 100.5, 10**400, float("nan"), [1], {}, True]
BAD: dict[str, list[dict[str, Any]]] = {
    "adequacy-fluency": [
        {"adequacy": 6, "fluency": 1},
        {"adequacy": 1, "fluency": 0},
        {"adequacy": 2.5, "fluency": 1},
        {"adequacy": True, "fluency": 1},
        {"adequacy": 3},
    ],
    "ranking": [
        {"ranks": ranks} for ranks in ([], [1], [1, 2, 2], [0, 1], [1, 3], [1, None], [1, "2"], [True, 1], "12", 1)
    ],
    "da": [{"score": score} for score in SCORES],
    "contrastive": [{"scores": scores} for scores in ([], [1], [1, 2, 3], *([1, score] for score in SCORES), "12", 1)],
    "esa": [
        *(
            {"spans": [{"start": start, "end": end, "severity": "minor"}], "missing": [], "score": 1}
            for start, end in ((0, 99), (-1, 2), (2, 2), (3, 1), (0, 1.5), (None, 2), (0, True))
        ),
        {"spans": [{"start": 0, "end": 1, "severity": "critical"}], "missing": [], "score": 1},
        {"spans": [{"start": 0, "end": 1}], "missing": [], "score": 1},
        {"spans": {"start": 0}, "missing": [], "score": 1},
        {"spans": [], "missing": ["omission"], "score": 1},
        {"spans": [], "missing": [["minor"]], "score": 1},
        {"spans": [], "missing": [], "score": None},
    ],
}
BAD["mqm"] = [{name: value for name, value in one.items() if name != "score"} for one in BAD["esa"][:-1]]
"""By protocol: what is no answer to an item of two outputs, or of one of five characters."""
GONE = "No campaign takes answers here"
CLOSED = "News is closed: no more answers are taken. What you answered before is kept."


@pytest.fixture
def workspace(monkeypatch, tmp_path):
    with Workspace(url_of_file(tmp_path / "workspace.sqlite")) as workspace:
        monkeypatch.setattr(kept, "server_workspace", lambda: workspace)
        yield workspace
        kept.forget_lookups()


@pytest.fixture
def make(workspace):
    """``make("da")`` is a campaign of two documents, each rated by up to three raters."""

    def make(protocol="da", name="News", same=(), judge="", **others):
        outputs = {
            system: [f"{word} {number}" for word in ("one", "two", "three", "four")]
            for number, system in enumerate(SYSTEMS)
        }
        for segment in same:
            outputs[SYSTEMS[1]][segment] = outputs[SYSTEMS[0]][segment]
        test_set = TestSet.build(outputs, {"SecretReference": SOURCE}, SOURCE, name=name)
        object.__setattr__(test_set, "documents", pa.array(["a", "a", "b", "b"]))
        if judge:
            marked = tuple(ErrorSpan(SYSTEMS[0], at, 0, 3, "major") for at in range(4))
            judged = {name: [True] * 4 for name in (*SYSTEMS, "Another")}
            outputs["Another"] = SOURCE
            documents = test_set.documents
            test_set = TestSet.build(outputs, {"SecretReference": SOURCE}, SOURCE, name=name)
            test_set = test_set.with_judgments((), (Annotation(judge, marked, judged, is_human=False),), ())
            object.__setattr__(test_set, "documents", documents)
        there = workspace.add(workspace.create("Project").id, test_set)
        plan = CampaignPlan(
            protocol, SYSTEMS, (0, 1, 2, 3), raters_per_item=3, n_places=3, **{"repeats": 0, "damaged": 0} | others
        )
        return workspace.make_campaign(there.id, 1, name, plan)

    return make


@pytest.fixture
def come(visit):
    """``come(token)`` is the first view of a browser whose address has this behind #."""
    return lambda asked="", **others: arrive(visit("desk"), asked, **others)


def components(at):
    return [(element.proto, json.loads(element.proto.json)) for element in at.get("bidi_component")]


def component(at, name):
    """The one whose data have this name, and the data."""
    (found,) = (one for one in components(at) if name in one[1])
    return found


def send(at, element, name, value):
    states = at._tree.get_widget_states()
    states.widgets.append(WidgetState(id=element.id, json_value=json.dumps({name: value})))
    return ran(at._run(states))


def arrive(at, asked="", tab="", known=(), press=1, item=None, is_new=False, language=""):
    element, data = component(at, "waits")
    of_tab = {"tab": tab, "item": item, "isNew": is_new, "language": language}
    said = {"press": press, "session": data["session"], "asked": asked, "kept": list(known)}
    return send(at, element, "arrived", said | of_tab)


def secret(at):
    return component(at, "waits")[1]["secret"]


def screen(at):
    """What the browser has of the item that is shown."""
    return component(at, "visit")[1]


def refused(at):
    """Why the last answer was not kept, as it stands beside the button."""
    words = "This answer was not kept. "
    remark = screen(at)["remark"]
    assert remark.startswith(words)
    return remark.removeprefix(words)


def say(at, act, value=None, **others):
    element, data = component(at, "visit")
    said = {"press": data["heard"] + 1, "visit": data["visit"], "item": data["number"], "act": act}
    return send(at, element, "said", {**said, "value": value, "seconds": 2.5, **others})


def begin(at, name="Ana"):
    """At the item on which everybody practises first."""
    at.text_input(key="desk-name").set_value(name)
    return press(at, translate("Begin", language_list(at).value))


def join(at, name="Ana"):
    """At the first item."""
    at = begin(at, name)
    return say(at, "skip") if any("visit" in data for _, data in components(at)) else at


def press(at, label):
    return ran(next(found for found in at.button if found.label == label).click().run())


def answers(workspace, campaign):
    """All that are kept."""
    return [answer for place in workspace.ratings(campaign.id).places for answer in place.answers]


def rate_all(at):
    """To the end."""
    while any("visit" in data for _, data in components(at)):
        at = say(at, "answer", VALUES[screen(at)["protocol"]])
    return at


def everything_sent(at):
    """All that the browser has received of the page, as bytes."""
    found = []

    def look(block):
        found.append(block.proto.SerializeToString() if getattr(block, "proto", None) is not None else b"")
        for child in getattr(block, "children", {}).values():
            look(child)

    look(at._tree)
    return b"".join(found)


def test_who_comes_without_anything_types_in_the_code(make, come):
    campaign = make()
    at = come()
    assert title(at) == "Rate translations"
    assert not at.sidebar.selectbox, "nothing is around the page"
    at.text_input(key="desk-code").set_value(f" http://here/desk#{campaign.token} ")
    assert "News" in html(press(at, "Go on")), "who was given a link may put it there"
    at = come()
    at.text_input(key="desk-code").set_value(f" {campaign.code.lower()[:4]}-{campaign.code.lower()[4:]} ")
    at = press(at, "Go on")
    assert "News" in html(at)
    at = join(at)
    assert screen(at)["campaign"] == "News"


def test_what_opens_nothing_is_said(make, come):
    make()
    at = come()
    for press, asked in enumerate(["x", "0" * 43, "<script>", "é" * 500, "\x00"], 2):
        at = arrive(at, asked, press=press)
        assert GONE in html(at)
        assert at.text_input(key="desk-code")


def test_a_closed_campaign_takes_nothing_and_says_so_to_those_who_sit_there(workspace, make, come):
    campaign = make()
    at = join(come(campaign.token))
    theirs = secret(at)
    workspace.close_campaign(campaign.id)
    assert GONE in html(come(campaign.token))
    for there in (come(theirs), come(tab=theirs)):
        assert CLOSED in html(there)
        assert there.text_input(key="desk-code")
    there = come(known=[theirs], is_new=True)
    assert "Ana" in html(there)
    assert "Closed: no more answers are taken. Yours are kept." in texts(there)
    assert [button.label for button in there.button] == ["Go on"], "of the code alone"
    at = say(at, "answer", VALUES["da"])
    assert CLOSED in refused(at)
    assert (screen(at)["number"], screen(at)["isOver"]) == (0, True), "and what was said is still on the screen"
    workspace.close_campaign(campaign.id, closed=False)
    at = say(at, "answer", VALUES["da"])
    assert (screen(at)["number"], screen(at)["remark"], screen(at)["isOver"]) == (1, "", False)
    workspace.close_campaign(campaign.id)
    at = say(say(at, "answer", VALUES["da"]), "back")
    assert screen(at)["isOver"], "also at the item before"
    assert CLOSED in screen(at)["remark"]


def test_a_place_that_is_released_or_gone_says_so_and_keeps_what_is_on_the_screen(workspace, make, come):
    first, second = make(), make()
    at, other = (join(come(one.token)) for one in (first, second))
    workspace.release(first.id, 0)
    workspace.delete(second.project_id)
    at, other = (say(one, "answer", VALUES["da"]) for one in (at, other))
    assert "Your place in News was released" in refused(at)
    assert "The campaign does not exist any more." in refused(other)
    assert screen(at)["isOver"]
    assert screen(other)["isOver"]
    assert screen(at)["number"] == screen(other)["number"] == 0
    assert "Your place in News was released" in html(come(secret(at)))
    assert "The campaign in which you rated here does not exist any more." in html(come(tab=secret(other)))
    assert screen(join(come(first.token)))["number"] == 0


def test_damaged_texts_are_said_without_naming_an_output(workspace, make, come):
    campaign = make()
    theirs = secret(join(come(campaign.token)))
    with workspace.database.writing() as session:
        session.execute(update(BlobRow).values(data=b"damaged"))
    for there in (come(theirs), come(tab=theirs), press(come(known=[theirs]), "Go on")):
        assert "what is kept of them is damaged. Your answers are kept." in html(there)
        assert SYSTEMS[0].encode() not in everything_sent(there)


def test_who_tries_out_codes_is_held_up_and_a_link_opens_all_the_same(make, come, monkeypatch):
    campaign = make()
    brake = codes.WrongCodeLimiter(lambda: 0.0)
    monkeypatch.setattr(codes, "_limiter", brake)
    at = come("A" * 8)
    for _ in range(codes.MAX_WRONG - 2):
        brake.note("")
    assert "News" in html(arrive(at, campaign.code, press=2))
    assert GONE in html(arrive(at, "C" * 8, press=3))
    for press, typed in enumerate((campaign.code, f"{campaign.code[:4]}{' -' * 50}{campaign.code[4:]}"), 4):
        assert codes.TOO_MANY in html(arrive(at, typed, press=press))
    assert "News" in html(arrive(at, campaign.token, press=6))


def test_a_link_asks_for_a_name_and_gives_one_place_for_two_presses(workspace, make, come):
    campaign = make()
    at = come(campaign.token)
    assert "The link" not in texts(at)
    assert "How much do you agree that the translation adequately expresses the meaning of the source?" in html(at)
    at = join(at, "  ")
    assert "Say your name first" in html(at)
    at = join(at, HOSTILE[:RATER_NAME])
    assert [rater.name for rater in workspace.campaign(campaign.id).raters] == [HOSTILE[:RATER_NAME]]
    assert campaign.token not in everything_sent(at).decode("utf-8", "replace"), "the secret stays nowhere"


@pytest.mark.exhaustive
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_every_answer_is_kept_at_once_and_no_system_is_named(workspace, make, come, protocol):
    others = {} if protocol == "esa" else {"references": ("SecretReference",)}
    campaign = make(protocol, repeats=0.3, damaged=0.3, **others)
    at = come(campaign.token)
    sent = everything_sent(at)
    at = join(at)
    n_items = screen(at)["length"]
    for number in range(n_items):
        assert (screen(at)["number"], screen(at)["done"]) == (number, number)
        assert set(screen(at)) == ON_SCREEN, "not what kind of item it is"
        sent += everything_sent(at)
        at = say(at, "answer", VALUES[protocol])
        kept_so_far = answers(workspace, campaign)
        assert [answer.item for answer in kept_so_far] == [*range(number + 1)]
        assert kept_so_far[-1].seconds == 2.5
    assert title(at) == f"All {n_items} are rated"
    at = press(at, "Finish")
    assert title(at) == "Thank you"
    sent += everything_sent(at)
    for name in (*SYSTEMS, "SecretReference"):
        assert name.encode() not in sent
    assert SOURCE[0].encode() in sent


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_everybody_practises_on_one_item_that_does_not_count(workspace, make, come, protocol):
    campaign = make(protocol)
    at = begin(come(campaign.token))
    assert (screen(at)["number"], screen(at)["value"]) == (PRACTICE, None)
    assert PRACTICE_REFERENCE in [given["text"] for given in screen(at)["given"]]
    at = say(at, "answer", {"score": "much"})
    assert screen(at)["remark"], "of what is no answer it is said, as of any item"
    of_three = {"ranking": {"ranks": [3, 2, 1]}, "contrastive": {"scores": [100, 100, 100]}}
    wrong = of_three.get(protocol, VALUES[protocol])
    at = say(at, "answer", wrong)
    assert title(at) == "What we would say"
    assert "✗" not in html(at), "the sentences are true"
    assert "Missed:" in html(at) if protocol in ("esa", "mqm") else "Not quite." in html(at)
    at = press(at, "Practise again")
    assert (screen(at)["number"], screen(at)["value"]) == (PRACTICE, None)
    assert screen(come(tab=secret(at), item=PRACTICE))["number"] == PRACTICE, "also when it is loaded again"
    assert screen(come(secret(at), item=PRACTICE))["number"] == PRACTICE, "also where its browser opens it anew"
    assert screen(come(known=[secret(at)], is_new=True, item=PRACTICE))["number"] == PRACTICE
    at = press(say(at, "answer", wrong), "Start rating")
    assert (screen(at)["number"], screen(at)["done"]) == (0, 0)
    assert answers(workspace, campaign) == []
    at = say(at, "answer", VALUES[protocol])
    assert screen(come(secret(at), item=PRACTICE))["number"] == 1, "who comes back goes on"


def test_after_practice_the_translation_has_the_rater_s_marks_and_ours(make, come):
    at = begin(come(make("esa").token))
    marks = {"spans": [{"start": 4, "end": 10, "severity": "minor"}], "missing": [], "score": 60}
    said = html(say(at, "answer", marks))
    assert re.search(r"Your marks</dt><dd>The <span class=\"err minor\">museum</span><sup>minor</sup> opens at", said)
    ours = ("opens</span><sup>major</sup> at six on", "sundays</span><sup>minor</sup>.")
    assert all(f'">{mark}' in said for mark in ours)
    assert "Translation</dt>" not in said


def test_marks_are_drawn_once_where_they_overlap_and_in_the_rater_s_language():
    marks = (MarkedError(4, 10, "minor"), MarkedError(0, 6, "major"))
    assert marked_text_html("The <i>um", marks, "de") == (
        '<span class="err major">The &lt;i</span><sup>schwer</sup>'
        '<span class="err minor">&gt;um</span><sup>leicht</sup>'
    )


def test_who_goes_on_after_another_rater_practises_too(workspace, make, come):
    campaign = make()
    say(join(come(campaign.token)), "answer", VALUES["da"])
    workspace.release(campaign.id, 0)
    at = begin(come(campaign.token), "Ben")
    assert screen(at)["number"] == PRACTICE
    assert screen(say(at, "skip"))["number"] == 1


def test_errors_of_a_judge_are_marked_beforehand_for_the_rater_to_correct(workspace, make, come):
    campaign = make("esa", judge="XCOMET", prefilled="XCOMET")
    at = join(come(campaign.token))
    seen = set()
    while any("visit" in data for _, data in components(at)):
        assert screen(at)["isPrefilled"]
        value, (output,) = screen(at)["value"], screen(at)["outputs"]
        seen.add((output["text"], len(value["spans"])))
        assert (value["missing"], value["score"]) == ([], None)
        at = say(at, "answer", value)
        assert refused(at), "a score is still asked for"
        assert b"XCOMET" not in everything_sent(at)
        at = say(at, "answer", value | {"score": 50})
        if screen_is_there(at):
            at = say(say(at, "back"), "answer", value | {"spans": [], "score": 60})
    assert seen == {(f"{word} {n}", int(n == 0)) for word in ("one", "two", "three", "four") for n in (0, 1)}
    own = [json.loads(line) for line in write_ratings(workspace.ratings(campaign.id)).splitlines()][1:]
    assert {line["systems"][0]: len(line["prefilled"]) for line in own} == {SYSTEMS[0]: 1, SYSTEMS[1]: 0}


def screen_is_there(at):
    return any("visit" in data for _, data in components(at))


def test_a_segment_stands_in_its_document_and_in_no_other(make, come):
    at = join(come(make("da").token))
    seen = {}
    while any("visit" in data for _, data in components(at)):
        (given,), (output,) = screen(at)["given"], screen(at)["outputs"]
        seen[given["text"]] = given["before"], given["after"]
        assert [text.split()[1] for text in (*output["before"], *output["after"])] == [output["text"].split()[1]]
        at = say(at, "answer", VALUES["da"])
    assert seen == {"eins": ([], ["zwei"]), "zwei": (["eins"], []), "drei": ([], ["vier"]), "vier": (["drei"], [])}


def test_back_shows_what_was_said_and_another_answer_takes_its_place(workspace, make, come):
    campaign = make()
    at = join(come(campaign.token))
    at = say(say(at, "answer", {"score": 10}), "back")
    assert (screen(at)["number"], screen(at)["value"], screen(at)["seconds"]) == (0, {"score": 10.0}, 2.5)
    at = say(at, "answer", {"score": 20})
    assert [answer.value for answer in answers(workspace, campaign)] == [DirectAssessment(20.0)]
    at = press(rate_all(at), "Back to the last one")
    assert screen(at)["number"] == screen(at)["length"] - 1


def test_what_is_no_answer_is_refused_and_said(workspace, make, come):
    campaign = make()
    at = join(come(campaign.token))
    for heard, value in enumerate(NO_ANSWERS, screen(at)["heard"]):
        assert screen(at)["heard"] == heard, "so that the browser lets the rater say something else"
        at = say(at, "answer", value)
        assert refused(at)
        assert (screen(at)["number"], screen(at)["isOver"]) == (0, False)
    assert not answers(workspace, campaign)
    assert screen(say(at, "answer", VALUES["da"]))["number"] == 1


@pytest.mark.exhaustive
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_no_answer_of_one_rater_keeps_the_others_from_being_read(workspace, make, come, protocol):
    campaign = make(protocol)
    at = say(join(come(campaign.token)), "answer", VALUES[protocol])
    for value in BAD[protocol]:
        at = say(at, "answer", value)
        assert refused(at), value
        assert screen(at)["number"] == 1
    assert [answer.item for answer in answers(workspace, campaign)] == [0]
    at = say(at, "answer", VALUES[protocol])
    assert [answer.item for answer in answers(workspace, campaign)] == [0, 1]


def test_an_answer_makes_nobody_look_up_their_rights_again(make, come, monkeypatch):
    at = join(come(make().token))
    forgotten = []
    monkeypatch.setattr(kept, "forget_lookups", lambda: forgotten.append(True))
    rate_all(at)
    assert not forgotten


def test_a_page_that_was_left_open_for_days_takes_an_answer(workspace, make, come):
    campaign = make()
    at = say(join(come(campaign.token)), "answer", VALUES["da"], seconds=A_WEEKEND)
    assert screen(at)["number"] == 1
    assert [answer.seconds for answer in answers(workspace, campaign)] == [LONGEST_SECONDS]


def test_a_message_that_means_nothing_changes_nothing(workspace, make, come):
    campaign = make()
    at = join(come(campaign.token))
    for message in MEANINGLESS:
        at = say(at, **{"act": "answer", "value": VALUES["da"], **message})
        assert screen(at)["number"] == 0
    assert not answers(workspace, campaign)


def test_the_same_message_twice_is_one(workspace, make, come):
    campaign = make()
    at = join(come(campaign.token))
    element, data = component(at, "visit")
    said = {
        "press": data["heard"] + 1,
        "visit": data["visit"],
        "item": 0,
        "act": "answer",
        "value": {"score": 5},
        "seconds": 1,
    }
    at = send(send(at, element, "said", said), element, "said", said)
    assert screen(at)["number"] == 1


def test_after_a_pause_one_goes_on_there_or_elsewhere(make, come):
    at = join(come(make().token))
    at = say(say(at, "answer", VALUES["da"]), "pause")
    assert title(at) == "Paused"
    assert "You have rated 1 of" in texts(at)
    (address,) = (code.value for code in at.code)
    assert address.endswith(f"desk#{secret(at)}")
    elsewhere = come(address.partition("#")[2])
    assert screen(elsewhere)["number"] == 1
    assert screen(press(at, "Go on"))["number"] == 1


@pytest.mark.exhaustive
def test_a_tab_that_is_loaded_again_goes_on_and_a_browser_offers_to(make, come):
    campaign = make()
    theirs = secret(say(join(come(campaign.token)), "answer", VALUES["da"]))
    assert screen(come(tab=theirs))["number"] == 1
    at = come(known=["x" * 43, theirs])
    assert "Ana" in html(at)
    assert screen(press(at, "Go on"))["number"] == 1
    at = come(campaign.token, known=[theirs])
    assert at.text_input(key="desk-name"), "a link is for whoever comes"
    assert screen(press(at, "Go on"))["number"] == 1


def test_a_new_tab_goes_on_at_the_only_place_that_is_begun_and_says_whose_it_is(make, come):
    ana = secret(say(join(come(make().token)), "answer", VALUES["da"]))
    done = secret(press(rate_all(join(come(make().token), "Ben")), "Finish"))
    at = come(known=[done, ana], is_new=True)
    assert screen(at)["number"] == 1
    assert "You go on as Ana. If you are somebody else, press Pause." in html(at)
    cleo = secret(join(come(make().token), "Cleo"))
    for others in ({"known": [ana]}, {"known": [ana, cleo], "is_new": True}, {"known": [done], "is_new": True}):
        assert come(**others).text_input(key="desk-code")
    assert come(make().token, known=[ana], is_new=True).text_input(key="desk-name"), "a link is for whoever comes"


@pytest.mark.exhaustive
def test_a_tab_that_is_loaded_again_stays_where_it_was(make, come):
    at = say(say(join(come(make().token)), "answer", {"score": 10}), "back")
    theirs = secret(at)
    item = component(at, "waits")[1]["item"]
    assert (item, screen(come(tab=theirs, item=item))["number"]) == (0, 0)
    assert {screen(come(tab=theirs, item=none))["number"] for none in (None, 1, 7, -1, 1.5, "0", True, 10**9)} == {1}
    at = press(rate_all(at), "Back to the last one")
    assert screen(come(tab=theirs, item=component(at, "waits")[1]["item"]))["number"] == 7


def test_somebody_else_can_rate_in_the_same_browser(make, come):
    campaign = make()
    at = press(say(join(come(campaign.token)), "pause"), "Somebody else wants to rate here")
    assert secret(at) == ""
    assert at.text_input(key="desk-code")
    at = arrive(at, campaign.token, press=2)
    assert screen(join(at, "Ben"))["number"] == 0


@pytest.mark.exhaustive
def test_what_others_said_is_told_only_to_who_has_finished(workspace, make, come):
    campaign = make()
    first = rate_all(join(come(campaign.token)))
    second = join(come(campaign.token), "Ben")
    assert "thers" not in texts(second) + html(second)
    first = press(first, "Finish")
    assert "Nobody else has rated these translations so far." in texts(first)
    while any("visit" in data for _, data in components(second)):
        second = say(second, "answer", {"score": 33})
    second = press(second, "Finish")
    assert "8 of your answers can be compared" in texts(second)
    assert "<td>33.0</td><td>73.0</td>" in html(second)
    assert title(come(secret(second))) == "Thank you"
    workspace.close_campaign(campaign.id)
    assert "8 of your answers can be compared" in texts(ran(second.run())), "also once it is closed"


def test_what_is_compared_with_others_has_no_checks(make, come):
    campaign = make(repeats=0.3, damaged=0.3)
    first, _ = (press(rate_all(join(come(campaign.token), name)), "Finish") for name in ("Ana", "Ben"))
    assert "8 of your answers can be compared" in texts(come(secret(first)))


def test_outputs_that_say_the_same_are_ranked_as_one(workspace, make, come):
    campaign = make("ranking", same=(0, 3))
    at = join(come(campaign.token))
    seen = []
    while any("visit" in data for _, data in components(at)):
        shown = screen(at)
        n_texts = len(shown["outputs"])
        seen.append((n_texts, shown["value"]))
        assert len(shown["scales"][0]["steps"]) == n_texts
        at = say(at, "answer", {"ranks": [1, 2]})
        if n_texts == 1:
            at = say(at, "answer", {"ranks": [1]})
    assert sorted(seen, key=str) == [(1, {"ranks": [1]})] * 2 + [(2, None)] * 2
    given = {given.item.segment: given.value.ranks for given in workspace.ratings(campaign.id)}
    assert given == {0: (1, 1), 1: (1, 2), 2: (1, 2), 3: (1, 1)}


def test_what_was_answered_in_another_tab_is_seen_and_what_it_replaces_is_said(workspace, make, come):
    campaign = make()
    at = join(come(campaign.token))
    other = come(tab=secret(at), item=0)
    for score in (10, 20):
        other = say(other, "answer", {"score": score})
    at = say(at, "answer", {"score": 30})
    assert (screen(at)["value"], screen(at)["done"]) == ({"score": 20.0}, 2)
    assert "You had answered item 1 in another tab, too." in screen(at)["remark"]
    at = say(at, "answer", {"score": 20})
    assert (screen(at)["value"], screen(at)["remark"]) == (None, "")
    assert [answer.value for answer in answers(workspace, campaign)] == [DirectAssessment(30.0), DirectAssessment(20.0)]


@pytest.mark.exhaustive
def test_when_all_places_are_taken_it_is_said(make, come):
    campaign = make()
    for name in "abc":
        join(come(campaign.token), name)
    assert "All places of this campaign are taken" in html(come(campaign.token))


def test_names_are_shown_as_they_are(make, come):
    campaign = make(name=HOSTILE)
    at = come(campaign.token)
    seen = html(at) + read_as_markdown(at)
    at = press(rate_all(join(at, HOSTILE[:RATER_NAME])), "Finish")
    seen += html(at) + read_as_markdown(at)
    assert "<img" not in seen
    assert "![i]" not in read_as_markdown(at)


def test_a_database_that_does_not_answer_is_said(workspace, make, come, monkeypatch):
    at = join(come(make().token))

    def refuse(*_):
        raise UnavailableError("The database cannot be reached.")

    monkeypatch.setattr(Workspace, "answer", refuse)
    at = say(at, "answer", VALUES["da"])
    assert "The database cannot be reached." in refused(at)
    assert (screen(at)["number"], screen(at)["isOver"]) == (0, False)
    theirs, whole = secret(at), Workspace.desk
    monkeypatch.setattr(Workspace, "desk", refuse)
    monkeypatch.setattr(Workspace, "seat", refuse)
    at = come(theirs)
    assert "The database cannot be reached." in html(at)
    assert component(at, "waits")[1]["heard"] == 0, "so that the secret stays in the address"
    monkeypatch.setattr(Workspace, "desk", whole)
    assert screen(arrive(at, theirs))["number"] == 0


def labels(at):
    return [found.label for found in at.button]


def language_list(at):
    (found,) = (box for box in at.selectbox if box.key.startswith("desk-language"))
    return found


def test_a_campaign_asks_in_the_language_of_its_owner_until_a_rater_chooses_another(make, come):
    at = come(make("esa", language="de").token)
    assert language_list(at).value == "de"
    assert "Beginnen" in labels(at)
    assert "Jede Antwort wird sofort gespeichert" in texts(at)
    ran(language_list(at).set_value("cs").run())
    assert "Začít" in labels(at)
    assert at.query_params["desk_language"] == "cs", "a later visit speaks it, too"
    at.text_input[0].set_value("Ana")
    at = press(at, "Začít")
    seen = screen(at)
    assert (seen["language"], seen["words"]["Next"]) == ("cs", "Další")
    assert seen["given"][0]["text"] == PRACTICE_REFERENCE, "a source, in another language than the outputs"
    assert seen["outputs"][0]["text"] == "Muzeum v Neděli otevírá v šest."
    assert seen["severities"][1]["examples"][0]["wrong"] == "Obchod otevírá v devět."
    assert seen["severities"][1]["name"] == "major", "what is kept of an answer is the same in every language"
    at = say(at, "skip")
    assert screen(at)["question"].startswith("Označte podle zdrojového textu, co je v překladu špatně")


def test_the_campaign_s_language_stays_when_a_rater_leaves_or_another_link_leads_nowhere(visit, make):
    at = visit("desk")
    assert not at.title, "nothing is said before the browser has told which campaign it is"
    at = press(say(join(arrive(at, make("da", language="fr").token)), "pause"), "Quelqu’un d’autre veut noter ici")
    assert at.title[0].value == "Noter des traductions"
    assert arrive(at, "no such campaign", press=2).title[0].value == "Noter des traductions"


def test_a_browser_that_comes_back_speaks_the_language_of_the_campaign_that_it_knows(visit, make, workspace):
    seats_taken = [workspace.join(make("da", language="cs").token, name).secret for name in ("Ana", "Ben")]
    at = arrive(visit("desk"), known=seats_taken)
    assert at.title[0].value == "Hodnocení překladů"


@pytest.mark.parametrize(("kept", "spoken"), [("fr", "fr"), ("", "de"), ("xx", "de"), (7, "de")])
def test_the_language_that_was_chosen_in_a_browser_is_that_of_the_next_campaign(visit, make, kept, spoken):
    at = arrive(visit("desk"), make("da", language="de").token, language=kept)
    assert language_list(at).value == spoken
    assert component(at, "waits")[1]["language"] == (kept if spoken == kept else "")


def test_a_language_in_the_address_comes_before_the_one_that_the_browser_keeps(visit, make):
    at = arrive(visit("desk", desk_language="cs"), make("da", language="de").token, language="fr")
    assert language_list(at).value == "cs"


def test_a_campaign_without_a_name_of_its_owner_is_called_in_the_rater_s_language(make, come):
    at = come(make("da", name="Scores of 6 segments", language="de").token)
    assert "Punktzahlen zu 6 Segmenten" in html(at)
    at.text_input[0].set_value("Ana")
    at = press(at, "Beginnen")
    assert screen(at)["campaign"] == "Punktzahlen zu 6 Segmenten"


def test_what_a_link_leads_to_is_said_in_the_language_of_the_address(visit, make):
    at = arrive(visit("desk", desk_language="fr"), "no such campaign")
    assert "Aucune campagne n’accepte de réponses ici" in texts(at) + html(at)
    assert language_list(at).value == "fr"
