"""The report: its numbers are those of direct scoring, all of it stands in one file, and every text stays text."""

import io
import re
import sys
import threading
from contextlib import redirect_stdout
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import lxml.html
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup
from pypdf import PdfReader

from scoring import BLEU, CHRF, TER, TestSet
from scoring.analysis.oddities import DOUBT, Oddity
from scoring.analysis.pair import SegmentWins, scored_pair, segments_by_difference
from scoring.checks.terminology.glossary import Glossary
from scoring.judgments import Scores
from scoring.judgments.external import external_metrics_by_name
from scoring.report import pdf
from scoring.report.charts import Scale
from scoring.report.latex_table import report_latex
from scoring.report.page import document
from scoring.report.segment_blocks import LONGEST
from scoring.significance import compare, group_runs, judge
from scoring.studies.comparison import ComparisonRequest
from scoring.studies.metric_choice import MAX_GIVEN, usual_metrics
from scoring.studies.report import (
    MAX_PAIRS,
    MAX_SEGMENTS_SHOWN,
    MAX_SYSTEMS_WITH_ALL_PAIRS,
    ReportRequest,
    _differing,
    _example_counts,
    apportion,
    build_report,
)
from scoring.studies.verdict import CLEAR, CLOSE, LIKELY, TOO_LITTLE_DATA, Decision, Votes
from scoring.studies.wording.report_words import next_step_sentences, risk_sentences, verdict_step_sentences
from scoring.studies.wording.verdict_words import leader_phrase
from tests.hostile import TEXTS
from tests.scoring.report.made_reports import DAY, LIVE, REFERENCE, judged, reported, toy, worse
from tests.slipped import made_set
from tools import apt

SAMPLE = Path(__file__).parents[3] / "sample_data" / "news-en-es"
CHINESE = [f"第 {n} 只猫坐在垫子上" for n in range(40)]
ARABIC = [f"القطة رقم {n} على الحصيرة" for n in range(40)]
LOADS = re.compile(
    r"<(script|link|img|iframe|object|embed|audio|video|base)\b|\bsrc\s*=|url\(|@import|@font-face", re.I
)


def lines(name):
    return (SAMPLE / name).read_text(encoding="utf-8").rstrip("\n").split("\n")


@pytest.fixture(scope="module")
def news():
    names = ("apertium-direct", "apertium-catalan", "apertium-galician")
    outputs = {name: lines(f"system.{name}.es.txt") for name in names}
    references = {name: lines(f"{name}.es.txt") for name in ("reference.A", "reference.B")}
    return TestSet.build(outputs, references, lines("source.en.txt"), name="news")


@pytest.fixture(scope="module")
def report(news):
    return reported(news)


def tree(report):
    return lxml.html.document_fromstring(str(document(report)))


def test_the_title_is_the_question_that_it_answers(report):
    page, two = tree(report), tree(toy())
    for shown in (page.findtext(".//title"), page.find(".//h1").text_content()):
        assert shown == "Which of 3 systems translates English into Spanish best?"
    assert page.find(".//header/p").text_content().startswith("BLEUscope report · news · 3 systems · ")
    assert two.find(".//h1").text_content() == "Does good or bad translate better?"


def seen(report):
    return " ".join(tree(report).find("body").text_content().split())


# --- its numbers ---


@pytest.mark.exhaustive
def test_scores_are_those_of_direct_scoring_best_first(report, news):
    bleu, chrf = BLEU(), CHRF()
    scores = {name: float(bleu.score(rows.sum(axis=0))) for name, rows in bleu.measure(news).items()}
    assert [s.system for s in report.standings] == sorted(scores, key=lambda name: -scores[name])
    others = {name: float(chrf.score(rows.sum(axis=0))) for name, rows in chrf.measure(news).items()}
    for standing in report.standings:
        assert standing.score == scores[standing.system]
        assert standing.others[0] == others[standing.system]
        assert standing.interval[0] < standing.score < standing.interval[1]
    assert [standing.against_best for standing in report.standings] == [None, *(
        report.verdicts.state(report.decision.best, s.system) for s in report.standings[1:]
    )]  # fmt: skip


