"""The study of terms: rates and tests by hand and by plain counting, findings, what it says, and the command."""

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from scoring import TestSet
from scoring.api import check
from scoring.checks.terminology.glossary import Glossary, GlossaryTerm
from scoring.checks.terminology.term_matching import TermMatcher
from scoring.checks.terminology.terminology_check import Terminology
from scoring.cli.main import main
from scoring.studies import terminology
from scoring.studies.checks import ChecksRequest, TextsToCheck, add_findings_annotation
from scoring.studies.checks import run as run_checks
from scoring.studies.terminology import TermsRequest, add_term_findings, check_with_terms, run, run_among
from scoring.text.languages import find_language

NEWS = Path(__file__).parents[3] / "sample_data" / "news-en-es"
GLOSSARY = Glossary.joined(
    "terms.tsv",
    [
        GlossaryTerm("space", ("Raum", "Bereich"), ("Platz",)),
        GlossaryTerm("provider", ("Anbieter",)),
        GlossaryTerm("unused", ("egal",)),
    ],
)
SOURCE = ["A space.", "Space and space", "The provider", "no term", "provider"]
GOOD = ["Ein Raum.", "Raum und Bereich", "Der Anbieter", "kein Begriff", "Anbieter"]
POOR = ["Ein Platz.", "Bereich und Platz", "Der Lieferant", "kein Platz", "Anbieters"]
REFERENCE = ["Ein Raum.", "Raum und Platz", "Der Anbieter", None, "Anbietern"]


def texts_of(systems, references=None, language="de"):
    columns = [{name: pa.array(text, pa.string()) for name, text in of.items()} for of in (systems, references or {})]
    return TextsToCheck(*columns, pa.array(SOURCE), find_language(language) if language else None)


@pytest.fixture(scope="module")
def texts():
    return texts_of({"good": GOOD, "poor": POOR}, {"A": REFERENCE})


@pytest.fixture(scope="module")
def result(texts):
    return run(TermsRequest(GLOSSARY, trials=200), texts)


def test_some_segments_are_counted_alone_and_findings_keep_their_numbers(texts):
    found = run_among(TermsRequest(GLOSSARY, trials=50), texts, np.array([2, 4]))
    assert [(of.counts.n_asked, of.counts.n_found[-1]) for of in found.rates] == [(2, 2), (2, 1), (2, 2)]
    assert [(one.system, one.number, one.kind) for one in found.findings] == [("poor", 3, "missing term")]
    segments = [[], [], [GLOSSARY.terms[1]], [], [GLOSSARY.terms[1]]]
    own = Glossary.from_segments("terms.jsonl", segments).among([2, 4])
    assert (own.terms_of_segments, own.n_segments) == (((0, 0), (1, 0)), 2)
    with pytest.raises(ValueError, match="terms of 5 segments; found segment 6"):
        Glossary.from_segments("terms.jsonl", segments).among([5])


def test_rates_have_tiers_and_the_reference_beside_them(result):
    counts = {of.name: of.counts for of in result.rates}
    assert {name: (of.n_asked, of.n_found) for name, of in counts.items()} == {
        "good": (5, (4, 5, 5)),
        "poor": (5, (0, 1, 2)),
        "A": (5, (3, 3, 4)),
    }
    assert [of.success for of in result.systems] == [100.0, 40.0]
    assert [of.is_reference for of in result.rates] == [False, False, True]


def test_the_best_and_the_worst_system_are_named_where_they_differ(texts):
    systems, references = (
        {name: pa.concat_arrays([column] * 20) for name, column in of.items()}
        for of in (texts.systems, texts.references)
    )
    long = TextsToCheck(systems, references, pa.concat_arrays([texts.source] * 20), texts.language)
    said = str(run(TermsRequest(GLOSSARY, trials=500), long).opening())
    assert said == "good has 100.0 % of the terms that the source asks for, poor 40.0 %; the reference has 80.0 %."


def test_consistency_is_the_share_in_the_most_frequent_form_and_in_the_first_one(result):
    counts = {of.name: of.counts for of in result.rates}
    # good: Raum 2, Bereich 1, Anbieter 2; poor: Bereich 1, Anbieter(s) 1
    assert (counts["good"].most_frequent, counts["good"].predefined) == (4, 4)
    assert (counts["poor"].most_frequent, counts["poor"].predefined) == (2, 1)
    assert "good: 80.0 % in the form that it uses most for a term, 80.0 % in the first form" in " ".join(
        result.consistency_sentences()
    )


