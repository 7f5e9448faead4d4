"""Plain text from real bytes: encodings, line ends, what is noticed, and the repairs."""

import io
import itertools
import sys
import unicodedata
from dataclasses import replace

import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.formats import EncodingError, FileLimits, FormatError, Role, TooLargeError, read_columns, repair
from scoring.formats.plain_text.notices import CHECKS, MAYBE_NOT_NFC, NoticeTally, is_usual_sign, notice_segments
from scoring.formats.plain_text.text import read_blocks
from tests.calls import counted_calls
from tests.cases import as_one_test
from tests.properties import examples

TEXT = st.text(st.characters(exclude_characters="\n\0", codec="utf-8"), max_size=12)


def one(data, **options):
    (column,) = read_columns("hyp.txt", data, **options)
    return column


def kinds(column):
    return {notice.kind: notice for notice in column.notices}


@as_one_test
@pytest.mark.parametrize(
    ("data", "segments", "noticed"),
    [
        (b"a\nb\n", ["a", "b"], []),
        (b"a\nb", ["a", "b"], []),
        (b"one", ["one"], []),
        (b"\n", [""], ["empty-segments"]),
        (b"\xef\xbb\xbfa\n", ["a"], ["bom"]),
        ("\ufeffé\nb\n".encode("utf-16-le"), ["é", "b"], ["encoding"]),
        ("\ufeffé\nb\n".encode("utf-16-be"), ["é", "b"], ["encoding"]),
        ("\ufeffé\nb\n".encode("utf-32-le"), ["é", "b"], ["encoding"]),
        ("\ufeffé\r\nb".encode("utf-32-be"), ["é", "b"], ["crlf", "encoding"]),
        (b"a\r\nb\r\n", ["a", "b"], ["crlf"]),
        (b"a\r\nb\n", ["a", "b"], ["crlf"]),
        (b"a\rb\n", ["a\rb"], ["lone-cr"]),
        (b"a\r\r\nb\n", ["a\r", "b"], ["crlf", "lone-cr"]),
        ("a\u2028b\nc\u2029\n".encode(), ["a\u2028b", "c\u2029"], ["odd-separators"]),
        ("a\u0085b\n".encode(), ["a\u0085b"], ["odd-separators"]),
        (b"a\x0cb\x0bc\x1c\n", ["a\x0cb\x0bc\x1c"], ["odd-separators"]),
        (b"a\n\nb\n", ["a", "", "b"], ["empty-segments"]),
        (b"a\n \xc2\xa0\nb\n", ["a", " \xa0", "b"], ["empty-segments"]),
        (b"a\nb\n\n\n", ["a", "b", "", ""], ["empty-segments", "trailing-blank-lines"]),
        ("e\u0301\n".encode(), ["e\u0301"], ["non-nfc"]),
        ("\u212b\n".encode(), ["\u212b"], ["non-nfc"]),
        ("a\u200bb\n".encode(), ["a\u200bb"], ["zero-width"]),
        ("a\ufeff\n".encode(), ["a\ufeff"], ["zero-width"]),
        ("soft\u00ad\n".encode(), ["soft\u00ad"], ["zero-width"]),
        ("a\u200cb\n".encode(), ["a\u200cb"], ["joiners"]),
        ("a\ufffd\n".encode(), ["a\ufffd"], ["replacement-characters"]),
        ("a\u0093\x01\n".encode(), ["a\u0093\x01"], ["control-characters"]),
        (b"tab\there\n", ["tab\there"], []),
        (b"a b@@ c\n", ["a b@@ c"], ["bpe"]),
        (b"a b@@\n", ["a b@@"], ["bpe"]),
        (b"a @@ b a@@b\n", ["a @@ b a@@b"], []),
        ("\u2581a \u2581b\n".encode(), ["\u2581a \u2581b"], ["sentencepiece"]),
        ("\u2581\u2582\n".encode(), ["\u2581\u2582"], []),
        (b"a &amp; &#x2F; b\n", ["a &amp; &#x2F; b"], ["html-entities"]),
        (b"&bdquo;a b\n", ["&bdquo;a b"], ["html-entities"]),
        (b"R&D; AT&T & so;\n", ["R&D; AT&T & so;"], []),
        (b"a .\nb .\nc\n", ["a .", "b .", "c"], ["tokenized"]),
        (b"a .\nb\n", ["a .", "b"], []),
        (b"a .\nb .\n\n", ["a .", "b .", ""], ["empty-segments", "tokenized", "trailing-blank-lines"]),
        (b"a .\n\n", ["a .", ""], ["empty-segments", "trailing-blank-lines"]),
        (b"Quoi ?\nOui !\nNon...\n", ["Quoi ?", "Oui !", "Non..."], []),
    ],
)
def test_segments_and_notices(data, segments, noticed):
    column = one(data)
    assert column.segments.to_pylist() == segments
    assert column.segments.type == pa.string()
    assert sorted(kinds(column)) == noticed


