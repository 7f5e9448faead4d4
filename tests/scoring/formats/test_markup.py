"""NIST SGML and WMT XML from real bytes, well-formed or not; entities are never expanded."""

import pytest

from scoring.formats import (
    CountMismatchError,
    FileLimits,
    FormatError,
    Role,
    TooLargeError,
    assemble,
    cross_check,
    guess_roles,
    read_columns,
    repair,
)
from tests.cases import as_one_test

SRC = b"""<srcset setid="t" srclang="en">
<doc docid="d1"><seg id="1"> One &amp; two </seg><seg id="2">AT&T < 3</seg></doc>
<doc docid="d2"><seg id="1">Last</seg></doc>
</srcset>
"""
REFS = b"""<!DOCTYPE mteval SYSTEM "ftp://example.org/mteval.dtd">
<mteval>
<refset setid="t" refid="A"><doc docid="d1"><seg id="1">a1</seg><seg id="2">a2</seg></doc>
<doc docid="d2"><seg id="1">a3</seg></doc></refset>
<refset setid="t" refid="B"><doc docid="d1"><seg id="1">b1</seg></doc>
<doc docid="d2"><seg id="1">b3</seg></doc></refset>
</mteval>
"""
TST = b"""<TSTSET SETID="t" SRCLANG=en TRGLANG=de SYSID="mine">
<DOC DOCID="d2" GENRE="nw"><HL><SEG ID=1> h3
</HL></DOC>
<DOC DOCID="d1"><P><SEG ID=1> h1 <SEG ID=2> &lt;b&gt; &amp;lt; <unk>
</TSTSET>
"""


def table(columns):
    return {column.name: column.segments.to_pylist() for column in columns}


def test_nist_source():
    (column,) = read_columns("src.sgm", SRC)
    assert (column.name, column.role, column.format) == ("source", Role.SOURCE, "NIST")
    assert column.segments.to_pylist() == ["One & two", "AT&T < 3", "Last"]
    assert column.keys.to_pylist() == ["d1 / 1", "d1 / 2", "d2 / 1"]


@pytest.mark.parametrize("file", ["refs.sgm", "refs.SGML", "refs.xml", "refs.sgm.gz.en", "refs"])
def test_nist_references(file):
    columns = read_columns(file, REFS)
    assert table(columns) == {"A": ["a1", "a2", "a3"], "B": ["b1", "b3"]}
    assert {column.role for column in columns} == {Role.REFERENCE}


def test_nist_capitals_and_unclosed_tags():
    (column,) = read_columns("tst.sgm", TST)
    assert (column.name, column.role) == ("mine", Role.SYSTEM)
    assert column.segments.to_pylist() == ["h3", "h1", "<b> &lt; <unk>"]


def test_nist_name_from_the_documents():
    data = b'<tstset setid="t"><doc sysid="CMU" docid="d"><seg id="1">x</doc></tstset>'
    assert table(read_columns("x.sgm", data)) == {"CMU": ["x"]}
    data = b'<refset setid="t"><doc sysid="a" docid="d"><seg id="1">x</doc>'
    data += b'<doc sysid="b" docid="d"><seg id="1">y'
    assert table(read_columns("x.sgm", data)) == {"a": ["x"], "b": ["y"]}
    data = b'<tstset setid="t"><doc docid="d"><seg id="1">x</seg></doc></tstset>'
    assert table(read_columns("system.mine.sgm", data)) == {"mine": ["x"]}


def outputs(*named):
    """Files of one segment each, as (file, sysid) pairs say; no sysid where it is None."""
    columns = []
    for file, sysid in named:
        said = "" if sysid is None else f' sysid="{sysid}"'
        data = f'<tstset setid="t"{said}><doc docid="d"><seg id="1">{file}</seg></doc></tstset>'
        columns += read_columns(file, data.encode())
    return columns