def test_every_pair_of_few_systems_stands_with_its_verdict(report):
    assert len(report.differences) == 3
    assert report.n_unlisted == 0
    for found in report.differences:
        assert found.difference > 0
        assert found.interval[0] < found.difference < found.interval[1]
        assert found.state == report.verdicts.state(found.better, found.worse)
        assert found.p_adjusted == report.verdicts.p_adjusted(found.better, found.worse)
    assert "Intervals are not corrected" in str(document(report))


@pytest.mark.exhaustive
def test_of_many_systems_each_stands_with_the_next():
    outputs = {f"system {n}": worse(REFERENCE, n + 1) for n in range(MAX_SYSTEMS_WITH_ALL_PAIRS + MAX_PAIRS)}
    report = toy(outputs, trials=50)
    ranked = [standing.system for standing in report.standings]
    pairs = [(found.better, found.worse) for found in report.differences]
    assert pairs == [*pairwise(ranked)][:MAX_PAIRS]
    n_pairs = len(ranked) * (len(ranked) - 1) // 2
    assert report.n_unlisted == n_pairs - MAX_PAIRS
    assert f"{n_pairs - MAX_PAIRS} more pairs" in seen(report)
    assert "Every pair" not in seen(report)


def test_examples_are_of_both_sides_as_often_as_each_wins_the_largest_difference_first(report, news):
    names = report.reading.outputs
    assert names == (report.decision.best, report.decision.next)
    measured = BLEU().measure(news)
    pair = scored_pair(BLEU(), names, [measured[n] for n in names], [news.system(n).segments for n in names])
    sides = [found.leads for found in report.reading.segments]
    wins = [(pair.leads > 0).sum(), (pair.leads < 0).sum(), (pair.leads == 0).sum()]
    exact = [MAX_SEGMENTS_SHOWN * count / sum(wins) for count in wins]
    assert [abs(sides.count(side) - share) < 1 for side, share in zip((1, -1, 0), exact, strict=True)] == [True] * 3
    assert sides == sorted(sides, key=(1, -1, 0).index)
    lengths = BLEU().column(measured[names[0]], "reference_length")
    for side in (1, -1):
        read = [found.segment.number - 1 for found in report.reading.segments if found.leads == side]
        short = [number for number in segments_by_difference(pair, side)[: len(read)].tolist() if number not in read]
        assert all(lengths[number] < 0.7 * np.median(lengths) for number in short), "only short ones were passed over"
        differences = [abs(pair.differences[number]) for number in read]
        assert differences == sorted(differences, reverse=True)


@pytest.mark.parametrize(
    ("wins", "counts"),
    [
        ((490, 430, 80), [5, 4, 1]),
        ((980, 2, 18), [9, 1, 0]),
        ((1, 1, 998), [1, 1, 8]),
        ((7, 0, 0), [10, 0, 0]),
        ((0, 0, 0), [0, 0, 0]),
    ],
)
def test_examples_have_the_shares_of_all_segments_and_each_side_that_wins_has_one(wins, counts):
    a, b, ties = wins
    assert _example_counts(SegmentWins(a, ties, b, 0)) == counts


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=5), st.integers(0, 200))
def test_parts_add_up_and_each_is_next_to_its_exact_share(counts, total):
    parts = apportion(counts, total)
    assert sum(parts) == (total if sum(counts) else 0)
    shares = [Fraction(total * count, sum(counts) or 1) for count in counts]
    assert all(abs(part - share) < 1 for part, share in zip(parts, shares, strict=True))


def test_only_what_is_shown_is_told_of_and_p_stays_adjusted_for_all(report, news):
    shown = ("apertium-catalan", "apertium-galician")
    part = reported(news, shown=shown)
    assert {standing.system for standing in part.standings} == {*shown}
    leads = report.standings[0].system == "apertium-direct"
    (found,) = part.differences
    (whole,) = (other for other in report.differences if {other.better, other.worse} == {*shown})
    assert found.p_adjusted == whole.p_adjusted
    said = f"1 of 3 systems is not shown: apertium-direct.{' It leads.' if leads else ''} p is corrected for all 3."
    assert said in seen(part)
    assert seen(part).count("apertium-direct") == 1
    assert said in report_latex(part).replace("\n", " ")
    assert "not shown" not in seen(report)


@pytest.mark.exhaustive
def test_a_metric_that_falls_has_its_best_at_the_top(news):
    report = reported(news, TER())
    scores = [standing.score for standing in report.standings]
    assert scores == sorted(scores)
    assert report.metrics[0] == TER()
    assert "Lower is better: TER." in seen(report)
    assert all(found.difference < 0 for found in report.differences)


