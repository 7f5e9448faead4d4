"""XLIFF, TMX and PO: sources, translations and matches, lined up by the ids of their units."""

import gzip

import pytest

from scoring.cli.inputs import Inputs
from scoring.formats import (
    CountMismatchError,
    FileLimits,
    FormatError,
    Role,
    TooLargeError,
    assemble,
    guess_roles,
    read_columns,
)
from scoring.testset import TestSet
from tests.bilingual import FILES, PO, SOURCES, TARGETS, TMX, XLIFF, XLIFF_2
from tests.cases import as_one_test
from tests.files import zipped

FORMATS = {"x.xlf": "XLIFF", "x2.xlf": "XLIFF", "x.tmx": "TMX", "x.po": "PO"}


def read(file, text, **options):
    return read_columns(file, text.encode(), **options)


def texts(columns):
    return {(str(column.role), column.name): column.segments.to_pylist() for column in columns}


def kinds(column):
    return {notice.kind: notice.count for notice in column.notices}


def refusal(file, text, **options):
    with pytest.raises(FormatError) as caught:
        read(file, text, **options)
    return str(caught.value)


@as_one_test
@pytest.mark.parametrize("name", FILES)
def test_source_and_translation(name):
    source, target = read(name, FILES[name])
    assert source.segments.to_pylist() == SOURCES
    assert target.segments.to_pylist() == TARGETS
    assert (source.name, source.role, source.stated) == ("source", Role.SOURCE, True)
    assert (target.name, target.role, target.format) == (name.split(".")[0], Role.SYSTEM, FORMATS[name])
    assert target.language.language.name == "German"
    assert source.keys.equals(target.keys)
    assert kinds(source).get("inline-codes") == (None if name == "x.po" else 1)


@as_one_test
@pytest.mark.parametrize("wrapped", ["gz", "zip", "UTF-16", "BOM", "CRLF"])
def test_packed_and_in_other_encodings(wrapped):
    for name, text in FILES.items():
        data = {
            "gz": lambda text=text: gzip.compress(text.encode()),
            "zip": lambda name=name, text=text: zipped({name: text.encode()}),
            "UTF-16": lambda text=text: text.replace("utf-8", "utf-16").encode("utf-16"),
            "BOM": lambda text=text: text.encode("utf-8-sig"),
            "CRLF": lambda text=text: text.replace("\n", "\r\n").encode(),
        }[wrapped]()
        file = f"{name}.gz" if wrapped == "gz" else "a.zip" if wrapped == "zip" else name
        source, target = read_columns(file, data)
        assert (source.segments.to_pylist(), target.segments.to_pylist()) == (SOURCES, TARGETS)


def test_names_say_the_role():
    for file, role in (
        ("reference.xlf", Role.REFERENCE),
        ("hyp/mt.tmx", Role.SYSTEM),
        ("gold.de.po", Role.REFERENCE),
        ("src/job.xlf", Role.SYSTEM),
        ("input.po", Role.SYSTEM),
    ):
        text = {"xlf": XLIFF, "tmx": TMX, "po": PO}[file.rpartition(".")[2]]
        roles = [column.role for column in guess_roles(read(file, text))]
        assert roles == [Role.SOURCE, role]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<target>", '<target state="final">'),
        ("<target>", '<target state="signed-off">'),
        ("<trans-unit", '<trans-unit approved="yes"'),
    ],
)
def test_final_translations_are_a_reference_unless_the_name_says_otherwise(old, new):
    text = XLIFF.replace(old, new)
    assert [column.role for column in guess_roles(read("job.xlf", text))] == [Role.SOURCE, Role.REFERENCE]
    assert [column.role for column in guess_roles(read("mt.xlf", text))] == [Role.SOURCE, Role.SYSTEM]
    draft = text.replace(new, new.replace("yes", "no").replace("final", "new").replace("signed-off", "new"), 1)
    assert [column.role for column in guess_roles(read("job.xlf", draft))] == [Role.SOURCE, Role.SYSTEM]


@pytest.mark.parametrize(
    ("status", "role"),
    [
        ("ManuallyConfirmed", Role.REFERENCE),
        ("Reviewer1Confirmed", Role.REFERENCE),
        ("Proofread", Role.REFERENCE),
        ("PartiallyEdited", Role.SYSTEM),
        ("MachineTranslated", Role.SYSTEM),
    ],
)
def test_states_of_mqxliff(status, role):
    text = XLIFF.replace("<trans-unit", f'<trans-unit xmlns:mq="MQXliff" mq:status="{status}"')
    assert [column.role for column in guess_roles(read("job.mqxliff", text))] == [Role.SOURCE, role]


