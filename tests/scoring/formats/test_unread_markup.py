"""Markup that is not read is refused by its kind, however it is wrapped; sentences about markup are plain text."""

import gzip
import io
import re

import pytest

from scoring.cli.inputs import Inputs
from scoring.formats import FormatError, read_columns
from scoring.formats.plain_text.text import read_blocks
from tests.cases import as_one_test, each_value_as_one_test
from tests.files import zipped

TRANSLATIONS = {
    "TMX": '<?xml version="1.0"?><tmx version="1.4"><body><tu><tuv xml:lang="de"><seg>x</seg></tuv></tu></body></tmx>',
    "TMX, ": '<!DOCTYPE tmx SYSTEM "tmx14.dtd">\n<tmx version="1.4">\n<header/>\n<body></body></tmx>',
    "XLIFF": '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n<file original="a"></file></xliff>',
    "XLIFF,": '<?xml version="1.0" encoding="utf-8"?>\n<xliff xmlns:sdl="http://sdl.com/FileTypes/SdlXliff/1.0">\n<file/>',
    "XLIFF, a": "<?xml version='1.0' encoding='UTF-8'?>\n<xliff xmlns:mq='MQXliff' version='1.2'><file/></xliff>",
    "PO": '# Deutsch\n# von uns\n\nmsgid ""\nmsgstr ""\n\n#: a.c:1\nmsgid "one"\nmsgstr "eins"\n',
    "PO, ": 'msgctxt "menu"\nmsgid "one"\nmsgid_plural "many"\nmsgstr[0] ""\nmsgstr[1] ""\n',
}
"""Files that are read under names that do not promise another kind."""
MARKUP = {
    "TBX": "<?xml version='1.0'?>\n<martif type='TBX'><text><body></body></text></martif>",
    "HTML": "<!doctype html>\n<title>x</title>\n<p>Ein Satz.\n",
    "HTML,": '<html lang="de">\n<head><title>x</title></head><body>Ein Satz.</body></html>',
    "TTML": "<tt xml:lang='de'>\n<body><div><p begin='1s'>Ein Satz.</p></div></body></tt>",
    "Qt": "<?xml version='1.0'?>\n<!DOCTYPE TS>\n<TS version='2.1'></TS>",
    "Android": "<resources>\n<string name='a'>Ein Satz.</string>\n</resources>",
    "XML of the kind <root>": "<?xml version='1.0'?>\n<root><data name='a'><value>Ein Satz.</value></data></root>",
    "RTF": "{\\rtf1\\ansi\n Ein Satz.\\par\n}",
    "SBV": "0:00:01.000,0:00:02.500\nEin Satz.\n",
    "ASS": "[Script Info]\nTitle: x\n",
    "MicroDVD": "{0}{25}Ein Satz.\n{30}{60}Noch einer.\n",
    "ASS, ": "; von uns\n;\n[Script Info] \nTitle: x\n",
    "ASS,": "[V4+ Styles]\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Ein Satz.\n",
    "LRC": "[ti:Lied]\n[length: 03:20]\n[00:12.00]Ein Satz.\n[00:15.50][00:20.50]Noch einer.\n",
    "LRC,": "[00:12.00]Ein Satz.\n[01:15.50]\n[100:15.500]Noch einer.\n",
    "MPL2": "[10][19]Ein Satz.\n[20][39]/Noch einer.\n",
    "the log of fairseq-generate": "S-0\tA.\nT-0\tEin.\nH-0\t-0.1\tEins.\nP-0\t-0.1\nGenerate test: BLEU4\n",
    "the log of fairseq-generate,": "H-3\t-0.34\tEin Satz.\nH-0\t-0.34\tNoch einer.\n",
    "the log of fairseq-generate, ": "2024-01-01 10:00:00 | INFO | fairseq_cli.generate | x\nS-0\tA.\nT-0\tEin.\n",
    "LaTeX, ": "% von uns\n\n %\n\\documentclass[a4paper]{article}\n\\begin{document}\nEin Satz.\n",
    "a diff": "diff --git a/x.txt b/x.txt\nindex 1..2 100644\n--- a/x.txt\n+++ b/x.txt\n",
    "a diff, ": "--- a/x.txt\n+++ b/x.txt\n@@ -1,3 +1,3 @@\n-Ein Satz.\n+Noch einer.\n",
    "a vCard": "BEGIN:VCARD\nVERSION:3.0\nFN:A\nEND:VCARD\n",
    "iCalendar": "BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR\n",
    "a key or certificate (PEM)": "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n",
    "BibTeX": "@article{x,\n title={A},\n}\n",
    "Praat's TextGrid": 'File type = "ooTextFile"\nObject class = "TextGrid"\n\nxmin = 0\n',
    "LaTeX": "\\documentclass{article}\n\\begin{document}\nEin Satz.\n\\end{document}\n",
}
WRAPPED = {
    "as it is": lambda text: text.encode(),
    "BOM": lambda text: text.encode("utf-8-sig"),
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "CR": lambda text: text.replace("\n", "\r").encode(),
    "UTF-16": lambda text: text.encode("utf-16"),
    "UTF-16, big": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "UTF-16 without BOM": lambda text: text.encode("utf-16-le"),
    "blank lines": lambda text: ("\n \n\n" + text).encode(),
    "latin-1": lambda text: (text + "\nGrüße\n").encode("latin-1"),
}
NAMES = ["x.txt", "x", "x.tmx", "sys/ref.en", "x.tsv", "x.csv", "x.sgm"]