def test_forbidden_terms_count_where_the_source_has_their_term(result):
    assert {of.name: of.counts.forbidden for of in result.rates} == {"good": 0, "poor": 2, "A": 1}
    assert result.forbidden_sentence() == "Forbidden terms: 0 in good, 2 in poor, 1 in A."


def test_terms_of_the_source_are_listed_the_worst_first(result):
    assert [(row.source, row.n_in_source, dict(row.n_found), dict(row.forms)) for row in result.terms] == [
        ("space", 3, {"good": 3, "poor": 1, "A": 2}, {"good": "Raum", "poor": "Bereich", "A": "Raum"}),
        ("provider", 2, {"good": 2, "poor": 1, "A": 2}, {"good": "Anbieter", "poor": "Anbieter", "A": "Anbieter"}),
    ]


def test_findings_are_places_in_source_and_output(result):
    rows = [(of.system, of.number, of.side, of.start, of.end, of.message) for of in result.findings]
    assert [row for row in rows if row[1] < 3] == [
        ("poor", 1, "source", 2, 7, "missing term: space (expected: Raum / Bereich)"),
        ("poor", 2, "source", 10, 15, "missing term: space (expected: Raum / Bereich)"),
        ("poor", 1, "output", 4, 9, "forbidden term: Platz (expected: Raum / Bereich)"),
        ("poor", 2, "output", 12, 17, "forbidden term: Platz (expected: Raum / Bereich)"),
    ]
    assert {(of.check, of.severity) for of in result.findings} == {("terminology", "major")}


def test_a_term_within_a_longer_word_is_a_minor_finding_and_counts_as_missing():
    glossary = Glossary.of({"provider": "Anbieter", "space": "All"})
    outputs = {"a": ["Weltraum", "Bereich", "Internetanbieter", "-", "Anbieterwechsel"]}
    source = pa.array(["space", "-", "provider, provider", "-", "provider"])
    texts = TextsToCheck({name: pa.array(of) for name, of in outputs.items()}, {}, source, find_language("de"))
    found = run(TermsRequest(glossary, trials=50), texts)
    assert [(of.number, of.kind, of.severity) for of in found.findings] == [
        (1, "missing term", "major"),
        (3, "term within a word", "minor"),
        (3, "missing term", "major"),
        (5, "term within a word", "minor"),
    ]
    assert str(found.opening()) == (
        "a has 0.0 % of the terms that the source asks for, and 50.0 % more within a longer word."
    )
    both = replace(texts, systems={**texts.systems, "b": pa.array(["All"] * 5)}, references={"R": texts.systems["a"]})
    assert str(run(TermsRequest(glossary, trials=50), both).opening()) == (
        "The systems have 0.0 % (a) to 25.0 % (b) of the terms that the source asks for, and 0.0 % to 50.0 % more"
        " within a longer word; the difference is too small to be sure of; the reference has 0.0 % and 50.0 %."
    )
    assert found.systems[0].success == 0


@pytest.mark.parametrize(
    ("terms", "source", "output", "kinds"),
    [
        ({"disk": "Platte", "hard disk": "harte Platte"}, "disk or hard disk", "harte Platte", ["missing term"]),
        ({"house": "Hotel", "hotel bar": "Hotelbar"}, "house, hotel bar", "Hotelbar", ["missing term"]),
        ({"rate": "rate"}, "rate", "a separate thing", ["missing term"]),
        ({"mask": "Maske"}, "masks", "das MASKENTRAGEN", []),
        ({"mask": "Maske"}, "mask", "das MASKENTRAGEN", ["term within a word"]),
        (
            {"measure": "Maßnahme"},
            "measure, measure",
            "Corona-Quarantänemaßnahme",
            ["term within a word", "missing term"],
        ),
    ],
)
def test_a_longer_word_counts_once_and_begins_or_ends_with_the_target(terms, source, output, kinds):
    texts = TextsToCheck({"a": pa.array([output])}, {}, pa.array([source]), find_language("de"))
    found = run(TermsRequest(Glossary.of(terms), trials=20), texts)
    assert [of.kind for of in found.findings] == kinds


