"""Scores from elsewhere on the pages: beside what is computed, tested on the segments that have them."""

import json
import re
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest

from scoring import TestSet
from scoring.judgments import Annotation, ErrorSpan, Scores
from scoring.judgments.external import external_metrics_by_name
from scoring.rating import CampaignPlan
from scoring.rating.formats import DisputedOutputs, write_disputed
from scoring.significance import compare
from tests.pages.steps import (
    address,
    button,
    edit,
    go,
    html,
    key_of,
    ran,
    ran_until,
    said,
    scored,
    table_with,
    texts,
    texts_alone,
    title,
    upload,
)
from ui.data import judgments as of_draft
from ui.store import cache

NEWS = "news-en-es"
HALF = 80
HTML = "<img src=x onerror=window.flag=1>"


@pytest.fixture
def judged():
    """The sample set with human judgment of its first half, which turns the ranking round, and a metric's scores."""
    test_set = texts_alone(NEWS)
    random = np.random.default_rng(1)
    n = len(test_set)
    people = {name: random.normal(-place, 1, n) for place, name in enumerate(reversed(test_set.system_names))}
    for column in people.values():
        column[HALF:] = np.nan
    learned = {name: random.uniform(0.8, 0.9, n) for name in test_set.system_names}
    return test_set.with_judgments([Scores("COMET", learned), Scores("MQM", people, is_human=True)])


def means(test_set, name):
    (scores,) = (scores for scores in test_set.scores if scores.name == name)
    return {system: np.nanmean(column) for system, column in scores.values.items()}


@pytest.mark.exhaustive
def test_people_decide_and_every_score_stands_beside_the_others(visit, judged):
    at = ran_until(
        visit("overview", set=key_of(judged)),
        lambda at: re.search("significantly better|no significant difference", re.sub("<[^>]*>", "", html(at))),
    )
    assert "by mqm, human judgment" in html(at).lower()
    board = table_with(at, "MQM", "COMET", "BLEU")
    assert list(board.columns[:3]) == ["system", "MQM", "BLEU"]
    for name in ("MQM", "COMET"):
        expected = means(judged.only(range(HALF)), name)
        assert dict(zip(board["system"], board[name], strict=True)) == pytest.approx(expected)
    ran_until(at.toggle(key="table_of_all").set_value(True).run(), lambda at: means_shown(at) == means(judged, "COMET"))
    assert board["system"][0] == judged.system_names[-1]
    assert "MQM|segments:80|version:" in texts(at)


def means_shown(at):
    board = table_with(at, "MQM", "COMET", "BLEU")
    return pytest.approx(dict(zip(board["system"], board["COMET"], strict=True)))


@pytest.mark.exhaustive
def test_means_over_different_segments_have_their_number_and_are_not_marked(visit, judged):
    best, *_ = systems = judged.system_names
    fewer = {scores.name: dict(scores.values) for scores in judged.scores}["COMET"]
    fewer[best] = np.where(np.arange(len(judged)) < 60, fewer[best], np.nan)
    test_set = texts_alone(NEWS).with_judgments([Scores("COMET", fewer)])
    at = ran_until(
        visit("overview", set=key_of(test_set)),
        lambda at: any("COMET" in frame.value and frame.value["COMET"].notna().all() for frame in at.dataframe),
    )
    board = table_with(at, "COMET", "COMET segments")
    numbers = dict(zip(board["system"], board["COMET segments"], strict=True))
    assert numbers == {name: 60 if name == best else len(test_set) for name in systems}
    assert "COMET: systems are scored on different segments" in html(at)
    at = ran_until(at, lambda at: "COMET of " in texts(at))
    assert f"COMET of {best}|segments:60|version:" in texts(at)


@pytest.mark.exhaustive
def test_the_test_is_of_the_segments_that_all_have(visit, judged):
    at = visit("significance", set=key_of(judged), significance_metric="MQM")
    at = ran_until(at, lambda at: any("letters" in frame.value.columns for frame in at.dataframe))
    assert f"Based on the {HALF} of {len(judged)} segments with MQM scores for every system." in texts(at)
    ranking = table_with(at, "letters", "MQM")
    part = judged.only(range(HALF))
    metric = external_metrics_by_name(part)["MQM"]
    found = compare(metric, metric.measure(part))
    assert list(ranking["system"]) == [found.systems[place] for place in found.order]
    assert ranking["low"][0] == pytest.approx(found.bootstrap.interval(ranking["system"][0])[0])


