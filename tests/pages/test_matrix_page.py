"""The page Matrix: the sets of a project, their sentence and table, weights in the address, and the way to a set."""

import json
import threading
from dataclasses import replace
from datetime import date

import numpy as np
import pandas as pd
import pytest

from scoring import BLEU, TestSet
from scoring.analysis.oddities import DOUBT, Oddity
from scoring.judgments import Scores
from scoring.studies import matrix, tradeoff
from scoring.studies.tradeoff import CostColumn
from server.engine.jobs import Jobs
from tests.pages.steps import edit, html, key_of, ran, ran_until, said, table_with, tables, texts, uploader
from ui.matrix import costs, example_sets, heat_table, jobs, project_choice, set_weights
from ui.report import menu
from ui.session import state
from ui.store import cache, kept

EVIL = "<img src=x>"
WORDS = [
    "the",
    "cat",
    "sat",
    "on",
    "a",
    "mat",
    "and",
    "it",
    "rained",
    "all",
    "day",
    "long",
    "so",
    "we",
    "stayed",
    "at",
    "home",
]


def drawn_set(name, shares, n_segments=40, seed=1):
    """Each system repeats the reference's words, a share of them wrong."""
    generator = np.random.default_rng(seed)
    references = [" ".join(generator.permutation(WORDS)) for _ in range(n_segments)]

    def output(share):
        return [" ".join(w if generator.random() > share else "x" for w in line.split()) for line in references]

    return TestSet.build({system: output(share) for system, share in shares.items()}, {"ref": references}, name=name)


def campaign(*sets):
    project = kept.server_workspace().create("campaign").id
    keys = {one.name: kept.keep_in_project(one, project) for one in sets}
    kept.forget_lookups()
    return project, keys


def three():
    return campaign(
        drawn_set("en-de", {"good": 0.1, "bad": 0.4, EVIL: 0.6}, seed=1),
        drawn_set("en-cs", {"good": 0.1, "bad": 0.4}, seed=2),
        drawn_set("en-is", {"good": 0.5, "bad": 0.1}, seed=3),
    )


def opened(visit, project, **parameters):
    return ran_until(visit("matrix", matrix_project=project, **parameters), lambda at: "statement" in html(at))


def component(at):
    found = [json.loads(element.proto.json) for element in at.get("bidi_component")]
    return next(data for data in found if {"sets", "tables", "margins"} <= {*data})


def test_the_sentence_comes_first_and_the_table_has_every_set(visit):
    project, _ = three()
    at = opened(visit, project)
    assert "by BLEU good is ahead of bad in 2 of 3 sets." in said(at)
    assert "In the set en-is bad is significantly better than good: read that set." in said(at)
    assert html(at).index("by BLEU") < html(at).index("⚠ All 3 sets are doubtful."), "the answer comes first"
    assert "<img" not in html(at)
    payload = component(at)
    assert [one["name"] for one in payload["sets"]] == ["en-cs", "en-de", "en-is"], "by name"
    (table,) = payload["tables"]
    rows = {row["name"]: row for row in table["rows"]}
    assert [cell["rank"] for cell in rows["good"]["cells"]] == ["1 ⚠", "1 ⚠", "2 ⚠"], "all sets are doubtful"
    assert "significantly better; not reliable yet." in rows["good"]["cells"][0]["about"]
    assert [cell["text"] for cell in rows[EVIL]["cells"]][::2] == ["–", "–"]
    assert [cell["leads"] for cell in rows[EVIL]["cells"]] == [False, True, False]
    assert rows["good"]["margins"][2]["text"] == "3 / 0 / 1"
    pairs = table_with(at, "first", "second", "corrected p")
    assert len(pairs) == 3


def test_weights_are_in_the_address_and_change_the_answer(visit):
    project, keys = three()
    weights = {keys[name][: set_weights.ID_SHORT]: 0.0 for name in ("en-de", "en-cs")}
    at = opened(visit, project, matrix_weights=set_weights.weights_text(weights))
    assert "bad is ahead of good" in said(at)
    assert [one["is_out"] for one in component(at)["sets"]] == [True, True, False]
    weights = {key[: set_weights.ID_SHORT]: 0.0 for key in keys.values()}
    at = visit("matrix", matrix_project=project, matrix_weights=set_weights.weights_text(weights))
    at = ran_until(at, lambda at: at.info)
    assert "All sets have weight 0" in at.info[0].value


