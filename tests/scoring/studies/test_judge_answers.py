"""Answers of a language model: read, counted, and how steady the judge is."""

import json
import math
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.formats import FormatError
from scoring.model_judges.answer_files import MAX_LINE_BYTES, read_answer_file
from scoring.model_judges.batch_shapes import BATCH_SHAPES, ModelSettings
from scoring.model_judges.prompts import JudgedTexts, LanguageNames, prompt_messages
from scoring.model_judges.protocols import DA, ESA, JUDGE_PROTOCOLS, MQM
from scoring.model_judges.request_files import SentRequests, join_requests, read_requests
from scoring.model_judges.request_ids import RequestId
from scoring.studies import judge_answers
from scoring.studies.judge_answers import JudgeAnswersRequest, judge_of_file

TEXTS = {"A": "der Hund und der Mann", "B|%": "ein Hund"}


def ids(repeats=1, segments=2):
    return [
        RequestId("0123abcd", system, segment, repeat)
        for system in TEXTS
        for segment in range(1, segments + 1)
        for repeat in range(1, repeats + 1)
    ]


def sent(repeats=1, protocol="", segments=2):
    texts = {one: JudgedTexts(TEXTS[one.system], "the dog") for one in ids(repeats, segments)}
    return SentRequests("prompts.jsonl", texts, frozenset(filter(None, [protocol])))


def lines(*answers):
    return "\n".join(json.dumps({"custom_id": one.custom_id, "answer": text}) for one, text in answers).encode()


def read(data, requests, **options):
    return judge_answers.run(JudgeAnswersRequest(**options), requests, read_answer_file("answers.jsonl", data))


def told(found):
    return [(one.line, one.custom_id, one.reason) for one in found.unread]


@pytest.mark.parametrize(
    ("file", "judge"),
    [
        ("a/gpt-4.1-answers.jsonl", "gpt-4.1-answers"),
        ("answers.jsonl.gz", "answers"),
        ("answers", "answers"),
        ("", "model"),
    ],
)
def test_a_judge_without_a_name_has_that_of_the_file(file, judge):
    assert judge_of_file(file) == judge


def test_what_has_no_answer_is_missing():
    a1, a2, b1, b2 = ids()
    found = read(lines((b2, "20"), (a1, "40")), sent())
    assert [(one.system, one.segment, one.repeat, one.score) for one in found.scores] == [
        ("B|%", 2, 1, 20.0),
        ("A", 1, 1, 40.0),
    ]
    why = "missing: the request has no answer"
    assert told(found) == [(None, a2.custom_id, why), (None, b1.custom_id, why)]
    assert found.sentences()[1] == "Not read: 2 missing."


def test_of_two_answers_that_say_the_same_one_counts_and_of_others_none():
    a1, a2, b1, b2 = ids()
    data = lines((a1, "40"), (a1, "40/100"), (a2, "50"), (a2, "51"), (b1, ""), (b1, "30"), (b2, "1"))
    found = read(data, sent())
    assert [(one.system, one.segment, one.score) for one in found.scores] == [
        ("A", 1, 40.0),
        ("B|%", 1, 30.0),
        ("B|%", 2, 1.0),
    ]
    assert found.unread_counts == {"double": 3, "empty": 1}
    assert [one.line for one in found.unread] == [2, 3, 4, 5]


def test_an_answer_beside_one_that_cannot_be_read_does_not_count():
    a1, a2, b1, _ = ids()
    data = lines((a1, "70"), (a1, "Score: 40."), (a2, "Fifty."), (a2, "About fifty."), (b1, "101"), (b1, "1"))
    found = read(data, sent(), kind="da")
    assert not found.scores
    assert found.unread_counts == {"double": 4, "other form": 2, "missing": 1}
    why = "double: lines 1, 2 say different things, and none counts"
    assert told(found)[:2] == [
        (1, a1.custom_id, why),
        (2, a1.custom_id, f"{why}; other form: no score and no list of errors"),
    ]


def test_answers_of_two_kinds_are_refused_unless_one_is_asked_for():
    a1, a2, *_ = ids()
    data = lines((a1, "40"), (a2, '{"errors": []}'))
    with pytest.raises(ValueError, match="Choose the protocol"):
        read(data, sent())
    for options, requests in (({"kind": "da"}, sent()), ({}, sent(protocol="da"))):
        found = read(data, requests, **options)
        assert [one.score for one in found.scores] == [40.0]
        assert found.unread_counts == {"missing": 2, "other form": 1}