def test_missing_segments_say_nothing_for_or_against_tokenized_text():
    texts = pa.array(["a ."] * 3 + [None] * 4)
    assert [notice.kind for notice in notice_segments(texts, "JSONL")] == ["tokenized"]
    assert not notice_segments(pa.array(["a .", "b", None]), "JSONL")


def test_a_notice_says_how_many_and_where():
    column = one(b"a\n\nb\n\nc\n")
    notice = kinds(column)["empty-segments"]
    assert (notice.count, notice.lines) == (2, (2, 4))
    assert "2 segments" in notice.message
    assert "(2, 4)" in notice.message
    trailing = kinds(one(b"a\n\n\n"))["trailing-blank-lines"]
    assert (trailing.count, trailing.lines) == (2, (2, 3))
    assert "2 of 3 lines" in kinds(one(b"a\r\nb\nc\r\n"))["crlf"].message


@pytest.mark.parametrize(
    ("data", "kind", "label", "repaired"),
    [
        (b"a\n\n\n", "trailing-blank-lines", "Drop 2 trailing blank lines", ["a"]),
        (b"a\n\n", "trailing-blank-lines", "Drop 1 trailing blank line", ["a"]),
        ("e\u0301\n".encode(), "non-nfc", "Normalise to NFC", ["é"]),
        ("a\u200bb\u00ad\n".encode(), "zero-width", "Remove zero-width characters", ["ab"]),
        (
            f"a\u200bb\u200bc \u1780\u200b{chr(0xFE0F)}d\n".encode(),
            "zero-width",
            "Remove zero-width characters",
            ["abc \u1780\u200bd"],
        ),
        ("a\u2800b\u3164c\n".encode(), "blanks", "Replace with spaces", ["a b c"]),
        (b"a\rb\n", "lone-cr", "Replace with spaces", ["a b"]),
        ("a\u2028b\x0c\n".encode(), "odd-separators", "Replace with spaces", ["a b "]),
        (b"a\x01b\n", "control-characters", "Remove control characters", ["ab"]),
    ],
)
def test_repairs(data, kind, label, repaired):
    column = one(b"\xef\xbb\xbf" + data)
    assert kinds(column)[kind].repair == label
    after = repair(column, kind)
    assert after.segments.to_pylist() == repaired
    assert kind not in kinds(after)
    assert "bom" in kinds(after)


@pytest.mark.parametrize(
    "text",
    [
        "iPhone-ом и SMS-кой в 3D, TNF\u03b1 und \u0394t, 5 \u00b5m, PPAR\u03b3C",
        "\uff2e\uff21\uff34\uff2f\uff48\uff45は",
        "\U0001d465 + 1",
        "Cannot open {0}: %s <b>now</b> <example>",
        "Warning: it costs $ 5. BLEU is 34.5. # 1",
        "\u00c9l\u00e8ve caf\u00e9 \u00c6ther",
    ],
)
def test_sound_letters_and_signs_are_not_noticed(text):
    assert not notice_segments(pa.array([text]))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("\u03bf\u03c5\u03c4o\u03c2", "lookalikes"),
        ("\uff34\uff48\uff45 \uff43\uff41\uff54", "styled-letters"),
        ("e\ufb03cient", "styled-letters"),
        ("on {1}the{2} mat", "inline-tags"),
        ("</g>", "inline-tags"),
        ("Traceback (most recent call last):", "program-output"),
        ('  File "x.py", line 1, in <module>', "program-output"),
        ("# generated by marian", "program-output"),
        ("$ marian-decoder -m x", "program-output"),
        ("BLEU = 34.5", "program-output"),
    ],
)
def test_odd_letters_and_lines_are_noticed(text, kind):
    assert [notice.kind for notice in notice_segments(pa.array([text]))] == [kind]


