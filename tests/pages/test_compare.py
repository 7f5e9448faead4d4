"""The page Compare as Streamlit runs it: its numbers are those of direct scoring, its files are read or refused."""

import json
import re
from collections import Counter
from datetime import date
from html import unescape
from threading import Event

import numpy as np
import pyarrow as pa
import pytest
from pandas.testing import assert_frame_equal, assert_series_equal

from scoring import BLEU, METRICS, TestSet
from scoring.analysis.contrast import A, contrast_ngrams
from scoring.analysis.counts import count_ngrams
from scoring.formats.tables.labels import WordCounts
from scoring.judgments import Scores
from scoring.report.page import document
from scoring.significance import bootstrap, compare, judge, leave_one_out
from scoring.studies import comparison
from scoring.studies.comparison import ComparisonRequest
from scoring.studies.report import ReportRequest, build_report
from scoring.studies.wording.verdict_words import evidence
from scoring.testset import Reference, System
from server.memory.limits import ServerLimits
from server.memory.shelf import Shelf
from tests.pages.steps import (
    NEWS,
    NEWS_SYSTEMS,
    NINE,
    SAMPLES,
    address,
    button,
    go,
    html,
    key_of,
    open_tab,
    press,
    ran,
    ran_until,
    scored,
    table_with,
    tables,
    texts,
    wait_for,
    way,
)
from ui.compare import charts, jobs
from ui.compare import comparison_tables as compare_tables
from ui.context.filters import Filters
from ui.context.filters import passes_filters as passing_filters
from ui.kit import budget, exports
from ui.kit import texts as playground
from ui.kit.address import USUAL_VIEW
from ui.significance import jobs as test_jobs
from ui.store import cache, waiting
from ui.verdict.so_far import RETEST

SMALL = TestSet.build(
    {
        "first": ["the cat sat on the mat", "it rained all night", "a b c d e f", "yes"],
        "second": ["a cat is on a mat", "it rained all day", "a b c d e f", ""],
    },
    [["the cat sat on the mat", "it rained all day", "a b c d e f", "yes"]],
    name="small",
)
WITH_LABEL = ("selectbox", "segmented_control", "toggle", "button", "expander", "tab", "file_uploader", "multiselect")


def waited(at):
    return ran_until(at, lambda at: not at.get("progress"))


@pytest.fixture
def open_compare(visit):
    """``open_compare(identity or test set, **parameters)``: by default the first two systems of the set."""

    def open_compare(chosen=NEWS, **parameters):
        if isinstance(chosen, TestSet):
            chosen = key_of(chosen)
        names = cache.open_test_set(chosen).system_names
        return waited(visit("compare", set=chosen, **dict(zip(("first", "second"), names, strict=False)) | parameters))

    return open_compare


@pytest.mark.exhaustive
@pytest.mark.parametrize("page", ["compare", "smoothing"])
def test_at_first_the_two_best_are_compared(visit, page):
    totals = scored(cache.open_test_set(NEWS))
    at = waited(visit(page, smoothing_part="Who wins"))
    chosen = [at.selectbox(key=key).value for key in ("first", "second")]
    assert chosen == sorted(totals, key=totals.get, reverse=True)[:2]


def statement(at):
    """What the open tab says first."""
    (found,) = re.findall(r'<p class="statement">(.*?)</p>', html(at))
    return re.sub("<[^>]*>", "", found)


def in_tab(at, name):
    return waited(open_tab(at, name))


def judged(metric, test_set):
    """As the page tests: all systems."""
    measured = metric.measure(test_set)
    trials = budget.usual_request(metric, test_set.system_names, len(test_set)).trials
    return judge(compare(metric, measured, trials=trials), measured)


def pair_of(test_set):
    return test_set.system_names[:2]


def headings(at, what="BLEU"):
    return [f"{what} {name}" for name in pair_of(cache.open_test_set(address(at, "set")))]


def apart(at):
    """The name of the column of differences."""
    return " − ".join(pair_of(cache.open_test_set(address(at, "set"))))


@pytest.mark.one_case_in(3)
@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("identity", "label"),
    [
        *((NEWS, kind.label) for kind in METRICS.values()),
        *((identity, label) for identity in SAMPLES if identity != NEWS for label in ("BLEU", "TER")),
    ],
)
def test_scores_and_segments_are_those_of_direct_scoring(open_compare, identity, label):
    at = open_compare(identity, compare_metric=label, compare_part="By how much")
    metric = next(kind for kind in METRICS.values() if kind.label == label)()
    test_set = cache.open_test_set(identity)
    pair = pair_of(test_set)
    measured = {system: rows for system, rows in metric.measure(test_set).items() if system in pair}
    found = compare(metric, measured)
    scores = tables(at)[0]
    assert scores["system"].tolist() == [*pair, apart(at)]
    (tested,) = found.pairs
    np.testing.assert_allclose(scores[label], [tested.score_a, tested.score_b, tested.difference])
    np.testing.assert_allclose(
        scores[["from", "to"]],
        [*(found.bootstrap.interval(system) for system in pair), (tested.ci_low, tested.ci_high)],
    )
    assert evidence(judged(metric, test_set), *pair) in texts(at)
    a, b = (metric.score(measured[system]) for system in pair)
    lead = (a - b) * (1 if metric.higher_is_better else -1)
    in_tab(at, "Segments")
    assert f"{pair[0]} wins {(lead > 1e-9).sum()} segments" in statement(at)
    assert f"{pair[1]} wins {(lead < -1e-9).sum()}" in statement(at)
    segments = table_with(at, "#", "influence").sort_values("#")
    for heading, values in zip(headings(at, label), (a, b), strict=True):
        np.testing.assert_allclose(segments[heading], values, atol=0.0051)  # an exact half is rounded
    influence = leave_one_out(metric, *measured.values())
    np.testing.assert_allclose(segments["influence"], influence, atol=5e-4)  # what three decimals do not show is 0
    order = table_with(at, "#", "influence")["#"].to_numpy() - 1
    assert (np.diff(np.abs(np.nan_to_num(lead))[order]) <= 1e-9).all(), "the largest difference first"