def refused(read_it, kind, advice="Export its texts"):
    with pytest.raises(FormatError) as caught:
        read_it()
    assert f"found {kind.rstrip(', a')}" in str(caught.value)
    assert advice in caught.value.advice


@each_value_as_one_test
@pytest.mark.parametrize("wrapped", WRAPPED)
@pytest.mark.parametrize("kind", MARKUP)
def test_markup_is_refused_by_its_kind(kind, wrapped):
    data = WRAPPED[wrapped](MARKUP[kind])
    for file in NAMES:
        refused(lambda file=file: read_columns(file, data), kind)
    refused(lambda: read_columns("x.txt.gz", gzip.compress(data)), kind)
    refused(lambda: read_columns("x.zip", zipped({"src.txt": b"a\n", "d/x.txt": data})), kind)
    refused(lambda: list(read_blocks("x.txt", io.BytesIO(data), 10)), kind)


@each_value_as_one_test
@pytest.mark.parametrize("wrapped", WRAPPED)
@pytest.mark.parametrize("kind", TRANSLATIONS)
def test_translation_files_under_the_name_of_another_kind_are_refused(kind, wrapped):
    data = WRAPPED[wrapped](TRANSLATIONS[kind])
    advice = {"TMX": "Call it .tmx", "XLI": "Call it .xlf", "PO": "Call it .po"}[kind[:3].rstrip(",")]
    for file in ("x.txt", "x.tsv", "x.csv", "x.sgm"):
        refused(lambda file=file: read_columns(file, data), kind, advice)
    refused(lambda: read_columns("x.txt.gz", gzip.compress(data)), kind, advice)
    refused(lambda: read_columns("x.zip", zipped({"src.txt": b"a\n", "d/x.txt": data})), kind, advice)
    refused(lambda: list(read_blocks("x", io.BytesIO(data), 10)), kind, advice)


@pytest.mark.parametrize(
    "text",
    [
        '<seg id="1">Ein Satz.</seg>\n<seg id="2">Noch einer.</seg>\n',
        '<doc docid="1" genre="lectures">\n<url>http://x</url>\nEin Satz.\n</doc>\n',
        "<HL>\n<SEG id=1>Ein Satz.</SEG>\n</HL>\n",
    ],
)
def test_parts_of_a_set_without_it_are_no_plain_text(text):
    for file in ("x.txt", "x", "x.tsv"):
        refused(lambda file=file: read_columns(file, text.encode()), "NIST's SGML without its set")
    refused(lambda: list(read_blocks("x.txt", io.BytesIO(text.encode()), 10)), "NIST's SGML without its set")
    with pytest.raises(FormatError, match="<srcset>, <refset> or <tstset>"):
        read_columns("x.sgm", text.encode())


@pytest.mark.parametrize("upper", ["tmx", "xliff", "html"])
def test_upper_case_and_prefixes_of_names(upper):
    advice = "Export its texts" if upper == "html" else "Call it"
    for tag in (upper.upper(), f"x:{upper}"):
        refused(lambda tag=tag: read_columns("x.txt", f"<{tag} a='b'>\n<y/>\n</{tag}>".encode()), upper.upper(), advice)


def test_comments_longer_than_what_is_first_looked_at():
    comment = "<!-- " + "licence " * 20_000 + "-->\n"
    refused(lambda: read_columns("x.txt", (comment + MARKUP["HTML"]).encode()), "HTML")
    licence = "# licence\n" * 20_000
    refused(lambda: list(read_blocks("x.po", io.BytesIO((licence + TRANSLATIONS["PO"]).encode()), 10)), "PO", "Call it")


@pytest.mark.parametrize("file", ["x.tmx", "x.hyp", "x.txt", "x.txt.gz"])
def test_the_command_refuses_it_too(tmp_path, file):
    data = MARKUP["HTML"].encode()
    (tmp_path / file).write_bytes(gzip.compress(data) if file.endswith(".gz") else data)
    (tmp_path / "ref.txt").write_text("ein Satz\n")

    def score():
        with Inputs([str(tmp_path / "ref.txt")], [str(tmp_path / file)]) as inputs:
            list(inputs.test_sets())

    refused(score, "HTML")