def test_a_unit_of_mqxliff_that_is_not_started_is_no_translation_if_it_is_a_copy():
    text = XLIFF.replace("<trans-unit", '<trans-unit xmlns:mq="MQXliff" mq:status="NotStarted"')
    copied = text.replace("&lt; drei", "&lt; 3")
    assert [len(column) for column in read("job.mqxliff", text)] == [2, 2]
    assert [len(column) for column in read("job.mqxliff", copied)] == [1, 1]


def test_state_of_version_2():
    text = XLIFF_2.replace("<segment", '<segment state="reviewed"')
    assert [column.role for column in read("job.xlf", text)] == [Role.SOURCE, Role.REFERENCE]


@pytest.mark.parametrize(
    ("state", "translation", "is_read"),
    [
        ("needs-translation", "S", False),
        ("needs-translation", "T", False),
        ("new", "S", False),
        ("new", "T", True),
        ("initial", "S", False),
        ("initial", "T", True),
        ("translated", "S", True),
    ],
)
def test_a_target_that_nobody_translated_is_left_out_and_counted(state, translation, is_read):
    stated = f'<target state="{state}">'
    marks = [f'<mrk mtype="seg" mid="1">{text}</mrk>' for text in ("S", translation)]
    marked = f"<source>S</source><seg-source>{marks[0]}</seg-source>{stated}{marks[1]}</target>"
    of_version_2 = f'<segment state="{state}"><source>S</source><target>{translation}</target></segment>'
    for text, unit in (
        (XLIFF, f'<trans-unit id="3"><source>S</source>{stated}{translation}</target></trans-unit>'),
        (XLIFF, f'<trans-unit id="3">{marked}</trans-unit>'),
        (XLIFF_2, f'<unit id="3">{of_version_2}</unit>'),
    ):
        place = "</body>" if text is XLIFF else "</file>"
        source, target = read("job.xlf", text.replace(place, f"{unit}{place}"))
        assert target.segments.to_pylist() == [*TARGETS, *([translation] if is_read else [])]
        left_out = [notice.message for notice in source.notices if notice.kind == "left-out-units"]
        assert left_out == ([] if is_read else ["Left out: 1 unit without a translation."])


MATCHES = XLIFF.replace("</trans-unit>", '<alt-trans origin="MT"><target>mt</target></alt-trans></trans-unit>')


def test_matches_of_every_unit_are_systems_and_others_are_counted():
    text = MATCHES.replace("</trans-unit>", '<alt-trans origin="TM"><target>tm</target></alt-trans></trans-unit>', 1)
    source, _, match = read("job.xlf", text)
    assert (match.name, match.role, match.segments.to_pylist()) == ("MT", Role.SYSTEM, ["mt", "mt"])
    (told,) = (notice for notice in source.notices if notice.kind == "left-out-matches")
    assert told.message == "Left out: matches that only some of 2 units have, from TM (1)."


def test_matches_of_version_2_belong_to_their_segment():
    matches = (
        '<mtc:matches xmlns:mtc="urn:oasis:names:tc:xliff:matches:2.0">'
        '<mtc:match ref="#a"><source>x</source><target>A</target></mtc:match>'
        '<mtc:match ref="#/f=f1/u=2/b"><source>x</source><target>B</target></mtc:match></mtc:matches>'
    )
    unit = (
        f'<unit id="2">{matches}<segment id="a"><source>One.</source><target>Eins.</target></segment>'
        "<ignorable><source> </source></ignorable>"
        '<segment id="b"><source>Two.</source><target>Zwei.</target></segment></unit>'
    )
    text = XLIFF_2[: XLIFF_2.index('<unit id="1">')] + unit + "</file></xliff>"
    source, target, match = read("job.xlf", text)
    assert source.keys.to_pylist() == ["a.html / 2.a", "a.html / 2.b"]
    assert target.segments.to_pylist() == ["Eins.", "Zwei."]
    assert match.segments.to_pylist() == ["A", "B"]