def test_runs_of_a_system_are_one_and_the_first_is_read():
    outputs = {f"a.opt{run}": worse(REFERENCE, 1 + run) for run in (0, 1)}
    outputs |= {f"b.opt{run}": worse(REFERENCE, 5 + run) for run in (0, 1)}
    report = toy(outputs, groups=group_runs(outputs))
    assert [standing.system for standing in report.standings] == ["b", "a"]
    assert report.reading.outputs == ("b.opt0", "a.opt0")
    assert "s_opt" in seen(report)


# --- the file ---


def test_it_says_how_it_was_done(report, news):
    text = seen(report)
    for metric, signature in zip(report.metrics, report.signatures, strict=True):
        assert f"{metric.label}{signature}" in text
    corrected = "corrected for 3 comparisons (step-down max-T)"
    for fact in (news.fingerprint, "seed 1", corrected, "2026-11-22", *report.versions, LIVE):
        assert fact in text
    assert [link.get("href") for link in tree(report).iter("a")] == [LIVE]


@pytest.mark.exhaustive
def test_it_says_what_is_odd_about_the_outputs():
    outputs = {"copy": REFERENCE, "bad": worse(REFERENCE, 1)}
    assert "The output of copy is the reference itself." in seen(toy(outputs))
    assert "The output of" not in seen(toy())
    assert "is the source itself." in seen(toy())


THIS_MACHINE = [
    f"http://{host}:8501/overview"
    for host in ("127.0.0.1", "127.1.2.3", "localhost", "LocalHost", "app.localhost", "0.0.0.0", "[::1]", "[::]")
]


@pytest.mark.parametrize("address", [None, "javascript:alert(1)", "", "file:///home/me/report.html", *THIS_MACHINE])
def test_only_an_address_that_others_can_open_becomes_a_link(report, address):
    page = replace(report, address=address)
    assert not [*tree(page).iter("a")]
    assert address is None or not address or address not in seen(page)


def test_it_is_one_file_without_script_and_loads_nothing(report):
    text = str(document(report))
    assert not LOADS.search(text)
    assert "default-src 'none'" in text
    assert tree(report).getroottree().docinfo.doctype == "<!DOCTYPE html>"


@pytest.mark.exhaustive
def test_it_is_the_same_each_time(news, report):
    assert document(reported(news)) == document(report)


def test_words_in_which_outputs_differ_are_marked_as_bleu_counts_them(report):
    first = report.reading.segments[0]
    (block, *_) = tree(report).find_class("segment")
    outputs = [output for output in block.find_class("words") if "calm" not in output.get("class")]
    for output, matches, places in zip(outputs, first.matches, first.differing, strict=True):
        tokens, marked = output.find_class("t"), sorted(places)
        orders = [int(re.search(r"\bn(\d)", token.get("class"))[1]) for token in tokens]
        assert orders == [min(matches.longest[place], 4) for place in marked]
        assert [token.text for token in tokens] == [matches.hypothesis[place] for place in marked]
        assert output.text_content().split() == " ".join(matches.hypothesis).split()


@pytest.mark.parametrize(
    ("first", "second", "differing"),
    [
        ("the cat sat", "the cat sat", ((), ())),
        ("the cat sat", "the dog sat", ((1,), (1,))),
        ("the cat sat", "the cat sat down", ((), (3,))),
        ("a very old cat", "a cat", ((1, 2), ())),
        ("", "a cat", ((), (0, 1))),
    ],
)
def test_what_differs_is_what_the_fewest_edits_change(first, second, differing):
    assert _differing(first.split(), second.split()) == tuple(map(frozenset, differing))


def no_strange_tags(report):
    tags = {element.tag for element in tree(report).iter() if isinstance(element.tag, str)}
    return not tags & {"script", "img", "iframe", "object", "embed", "link", "form", "input"}


@pytest.mark.exhaustive
def test_every_text_stays_text():
    odd = [f"«{text}» on the mat" for text in TEXTS] + REFERENCE[:14]
    report = toy({"good": odd, "bad": worse(odd, 1, "<b>")}, odd)
    found = [text for text in TEXTS if " ".join(text.split()) in seen(report)]
    assert len(found) >= MAX_SEGMENTS_SHOWN // 2, "as many as are among the ten"
    assert no_strange_tags(report)