def test_what_git_puts_in_the_place_of_a_file():
    for text, advice in (
        ("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n", "git lfs pull"),
        ("Ein Satz.\n<<<<<<< HEAD\nEins.\n=======\nZwei.\n>>>>>>> b\nDrei.\n", "remove the marks"),
    ):
        for wrapped in WRAPPED.values():
            with pytest.raises(FormatError, match=advice):
                read_columns("x.txt", wrapped(text))
            with pytest.raises(FormatError, match=advice):
                list(read_blocks("x.txt", io.BytesIO(wrapped(text)), 10))


SENTENCES = [
    "<html> begins a page.\nEin Satz.\n",
    "<b>Hallo</b> Welt\n<b>Ja</b>\n",
    "<br>\n<br>\n",
    "<unk>\nEin Satz.\n",
    "<g id='1'>Klick</g>\n<x/>\n",
    "<!-- TODO --> steht da.\nEin Satz.\n",
    "<- zurück\n",
    "< 5 %\n> 7 %\n",
    "A --> B\n00:00:01,000 --> 00:00:02,500 ist die Zeile.\n",
    "Um 10:00:00.000 --> geht es los.\n",
    'Der Text heißt msgid "" und msgstr "".\nmsgid ist ein Wort.\n',
    "msgid ist ein Schlüssel.\nmsgstr auch.\n",
    "# Überschrift\nEin Satz.\n",
    "WEBVTT ist ein Format.\n",
    "RTF {\\rtf1} ist alt.\n",
    "1\n2\nEin Satz.\n",
    "{0} Dateien\n{0}{1}\n",
    "0:00:01.000, sagt er.\n",
    "doctype html\n<p\n",
    "xliff tmx <tmx>\n",
    "<?php echo 1 ?>\n",
    "[10:30] Anna: Ja.\n[10:31:20] Ben: Nein.\n",
    "[1][2] zeigen das.\nEin Satz.\n",
    "[10][19] zeigen das.\n[20][39] auch.\n",
    "[10][19]\n",
    "[00:12.00] Ein Satz.\nEin Satz ohne Zeit.\n",
    "[Anmerkung: leer]\n[Musik: laut]\n",
    "[Script Info] ist der Anfang.\n",
    "; Komma\n[V4] Motor\n",
    "% Prozent\n\\document ist ein Befehl.\n",
    "S-300\tRakete\nEin Satz.\n",
    "T-34 ist ein Panzer.\n",
    "<p>Ein Satz.</p>\n<p>Noch einer.</p>\n",
    "<doc>\nEin Satz.\n",
    "<seg> ist ein Element.\n",
    "<doc id='1'> ist ein Element.\n",
    "version https://git-lfs is how it begins.\n",
    "diff --git\n--- a\n",
    "BEGIN:VCARD is how it begins.\n",
    "-----BEGIN-----\n@anna, komm!\n",
    "@anna{x}\n",
    "<<<<<<< links\n=======\nEin Satz.\n",
    ">>>>>>> b\n=======\n<<<<<<< a\n",
    "<html is a tag\n<tmx ist auch eins\n",
]


@as_one_test
@pytest.mark.parametrize("text", SENTENCES)
def test_sentences_about_markup_are_plain_text(text):
    for file in ("x.txt", "x.html", "x.po", "x"):
        (column,) = read_columns(file, text.encode())
        assert column.segments.to_pylist() == text.split("\n")[:-1]
        assert next(read_blocks(file, io.BytesIO(text.encode()), 10)).to_pylist() == text.split("\n")[:-1]


def test_formats_of_wmt_under_names_that_say_otherwise():
    for text in ('<dataset id="x"><doc id="d"></doc></dataset>', "<refset setid='x'>\n<doc docid='d'>"):
        with pytest.raises(FormatError, match=re.escape("Call it .xml (WMT) or .sgm (NIST)")):
            read_columns("x.txt", text.encode())


@pytest.mark.parametrize(
    ("start", "kind"),
    [
        ("application/vnd.oasis.opendocument.text", "an OpenDocument file"),
        ("application/epub+zip", "an EPUB book"),
        ("application/vnd.adobe.indesign-idml-package", "a packed document"),
    ],
)
def test_packed_documents(start, kind):
    data = zipped({"mimetype": start, "content.xml": "<a/>"})
    with pytest.raises(FormatError, match=kind):
        read_columns("x.odt", data)
    with pytest.raises(FormatError, match=kind):
        read_columns("x.zip", zipped({"a.txt": "x\n", "x.odt": data}))
