"""Translations put into XLIFF, TMX and PO: all else keeps its bytes, codes their places."""

import re
from dataclasses import replace

import pytest

from scoring.formats import FileLimits, FormatError, TooLargeError
from scoring.formats.bilingual.filling import unit_filling
from scoring.formats.bilingual.filling.code_placement import place_codes
from scoring.formats.bilingual.filling.filled_file import TranslationFile, fill_file
from scoring.formats.bilingual.filling.unit_filling import TargetState, UnitFilling
from scoring.formats.bilingual.inline_codes import CodedText, read_codes
from scoring.formats.limits import DEFAULT_LIMITS
from tests.bilingual import FILES, PO, XLIFF
from tests.cases import as_one_test
from tests.translation_files import ENDINGS, N_FILES, files_of

DRAFT, EDITED = TargetState
NEW = 'Neu "&" <1> ]]> Grüße'
_TARGETS = {
    "XLIFF": r"""<(?:\w+:)?target\b[^>]*?(?:/>|>.*?</(?:\w+:)?target>)""",
    "TMX": r"""<tuv (?:xml:)?lang=["'](?i:de)["']>.*?</tuv>""",
    "PO": r"""msgstr(?:\[\d\])?[ \t]*(?:"[^\n]*"\s*)+""",
}
_CONTENTS = {
    "XLIFF": r"(<(?:\w+:)?target\b[^>]*(?<!/)>)(.*?)(</(?:\w+:)?target>)",
    "TMX": r"""(<tuv (?:xml:)?lang=["'](?i:de)["']>(?:(?!</tuv>).)*?<seg ?>)(.*?)(</seg>)""",
}
_STATES_OF = {
    "XLIFF": r"""\s+(?:approved|state|subState|conf|mq:status)\s*=\s*(?:"[^"]*"|'[^']*')""",
    "PO": r"(?<=#,) fuzzy,|#, fuzzy(?=\r?\n)",
}


def opened(file, data, **options):
    return TranslationFile.read(file, data, DEFAULT_LIMITS, **{"language": None} | options)


def filled(file, text, translations, state=DRAFT, notes=()):
    """The text of a file with other translations by the number of their unit, and what became of the units."""
    given = {
        number: UnitFilling(CodedText(one) if isinstance(one, str) else one, notes)
        for number, one in translations.items()
    }
    found = fill_file(opened(file, text.encode()), given, state)
    return found.data.decode(), found.units


def as_text(data):
    return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "latin-1")


def rest_of(format, data):
    """What is neither a target nor a state; without space between elements, for a target that is new has some."""
    text = re.sub(_TARGETS[format], "", as_text(data), flags=re.DOTALL)
    return re.sub(r"\s+", "", re.sub(_STATES_OF.get(format, "$^"), "", text))


def labels(written):
    """Labels of written codes, sorted."""
    return sorted(line.partition(" ")[2] for line in written.split("\n"))


@as_one_test
@pytest.mark.parametrize("kind", ENDINGS)
def test_what_was_read_gives_the_same_bytes(kind):
    n_files = n_units = 0
    for file, data in files_of(kind):
        read = opened(file, data, language="de" if kind == "TMX" else None)
        given = {
            number: UnitFilling(CodedText(unit.target), note_if_changed="x")
            for number, unit in enumerate(read.units.units)
            if unit.target
        }
        assert fill_file(read, given, EDITED).data == data, file
        n_files, n_units = n_files + 1, n_units + len(given)
    assert n_files == N_FILES
    assert n_units > N_FILES


@as_one_test
@pytest.mark.parametrize("kind", ENDINGS)
def test_another_translation_changes_targets_and_states_alone(kind):
    for file, data in files_of(kind):
        read = opened(file, data, language="de" if kind == "TMX" else None)
        units = read.units.units
        for chosen in ([*range(len(units))], [1]):
            found = fill_file(read, {number: UnitFilling(CodedText(NEW)) for number in chosen}, DRAFT)
            assert found.data != data
            assert rest_of(read.format, found.data) == rest_of(read.format, data), file
            again = opened(file, found.data, language=read.language).units.units
            assert [unit.id for unit in again] == [unit.id for unit in units]
            for number, (before, after) in enumerate(zip(units, again, strict=True)):
                assert (after.target or None) == (NEW if number in chosen else before.target or None)
                assert after.source == before.source
                if number in chosen and after.source_codes:
                    assert labels(after.target_codes) == labels(after.source_codes)