@pytest.mark.exhaustive
def test_the_ngrams_are_those_of_the_contrast(open_compare):
    at = open_compare(compare_part="Words and n-grams")
    test_set = cache.open_test_set(NEWS)
    found = contrast_ngrams(test_set, pair_of(test_set))
    for kind, wins, orders in (("Confirmed", found.confirmed, (None, 3)), ("Unconfirmed", found.unconfirmed, (1,))):
        ran(at.segmented_control(key="compare_kind").set_value(kind).run())
        for order in orders:
            ran(at.segmented_control(key="compare_order").set_value(order or "all").run())
            ngrams = wins.ranked_without_parts(A, 200, order)
            table = table_with(at, "n-gram", "z")
            assert table["n-gram"].tolist() == [" ".join(wins.counts.words(ngram)) for ngram in ngrams]
            assert table[headings(at, "wins of")[0]].tolist() == wins.a[ngrams].tolist()
            assert table["in segments"].tolist() == [len(wins.segments(ngram, A)) for ngram in ngrams]
    ran(at.segmented_control(key="compare_kind").set_value("Over- and under-produced").run())
    ran(at.selectbox(key="compare_output").set_value("second").run())
    ran(at.segmented_control(key="compare_order").set_value("all").run())
    made = found.production[1]
    table = table_with(at, "n-gram", "G²")
    assert table["n-gram"].tolist() == [
        " ".join(made.counts.words(ngram)) for ngram in made.ranked_without_parts(A, 200)
    ]
    np.testing.assert_allclose(table["G²"], made.statistic[made.ranked_without_parts(A, 200)])


def test_words_and_ngrams_opens_at_a_segment_with_the_first_one(open_compare):
    at = open_compare(compare_part="Words and n-grams")
    test_set = cache.open_test_set(NEWS)
    wins = contrast_ngrams(test_set, pair_of(test_set)).confirmed
    (ngram,) = wins.ranked_without_parts(A, 1)
    words = " ".join(wins.counts.words(int(ngram)))
    number = test_set.numbers[wins.segments(int(ngram), A)[0]]
    assert f"Opened here because it has the first words of the tables ({words})." in html(at)
    assert any(f"**Segment {number:,}**" in one.value for one in at.markdown)


MARKED = [f"Es sind {n} „ Katzen “ da und noch viel mehr als sonst hier bei uns" for n in range(60)]
STRAIGHT = [text.replace("„", '"').replace("“", '"') for text in MARKED]
POOR = [text.replace("noch viel", "sehr").replace("bei uns", "dort") for text in MARKED]


MIXED = [text if n % 4 < 1 else MARKED[n] for n, text in enumerate(POOR)]
"""A fourth of it is poor: as typed clearly ahead of ``STRAIGHT``."""
CLOSE = [text.replace("sonst", "je") for text in (*POOR[:30], *MARKED[30:])]
"""As typed behind it by chance."""
THIRD = [text.replace("Katzen", "Hunde") for text in MARKED]
ALIKE = "with quotation marks made alike"


@pytest.mark.parametrize(
    ("other", "heading", "said"),
    [
        (CLOSE, f"Clear, by BLEU {ALIKE}", "As typed it is too close to call: "),
        (MIXED, f"Clear, by BLEU {ALIKE}", "As typed <b>B</b> is clearly ahead: "),
        (POOR, "Clear, by BLEU", f"The same holds {ALIKE} (A has others than the reference), by "),
    ],
    ids=["another state", "another leader", "the same"],
)
def test_the_box_has_the_verdict_with_marks_of_one_kind_once_it_is_tested(open_compare, other, heading, said):
    at = open_compare(TestSet.build({"A": STRAIGHT, "B": other, "C": THIRD}, [MARKED]))
    ran_until(at, lambda at: said in html(at) and ": single words +" in html(at))
    ((colour, box),) = re.findall(r'<section class="decision ([^"]*)"[^>]*>(.*?)</section>', html(at))
    assert colour == "clear", "that of the verdict to go by, and no doubt is left"
    assert f"</span> {heading}</div>" in box
    lead = re.search(r"<b>A</b> is ahead of <b>B</b> by <b>([0-9.]+)</b> BLEU points", box)
    (parts,) = re.findall(
        f"<p>[^<:]*: (single words [^<]*) BLEU points in favour of .*?<b[^>]*>A</b>(?:, {ALIKE})?[.]</p>", html(at)
    )
    added = sum(float(part.replace("−", "-")) for part in re.findall(r"[+−][0-9.]+", parts))
    assert round(added, 2) == float(lead[1]), "the parts are those of the lead that the box says"
    told_whose = re.findall("A has other(?: quotation mark)?s than the reference", re.sub("<[^>]*>", "", html(at)))
    assert len(told_whose) == 1
    assert ("With quotation marks made alike A wins" in statement(at)) == (other is not POOR)
    assert statement(at).startswith("As typed ")


@pytest.fixture
def held_retest(impatient, monkeypatch):
    """Tests with quotation marks of one kind wait for this event; ``asked`` has the metric of each that begins."""
    done, asked, make_rows = Event(), [], test_jobs._rows

    def make_rows_when_done(request, test_set):
        if not any("„" in text for text in test_set.references[0].segments.to_pylist()):
            asked.append(request.metric.name)
            done.wait()
        return make_rows(request, test_set)

    monkeypatch.setattr(test_jobs, "_rows", make_rows_when_done)
    done.asked = asked
    yield done
    done.set()


