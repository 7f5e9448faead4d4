"""Names, segments, documents and texts of judgments, lined up with those of a test set."""

import json

import numpy as np
import pyarrow as pa
import pytest

from scoring import TestSet
from scoring.formats import FormatError, UnmatchedError, attach, match_judgments
from scoring.text.languages import FILE_NAME, StatedLanguage, find_language
from tests.judgments import (
    DOCUMENTS,
    IN_DOCUMENTS,
    METRIC_SCORES,
    MQM,
    MQM_HEADER,
    RATINGS,
    REFERENCE,
    SCORES,
    SET,
    SOURCE,
    SYSTEMS,
    appraise,
    blocks,
    found,
    lines,
    tabbed,
)


def of(*names, references=("A",)):
    """A test set of two segments with these systems."""
    return TestSet.build({name: ["a", "b"] for name in names}, {name: ["r", "r"] for name in references})


def names_of(file_names, test_set, **options):
    rows = [(name, 1) for name in file_names for _ in range(2)]
    (one,) = found("x.seg.score", tabbed(*rows))
    return dict(match_judgments(one, test_set, **options).names)


@pytest.mark.parametrize(
    ("in_file", "system"),
    [
        ("online-B", "online-B"),
        ("Online_B", "online-B"),
        ("ONLINE B", "online-B"),
        ("online-B.0", "online-B"),
        ("wmt23.Online-B", "online-B"),
        ("nvidia.nemo", "NVIDIA-NeMo"),
    ],
)
def test_names_that_differ_in_case_and_marks_are_matched_and_told(in_file, system):
    (one,) = found("x.seg.score", tabbed((in_file, 1), (in_file, 2)))
    matched = match_judgments(one, of("online-B", "NVIDIA-NeMo", "other"))
    assert matched.names == {in_file: system}
    assert [notice.kind for notice in matched.notices] == ([] if in_file == system else ["names"])


def test_the_same_name_goes_before_one_that_is_alike():
    assert names_of(["A-b", "Ab"], of("Ab", "A-b")) == {"A-b": "A-b", "Ab": "Ab"}


def test_two_names_for_one_system_are_left_over():
    with pytest.raises(UnmatchedError) as caught:
        names_of(["a-b", "A.b"], of("AB"))
    assert (caught.value.unmatched, caught.value.systems) == (("a-b", "A.b"), ("AB",))


def test_what_is_left_over_is_listed_with_the_systems_that_are():
    with pytest.raises(
        UnmatchedError, match=r"x\.seg\.score: Nemo, which no system is called; there are NVIDIA-NeMo\."
    ):
        names_of(["online-B", "Nemo"], of("NVIDIA-NeMo", "online-B"))


def test_names_are_corrected_and_left_out_as_given():
    given = {"Nemo": "NVIDIA-NeMo", "odd": None}
    mapping = names_of(["Nemo", "odd"], of("NVIDIA-NeMo"), names=given)
    assert mapping == given
    with pytest.raises(ValueError, match="No system is called 'Nvidia'"):
        names_of(["Nemo"], of("NVIDIA-NeMo"), names={"Nemo": "Nvidia"})
    with pytest.raises(FormatError, match="one and two for the system"):
        names_of(["one", "two"], of("x", "y"), names={"one": "x", "two": "x"})


@pytest.mark.parametrize("name", ["refA", "ref.A", "ref-a", "A", "synthetic_ref", "reference", "wmt23.refA"])
def test_references_that_are_rated_are_no_systems(name):
    (one,) = found("x.seg.score", tabbed((name, 1), (name, 2), ("x", 3), ("x", 4)))
    matched = match_judgments(one, of("x", "y"))
    assert list(matched.judgments.values) == ["x"]
    assert matched.names[name] is None
    assert f"{name} is a reference" in matched.notices[0].message


def test_a_reference_that_is_a_system_is_one():
    assert names_of(["ref.C", "x"], of("x", "ref.C", references=("C",))) == {"ref.C": "ref.C", "x": "x"}


def test_only_references_are_nothing_to_have():
    with pytest.raises(FormatError, match="judgments of at least one system"):
        names_of(["refA"], of("x"))


def test_systems_without_scores_have_none():
    scores = attach(SET, found("a.seg.score", blocks(online_B=[1, 2, 3, 4]))).test_set.scores[0]
    assert list(scores.values) == ["online-B"]
    assert np.isnan(scores.of("Facebook-AI")).all()