@as_one_test
@pytest.mark.parametrize("kind", ["XLIFF 1.2", "MQXLIFF", "XLIFF 2", "TMX"])
def test_translations_that_were_taken_out_come_back_with_their_codes_and_spaces(kind):
    target = _CONTENTS["TMX" if kind == "TMX" else "XLIFF"]
    n_units = 0
    for file, data in files_of(kind):
        encoding = "utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "latin-1"
        text = re.sub(r"<(?:x:)?alt-trans.*?</(?:x:)?alt-trans>", "", data.decode(encoding), flags=re.DOTALL)
        text = text.replace("<![CDATA[x < y]]>", "x &lt; y")
        before = opened(file, text.encode(encoding), language="de" if kind == "TMX" else None)
        given = {
            number: UnitFilling(read_codes(unit.target, unit.target_codes))
            for number, unit in enumerate(before.units.units)
            if unit.target and labels(unit.target_codes) == labels(unit.source_codes)
        }
        emptied = re.sub(target, r"\1\3", text, flags=re.DOTALL).encode(encoding)
        found = fill_file(opened(file, emptied, language=before.language), given, EDITED).data.decode(encoding)
        contents = [[content.strip() for _, content, _ in re.findall(target, one, re.DOTALL)] for one in (text, found)]
        assert [new or old for old, new in zip(*contents, strict=True)] == contents[0], file
        assert sum(map(bool, contents[1])) == len(given)
        n_units += len(given)
    assert n_units > N_FILES


@pytest.mark.parametrize(
    ("translation", "inner", "moved", "left_out"),
    [
        ("Bitte hier klicken sofort", 'Bitte hier <g id="1">klicken</g> <x id="2"/> sofort', (), ()),
        ("Sofort", 'Sofort<g id="1"></g><x id="2"/>', ("<g1>", "<x2/>"), ()),
        (read_codes("Hier", "0 <g1>\n4 </g1>"), '<g id="1">Hier</g><x id="2"/>', ("<x2/>",), ()),
        (
            read_codes("Hier da", "0 <x2/>\n4 <x2/>\n5 <x7/>"),
            '<x id="2"/> Hier da<g id="1"></g>',
            ("<g1>",),
            ("<x2/>", "<x7/>"),
        ),
        (read_codes("A b", "0 <g1>\n0 <g1>\n1 </g1>\n3 </g1>"), '<g id="1">A</g> b<x id="2"/>', ("<x2/>",), ("<g1>",)),
    ],
)
def test_codes_that_a_translation_lost_or_has_twice_are_told(translation, inner, moved, left_out):
    text, (unit,) = filled("x.xlf", XLIFF, {0: translation})
    assert f">{inner}</target>" in text
    assert (unit.moved, unit.left_out) == (moved, left_out)


def test_codes_of_a_source_that_is_not_translated_stay_at_its_ends_and_next_to_numbers():
    source = '<x id="1"/>Press <g id="2">F5</g> to <ph id="3">%s</ph><bx id="4"/>'
    text = XLIFF.replace('Click <g id="1">here</g> <x id="2"/> now', source)
    text = text.replace('Hier <g id="1">klicken</g> <x id="2"/> sofort', "")
    new, (unit,) = filled("x.xlf", text, {0: "Drücken Sie F5, um"})
    expected = '<x id="1"/>Drücken Sie <g id="2">F5</g>, um <ph id="3">%s</ph><bx id="4"/>'
    assert f">{expected}</target>" in new
    assert (unit.moved, unit.left_out) == ((), ())