def test_an_error_without_a_place_counts_and_is_listed():
    a1, *_ = ids()
    error = {"category": "style", "severity": "minor"}
    answer = json.dumps({"errors": [{"text": "der", **error}, {"text": "Mann", **error}]})
    found = read(lines((a1, answer)), sent())
    assert [one.score for one in found.scores] == [-2]
    assert [(one.text, one.start, one.end) for one in found.errors] == [("der", None, None), ("Mann", 17, 21)]
    assert told(found)[0] == (1, a1.custom_id, 'no place: "der": its words occur 2 times; the error counts')


def test_the_spread_of_repeats_is_that_within_outputs():
    requests = ids(repeats=2, segments=1)
    found = read(lines(*zip(requests, ["10", "20", "50", "50"], strict=True)), sent(2, segments=1))
    assert found.repeat_deviation == pytest.approx(5)
    assert [(one.system, one.score, one.n_answers, one.repeat_deviation) for one in found.systems] == [
        ("A", 15.0, 2, pytest.approx(math.sqrt(50))),
        ("B|%", 50.0, 2, 0.0),
    ]
    assert "differs by 5.00 (standard deviation)" in found.sentences()[-1]
    assert math.isnan(read(lines((requests[0], "1")), sent(2)).repeat_deviation)


def test_variant_two_weighs_repeats_by_their_rank():
    requests = ids(repeats=2, segments=1)[:2]
    answers = [
        json.dumps({"errors": [{"text": "x", "category": category, "severity": "minor"}]})
        for category in ("fluency/punctuation", "style")
    ]
    found = read(lines(*zip(requests, answers, strict=True)), sent(2, segments=1), scale="gemba-v2")
    assert found.systems[0].score == pytest.approx((-0.1 + -1 / 2) / 1.5)
    assert found.record()["scale"] == "gemba-v2"
    assert found.record()["combined_by"] == "reciprocal ranks"


@pytest.mark.parametrize(
    ("family", "kin"),
    [(("gpt-*", "A"), ["A"]), (("gpt-*", "*"), ["A", "B|%"]), (("gpt-*",), []), (("claude", "A"), []), ((), [])],
)
def test_a_judge_of_a_system_of_its_family_is_a_caveat(family, kin):
    a1, _, b1, _ = ids()
    found = read(lines((a1, "1"), (b1, "2")), sent(), judge="GPT-5", families=(family,))
    assert found.systems_of_family() == kin
    assert len(found.caveats()) == bool(kin)
    assert found.record()["own_family"] == kin


def test_names_of_a_family_that_nothing_has_are_told():
    a1, _, b1, _ = ids()
    found = read(lines((a1, "1"), (b1, "2")), sent(), judge="gpt-5", families=(("gpt-*", "MyGPT", "A"), ("o*",)))
    assert found.sentences()[-1] == "No judge or system is called MyGPT, o*."


def test_answers_of_several_models_are_a_caveat():
    rows = [{"custom_id": one.custom_id, "answer": "5", "model": f"m{at}"} for at, one in enumerate(ids()[:2])]
    found = read("\n".join(map(json.dumps, rows)).encode(), sent())
    assert found.judge == "m0, m1"
    assert "2 models" in found.caveats()[0]


def test_of_many_models_only_some_are_named():
    requests = ids(repeats=20, segments=1)
    rows = [{"custom_id": one.custom_id, "answer": "5", "model": f"m{at}" * 90} for at, one in enumerate(requests)]
    found = read("\n".join(map(json.dumps, rows)).encode(), sent(20, segments=1))
    assert len(found.models) == 40
    assert found.judge.startswith("m0m0")
    assert found.judge.endswith(" and 37 more")
    assert len(found.judge) < 200
    assert len(found.caveats()[0]) < 300
    assert found.judge in found.caveats()[0]


@pytest.mark.parametrize("shape", BATCH_SHAPES.values(), ids=BATCH_SHAPES)
@pytest.mark.parametrize("protocol", JUDGE_PROTOCOLS.values(), ids=JUDGE_PROTOCOLS)
def test_requests_come_back_with_their_texts_and_protocol(shape, protocol):
    written = []
    for one in ids(repeats=3):
        messages = prompt_messages(protocol, JudgedTexts(TEXTS[one.system], "{}\n"), LanguageNames("English", "German"))
        written.append(shape.format_request_line(one, json.dumps(shape.body(messages, ModelSettings("m")))))
    found = read_requests("prompts.jsonl", "\n".join(written).encode())
    assert found.texts == {one: JudgedTexts(TEXTS[one.system], "{}\n") for one in ids(repeats=3)}
    assert found.protocols == {protocol.name}