INVISIBLE = (
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
    (0x2800, 0x2800), (0xFFF9, 0xFFFB), (0xFDD0, 0xFDEF),
    *((0x10000 * plane + 0xFFFE, 0x10000 * plane + 0xFFFF) for plane in range(17)),
)  # fmt: skip
"""Default_Ignorable_Code_Point (Unicode 16, DerivedCoreProperties.txt), the blank of Braille, marks of annotations and
noncharacters."""


def test_what_nobody_sees_is_noticed():
    characters = [chr(code) for first, last in INVISIBLE for code in range(first, last + 1)]
    kinds = {"zero-width", "blanks", "joiners", "control-characters"}
    for form in ("the ca{}t", "the cat{} sat", "{}the cat", "the cat {}", "\u0627\u0644 {}"):
        noticed = notice_segments(pa.array([form.format(character) for character in characters]), "TSV")
        assert sum(notice.count for notice in noticed if notice.kind in kinds) == len(characters)


@as_one_test
@pytest.mark.parametrize(
    "text",
    [
        "\U0001f469\u200d\U0001f680 and \u2764\ufe0f, 1\ufe0f\u20e3",
        "\U0001f3f3\ufe0f\u200d\U0001f308 \U0001f468\U0001f3fd\u200d\U0001f4bb",
        "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "می\u200cخواهد",
        "क्\u200dष और क्\u200cष",
        "ശ്രീ അവന്\u200c, അവന്\u200d",
        "ශ්\u200dරී",
        "ه\u200d.ق",
        "ខ្ញុំ\u200bទៅ\u200bសាលា Facebook\u200bរបស់",
        "ไป\u200bโรงเรียน",
        "བོད\u200bཡིག",
        "葛\U000e0100城市",
        "\u1820\u180b",
        "\u1112\u1161\u11ab \u115f\u1161 \u1112\u1160\u11ab",
        "\u2801\u2800\u2803",
    ],
)
def test_what_a_script_needs_is_not_noticed(text):
    assert [notice.kind for notice in notice_segments(pa.array([text]))] in ([], ["non-nfc"])


def test_empty_segments_become_missing_only_in_a_reference():
    column = one(b"a\n\nb\n")
    assert kinds(column)["empty-segments"].repair is None
    with pytest.raises(ValueError, match="no repair of 'empty-segments' is offered"):
        repair(column, "empty-segments")
    reference = replace(column, role=Role.REFERENCE)
    assert kinds(reference)["empty-segments"].repair == "Treat empty segments as missing"
    assert repair(reference, "empty-segments").segments.to_pylist() == ["a", None, "b"]
    assert kinds(repair(reference, "empty-segments")) == {}


def test_no_repair_is_offered_where_it_would_do_harm():
    column = one("a\u200cb\ufffd\n".encode())
    assert [notice.repair for notice in column.notices] == [None, None]


def test_bad_utf8_names_byte_offset_and_line_and_offers_encodings():
    data = b"fine\ncaf\xe9 noir\n"
    with pytest.raises(EncodingError) as caught:
        one(data)
    error = caught.value
    assert (error.file, error.byte_offset, error.byte, error.line) == ("hyp.txt", 8, 0xE9, 2)
    for part in ("hyp.txt, line 2", "0xE9", "offset 8", "windows-1252 or latin-1", "say so explicitly"):
        assert part in str(error)
    assert "encoding=" not in str(error)
    for encoding in ("latin-1", "windows-1252"):
        column = one(data, encoding=encoding)
        assert column.segments.to_pylist() == ["fine", "café noir"]
        assert encoding in kinds(column)["encoding"].message