def test_a_pair_of_codes_is_never_torn():
    text = XLIFF.replace('Click <g id="1">here</g> <x id="2"/> now', '<g id="1">Note</g>: read this')
    text = text.replace('Hier <g id="1">klicken</g> <x id="2"/> sofort', "")
    new, (unit,) = filled("x.xlf", text, {0: "Hinweis - lies dies"})
    assert '>Hinweis - lies dies<g id="1"></g></target>' in new
    assert unit.moved == ("<g1>",)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ('<x id="1"/> files deleted', '<x id="1"/> Dateien gelöscht'),
        ('Delete <x id="1"/> files', 'Lösche <x id="1"/> Dateien'),
        ('Delete files from <x id="1"/>', 'Lösche Dateien aus <x id="1"/>'),
        ('<g id="1">A</g>, <x id="2"/> <x id="3"/> b', '<g id="1"> A </g>, <x id="3"/> <x id="2"/> b'),
    ],
)
def test_spaces_next_to_codes_are_those_of_the_translation(source, target):
    old = 'Click <g id="1">here</g> <x id="2"/> now', 'Hier <g id="1">klicken</g> <x id="2"/> sofort'
    text = XLIFF.replace(old[0], source)
    unit = opened("x.xlf", text.replace(old[1], target).encode()).units.units[0]
    assert f">{target}</target>" in filled("x.xlf", text, {0: read_codes(unit.target, unit.target_codes)})[0]


@pytest.mark.parametrize("place", [None, 0])
def test_a_file_with_other_codes_than_the_translation_is_not_written(monkeypatch, place):
    def placed(translation, source, before=None):
        found = place_codes(translation, source, before)
        pieces = [piece for piece in found.pieces if isinstance(piece, str) or place is not None]
        return replace(found, pieces=tuple(sorted(pieces, key=lambda piece: isinstance(piece, str))))

    monkeypatch.setattr(unit_filling, "place_codes", placed)
    with pytest.raises(FormatError, match="other inline codes in unit a"):
        filled("x.xlf", XLIFF, {0: read_codes("Da klicken", "3 <g1>\n10 </g1>\n10 <x2/>")})


def test_a_post_edit_keeps_the_spaces_around_codes():
    source, target = (f'{word} <x id="1"/> mails from <x id="2"/> today' for word in ("Have", "Haben"))
    text = XLIFF.replace('Click <g id="1">here</g> <x id="2"/> now', source)
    text = text.replace('Hier <g id="1">klicken</g> <x id="2"/> sofort', target)
    expected = target.replace("mails", "new letters")
    assert f">{expected}</target>" in filled("x.xlf", text, {0: "Haben new letters from today"})[0]


def test_spaces_that_older_columns_do_not_tell_are_those_of_the_target_before():
    old = read_codes("Hier klicken mal", "5 <g1>\n12 </g1>\n13 <x2/>")
    assert '>Hier <g id="1">klicken</g> <x id="2"/> mal</target>' in filled("x.xlf", XLIFF, {0: old})[0]


@pytest.mark.parametrize(
    ("source", "torn"),
    [
        ('<bx id="1"/>the key<ex id="1"/>', "5 <ex1/>"),
        ('<bx id="1" rid="7"/>the key<ex id="2" rid="7"/>', "5 <ex2/>"),
        ('<bpt id="1">b</bpt>the key<ept id="1">b</ept>', "0 <ept1/>\n5 <bpt1/>"),
        ('<g id="1">the key</g>', "5 </g1>"),
    ],
)
def test_the_beginning_of_a_pair_is_before_its_end(source, torn):
    text = XLIFF.replace('Click <g id="1">here</g> <x id="2"/> now', f"Press {source}")
    text = text.replace('Hier <g id="1">klicken</g> <x id="2"/> sofort', "")
    expected = source.replace("the key", "")
    for translation in ("Taste", read_codes("Taste", torn)):
        assert f">Taste{expected}</target>" in filled("x.xlf", text, {0: translation})[0]


def test_pairs_of_xliff_2_in_another_order_keep_their_ends():
    one, two = '<sc id="1"/>one<ec startRef="1"/>', '<sc id="2"/>two<ec startRef="2"/>'
    text = FILES["x2.xlf"].replace('Click <pc id="1">here</pc> <ph id="2" dataRef="d"/> now', f"{one} {two}")
    text = text.replace('Hier <pc id="1">klicken</pc> <ph id="2"/> sofort', f"{two} {one}")
    target = opened("x2.xlf", text.encode()).units.units[0]
    empty = text.replace(f"{two} {one}", "")
    assert filled("x2.xlf", empty, {0: read_codes(target.target, target.target_codes)})[0].count(f"{two} {one}") == 1
    older = read_codes("two one", "0 <sc1/>\n3 <ec/>\n4 <sc2/>\n7 <ec/>")
    assert ">" + one.replace("one", "two") in filled("x2.xlf", empty, {0: older})[0]