def of_segments(number, **outputs):
    """A test set that no other test has in memory."""
    return TestSet.build({name: texts[:number] for name, texts in outputs.items()}, [MARKED[:number]])


def test_a_lead_that_marks_reverse_is_doubtful_until_it_is_tested(open_compare, held_retest):
    at = open_compare(of_segments(56, A=STRAIGHT, B=MIXED, C=THIRD))
    ran_until(at, lambda at: "A is doubtful" in html(at))
    assert "Not reliable yet. For now: B is ahead, by BLEU" in html(at)
    held_retest.set()
    ran_until(at, lambda at: f"Clear, by BLEU {ALIKE}" in html(at))
    assert "A is doubtful" not in html(at)


def test_a_doubt_before_the_retest_leaves_the_choice_open(visit, held_retest):
    at = visit("significance", set=key_of(of_segments(51, A=STRAIGHT, B=MIXED, C=THIRD)))
    ran_until(at, lambda at: "A is doubtful" in html(at) and held_retest.asked)
    assert "All pairs, as typed" in [one.value for one in at.subheader]
    assert not at.segmented_control
    held_retest.set()
    ran_until(at, lambda at: at.segmented_control)
    assert at.segmented_control(key="marks").value == "Made alike"
    assert f"All pairs, {ALIKE}" in [one.value for one in at.subheader]


@pytest.mark.parametrize(("page", "n_segments"), [("overview", 55), ("significance", 54), ("compare", 53)])
def test_a_retest_that_comes_in_while_the_page_is_drawn_counts_at_once(visit, monkeypatch, page, n_segments):
    """It is not there when the box is drawn, and is when the page's end waits for it."""
    found_before, late = waiting.available_results, []

    def those_there(place, tasks):
        found = found_before(place, tasks)
        if place == RETEST and tasks and not late:
            late.append(page)
            for task in tasks.values():
                cache.engine().now(task)
            return dict.fromkeys(tasks)
        return found

    monkeypatch.setattr(waiting, "available_results", those_there)
    at = visit(page, set=key_of(of_segments(n_segments, A=STRAIGHT, B=CLOSE)))
    for _ in range(5):
        if late:
            break
        ran(at.run())
    assert late
    assert f"Clear, by BLEU {ALIKE}" in html(at)


@pytest.mark.parametrize(("page", "n_segments"), [("overview", 58), ("significance", 57)])
def test_boxes_of_other_pages_say_the_same_verdict(visit, held_retest, page, n_segments):
    at = visit(page, set=key_of(of_segments(n_segments, A=STRAIGHT, B=CLOSE)))
    ran_until(at, lambda at: "Too close to call, by BLEU<" in html(at) and held_retest.asked)
    ran(at.run())
    assert held_retest.asked == ["bleu"], "no part of the page gives the test up"
    held_retest.set()
    ran_until(at, lambda at: f"Clear, by BLEU {ALIKE}" in html(at))
    assert "As typed it is too close to call: " in html(at)
    if page == "overview":
        ran_until(at, lambda at: "If its translations read well, choose <b>A</b>." in html(at))
        seen = html(at) + "".join(one.value for one in at.caption)
        assert f"This is {ALIKE}: as typed, A and B are too close to call." in unescape(seen), "of the chart"
        assert "As typed. Bold is best" in seen, "of the table"
        assert "Still open" not in html(at)


def straight(texts):
    return [text.replace("„", '"').replace("“", '"') for text in texts]


@pytest.mark.parametrize(("n_systems", "usual"), [(3, "Made alike"), (9, "As typed")], ids=["changed", "doubtful"])
def test_significance_shows_everything_with_the_marks_that_are_chosen(visit, n_systems, usual):
    """A page without the choice, of texts that have these marks, shows the same tables and squares."""
    further = {
        animal: [text.replace("Katzen", animal) for text in POOR]
        for animal in ["Hunde", "Affen", "Esel", "Bären", "Rehe", "Wale", "Igel"]
    }
    outputs = {"A": STRAIGHT, "B": MIXED} | dict([*further.items()][: n_systems - 2])
    outputs = {name: [text.replace("sonst", "je") for text in texts[:59]] for name, texts in outputs.items()}
    typed = TestSet.build(outputs, [MARKED[:59]])
    alike = TestSet.build({name: straight(of) for name, of in outputs.items()}, [straight(MARKED[:59])])
    at = visit("significance", set=key_of(typed), pair_a="A", pair_b="B")
    ran_until(at, lambda at: any(one.value == usual for one in at.segmented_control))
    for chosen, words in (("As typed", "as typed"), ("Made alike", ALIKE)):
        at = waited(ran(at.segmented_control(key="marks").set_value(chosen).run()))
        assert f"All pairs, {words}" in [one.value for one in at.subheader]
        assert f'<p class="statement">{words.capitalize()}, ' in html(at)
        assert any(f"Each metric is tested {words}." in one.value for one in at.caption)
        scores, metrics = table_with(at, "letters"), table_with(at, "verdict")
        is_said = f"This is {words}: " in html(at)
        assert is_said == (n_systems == 3), "of the pair, whose verdict is another one the other way"
        if chosen == "Made alike":
            other = waited(visit("significance", set=key_of(alike), pair_a="A", pair_b="B"))
            assert not other.segmented_control
            assert_frame_equal(table_with(other, "letters"), scores)
            assert_frame_equal(table_with(other, "verdict"), metrics)
        else:
            expected = scored(typed)
            assert dict(zip(scores["system"], scores["BLEU"], strict=True)) == pytest.approx(expected)


