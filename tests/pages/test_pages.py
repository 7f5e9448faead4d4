"""Every page as Streamlit runs it, without a browser: no exception, whatever the test set."""

import pytest

from scoring import TestSet
from scoring.output.numbers import two_decimals
from server.engine.jobs import Jobs
from server.memory.limits import ServerLimits
from tests.pages.steps import (
    NEWS,
    PAGES,
    SAMPLES,
    TITLES,
    address,
    bleu_of,
    blocks,
    go,
    html,
    key_of,
    open_tab,
    ran,
    ran_until,
    read_scores,
    scored,
    tab_names,
    tables,
    title,
    upload,
)
from ui.session import send
from ui.store import cache


@pytest.mark.quick_cases(9)
@pytest.mark.one_case_in(5)
@pytest.mark.parametrize("identity", SAMPLES)
@pytest.mark.parametrize("page", PAGES)
def test_every_page_shows_every_sample(visit, page, identity):
    at = visit(page, set=identity)
    assert title(at) == TITLES[page]
    assert html(at).count(send.STYLE) == 1
    assert address(at, "set") == identity
    assert at.sidebar.selectbox(key="test_set").value == identity
    if page == "overview":
        assert bleu_of(at) == pytest.approx(scored(cache.open_test_set(identity)))


@pytest.mark.quick_cases(3)
@pytest.mark.one_case_in(2)
@pytest.mark.parametrize("page", PAGES)
def test_one_system_and_one_reference(visit, page):
    test_set = cache.open_test_set(NEWS)
    at = visit(page)
    system, reference = test_set.system_names[1], test_set.reference_names[1]
    at.sidebar.multiselect(key="systems").set_value([system])
    at.sidebar.multiselect(key="references").set_value([reference])
    ran(at.run())
    if page == "overview":
        expected = scored(test_set.with_references([reference]))
        assert bleu_of(at) == pytest.approx({system: expected[system]})
    if page == "segments":
        assert list(read_scores(at)) == [system]
        assert f"<b>{reference}</b>" in html(at)
        assert f"<b>{test_set.reference_names[0]}</b>" not in html(at)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("identity", ["doesnotexist", "0" * 32, "../../etc", "<script>"])
def test_a_set_that_is_gone_is_said_and_the_way_on_is_offered(visit, identity):
    for page in ("overview", "segments"):
        at = visit(page, set=identity)
        assert "is not here" in title(at)
        assert not tables(at)
    at = visit("data", set=identity)
    assert title(at) == "Test sets"
    assert at.warning
    ran(at.button(key=f"use-{SAMPLES[-1]}").click().run())
    assert bleu_of(go(at, "overview")) == pytest.approx(scored(cache.open_test_set(SAMPLES[-1])))


def test_a_set_that_is_gone_can_be_left_by_one_button(visit):
    at = visit("segments", set="doesnotexist")
    (button,) = (b for b in at.button if "sample" in b.label)
    ran(button.click().run())
    assert title(at) == "Segments"
    assert at.sidebar.selectbox(key="test_set").value == NEWS


@pytest.mark.quick_cases(7)
@pytest.mark.parametrize("page", PAGES)
def test_a_set_of_one_segment_and_one_system(visit, page):
    identity = key_of(TestSet.build({"S": ["a"]}, [["a b"]]))
    assert title(visit(page, set=identity, max_order="9")) == TITLES[page]


@pytest.mark.quick_cases(7)
@pytest.mark.parametrize("page", PAGES)
def test_a_set_without_any_text(visit, page):
    """Nothing is defined here, and nothing breaks."""
    at = visit(page, set=key_of(TestSet.build({"S": ["", ""]}, [["", ""]])))
    assert title(at) == TITLES[page]
    assert "nan" not in html(at).lower()


@pytest.mark.exhaustive
def test_uploads_of_one_segment_and_without_text_are_used_as_others_are(visit):
    for reference, system in ((b"a b", b"a"), (b"\n\n", b"\n\n")):
        at = upload(visit("data"), [("reference.txt", reference, ""), ("system.S.txt", system, "")])
        ran(at.button(key="use-upload").click().run())
        ran(at.sidebar.slider(key="max_order").set_value(9).run())
        assert title(go(at, "overview")) == TITLES["overview"]


@pytest.mark.exhaustive
def test_what_all_pages_together_ask_for_fits_into_a_visitors_queue(visit, monkeypatch):
    """Else the oldest jobs would give way for ever."""
    asked, want = {}, Jobs.want

    def note(jobs, who, tasks):
        asked[who] = len(tasks)
        return want(jobs, who, tasks)

    monkeypatch.setattr(Jobs, "want", note)
    at = visit()
    for page in PAGES:
        at = go(at, page)
        for tab in [name for block in blocks(at._tree) for name in tab_names(block)]:
            open_tab(at, tab)
    assert len({who.visitor for who in asked}) == 1
    assert {"leaderboard", "tokenizers", "tolerance", "compared", "all"} <= {who.place for who in asked}
    assert sum(asked.values()) <= ServerLimits.queued_per_visitor * 4 / 5


@pytest.mark.exhaustive
@pytest.mark.parametrize("page", ["significance", "compare"])
def test_late_results_move_no_widget_so_that_an_open_list_stays_open(visit, hold, page):
    """The browser draws a widget anew that has another place among all elements than before."""
    held = hold("all_pairs")
    at = visit(page)
    assert at.get("progress")
    before = places(at)
    held.may_go_on.set()
    ran_until(at, lambda at: not at.get("progress"))
    after = places(at)
    assert len(before) > 5
    assert before == {key: after.get(key) for key in before}


def places(at):
    """Key -> the way to every widget but buttons that only a page that waits has."""
    found = {}

    def look(block, way):
        for number, node in block.children.items():
            key = getattr(node, "key", None)
            if key and not key.startswith("cancel"):
                found[key] = (*way, number)
            if hasattr(node, "children"):
                look(node, (*way, number))

    look(at._tree, ())
    return found


def test_bleu_by_each_reference_stands_beside_bleu_by_all(visit):
    test_set = cache.open_test_set(NEWS)
    names = test_set.reference_names
    at = ran_until(visit("overview"), lambda at: "…" not in str(tables(at)[-1].values))
    frame = tables(at)[-1]
    for column, chosen in {"all together": names, **{name: [name] for name in names}}.items():
        expected = scored(test_set.with_references(chosen))
        for system, written in zip(frame["system"], frame[column], strict=True):
            assert written.startswith(f"{two_decimals(expected[system])}  #")
    assert "all together" not in tables(visit("overview", set="inflection-hr-sl"))[-1].columns


@pytest.mark.exhaustive
def test_the_head_says_which_test_set_one_sees(visit):
    """On every page about one, with the references in use and all segments, however few of them are looked at."""
    at = visit("segments", set=NEWS, find="zzzz")
    whole = cache.open_test_set(NEWS)
    names = ", ".join(whole.reference_names)
    facts = f"{len(whole)} segments", f"{len(whole.systems)} systems", f"references {names}", "BLEU decides"
    assert all(f'<span dir="auto">{fact}</span>' in html(at) for fact in facts)
    assert f'<b dir="auto">{whole.name}</b>' in html(at)
    at = visit("compare", set=NEWS)
    at.sidebar.multiselect(key="references").set_value([whole.reference_names[1]])
    assert '<span dir="auto">1 reference</span>' in html(ran(at.run()))
    assert "facts-of-set" not in html(visit("glossary")).replace(send.STYLE, "")