def test_a_source_of_nearly_as_many_codes_as_a_unit_may_have_is_filled():
    codes = "".join(f'<x id="{number}"/>' for number in range(9_000))
    text = XLIFF.replace('Click <g id="1">here</g> <x id="2"/> now', f"Click {codes}")
    text = text.replace('Hier <g id="1">klicken</g> <x id="2"/> sofort', "")
    assert filled("x.xlf", text, {0: "Klick"})[0].count(codes) == 2


def test_a_code_that_only_the_translation_before_has_is_not_dropped_in_silence():
    text = XLIFF.replace("AT&amp;T\n", 'AT&amp;T<x id="9"/>\n')
    new, (unit,) = filled("x.xlf", text, {1: "AT&T < vier"})
    assert '<x id="9"/>' not in new
    assert unit.left_out == ("<x9/>",)


def test_the_codes_of_a_match_are_taken_with_its_text():
    match = '<alt-trans origin="MT"><target>Klick <g id="1">da</g> <x id="2"/>mal</target></alt-trans>'
    new, (unit,) = filled(
        "x.xlf",
        XLIFF.replace("</target></trans-unit></group>", f"</target>{match}</trans-unit></group>"),
        {0: "Klick da mal"},
    )
    assert new.count('Klick <g id="1">da</g> <x id="2"/>mal</target>') == 2
    assert not unit.moved


def test_a_line_break_code_stays_one_space():
    text = XLIFF.replace('Click <g id="1">here</g> <x id="2"/> now', 'One<x id="2" ctype="lb"/>two')
    text = text.replace('Hier <g id="1">klicken</g> <x id="2"/> sofort', 'Eins<x id="2" ctype="lb"/>zwei')
    assert 'Eins<x id="2" ctype="lb"/>zwei drei</target>' in filled("x.xlf", text, {0: "Eins zwei drei"})[0]


@as_one_test
@pytest.mark.parametrize(
    ("old", "state", "expected"),
    [
        ("<target>", DRAFT, '<target state="needs-review-translation">Neu'),
        ("<target>", EDITED, '<target state="translated">Neu'),
        ('<target state-qualifier="exact-match" state="final">', DRAFT, '<target state="needs-review-translation">Neu'),
        ('<target q:state="mine" state="new">', DRAFT, '<target q:state="mine" state="needs-review-translation">Neu'),
        ("<target x=\"a state='b'\">", DRAFT, '<target x="a state=\'b\'" state="needs-review-translation">Neu'),
    ],
)
def test_state_of_a_target(old, state, expected):
    text = XLIFF.replace("<xliff", '<xliff xmlns:q="urn:q"').replace("<target>", old)
    assert expected in filled("x.xlf", text, {1: "Neu"}, state)[0].replace("\n  ", "")


@as_one_test
@pytest.mark.parametrize(("name", "attribute"), [("x.xlf", ' target-language="de"'), ("x2.xlf", ' trgLang="de"')])
def test_a_file_without_a_target_language_states_the_one_that_is_asked_for(name, attribute):
    text = FILES[name].replace(attribute, "")
    for language, count in (("de", 1), (None, 0), ("source", 0)):
        file = opened(name, text.encode(), language=language)
        assert fill_file(file, {0: UnitFilling(CodedText(file.units.units[0].target))}, DRAFT).data == text.encode()
        assert fill_file(file, {0: UnitFilling(CodedText(NEW))}, DRAFT).data.decode().count(attribute) == count


def test_an_approved_unit_is_approved_no_longer_unless_a_person_edits_it():
    text = XLIFF.replace("<trans-unit", '<trans-unit approved="yes"')
    assert filled("x.xlf", text, {1: "Neu"})[0].count('approved="no"') == 1
    assert 'approved="no"' not in filled("x.xlf", text, {1: "Neu"}, EDITED)[0]


@as_one_test
@pytest.mark.parametrize(
    ("kind", "state", "said"),
    [
        ("SDLXLIFF", DRAFT, 'conf="Draft"'),
        ("SDLXLIFF", EDITED, 'conf="Translated"'),
        ("MQXLIFF", DRAFT, 'mq:status="PartiallyEdited"'),
        ("MQXLIFF", EDITED, 'mq:status="ManuallyConfirmed"'),
        ("XLIFF 2", DRAFT, 'state="initial"'),
        ("XLIFF 2", EDITED, 'state="translated"'),
    ],
)
def test_states_of_tools(kind, state, said):
    for file, data in files_of(kind):
        read = opened(file, data)
        filling = {len(read.units.units) - 1: UnitFilling(CodedText(NEW))}
        text = as_text(fill_file(read, filling, state).data)
        assert said in text[text.rindex("<segment" if kind == "XLIFF 2" else "<trans-unit") :], file