def test_scores_from_files_are_as_typed_and_tables_say_which_marks_they_have(visit, monkeypatch):
    test_set = of_segments(50, A=STRAIGHT, B=CLOSE, C=THIRD)
    draws = np.random.default_rng(1)
    test_set = test_set.with_judgments([Scores("COMET", {name: draws.normal(0.8, 0.1, 50) for name in "ABC"})])
    offered, offer = [], exports.offer_table

    def note(made, title, about=exports.NOWHERE, *of, **named):
        offered.append((title, about))
        offer(made, title, about, *of, **named)

    monkeypatch.setattr(exports, "offer_table", note)
    at = visit("significance", set=key_of(test_set), pair_a="A", pair_b="B")
    ran_until(at, lambda at: at.segmented_control)
    rows, facts = {}, {}
    for chosen, words in (("As typed", "as typed"), ("Made alike", ALIKE)):
        offered.clear()
        at = waited(ran(at.segmented_control(key="marks").set_value(chosen).run()))
        rows[chosen] = table_with(at, "verdict").set_index("metric").loc["COMET"]
        facts[chosen] = {title: about for title, about in offered if about}
        assert {about[exports.MARKS] for about in facts[chosen].values()} == {words}
        (said,) = [one.value for one in at.caption if f"is tested {words}." in one.value]
        assert said.startswith("Scores from files are as typed.") == (chosen == "Made alike")
    assert_series_equal(*rows.values())
    assert len({about["fingerprint"] for of in facts.values() for about in of.values()}) == 1, "of the texts as typed"
    assert "Scores from files are as typed." in facts["Made alike"]["Other metrics"][exports.NOTE]


def test_words_are_listed_without_statistics_in_sight(open_compare):
    at = open_compare(compare_part="Words and n-grams")
    columns = [json.loads(frame.proto.columns) for frame in at.dataframe]
    listed = [found for found in columns if "n-gram" in found]
    assert [found["n-gram"]["label"] for found in listed] == ["word or phrase"] * 2
    assert all(found[name]["hidden"] for found in listed for name in ("z", "p"))
    ran(at.segmented_control(key="compare_kind").set_value("Over- and under-produced").run())
    for found in (found for frame in at.dataframe if "G²" in (found := json.loads(frame.proto.columns))):
        seen = [column for column in found.values() if not column.get("hidden")]
        assert [column["label"] for column in seen][::2] == ["word or phrase", "ref.", "seg."], "between both systems"
    assert not any("Bonferroni" in caption.value for caption in at.caption)


def bucket_table(at, by):
    def found():
        return [table for table in tables(at) if table.columns[0] == by and apart(at) in table]

    if not found():
        in_tab(at, "Groups")
    return found()[0]


def shorter_by_10(test_set, *_):
    measured = BLEU().measure(test_set)
    a, b = (measured[system] for system in pair_of(test_set))
    return (a[:, 0] - a[:, 1] + b[:, 0] - b[:, 1]) / 2 <= -10


FIRST_BUCKET = {
    "reference length": lambda test_set, *_: count_ngrams([], columns_of(test_set), 1).lengths.mean(axis=0) < 9.5,
    "length difference": shorter_by_10,
    "segment score": lambda _, a, b: (a + b) / 2 < np.quantile((a + b) / 2, 0.2),
}
"""What sorts segments -> which are in the first bucket, bool (n_segments,)."""


def columns_of(test_set):
    return [reference.segments for reference in test_set.references]


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("by", "label"),
    [("reference length", "BLEU"), ("length difference", "chrF"), ("segment score", "TER"), ("segment score", "tBLEU")],
)
def test_a_bucket_has_its_size_and_its_scores(open_compare, by, label):
    at = open_compare(compare_part="Groups", compare_by=by, compare_metric=label)
    table = bucket_table(at, by)
    test_set = cache.open_test_set(NEWS)
    metric = next(kind for kind in METRICS.values() if kind.label == label)()
    a, b = (metric.measure(test_set)[system] for system in pair_of(test_set))
    assert table["segments"].sum() == len(test_set)
    row = table.iloc[0]
    inside = FIRST_BUCKET[by](test_set, metric.score(a), metric.score(b))
    assert row["segments"] == inside.sum() > 1
    expected = [metric.score(rows[inside].sum(axis=0)) for rows in (a, b)]
    assert row[headings(at, label)].tolist() == pytest.approx(expected)
    sampled = bootstrap(metric, {"A": a[inside], "B": b[inside]}, 2000)
    ends = sampled.difference_interval("A", "B")
    assert (row[f"{apart(at)} from"], row[f"{apart(at)} to"]) == pytest.approx(ends, nan_ok=True)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("identity", "metric"),
    [(NEWS, BLEU()), (NEWS, METRICS["ter"]()), *((name, BLEU()) for name in SAMPLES if name != NEWS)],
)
def test_page_and_report_say_the_same_of_reversals(open_compare, identity, metric):
    test_set = cache.open_test_set(identity)
    measured = metric.measure(test_set)
    request = ComparisonRequest(metric, test_set.system_names, trials=100)
    sums = {metric: {name: rows.sum(axis=0) for name, rows in measured.items()}}
    verdicts = comparison.run(request, request.rows(measured, None)).verdicts
    report = build_report(ReportRequest(request, BLEU(), date(2026, 11, 22)), test_set, verdicts, measured, sums)
    first, second = report.reading.outputs
    reversals = report.reading.reversals
    at = open_compare(identity, first=first, second=second, compare_metric=metric.label, compare_part="Groups")
    assert statement(at).endswith(str(reversals.sentence))
    assert str(reversals.sentence) in unescape(re.sub("<[^>]*>", "", document(report)))
    listed = [table for table in tables(at) if "surely" in table]
    assert bool(listed) == bool(reversals.rows)
    for table in listed:
        assert table["bucket"].tolist() == [found.bucket.label for found, _ in reversals.rows]
        assert table["surely"].tolist() == [is_sure for _, is_sure in reversals.rows]
        ends = [found.bucket.difference_interval for found, _ in reversals.rows]
        assert table[[f"{first} − {second} from", f"{first} − {second} to"]].to_numpy().tolist() == [*map(list, ends)]