@pytest.mark.parametrize(
    ("files", "names"),
    [
        ([("a.sgm", "sys"), ("b.sgm", "sys")], ["a", "b"]),
        ([("hyp.a.sgm", "sys"), ("c.sgm", "mine"), ("hyp.b.sgm", "sys")], ["a", "mine", "b"]),
        ([("a.sgm", "sys"), ("b.sgm", "mine")], ["sys", "mine"]),
        ([("news.de-en.sgm", "sys"), ("news.cs-en.sgm", "sys")], ["news.de-en", "news.cs-en"]),
        ([("news.de-en.sgm", None), ("news.cs-en.sgm", None)], ["news.de-en", "news.cs-en"]),
        ([("x/a.sgm", "sys"), ("y/a.sgm", "sys")], ["x/a", "y/a"]),
        ([("a.sgm", "b"), ("c.sgm", "b"), ("b.sgm", "sys")], ["a", "c", "sys"]),
    ],
)
def test_where_system_ids_do_not_tell_files_apart_their_names_do(files, names):
    columns = guess_roles(outputs(*files))
    assert [column.name for column in columns] == names
    assert guess_roles(columns) == columns


def test_several_systems_of_one_file_keep_their_ids():
    two = (
        '<tstset sysid="sys"><doc docid="d"><seg id="1">x</doc><tstset sysid="mine"><doc docid="d"><seg id="1">y</doc>'
    )
    columns = guess_roles([*read_columns("two.sgm", two.encode()), *outputs(("a.sgm", "sys"))])
    assert [column.name for column in columns] == ["sys", "mine", "a"]


def test_the_ids_of_references_and_systems_are_not_compared():
    reference = b'<refset refid="sys"><doc docid="d"><seg id="1">r</doc>'
    columns = guess_roles([*read_columns("r.sgm", reference), *outputs(("a.sgm", "sys"))])
    assert [column.name for column in columns] == ["sys (r)", "sys"]


def test_nist_files_line_up_by_document_and_id():
    columns = guess_roles([*read_columns("t.sgm", TST), *read_columns("r.sgm", REFS), *read_columns("s.sgm", SRC)])
    notices = {c.name: [n.message for n in c.notices if n.kind == "segment-order"] for c in columns}
    assert notices["mine"] == ["3 segments stand elsewhere than in source; they are lined up by their ids."]
    assert notices["B"] == ["2 segment ids against 3 in source; they are lined up by their ids."]
    assert notices["A"] == notices["source"] == []
    segment = assemble(columns, "t").segment(1)
    assert segment.source == "AT&T < 3"
    assert segment.references == {"A": "a2"}
    assert segment.hypotheses == {"mine": "<b> &lt; <unk>"}
    assert [len(c.notices) for c in cross_check(columns)] == [len(c.notices) for c in columns]


def test_nist_system_that_lacks_a_segment():
    columns = [*read_columns("s.sgm", SRC), *read_columns("r.sgm", REFS)]
    short = read_columns("t.sgm", TST.replace(b"<SEG ID=2>", b"<SEG ID=9>"))
    with pytest.raises(FormatError, match=r"t\.sgm: segment d1 / 9, which source \(s\.sgm\) does not have"):
        assemble([*columns, *short], "t")
    short = read_columns("t.sgm", TST.replace(b"<SEG ID=2>", b""))
    with pytest.raises(FormatError, match="system mine lacks segment d1 / 2"):
        assemble([*columns, *short], "t")


def test_nist_beside_plain_text():
    columns = [*read_columns("r.sgm", REFS), *read_columns("hyp.txt", b"1\n2\n3\n")]
    assert assemble(columns, "t").segment(1).references == {"A": "a2"}
    with pytest.raises(CountMismatchError):
        assemble([*columns, *read_columns("sys2.txt", b"1\n2\n")], "t")


def test_nist_other_entities_are_left_and_noticed():
    data = '<refset refid="A"><doc docid="d"><seg id="1">caf&#233;</seg><seg id="2">&amp; &amp;amp; ok</seg>'
    (column,) = read_columns("x.sgm", data.encode())
    assert column.segments.to_pylist() == ["caf&#233;", "& &amp; ok"]
    (notice,) = column.notices
    assert (notice.kind, notice.count, notice.lines) == ("entities", 1, (1,))