@pytest.mark.parametrize(
    ("first", "second", "best"),
    [
        ("100", "60", "A"),
        ("60", "100", "B"),
        ("9", "100%", "B"),
        ("85.5", "85.5", "A"),
        ("high", "0", "B"),
        (None, None, "A"),
    ],
)
def test_the_best_match_of_an_origin_is_read(first, second, best):
    def matches(begin, quality, end):
        stated = [f' {quality}="{value}"' if value else "" for value in (first, second)]
        return "".join(f"{begin}{of}><target>{text}</target>{end}" for of, text in zip(stated, "AB", strict=True))

    of_version_1 = matches('<alt-trans origin="tm"', "match-quality", "</alt-trans>")
    of_version_2 = matches('<match origin="tm"', "matchQuality", "</match>")
    marks = [f'<mrk mtype="seg" mid="1">{text}</mrk>' for text in "ST"]
    marked = f"</source><seg-source>{marks[0]}</seg-source><target>{marks[1]}</target>"
    for text in (
        XLIFF.replace("</trans-unit>", f"{of_version_1}</trans-unit>"),
        XLIFF.replace("</source>", marked).replace("</trans-unit>", f"{of_version_1}</trans-unit>"),
        XLIFF_2.replace("</unit>", f"<matches>{of_version_2}</matches></unit>"),
    ):
        assert read("job.xlf", text)[2].segments.to_pylist() == [best, best]


SDL = """<?xml version="1.0" encoding="utf-8"?>
<xliff xmlns:sdl="http://sdl.com/FileTypes/SdlXliff/1.0" xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
<file original="b.docx" source-language="en-US" target-language="de-DE"><header>
<tag-defs xmlns="http://sdl.com/FileTypes/SdlXliff/1.0"><tag id="0"><bpt name="cf">x</bpt></tag></tag-defs></header>
<body><trans-unit id="s" translate="no"><source><x id="0"/></source></trans-unit>
<trans-unit id="u"><source>One. Two.</source>
<seg-source><g id="1"><mrk mtype="seg" mid="1">One.</mrk> <mrk mtype="seg" mid="2">Two.</mrk></g></seg-source>
<target><g id="1"><mrk mtype="seg" mid="1">Eins.</mrk> <mrk mtype="seg" mid="2"/></g></target>
<sdl:seg-defs><sdl:seg id="1" conf="ApprovedSignOff"/><sdl:seg id="2" conf="Draft"/></sdl:seg-defs></trans-unit>
<trans-unit id="v"><source>Three.</source><seg-source><mrk mtype="seg" mid="3">Three.</mrk></seg-source>
<target><mrk mtype="seg" mid="3">Drei.</mrk></target>
<sdl:seg-defs><sdl:seg id="3" conf="Translated"/></sdl:seg-defs></trans-unit>
</body></file></xliff>
"""


def test_marked_segments_of_sdlxliff():
    source, target = read("job.sdlxliff", SDL)
    assert source.keys.to_pylist() == ["b.docx / u.1", "b.docx / v"]
    assert source.segments.to_pylist() == ["One.", "Three."]
    assert (target.role, target.segments.to_pylist()) == (Role.REFERENCE, ["Eins.", "Drei."])
    told = [notice.message for notice in source.notices if notice.kind == "left-out-units"]
    assert told == [
        "Left out: 1 unit locked or marked as not to be translated.",
        "Left out: 1 unit without a translation.",
    ]
    draft = read("job.sdlxliff", SDL.replace('<mrk mtype="seg" mid="2"/>', '<mrk mtype="seg" mid="2">Zwei.</mrk>'))
    assert (draft[1].role, draft[1].segments.to_pylist()) == (Role.SYSTEM, ["Eins.", "Zwei.", "Drei."])


def test_segments_and_units_that_a_tool_has_locked_are_left_out():
    text = SDL.replace('<sdl:seg id="1"', '<sdl:seg id="1" locked="true"').replace('translate="no"', "")
    source, target = read("job.sdlxliff", text)
    assert source.keys.to_pylist() == ["b.docx / v"]
    assert target.segments.to_pylist() == ["Drei."]
    assert "Left out: 1 unit locked or marked as not to be translated." in [one.message for one in source.notices]
    assert len(read("job.sdlxliff", text.replace('locked="true"', 'locked="false"'))[0]) == 2
    locked = XLIFF.replace("<trans-unit", '<trans-unit xmlns:mq="MQXliff" mq:locked="locked"', 1)
    source, target = read("job.mqxliff", locked)
    assert target.segments.to_pylist() == TARGETS[1:]
    assert kinds(source)["left-out-units"] == 1


@pytest.mark.parametrize("around", ["<trans-unit", "<group", "<file"])
def test_units_that_are_not_to_be_translated(around):
    text = XLIFF.replace(around, f'{around} translate="no"', 1)
    if around == "<file":
        text = text.replace('id="2"', 'id="2" translate="yes"')
    source, target = read("x.xlf", text)
    assert target.segments.to_pylist() == TARGETS[1:]
    assert kinds(source)["left-out-units"] == 1