def test_groups_open_where_the_ranking_reverses_unless_the_address_names_others(open_compare):
    words, shorter = "a b c d e f", "a b c d"
    outputs = {"one": [words] * 25 + [shorter] * 15, "other": ["a x y z e f"] * 25 + [words] * 15}
    reversing = TestSet.build(outputs, [[words] * 40])
    opened = [
        open_compare(reversing, compare_part="Groups", **more).selectbox(key="compare_by").value
        for more in ({}, {"compare_by": "reference length"})
    ]
    assert opened == ["length difference", "reference length"]
    assert open_compare(SMALL, compare_part="Groups").selectbox(key="compare_by").value == "reference length"


def test_empty_buckets_are_said(open_compare):
    at = open_compare(SMALL, compare_part="Groups")
    table = bucket_table(at, "reference length")
    assert table["segments"].tolist() == [4, 0, 0, 0, 0, 0, 0]
    assert table[headings(at)].iloc[1:].isna().all(axis=None)
    assert "6 of 7 groups are empty" in texts(at)


def test_by_whose_score_segments_are_sorted_can_be_chosen(open_compare):
    at = open_compare(compare_part="Groups", compare_by="segment score")
    before = bucket_table(at, "segment score")
    waited(ran(at.selectbox(key="compare_score_of").set_value(pair_of(cache.open_test_set(NEWS))[0]).run()))
    assert bucket_table(at, "segment score")["segment score"].tolist() != before["segment score"].tolist()


CHOICES = {
    "Segments": {"compare_side": "second"},
    "Words and n-grams": {"compare_kind": "Over- and under-produced", "compare_order": "2", "compare_output": "second"},
    "Groups": {"compare_by": "segment score", "compare_score_of": NEWS_SYSTEMS[1]},
}
"""Tab -> what is chosen in it."""


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", CHOICES)
def test_the_address_is_enough_for_every_choice(open_compare, part):
    at = in_tab(open_compare(), part)
    usual = tables(at)
    for key, value in CHOICES[part].items():
        kind = at.segmented_control if key in ("compare_kind", "compare_order") else at.selectbox
        waited(ran(kind(key=key).set_value(2 if value == "2" else value).run()))
    other = open_compare(compare_part=part, **CHOICES[part])
    assert len(tables(other)) == len(tables(at)) >= 1
    assert all(mine.equals(theirs) for mine, theirs in zip(tables(other), tables(at), strict=True))
    assert not all(mine.equals(theirs) for mine, theirs in zip(usual, tables(at), strict=False))


@pytest.mark.exhaustive
def test_what_is_chosen_in_a_tab_is_kept_while_another_is_read(open_compare):
    at = open_compare(compare_part="Groups", **CHOICES["Groups"])
    chosen = bucket_table(at, "segment score")
    in_tab(at, "Segments")
    assert bucket_table(at, "segment score").equals(chosen)


def test_only_the_open_tab_is_computed(open_compare, monkeypatch):
    asked = []
    bucketed = jobs.bucket_scores_task
    monkeypatch.setattr(jobs, "bucket_scores_task", lambda *rest: asked.append(rest) or bucketed(*rest))
    at = open_compare()
    assert not asked
    in_tab(at, "Groups")
    assert asked


@pytest.mark.exhaustive
def test_no_system_is_called_a_or_b(open_compare):
    at = open_compare()
    for part in ("Segments", "By how much", "Words and n-grams", "Groups"):
        said = re.sub("<[^>]*>", "", html(in_tab(at, part))) + texts(at)
        said += " ".join(str(column) for table in tables(at) for column in table.columns)
        assert not re.search(r"\b[AB] (is|wins|−)|− [AB]\b|\b[AB]: ", said), part


# --- files of the reader ---


def give(at, *files):
    (uploader,) = at.get("file_uploader")
    uploader.set_value(files[0] if len(files) == 1 else list(files))
    return waited(ran(at.run()))


def test_a_label_file(open_compare):
    at = open_compare(SMALL, compare_part="Groups", compare_by="label")
    assert not [table for table in tables(at) if "label" in table.columns]
    give(at, ("domains.txt", b"\xef\xbb\xbfweb\r\nnews\r\n\r\nweb\r\n", "text/plain"))
    table = bucket_table(at, "label")
    assert table["label"].tolist() == ["web", "news", "(no label)"]
    assert table["segments"].tolist() == [2, 1, 1]
    assert "In use: domains.txt" in texts(at)
    go(at, "overview")
    in_tab(waited(go(at, "compare")), "Groups")
    waited(ran(at.selectbox(key="compare_by").set_value("label").run()))
    assert bucket_table(at, "label")["segments"].tolist() == [2, 1, 1], "kept over a page switch"
    waited(ran(at.button(key="forget-labels").click().run()))
    assert not [table for table in tables(at) if "label" in table.columns]


def test_a_label_file_that_does_not_fit(open_compare):
    at = open_compare(SMALL, compare_part="Groups", compare_by="label")
    give(at, ("domains.txt", b"web\nnews\n", "text/plain"))
    said = texts(at)
    assert "domains.txt: expected 4 lines, one label for each segment, found 2 lines." in said
    assert "In use" not in said
    give(at, ("domains.txt", b"web\nnews\nweb\nnews\n", "text/plain"))
    assert bucket_table(at, "label")["segments"].tolist() == [2, 2]


