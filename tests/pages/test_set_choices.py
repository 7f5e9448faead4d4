"""What a reader chooses once for a test set, its metrics and its baseline, holds on every page and in the address.

A project keeps both for everybody, where somebody who may edit it says so.
"""

from dataclasses import replace
from secrets import token_hex

import numpy as np
import pytest
from streamlit import dataframe_util
from streamlit.proto.Block_pb2 import Block

from scoring import BLEU, METRICS
from scoring.judgments import Scores
from scoring.significance import compare, judge
from scoring.studies.baseline import place_system, placement_sentence
from tests.pages.steps import (
    address,
    blocks,
    button,
    go,
    html,
    key_of,
    project,
    ran,
    ran_until,
    said,
    scored,
    tables,
    texts,
    texts_alone,
)
from ui.context import set_choices
from ui.context.kept_choices import NO_BASELINE
from ui.store import cache, kept
from workspace import Right

NEWS = "news-en-es"


@pytest.fixture
def learned():
    """The sample set with many scores from files."""
    test_set = texts_alone(NEWS)
    random = np.random.default_rng(1)
    names = ["A", "B", "C", "D", "E", "GEMBA", "metricx-24", "COMET-22", "F", "G"]
    columns = {
        name: {system: random.uniform(0, 1, len(test_set)) for system in test_set.system_names} for name in names
    }
    return test_set.with_judgments([Scores(name, values) for name, values in columns.items()])


def board(at):
    """The columns of the table of scores, once they are there."""
    at = ran_until(at, lambda at: tables(at)[0].notna().all(axis=None))
    return [*tables(at)[0].columns]


def share(at):
    """What the control in the sidebar says."""
    protos = [getattr(block, "proto", None) for block in blocks(at._tree)]
    labels = [proto.popover.label for proto in protos if isinstance(proto, Block)]
    return next(label for label in labels if label.startswith("Metrics: "))


@pytest.mark.exhaustive
def test_a_set_with_many_scores_opens_with_few_and_says_how_many_there_are(visit, learned):
    at = visit("overview", set=key_of(learned))
    assert board(at) == ["system", "BLEU", "chrF", "TER", "COMET-22", "metricx-24", "GEMBA", "A", "B", "C", "D"]
    n_metrics = len(METRICS) + 10
    assert share(at) == f"Metrics: 10 of {n_metrics}"
    assert f"{n_metrics - 10} more metrics in the sidebar, under Metrics." in texts(at)


def test_metrics_are_chosen_once_and_stay_in_the_address(visit, learned):
    at = visit("overview", set=key_of(learned))
    at.multiselect(key=set_choices.METRICS_KEY).set_value(["F", "bleu", "meteor"])
    at = ran(at.run())
    assert not at.multiselect(key=set_choices.METRICS_KEY).proto.set_value, "the open list stays where it is"
    assert address(at, "metrics") == "bleu,meteor,F"
    assert board(at) == ["system", "BLEU", "METEOR", "F"]
    at = go(go(at, "significance"), "overview")
    assert board(at) == ["system", "BLEU", "METEOR", "F"]
    assert board(visit("overview", set=key_of(learned), metrics="bleu,meteor,F")) == ["system", "BLEU", "METEOR", "F"]


@pytest.mark.exhaustive
def test_all_computed_metrics_are_one_press_away(visit):
    at = visit("overview")
    computed = {kind().full_name for kind in METRICS.values()}
    assert not computed <= {*board(at)}
    at = ran(button(at, "computed-metrics").click().run())
    assert computed <= {*board(at)}
    assert button(at, "computed-metrics") is None
    at = ran(button(at, "usual-metrics").click().run())
    assert address(at, "metrics") == ""


def test_metrics_that_the_set_does_not_have_are_the_usual_ones(visit):
    assert board(visit("overview", metrics="nonsense,<b>")) == board(visit("overview"))


@pytest.mark.exhaustive
def test_each_set_has_its_own_choice_and_gives_it_back(visit):
    system = cache.open_test_set(NEWS).system_names[0]
    chosen = {"metrics": "bleu,eed", "baseline": system, "kept_faults": f"copied-source:{system}"}
    at = visit("overview", set=NEWS, **chosen)
    at = ran(at.sidebar.selectbox(key="test_set").set_value("textbook").run())
    assert not any(address(at, name) for name in chosen)
    at = ran(at.sidebar.selectbox(key="test_set").set_value(NEWS).run())
    assert {name: address(at, name) for name in chosen} == chosen