def test_a_source_of_codes_alone_is_no_unit():
    source, _ = read("x.xlf", XLIFF.replace("AT&amp;T &lt; 3", "<x/>"))
    assert source.segments.to_pylist() == SOURCES[:1]
    assert "Left out: 1 unit without a text in the source." in [notice.message for notice in source.notices]


def test_elements_of_tools_inside_a_unit_are_no_texts():
    history = "<mq:units xmlns:mq='MQXliff'><mq:unit2><source>old</source><target>alt</target></mq:unit2></mq:units>"
    source, target = read("x.mqxliff", XLIFF.replace("</trans-unit>", f"{history}</trans-unit>"))
    assert (source.segments.to_pylist(), target.segments.to_pylist()) == (SOURCES, TARGETS)


@pytest.mark.parametrize(
    ("inside", "text"),
    [
        ("a<x/>b", "ab"),
        ("a <x/> b", "a b"),
        ("a<x ctype='lb'/>b", "a b"),
        ("a<ph>{0}</ph>b", "ab"),
        ("a <mrk mtype='term'>b</mrk> <g>c<g>d</g></g>", "a b cd"),
        ("  a  b\n\t c ", "a  b c"),
        ("<bpt>&lt;a href='<sub>no</sub>'></bpt>a<ept>&lt;/a></ept>", "a"),
        ("<!-- c -->a<?pi x?>", "a"),
        ("a <x/>", "a"),
    ],
)
def test_inline_codes(inside, text):
    source, _ = read("x.xlf", XLIFF.replace("AT&amp;T &lt; 3", inside))
    assert source.segments.to_pylist()[1] == text


def test_white_space_that_is_preserved():
    (_, target) = read("x.xlf", XLIFF.replace("<target>\n", '<target xml:space="preserve">\n'))
    assert target.segments.to_pylist() == [TARGETS[0], "AT&T\n  < drei"]


def test_a_template_has_a_source_alone(tmp_path):
    for name, text in FILES.items():
        for translated in TARGETS:
            text = text.replace(f'msgstr "{translated}', 'msgstr "')
        if name.endswith("xlf"):
            text = text.replace("<target>", "<other>").replace("</target>", "</other>")
        if name == "x.po":
            text = text.replace('"Hier klicken "\n"sofort"', '""')
        if name != "x.tmx":
            (column,) = read(name, text)
            assert (column.role, len(column)) == (Role.SOURCE, 2)
    with pytest.raises(FormatError, match="expected at least one system, found a source that is not translated"):
        by_command(tmp_path, {"ref.txt": "a\nb\n"}, {"x.po": text})


def by_command(folder, references, systems):
    """The test set that a command makes of files, which are written into the folder."""
    for name, text in (references | systems).items():
        (folder / name).write_text(text, encoding="utf-8")
    with Inputs([str(folder / name) for name in references], [str(folder / name) for name in systems]) as inputs:
        return TestSet.joined(list(inputs.test_sets()))


def test_the_command_takes_matches_as_systems(tmp_path):
    def systems(references, outputs):
        return {of.name: of.segments.to_pylist() for of in by_command(tmp_path, references, outputs).systems}

    final = MATCHES.replace("<target>", '<target state="final">')
    assert systems({"a.xlf": XLIFF}, {"b.xlf": MATCHES}) == {"b": TARGETS, "MT": ["mt", "mt"]}
    assert systems({"a.xlf": XLIFF}, {"b.xlf": final}) == {"b": TARGETS, "MT": ["mt", "mt"]}
    assert systems({"ref.xlf": final}, {"ref.xlf": final}) == {"MT": ["mt", "mt"]}
    assert systems({"hyp.xlf": MATCHES}, {"ref.xlf": XLIFF}) == {"ref": TARGETS}


def changed(text, old="klicken", new="drücken"):
    return text.replace(old, new)


@as_one_test
@pytest.mark.parametrize("name", FILES)
def test_the_command_takes_translations_as_what_they_are_given(name, tmp_path):
    ending = name.partition(".")[2]
    test_set = by_command(tmp_path, {f"b.{ending}": FILES[name]}, {f"ref.{ending}": changed(FILES[name])})
    assert [reference.segments.to_pylist() for reference in test_set.references] == [TARGETS]
    assert [system.segments.to_pylist() for system in test_set.systems] == [["Hier drücken sofort", TARGETS[1]]]