def test_labels_are_of_every_segment_whichever_pass_a_filter(open_compare):
    labels = [f"kind {number % 3}" for number in range(len(cache.open_test_set(NEWS)))]
    at = open_compare(compare_part="Groups", compare_by="label", find="the ")
    give(at, ("kinds.txt", "\n".join(labels).encode(), "text/plain"))
    assert "In use: kinds.txt" in texts(at)
    passing = np.flatnonzero(passing_filters(cache.open_test_set(NEWS), Filters(find="the "), ()))
    assert 0 < len(passing) < len(labels)
    table = bucket_table(at, "label")
    found = dict(zip(table["label"], table["segments"], strict=True))
    assert found == Counter(labels[place] for place in passing)


@pytest.mark.exhaustive
def test_labels_are_of_one_test_set(open_compare):
    at = open_compare(SMALL, compare_part="Groups", compare_by="label")
    give(at, ("domains.txt", b"a\nb\na\nb\n", "text/plain"))
    waited(ran(at.sidebar.selectbox(key="test_set").set_value(NEWS).run()))
    in_tab(at, "Groups")
    assert "In use" not in texts(at)


def test_a_word_count_file(open_compare):
    at = open_compare(SMALL, compare_part="Groups", compare_by="word frequency", tokenize="none")
    words = {"cat": 1, "rained": 5000}
    before = bucket_table(at, "frequency").set_index("frequency")
    assert before.loc["1,000 or more", "reference words"] == 0
    give(at, ("counts.tsv", "".join(f"{w}\t{n}\n" for w, n in words.items()).encode(), "text/plain"))
    table = bucket_table(at, "frequency").set_index("frequency")
    assert table.loc["1,000 or more", "reference words"] == 1
    assert table.loc["1", "segments"] == 1
    assert table.loc["1", headings(at, "F1")].tolist() == [100, 100]
    assert "11.8% of the references' words are in it" in texts(at)
    give(at, ("counts.tsv", b"cat 1\n", "text/plain"))
    assert "counts.tsv, line 1: expected a word, a tab and its count, found no tab." in texts(at)
    assert bucket_table(at, "frequency").equals(before.reset_index())


@pytest.mark.exhaustive
def test_a_word_count_file_is_looked_up_once(open_compare, monkeypatch):
    at = open_compare(SMALL, compare_part="Groups", compare_by="word frequency", lowercase="true")
    lowered, lower = [], WordCounts.in_lower_case
    monkeypatch.setattr(WordCounts, "in_lower_case", lambda words: lowered.append(words) or lower(words))
    give(at, ("counts.tsv", b"CAT\t600000000000\nCat\t600000000000\ncat\t7\n", "text/plain"))
    for _ in range(3):
        waited(ran(at.run()))
    assert len(lowered) == 1
    assert bucket_table(at, "frequency").set_index("frequency").loc["1,000 or more", "reference words"] == 1
    held = at.session_state["given_word_counts"]
    assert cache.visitor_file(held.identity).counts.tolist() == [600_000_000_000, 600_000_000_000, 7]
    assert not any(isinstance(value, WordCounts) for value in vars(held).values()), "the session holds its id alone"


def test_a_file_that_is_no_longer_kept(open_compare, monkeypatch):
    at = open_compare(SMALL, compare_part="Groups", compare_by="label")
    give(at, ("domains.txt", b"a\nb\na\nc\n", "text/plain"))
    without = Shelf(ServerLimits())
    without.put("me", SMALL.identity, SMALL, SMALL.name)
    monkeypatch.setattr(cache, "shelf", lambda: without)
    waited(ran(at.run()))
    assert "no longer kept" in texts(at)
    assert not [table for table in tables(at) if "label" in table.columns]


# --- work that takes its time ---


@pytest.mark.exhaustive
def test_work_is_shown_and_can_be_cancelled(visit, hold):
    held = hold("all_pairs")
    first, second = pair_of(cache.open_test_set(NEWS))
    at = visit("compare", set=NEWS, first=first, second=second)
    ran_until(at, lambda at: at.get("progress")[0].proto.value == 20)
    assert "could be chance" in at.get("progress")[0].proto.text
    ran_until(at, lambda at: "wins" in html(at))
    ran_until(open_tab(at, "Groups"), lambda at: any(table.columns[0] == "reference length" for table in tables(at)))
    assert bucket_table(at, "reference length")["segments"].sum() == 160, "buckets wait for no test"
    assert "A small p says" not in texts(open_tab(at, "By how much"))
    ran(button(at, "cancel-tested").click().run())
    wait_for(lambda: held.given_up == [("all_pairs", 10_000)])
    assert "Cancelled" in texts(ran(at.run()))
    assert not at.error
    held.may_go_on.set()
    waited(ran(button(at, "again-tested").click().run()))
    assert '<section class="decision' in html(at)
    assert "A small p says" in texts(at)


def test_work_that_the_page_shows_no_more_is_given_up(visit, hold):
    held = hold("all_pairs")
    at = ran_until(visit("compare", set=NEWS), lambda _: held.begun)
    ran(at.sidebar.multiselect(key="systems").set_value([cache.open_test_set(NEWS).system_names[0]]).run())
    wait_for(lambda: held.given_up == [("all_pairs", 10_000)])