def test_the_baseline_is_pinned_in_the_sidebar_or_where_tests_against_it_are_shown(visit):
    names = cache.open_test_set(NEWS).system_names
    at = visit("significance")
    at = ran(at.sidebar.selectbox(key=set_choices.BASELINE_KEY).set_value(names[1]).run())
    assert address(at, "baseline") == names[1]
    at = ran_until(at, lambda at: any(box.key == "tested_baseline" for box in at.selectbox))
    assert at.selectbox(key="tested_baseline").value == names[1]
    at = ran(at.selectbox(key="tested_baseline").set_value(names[0]).run())
    assert address(at, "baseline") == names[0]
    assert at.sidebar.selectbox(key=set_choices.BASELINE_KEY).value == names[0]


@pytest.mark.parametrize("page", ["overview", "significance"])
def test_the_card_says_how_systems_stand_against_the_baseline_and_which_are_not_shown(visit, page):
    names = cache.open_test_set(NEWS).system_names
    at = ran_until(visit(page, baseline=names[1]), lambda at: 'class="verdict"' in html(at))
    assert f"Against the baseline {names[1]}: " in html(at)
    assert "not shown" not in html(at)
    at = ran(at.sidebar.multiselect(key="systems").set_value(names[:2]).run())
    at = ran_until(at, lambda at: 'class="verdict"' in html(at))
    assert f"1 of 3 systems is not shown: {names[2]}." in html(at)
    assert "Against the baseline" not in html(at), "of two systems the verdict says it"


def test_scores_have_their_differences_to_the_baseline_behind_them(visit):
    names = cache.open_test_set(NEWS).system_names
    at = visit("overview", baseline=names[1])
    board(at)
    table = at.dataframe[0]
    assert "Behind each score: its difference to the baseline." in texts(at)
    shown = displayed(table.proto)
    base = next(row for row in shown if row["system"] == f"{names[1]} (baseline)")
    for row in shown:
        if row is not base:
            for metric in ("BLEU", "chrF", "TER"):
                score, difference = row[metric].split("  ")
                assert float(score.replace("−", "-")) - float(base[metric]) == pytest.approx(
                    float(difference.replace("−", "-")), abs=1e-6
                )
                assert difference[0] in "+−"


def displayed(proto):
    """The rows of a table as they are drawn: heading -> text."""
    frame = dataframe_util.convert_arrow_bytes_to_pandas_df(proto.arrow_data.styler.display_values)
    return frame.to_dict("records")


def test_two_systems_are_compared_with_the_baseline_first(visit):
    scores = scored(cache.open_test_set(NEWS))
    worst, *_, best = sorted(scores, key=scores.__getitem__)
    at = visit("compare", baseline=worst, compare_metric="BLEU")
    assert (at.selectbox(key="first").value, at.selectbox(key="second").value) == (worst, best)
    at = go(at, "segments")
    assert "largest difference from the baseline first" in at.selectbox(key="sort_by").options
    assert f"the baseline and the best other system, {worst} and {best}, differ most in it by BLEU" in said(at)


@pytest.mark.exhaustive
def test_a_system_that_a_version_brings_is_placed_at_once(visit):
    test_set = texts_alone(NEWS)
    whole = test_set.named("checkpoints")
    last = whole.system_names[-1]
    key = key_of(whole.without_systems([last]))
    kept.server_workspace().add_outputs(key, [whole.system(last)])
    kept.forget_lookups()
    base = whole.system_names[0]
    at = visit("overview", set=key, baseline=base)
    found = compare(BLEU(), BLEU().measure(whole))
    placed = place_system(judge(found, BLEU().measure(whole)), last, base)
    ran_until(at, lambda at: str(placement_sentence(placed)) in said(at))


@pytest.mark.exhaustive
def test_a_system_that_a_version_replaces_is_placed_like_a_new_one(visit):
    whole = texts_alone(NEWS).named(token_hex(4))
    first, *_, last = whole.system_names
    key = key_of(whole)
    changed = replace(whole.system(last), segments=whole.system(first).segments)
    kept.server_workspace().revise(key, lambda test_set: test_set.with_systems([changed]))
    kept.forget_lookups()
    at = visit("overview", set=key)
    ran_until(at, lambda at: f"{last} is " in said(at) and f"level with {first}, the nearest system" in said(at))


# --- what the project keeps ---


@pytest.fixture
def own_set():
    """The key of a test set that no other test has."""
    return key_of(texts_alone(NEWS).named(token_hex(4)))


