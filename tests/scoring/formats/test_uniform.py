"""Texts whose segments are nearly all no sentences, or sentences with something beside them, are noticed."""

import base64
import hashlib
import io
import itertools
import urllib.parse
import uuid

import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.formats import Role, guess_roles, read_columns
from scoring.formats.plain_text.affixes import _affix, are_nearly_all, common_beginning, common_end
from scoring.formats.plain_text.notices import NoticeTally, notice_segments
from scoring.formats.plain_text.text import read_blocks
from scoring.formats.plain_text.uniform import KINDS, Kinds, _forms
from tests.cases import as_one_test
from tests.files import zipped

WORDS = ["Ja", "Nein", "Hallo", "Welt", "gut", "also", "Montag", "Dienstag", "heute", "morgen", "Ende"]
SENTENCES = [
    "The cat sat on the mat today.",
    "It rained all day long in Paris.",
    "We went home by train at night!",
    "She gave him the old red book.",
    "Nobody knows what will happen next year?",
    "Les prix ont augmenté de cinq pour cent.",
]
BESIDE = {
    "only-rows": {
        "bars": "{at} ||| {text}",
        "parallel": "Le chat dort. ||| {text}",
        "alignments": "{text} ||| 0-0 1-1 2-2",
        "semicolons": "{at};{text};0.5",
        "Markdown": "| {at} | {text} |",
        "arrow": "Le chat dort. => {text}",
        "arrow as one sign": "Le chat dort. \N{RIGHTWARDS ARROW} {text}",
        "slash": "Le chat dort. / {text}",
    },
    "same-beginnings": {
        "Kaldi": "utt-000{at} {text}",
        "hexadecimal ids": "{hash} {text}",
        "stm": "file1 1 spk{at} 0.00 2.00 <o,f0,male> {text}",
        "ctm": "utt1 1 {at}.00 0.20 {word}",
        "grep": "file:{at}:{text}",
        "line numbers": "     {at}  {text}",
        "list": "{at}. {text}",
        "comma": "{at},{text}",
        "score": "-{at}.5e-07 {text}",
        "OpenNMT": "PRED {at}: {text}",
        "log": "[2024-05-01 12:00:0{at}] [info] Best translation {at} : {text}",
        "label": "Translation: {text}",
        "thoughts": "<think>Hm {at}.</think> {text}",
        "SQL": "INSERT INTO t VALUES ({at}, '{text}');",
        "NLLB": "eng_Latn {text}",
        "M2M": "__eng__ {text}",
        "OPUS": ">>fra<< {text}",
        "MADLAD": "<2en> {text}",
        "quoted mail": "> {text}",
        "object": "Message(content='{text}', role='assistant')",
    },
    "same-ends": {
        "trn": "{text} (spk1-utt{at})",
        "score": "{text} (0.9{at})",
        "score alone": "{text} 0.9{at}",
        "line end": "{text}\\n",
    },
    "literals": {
        "string": '"{text}"',
        "JSON": '"{text}",',
        "bytes": "b'{text}'",
        "dictionary": "{{'translation': '{text}'}}",
        "list": "['{text}']",
        "tree": "(S (NP (DT The) (NN {word})) (VP (VBD sat)))",
    },
}
ANNOTATED = {
    "factors": "{0}|{1}|NN",
    "tags": "{0}/NN",
    "features": "{0}\N{HALFWIDTH FORMS LIGHT VERTICAL}C",
    "Moses": "{0} |0-0|",
    "byte-level BPE": "\N{LATIN CAPITAL LETTER G WITH DOT ABOVE}{0}",
}
UNIFORM = {
    **{
        f"{kind}, {name}": [
            form.format(at=at, text=text, word=text.split()[1], hash=hashlib.md5(text.encode()).hexdigest())
            for at, text in enumerate(SENTENCES)
        ]
        for kind, forms in BESIDE.items()
        for name, form in forms.items()
    },
    **{
        f"annotated, {name}": [" ".join(form.format(word, word.lower()) for word in text.split()) for text in SENTENCES]
        for name, form in ANNOTATED.items()
    },
    "annotated, byte-level BPE without spaces": [
        text.replace(" ", "\N{LATIN CAPITAL LETTER G WITH DOT ABOVE}") for text in SENTENCES
    ],
    "same-beginnings, words": [f"Sure, it says: {text}" for text in SENTENCES],
    "same-beginnings, phrase": [f"Sure, that is. {text}" for text in SENTENCES * 2],
    "coded, Base64": [base64.b64encode(text.encode()).decode() for text in SENTENCES],
    "coded, URL": [urllib.parse.quote(text) for text in SENTENCES],
    "coded, form": [urllib.parse.quote_plus(text) for text in SENTENCES],
    "only-values": ["None", "null", "NaN", " nan", "N/A", "True"],
    "only-numbers, percent": [f"{at}5 %" for at in range(5)],
    "only-numbers, vectors": [f"[0.{at}, -0.2]" for at in range(5)],
    "one-text": ["I'm sorry, but I can't help with that."] * 10,
    "one-text, nearly": [*["Quota exceeded."] * 19, *SENTENCES[:1]],
    "only-ids, path": ["/data/out/1.txt", "/data/out/2.txt"],
    "only-numbers": ["1", "2.5 7"],
    "only-numbers, infinite": ["0.5", "inf", "-Infinity", "NaN", "None"],
    "only-ids": ["doc-0001", "doc-0002"],
    "only-ids, colons": ["wmt21:news:12", "wmt21:news:13"],
    "only-ids, of documents": ["seg_17", "seg_17", "seg_18"],
    "only-ids, UUID": [str(uuid.UUID(int=at * 7**40)) for at in range(1, 9)],
    "only-ids, SHA-1": [hashlib.sha1(b"%d" % at).hexdigest() for at in range(9)],
    "only-ids, hexadecimal": [f"x/{hashlib.md5(b'%d' % at).hexdigest()[:8]}" for at in range(9)],
    "only-ids, words differ": [f"{word}.{at**3}" for at, word in enumerate(WORDS)],
    "only-ids, many": [f"doc-{at}" for at in range(300)],
    "only-rows": ["a b\tc", "d\te f"],
    "only-rows, many": [f"{at}\tEin Satz.\t" for at in range(300)],
    "only-rows, CSV": ['"a","b, c"', '"d ""e""","f"'],
    "only-rows, semicolons": ['"a";"b"', '"c";"d"'],
    "wrapped": ["<p>Ein Satz.</p>", " <p class='a'>Noch <b>einer</b>.</p> "],
    "wrapped, li": ["<LI>Ein Satz.</LI>"] * 2,
    "wrapped, many": ["<p>Ein Satz.</p>"] * 300,
}
VARIED = [
    *[[line] for lines in UNIFORM.values() for line in lines[:1]],
    *[[*lines, *(["Ein Satz."] * (1 + len(lines) // 4))] for lines in UNIFORM.values()],
    *[[*lines * 120, *(["Ein Satz."] * (20 * len(lines)))] for lines in UNIFORM.values()],
    *[lines[:4] for lines in UNIFORM.values() if len(lines) == len(SENTENCES)],
    SENTENCES,
    [f"I'm {text}" for text in SENTENCES * 2],
    [f"L'{text}" for text in SENTENCES * 2],
    [f"Mr. President, {text}" for text in SENTENCES],
    [f"\N{LEFT DOUBLE QUOTATION MARK}{text}\N{RIGHT DOUBLE QUOTATION MARK}" for text in SENTENCES * 2],
    [f"- {text}" for text in SENTENCES * 2],
    [f"{text} said." for text in SENTENCES * 2],
    [f"The long house at number {at} has rooms: {text}" for at, text in enumerate(SENTENCES * 2)],
    [f"{text} और |" for text in SENTENCES],
    [f"{text} &amp; &lt;" for text in SENTENCES],
    [f"\N{LATIN CAPITAL LETTER G WITH DOT ABOVE}unju {text}" for text in SENTENCES],
    [f"Article {at}. Members shall {text}" for at, text in enumerate(SENTENCES * 2)],
    [f"{text} ကျောင်းသွားသည်။" for text in SENTENCES * 2],
    [f"{text} है।" for text in SENTENCES * 2],
    [f"{text} 학교\N{FULLWIDTH EXCLAMATION MARK}" for text in SENTENCES * 2],
    [f"a + b = {text}" for text in SENTENCES[:4]],
    ["Donaudampfschifffahrt", "Bundesverfassungsgericht", "Rindfleischetikettierung"] * 2,
    ["\x1c", "\x1d"],
    WORDS,
    ["Win10", "macOS12"],
    ["COVID-19", "H1N1", "G20", "A4"],
    ["Teil2", "Teil2"],
    ["第1章", "第2章"],
    ["Seite 1", "Seite 2"],
    ["10:30", "11:45"],
    ["a\tb", "c"],
    ["a\tb", "c\td\te"],
    ['"Ja."', '"Nein."'],
    ['"Ja", "Nein"', '"Gut", "Also"'],
    ["<p>Ein Satz.</p>", "<b>Noch einer.</b>"],
    ["<p>Ein Satz.</p>", "<p>Noch einer."],
    ["<br>", "<br>"],
    ["nan", "none"],
    ["", ""],
]


def found(notices):
    return [notice.kind for notice in notices if notice.kind in KINDS]


@pytest.mark.exhaustive
@as_one_test
@pytest.mark.parametrize("name", UNIFORM)
def test_what_all_segments_are_is_noticed_once(name):
    lines, kind = UNIFORM[name], name.partition(",")[0]
    text = "".join(f"{line}\n" for line in lines)
    (column,) = read_columns("x.txt", text.encode())
    assert found(column.notices) == [kind]
    with_blanks = f"\n{text} \n".encode("utf-16")
    assert found(read_columns("x.zip", zipped({"a/x.txt": with_blanks}))[0].notices) == [kind]
    tally = NoticeTally()
    list(read_blocks("x.txt", io.BytesIO(text.encode()), 1, piece=64, noticed=tally))
    assert [one.message for one in tally.notices()] == [one.message for one in column.notices]


@pytest.mark.exhaustive
@as_one_test
@pytest.mark.parametrize("lines", VARIED, ids=lambda lines: f"{lines[0]} {len(lines)}")
def test_other_texts_are_not_noticed(lines):
    assert not found(notice_segments(pa.array(lines)))


def test_what_is_said():
    said = {kind: notice_segments(pa.array(lines))[0].message for kind, lines in UNIFORM.items()}
    assert said["only-ids"] == "Every segment looks like an id, such as doc-0001: are these texts?"
    assert said["only-rows"].startswith("Every segment holds 2 columns separated by tabs: tabs and columns are scored")
    assert said["only-rows, CSV"].startswith("Every segment is a row of cells in quotation marks, as in CSV:")
    assert said["wrapped"] == "Every segment is wrapped in <p>: tags are scored as words. Remove them before scoring."
    beside = ", which is scored as text: is it an id, a score or a label?"
    assert said["same-beginnings, Kaldi"] == f'Every segment begins with something like "utt-0002"{beside}'
    assert said["same-beginnings, label"] == f'Every segment begins with "Translation:"{beside}'
    assert said["same-ends, score alone"] == f'Every segment ends with something like "0.90"{beside}'
    assert (
        said["one-text, nearly"] == 'Nearly every segment (19 of 20) is the same, "Quota exceeded.": are these texts?'
    )


@as_one_test
@pytest.mark.parametrize("name", UNIFORM)
def test_a_heading_and_a_sum_hide_nothing(name):
    lines = UNIFORM[name] * 20
    (notice,) = (n for n in notice_segments(pa.array(["Kopf", *lines, "Summe"])) if n.kind in KINDS)
    assert (notice.kind, notice.message.split(" (")[0]) == (name.partition(",")[0], "Nearly every segment")


def test_of_columns_of_tables_only_tags_are_noticed():
    for name, lines in UNIFORM.items():
        assert found(notice_segments(pa.array(lines), "JSONL")) == (["wrapped"] if name.startswith("wrapped") else [])


def test_missing_segments_say_nothing():
    assert found(notice_segments(pa.array([None, "<p>a</p>", None, "<p>b</p>"]), "JSONL")) == ["wrapped"]
    assert not notice_segments(pa.array([None, None], pa.string()), "JSONL")


@given(st.sampled_from([*UNIFORM]), st.lists(st.integers(1, 320)), st.integers(0, 320), st.sampled_from([0, 1, 2, 200]))
def test_blocks_are_noticed_as_the_whole(name, cuts, at, n_others):
    lines = UNIFORM[name] * 40
    lines[at:at] = SENTENCES * n_others
    tally, places = NoticeTally(), sorted({0, len(lines), *(cut for cut in cuts if cut < len(lines))})
    for first, end in itertools.pairwise(places):
        tally.add(pa.array(lines[first:end]))
    assert tally.notices() == notice_segments(pa.array(lines))
    if n_others in {0, 200}:
        assert found(tally.notices()) == ([] if n_others else [name.partition(",")[0]])


@given(st.lists(st.text("a1-.,:() \"'<>", max_size=30), min_size=1, max_size=30))
def test_what_is_told_of_beginnings_and_ends_nearly_all_lines_have(lines):
    for affix in (common_beginning(lines), common_end(lines)):
        if affix is not None:
            matched = pc.match_substring_regex(pa.array(lines), affix.pattern)
            assert are_nearly_all(pc.sum(matched).as_py(), len(lines))
    notice_segments(pa.array(lines))


PIECES = [
    "a",
    "1",
    "12",
    ".",
    ",",
    "-",
    "+",
    " ",
    "Id",
    "x3",
    ")",
    "»",
    "</s>",
    "&amp;",
    "Article 1.",
    "|",
    "NaN",
    "/",
    '"',
    "[",
]


@given(st.lists(st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map("".join), min_size=1, max_size=20))
def test_what_is_ruled_out_at_a_glance_is_so_by_the_patterns_too(lines):
    assert common_beginning(lines) == _affix(lines, False)
    assert common_end(lines) == _affix(lines, True)
    column = pa.array(lines)
    for form in _forms(lines, Kinds.OF_LINES):
        matched = form.are_of_it(column).to_pylist()
        assert not any(form.is_ruled_out(line) for line, is_match in zip(lines, matched, strict=True) if is_match)


def test_long_lines_cost_no_time():
    for line in ("a1" * 500_000, "<p " * 300_000, "\t" * 100_000, '"' * 500_000, "1-" * 400_000):
        notice_segments(pa.array([line, line + "x"]))


def test_a_column_of_ids_that_no_name_speaks_for_is_no_system():
    table = "system\tn0\n" + "".join(f"the cat number {n} sat\tn{n}\n" for n in range(1, 5))
    first, second = guess_roles(read_columns("s.tsv", table.encode()))
    assert (first.role, second.role) == (Role.SYSTEM, Role.IGNORE)
    assert [notice.message for notice in second.notices if "looks like an id" in notice.message]