def test_a_set_that_cannot_be_scored_is_left_out_and_named(visit, monkeypatch):
    project, keys = three()
    measure = jobs.measure_set

    def refusing(metrics, test_set, *given):
        if test_set.name == "en-cs":
            raise ValueError("Segment 3 of <i>bad is too long.")
        return measure(metrics, test_set, *given)

    monkeypatch.setattr(jobs, "measure_set", refusing)
    weights = set_weights.weights_text({keys["en-cs"][: set_weights.ID_SHORT]: 2.0})
    at = ran_until(visit("matrix", matrix_project=project, matrix_weights=weights), lambda at: "by BLEU" in said(at))
    assert "en-cs is left out: Segment 3 of <i>bad is too long." in said(at)
    assert "<i>bad" not in html(at)
    assert [one["name"] for one in component(at)["sets"]] == ["en-de", "en-is"]
    page = str(cache.engine().now(menu.report_html_task(at.session_state["asked_report"], date(2026, 1, 2))))
    assert "en-cs is left out: Segment 3" in page


def test_a_weight_is_set_in_its_field(visit):
    project, keys = three()
    at = opened(visit, project)
    at = ran(at.number_input(key=f"weight-{keys['en-is']}").set_value(2.5).run())
    assert at.session_state[set_weights.WEIGHTS] == f"{keys['en-is'][: set_weights.ID_SHORT]}:2.5"
    assert at.number_input(key=f"weight-{keys['en-is']}").value == 2.5


def test_several_metrics_people_and_checks_have_a_table_each(visit):
    first = drawn_set("en-de", {"good": 0.1, "bad": 0.4}, seed=1)
    people = {"good": np.full(40, 90.0), "bad": np.where(np.arange(40) < 30, 40.0, 80.0)}
    project, _ = campaign(
        first.with_judgments(scores=[Scores("MQM", people, is_human=True)]),
        drawn_set("en-cs", {"good": 0.1, "bad": 0.4}, seed=2),
    )
    at = opened(visit, project)
    assert [table["title"] for table in component(at)["tables"]] == ["MQM"], "people decide where they judged"
    at = opened(visit, project, matrix_metrics=["TER", "MQM", "serious findings"])
    titles = [table["title"] for table in component(at)["tables"]]
    assert sorted(titles) == ["MQM", "TER", "serious findings"]
    mqm = component(at)["tables"][titles.index("MQM")]
    assert [cell["text"] for cell in mqm["rows"][0]["cells"]] == ["–", "90.00"]


@pytest.mark.exhaustive
def test_people_do_not_decide_where_they_judged_few_sets(visit):
    first = drawn_set("en-de", {"good": 0.1, "bad": 0.4}, seed=1)
    people = {"good": np.full(40, 90.0), "bad": np.full(40, 40.0)}
    judged = first.with_judgments(scores=[Scores("MQM", people, is_human=True)])
    others = (drawn_set(name, {"good": 0.1, "bad": 0.4}, seed=seed) for seed, name in enumerate(("en-cs", "en-is")))
    project, _ = campaign(judged, *others)
    assert [table["title"] for table in component(opened(visit, project))["tables"]] == ["BLEU"]


def test_a_click_opens_the_verdict_of_the_set(visit):
    project, keys = three()
    at = opened(visit, project)
    data = component(at)
    element = next(one for one in at.get("bidi_component") if json.loads(one.proto.json).keys() >= data.keys())
    at = ran(at)
    assert data["heard"] == 0
    at.session_state[heat_table.KEY] = {"chosen": [1, 0, 0, 2]}
    assert element is not None
    at = ran(at.run())
    at = ran_until(at, lambda at: at.title[0].value == "Significance")
    assert state.ADDRESS["set"] != at.query_params["set"]
    assert keys["en-is"] in at.query_params["set"]


@pytest.mark.exhaustive
def test_many_sets_displace_nothing_in_the_queue(visit, monkeypatch):
    """All are in the table, though they are more than a visitor's queue has room for."""
    asked, want = [], Jobs.want

    def note(jobs, who, tasks):
        asked.append(len(tasks))
        return want(jobs, who, tasks)

    monkeypatch.setattr(Jobs, "want", note)
    monkeypatch.setattr(cache.engine(), "_most_queued", 4)
    names = [f"set{number}" for number in range(8)]
    project, _ = campaign(*(drawn_set(name, {"good": 0.1, "bad": 0.4}, 3, seed) for seed, name in enumerate(names)))
    at = opened(visit, project)
    assert [one["name"] for one in component(at)["sets"]] == names
    assert max(asked) == 1