@pytest.mark.exhaustive
def test_of_large_sets_there_are_as_many_trials_as_fit(open_compare, monkeypatch):
    monkeypatch.setattr(budget, "MAX_WORK", 10**6)
    at = open_compare(compare_part="By how much", compare_by="segment score")
    test_set, said = cache.open_test_set(NEWS), texts(at)
    said += texts(in_tab(at, "Groups"))
    names, pair = test_set.system_names, pair_of(test_set)
    trials = budget.usual_request(BLEU(), names, len(test_set)).trials
    resamples = int(re.search(r"the bootstrap with ([\d,]+) resamples; they", said)[1].replace(",", ""))
    assert trials * (2 * len(test_set) + budget.PAIR_WORK) * budget.ALL_METRICS_WORK <= 10**6
    assert 100 < trials < 10_000
    assert evidence(judged(BLEU(), test_set), *pair) in said
    assert resamples * 11 * (2 * len(test_set) + budget.PAIR_WORK) <= 10**6, "3 sortings and 8 buckets of words"
    assert 100 < resamples < 2000
    a, b = (BLEU().measure(test_set)[system] for system in pair_of(test_set))
    mean = (BLEU().score(a) + BLEU().score(b)) / 2
    inside = mean < np.quantile(mean, 0.2)
    row = bucket_table(at, "segment score").iloc[0]
    sampled = bootstrap(BLEU(), {"A": a[inside], "B": b[inside]}, resamples)
    assert (row[f"{apart(at)} from"], row[f"{apart(at)} to"]) == pytest.approx(sampled.difference_interval("A", "B"))


@pytest.mark.parametrize(("n_segments", "trials", "of_buckets"), [(1000, 10_000, 2000), (10**6, 1100, 900)])
def test_how_many_trials_fit(n_segments, trials, of_buckets):
    assert budget.usual_request(BLEU(), ("A", "B"), n_segments).trials == trials
    assert budget.bucket_trials(n_segments, 11) == of_buckets


def test_what_is_cut_off_is_said(open_compare, monkeypatch):
    at = open_compare()
    assert "The table ends" not in texts(at)
    assert "Points:" not in texts(at)
    monkeypatch.setattr(compare_tables, "LISTED", 20)
    monkeypatch.setattr(charts, "SVG_POINTS", 50)
    waited(ran(at.run()))
    assert "The table has the first 20 of 160 segments; the downloads have all." in texts(at)
    assert len(table_with(at, "#", "influence")) == 20
    assert "The chart shows 50 of the 160 segments" in texts(at)


# --- what is unusual ---


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("page", "part", "chosen"),
    [
        ("compare", "Segments", {}),
        ("compare", "By how much", {}),
        ("compare", "Words and n-grams", {}),
        ("compare", "Words and n-grams", {"compare_kind": "Over- and under-produced"}),
        ("compare", "Groups", {}),
        ("smoothing", "Who wins", {"list_all": "true"}),
    ],
)
def test_no_name_of_a_system_goes_through_markdown(visit, page, part, chosen):
    texts = [system.segments.to_pylist() for system in SMALL.systems]
    names = "![x](https://evil.example/x.png) :red[a]", "either"
    hostile = TestSet.build(dict(zip(names, texts, strict=True)), [SMALL.references[0].segments.to_pylist()])
    at = visit(page, set=key_of(hostile), **{f"{page}_part": part}, **chosen)
    assert tables(waited(at))
    marked = [
        element.value for kind in ("caption", "markdown", "subheader", "info", "warning") for element in at.get(kind)
    ]
    marked += [option for control in at.segmented_control for option in control.options]
    marked += [
        column.get("help") or "" for table in at.dataframe for column in json.loads(table.proto.columns).values()
    ]
    marked += [element.label for kind in WITH_LABEL for element in at.get(kind)]
    assert len(marked) > 3
    assert not [said for said in marked if "evil" in said]


@pytest.mark.exhaustive
def test_a_system_that_is_called_as_the_option_for_both_can_be_chosen(open_compare):
    texts = [system.segments.to_pylist() for system in SMALL.systems]
    references = [SMALL.references[0].segments.to_pylist()]
    named = TestSet.build(dict(zip(("other", "either"), texts, strict=True)), references)
    for side, place in (("either", 1), ("second", 2), ("second: either", 2)):
        assert table_with(open_compare(named, compare_side=side), "influence")["#"].iloc[0] == place


@pytest.mark.exhaustive
def test_nine_systems_that_are_three_runs_of_three(open_compare):
    at = open_compare(NINE, first="odd.opt2", second="big.opt1", compare_metric="chrF", compare_part="By how much")
    metric, pair = METRICS["chrf"](), ("odd.opt2", "big.opt1")
    found = judged(metric, NINE)
    (tested,) = found.comparisons.only(pair).pairs
    np.testing.assert_allclose(tables(at)[0]["chrF"], [tested.score_a, tested.score_b, tested.difference])
    assert "<b>big.opt1</b> is ahead of <b>odd.opt2</b>" in html(at)
    assert any(evidence(found, *pair) in caption.value for caption in at.caption)
    in_tab(at, "Groups")
    assert table_with(at, "reference length")["segments"].sum() == len(NINE)
    waited(ran(at.selectbox(key="first").set_value("big.opt1").run()))
    assert at.selectbox(key="second").value != "big.opt1"
    assert "<b>big.opt1</b> is ahead of " in html(at)


def test_the_chosen_segment_opens_in_the_playground(open_compare):
    at = open_compare(segment="7")
    asked, segment = way(at), cache.open_test_set(NEWS).segment(6)
    assert asked.get("view", USUAL_VIEW) == "n-grams"
    texts_there = playground.decode_link(asked["text"])
    assert playground.entries(texts_there.hypotheses, "h") == {
        name: segment.hypotheses[name] for name in pair_of(cache.open_test_set(NEWS))
    }
    assert playground.entries(texts_there.references, "r") == segment.references


def test_names_that_differ_in_case_alone_are_two_files(open_compare):
    texts = [system.segments.to_pylist() for system in SMALL.systems]
    small = TestSet.build(dict(zip(("One", "one"), texts, strict=True)), [SMALL.references[0].segments.to_pylist()])
    at = open_compare(small, compare_part="Words and n-grams")
    assert {"confirmed-in-one-csv", "confirmed-in-one-2-csv"} <= {
        element.proto.id.split("-download-")[-1] for element in at.get("download_button")
    }