def test_offset_counts_the_bom():
    with pytest.raises(EncodingError) as caught:
        one(b"\xef\xbb\xbfab\xff\n")
    assert (caught.value.byte_offset, caught.value.line) == (5, 1)


def test_an_encoding_is_not_used_for_what_is_utf8():
    assert one("é\n".encode(), encoding="latin-1").segments.to_pylist() == ["é"]


def test_windows_1252_has_holes():
    with pytest.raises(EncodingError, match="accepts every byte"):
        one(b"a\x81\n", encoding="windows-1252")
    assert one("é\n".encode("utf-16-le"), encoding="utf-16-le").segments.to_pylist() == ["é"]


@pytest.mark.parametrize(
    "data", [bytes(range(256)) * 20, b"\x01\x02\xff\x03", "что-то\n".encode("utf-16-le") + b"\xff"]
)
def test_no_encoding_is_offered_for_binary_data(data):
    with pytest.raises(EncodingError, match="This is a binary file, or UTF-16") as caught:
        one(data)
    assert "windows-1252" not in str(caught.value)
    with pytest.raises(EncodingError, match="It is damaged, or not UTF-16"):
        one(b"\xff\xfea")


@pytest.mark.parametrize(
    ("text", "encoding"),
    [("これは文です。\n", "shift_jis"), ("Это предложение.\n", "koi8-r"), ("a\tç\x1b\x0c\n", "latin-1")],
)
def test_legacy_encodings_do_not_look_binary(text, encoding):
    with pytest.raises(EncodingError, match="say so explicitly where the files are read"):
        one(text.encode(encoding))


def test_utf_16_may_be_named_where_the_mark_tells_it():
    for encoding in ("utf-16", "UTF16", "utf-32"):
        assert one("é\n".encode(encoding), encoding=encoding).segments.to_pylist() == ["é"]


def test_unknown_encoding():
    for encoding in ("rot13", "nonsense", "", "a\0b", 8):
        with pytest.raises(ValueError, match="expected one of utf-8, windows-1252"):
            one(b"a", encoding=encoding)


@pytest.mark.parametrize(
    ("name", "offered"),
    [
        ("cp1252", "windows-1252"),
        ("Windows-1252", "windows-1252"),
        ("iso-8859-1", "latin-1"),
        ("latin1", "latin-1"),
        ("cp1251", "windows-1251"),
        ("latin2", "iso-8859-2"),
        ("EUC_JP", "euc-jp"),
        ("sjis", "shift_jis"),
    ],
)
def test_an_encoding_has_all_of_pythons_names(name, offered):
    data = b"\xb1\xb2\n"
    assert one(data, encoding=name).segments.equals(one(data, encoding=offered).segments)


@pytest.mark.parametrize("name", ["utf-8", "UTF8", "utf-8-sig"])
def test_utf8_is_what_is_read_anyway(name):
    assert one("é\n".encode(), encoding=name).segments.to_pylist() == ["é"]
    with pytest.raises(EncodingError, match="0xE9"):
        one(b"caf\xe9\n", encoding=name)


@as_one_test
@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"", "is empty"),
        (b"\xef\xbb\xbf", "is empty"),
        (b"\xff\xfe", "is empty"),
        (b"a\nb\0c\n", "line 2: expected text, found a NUL byte at offset 3"),
        ("abc\n".encode("utf-16-le"), "NUL byte"),
        ("abc\n".encode("utf-32-le"), "NUL byte"),
        (b"\xff\xfea", "text in UTF-16-LE"),
        (b"\xff\xfe\x00\xd8a\x00", "text in UTF-16-LE"),
        (b"\xff\xfe\x00\x00a\x00", "text in UTF-32-LE"),
        (b"\xed\xa0\x80\n", "0xED at offset 0"),
        (b"%PDF-1.7\n", "a PDF document"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "an old Excel"),
    ],
)
def test_what_is_no_text(data, found):
    with pytest.raises(FormatError, match=found) as caught:
        one(data)
    assert caught.value.file == "hyp.txt"