@as_one_test
@pytest.mark.parametrize("name", FILES)
def test_notes_are_written_once(name):
    text, _ = filled(name, FILES[name], {0: None}, notes=("Check numbers & <tags>",))
    assert text.count("Check numbers") == 1
    assert filled(name, text, {0: None}, notes=("Check numbers & <tags>",))[0] == text
    removed = re.sub(r"<notes>.*?</notes>|<note[^>]*>(?:BLEUscope: )?Check.*?</note>|# BLEUscope[^\n]*\n", "", text)
    assert removed == FILES[name]
    assert opened(name, text.encode()).units.units == opened(name, FILES[name].encode()).units.units or name == "x.po"


def test_a_note_of_one_segment_of_several_names_it():
    file, data = next(files_of("SDLXLIFF"))
    found = fill_file(opened(file, data), {1: UnitFilling(None, ("odd",))}, DRAFT).data
    assert b"2: odd" in found.replace(b"\0", b"")


def test_a_segment_that_is_locked_stays():
    file, data = next(files_of("SDLXLIFF"))
    data = data.replace(b'<sdl:seg id="1"', b'<sdl:seg id="1" locked="true"')
    read = opened(file, data)
    found = fill_file(read, {0: UnitFilling(CodedText("anew"))}, DRAFT).data
    assert re.findall(rb'mid="1">(.*?)</mrk>', found) == re.findall(rb'mid="1">(.*?)</mrk>', data)
    assert b'mid="2">anew<' in found


def test_characters_that_an_encoding_lacks_become_references_in_xml_and_are_refused_in_po():
    text = XLIFF.replace('encoding="utf-8"', 'encoding="iso-8859-1"').replace("drei", "drei ü").encode("latin-1")
    assert b"\xfc and &#20013;" in fill_file(opened("x.xlf", text), {1: UnitFilling(CodedText("ü and 中"))}, DRAFT).data
    text = re.sub(r"[^\0-\x7f]", "", XLIFF.replace('encoding="utf-8"', 'encoding="iso-8859-1"')).encode()
    assert b"\xfc and &#20013;" in fill_file(opened("x.xlf", text), {1: UnitFilling(CodedText("ü and 中"))}, DRAFT).data
    po = FILES["x.po"].replace("UTF-8", "ISO-8859-1").replace("sofort", "sofört").encode("latin-1")
    with pytest.raises(FormatError, match=r"expected characters of latin-1, found U\+4E2D in a translation"):
        fill_file(opened("x.po", po), {0: UnitFilling(CodedText("中"))}, DRAFT)


@as_one_test
@pytest.mark.parametrize("name", FILES)
def test_control_characters_are_refused(name):
    with pytest.raises(FormatError, match=r"the control character U\+0001 in the translation"):
        filled(name, FILES[name], {0: "a\x01b"})


def test_hostile_files_and_texts_are_refused():
    entities = '<!DOCTYPE xliff [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<xliff'
    for bomb in (XLIFF.replace("<xliff", entities).replace("now", "&b;"), XLIFF.replace("now", "&b;")):
        with pytest.raises(FormatError):
            opened("x.xlf", bomb.encode())
    small = FileLimits(segment_bytes=1000, file_bytes=5000)
    file = TranslationFile.read("x.xlf", XLIFF.encode(), small)
    with pytest.raises(TooLargeError):
        fill_file(file, {0: UnitFilling(CodedText("x" * 1001))}, DRAFT)
    with pytest.raises(TooLargeError):
        fill_file(file, {0: UnitFilling(None, ("x" * 1001,))}, DRAFT)
    notes = tuple(f"{number} " + "x" * 900 for number in range(5))
    with pytest.raises(TooLargeError):
        fill_file(file, {0: UnitFilling(None, notes)}, DRAFT)
    for data in (b"PK\x03\x04", b"\x1f\x8b\x08"):
        with pytest.raises(FormatError, match="Unpack it first"):
            opened("x.xlf", data)
    with pytest.raises(FormatError, match="expected XLIFF, TMX or PO"):
        opened("x.txt", b"a line\n")