def test_units_are_lined_up_by_ids():
    first, second = XLIFF.index("<group"), XLIFF.index('<trans-unit id="2"')
    end = XLIFF.index("</body>")
    moved = XLIFF[:first] + XLIFF[second:end] + XLIFF[first:second] + XLIFF[end:]
    columns = guess_roles([*read("ref.xlf", XLIFF), *read("mt.xlf", changed(moved))])
    assert [column.role for column in columns] == [Role.SOURCE, Role.REFERENCE, Role.IGNORE, Role.SYSTEM]
    test_set = assemble(columns, "set")
    assert test_set.systems[0].segments.to_pylist() == ["Hier drücken sofort", TARGETS[1]]
    assert test_set.source.to_pylist() == SOURCES
    assert test_set.documents.to_pylist() == ["a.html", "a.html"]
    assert "source-again" in kinds(columns[2])


def test_units_that_a_reference_lacks_are_left_out_and_those_that_a_system_lacks_are_an_error():
    fewer = XLIFF[: XLIFF.index('<trans-unit id="2"')] + "</body></file></xliff>"
    columns = guess_roles([*read("mt.xlf", changed(XLIFF)), *read("ref.xlf", fewer)])
    test_set = assemble(columns, "set")
    assert test_set.systems[0].segments.to_pylist() == ["Hier drücken sofort"]
    told = [notice.message for notice in columns[1].notices]
    assert any("1 unit that ref.xlf lacks is left out." in message for message in told)
    columns = guess_roles([*read("mt.xlf", fewer), *read("ref.xlf", XLIFF)])
    with pytest.raises(FormatError, match=r"system mt lacks segment a\.html / 2"):
        assemble(columns, "set")


def test_files_whose_ids_are_others_are_taken_row_by_row():
    columns = guess_roles([*read("ref.xlf", XLIFF), *read("mt.tmx", changed(TMX))])
    assert assemble(columns, "set").systems[0].segments.to_pylist() == ["Hier drücken sofort", TARGETS[1]]
    fewer = TMX.replace(TMX[TMX.index('<tu tuid="2"') : TMX.index("</body>")], "")
    with pytest.raises(CountMismatchError):
        assemble(guess_roles([*read("ref.xlf", XLIFF), *read("mt.tmx", fewer)]), "set")


def test_sources_that_differ_are_told():
    other = changed(XLIFF, "AT&amp;T &lt; 3", "Something else")
    columns = guess_roles([*read("ref.xlf", XLIFF), *read("mt.xlf", other)])
    told = [notice.message for column in columns for notice in column.notices if notice.kind == "other-source"]
    assert len(told) == 1
    assert "differ from the test set's in 1 of 2 segments" in told[0]


def test_plain_files_and_translation_files_together(tmp_path):
    test_set = by_command(tmp_path, {"ref.txt": "Klicken Sie\nAT&T\n"}, {"mt.xlf": XLIFF})
    assert test_set.systems[0].segments.to_pylist() == TARGETS
    columns = guess_roles([*read("src.txt", "a\nb\n"), *read("ref.tmx", TMX), *read("mt.txt", "c\nd\n")])
    assert [column.role for column in columns] == [Role.SOURCE, Role.IGNORE, Role.REFERENCE, Role.SYSTEM]


THREE = TMX.replace("</tu>", '<tuv xml:lang="fr-FR"><seg>Cliquez</seg></tuv></tu>')
TWO_TARGETS = XLIFF.replace(
    "</file>",
    '</file><file original="a.html" target-language="fr"><body><trans-unit id="1"><source>S</source>'
    "<target>Cliquez</target></trans-unit></body></file>",
)


@pytest.mark.parametrize(("file", "text"), [("job.tmx", THREE), ("job.xlf", TWO_TARGETS)])
def test_one_of_several_languages_is_chosen(file, text):
    advice = f"Choose one, as in {file}#de, or call the file after it, as in job.de.{file[-3:]}."
    assert refusal(file, text).endswith(
        f"expected one language of translations, found translations into"
        f" {'de and fr-FR' if file == 'job.tmx' else 'de and fr'}. {advice}"
    )
    assert read(f"job.de.{file[-3:]}", text)[1].segments.to_pylist() == TARGETS
    (column,) = read(file, text, field="de")
    assert (column.file, column.segments.to_pylist()) == (f"{file}#de", TARGETS)
    (column,) = read(file, text, field="fr")
    assert column.segments.to_pylist()[0] == "Cliquez"


@pytest.mark.parametrize("field", ["en", "EN", "source", "1"])
@pytest.mark.parametrize(("file", "text"), [("job.tmx", THREE), ("job.xlf", TWO_TARGETS)])
def test_the_source_is_chosen_among_several_languages(file, text, field):
    (column,) = read(file, text, field=field)
    assert (column.file, column.name, column.segments.to_pylist()) == (f"{file}#{field}", "source", SOURCES)
    for language in ("de", "fr"):
        (target,) = read(file, text, field=language)
        assert set(target.keys.to_pylist()) <= set(column.keys.to_pylist())