@pytest.mark.parametrize("most_resampled", [0, 60])
def test_intervals_and_tests_are_those_of_a_sum_over_a_sum(most_resampled, monkeypatch):
    monkeypatch.setattr(terminology, "MAX_RESAMPLED", most_resampled)
    draw = np.random.default_rng(1)
    source = ["space " * count for count in draw.integers(0, 4, 60)]
    systems = {
        name: [" ".join(["Raum"] * draw.binomial(text.count("space"), share)) for text in source]
        for name, share in (("a", 0.9), ("b", 0.5), ("c", 0.85))
    }
    columns = {name: pa.array(text) for name, text in systems.items()}
    found = run(
        TermsRequest(Glossary.of({"space": "Raum"}), trials=1000, seed=3), TextsToCheck(columns, {}, pa.array(source))
    )
    asked = np.array([text.count("space") for text in source])
    have = {name: np.array([text.count("Raum") for text in of]) for name, of in systems.items()}
    pairs = {(pair["system_a"], pair["system_b"]): pair for pair in found.pair_records()}
    for (a, b), pair in pairs.items():
        difference = (have[a].sum() - have[b].sum()) / asked.sum()
        assert pair["difference"] == pytest.approx(difference)
        swaps = draw.integers(0, 2, (20_000, 60)) * 2 - 1
        as_large = np.abs(swaps @ (have[a] - have[b])) >= abs((have[a] - have[b]).sum())
        assert pair["p_value"] == pytest.approx(as_large.mean(), abs=0.02)
        assert pair["p_adjusted"] >= pair["p_value"]
    drawn = draw.integers(0, 60, (20_000, 60))
    for of in found.rates:
        sampled = have[of.name][drawn].sum(axis=1) / asked[drawn].sum(axis=1)
        low, high = np.quantile(sampled, [0.025, 0.975])
        assert (of.low, of.high) == pytest.approx((100 * low, 100 * high), abs=2)
    assert pairs["a", "b"]["verdict"] == "clear"
    assert found.difference_sentences()[0].startswith("a has ")


def test_sentences_say_what_counts_and_what_is_missing(result):
    assert str(result.opening()) == (
        "The systems have 40.0 % (poor) to 100.0 % (good) of the terms that the source asks for; the difference is too"
        " small to be sure of; the reference has 80.0 %."
    )
    assert "the stems of a listed form (Snowball, german)" in " ".join(result.caveats())
    alone = run(TermsRequest(GLOSSARY, trials=50), texts_of({"poor": POOR}, language=None))
    assert alone.comparison is None
    assert str(alone.opening()) == (
        "poor has 20.0 % of the terms that the source asks for, and 20.0 % more within a longer word."
    )
    assert "Without a reference nobody knows" in alone.caveats()[0]
    assert "no stemmer is known" in alone.caveats()[1]
    nothing = run(TermsRequest(Glossary.of({"x": "y"})), texts_of({"good": GOOD, "poor": POOR}))
    assert str(nothing.opening()) == "No term of terms is in the source."
    assert (nothing.terms, nothing.findings, nothing.pair_records()) == ((), (), [])
    better = run(TermsRequest(GLOSSARY, trials=50), texts_of({"poor": POOR}, {"A": REFERENCE}))
    assert str(better.opening()).endswith("; the reference has 80.0 %, about the most to expect.")


def test_terms_join_the_other_checks(texts, result):
    checks = run_checks(ChecksRequest(("copy",)), texts)
    joined = add_term_findings(checks, result, texts)
    (rate,) = [of for of in joined.check_records() if (of["check"], of["system"]) == ("terminology", "poor")]
    assert rate == {"check": "terminology", "system": "poor", "rate": 0.6, "reference_rate": 0.25, "n": 5}
    assert [of.segment for of in joined.findings if of.system == "poor"] == [0, 0, 1, 1, 2]
    assert "terms (terminology): A term of the glossary" in " ".join(joined.check_descriptions())
    test_set = TestSet.build({"good": GOOD, "poor": POOR}, {"A": GOOD}, SOURCE)
    (marked,) = add_findings_annotation(test_set, joined).annotations
    assert {span.category for span in marked.spans} == {"terminology/missing term", "terminology/forbidden term"}


def test_the_check_by_itself_finds_the_same(texts, result):
    found = Terminology(TermMatcher(GLOSSARY, "german")).find(texts.texts_of_system("poor"))
    rows = zip(found.segments.tolist(), found.starts.tolist(), found.ends.tolist(), found.kinds, strict=True)
    assert [*rows] == sorted((of.segment, of.start, of.end, of.kind) for of in result.findings)


def test_terms_need_source_and_glossary(texts):
    with pytest.raises(ValueError, match="Give the source"):
        run(TermsRequest(GLOSSARY), TextsToCheck(texts.systems, {}))
    with pytest.raises(ValueError, match="The check terminology needs a glossary: --terms FILE"):
        check_with_terms(["terminology"], None, texts)
    found, terms = check_with_terms(["terminology"], TermsRequest(GLOSSARY, trials=20), texts)
    assert [*found.checks] == ["terminology"]
    assert terms.term_findings.stemmer == "german"


# --- the command and the API ---