@pytest.mark.exhaustive
def test_a_new_output_that_nobody_has_judged_is_not_passed_over_in_silence(visit, judged):
    worst = min(scored(judged).items(), key=lambda found: found[1])[0]
    added = judged.with_systems([replace(judged.system(worst), name="ckpt")])
    at = visit("overview", set=key_of(added))
    at = ran_until(at, lambda at: "by mqm, human judgment" in html(at).lower())
    n_systems = len(added.systems)
    place = 1 + sum(score > scored(judged)[worst] for score in scored(judged).values())
    assert (
        f"The verdict is based on the {HALF} of {len(judged)} segments with MQM scores for every rated system."
        in texts(at)
    )
    assert "The test by BLEU" in [link.proto.label for link in at.get("page_link")]
    placed = f"it is {place}rd of {n_systems} by BLEU: level with {worst}, the nearest system (p = "
    at = ran_until(at, lambda at: placed in said(at))
    assert f"ckpt has no MQM and is not in this verdict; {placed}" in said(at)
    assert said(at).count("no MQM and") == 1


@pytest.mark.exhaustive
def test_of_many_outputs_that_nobody_has_judged_the_best_is_in_sight_and_the_rest_folded(visit, judged):
    worst = min(scored(judged).items(), key=lambda found: found[1])[0]
    added = judged.with_systems([replace(judged.system(worst), name=f"ckpt{number}") for number in range(3)])
    at = visit("overview", set=key_of(added))
    at = ran_until(at, lambda at: said(at).count("has no MQM and is not in this verdict; it is ") == 3)
    assert "2 more new systems" in [one.label for one in at.expander]


def test_two_systems_are_compared_by_them(visit, judged):
    at = visit("compare", set=key_of(judged), compare_metric="COMET")
    at = ran_until(at, lambda at: "Metrics disagree. By COMET" in html(at))
    table = table_with(at, "influence")
    best = sorted(means(judged, "MQM").items(), key=lambda found: -found[1])[:2]
    assert list(table.columns[2:4]) == [f"COMET {name}" for name, _ in best], "people say which are the two best"


def few_judged(test_set):
    """Five systems with a judge who has seen ten segments of three, and likes most what others like least."""
    best = test_set.system(test_set.system_names[-1])
    names = sorted(means(test_set, "MQM"), key=means(test_set, "MQM").__getitem__)
    values = {name: np.full(len(test_set), np.nan) for name in names}
    for place, column in enumerate(values.values()):
        column[:10] = np.random.default_rng(place).normal(50 - 10 * place, 5, 10)
    added = test_set.with_systems([replace(best, name=name) for name in ("ckpt1", "ckpt2")])
    return names, added.with_judgments([Scores("Panel", values, is_human=True)])


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("page", ["significance", "compare", "documents"])
def test_a_judge_of_few_systems_leaves_the_others_out(visit, judged, page):
    rated, test_set = few_judged(judged)
    if page == "documents":
        test_set = replace(test_set, documents=pa.array([f"d{number // 20}" for number in range(len(test_set))]))
    at = visit(page, set=key_of(test_set), **{f"{page}_metric": "Panel"})
    if page == "significance":
        at = ran_until(at, lambda at: any(box.key == "pair_a" for box in at.selectbox))
        assert [*table_with(at, "letters", "Panel")["system"]] == rated
        boxes = [at.selectbox("pair_a"), at.selectbox("pair_b")]
    else:
        at = ran_until(at, lambda at: any(box.key == "first" for box in at.selectbox))
        boxes = [at.selectbox("first"), at.selectbox("second")]
    assert [box.value for box in boxes] == rated[:2], "the judge's two best"
    assert {*boxes[0].options} == {*rated}
    if page != "documents":
        assert "Excluded (no Panel): ckpt1, ckpt2." in html(at)


def files(test_set, **more):
    texts = {f"system.{system.name}.txt": system.segments.to_pylist() for system in test_set.systems}
    texts |= {"reference.txt": test_set.references[0].segments.to_pylist()}
    lines = {name: "".join(f"{line}\n" for line in column) for name, column in (texts | more).items()}
    return [(name, text.encode(), "text/plain") for name, text in lines.items()]


