"""Files of terms: tables, TBX and WMT's JSON by hand, and what is wrong with a file, with its line."""

import gzip
import re

import pytest

from scoring.checks.terminology.glossary import MAX_CHARACTERS, Glossary, GlossaryTerm
from scoring.checks.terminology.glossary_files import is_glossary, open_glossary, read_glossary
from scoring.formats import FormatError
from scoring.text.languages import find_language

EN_DE = find_language("en"), find_language("de")


def terms_of(file, text, languages=(None, None), **options):
    data = text.encode() if isinstance(text, str) else text
    return read_glossary(file, data, languages, **options).terms


def refusal(file, text, languages=(None, None), **options):
    with pytest.raises(FormatError) as error:
        terms_of(file, text, languages, **options)
    return str(error.value)


# --- tables ---

TABLE = (
    "Source\tTarget\tMore targets\tForbidden\tCase\tNote\n"
    "space\tSpace\tRaum | Bereich\tPlatz\t\tof SAP\n"
    "\n"
    "IT\tIT\t\t\tyes\n"
)
TERMS = (
    GlossaryTerm("space", ("Space", "Raum", "Bereich"), ("Platz",), False, "of SAP"),
    GlossaryTerm("IT", ("IT",), has_case=True),
)


def test_tables_have_a_header_and_any_separator():
    assert terms_of("terms.tsv", TABLE) == TERMS
    assert terms_of("terms.csv", TABLE.replace("\t", ",")) == TERMS
    assert terms_of("terms.csv", TABLE.replace("\t", ";").replace("of SAP", '"of SAP"')) == TERMS
    assert terms_of("terms.tsv.gz", gzip.compress(TABLE.encode())) == TERMS
    assert terms_of("terms.tsv", TABLE.encode("utf-16")) == TERMS


def test_without_a_header_there_are_source_and_target():
    assert terms_of("terms.tsv", "space\tSpace\nIT\tEDV | IT") == (
        GlossaryTerm("space", ("Space",)),
        GlossaryTerm("IT", ("EDV", "IT")),
    )
    found = refusal("terms.csv", "space,Space,EN,DE\n")
    assert "terms.csv, line 1: expected a source and a target in each row, found 4 columns without a header" in found
    assert "source, target, more targets, forbidden, case, note" in found


def test_a_header_may_have_languages():
    text = "de,en-US,French,description\nRaum,space,espace,of SAP\n"
    assert terms_of("terms.csv", text, EN_DE) == (GlossaryTerm("space", ("Raum",), note="of SAP"),)
    assert terms_of("terms.csv", text) == (GlossaryTerm("Raum", ("space",), note="of SAP"),)
    assert terms_of("terms.csv", text, (None, find_language("fr"))) == (
        GlossaryTerm("Raum", ("espace",), note="of SAP"),
    )


def test_a_source_that_comes_again_adds_targets():
    rows = "Space\tRaum\nspace\tPlatz\nspace \tRaum\nspaces\tRäume\n"
    assert terms_of("terms.tsv", rows) == (
        GlossaryTerm("Space", ("Raum", "Platz")),
        GlossaryTerm("spaces", ("Räume",)),
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("source,target\nspace,\n", "line 2: expected a target of 'space'; found none"),
        ("source,target\nspace\n", "line 2: expected a target of 'space'; found none"),
        ("source,target\n,Raum\n", "line 2: expected a source term; found none"),
        ("source,target\nspace,Raum,Platz\n", "line 2: expected at most 2 columns, found 3"),
        (
            "source,target,case\nspace,Raum,perhaps\n",
            "line 2: expected yes or no in the column of case, found 'perhaps'",
        ),
        ('source,target\n"space,Raum\n', "line 2: expected a proper CSV row, found unexpected end of data"),
        ("source,target\n", "line 1: expected at least one term, found none"),
        (f"source,target\n{'a' * (MAX_CHARACTERS + 1)},b\n", "line 2: expected at most 500 characters in a term"),
        (f"source,target\na,{'|'.join(map(str, range(101)))}\n", "line 2: expected at most 100 targets of 'a'"),
    ],
)
def test_what_is_wrong_with_a_table_is_said_with_its_line(text, said):
    assert f"terms.csv, {said}" in refusal("terms.csv", text)


def test_other_files_are_refused():
    assert "PDF" in refusal("terms.pdf", b"%PDF-1.4\n")
    assert "the byte 0xFC" in refusal("terms.csv", "Raum,Räume\n".encode("latin-1").replace(b"\xe4", b"\xfc"))
    assert terms_of("terms.csv", "room,Räume\n".encode("latin-1"), encoding="latin-1")[0].targets == ("Räume",)