def printed(capsys, *arguments):
    assert main(["check", *arguments]) == 0
    return capsys.readouterr().out


@pytest.fixture
def files():
    systems = [str(NEWS / f"system.apertium-{name}.es.txt") for name in ("direct", "galician")]
    references = [str(NEWS / f"reference.{name}.es.txt") for name in "AB"]
    terms = str(NEWS / "terms" / "news.en-es.tsv")
    return str(NEWS / "source.en.txt"), "-i", *systems, "--references", *references, "--terms", terms


def test_the_command_prints_rates_and_sentences(capsys, files):
    found = printed(capsys, *files, "--checks", "terminology")
    rows = {line.split("  ")[0]: line.split()[-10:] for line in found.splitlines()}
    assert [rows[name][0] for name in ("apertium-direct", "apertium-galician", "reference B")] == [
        "75.5",
        "59.2",
        "89.8",
    ]
    assert "Forbidden terms: 5 in apertium-direct" in found
    assert "copied source" not in found
    assert "\\begin{tabular}" in printed(capsys, *files, "--checks", "terminology", "--format", "latex")


def test_the_counts_are_those_of_plain_patterns(capsys, files):
    found = json.loads(printed(capsys, *files, "--checks", "terminology", "--format", "json"))
    rows = [line.split("\t") for line in Path(files[-1]).read_text().splitlines()[1:]]
    source, output = (Path(file).read_text().lower().splitlines() for file in (files[0], files[2]))

    def count(form, text):
        return len(re.findall(rf"(?<!\w){re.escape(form.lower())}(?!\w)", text))

    asked = base = listed = 0
    for text, said in zip(source, output, strict=True):
        for term, target, more, *_ in rows:
            wanted = count(term, text)
            forms = [target, *filter(None, map(str.strip, more.split("|")))]
            asked += wanted
            base += min(wanted, count(target, said))
            listed += min(wanted, sum(count(form, said) for form in forms))
    (rate,) = [of for of in found["terms"]["rates"] if of["name"] == "apertium-direct"]
    assert (rate["asked"], rate["base_form"], rate["listed_form"]) == (asked, base / asked, listed / asked)


@pytest.mark.exhaustive
def test_findings_of_terms_are_in_json_tsv_and_sarif(capsys, files):
    found = json.loads(printed(capsys, *files, "--checks", "terminology", "copy", "--format", "json"))
    assert {of["check"] for of in found["rates"]} == {"terminology", "copy"}
    first = next(of for of in found["findings"] if of["check"] == "terminology")
    assert first["message"] == "missing term: Council (expected: ayuntamiento / consistorio / concejo)"
    rows = printed(capsys, *files, "--checks", "terminology", "--segments", "--format", "tsv").splitlines()
    assert any("forbidden term: consejo" in row for row in rows)
    (sarif,) = json.loads(printed(capsys, *files, "--checks", "terminology", "--format", "sarif"))["runs"]
    assert [rule["id"] for rule in sarif["tool"]["driver"]["rules"]] == ["terminology"]


@pytest.mark.exhaustive
def test_bad_glossaries_are_one_line(capsys, files, tmp_path):
    (tmp_path / "bad.tsv").write_text("source\ttarget\nspace\n")
    assert main(["check", *files[:-1], str(tmp_path / "bad.tsv")]) == 2
    assert "bad.tsv, line 2: expected a target of 'space'; found none." in capsys.readouterr().err
    (tmp_path / "rows.jsonl").write_text('{"a": "b"}\n{}\n')
    assert main(["check", *files[:-1], str(tmp_path / "rows.jsonl")]) == 2
    assert "expected the terms of 160 segments, as many as the source has; found those of 2." in capsys.readouterr().err
    assert main(["check", *files, "-o", files[-1]]) == 2
    assert "is one of the files to read" in capsys.readouterr().err


def test_python_takes_a_file_or_terms(files):
    source, _, system, *_ = files
    by_file = check(source, system, terms=files[-1], checks=["terminology"])
    assert by_file.to_dict()["terms"]["tier"] == "stem"
    assert "terminology" in str(by_file)
    assert "most used form" in by_file._repr_html_()
    own = check(SOURCE, {"good": GOOD}, terms={"space": ["Raum", "Bereich"]}, checks=["terminology"])
    assert own.terms.rates[0].success == 100.0
    assert check(SOURCE, {"good": GOOD}, checks=["copy"]).terms is None
    for wrong, said in ((["space"], "expected a file, or targets by source term"), ({"a": 3}, "or a list of targets")):
        with pytest.raises(ValueError, match=said):
            check(SOURCE, {"good": GOOD}, terms=wrong)