@pytest.mark.exhaustive
def test_every_name_stays_text():
    name = "".join(TEXTS)
    names = ["".join(TEXTS[at::3]) for at in range(3)]
    report = toy({text: worse(REFERENCE, number + 1) for number, text in enumerate(names)}, name=name, trials=10)
    text = seen(report)
    assert [name for name in (*TEXTS, name) if " ".join(name.split()) not in text] == []
    assert no_strange_tags(report)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("texts", "tokenize"), [(CHINESE, "zh"), (ARABIC, "13a")])
def test_other_scripts_keep_their_direction_and_are_marked_by_their_words(texts, tokenize):
    report = toy({"好 A": worse(texts, 9), "نظام": worse(texts, 1)}, texts, metric=BLEU(tokenize=tokenize))
    page = tree(report)
    assert all(words.get("dir") == "auto" for words in page.find_class("words"))
    assert any("猫" in words.text_content().split() for words in page.find_class("words")) or tokenize != "zh"
    assert page.xpath("//bdi[text()='نظام']")
    assert not [warning for warning in page.find_class("warning") if "tokenizer 13a" in warning.text]


@pytest.mark.exhaustive
def test_a_tokenizer_that_does_not_fit_is_warned_of():
    warnings = tree(toy({"a": worse(CHINESE, 9), "b": worse(CHINESE, 1)}, CHINESE)).find_class("warning")
    assert any("Chinese" in warning.text and "tokenizer 13a" in warning.text for warning in warnings)


@pytest.mark.exhaustive
def test_long_texts_are_cut():
    long = [" ".join(["word"] * 900)] * 40
    report = toy({"a": worse(long, 9), "b": worse(long, 2)}, long, trials=50)
    shown = [words.text_content() for words in tree(report).find_class("words")]
    assert all(len(" ".join(text.split())) <= LONGEST[0] + 3 for text in shown)
    assert all(text.endswith("…") for text in shown)
    assert "Long texts are cut" in seen(report)


def test_where_nothing_can_be_told_it_is_said():
    same = toy({"a": REFERENCE, "b": REFERENCE})
    assert "There is no difference to test." in seen(same)
    assert not tree(same).find_class("segment")
    empty = reported(TestSet.build({"a": [""], "b": [""]}, [[""]]))
    assert "nothing to compare" in seen(empty)
    assert empty.decision is None


@pytest.mark.parametrize("values", [[1.0, 2.0], [0.0], [np.nan], [63.1, 63.10001], [0.0, 250.0]])
def test_a_scale_has_some_round_numbers_and_room_for_all(values):
    scale = Scale(values)
    assert 1 <= len(scale.ticks) <= 6
    assert all(0 <= scale(value) <= 220 for value in values if value == value)


# --- on paper ---


@pytest.mark.exhaustive
def test_as_pdf_it_has_two_to_four_pages(report):
    if pdf.missing_for_pdf() is not None:
        (pytest.fail if apt.IN_CI else pytest.skip)(pdf.missing_for_pdf())
    data = pdf.write_pdf(document(report))
    assert data.startswith(b"%PDF")
    pages = PdfReader(io.BytesIO(data)).pages
    assert 2 <= len(pages) <= 4
    text = " ".join(" ".join(page.extract_text() for page in pages).split())
    for words in ("Too close to call", "apertium-direct", "10 segments to read", report.signatures[0][:20], "1 / "):
        assert words in text


@pytest.mark.exhaustive
@pytest.mark.parametrize(("n_lines", "n_pages"), [(40, 1), (75, 1), (130, 2)])
def test_a_last_page_with_a_few_lines_on_it_is_saved_by_smaller_letters(n_lines, n_pages):
    if pdf.missing_for_pdf() is not None:
        (pytest.fail if apt.IN_CI else pytest.skip)(pdf.missing_for_pdf())
    style = "@page { size: A4; margin: 20mm } @media print { html { font-size: 8.5pt } } p { margin: 0 }"
    head = Markup('<html lang="en"><head><title>x</title><style>{}</style></head>').format(style)
    body = Markup('<body>{}<p id="end"></p></body></html>').format(Markup("<p>one line</p>") * n_lines)
    pages = PdfReader(io.BytesIO(pdf.write_pdf(head + body))).pages
    assert sum(page.extract_text().count("one line") for page in pages) == n_lines
    assert len(pages) == n_pages