def test_prompts_to_answers_to_scores():
    """What a model answers to our own prompts, in the shape of each provider, comes back number by number."""
    expected = {one: float(10 * at) for at, one in enumerate(ids(repeats=2))}
    said = {
        DA: lambda score: {"score": score},
        ESA: lambda score: {"errors": [{"text": "Hund", "context": "", "severity": "major"}], "score": score},
        MQM: lambda score: {"errors": [{"text": "Hund", "context": "", "category": "style", "severity": "major"}]},
    }
    wrapped = {
        "openai": lambda one, text: {
            "custom_id": one.custom_id,
            "response": {"status_code": 200, "body": {"choices": [{"message": {"content": text}}]}},
        },
        "anthropic": lambda one, text: {
            "custom_id": one.short_id,
            "result": {"type": "succeeded", "message": {"content": [{"type": "text", "text": text}]}},
        },
        "gemini": lambda one, text: {
            "key": one.custom_id,
            "response": {"candidates": [{"content": {"parts": [{"text": text}]}, "finishReason": "STOP"}]},
        },
        "jsonl": lambda one, text: {"custom_id": one.custom_id, "answer": text},
    }
    assert wrapped.keys() == BATCH_SHAPES.keys()
    for protocol, answer in said.items():
        for wrap in wrapped.values():
            data = "\n".join(json.dumps(wrap(one, json.dumps(answer(score)))) for one, score in expected.items())
            found = read(data.encode(), sent(2, protocol.name))
            assert not found.unread
            scores = {RequestId("0123abcd", one.system, one.segment, one.repeat): one.score for one in found.scores}
            assert scores == (dict.fromkeys(expected, -5.0) if protocol is MQM else expected)
            assert all(TEXTS[one.system][one.start : one.end] == "Hund" for one in found.errors)


@pytest.mark.parametrize(
    ("data", "kinds"),
    [
        (b'{"custom_id": "x", "a": ' + b"[" * 100_000 + b"}", {"bad line": 1}),
        (b'{"custom_id": "x", "answer": "' + b"9" * MAX_LINE_BYTES + b'"}', {"bad line": 1}),
        (b'{"custom_id": "x", "answer": ' + b"9" * 100_000 + b"}", {"bad line": 1}),
        (b'\n\nnull\n"x"\n[1]\n', {"bad line": 3}),
        (b"[1, 2", {"bad line": 3}),
        (b'[{"custom_id": "0123abcd|A|1|1", "answer": "5"}, {"custom_id": "x", "x": 1, "x": 2}] x', {"bad line": 2}),
        (b'[{"custom_id": "x", "answer": "5"} {"custom_id": "x", "answer": "5"}]', {"unknown id": 1, "bad line": 1}),
    ],
)
def test_hostile_lines_are_counted_one_by_one(data, kinds):
    found = read(data, sent())
    counts = {kind: count for kind, count in found.unread_counts.items() if kind != "missing"}
    assert counts == kinds


def as_rows(scores):
    return [{"custom_id": one.custom_id, "answer": score} for one, score in zip(ids(), scores, strict=False)]


PRETTY = [json.dumps(row, indent=1).encode() for row in as_rows(["1", "2", "3"])]
BAD = b'{"custom_id": "0123abcd|A|1|1", "answer": "\xff"}'
MARK = b"\xef\xbb\xbf"


@pytest.mark.parametrize(
    ("data", "scores", "n_bad"),
    [
        pytest.param(BAD + b"\n" + lines(*zip(ids()[1:], "234", strict=True)), [2, 3, 4], 1, id="a bad byte"),
        pytest.param(BAD.replace(b"\xff", b"\0") + b"\n" + lines((ids()[1], "2")), [2], 1, id="a NUL"),
        pytest.param(MARK + b"[" + BAD + b"," + PRETTY[1] + b"]", [2], 1, id="a bad byte in a list"),
        pytest.param(PRETTY[0], [1], 0, id="an object of several lines"),
        pytest.param(b"\r\n".join(PRETTY), [1, 2, 3], 0, id="objects of several lines"),
        pytest.param(b"[" + PRETTY[0] + b"]\n[" + PRETTY[1] + b"]", [1, 2], 0, id="two lists"),
        pytest.param(b"[" + PRETTY[0] + b"]" + MARK + b"[]" + PRETTY[1], [1, 2], 0, id="a list and an object"),
        pytest.param(MARK + lines((ids()[0], "1")) + b"\n" + MARK + lines((ids()[1], "2")), [1, 2], 0, id="two marks"),
        pytest.param(PRETTY[0][:30].replace(b"\n", b"") + b"\n" + lines((ids()[1], "2")), [2], 1, id="a cut line"),
    ],
)
def test_a_file_is_read_around_what_is_broken_and_across_its_parts(data, scores, n_bad):
    found = read(data, sent())
    assert [one.score for one in found.scores] == scores
    assert found.unread_counts.get("bad line", 0) == n_bad