def test_scores_are_shown_as_they_come(visit, monkeypatch, impatient):
    project, _ = three()
    may_go_on, oddities = threading.Event(), cache.oddities

    def wait_at_last(test_set, systems, **decides):
        if test_set.name == "en-is":
            may_go_on.wait()
        return oddities(test_set, systems, **decides)

    monkeypatch.setattr(cache, "oddities", wait_at_last)
    try:
        at = ran_until(visit("matrix", matrix_project=project), lambda at: at.dataframe)
        assert [button.label for button in at.button if button.key == "cancel-matrix-scores"] == ["Cancel"]
    finally:
        may_go_on.set()
    at = ran_until(at, lambda at: "by BLEU" in said(at))
    assert len(component(at)["sets"]) == 3


def test_without_a_project_the_way_to_one_is_said(visit, monkeypatch):
    monkeypatch.setattr(project_choice, "choose_project_sets", lambda: None)
    at = visit("matrix")
    assert "There is none yet: drop one zip" in texts(at)
    assert [link.proto.page for link in at.get("page_link")] == ["data"]


def test_an_example_of_several_sets_is_one_press_away(visit, monkeypatch):
    choose = project_choice.choose_project_sets
    monkeypatch.setattr(project_choice, "choose_project_sets", lambda: None)
    at = visit("matrix")
    monkeypatch.setattr(project_choice, "choose_project_sets", choose)
    n_projects = len(kept.server_workspace().projects())
    at = ran(at.button(key="matrix-example").click().run())
    at = ran_until(at, lambda at: "statement" in html(at))
    assert len(component(at)["sets"]) == example_sets.N_PARTS
    assert len(kept.server_workspace().projects()) == n_projects + 1


@pytest.mark.parametrize("page", ["start", "projects"])
def test_a_project_with_several_sets_has_a_link_to_its_matrix(visit, page):
    several, _ = three()
    one, _ = campaign(drawn_set("en-de", {"good": 0.1, "bad": 0.4}))
    at = visit(page, **({"project": several} if page == "projects" else {}))
    links = [link.proto for link in at.get("page_link") if link.proto.page == "matrix"]
    assert [link.label for link in links] == ["Compare 3 sets"]
    if page == "projects":
        assert not [link for link in visit(page, project=one).get("page_link") if link.proto.page == "matrix"]


@pytest.mark.exhaustive
def test_no_system_is_recommended_on_doubtful_sets(visit):
    project, _ = three()
    said_there = said(opened(visit, project))
    assert "All 3 sets are doubtful." in said_there
    assert "“en-cs”: 13 lines of the reference" in said_there
    assert "If one system has to do for all sets" not in said_there


@pytest.mark.exhaustive
def test_systems_of_fewer_sets_say_so(visit):
    project, _ = three()
    (table,) = component(opened(visit, project))["tables"]
    assert {row["name"]: row["note"] for row in table["rows"]} == {"good": "", "bad": "", EVIL: "in 1 set"}


def test_the_report_is_in_the_menu(visit):
    project, _ = three()
    at = opened(visit, project)
    asked = at.session_state["asked_report"]
    page = str(cache.engine().now(menu.report_html_task(asked, date(2026, 1, 2))))
    assert "by BLEU " in page
    assert "<img" not in page
    assert asked.name == "campaign"


def test_a_table_of_costs_shows_the_front(visit):
    project, _ = three()
    at = opened(visit, project)
    table = ("costs.csv", f"system,EUR\ngood,9\nbad,3\n{EVIL},1\nelse,4\n".encode(), "text/csv")
    at = ran(uploader(at, "costs").set_value([table]).run())
    at = ran_until(at, lambda at: "has the best AutoRank" in said(at))
    assert "good has the best AutoRank (scaled mean score). " in said(at)
    assert "else is in no set" in texts(at)
    assert "<img" not in html(at)
    assert len(at.get("plotly_chart")) == 1
    asked = at.session_state["asked_report"]
    assert "Quality and EUR" in str(cache.engine().now(menu.report_html_task(asked, date(2026, 1, 2))))