def test_without_the_library_it_is_said_what_to_install(monkeypatch, report):
    monkeypatch.setattr(pdf, "_weasyprint", lambda: None)
    assert "apt install libpango" in pdf.missing_for_pdf()
    with pytest.raises(RuntimeError, match="Pango"):
        pdf.write_pdf(document(report))


def test_what_other_threads_write_meanwhile_is_not_lost(capsys):
    with redirect_stdout(pdf.OutputOfOtherThreads()):
        sys.stdout.write("dropped\n")
        other = threading.Thread(target=print, args=("kept", "whole"), kwargs={"flush": True})
        other.start()
        other.join()
    sys.stdout.write("and then\n")
    assert capsys.readouterr().out == "kept whole\nand then\n"


def test_a_page_that_would_load_something_is_refused():
    with pytest.raises(ValueError, match="loads nothing"):
        pdf._refuse("http://evil.example/x.png")


@pytest.mark.exhaustive
def test_domains_are_groups_and_of_documents_those_that_are_long_enough():
    """The output that is worse on the whole is better in one domain."""
    outputs = {
        "good": [*worse(REFERENCE[:12], 1), *REFERENCE[12:]],
        "bad": [*REFERENCE[:12], *worse(REFERENCE[12:], 1)],
    }
    plain = TestSet.build(outputs, [REFERENCE], REFERENCE)
    domains, documents = ["talk"] * 12 + ["news"] * 28, ["short"] * 4 + ["other"] * 8 + ["long"] * 28
    known = replace(plain, domains=pa.array(domains), documents=pa.array(documents))
    before, found = reported(plain).reading, reported(known).reading
    assert found.reversals.n_buckets == before.reversals.n_buckets + 3
    more = [reversal for reversal in found.reversals.surely if reversal not in before.reversals.surely]
    assert [(reversal.by, reversal.bucket.label) for reversal in more] == [("domain", "talk")]


def test_people_lead_and_are_called_people():
    test_set = judged()
    given = external_metrics_by_name(test_set, {"BLEU"})
    assert [metric.name for metric in usual_metrics([BLEU(), CHRF()], [*given.values()])] == [
        "MQM",
        "bleu",
        "chrf",
        "COMET",
    ]
    page = reported(test_set, given["MQM"])
    assert page.decision.best == "bad"
    text = seen(page)
    assert "by mqm, human judgment" in text.lower()
    assert "Given by people: MQM." in text
    assert "See what the judges saw" in text
    assert [found.leads for found in page.reading.segments] == [1] * 9 + [-1]
    shares = "bad is better in 98 % of the segments, good in 2 %"
    assert page.oddities
    assert shares not in text, "no lead is told by shares while the comparison is doubtful"
    assert shares in seen(replace(page, oddities=()))


def test_many_measures_have_a_table_of_their_own():
    test_set = judged(**dict.fromkeys("ABCDEFGH"))
    metrics = usual_metrics([BLEU(), CHRF(), TER()], [*external_metrics_by_name(test_set, {"BLEU"}).values()])
    assert len(metrics) == 3 + MAX_GIVEN
    measured = {metric: metric.measure(test_set) for metric in metrics}
    first = measured[metrics[0]]
    verdicts = judge(compare(metrics[0], first, trials=100), first)
    sums = {metric: {name: rows.sum(axis=0) for name, rows in of.items()} for metric, of in measured.items()}
    request = ReportRequest(ComparisonRequest(metrics[0], test_set.system_names), BLEU(), DAY, trials=50)
    page = tree(build_report(request, test_set, verdicts, first, sums))
    heads = [[cell.text_content() for cell in table.xpath(".//th")] for table in page.find_class("scores")]
    assert heads[0] == ["system", "MQM", "", "95 % interval", "lead of the best"]
    assert heads[1] == ["by other scores", *(metric.label for metric in metrics[1:])]


# --- what to do with it ---


def brief(report):
    return [[*map(str, said)] for said in (risk_sentences(report), next_step_sentences(report))]


UNLIKE = [text.replace("the cat", "die Katze") for text in REFERENCE]


def sound(**outputs):
    return TestSet.build(outputs, [REFERENCE], UNLIKE)