def seg_scores(test_set, of=lambda place, number: place):
    """In mt-metrics-eval's format."""
    names = test_set.system_names
    return [f"{name}\t{of(place, number)}" for place, name in enumerate(names) for number in range(len(test_set))]


@pytest.mark.exhaustive
def test_judgments_are_dropped_with_the_texts_or_added_later(visit):
    test_set = texts_alone(NEWS)
    at = visit("start")
    dropped = files(test_set, **{"en-es.mqm.seg.score": seg_scores(test_set, lambda place, number: -place)})
    upload(at, dropped)
    assert "human scores (MQM)" in texts(at)
    at = ran(button(at, "use-upload").click().run())
    at = ran_until(at, lambda at: "by mqm, human judgment" in html(at).lower())
    upload(go(at, "data"), [("COMET.seg.score", "\n".join(seg_scores(test_set)).encode(), "text/plain")])
    at = ran(button(at, "use-upload").click().run())
    at = ran_until(at, lambda at: any("COMET" in frame.value.columns for frame in at.dataframe))
    assert list(table_with(at, "COMET", "MQM").columns[:2]) == ["system", "MQM"]


@pytest.mark.exhaustive
def test_annotations_of_pearmut_are_dropped_as_its_dashboard_gives_them(visit):
    test_set = texts_alone(NEWS)
    first, second = test_set.system_names[:2]
    disputed = [DisputedOutputs(place, (first, second), 1) for place in (3, 40, 7)]
    campaign = json.loads(write_disputed(disputed, test_set, "again", CampaignPlan("esa", (first,), (0,))))
    (screens,) = campaign["data"]
    error = {"start_i": 0, "end_i": 1, "severity": "minor", "category": None}
    log = []
    for number, screen in enumerate(screens):
        score = int(screen[0]["item_id"])
        said = [{name: {"score": score, "error_spans": [error]} for name in item["tgt"]} for item in screen]
        log.append({"annotation": said, "actions": [], "item": screen, "user_id": "ann", "item_i": number})
    at = visit("data", set=key_of(test_set))
    data = json.dumps({"again": log}).encode()
    upload(go(at, "data"), [("annotations.json", data[:-20], "application/json")])
    assert "annotations.json, line 1: expected" in texts(at)
    upload(go(at, "data"), [("annotations.json", data, "application/json")])
    at = ran(button(at, "use-upload").click().run())
    at = ran_until(at, lambda at: any("ESA" in frame.value.columns for frame in at.dataframe))
    board = table_with(at, "ESA")
    read = dict(zip(board["system"], board["ESA"], strict=True))
    assert (read[first], read[second]) == (pytest.approx((4 + 41 + 8) / 3),) * 2


@pytest.mark.exhaustive
def test_judgments_that_do_not_go_with_the_texts_are_said(visit):
    test_set = texts_alone(NEWS)
    at = visit("start")
    scores = seg_scores(test_set)[1:]
    upload(at, files(test_set, **{"en-es.mqm.seg.score": scores, "evil.seg.score": ["<img src=x>\t1"] * len(test_set)}))
    assert "do not go with the texts" in texts(at)
    assert "en-es.mqm.seg.score" in texts(at)
    at = ran(button(at, "use-upload").click().run())
    assert title(at) == "Overview"
    assert "en-es.mqm.seg.score" in texts(go(at, "data")), "it can still be read why"
    assert not at.exception


def test_judgments_that_go_with_no_text_of_the_set_in_use_say_so(visit):
    at = upload(visit("data"), [("COMET.seg.score", b"nobody\t1\n", "text/plain")])
    assert "None of these files matches this set." in texts(at)
    assert button(at, "use-upload").disabled


NUMBERS = ("table.csv", b"reference,sysA,sysB,sysB comet,points\na b,a b,a c,0.5,3\nc d,c,c d,0.25,4\n", "text/csv")