def test_numbers_of_segments_that_disagree_are_both_named():
    with pytest.raises(FormatError, match="expected 4 segments as in the test set, found 3 segments"):
        match_judgments(*found("a.seg.score", blocks(online_B=[1, 2, 3])), SET)
    with pytest.raises(FormatError, match="line 2: expected segments from 1 to 4 as in the test set, found segment 9"):
        match_judgments(*found("mqm.tsv", tabbed(("system", "seg", "mqm"), ("online-B", 9, 1))), SET)
    with pytest.raises(FormatError, match="expected 4 segments as in the test set, found 2 segments"):
        match_judgments(*found("x.docs", b"a\tb\na\tb\n"), SET)


def test_a_second_score_is_refused_with_both_lines():
    twice = tabbed(("system", "seg", "mqm"), ("online-B", 1, 1), ("online-B", 2, 1), ("online-B", 1, 1))
    with pytest.raises(FormatError, match=r"line 4: .* a second score of online-B for segment 1, after that on line 2"):
        match_judgments(*found("mqm.tsv", twice), SET)


def test_documents_that_are_not_there_or_shorter_are_named():
    kiwi, _ = found("wmt25-scores-online-B.jsonl", METRIC_SCORES)
    with pytest.raises(FormatError, match="a test set that has documents"):
        match_judgments(kiwi, SET)
    with pytest.raises(FormatError, match="found document two"):
        match_judgments(kiwi, documents("one", "one", "one", "one"))
    with pytest.raises(FormatError, match="one has 2, not 3, two has 2, not 1"):
        match_judgments(kiwi, documents("one", "one", "one", "two"))


def documents(*names):
    return TestSet(SET.systems, SET.references, SET.source, documents=pa.array(names))


def rated(start, end, in_source=False):
    error = {"start": start, "end": end, "severity": "minor", "is_source_error": in_source}
    rows = [("Facebook-AI", json.dumps({"errors": [error]})), *[("Facebook-AI", "None")] * 3]
    return found("x.seg.rating", tabbed(*rows))[0]


def test_spans_beyond_the_text_are_refused():
    assert match_judgments(rated(0, len(SYSTEMS["Facebook-AI"][0])), SET).judgments.spans
    with pytest.raises(
        FormatError, match="within the output, which has 12 characters, found an error that ends after 13"
    ):
        match_judgments(rated(0, 13), SET)
    with pytest.raises(FormatError, match="errors within the source, which has 13"):
        match_judgments(rated(0, 14, in_source=True), SET)


def test_an_error_in_a_source_that_is_not_there_has_no_place():
    matched = match_judgments(rated(0, 1, in_source=True), TestSet.build(SYSTEMS, {"refA": REFERENCE}))
    (error,) = matched.judgments.spans
    assert (error.start, error.end) == (-1, -1)
    assert any("source" in notice.message for notice in matched.notices)


def mqm_rows(*targets):
    rows = [("Facebook-AI", "d", 1, n, "r", SOURCE[0], text, "Other", "Minor") for n, text in enumerate(targets, 1)]
    return found("mqm.tsv", tabbed(MQM_HEADER, *rows))[0]


def test_errors_in_texts_that_differ_keep_no_place_that_is_not_theirs():
    matched = match_judgments(mqm_rows("Das <v>ist</v> gut. ", "Ein <v>rotes</v> Haus", "", "<v>Ende</v> gut"), SET)
    assert [(span.start, span.end) for span in matched.judgments.spans] == [(4, 7), (4, 9), (-1, -1), (0, 4)]
    matched = match_judgments(mqm_rows("Das <v>ist</v> gut.", "Ein <v>rotes</v> Haus", "", "Das <v>Ende</v>"), SET)
    assert [(span.start, span.end) for span in matched.judgments.spans][-1] == (-1, -1)
    assert [notice.kind for notice in matched.notices] == ["no-place", "other-texts", "other-texts"]


def test_errors_of_another_test_set_are_refused():
    with pytest.raises(FormatError, match="judgments of other texts than the test set's, such as that of segment 1"):
        match_judgments(mqm_rows("<v>Etwas</v> anderes", "Noch <v>etwas</v>"), SET)


def test_everything_of_one_folder_at_once():
    files = {"en-de.docs": DOCUMENTS, "en-de.mqm.seg.score": SCORES, "en-de.mqm.merged.seg.rating": RATINGS}
    attached = attach(SET, [one for file, data in files.items() for one in found(f"h/{file}", data)])
    assert attached.refused == ()
    assert attached.test_set.documents.to_pylist() == ["one", "one", "two", "two"]
    assert attached.test_set.domains.to_pylist() == ["news", "news", "speech", "speech"]
    assert [scores.name for scores in attached.test_set.scores] == ["MQM"]
    assert [annotation.name for annotation in attached.test_set.annotations] == ["MQM"]


