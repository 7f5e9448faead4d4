"""The TER page without a browser: its numbers, its steps, and that it waits for kernels and results in peace."""

import re
import threading
from itertools import product

import numpy as np
import pytest

from scoring import TER, WER
from server.engine.tasks import Task
from tests.pages.steps import NEWS, SAMPLES, can_press, go, html, open_tab, press, ran, ran_until, scored
from ui.drawing import component
from ui.store import cache
from ui.ter import edit_tables, view

WAITING = "Computing|Collecting"
SAUDI = {"set": "textbook", "segment": "7"}
RANKED = re.compile(r"BLEU (?:reverses|gives the same ranking|prefers)")


@pytest.fixture
def drawn(monkeypatch):
    """Key -> what the last run has drawn there."""
    drawings = {}
    mount = component.mount_drawing

    def note(drawing, key):
        drawings[key] = drawing
        mount(drawing, key)

    monkeypatch.setattr(component, "mount_drawing", note)
    return drawings


@pytest.fixture
def held(monkeypatch, impatient):
    """An engine of its own, whose workers for statistics and tests are busy until ``held`` is set."""
    engine, may_go_on = cache.new_engine(), threading.Event()
    engine.now(cache.compilation_task())
    for number, lane in product(range(2), (cache.STATISTICS, cache.TESTS)):
        engine.later(Task(lane, f"busy {lane} {number}", lambda tell: may_go_on.wait()))
    monkeypatch.setattr(cache, "engine", lambda: engine)
    yield may_go_on
    may_go_on.set()


@pytest.fixture
def open_ter(visit, drawn):
    """``open_ter(set="textbook")`` at the first segment, once all that is computed is there."""
    return lambda **parameters: waited(visit("ter", **{"segment": "1"} | parameters))


def waited(at):
    return ran_until(at, lambda at: not re.search(WAITING, said(at)))


def said(at):
    progress = [element.proto.text for element in at.get("progress")]
    return "\n".join(
        [*progress, *(element.value for kind in ("info", "caption", "markdown") for element in at.get(kind))]
    )


def words(drawing):
    return [tuple(token.text for token in row.tokens) for row in drawing.rows]


def click(at, name):
    return ran(at.button(key=name).click().run())


def test_it_opens_with_whether_the_ranking_is_that_of_bleu(open_ter):
    """Counted here pair by pair."""
    test_set = cache.open_test_set(NEWS)
    by_bleu, ter = scored(test_set), TER()
    by_ter = {system: float(ter.score(rows.sum(axis=0))) for system, rows in ter.measure(test_set).items()}
    pairs = [(one, other) for one in by_bleu for other in by_bleu if by_bleu[one] > by_bleu[other]]
    n_reversed = sum(round(by_ter[one], 2) > round(by_ter[other], 2) for one, other in pairs)
    expected = f"BLEU orders {n_reversed} of" if n_reversed else "BLEU gives the same ranking."
    assert expected in html(ran_until(open_ter(set=NEWS), lambda at: RANKED.search(html(at))))


def story(identity, system, index, **options):
    test_set = cache.open_test_set(identity)
    references = [reference.segments[index].as_py() for reference in test_set.references]
    return TER(**options).edits(test_set.system(system).segments[index].as_py(), references)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("identity", SAMPLES)
def test_it_opens_with_the_two_best_systems_side_by_side(open_ter, drawn, identity):
    open_ter(set=identity)
    totals = scored(cache.open_test_set(identity))
    best = sorted(totals, key=totals.get, reverse=True)[:2]
    for number, system in enumerate(name for name in totals if name in best):
        edits = story(identity, system, 0)
        assert words(drawn[f"edits-{number}"]) == [edits.hypothesis, edits.references[edits.chosen]]


def test_any_number_of_systems(open_ter, drawn):
    at = open_ter()
    names = cache.open_test_set(NEWS).system_names
    ran(at.multiselect(key="ter_systems").set_value(list(names)).run())
    assert len(drawn) == len(names)
    assert all(f"</span>{name}</b>" in html(at) for name in names)
    drawn.clear()
    ran(at.multiselect(key="ter_systems").set_value([names[2]]).run())
    (drawing,) = drawn.values()
    assert words(drawing)[0] == story(NEWS, names[2], 0).hypothesis