def test_limits_are_named():
    with pytest.raises(TooLargeError, match="at most 10 bytes, found 11 bytes"):
        one(b"x" * 11, limits=FileLimits(file_bytes=10))
    with pytest.raises(TooLargeError, match="at most 2 segments"):
        one(b"a\nb\nc\n", limits=FileLimits(segments=2))
    assert len(one(b"a\nb\n", limits=FileLimits(segments=2))) == 2
    with pytest.raises(ValueError, match="below 2 GB"):
        FileLimits(file_bytes=2**31)


def test_one_huge_line_is_refused():
    data = b"a\n" + b"x y " * 700_000
    message = (
        r"^hyp\.txt, line 2: expected at most 1 MB in one segment, found 2\.7 MB\. "
        r"Its segments are probably not separated by newlines"
    )
    with pytest.raises(TooLargeError, match=message) as caught:
        one(data)
    assert caught.value.line == 2
    assert len(one(data, limits=FileLimits(segment_bytes=3 * 2**20))) == 2
    assert one("é\n".encode(), limits=FileLimits(segment_bytes=2)).segments.to_pylist() == ["é"]
    with pytest.raises(TooLargeError, match="at most 1 byte in one segment, found 2 bytes"):
        one("é\n".encode(), limits=FileLimits(segment_bytes=1))


def test_the_limit_of_a_segment_follows_that_of_a_file():
    assert FileLimits().longest_segment == FileLimits(file_bytes=10).longest_segment == 2**20
    assert FileLimits(file_bytes=2**31 - 1).longest_segment == 64 * 2**20
    assert FileLimits(file_bytes=2**31 - 1, segment_bytes=5).longest_segment == 5


def test_counts_in_messages_have_their_number():
    with pytest.raises(TooLargeError, match="at most 1 segment, found"):
        one(b"a\nb\n", limits=FileLimits(segments=1))


@given(st.lists(TEXT, min_size=1), st.sampled_from(["\n", "\r\n"]), st.booleans())
@examples(45)
def test_round_trip(lines, end, bom):
    lines = [line.rstrip("\r") for line in lines]  # a CR before the LF is half of a CR LF
    if not bom and lines[0].startswith("\ufeff"):
        lines[0] = "x" + lines[0]
    data = "".join(line + end for line in lines).encode("utf-8-sig" if bom else "utf-8")
    if not data.startswith((b"%PDF", b"PAR1", b"PK", b"7z", b"BZh", b"Rar")):
        assert one(data).segments.to_pylist() == lines


@given(
    st.lists(st.sampled_from(["", "a", "a .", "b@@ c", "\r", "e\u0301", "\u2028", '"x""y"', "=1", "'=1"]), min_size=1),
    st.lists(st.integers(1, 20)),
    st.sampled_from(["text", "TSV", "CSV", "NIST"]),
)
def test_notices_of_blocks_are_those_of_the_whole(lines, cuts, format):
    tally, places = NoticeTally(format), sorted({0, len(lines), *(cut for cut in cuts if cut < len(lines))})
    for first, end in itertools.pairwise(places):
        tally.add(pa.array(lines[first:end]))
    assert tally.notices() == notice_segments(pa.array(lines), format)
    assert all(notice.count >= len(notice.lines) for notice in tally.notices())


@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=6), min_size=1))
def test_notices_agree_with_plain_python(lines):
    noticed = {notice.kind: notice.count for notice in notice_segments(pa.array(lines), "CSV")}
    assert noticed.get("empty-segments", 0) == sum(not line.strip(SPACE) for line in lines)
    assert noticed.get("non-nfc", 0) == sum(not unicodedata.is_normalized("NFC", line) for line in lines)
    assert noticed.get("line-breaks", 0) == sum("\n" in line for line in lines)


SPACE = "".join(chr(c) for c in range(0x10000) if unicodedata.category(chr(c)).startswith("Z"))
SPACE += " \t\n\r\v\f\x85"