def test_columns_of_numbers_are_offered_as_scores_of_the_system_they_stand_beside(visit):
    at = upload(visit("data"), [NUMBERS])
    table = table_with(at, "of system")
    assert table[["use", "column", "name", "of system"]].values.tolist() == [
        [True, "sysB comet", "COMET", "sysB"],
        [False, "points", "points", "sysB"],
    ]
    assert "scores by COMET" in at.success[0].value
    edit(at, ["of system"], 1, **{"use": True, "of system": "sysA", "name": "[x](y)", "by people": True})
    assert "human scores ((x)(y)), scores by COMET." in at.success[0].value, "a name in Markdown is no link"
    ran(button(at, "use-upload").click().run())
    found = cache.open_test_set(address(at, "set"))
    assert found.system_names == ("sysA", "sysB")
    kept = {
        scores.name: (scores.is_human, {name: list(column) for name, column in scores.values.items()})
        for scores in found.scores
    }
    assert kept == {"COMET": (False, {"sysB": [0.5, 0.25]}), "[x](y)": (True, {"sysA": [3, 4]})}


@pytest.mark.exhaustive
def test_the_weights_of_mqm_can_be_chosen(visit):
    header = ["system", "doc", "doc_id", "seg_id", "rater", "source", "target", "category", "severity"]
    row = ("sysB", "d", 1, 1, "r", "s", "<v>a</v> c", "Source error", "Major")
    marked = "".join("\t".join(map(str, cells)) + "\n" for cells in (header, row)).encode()
    at = upload(visit("data"), [NUMBERS, ("mqm.tsv", marked, "text/plain")])
    (weights,) = (box for box in at.selectbox if box.label == "MQM weights")
    assert "by the weights wmt21" in texts(at)
    at = ran(weights.set_value("wmt23").run())
    assert "by the weights wmt23" in texts(at)
    ran(button(at, "use-upload").click().run())
    mqm = next(scores for scores in cache.open_test_set(address(at, "set")).scores if scores.name == "MQM")
    assert (mqm.weights, mqm.of("sysB")[0]) == ("wmt23", 0)


@pytest.mark.exhaustive
def test_judgments_are_lined_up_once_for_what_was_chosen(visit, monkeypatch):
    asked = []
    attach = of_draft.attach
    monkeypatch.setattr(of_draft, "attach", lambda *given: asked.append(given[2]) or attach(*given))
    test_set = texts_alone(NEWS)
    strange = [f"nobody\t{number}" for number in range(len(test_set))]
    at = upload(visit("data"), files(test_set, **{"COMET.seg.score": strange}))
    assert asked == [{}]
    ran(ran(at.run()).text_input[0].set_value("another name").run())
    assert asked == [{}]
    name = test_set.system_names[1]
    edit(at, ["name in the file"], 0, system=name)
    ran(at.run())
    assert asked == [{}, {"nobody": name}]
    ran(button(at, "use-upload").click().run())
    kept = cache.open_test_set(address(at, "set"))
    assert (kept.name, list(kept.scores[0].values)) == ("another name", [name])


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("n_known", [1, 2])
def test_names_that_no_system_has_are_left_out(visit, n_known):
    test_set = texts_alone(NEWS)
    known = test_set.system_names[:n_known]
    scores = [f"{name}\t{number}" for name in (*known, "nobody", "no one") for number in range(len(test_set))]
    at = upload(visit("data"), files(test_set, **{"COMET.seg.score": scores}))
    (leave_out,) = [toggle for toggle in at.toggle if toggle.label == "Leave out all names without a system"]
    assert leave_out.value == (n_known > 1), "names are left out without asking where enough others are known"
    if not leave_out.value:
        assert any("do not go with the texts" in error.value for error in at.error)
        at = ran(leave_out.set_value(True).run())
    of = "1 system" if n_known == 1 else f"{n_known} systems"
    said = (
        f"COMET.seg.score: judgments of {of} are used; 2 names without an output here are left out: nobody and no one."
    )
    assert said in [text.value for text in at.text]
    ran(button(at, "use-upload").click().run())
    assert list(cache.open_test_set(address(at, "set")).scores[0].values) == [*known]


def test_errors_are_counted_whatever_systems_are_called(visit):
    spans = [ErrorSpan("category", 0, 0, 1, "minor", "style"), ErrorSpan("severity", 0, 0, 1, "minor", "style")]
    annotation = Annotation("MQM", [*spans, spans[0]], {name: [True, True] for name in ("category", "severity")})
    outputs = {"category": ["a b", "c"], "severity": ["b c", "c"]}
    test_set = TestSet.build(outputs, [["a c", "c"]]).with_judgments(annotations=[annotation])
    at = visit("segments", set=key_of(test_set), segment_view="Errors", segment="1")
    at = ran_until(at, lambda at: any("category" in frame.value for frame in at.dataframe))
    table = table_with(at, "category", "severity")
    assert table.to_dict("records") == [
        {"category": "style", "severity": "minor", "errors of category": 2, "errors of severity": 1}
    ]