def test_costs_are_read_once_and_what_is_wrong_is_said(visit, monkeypatch):
    reads, read = [], tradeoff.read_cost_files
    monkeypatch.setattr(tradeoff, "read_cost_files", lambda files: reads.append(files) or read(files))
    project, _ = three()
    at = opened(visit, project)
    at = ran(uploader(at, "costs").set_value([("costs.csv", b"system,EUR\ngood,9\nbad,3\n", "text/csv")]).run())
    at = ran_until(at, lambda at: "has the best AutoRank" in said(at))
    ran(at.run())
    assert len(reads) == 1
    at = ran(uploader(at, "costs").set_value([("bad.csv", b"system,EUR\ngood,x\n", "text/csv")]).run())
    at = ran_until(at, lambda at: at.error)
    assert at.error[0].value == "This table is not used:"
    assert "bad.csv: expected a column of numbers" in at.code[0].value


def test_doubtful_sets_are_left_out_by_one_button(visit, monkeypatch):
    late = Oddity(DOUBT, (), detail="27.8 % of the lines are late.")
    monkeypatch.setattr(cache, "oddities", lambda test_set, _, metric: (late,) * (test_set.source is not None))
    sound, broken = (drawn_set(name, {"good": 0.3, "bad": 0.5}, seed=3) for name in ("en-de", "en-cs"))
    project, keys = campaign(sound, replace(broken, source=broken.systems[0].segments))
    at = opened(visit, project)
    assert "The set “en-cs” is doubtful: 27.8 % of the lines are late." in said(at)
    assert any("27.8\u00a0% of" in element.value for element in at.get("html")), "no line ends before the sign"
    at = ran(at.button(key="leave-sets-out").click().run())
    at = ran_until(at, lambda at: "The set “en-cs” is doubtful" not in said(at) and "statement" in html(at))
    assert at.query_params[set_weights.WEIGHTS] == f"{keys['en-cs'][: set_weights.ID_SHORT]}:0"
    assert component(at)["sets"][0]["is_out"]


def test_the_same_set_kept_again_counts_once_under_the_names_of_the_sidebar(visit):
    first = drawn_set("news", {"good": 0.3, "bad": 0.32}, seed=1)
    project, _ = campaign(first)
    kept.keep_in_project(replace(first, systems=first.systems[::-1]), project)
    kept.keep_in_project(drawn_set("other", {"good": 0.1, "bad": 0.4}, seed=3), project)
    at = opened(visit, project)
    assert "news and news (2) have the same source and the same references or outputs, so they count once:" in said(at)
    assert [one["name"] for one in component(at)["sets"]] == ["news (2)", "other"]


def test_many_notes_on_sets_are_folded_and_what_makes_sets_doubtful_is_not(visit, monkeypatch):
    late = Oddity(DOUBT, (), detail="27.8 % of the lines are late.")
    monkeypatch.setattr(cache, "oddities", lambda *_, metric: (late,))
    sets = [
        drawn_set(name, {"good": 0.3, "bad": 0.32}, seed=seed) for seed, name in enumerate(("news", "talks", "chat"))
    ]
    project, _ = campaign(*sets)
    for number, one in enumerate(sets):
        at = opened(visit, project)
        assert not [box for box in at.expander if "not counted" in box.label], f"{number} are in sight"
        kept.keep_in_project(replace(one, systems=one.systems[::-1], name=f"{one.name} again"), project)
    at = opened(visit, project)
    (box,) = (box for box in at.expander if box.label == "3 repeated sets are not counted")
    folded = str([element.value for element in box.get("html")])
    assert folded.count("have the same source") == 3
    assert "are late" not in folded
    assert "All 3 sets are doubtful." in said(at)
    assert said(at).count("27.8") == 3


def test_one_set_leads_to_overview(visit):
    project, keys = campaign(drawn_set("news", {"good": 0.3, "bad": 0.5}, seed=1))
    at = opened(visit, project)
    assert "There is only one set, news: Overview says more about it." in texts(at)
    at = ran_until(at.button(key="overview-of-only-set").click().run(), lambda at: at.title[0].value == "Overview")
    assert keys["news"] in at.query_params["set"]