def test_usual_characters_hold_nothing_odd_but_the_signs_of_a_check():
    usual = [chr(c) for c in range(sys.maxunicode + 1) if chr(c).isascii() or is_usual_sign(chr(c))]
    texts = [
        f"{before}{sign}{after}" for before, after in (("", ""), ("a", "b"), ("\u0430", "\u0431")) for sign in usual
    ]
    column = pa.array(texts)
    assert not pc.any(pc.match_substring_regex(column, MAYBE_NOT_NFC)).as_py()
    for check in CHECKS:
        found = column.filter(pc.match_substring_regex(column, check.pattern)).to_pylist()
        assert check.signs is None or not [text for text in found if set(text).isdisjoint(check.signs)], check.kind


@pytest.mark.exhaustive
def test_nfc_candidates_cover_unicode():
    """No character that NFC changes, alone or after a letter, is outside of the pattern."""
    everything = [chr(c) for c in range(sys.maxunicode + 1) if not 0xD800 <= c < 0xE000]
    bases = "aeo\u0391\u1100\uac00\u0915\u1025"
    moving = [
        c
        for c in everything
        if not unicodedata.is_normalized("NFC", c)
        or unicodedata.combining(c)
        or any(not unicodedata.is_normalized("NFC", base + c) for base in bases)
    ]
    found = pc.match_substring_regex(pa.array(moving), MAYBE_NOT_NFC).to_pylist()
    assert [hex(ord(c)) for c, ok in zip(moving, found, strict=True) if not ok] == []


def test_a_quarter_million_lines_are_read_as_a_column():
    data = "Ein Beispielsatz über ungefähr nichts, mit Nummer und Punkt.\n".encode() * 250_000
    with counted_calls() as calls:
        assert len(one(data)) == 250_000
    assert calls.number < 25_000


@pytest.mark.quick_cases(4)
@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ("1\n2\n3\n", True),
        ("0.0\n-0.37\n1e-5\n", True),
        ("12 405 7\n31999 3\n\n", True),
        ("97%\n", False),
        ("1\n2\nEin Satz.\n", False),
        ("1.\na\n", False),
        ("1st\n2nd\n", False),
        ("-\n-\n", False),
        ("\n\n", False),
        ("1\n" * 200 + "Ein Satz.\n", True),
        ("1\n" * 200 + "Ein Satz.\n" * 100, False),
    ],
)
def test_numbers_in_the_place_of_texts_are_noticed(text, is_told):
    (column,) = read_columns("x.txt", text.encode())
    assert ("only-numbers" in [notice.kind for notice in column.notices]) == is_told
    tally = NoticeTally()
    list(read_blocks("x.txt", io.BytesIO(text.encode()), 2, piece=4, noticed=tally))
    assert [notice.message for notice in tally.notices()] == [notice.message for notice in column.notices]


@pytest.mark.parametrize(
    ("lines", "is_header"),
    [
        (["reference", "the cat sat", "on the mat"], True),
        (["Hypothesis", "这是一只猫", "在垫子上", "很好"], True),
        (["target", "the cat sat", "on the mat"], True),
        (["Source", "Edit", "save the file as text", "close it"], False),
        (["the reference", "the cat sat", "on the mat"], False),
        (["Hello", "the cat sat", "on the mat"], False),
        (["output", "the cat sat"], False),
    ],
)
def test_a_header_above_plain_text_is_noticed(lines, is_header):
    (column,) = read_columns("a.txt", "".join(f"{line}\n" for line in lines).encode())
    assert [notice.lines for notice in column.notices if notice.kind == "header-line"] == [(1,)] * is_header
    assert len(column) == len(lines)


@examples(300)
@given(st.lists(st.text("▁ #{}</>1xgZж漢ａｂﬁ𝐀\u3000。", max_size=12), min_size=1, max_size=20))
def test_a_sieve_misses_nothing_that_its_check_notices(texts):
    segments = pa.array(texts)
    for check in (check for check in CHECKS if check.sieve):
        noticed, let_through = (pc.match_substring_regex(segments, one) for one in (check.pattern, check.sieve))
        assert pc.all(pc.or_(pc.invert(noticed), let_through)).as_py(), check.kind
