"""Test sets, Realign: outputs with other lines than the references are cut again, looked at, changed and used."""

import json

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState

from tests.pages.steps import address, button, go, html, ran, ran_until, said, texts, title, upload
from tests.slipped import made_set
from ui.store import cache

REFERENCE = ("reference.txt", b"the cat sat\non the mat .\nit rained all day\n", "text/plain")
GOOD = ("system.good.txt", b"the cat sat\non a mat .\nit rained\n", "text/plain")
STREAM = ("system.talk.txt", b"the cat sat on the mat . it was raining all day\n", "text/plain")
CUT = ["the cat sat", "on the mat .", "it was raining all day"]


def board(at):
    """The component of borders, and its data; None where it is not drawn."""
    found = [(e.proto, json.loads(e.proto.json)) for e in at.get("bidi_component")]
    return next(((element, data) for element, data in found if "heads" in data), None)


def opened(visit, *files):
    at = upload(visit("data"), [*files])
    ran(at.button(key="realign").click().run())
    return ran_until(at, board)


def move(at, *moves, press=1):
    element, _ = board(at)
    states = at._tree.get_widget_states()
    sent = json.dumps({"chosen": [press, [list(pair) for pair in moves]]})
    states.widgets.append(WidgetState(id=element.id, json_value=sent))
    return ran(at._run(states))


def words(at):
    return ["".join(row["words"]).strip() for row in board(at)[1]["rows"]]


@pytest.mark.exhaustive
def test_an_output_that_lacks_one_line_gets_an_empty_one(visit):
    reference, one, other, _ = made_set(120, 3)
    texts_of = {"reference.txt": reference, "system.one.txt": [*one[:69], *one[70:]], "system.other.txt": other}
    files = [(name, "".join(f"{line}\n" for line in lines).encode(), "text/plain") for name, lines in texts_of.items()]
    at = ran_until(upload(visit("data"), files), lambda at: any(of.key == "empty-line" for of in at.button))
    assert button(at, "empty-line").label == "Put one empty line at 70"
    at = ran(at.button(key="empty-line").click().run())
    assert not button(at, "use-upload").disabled


def test_nothing_is_cut_unasked(visit):
    at = upload(visit("data"), [REFERENCE, GOOD, STREAM])
    assert button(at, "use-upload").disabled
    assert "Or realign: the lines of talk are joined" in texts(at)
    assert board(at) is None
    assert button(upload(visit("data"), [REFERENCE, GOOD]), "realign") is None


@pytest.mark.exhaustive
def test_the_cut_output_is_used_and_every_page_says_so(visit):
    at = opened(visit, REFERENCE, GOOD, STREAM)
    assert words(at) == CUT
    assert "Word error rate against the reference: 18.18 %." in said(at)
    ran(at.button(key="use-realigned").click().run())
    assert board(at) is None
    at = ran_until(at, lambda at: at.success or at.warning)
    ran(at.button(key="use-upload").click().run())
    assert title(at) == "Overview"
    test_set = cache.open_test_set(address(at, "set"))
    assert test_set.system("talk").segments.to_pylist() == CUT
    assert test_set.realigned_systems == ("talk",)
    for page in ("overview", "segments", "compare", "data"):
        assert "realigned: talk" in said(go(at, page)), page


def test_other_sets_have_no_such_chip(visit):
    assert "realigned: " not in said(visit("overview"))


def test_a_border_that_was_moved_is_in_what_is_used(visit):
    at = move(opened(visit, REFERENCE, GOOD, STREAM), (1, 3), (2, 6))
    assert words(at) == ["the cat sat", "on the mat", ". it was raining all day"]
    assert "1 border was moved by hand." in said(at)
    ran(at.button(key="use-realigned").click().run())
    ran(ran_until(at, lambda at: at.success or at.warning).button(key="use-upload").click().run())
    test_set = cache.open_test_set(address(at, "set"))
    assert test_set.system("talk").segments.to_pylist() == ["the cat sat", "on the mat", ". it was raining all day"]


def test_moves_are_undone_and_nonsense_changes_nothing(visit):
    at = move(opened(visit, REFERENCE, GOOD, STREAM), (2, 6))
    assert words(move(at, (2, 999), press=2)) == ["the cat sat", "on the mat", ". it was raining all day"]
    ran(at.button(key="realign-undo").click().run())
    assert words(at) == CUT
    assert button(at, "realign-undo").disabled


def test_one_can_go_back_to_the_files(visit):
    at = opened(visit, REFERENCE, GOOD, STREAM)
    ran(at.button(key="realign-back").click().run())
    assert board(at) is None
    assert button(at, "use-upload").disabled
    assert button(at, "realign") is not None


@pytest.mark.exhaustive
def test_outputs_alone_are_cut_by_the_references_of_a_set_of_ones_own_and_added_to_it(visit):
    at = upload(visit("data"), [STREAM])
    assert button(at, "realign") is None, "the set in use is a sample, and nothing says that they belong to it"
    at = upload(go(at, "data"), [REFERENCE, GOOD])
    ran(at.button(key="use-upload").click().run())
    at = upload(go(at, "data"), [STREAM])
    assert "cannot be added" in texts(at)
    ran(at.button(key="realign").click().run())
    assert words(ran_until(at, board)) == CUT
    ran(at.button(key="use-realigned").click().run())
    ran(at.button(key="add-outputs").click().run())
    test_set = cache.open_test_set(address(at, "set"))
    assert test_set.system_names == ("good", "talk")
    assert test_set.realigned_systems == ("talk",)


def test_subtitles_are_dropped_and_cut(visit):
    cues = [
        "1\n00:00:01,000 --> 00:00:02,000\nthe cat sat on the\n",
        "2\n00:00:03,000 --> 00:00:04,000\n<i>mat .</i> it was raining all day\n",
    ]
    at = opened(visit, REFERENCE, ("speech.srt", "\n".join(cues).encode(), "application/x-subrip"))
    assert words(at) == CUT


def test_names_and_texts_are_shown_as_they_are(visit):
    hostile = ("system.<b>x</b>.txt", b"the <script>alert(1)</script> sat on the mat . it rained\n", "text/plain")
    at = opened(visit, REFERENCE, hostile)
    assert "<b>x" not in html(at)
    assert any("<script>" in word for row in board(at)[1]["rows"] for word in row["words"])