@pytest.fixture
def as_reader(monkeypatch):
    """``as_reader()``: pages are seen by somebody who may only read the project."""
    server = kept.server_workspace()

    def as_reader():
        reader = server.sign_in("https://issuer.example", token_hex(4), "reader", f"{token_hex(4)}@x.example")
        server.grant(project(), reader.email, Right.READ)
        monkeypatch.setattr(kept, "visitor_workspace", lambda make=False: server.as_(reader.id))
        kept.forget_lookups()

    yield as_reader
    kept.forget_lookups()


def pinned(at):
    return at.sidebar.selectbox(key=set_choices.BASELINE_KEY).value


def pin(at, name):
    return ran(at.sidebar.selectbox(key=set_choices.BASELINE_KEY).set_value(name).run())


def kept_of(key):
    found = kept.server_workspace().test_set(key)
    return found.metrics, found.baseline


@pytest.mark.exhaustive
def test_choices_are_the_project_s_once_somebody_keeps_them(visit, own_set):
    first, second, *_ = cache.open_test_set(NEWS).system_names
    at = visit("overview", set=own_set)
    assert button(at, "keep-choices") is None
    at = pin(at, first)
    assert kept_of(own_set) == ("", ""), "a look at another baseline changes nobody else's pages"
    at.multiselect(key=set_choices.METRICS_KEY).set_value(["ter", "bleu"])
    at = ran(at.run())
    at = ran(button(at, "keep-choices").click().run())
    assert kept_of(own_set) == ("bleu,ter", first)
    assert f" now opens {kept.server_workspace().test_set(own_set).name} with these choices." in said(at)
    assert (address(at, "metrics"), address(at, "baseline"), pinned(at)) == ("", "", first)
    assert button(at, "keep-choices") is None
    again = visit("overview", set=own_set)
    assert pinned(again) == first
    assert board(again) == ["system", "BLEU", "TER"]
    assert pinned(visit("overview", set=own_set, baseline=second)) == second, "the address wins"
    unknown = visit("overview", set=own_set, baseline="nobody")
    assert (pinned(unknown), button(unknown, "keep-choices")) == (None, None)
    assert board(visit("overview", set=own_set, metrics="chrf")) == ["system", "chrF"]


@pytest.mark.exhaustive
def test_what_is_kept_can_be_taken_off(visit, own_set):
    first, second, *_ = cache.open_test_set(NEWS).system_names
    kept.server_workspace().keep_choices(own_set, "bleu,ter", first)
    at = pin(visit("overview", set=own_set), second)
    assert address(at, "baseline") == second
    at = pin(at, first)
    assert address(at, "baseline") == ""
    at = pin(at, None)
    assert (address(at, "baseline"), pinned(at)) == (NO_BASELINE, None)
    assert pinned(visit("overview", set=own_set, baseline=NO_BASELINE)) is None
    at = ran(button(at, "usual-metrics").click().run())
    assert address(at, "metrics") == "bleu,chrf,ter"
    at = ran(button(at, "keep-choices").click().run())
    assert kept_of(own_set) == ("", "")
    assert pinned(at) is None
    assert board(at) == board(visit("overview", set=own_set)) == ["system", "BLEU", "chrF", "TER"]


@pytest.mark.exhaustive
def test_who_may_only_read_finds_them_and_chooses_for_this_visit(visit, own_set, as_reader):
    first, second, *_ = cache.open_test_set(NEWS).system_names
    kept.server_workspace().keep_choices(own_set, "", first)
    as_reader()
    at = visit("overview", set=own_set)
    assert pinned(at) == first
    at = pin(at, second)
    assert (pinned(at), address(at, "baseline")) == (second, second)
    assert button(at, "keep-choices") is None
    assert kept_of(own_set) == ("", first)


@pytest.mark.exhaustive
def test_a_baseline_that_a_later_version_does_not_have_is_ignored_in_one_line(visit, own_set):
    first, second, *_ = cache.open_test_set(NEWS).system_names
    server = kept.server_workspace()
    server.keep_choices(own_set, "", first)
    server.revise(own_set, lambda test_set: test_set.without_systems([first]))
    kept.forget_lookups()
    line = f"The baseline {first} is not in this test set, so systems are not compared with it."
    at = visit("overview", set=own_set)
    assert (said(at).count(line), pinned(at)) == (1, None)
    assert "(baseline)" not in str(tables(at)[0])
    older = visit("overview", set=f"{own_set}.1")
    assert (line in said(older), pinned(older)) == (False, first)
    at = pin(at, second)
    assert line not in said(at)
    at = ran(button(at, "keep-choices").click().run())
    assert kept_of(own_set) == ("", second)