def test_a_field_is_a_language_or_a_column():
    for field, expected in (("en", SOURCES), ("de-DE", TARGETS), ("source", SOURCES), ("2", TARGETS)):
        (column,) = read("x.xlf", XLIFF, field=field)
        assert column.segments.to_pylist() == expected
    assert "a column mt, found the columns source, x" in refusal("x.xlf", XLIFF, field="mt")


def test_languages_of_a_memory():
    source, target = read("x.tmx", TMX.replace("en-US", "*all*", 1))
    assert source.segments.to_pylist() == SOURCES
    source, target = read("de-en.tmx", TMX.replace("en-US", "*all*", 1))
    assert source.segments.to_pylist() == TARGETS
    without = TMX.replace('<tuv xml:lang="en-US"><seg>AT&amp;T &lt; 3</seg></tuv>', "")
    source, target = read("x.tmx", without)
    assert target.segments.to_pylist() == TARGETS[:1]
    assert kinds(source)["left-out-units"] == 1
    twice = TMX.replace("</tu>", '<tuv xml:lang="de"><seg>noch eins</seg></tuv></tu>', 1)
    source, target = read("x.tmx", twice)
    assert (target.segments.to_pylist(), kinds(source)["second-text"]) == (TARGETS, 1)
    assert read("x.tmx", TMX.replace(' tuid="2"', ""))[0].keys is None


SEVERAL_ENGLISH = TMX.replace("</tu>", '<tuv xml:lang="en-GB"><seg>Click</seg></tuv></tu>')


@pytest.mark.parametrize(("file", "said"), [("x.tmx", "en"), ("en-de.tmx", "*all*")])
def test_a_source_that_may_be_several_languages_of_a_memory_is_refused(file, said):
    text = SEVERAL_ENGLISH.replace("en-US", said, 1)
    assert refusal(file, text) == (
        f"{file}: expected one language of the source, found en, and texts in en-US and en-GB."
        ' Write into the header which one is the source, as in <header srclang="en-US">.'
    )
    stated = SEVERAL_ENGLISH.replace("en-US", "en-GB", 1)
    assert read(file, stated, field="de")[0].segments.to_pylist() == TARGETS
    assert read(file, stated, field="en-GB")[0].segments.to_pylist() == ["Click", "Click"]


def test_the_advice_names_a_language_that_the_file_states():
    unstated = TWO_TARGETS.replace(' target-language="de"', "", 1)
    message = refusal("un.xlf", unstated)
    assert message.endswith("Choose one, as in un.xlf#fr, or call the file after it, as in un.fr.xlf.")
    assert read("un.xlf", unstated, field="fr")[0].segments.to_pylist() == ["Cliquez"]


PLURALS = (
    PO
    + r"""
msgid "one file"
msgid_plural "%d files"
msgstr[0] "eine Datei"
msgstr[1] "%d \"Dateien\"\n"

#, fuzzy, c-format
#| msgid "before"
msgid "left out"
msgstr "ausgelassen"

#~ msgid "gone"
#~ msgstr "weg"

msgid "open"
msgstr ""
"""
)


def test_plural_forms_and_what_is_left_out_of_po():
    source, target = read("x.po", PLURALS)
    assert source.segments.to_pylist() == [*SOURCES, "one file", "%d files"]
    assert target.segments.to_pylist() == [*TARGETS, "eine Datei", '%d "Dateien"']
    told = [notice.message for notice in source.notices if notice.kind == "left-out-units"]
    assert sorted(told) == [
        "Left out: 1 unit marked as fuzzy.",
        "Left out: 1 unit marked as obsolete.",
        "Left out: 1 unit without a translation.",
    ]
    assert read("x.po", PLURALS.replace('msgstr[1] "%d \\"Dateien\\"\\n"\n', ""))[0].segments[2].as_py() == "%d files"


OBSOLETE_FUZZY = '#, fuzzy\n#~ msgid "old"\n#~ msgstr "alt"\n'


@pytest.mark.parametrize("before", [OBSOLETE_FUZZY, f"{OBSOLETE_FUZZY}\n"])
def test_a_fuzzy_flag_is_of_its_own_message_alone(before):
    source, target = read("x.po", f'{PO}\n{before}msgid "Open the file"\nmsgstr "Datei öffnen"\n')
    assert source.segments.to_pylist() == [*SOURCES, "Open the file"]
    assert target.segments.to_pylist() == [*TARGETS, "Datei öffnen"]
    own = PO.replace("#, c-format\nmsgctxt", "#, c-format, fuzzy\n# Why\nmsgctxt")
    assert read("x.po", own)[1].segments.to_pylist() == TARGETS[:1]