# --- TBX ---

MARTIF = """<?xml version="1.0"?>
<!DOCTYPE martif SYSTEM "TBXcoreStructV02.dtd">
<martif type="TBX" xml:lang="en"><text><body>
 <termEntry id="1">
  <langSet xml:lang="en">
   <tig><term>hard <hi>disk</hi></term></tig>
   <ntig><termGrp><term>hard drive</term></termGrp></ntig>
  </langSet>
  <langSet xml:lang="de">
   <tig><term>HDD</term><termNote type="partOfSpeech">noun</termNote></tig>
   <tig><term>Festplatte</term><termNote type="administrativeStatus">preferredTerm-admn-sts</termNote></tig>
   <tig><term>Platte</term><termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote></tig>
  </langSet>
  <langSet xml:lang="fr"><tig><term>disque dur</term></tig></langSet>
 </termEntry>
 <termEntry id="2"><langSet xml:lang="en"><tig><term>only English</term></tig></langSet></termEntry>
</body></text></martif>
"""
VERSION_3 = """<tbx xmlns="urn:iso:std:iso:30042:ed-2" xmlns:min="http://www.tbxinfo.net/ns/min" style="dct">
<text><body><conceptEntry id="1">
 <langSec xml:lang="en-US"><termSec><term>space</term></termSec></langSec>
 <langSec xml:lang="de-DE">
  <termSec><term>Platz</term><min:administrativeStatus>supersededTerm-admn-sts</min:administrativeStatus></termSec>
  <termSec><term>Raum</term></termSec>
 </langSec>
</conceptEntry></body></text></tbx>
"""


def test_martif_has_preferred_terms_first_and_deprecated_ones_as_forbidden():
    assert terms_of("terms.tbx", MARTIF, EN_DE) == tuple(
        GlossaryTerm(source, ("Festplatte", "HDD"), ("Platte",)) for source in ("hard disk", "hard drive")
    )
    assert "expected terms in two languages, found en, de, fr. Say which" in refusal("terms.tbx", MARTIF)


def test_version_3_has_the_same():
    assert terms_of("terms.xml", VERSION_3) == (GlossaryTerm("space", ("Raum",), ("Platz",)),)
    reverse = find_language("de"), find_language("en")
    assert [term.source for term in terms_of("terms.xml", VERSION_3, reverse)] == ["Platz", "Raum"]
    assert terms_of("terms.xml", VERSION_3.encode("utf-16")) == (GlossaryTerm("space", ("Raum",), ("Platz",)),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<xliff/>", "line 1: expected TBX: <martif> or <tbx>, found <xliff>"),
        (VERSION_3.replace("</termSec>", "", 1), "expected well-formed XML, found mismatched tag"),
        (VERSION_3.replace("de-DE", "en-US"), "expected terms in two languages, found en-US"),
        (VERSION_3.replace("Raum", "a" * 6000), f"expected at most {MAX_CHARACTERS} characters in a term"),
        ('<!DOCTYPE tbx [<!ENTITY a "aaaa">]><tbx>&a;</tbx>', "expected plain XML, found a document type"),
        ('<!DOCTYPE tbx SYSTEM "a.dtd"><tbx>&a;</tbx>', "expected characters, found the entity &a;"),
        ('<!DOCTYPE tbx SYSTEM "file:///etc/passwd"><tbx/>', "expected terms in two languages, found none"),
    ],
)
def test_what_is_wrong_with_tbx_is_said(text, said):
    assert said in refusal("terms.tbx", text)


# --- WMT ---


def test_wmt_2026_has_terms_for_all_segments():
    text = '{"proper": {"space": ["Raum", "Platz"], "IT": "EDV"}, "random": {"left": ["links"]}}'
    assert terms_of("terms.json", text) == (GlossaryTerm("space", ("Raum", "Platz")), GlossaryTerm("IT", ("EDV",)))
    assert terms_of("terms.json", text.replace(", ", ",\n"), mode="random") == (GlossaryTerm("left", ("links",)),)
    assert terms_of("terms.json", '{"space": ["Raum"]}') == (GlossaryTerm("space", ("Raum",)),)