def test_a_clear_verdict_is_to_be_acted_on_once_the_examples_are_read():
    risks, steps = brief(reported(sound(good=worse(REFERENCE, 9), bad=worse(REFERENCE, 1))))
    assert risks[0] == "good is better in 88 % of the segments, bad in 0 %; 12 % tie."
    assert risks[-1] == "BLEU compares words with one reference and cannot see meaning."
    assert steps == [
        "Read the 9 examples below.",
        "If its translations read well, choose good.",
        "Before a costly choice, let people rate about 100 segments of good and bad.",
    ]


def test_a_doubtful_set_is_mended_before_anything_is_advised():
    """The source is the reference."""
    assert brief(toy())[1] == ["Clear up the warnings above first. Until then, do not choose by this result."]


def test_an_output_with_an_added_line_is_repaired_and_not_called_dangerous():
    reference, one, other, source = made_set(80, 4)
    wrong = [re.sub("[0-9]+", "3333", line) if at == 50 else line for at, line in enumerate(other)]
    late = [*one[:20], "", *one[20:-1]]
    test_set = TestSet.build({"late": late, "wrong": wrong, "sound": other}, [reference], source)
    found = reported(test_set)
    repair = "Line 21 of late is empty and seems to be extra: delete it, add the last line, which is cut off"
    steps = brief(found)[1]
    assert steps[0].startswith(repair)
    assert steps[1].startswith("Clear up the warnings above first")
    page = lxml.html.document_fromstring(document(found)).text_content()
    assert repair in page
    told = "come from its lines out of place"
    assert page.index(told) < page.index("wrong changes a number in 1 of 80 segments, sound in 0")
    segment, findings = found.dangerous.examples[0]
    assert (segment.number, {one.system for one in findings}) == (51, {"wrong"}), "a line that is in place"
    half = reported(test_set.only(range(40, 80)))
    assert half.dangerous.segments.out_of_place["late"].segments == frozenset(range(40)), "places in the part"


def test_a_fault_that_is_kept_is_told_in_a_report_and_blocks_no_advice():
    copied = [UNLIKE[n] if n % 4 == 1 else text for n, text in enumerate(worse(REFERENCE, 2))]
    test_set = sound(good=worse(REFERENCE, 9), bad=copied)
    assert reported(test_set).oddities
    found = reported(test_set, kept_faults=("copied-source:bad",))
    assert not found.oddities
    assert not found.reading.faults
    assert "Kept, because the system did this: " in seen(found)
    assert brief(found)[1][-1].startswith("Before a costly choice")


@pytest.mark.exhaustive
def test_a_report_shows_a_segment_with_what_makes_it_doubtful():
    reference = [text if n % 3 else "no translation" for n, text in enumerate(REFERENCE)]
    copied = [UNLIKE[n] if n % 4 == 1 else text for n, text in enumerate(worse(REFERENCE, 2))]
    outputs = {"good": worse(REFERENCE, 9), "bad": copied, "worst": worse(REFERENCE, 1)}
    found = reported(TestSet.build(outputs, {"ref": reference}, UNLIKE))
    faults = {one.fault: one for one in found.reading.faults}
    assert faults["placeholder lines in ref"].example.segment.references == {"ref": "no translation"}
    assert faults["placeholder lines in ref"].system == found.decision.best
    assert faults["the source in bad"].system == "bad"
    assert faults["the source in bad"].example.segment.number == 2
    text = seen(found)
    assert text.index("The first of the segments with the source in bad") < text.index("The systems")
    assert not reported(sound(**outputs | {"bad": worse(REFERENCE, 2)})).reading.faults


@pytest.mark.exhaustive
def test_systems_that_are_out_and_those_that_are_still_open_are_named(report):
    steps = brief(report)[1]
    _, open_, choose, rate = steps
    assert report.decision.not_surely_worse
    assert not report.decision.behind
    listed = open_.removeprefix("Still open: ").removesuffix(".")
    assert listed == "{}, {} and {}".format(*(standing.system for standing in report.standings))
    assert (
        choose == "Choose between these by dangerous sentences, price or speed: the test does not show which is better."
    )
    assert rate == f"Before a costly choice, let people rate about 100 segments of {listed}."
    several = sound(a=worse(REFERENCE, 9), b=worse(REFERENCE, 8), c=worse(REFERENCE, 1))
    _, out, open_, *_ = brief(reported(several))[1]
    assert (out, open_) == ("Out: c, because a is significantly better.", "Still open: a and b.")