@pytest.mark.parametrize("data", [b"answer\xff", b"\0\1\2", '{"answer": "5"}'.encode("utf-16-le")])
def test_what_is_no_text_is_refused_without_talk_of_encodings(data):
    with pytest.raises(FormatError) as error:
        read(data, sent())
    assert "--encoding" not in str(error.value)


_KEYS = (
    "custom_id key doc id response body choices message content refusal finish_reason error status_code result type"
    " candidates parts text filtered_resps resps model_response answer score errors output status stop_reason"
)
KEYS = st.sampled_from(_KEYS.split())
TEXT_VALUES = st.sampled_from([ids()[0].custom_id, "stop", "95", "text"])
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from([ids()[0].custom_id, "stop", "95", "text"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


@given(st.lists(st.dictionaries(KEYS, VALUES, max_size=5), min_size=1, max_size=4), st.booleans())
def test_objects_of_any_shape_are_answers_or_counted(rows, is_array):
    data = json.dumps(rows) if is_array else "\n".join(map(json.dumps, rows))
    found = read(data.encode(), sent(), kind="da")
    n_doubles = found.unread_counts.get("double", 0)
    assert found.n_read + len(found.unread) - found.unread_counts.get("missing", 0) == len(rows)
    assert found.n_read <= 1 + n_doubles


@given(st.binary(min_size=1, max_size=80))
def test_bytes_of_any_kind_are_answers_counted_or_a_file_that_is_refused(data):
    with suppress(FormatError):
        read(data, sent(), kind="da")


def test_halves_of_surrogates_end_nowhere():
    a1, a2, *_ = ids()
    error = json.dumps({"errors": [{"text": "\ud800", "severity": "minor"}], "score": 5})
    rows = [
        {"custom_id": a1.custom_id, "answer": error},
        {"custom_id": a2.custom_id, "answer": "\ud800"},
        {"custom_id": "\ud800", "answer": "5", "model": "\ud800"},
        {"custom_id": a2.custom_id, "error": {"message": "\ud800"}},
    ]
    found = read("\n".join(map(json.dumps, rows)).encode(), sent())
    assert found.unread_counts == {"other form": 2, "missing": 2, "unknown id": 1, "failed": 1}
    json.dumps(found.record(), ensure_ascii=False).encode()


def test_a_field_is_chosen_by_its_path():
    rows = [{"custom_id": one.custom_id, "said": {"parts": ["x", str(at)]}} for at, one in enumerate(ids()[:2])]
    answers = read_answer_file("answers.json", json.dumps(rows).encode(), "said.parts.1")
    found = judge_answers.run(JudgeAnswersRequest(), sent(), answers)
    assert [one.score for one in found.scores] == [0.0, 1.0]
    answers = read_answer_file("answers.json", json.dumps(rows).encode(), "said.parts.2")
    assert judge_answers.run(JudgeAnswersRequest(), sent(), answers).unread_counts["no text"] == 2


def test_answers_in_several_files_are_told_by_file_and_line():
    a1, a2, b1, b2 = ids()
    first, second = lines((a1, "40"), (a2, "50"), (b1, "?")), lines((a2, "51"), (b2, "60"), (a1, "40"))
    given = [*read_answer_file("1.jsonl", first), *read_answer_file("2.jsonl", second)]
    found = judge_answers.run(JudgeAnswersRequest(), sent(), given)
    assert [(one.system, one.segment, one.score) for one in found.scores] == [("A", 1, 40.0), ("B|%", 2, 60.0)]
    different = "double: line 2 of 1.jsonl, line 1 of 2.jsonl say different things, and none counts"
    assert [(one.file, one.line, one.reason) for one in found.unread] == [
        ("1.jsonl", 2, different),
        ("1.jsonl", 3, "other form: no score and no list of errors"),
        ("2.jsonl", 1, different),
        ("2.jsonl", 3, "double: line 1 of 1.jsonl says the same"),
    ]
    assert [*found.unread[0].record(names_file=True)] == ["file", "line", "custom_id", "reason"]


def test_requests_of_several_files_are_joined_and_an_id_is_in_one_of_them():
    a1, a2, *_ = ids()
    texts = JudgedTexts("der Hund", "the dog")
    first, second = (SentRequests(f"{one.segment}.jsonl", {one: texts}) for one in (a1, a2))
    assert join_requests([first, second]).texts == {a1: texts, a2: texts}
    with pytest.raises(FormatError, match=r"1\.jsonl.*found a second request 0123abcd"):
        join_requests([first, second, first])