def test_wmt_2025_has_terms_for_each_segment():
    rows = [
        '{"en": "A space.", "de": "Ein Raum.", "proper": {"space": "Raum"}, "random": {}}',
        '{"en": "Spaces.", "de": "Räume.", "proper": {}, "random": {}}',
        '{"en": "Space", "de": "Space", "proper": {"space": "Space", "IT": "EDV"}, "random": {}}',
    ]
    space, other, it = (GlossaryTerm(*term) for term in (("space", ("Raum",)), ("space", ("Space",)), ("IT", ("EDV",))))
    found = Glossary("terms.jsonl", (space, other, it), ((0, 0), (2, 1), (2, 2)), 3)
    assert read_glossary("terms.jsonl", "\n".join(rows).encode()) == found
    assert read_glossary("terms.jsonl", f"[{', '.join(rows)}]".encode()) == found
    alone = read_glossary("terms.jsonl", rows[0].encode())
    assert (alone.terms_of_segments, alone.n_segments) == (((0, 0),), 1)
    bare = read_glossary("terms.txt", b'{"space": "Raum"}\n{}\n')
    assert (bare.terms, bare.terms_of_segments, bare.n_segments) == ((space,), ((0, 0),), 2)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"space": 3}', "line 1: expected a target, or a list of targets, found something else for 'space'"),
        ('{"proper": {"space": []}}', "line 1: expected a target of 'space'; found none"),
        (
            '{"en": "a", "proper": {}}\n{"en": "b", "propper": {"a": "b"}}',
            "line 2: expected terms under 'proper or terms'",
        ),
        ('{"a": "b"}\n[]', "line 2: expected an object with terms, found something else"),
        ('{"a": "b"}\n{"a"', "line 2: expected JSON, found bad JSON"),
        ('{"a": "b", "a": "c"}', "line 1: expected each key once"),
        ("[]", "line 1: expected at least one object with terms, found none"),
        ("{}", "line 1: expected at least one term, found none"),
        ('{"en": "a", "proper": {}}\n{"en": "b", "proper": {}}', "line 1: expected at least one term, found none"),
    ],
)
def test_what_is_wrong_with_json_is_said(text, said):
    with pytest.raises(FormatError, match=re.escape(said)):
        terms_of("terms.json", text)


def test_too_many_terms_of_json_are_refused(monkeypatch):
    monkeypatch.setattr("scoring.checks.terminology.glossary_json.MAX_TERMS", 2)
    assert len(terms_of("terms.json", '{"a": "b", "c": "d"}')) == 2
    with pytest.raises(FormatError, match=r"line 1: expected at most 2 terms, found more"):
        terms_of("terms.json", '{"a": "b", "c": "d", "e": "f"}')


def test_files_of_wmt_have_several_modes(tmp_path):
    (tmp_path / "terms.json").write_text('{"proper": {"a": "b"}, "random": {"c": "d"}}')
    assert open_glossary(tmp_path / "terms.json").terms[0].source == "a"
    assert open_glossary(f"{tmp_path}/terms.json#random").terms[0].source == "c"
    with pytest.raises(FormatError, match="expected terms under 'other', found proper, random"):
        open_glossary(f"{tmp_path}/terms.json#other")


@pytest.mark.parametrize(
    ("file", "start", "expected"),
    [
        ("a.tbx", b'<?xml version="1.0"?>\n<martif type="TBX">', True),
        ("a.xml", b"\xef\xbb\xbf<tbx style='dca'>", True),
        ("a.xml", b"<xliff><note>tbx</note>", False),
        ("a.json", b'{ "proper": {"space": ["Raum"]}}', True),
        ("a.jsonl", b'{"source": "a", "terms": {}}', False),
        ("a.tsv", b"source\ttarget\tmore targets\tforbidden\n", True),
        ("a.csv", b"Source term;Target term;Forbidden\n", True),
        ("a.tsv", b"source\ttarget\tnotes\n", False),
        ("a.tsv", b"source\ttarget\tforbidden\tsystem A\n", False),
        ("Terms.en-de.tsv", b"source\ttarget\tnotes\n", True),
        ("my_glossary.csv", b"source,target\n", True),
        ("terms.csv", b"en;de;note\n", True),
        ("en-de.csv", b"en;de\n", False),
        ("my_glossary.csv", b"space,Raum\n", False),
        ("wmt26-terminology.en-de.tsv", b"Good morning.\tGuten Morgen.\nHow are you?\tWie geht es?\n", False),
        ("terminology-test.tsv", b"Hello, world.\nHow are you?\n", False),
        ("terms.tsv", b"source\treference\tsystem\n", False),
        ("minutes.tsv", b"space\tRaum\n", False),
        ("terms.txt", b"space\tRaum\n", False),
        ("terms.tsv", b"", False),
    ],
)
def test_a_glossary_among_other_files_is_known_by_its_beginning_or_its_name(file, start, expected):
    assert is_glossary(file, start) == expected