def listed(at):
    """The numbers of the segments in the list, in its order, and how many there are in words."""
    rows = [json.loads(element.proto.json) for element in at.get("bidi_component")]
    (found,) = (data["rows"] for data in rows if "rows" in data and "colors" in data)
    return [row["number"] for row in found]


def test_segments_are_listed_sorted_and_filtered_by_any_score(visit, judged):
    people = {scores.name: scores for scores in judged.scores}["MQM"]
    first, second = sorted(people.values, key=lambda name: -means(judged, "MQM")[name])[:2]
    at = visit("segments", set=key_of(judged))
    apart = np.abs(people.values[first] - people.values[second])
    assert listed(at)[:HALF] == [int(place) + 1 for place in np.argsort(-apart[:HALF], kind="stable")]
    assert "<small>MQM: " in html(at)
    ran(at.selectbox(key="sort_by").set_value(f"worst:{first}").run())
    assert listed(at)[:HALF] == [int(place) + 1 for place in np.argsort(people.values[first][:HALF], kind="stable")]
    at = visit("segments", set=key_of(judged), score="-1.5-0.25", score_of=first)
    within = (people.values[first].round(2) >= -1.5) & (people.values[first].round(2) <= 0.25)
    assert sorted(listed(at)) == [int(place) + 1 for place in np.flatnonzero(within)]
    assert f"MQM of {first} -1.5 to 0.25" in texts(at) + html(at)
    assert "No verdict" in html(ran_until(visit("overview", set=key_of(judged), score="-1.5-0.25"), html))
    at = visit("segments", set=key_of(judged), score_by="bleu")
    assert "<small>BLEU: " in html(at)
    assert [box.label for box in at.selectbox if box.key == "score_system"] == ["BLEU of"]


@pytest.mark.exhaustive
def test_hostile_judgments_are_each_one_error_or_shown_as_they_are(visit):
    test_set = texts_alone(NEWS)
    system, n = test_set.system_names[0], len(test_set)
    rating = {"errors": [{"start": 0, "end": 1, "category": HTML, "severity": "minor"}]}

    def rated(**of_first):
        first = json.dumps({"errors": [rating["errors"][0] | of_first]})
        return [f"{system}\t{first}\t{HTML}", *[f"{system}\tNone\t{HTML}"] * (n - 1)]

    bad = {
        "beyond.seg.rating": (rated(end=10**6), "line 1: expected errors within the output"),
        "inverted.seg.rating": (rated(start=5), "line 1: expected an error that begins before it ends"),
        "nan.seg.rating": (rated(start=float("nan")), "line 1: expected the number of a character"),
        "huge.comet.seg.score": ([f"{system}\t1e308"] * n, "line 1: expected a score from"),
        "blank.docs": (["news\t "] * n, "line 1: expected the name of a document"),
        "empty.mqm.seg.score": ([], "the file is empty"),
        "strange.ter.seg.score": ([f"{HTML}\t1"] * (n - 1), "which no system is called"),
    }
    good = {"good.seg.rating": rated(), "x.docs": [f"{HTML}\t{HTML}"] * n}
    at = upload(visit("data"), files(test_set, **{file: rows for file, (rows, _) in bad.items()}, **good))
    said = [line for block in at.code for line in block.value.split("\n")]
    for file, (_, message) in bad.items():
        (line,) = (line for line in said if line.startswith(file))
        assert message in line
    assert not at.success
    assert "1 marked error" in at.warning[0].value
    assert f"but {len(bad)} files are left out." in at.warning[0].value
    at = ran(button(at, "use-upload").click().run())
    assert not at.exception
    at = go(at, "errors")
    assert not at.exception
    assert HTML not in html(at)


@pytest.mark.parametrize("page", ["ter", "tbleu", "smoothing", "compare"])
def test_a_page_with_more_segments_than_overview_says_so(visit, judged, page):
    said = f"All {len(judged)} segments; Overview uses the {HALF} with MQM scores for every system."
    by = {"compare_metric": "bleu"} if page == "compare" else {}
    at = visit(page, set=key_of(judged), **by)
    assert said in texts(ran_until(at, lambda at: said in texts(at) or at.error))