def test_the_order_of_files_changes_nothing():
    both = [*found("wmt25-scores-online-B.jsonl", METRIC_SCORES), *found("x.docs", DOCUMENTS)]
    one, other = attach(SET, both), attach(SET, both[::-1])
    assert {s.name: s.of("online-B").tolist()[:2] for s in one.test_set.scores} == {
        s.name: s.of("online-B").tolist()[:2] for s in other.test_set.scores
    }
    assert one.refused == other.refused == ()


def test_mqm_errors_give_scores_where_no_file_does():
    attached = attach(SET, found("mqm.tsv", MQM))
    (scores,) = attached.test_set.scores
    np.testing.assert_array_equal(scores.of("Facebook-AI"), [-2.55, np.nan, -5, np.nan])  # of two raters: the mean
    np.testing.assert_array_equal(scores.of("online-B"), [np.nan, -25, np.nan, np.nan])


def test_scores_of_one_name_join_or_are_told_apart():
    files = {"Facebook-AI.comet": [1, 2, 3, 4], "online-B.comet": [5, 6, 7, 8]}
    parts = [one for file, numbers in files.items() for one in found(file, lines(*numbers))]
    (scores,) = attach(SET, parts).test_set.scores
    assert {name: column.tolist() for name, column in scores.values.items()} == {
        name.removesuffix(".comet"): numbers for name, numbers in files.items()
    }
    assert scores.source == "Facebook-AI.comet, online-B.comet"
    again = attach(SET, [*parts, *found("new/online-B.comet", lines(0, 0, 0, 0))]).test_set.scores
    assert [scores.name for scores in again] == ["COMET", "COMET (online-B.comet)"]


def test_scores_that_are_all_the_same_are_told_once():
    files = {"Facebook-AI.comet": [3, 3, "nan", 3], "online-B.comet": [3, 3, 3, 3]}
    parts = [one for file, numbers in files.items() for one in found(file, lines(*numbers))]
    attached = attach(SET, parts)
    assert "Every COMET score is 3: they order no systems." in [notice.message for _, notice in attached.notices]
    assert not attach(attached.test_set, []).notices
    for others in (parts[:1], [parts[0], *found("online-B.comet", lines(3, 3, 3, 4))]):
        assert "equal-scores" not in [notice.kind for _, notice in attach(SET, others).notices]


def test_errors_of_several_raters_join():
    both = [
        *found("en-de.mqm.rater1.seg.rating", RATINGS),
        *found("en-de.mqm.rater2.seg.rating", RATINGS),
    ]
    (annotation,) = attach(SET, both).test_set.annotations
    assert annotation.annotators == ("rater1", "rater2")
    assert annotation.annotator_counts("Facebook-AI").tolist() == [2, 2, 0, 2]


def test_a_file_called_after_a_score_alone_is_of_the_only_system():
    (one,) = found("hter.txt", lines(0.5, 0.25))
    assert list(match_judgments(one, of("x")).judgments.values) == ["x"]
    with pytest.raises(UnmatchedError, match="hter"):
        match_judgments(one, of("x", "y"))


def test_a_file_of_several_languages_gives_those_of_the_set():
    rows = lines(*(appraise("a", "online-B", n, "TGT", 10 * n, "two") for n in (1, 2)))
    both = found("esa.csv", rows + rows.replace(b",deu,", b",ces,").replace(b",10,", b",99,"))
    german = TestSet(
        IN_DOCUMENTS.systems,
        IN_DOCUMENTS.references,
        IN_DOCUMENTS.source,
        language=StatedLanguage(find_language("de"), FILE_NAME),
        documents=IN_DOCUMENTS.documents,
    )
    (scores,) = attach(german, both).test_set.scores
    np.testing.assert_array_equal(scores.of("online-B"), [np.nan, np.nan, 10, 20])


def test_what_does_not_go_with_the_set_is_refused_and_the_rest_kept():
    wrong = found("odd.seg.score", blocks(Facebook_AI=[1, 2]))
    attached = attach(SET, [*wrong, *found("en-de.mqm.seg.score", SCORES)])
    assert [error.file for error in attached.refused] == ["odd.seg.score"]
    assert [scores.name for scores in attached.test_set.scores] == ["MQM"]


def test_ten_thousand_errors_in_one_segment():
    errors = [{"start": 0, "end": 1, "severity": "minor"}] * 10_000
    (one,) = found(
        "x.seg.rating", tabbed(("Facebook-AI", json.dumps({"errors": errors})), *[("Facebook-AI", "None")] * 3)
    )
    assert len(match_judgments(one, SET).judgments.spans) == 10_000