def test_one_system_shown(open_compare):
    at = open_compare(SMALL)
    waited(ran(at.sidebar.multiselect(key="systems").set_value(["first"]).run()))
    assert "A comparison takes two systems" in html(at)
    at = waited(ran(at.button(key="show-all").click().run()))
    assert at.sidebar.multiselect(key="systems").value == []
    assert "A comparison takes two systems" not in html(at)


@pytest.mark.exhaustive
@pytest.mark.one_case_in(2)
@pytest.mark.parametrize(
    ("label", "a", "b", "reference"),
    [
        ("BLEU", ["x y z"], ["x y"], ["x y z"]),
        ("tBLEU", ["", ""], ["", ""], ["a b c d", "e"]),
        ("TER", ["same text", ""], ["same text", ""], ["same text here", ""]),
        ("TER", [""], ["a b"], [""]),
        ("BLEU", ["", ""], ["", ""], ["", ""]),
    ],
    ids=["one segment", "empty outputs", "identical", "one empty", "no text"],
)
def test_small_and_empty_sets(open_compare, label, a, b, reference):
    at = open_compare(TestSet.build({"one": a, "other": b}, [reference]), compare_metric=label)
    said = statement(at)
    assert '<section class="decision' in html(at)
    for side in ("first", "second"):
        waited(ran(at.selectbox(key="compare_side").set_value(side).run()))
    in_tab(at, "Groups")
    assert statement(at)
    for by in ("length difference", "segment score", "word frequency", "label"):
        waited(ran(at.selectbox(key="compare_by").set_value(by).run()))
    in_tab(at, "Words and n-grams")
    for kind in ("Unconfirmed", "Over- and under-produced"):
        waited(ran(at.segmented_control(key="compare_kind").set_value(kind).run()))
    if a == b:
        assert "the same text in all" in said


def test_the_chosen_segment_stands_side_by_side(open_compare):
    at = open_compare(SMALL, segment="2")
    assert "<b>Segment 2</b>, BLEU <b>first</b> − <b>second</b>" in html(at)
    assert '<i dir="ltr">~</i>night' in html(at)
    assert '<i dir="ltr">~</i>day<i>✓</i>' in html(at)
    press(at, "next")
    assert address(at, "segment") != "2"


NONSENSE = {
    "Segments": [{"compare_metric": "nonsense"}, {"first": "nobody"}, {"second": "nobody"}],
    "Groups": [{"compare_metric": "nonsense"}, {"compare_by": "<b>"}],
}
"""Tab -> what its first sentence could hang on."""


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", NONSENSE)
def test_nonsense_in_the_address_changes_nothing(visit, part):
    said, *others = (statement(waited(visit("compare", compare_part=part, **asked))) for asked in ({}, *NONSENSE[part]))
    assert others == [said] * len(NONSENSE[part])


@pytest.mark.exhaustive
def test_settings_of_the_sidebar_count(open_compare):
    at = open_compare(tokenize="char", lowercase="true", max_order="2")
    metric = BLEU(tokenize="char", lowercase=True, max_order=2)
    test_set = cache.open_test_set(NEWS)
    expected = [metric.score(metric.measure(test_set)[system].sum(axis=0)) for system in pair_of(test_set)]
    in_tab(at, "By how much")
    assert tables(at)[0]["BLEU"].tolist()[:2] == pytest.approx(expected)
    in_tab(at, "Words and n-grams")
    assert table_with(at, "n-gram")["n-gram"].str.split(" ").str.len().max() == 2


def test_words_by_the_tags_that_came_with_the_texts(open_compare):
    lines, tags = ["the cat sat", "a dog ran off"] * 9, ["D N V", "D N V P"] * 9
    other = [line.replace("cat", "rat") for line in lines]
    arrays = [pa.array(column) for column in (lines, other, tags)]
    systems = System("same", arrays[0], arrays[2]), System("other", arrays[1], arrays[2])
    at = open_compare(TestSet(systems, (Reference("r", arrays[0], arrays[2]),)), compare_by="word label")
    frame = table_with(in_tab(at, "Groups"), "label", "same − other").set_index("label")
    assert set(frame.index) == {"D", "N", "V", "P"}
    assert frame.loc["N", "same − other"] == pytest.approx(50)
    assert (frame.drop("N")["same − other"] == 0).all()
    plain = open_compare(TestSet((systems[0], System("other", arrays[1])), (Reference("r", arrays[0], arrays[2]),)))
    in_tab(plain, "Groups")
    ran(plain.selectbox(key="compare_by").set_value("word label").run())
    assert "Without tags: other" in texts(plain)


@pytest.mark.parametrize(
    ("page", "told"), [("compare", "Capitals account for"), ("overview", "Wrong capitals cost <b>half</b> about")]
)
def test_capitals_are_named_where_they_make_the_difference(visit, page, told):
    """One system has a third of its lines in lower case: too few for the doctor."""
    references = [f"The House of Mister Smith in New York has Number {n} and a Garden" for n in range(40)]
    near = [text.replace("Garden", "Park") for text in references]
    half = [text if n % 3 else text.lower() for n, text in enumerate(near)]
    third = [text.replace("House", "Home") for text in near]
    test_set = TestSet.build({"good": near, "half": half, "third": third}, {"ref": references}, name="half lower")
    by = {"first": "good", "second": "half", "compare_metric": "BLEU"} if page == "compare" else {}
    at = ran_until(visit(page, set=key_of(test_set), **by), lambda at: told in html(at) or at.error)
    assert told in html(at)
    assert "Mostly phrases" not in html(at)
    assert page == "compare" or html(at).count("Wrong capitals cost") == 1