@pytest.mark.parametrize(
    ("quoted", "text"), [(r"a\tb", "a\tb"), (r"\"\\\"", '"\\"'), (r"\101\x42", "AB"), (r"a\nb\n", "a\nb"), (r"\q", "q")]
)
def test_escapes_of_po(quoted, text):
    assert read("x.po", PO.replace("AT&T < drei", quoted))[1].segments[1].as_py() == text


@pytest.mark.parametrize(
    ("charset", "quoted", "text"),
    [
        ("UTF-8", r"\303\266ffnen \xc3\xa4 ö", "öffnen ä ö"),
        ("UTF-8", '\\303"\n"\\266', "ö"),
        ("CHARSET", r"\303\266", "ö"),
        ("ISO-8859-2", r"klikn\261\346", "kliknąć"),
        ("Shift_JIS", r"\203\101 \203A", "ア ア"),
    ],
)
def test_escaped_bytes_of_po_are_in_its_charset(charset, quoted, text):
    po = PO.replace("UTF-8", charset).replace("AT&T < drei", quoted)
    assert read("x.po", po)[1].segments[1].as_py() == text


def test_escaped_bytes_that_are_no_text_are_refused():
    said = "x.po, line 14: expected escapes that are text in UTF-8, found \\303. The header says the encoding after"
    assert refusal("x.po", PO.replace("AT&T < drei", r"a\303b")).startswith(said)


def test_several_strings_on_a_line_of_po_are_one_text():
    source, target = read("x.po", PO.replace("AT&T < 3", 'AT&T" " < 3').replace("AT&T < drei", 'AT&T"" < "\t"drei'))
    assert (source.segments.to_pylist(), target.segments.to_pylist()) == (SOURCES, TARGETS)
    assert "expected one text between two" in refusal("x.po", PO.replace("AT&T < 3", 'a" b "c'))


def test_the_charset_of_po():
    data = PO.replace("UTF-8", "ISO-8859-2").replace("klicken", "kliknęć").encode("iso-8859-2")
    assert read_columns("x.po", data)[1].segments[0].as_py() == "Hier kliknęć sofort"


TWO_SEGMENTS = "<segment><source>AT&amp;T &lt; 3</source><target>AT&amp;T &lt; drei</target></segment>"
FAULTS = [
    ("x.xlf", "</group>", "", "line 12: expected well-formed XML, found mismatched tag"),
    ("x.xlf", '<trans-unit id="2">', "<trans-unit>", 'line 8: expected <trans-unit id="...">, found a <trans-unit>'),
    ("x.xlf", 'id="2"><source>', 'id="1"><source>', "line 8: unit a.html / 1 a second time. Every unit needs"),
    ("x.xlf", "<source>AT&amp;T &lt; 3</source>", "", "line 8: expected <source>, found unit a.html / 2 without a"),
    ("x.xlf", "&amp;T &lt; 3", "&bomb;", "line 8: expected well-formed XML, found undefined entity"),
    ("x2.xlf", TWO_SEGMENTS, "", "line 7: expected <segment>, found unit a.html / 2 without a segment"),
    ("x.tmx", "<seg>AT&amp;T &lt; 3</seg>", "", "line 6: expected <seg> in it, found a <tuv> without a text"),
    ("x.tmx", ' xml:lang="DE"', "", 'line 7: expected <tuv xml:lang="...">, found a <tuv> without a language'),
    ("x.tmx", "<sub>x</sub>", "<tu/>", "line 5: expected <tu> next to it, found <tu> inside a unit. A </tu> may"),
    ("x.po", '"now"', '"now', 'line 9: expected one text between two quotation marks, found "now. A quotation'),
    ("x.po", "#: a.c:1", "a.c:1", "line 7: expected a comment, msgctxt, msgid, msgstr, or a text in quotation"),
    ("x.po", 'msgstr "AT&T < drei"', "", "line 14: expected msgid and msgstr, found a message without msgstr"),
    ("x.po", 'msgctxt "menu"\nmsgid "AT&T < 3"', 'msgid "Click here now"', "line 14: unit Click here now a second"),
    ("x.po", 'msgctxt "menu"', 'msgctxt "menu"\nmsgctxt "b"', "line 15: expected one in each message, found a second"),
]