@pytest.mark.parametrize(
    ("data", "line", "found"),
    [
        (b'<srcset>\n<doc docid="d">\n<seg>x</seg>', 3, "segment without id in document d"),
        (
            b'<srcset>\n<doc docid="d"><seg id="1">x</seg>\n<seg id="1">y</seg>',
            3,
            "segment d / 1 a second time",
        ),
        (b'<srcset><seg id="1">x</seg>', 1, "expected a <doc docid=...>, found segment 1 outside"),
        (b'<doc docid="d"><seg id="1">x</seg>', 1, "expected <srcset>, <refset> or <tstset>"),
        (b"<srcset></srcset>", None, "no segments"),
        (b"just text\n", None, "no segments"),
    ],
)
def test_bad_nist(data, line, found):
    with pytest.raises(FormatError, match=found) as caught:
        read_columns("x.sgm", data)
    assert caught.value.line == line


def test_nist_latin1_by_declaration_or_choice():
    body = '<srcset setid="t"><doc docid="d"><seg id="1">café</seg></doc></srcset>'.encode("latin-1")
    with pytest.raises(FormatError, match="0xE9"):
        read_columns("x.sgm", body)
    for columns in (
        read_columns("x.sgm", body, encoding="latin-1"),
        read_columns("x.xml", b'<?xml version="1.0" encoding="ISO-8859-1"?>\n' + body),
    ):
        assert table(columns) == {"source": ["café"]}
        assert columns[0].notices[0].kind == "encoding"


def test_many_unfinished_tags_cost_no_time():
    with pytest.raises(FormatError):
        read_columns("x.sgm", b'<seg id="' * 100_000)


WMT = """<?xml version='1.0' encoding='utf-8'?>
<!-- <dataset> -->
<dataset id="newstest2021.en-de">
  <collection id="general">
    <doc origlang="en" id="doc1">
      <src lang="en"><p><seg id="1">One &amp; two</seg><seg id="2"> Two\u2028</seg></p></src>
      <ref lang="de" translator="A"><p><seg id="1">Eins</seg></p><p><seg id="2">Zwei</seg></p></ref>
      <ref lang="de" translator="C"><p><seg id="1">Ein</seg><seg id="2"></seg></p></ref>
      <hyp lang="de" system="Online-A"><p><seg id="2">h2</seg><seg id="1">h1</seg></p></hyp>
      <hyp lang="de" system="mine"><p><seg id="1">m1</seg><seg id="2">m2</seg></p></hyp>
    </doc>
    <doc origlang="en" id="doc2">
      <src lang="en"><p><seg id="1">Three</seg></p></src>
      <ref lang="de" translator="A"><p><seg id="1">Drei</seg></p></ref>
      <hyp lang="de" system="Online-A"><p><seg id="1">h3</seg></p></hyp>
      <hyp lang="de" system="mine"><p><seg id="1">m3</seg></p></hyp>
    </doc>
  </collection>
</dataset>
""".encode()


@pytest.mark.parametrize("file", ["wmt.xml", "wmt", "wmt.all"])
def test_wmt(file):
    columns = read_columns(file, WMT)
    assert table(columns) == {
        "source": ["One & two", "Two\u2028", "Three"],
        "A": ["Eins", "Zwei", "Drei"],
        "C": ["Ein", "", None],
        "Online-A": ["h1", "h2", "h3"],
        "mine": ["m1", "m2", "m3"],
    }
    assert [column.role for column in columns] == ["source", "reference", "reference", "system", "system"]
    assert columns[0].notices[0].kind == "odd-separators"
    assert repair(columns[2], "empty-segments").segments.null_count == 2
    assert assemble(guess_roles(columns), "wmt").segment(2).references == {"A": "Drei"}


def test_wmt_in_other_encodings():
    text = WMT.decode()
    for data in (("\ufeff" + text).encode("utf-16-le"), b"\xef\xbb\xbf" + WMT):
        assert table(read_columns("x.xml", data))["A"] == ["Eins", "Zwei", "Drei"]
    latin = text.replace("utf-8", "iso-8859-1").replace("\u2028", "é").encode("latin-1")
    assert table(read_columns("x.xml", latin))["source"][1] == "Twoé"