@as_one_test
@pytest.mark.parametrize(
    "code", ['<x id="a&#10;b"/>', '<x id="1&#9;"/>', '<g id="1/">x</g>', '<x id="1/"/>', '<g id="/">x</g>']
)
def test_ids_of_codes_may_have_every_character(code):
    text = XLIFF.replace('<g id="1">here</g> <x id="2"/>', code)
    empty, target = (text.replace('<g id="1">klicken</g> <x id="2"/>', put) for put in ("", code))
    unit = opened("x.xlf", target.encode()).units.units[0]
    assert f"<target>Hier {code} sofort</target>" in target
    assert f">Hier {code} sofort</target>" in filled("x.xlf", empty, {0: read_codes(unit.target, unit.target_codes)})[0]


def test_older_columns_with_a_line_break_in_an_id_are_read():
    assert read_codes("abc", "1 <xa\nb/>\n2 <x2/>").places == (1, 2)


def test_po_keeps_comments_between_strings_and_writes_spaces_of_the_source_once():
    text = PO.replace('"Hier klicken "', '"Hier klicken "\n# keep me')
    text = text.replace('"now"', '"now\u00a0 "')
    new, _ = filled("x.po", text, {0: "Da klicken\u00a0"})
    assert 'msgstr "Da klicken\u00a0 "\n# keep me\n\n' in new
    assert opened("x.po", new.encode()).units.units[0].target == "Da klicken\u00a0"


PLURAL = 'msgid "one"\nmsgid_plural "many"\nmsgstr[0] "eins"\nmsgstr[1] "viele"\n'


def test_a_draft_in_po_is_fuzzy_until_people_edit_it():
    text = f"{PO}\n{PLURAL}".replace("\n", "\r\n")
    draft, _ = filled("x.po", text, {0: "Da", 1: "Dort", 3: "mehr"}, notes=("see",))
    for flagged in (
        "#: a.c:1\r\n# BLEUscope: see\r\n#, fuzzy\r\nmsgid",
        "#, fuzzy, c-format\r\n# BLEUscope: see\r\nmsgctxt",
        '\r\n\r\n# BLEUscope: see\r\n#, fuzzy\r\nmsgid "one"',
    ):
        assert flagged in draft
    assert draft.count("fuzzy") == 3
    assert [unit.is_fuzzy for unit in opened("x.po", draft.encode()).units.units] == [True] * 4
    assert filled("x.po", draft, {0: "Da", 1: "Hier"})[0] == draft.replace("Dort", "Hier")

    edited, units = filled("x.po", draft, {0: "Da!", 1: "Dort!", 3: "viele"}, EDITED)
    assert [unit.is_changed for unit in units] == [True] * 3
    assert edited.count("fuzzy") == 1, "nobody edited the other form"
    assert "# BLEUscope: see\r\nmsgid" in edited
    assert "#, c-format\r\n# BLEUscope" in edited
    whole, _ = filled("x.po", edited, {2: "ein", 3: "mehr"}, EDITED)
    assert "fuzzy" not in whole


def test_flags_between_the_strings_of_a_translation_are_kept():
    text = PO.replace('"sofort"', '"sofort"\n#, no-wrap\n"!"')
    draft, _ = filled("x.po", text, {0: "Da", 1: "Dort"})
    assert 'msgstr "Da"\n#, no-wrap\n\n#, fuzzy, c-format' in draft
    text = PO.replace('"sofort"\n\n#, c-format', '"sofort"\n#, no-wrap\n"!"\n')
    assert 'msgstr "Da"\n#, no-wrap\n\n#, fuzzy\nmsgctxt' in filled("x.po", text, {0: "Da", 1: "Dort"})[0]


def test_the_flag_of_the_header_and_of_an_obsolete_message_is_none_of_the_next_one():
    text = "#, fuzzy\n" + PO.replace("#, c-format", '#, fuzzy\n#~ msgid "old"\n#~ msgstr "alt"\n#, c-format')
    draft, _ = filled("x.po", text, {1: "Da"})
    assert draft.count("fuzzy") == 3
    assert "#, fuzzy, c-format" in draft
    assert filled("x.po", draft, {1: "AT&T < drei"}, EDITED)[0] == text
