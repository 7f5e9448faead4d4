"""The page Matrix: the sets of a project, their sentence and table, weights in the address, and the way to a set."""

import json

import numpy as np

from scoring import TestSet
from scoring.judgments import Scores
from tests.pages.steps import html, ran, ran_until, said, table_with, texts
from ui.matrix import heat_table, project_choice
from ui.session import state
from ui.store import kept

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
    kept.changed()
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
    assert "By BLEU good is ahead of bad in 2 of 3 sets." in said(at)
    assert "The ranking reverses significantly in en-is: read it." in said(at)
    assert "<img" not in html(at)
    payload = component(at)
    assert [one["name"] for one in payload["sets"]] == ["en-de", "en-cs", "en-is"]
    (table,) = payload["tables"]
    rows = {row["name"]: row for row in table["rows"]}
    assert [cell["rank"] for cell in rows["good"]["cells"]] == ["1", "1", "2"]
    assert [cell["text"] for cell in rows[EVIL]["cells"]][1:] == ["–", "–"]
    assert [cell["leads"] for cell in rows[EVIL]["cells"]] == [True, False, False]
    assert rows["good"]["margins"][2]["text"] == "3 / 0 / 1"
    pairs = table_with(at, "a", "b", "p_adjusted")
    assert len(pairs) == 3


def test_weights_are_in_the_address_and_change_the_answer(visit):
    project, keys = three()
    short = project_choice.ID_SHORT
    weights = {f"weight_{keys[name][:short]}": "0" for name in ("en-de", "en-cs")}
    at = opened(visit, project, **weights)
    assert "bad is ahead of good" in said(at)
    at = visit("matrix", matrix_project=project, **{f"weight_{key[:short]}": "0" for key in keys.values()})
    at = ran_until(at, lambda at: at.info)
    assert "All sets have weight 0" in at.info[0].value


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
    assert [cell["text"] for cell in mqm["rows"][0]["cells"]] == ["90.00", "–"]


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


def test_without_a_project_the_way_to_one_is_said(visit, monkeypatch):
    monkeypatch.setattr(project_choice, "choose_project_sets", lambda: None)
    at = visit("matrix")
    assert "There is none yet: drop your files" in texts(at)
    assert [link.proto.page for link in at.get("page_link")] == ["data"]