@as_one_test
@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        (
            b'<hyp lang="de" system="mine"><p><seg id="1">m3</seg></p></hyp>',
            b"",
            "system mine without segment doc2 / 1",
        ),
        (b'<seg id="2">m2</seg>', b"", "system mine without segment doc1 / 2"),
        (
            b'<seg id="2">m2</seg>',
            b'<seg id="3">m2</seg>',
            "doc1 / 3 in system mine, which the source does not have",
        ),
        (b'<seg id="2">m2</seg>', b'<seg id="1">m2</seg>', "segment doc1 / 1 a second time"),
        (b'<seg id="2">m2</seg>', b"<seg>m2</seg>", "segment without id in document doc1"),
        (b'system="mine"', b'system="Online-A"', "system Online-A a second time in document doc1"),
        (b'id="doc2"', b'id="doc1"', "segment doc1 / 1 a second time"),
        (b'id="doc2"', b"", "a document without id"),
        (
            b'<src lang="en"><p><seg id="1">Three</seg></p></src>',
            b"",
            "source source without segment doc2 / 1",
        ),
        (b"</doc>", b"", "a document inside a document. A </doc> may be missing"),
        (b"</collection>", b"", "well-formed XML"),
        (b'</seg><seg id="2">', b'<seg id="2">', "a segment inside a segment. A </seg> may be missing"),
        (b"&amp;", b"&", "well-formed XML"),
        (b"&amp;", b"&nbsp;", "well-formed XML"),
    ],
)
def test_bad_wmt(old, new, found):
    assert old in WMT
    with pytest.raises(FormatError, match=found):
        read_columns("x.xml", WMT.replace(old, new))


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"<dataset></dataset>", "no segments"),
        (b"<dataset><doc id='1'/></dataset>", "no segments"),
        (b"<html></html>", "found HTML"),
        (b"<tei></tei>", "found <tei>"),
        (b"no markup\n", "well-formed XML"),
    ],
)
def test_other_xml(data, found):
    with pytest.raises(FormatError, match=found):
        read_columns("x.xml", data)


LAUGHS = b'<!DOCTYPE dataset [<!ENTITY a "lol">' + b"".join(
    b'<!ENTITY %c "%s">' % (98 + n, b"&%c;" % (97 + n) * 10) for n in range(9)
)


@pytest.mark.parametrize(
    "doctype",
    [
        LAUGHS + b"]>",
        b'<!DOCTYPE dataset [<!ENTITY a SYSTEM "file:///etc/hostname">]>',
        b'<!DOCTYPE dataset SYSTEM "http://127.0.0.1:9/x.dtd">',
        b'<!-- <dataset> --><!DOCTYPE dataset [<!ENTITY a SYSTEM "file:///etc/hostname">]>',
    ],
)
def test_wmt_refuses_document_types(doctype):
    head, _, body = WMT.partition(b"?>")
    data = head + b"?>" + doctype + body.replace(b"&amp;", b"&a;")
    with pytest.raises(FormatError, match="a document type"):
        read_columns("x.xml", data)


@pytest.mark.parametrize("doctype", [LAUGHS + b"]>", b'<!DOCTYPE s [<!ENTITY a SYSTEM "file:///etc/hostname">]>'])
def test_nist_leaves_entities_unexpanded(doctype):
    data = doctype + b'<srcset setid="t"><doc docid="d"><seg id="1">&a; &j;</seg></doc></srcset>'
    for file in ("x.sgm", "x.xml"):
        assert table(read_columns(file, data)) == {"source": ["&a; &j;"]}


def test_markup_limits():
    for file, data in (("x.sgm", SRC), ("x.xml", WMT)):
        with pytest.raises(TooLargeError, match="at most 2 segments"):
            read_columns(file, data, limits=FileLimits(segments=2))
    with pytest.raises(TooLargeError, match="at most 2 columns"):
        read_columns("x.xml", WMT, limits=FileLimits(columns=2))