@as_one_test
@pytest.mark.parametrize(("name", "old", "new", "said"), FAULTS)
def test_faulty_files_are_refused_with_their_line(name, old, new, said):
    assert old in FILES[name]
    message = refusal(name, FILES[name].replace(old, new, 1))
    assert message.startswith(f"{name}, line ")
    assert said in message


BOMB = """<?xml version="1.0"?><!DOCTYPE ROOT [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>
<ROOT>&b;&x;</ROOT>"""


@pytest.mark.parametrize("root", ["xliff", "tmx"])
def test_entities_are_never_expanded(root):
    message = refusal(f"x.{root}", BOMB.replace("ROOT", root))
    assert "expected plain XML, found a document type (<!DOCTYPE>). Entities are never expanded" in message
    external = (
        TMX.replace("AT&amp;T", "&x;")
        if root == "tmx"
        else XLIFF.replace("AT&amp;T", "&x;").replace("<xliff", '<!DOCTYPE xliff SYSTEM "file:///etc/passwd"><xliff', 1)
    )
    assert "the entity &x;" in refusal(f"x.{root}", external)


def test_what_is_too_large_is_refused():
    small = FileLimits(segment_bytes=1000)
    for name, text in FILES.items():
        large = text.replace("AT&T" if name == "x.po" else "AT&amp;T", "a" * 1_100_000)
        with pytest.raises(TooLargeError, match="in one segment"):
            read(name, large, limits=small)
        with pytest.raises(TooLargeError, match="at most 1 segment"):
            read(name, text, limits=FileLimits(segments=1))
    with pytest.raises(TooLargeError, match="at most 10,000 elements in one unit"):
        read("x.xlf", XLIFF.replace('<x id="2"/>', "<x/>" * 10_001, 1))
    with pytest.raises(TooLargeError, match="at most 256 elements inside one another"):
        read("x.xlf", XLIFF.replace("AT&amp;T", "<g>" * 300))


def test_text_that_is_stored_once_is_counted_each_time():
    """A plural form has the whole source, and marks inside one another have the same text."""
    forms = "".join(f'msgstr[{number}] "x"\n' for number in range(900))
    message = f'msgid "a"\nmsgid_plural "{"b" * 10_000}"\n{forms}'
    with pytest.raises(TooLargeError, match="of text in its cells"):
        read("x.po", message, limits=FileLimits(file_bytes=2_000_000))
    marks = "".join(f'<mrk mtype="seg" mid="{number}">' for number in range(3, 203))
    nested = f"{marks}Three.{'</mrk>' * 200}"
    text = SDL.replace('<mrk mtype="seg" mid="3">Three.</mrk>', nested)
    assert read("x.sdlxliff", text)[0].segments.to_pylist() == ["One.", "Three."]


def test_long_blanks_take_no_longer_than_other_text():
    source, _ = read("x.xlf", XLIFF.replace("AT&amp;T &lt; 3", f"a{' ' * 400_000}b"))
    assert len(source.segments[1].as_py()) == 400_002


def test_empty_files_of_each_kind():
    assert "no units" in refusal("x.xlf", '<xliff version="1.2"><file original="a"><body/></file></xliff>')
    assert "found no texts" in refusal("x.tmx", '<tmx version="1.4"><body></body></tmx>')
    assert "no units" in refusal("x.po", 'msgid ""\nmsgstr ""\n"Language: de\\n"\n')
    alone = TMX.replace('xml:lang="de"', 'xml:lang="en-US"').replace('xml:lang="DE"', 'xml:lang="en-US"')
    assert "expected TMX with texts in two languages, found texts in en-US alone" in refusal("x.tmx", alone)
    unit = '<tu><tuv xml:lang="de"><seg>Eins</seg></tuv></tu>'
    other = f'<tmx version="1.4"><header srclang="fr"/><body>{unit}</body></tmx>'
    assert "found texts in de alone" in refusal("x.tmx", other)


@pytest.mark.parametrize("said", ["en", "*all*", ""])
def test_a_tmx_with_texts_in_one_language_is_a_source(said):
    variant = '<tuv xml:lang="en-US"><seg>{}</seg></tuv>'
    units = "".join(f"<tu>{variant.format(text)}</tu>" for text in ("One", "Two"))
    (source,) = read("x.tmx", f'<tmx version="1.4"><header srclang="{said}"/><body>{units}</body></tmx>')
    assert (source.role, source.segments.to_pylist()) == (Role.SOURCE, ["One", "Two"])


@pytest.mark.parametrize("length", [len(XLIFF) // 2, XLIFF.index("<target>") + 4])
def test_a_file_that_is_cut_off_is_called_so(length):
    assert "found the end of the file before its last tag" in refusal("x.xlf", XLIFF[:length])