class StatesOnly:
    """Verdicts whose pairs are all too close to call, except the ones that are given."""

    def __init__(self, **told):
        self.told = told
        self.comparisons = SimpleNamespace(metric=BLEU())

    def state(self, first, second):
        return self.told.get(f"{first}{second}", CLOSE)


def test_an_open_system_that_is_behind_another_open_one_is_named():
    """A is surely better than B, though W differs from neither."""
    behind = Decision(StatesOnly(AB=LIKELY), "W", "A", ("B",), ())
    said = [str(one) for one in verdict_step_sentences(behind, None, [])]
    assert said == [
        "Still open: W, A and B.",
        "But B is significantly worse than A.",
        "Otherwise choose by dangerous sentences, price or speed: the test does not show which is better.",
    ]
    assert [*map(str, verdict_step_sentences(behind, None, [], "W 3, A 5."))] == [*said, "W 3, A 5."]
    clear = Decision(StatesOnly(WA=CLEAR, WB=CLEAR), "W", "A", (), ("B",))
    assert "W 3, A 5." not in verdict_step_sentences(clear, None, [], "W 3, A 5.")
    assert "worse" not in " ".join(map(str, verdict_step_sentences(replace(behind, verdicts=StatesOnly()), None, [])))


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (CLEAR, "By BLEU, W is clearly ahead of A"),
        (LIKELY, "By BLEU, W is likely ahead of A"),
        (CLOSE, "W and A: too close to call, by BLEU"),
        (TOO_LITTLE_DATA, "W and A: too little data, by BLEU"),
    ],
)
def test_lists_name_a_leader_only_where_the_test_does(state, said):
    assert leader_phrase(Decision(StatesOnly(WA=state), "W", "A", (), ())) == said


def test_what_is_published_is_kept_in_mind():
    found = reported(sound(good=worse(REFERENCE, 9), bad=worse(REFERENCE, 1)))
    assert found.published is None
    assert "The texts are published." in brief(replace(found, published="The texts are published."))[0]


def test_intervals_show_on_which_side_of_0_their_ends_are(report):
    first, *others = report.differences
    near = replace(report, differences=(replace(first, interval=(-0.003, 1.37)), *others))
    assert "−0.003 to +1.370" in seen(near)


def test_what_is_tested_is_said_as_the_verdict_has_it(report):
    assert "Only BLEU was tested" in seen(replace(report, votes=None))
    voted = seen(replace(report, votes=Votes(("chrF",))))
    assert "Only BLEU was tested" not in voted
    assert "the verdict above says what the tests by other metrics show" in voted


@pytest.mark.exhaustive
def test_a_baseline_is_told_who_is_better_who_is_open_and_who_is_worse():
    outputs = {"top": REFERENCE, "mine": worse(REFERENCE, 3), "near": worse(REFERENCE, 4), "low": worse(REFERENCE, 1)}
    odd = reported(sound(**outputs), baseline="mine")
    assert not any(risk.startswith("Against") for risk in brief(odd)[0]), "an output is the reference itself"
    said = brief(replace(odd, oddities=()))[0][0]
    assert said == (
        "Against the baseline mine: top is significantly better; near is not significantly different; low is"
        " significantly worse."
    )
    two = reported(sound(**outputs), TER(), baseline="low", shown=("top", "low"))
    fewer = brief(replace(two, oddities=()))[0][0]
    assert fewer == "Against the baseline low: top is significantly better."
    assert not any(said.startswith("Against") for said in brief(reported(sound(**outputs)))[0])


def test_where_another_metric_contradicts_the_winner_is_not_to_be_chosen_yet():
    clear = reported(sound(good=worse(REFERENCE, 9), bad=worse(REFERENCE, 1)))
    contradicted = replace(clear, votes=Votes(("NIST", "TER"), ("chrF",)))
    assert "Do not choose good yet: another metric contradicts the verdict." in brief(contradicted)[1]


def test_systems_that_nobody_rated_are_named_with_their_place_by_another_metric():
    outputs = {"good": worse(REFERENCE, 9), "bad": worse(REFERENCE, 1), "new": worse(REFERENCE, 20)}
    scores = [Scores("MQM", {"good": [-1.0] * 39 + [0], "bad": [-5.0] * 40}, is_human=True)]
    rated = TestSet.build(outputs, [REFERENCE], REFERENCE).with_judgments(scores)
    found = reported(rated, external_metrics_by_name(rated, set())["MQM"])
    assert found.without_score == ("new",)
    assert found.standings[-1].against_best is None
    assert [(pair.better, pair.worse) for pair in found.differences] == [("good", "bad")]
    assert found.n_unlisted == 0
    assert any(said.startswith("new has no MQM and is not") and "number 1 of 3" in said for said in brief(found)[0])
    assert "too little data" not in seen(found)