def test_prices_can_be_typed(visit):
    project, _ = three()
    (costs_of,) = [one for one in opened(visit, project).expander if one.label == "Quality against cost or speed"]
    assert costs_of.dataframe[0].value["system"].tolist() == ["good", "bad", EVIL]
    table = pd.DataFrame({"system": ["good", "bad", "other"], "number": pd.array([9, None, 0.5], "Float64")})
    assert costs.typed_costs(table, "price") == CostColumn("price", {"good": 9.0, "other": 0.5})
    assert costs.typed_costs(table, "speed") == CostColumn("speed", {"good": 9.0, "other": 0.5}, lower_is_better=False)
    assert costs.typed_costs(table.assign(number=None), "price") is None


@pytest.mark.exhaustive
def test_overview_takes_prices_for_the_set_in_use(visit):
    key = key_of(drawn_set("one set", {"good": 0.1, "near": 0.11}))
    at = ran_until(visit("overview", set=key), lambda at: "prices" in [one.key for one in at.toggle] or at.error)
    assert at.toggle(key="prices").label == "Choose by price or speed"
    assert not [one for one in tables(at) if "number" in one.columns]
    at = ran_until(visit("overview", set=key, prices="true"), lambda at: [t for t in tables(at) if "number" in t])
    assert [*table_with(at, "number")["system"]] == ["good", "near"]
    of_set = drawn_set("one set", {"good": 0.1, "near": 0.11})
    cost = CostColumn("price", {"good": 9.0, "near": 4.0})
    result = cache.engine().now(costs.set_tradeoff_task(BLEU(), cost, of_set, ("good", "near")))
    assert {point.system: point.is_on_front for point in result.points} == {"good": True, "near": True}
    of_three = drawn_set("three", {"good": 0.1, "near": 0.11, "hidden": 0.2})
    shown = cache.engine().now(costs.set_tradeoff_task(BLEU(), cost, of_three, ("good", "near")))
    assert "hidden" not in str(shown.sentence())
    all_three = cache.engine().now(costs.set_tradeoff_task(BLEU(), cost, of_three, ("good", "near", "hidden")))
    assert "hidden" in str(all_three.sentence())


@pytest.mark.exhaustive
def test_typed_prices_are_in_the_address_and_come_back_with_it(visit):
    names = {"good": 0.1, "near: v2": 0.11}
    key = key_of(drawn_set("priced", names))
    at = visit("overview", set=key, prices="true", cost_numbers="good:9 gone:2 near:x")
    at = ran_until(at, lambda at: [t for t in tables(at) if "number" in t])
    prices = dict(zip(*(table_with(at, "number")[column] for column in ("system", "number")), strict=True))
    assert prices["good"] == 9
    assert pd.isna(prices["near: v2"])
    at = edit(at, ["system", "number"], [*prices].index("near: v2"), number=4.5)
    numbers = at.session_state[costs.TYPED]
    assert costs.read_typed_numbers(numbers) == {"good": 9.0, "near: v2": 4.5, "gone": 2.0}, "of another set, too"
    assert at.query_params[costs.TYPED] in (numbers, [numbers])
    at = ran_until(ran(at.run()), lambda at: "AutoRank by the metric that decides" in texts(at))


def test_open_pairs_get_more_shuffles_by_a_button(visit, monkeypatch):
    project, _ = campaign(*(drawn_set(name, {"A": 0.30, "B": 0.31}, 30, seed) for seed, name in enumerate("abc")))
    monkeypatch.setattr(matrix.MatrixResult, "is_open", True)
    at = opened(visit, project, matrix_trials="100")
    at = ran(at.button(key="more-shuffles").click().run())
    assert at.number_input(key="matrix_trials").value == 1000
    monkeypatch.setattr(matrix.MatrixResult, "is_open", False)
    assert not [one for one in opened(visit, project).button if one.key == "more-shuffles"]


def test_case_is_ignored_by_a_button_where_an_output_lacks_capitals(visit):
    sets = []
    for name in ("one", "two"):
        made = drawn_set(name, {"good": 0.1, "bare": 0.1}, n_segments=60, seed=len(name))
        upper = {one.name: [line.as_py().title() for line in one.segments] for one in made.systems}
        references = [line.as_py().title() for line in made.references[0].segments]
        upper["bare"] = [line.lower() for line in upper["bare"]]
        sets.append(TestSet.build(upper, {"ref": references}, name=name))
    at = opened(visit, campaign(*sets)[0])
    assert "has no capitals" in said(at)
    at = ran_until(ran(at.button(key="ignore-case").click().run()), lambda at: "statement" in html(at))
    assert "has no capitals" not in said(at)
    assert not [one for one in at.button if one.key == "ignore-case"]
