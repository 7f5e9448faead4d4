"""WMT's documents, one a line, as columns of paragraphs."""

import json

import pytest

from scoring.formats import FormatError, Role, assemble, guess_roles, read_columns
from scoring.formats.json_files.paragraphs import parse_document_id
from tests.judgments import lines

ID = "WMT26_###_news_###_eng_Latn_###_deu_Latn_###_{}"


def documents(key, **texts):
    return lines(
        *(json.dumps({"doc_id": ID.format(id), key: text, "metadata": {"a": 1}}) for id, text in texts.items())
    )


def test_documents_become_paragraphs_with_their_names():
    files = {
        "src.jsonl": documents("src_text", one="A\n\nB", two="C"),
        "ref.jsonl": documents("reference", two="<p>c</p>", one="<p>a</p>\n<p>b</p>"),
        "sysA.jsonl": documents("hypothesis", one="x\n \ny", two="z"),
    }
    columns = guess_roles([column for file, data in files.items() for column in read_columns(file, data)])
    assert [column.role for column in columns] == [Role.SOURCE, Role.REFERENCE, Role.SYSTEM]
    test_set = assemble(columns, "x")
    assert test_set.references[0].segments.to_pylist() == ["a", "b", "c"]
    assert test_set.system("sysA").segments.to_pylist() == ["x", "y", "z"]
    assert test_set.documents.to_pylist() == ["one", "one", "two"]
    assert test_set.domains.to_pylist() == ["news"] * 3


@pytest.mark.parametrize(
    ("keys", "references"),
    [
        ({"refs": {"ref": "a\n\nb"}}, {"ref": ["a", "b"]}),
        ({"refs": {"source": {"ref": "a\n\nb"}}}, {"refs source": ["a", "b"]}),
        ({"ref": "a\n\nb", "refs": {"ref": "c\n\nd"}}, {"ref": ["a", "b"], "refs ref": ["c", "d"]}),
        ({"refs": {"A": "a\n\nb"}, "references": {"A": "c\n\nd"}}, {"A": ["a", "b"], "references A": ["c", "d"]}),
    ],
)
def test_no_reference_is_lost_whatever_it_is_called(keys, references):
    columns = read_columns("x.jsonl", lines(json.dumps({"doc_id": "one", "src_text": "A\n\nB", **keys})))
    found = {column.name: column.segments.to_pylist() for column in columns if column.role is Role.REFERENCE}
    assert found == references
    assert [column.segments.to_pylist() for column in columns if column.role is Role.SOURCE] == [["A", "B"]]


def test_references_under_their_names_as_of_2025():
    rows = [
        {
            "doc_id": ID.format(id),
            "src_text": f"{id}\n\nB",
            "refs": {"refA": {"ref": "a\n\nb"}, "refB": {"ref": "c\n\nd"}},
        }
        for id in ("one", "two")
    ]
    columns = read_columns("x.jsonl", lines(*map(json.dumps, rows)))
    assert [(column.name, column.role) for column in columns[1:]] == [
        ("refA", Role.REFERENCE),
        ("refB", Role.REFERENCE),
    ]
    assert columns[2].segments.to_pylist() == ["c", "d"] * 2
    assert not [notice for notice in columns[0].notices if notice.kind == "left-out"]
    rows[1]["refs"]["refB"]["ref"] = "c"
    with pytest.raises(FormatError, match=r"line 2: .*2 paragraphs in refA, 1 paragraph in refB"):
        read_columns("x.jsonl", lines(*map(json.dumps, rows)))


def test_unequal_numbers_of_paragraphs_are_named_by_document():
    one, other = documents("reference", one="a\n\nb", two="c"), documents("hypothesis", one="a", two="c")
    columns = guess_roles([*read_columns("ref.jsonl", one), *read_columns("sysA.jsonl", other)])
    with pytest.raises(FormatError, match=r"sysA\.jsonl: .* of each document as in .*, found one has 1, not 2"):
        assemble(columns, "x")


def test_unequal_texts_of_one_line_are_refused():
    row = json.dumps({"doc_id": "d", "src_text": "a\n\nb", "hypothesis": "c"}).encode()
    with pytest.raises(FormatError, match="2 paragraphs in src_text, 1 paragraph in hypothesis"):
        read_columns("x.jsonl", row)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (documents("hypothesis", one="a") * 2, "document WMT26_###_news_###_eng_Latn_###_deu_Latn_###_one a second"),
        (b'{"doc_id": "d", "hypothesis": 3}\n', "no text"),
        (b'{"doc_id": "", "hypothesis": "x"}\n', "nothing under 'doc_id'"),
        (b'{"doc_id": "d", "hypothesis": "x"}\n{"doc_id": "e", "src_text": "x"}\n', "line 2: expected texts under"),
        (
            b'{"doc_id": "en-de_#_news_#_d", "hypothesis": "x"}\n{"doc_id": "en-cs_#_news_#_d", "hypothesis": "x"}\n',
            "one pair of languages, found en-cs, en-de",
        ),
    ],
)
def test_what_is_refused(data, message):
    with pytest.raises(FormatError, match=message):
        read_columns("x.jsonl", data)


def test_long_ids_have_document_domain_and_languages():
    assert parse_document_id(ID.format("a.b_c")) == ("a.b_c", "news", "eng_Latn-deu_Latn")
    assert parse_document_id("cs-de_DE_#_news_#_blesk.cz.112043_#_0") == ("blesk.cz.112043_0", "news", "cs-de_DE")
    assert parse_document_id("talk.1") == ("talk.1", "", "")