def test_stepping(open_ter, drawn):
    at = open_ter(**SAUDI, ter_systems="candidate-1")
    edits = story("textbook", "candidate-1", 6)
    assert "6 → 4 edits" in html(at), "the first shift is in sight before anything is pressed"
    assert drawn["edits-0"].arcs
    press(at, "step-back")
    assert not can_press(at, "step-back")
    assert not drawn["edits-0"].arcs
    press(at, "step-on")
    press(at, "step-on")
    assert "4 / 13 reference words = TER 30.77" in html(at)
    assert words(drawn["edits-0"])[0] == edits.final.hypothesis
    assert not can_press(at, "step-on")
    press(at, "first-step")
    assert words(drawn["edits-0"])[0] == edits.initial.hypothesis
    press(at, "last-step")
    assert at.query_params["step"] in ("2", ["2"])


def test_the_step_is_part_of_the_address_and_begins_anew_with_each_segment(open_ter, drawn):
    at = open_ter(**SAUDI, ter_systems="candidate-1", step="0")
    assert not drawn["edits-0"].arcs
    press(at, "next")
    assert "step" not in at.query_params


def test_the_numbers_beside_each_other(open_ter):
    at = open_ter(**SAUDI)
    for value in ("30.77", "32.28", "46.15", "23.08"):
        assert value in html(at)


def test_an_edit_changes_the_numbers(open_ter, drawn):
    at = open_ter(**SAUDI, ter_systems="candidate-1")
    (area,) = at.text_area
    reference = cache.open_test_set("textbook").references[0].segments[6].as_py()
    ran(area.set_value(reference).run())
    assert "TER 0.00" in html(at)
    assert words(drawn["edits-0"])[0] == tuple(reference.split())
    ran(at.button(key="original").click().run())
    assert "30.77" in html(at)


@pytest.mark.exhaustive
@pytest.mark.parametrize("option", ["case_sensitive", "normalized", "no_punct", "asian_support"])
def test_ters_options_count_on_every_page(open_ter, option):
    at = open_ter(ter_part="Edit types")
    ran(at.sidebar.toggle(key=option).set_value(True).run())
    ter, test_set = TER(**{option: True}), cache.open_test_set(NEWS)
    expected = {system: float(ter.score(rows.sum(axis=0))) for system, rows in ter.measure(test_set).items()}
    waited(at)
    frame = next(frame.value for frame in at.dataframe if "WER" in frame.value)
    assert dict(zip(frame["system"], frame["TER"], strict=True)) == pytest.approx(expected)
    go(at, "overview")
    assert at.sidebar.toggle(key=option).value
    ran_until(at, lambda at: at.dataframe[0].value["TER"].notna().all())
    frame = at.dataframe[0].value
    assert dict(zip(frame["system"], frame["TER"], strict=True)) == pytest.approx(expected)


def test_the_whole_set_is_that_of_direct_scoring(open_ter):
    at = open_ter(ter_part="Edit types")
    test_set = cache.open_test_set(NEWS)
    ter, wer = TER(), WER()
    frame = next(frame.value for frame in at.dataframe if "WER" in frame.value)
    expected = edit_tables.overview(ter, wer, ter.measure(test_set), wer.measure(test_set)).sort_values("TER")
    np.testing.assert_allclose(frame.iloc[:, 1:].to_numpy(float), expected.iloc[:, 1:].to_numpy(float))
    waited(open_tab(at, "Words and shifts"))
    edits = ter.edit_table(test_set.systems[0].segments, [r.segments for r in test_set.references])
    inserted = next(f.value for f in at.dataframe if list(f.value.columns[:2]) == ["reference has", "times"])
    frequent = edits.frequent(view.EditKind.INSERTION, 3)
    assert inserted["reference has"][:3].tolist() == [edit.reference_word for edit in frequent]


@pytest.mark.exhaustive
def test_while_kernels_compile_the_page_says_so(open_ter, drawn, held, monkeypatch):
    compiling = Task(cache.KERNELS, "held", lambda tell: held.wait())
    monkeypatch.setattr(cache, "compilation_task", lambda: compiling)
    at = open_ter()
    assert "compiled" in said(at)
    assert not drawn
    held.set()
    cache.engine().now(compiling)
    ran(at.run())
    assert "compiled" not in said(at)
    assert drawn


@pytest.mark.exhaustive
def test_while_results_come_the_segment_can_be_read(visit, drawn, held):
    at = visit("ter")
    assert drawn
    for tab, waiting in (
        ("BLEU against TER", "Computing TER of every segment"),
        ("Edit types", "Computing TER and WER"),
        ("Words and shifts", "Collecting every edit"),
    ):
        assert waiting in said(open_tab(at, tab))
    drawn.clear()
    open_tab(at, "This segment")
    assert drawn


def test_one_system_cannot_disagree_with_itself(open_ter):
    at = open_ter(systems=cache.open_test_set(NEWS).system_names[0], ter_part="BLEU against TER")
    assert "This view takes two systems, and one is shown." in html(at)