def test_the_brief_comes_before_the_table_and_after_the_verdict(report):
    text = seen(report)
    places = [text.index(said) for said in ("by BLEU", "What to keep in mind", "What to do next", "The systems")]
    assert places == sorted(places)


def test_dangerous_sentences_are_counted_and_shown_with_their_places():
    source = [f"die Katze Nummer {n} ist auf der Matte" for n in range(40)]
    outputs = {"good": [*source[:4], *worse(REFERENCE, 9)[4:]], "bad": worse(REFERENCE, 1)}
    found = reported(TestSet.build(outputs, {"ref": REFERENCE}, source))
    text = seen(found)
    assert "Dangerous sentences" in text
    assert "copies the source in 4 of 40 segments" in str(found.dangerous.segments.sentence())
    assert "good</bdi></td><td><b>10.0</b></td>" in str(document(found))
    assert [segment.number for segment, _ in found.dangerous.examples] == [1, 2, 3, 4]
    assert str(document(found)).count('class="err critical d1"') == 4
    assert "but copies the source in 10.0 % of segments; bad in 0 %, ref in 0 %." in text
    read = {one.segment.number for one in found.reading.segments} & {*found.dangerous.alarms}
    assert read
    assert text.count("⚠ Checks find in good: copied source") == len(read)


def test_letters_stand_in_the_table_of_three_systems_with_the_mark_of_doubt():
    outputs = {"good": worse(REFERENCE, 9), "mid": worse(REFERENCE, 3), "bad": worse(REFERENCE, 1)}
    found = reported(sound(**outputs))
    assert "<th>letters</th>" in str(document(found))
    assert "Systems that share a letter do not differ significantly." in seen(found)
    doubted = replace(found, oddities=(Oddity(DOUBT, (), detail="No capitals.", concerns=("bad",)),))
    assert seen(doubted).count("⚠: not reliable yet") == 1
    assert "<th>letters</th>" not in str(document(reported(sound(good=outputs["good"], bad=outputs["bad"]))))


def test_what_is_said_first_of_the_systems_is_shown_whichever_system_has_it():
    source = [f"die Katze Nummer {n} ist auf der Matte" for n in range(40)]
    outputs = {"good": worse(REFERENCE, 9), "mid": worse(REFERENCE, 3)}
    outputs["copied"] = [*source[:4], *worse(REFERENCE, 1)[4:]]
    found = reported(TestSet.build(outputs, {"ref": REFERENCE}, source)).dangerous
    assert found.segments.lead[1] == "copied"
    assert found.n_examples_of_lead == sum(segment.number <= 4 for segment, _ in found.examples) > 1
    assert [segment.number for segment, _ in found.examples][:3] == [1, 2]


@pytest.mark.exhaustive
def test_a_report_with_a_glossary_says_where_one_of_the_best_two_has_fewer_terms():
    source = [f"die Katze Nummer {n} ist auf der Matte" for n in range(40)]
    outputs = {"good": [text.replace("cat", "pet") for text in worse(REFERENCE, 9)], "bad": worse(REFERENCE, 1)}
    test_set = TestSet.build(outputs, {"ref": REFERENCE}, source)
    terms = Glossary.of({"Katze": "cat"})
    expected = " has 0.0 % of the glossary's terms; bad has 100.0 %, ref 100.0 %."
    found = reported(test_set, glossary=terms)
    assert expected in seen(found)
    assert "bad has 100.0 % of the terms that the source asks for, good 0.0 %; the reference has 100.0 %." in seen(
        found
    )
    assert "<th>terms, major</th>" in str(document(found))
    assert "glossary" not in seen(reported(test_set))


def test_a_report_without_a_source_says_what_checks_can_tell_without():
    found = reported(TestSet.build({"good": worse(REFERENCE, 9), "bad": worse(REFERENCE, 1)}, [REFERENCE]))
    assert found.caveats == ()
    assert "Checks find nothing in these outputs." in seen(found)
