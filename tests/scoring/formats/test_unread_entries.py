"""Keys with values and elements without a root are refused by their kind; sentences with colons and tags are texts."""

import gzip
import io
import json

import pytest

from scoring.choosing.formats import read_lists
from scoring.cli.inputs import Inputs
from scoring.formats import FormatError, read_columns
from scoring.formats.plain_text.text import read_blocks
from scoring.formats.plain_text.unread_entries import LINES_LOOKED_AT, PROPERTIES, STRINGS, YAML
from tests.cases import as_one_test, each_value_as_one_test
from tests.files import zipped

ROOTLESS = "XML without a root, with <{}> around its texts"
KEYS = {
    "properties": ("# Deutsch\napp.title=Größe\napp.ok = Ja: gut\n\napp.no =\n", PROPERTIES),
    "properties, long": ("".join(f"key{number}=Ein Satz, Nummer {number}.\n" for number in range(500)), PROPERTIES),
    "properties, broken lines": ("a.b=Ein \\\n    Satz.\nc=Noch \\\n  einer.\nd=Ja.\n", PROPERTIES),
    "ini": ("; von uns\n[eins]\ntitle = A\nok = B\n\n[zwei]\ntitle = C\nok = D\n", PROPERTIES),
    "strings": ('/* Titel */\n"Hello, you" = "Hallo, \\"du\\"";\n\n"b" = "Ja";\n// Ende\n"c" = "Nein";\n', STRINGS),
    "inside of JSON": ('"a": "Ein Satz.",\n"b": "Noch einer.",\n"c": "Ja."\n', STRINGS),
    "PHP": ("'a' => 'Ein Satz.',\n'b' => 'Noch einer.',\n'c' => 'Ja.',\n", STRINGS),
    "YAML, quoted": ('title: "Ein Satz."\nok: "Ja: gut"\nno: \'Nein\'\n', YAML),
    "YAML, nested": ("---\nde:\n  title: Ein Satz.\n  menu:\n    title: Noch einer.\n    ok: Ja.\n", YAML),
    "YAML, bare": ("".join(f"app.title_{letter}: Ein Satz.\n" for letter in "abcde"), YAML),
    "YAML, plural": ("de:\n  day:\n    one: Tag\n    other: Tage\n  year:\n    one: Jahr\n    other: Jahre\n", YAML),
}
ELEMENTS = {
    "seg": ("<seg>Ein Satz.</seg>\n<seg>Noch <b>einer</b>.</seg>\n", "seg"),
    "one": ("<seg>Ein Satz.</seg>\n", "seg"),
    "OPUS": ('<s id="3">Ein Satz.</s>\n<s id="4">Noch einer.</s>\n', "s"),
    "source": ("  <source>Größe</source>\n  <source>Ja.</source>\n\n", "source"),
    "upper": ("<TARGET>Ein Satz.</TARGET>\n<Target>Noch einer.</Target>\n", "target"),
    "Android": ('<string name="a">Ein Satz.</string>\n<string name="b">Noch einer.</string>\n', "string"),
    "resx": ('<data name="a" xml:space="preserve">\n  <value>Ein Satz.</value>\n</data>\n', "value"),
    "resx, one line": (
        '<data name="a"><value>Ein Satz.</value></data>\n<data name="b"><value>Ja.</value></data>',
        "data",
    ),
    "TMX": ('<tu tuid="1">\n<tuv xml:lang="de"><seg>Ein Satz.</seg></tuv>\n</tu>\n', "tuv"),
    "XLIFF": ('<trans-unit id="1">\n<source>A.</source>\n<target>Ein Satz.</target>\n</trans-unit>\n', "source"),
    "prefix": ("<x:source>Ein Satz.</x:source>\n<x:target>Noch einer.</x:target>\n", "source"),
}
FILES = KEYS | {name: (text, ROOTLESS.format(tag)) for name, (text, tag) in ELEMENTS.items()}
WRAPPED = {
    "as it is": lambda text: text.encode(),
    "BOM": lambda text: text.encode("utf-8-sig"),
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "UTF-16": lambda text: text.encode("utf-16"),
    "UTF-32": lambda text: text.encode("utf-32"),
    "blank lines": lambda text: ("\n \n" + text).encode(),
}


def refused(read_it, kind):
    with pytest.raises(FormatError) as caught:
        read_it()
    assert f"expected one segment a line, found {kind}." in str(caught.value)
    assert "Export its texts first" in caught.value.advice


@each_value_as_one_test
@pytest.mark.parametrize("wrapped", WRAPPED)
@pytest.mark.parametrize("name", FILES)
def test_entries_are_no_plain_text(name, wrapped):
    text, kind = FILES[name]
    data = WRAPPED[wrapped](text)
    for file in ("x.txt", "x.properties", "x.yml", "x"):
        refused(lambda file=file: read_columns(file, data), kind)
    refused(lambda: read_columns("x.txt.gz", gzip.compress(data)), kind)
    refused(lambda: read_columns("x.zip", zipped({"src.txt": b"a\n", "d/x.txt": data})), kind)
    refused(lambda: next(read_blocks("x.txt", io.BytesIO(data), 1)), kind)
    refused(lambda: read_lists("x.txt", data, per_segment=1), kind)


def test_another_encoding_that_is_named():
    refused(lambda: read_columns("x.txt", KEYS["properties"][0].encode("latin-1"), encoding="latin-1"), PROPERTIES)


@pytest.mark.parametrize("name", ["properties", "resx"])
def test_the_command_refuses_them_too(tmp_path, name):
    text, kind = FILES[name]
    (tmp_path / "x.txt").write_text(text, encoding="utf-8")
    (tmp_path / "ref.txt").write_text("ein Satz\n")

    def score():
        with Inputs([str(tmp_path / "ref.txt")], [str(tmp_path / "x.txt")]) as inputs:
            list(inputs.test_sets())

    refused(score, kind)


def test_trados_texts_are_known_by_their_units():
    text = "<TrU>\n<CrD>01012001, 12:00:00\n<Seg L=EN_US>A sentence.\n<Seg L=DE_DE>Ein Satz.\n</TrU>\n"
    with pytest.raises(FormatError, match="found Trados's TXT, a translation memory"):
        read_columns("x.txt", text.encode())


@pytest.mark.parametrize("text", ["key = Ein Satz.\n", "<seg>Ein Satz.</seg>\n"])
def test_lines_after_the_first_hundred_change_nothing(text):
    lines = [text.replace("key", f"key{number}") for number in range(LINES_LOOKED_AT)]
    with pytest.raises(FormatError):
        read_columns("x.txt", "".join([*lines, "Ein Satz.\n" * 1000]).encode())
    (column,) = read_columns("x.txt", "".join(["Ein Satz.\n" * 20, *lines]).encode())
    assert len(column) == 20 + LINES_LOOKED_AT


def test_texts_of_columns_may_be_entries():
    """WMT 2026 has documents whose segments are lines of JSON."""
    lines = KEYS["inside of JSON"][0].splitlines()
    (column,) = read_columns("x.jsonl", "".join(json.dumps({"hypothesis": line}) + "\n" for line in lines).encode())
    assert column.segments.to_pylist() == lines


SENTENCES = [
    "Note: this is one.\nWarning: that is another.\nHint: here is a third.\nTip: and a fourth.\n",
    "note: this is one.\nwarning: that is another.\nhint: here is a third.\n",
    "note: one.\nwarning: two.\nhint: three.\ntip: four.\ndanger: five.\n",
    "Q: Wer ist da?\nA: Ich.\nQ: Wer?\nA: Ich!\n",
    'Anna: "Ja."\nBen: "Nein."\nCara: "Gut."\nDoris: "Also."\n',
    "anna_k: Ja.\nben_2: Nein.\nanna_k: Gut.\nben_2: Also.\nanna_k: Gut.\nben_2: Ja.\n",
    "Zutaten:\n  Mehl: 100 g\n  Zucker: 50 g\n  Salz: wenig\n",
    "Um 10:30 Uhr.\nUm 11:45 Uhr.\nUm 12:00 Uhr.\n",
    "10:30\n11:45\n12:00\n",
    "https://example.org/?a=1\nhttps://example.org/?b=2\nhttps://example.org/?c=3\n",
    "E = mc2 ist bekannt.\nEin Satz.\nNoch einer.\n",
    "a = 1\nb = 2\n",
    "x = 1\nx = 2\nx = 3\nx = 4\n",
    "a == b\nc == d\ne == f\n",
    "Der Wert x = 3 gilt.\nDer Wert y = 4 gilt.\nDer Wert z = 5 gilt.\n",
    '"Ja": "Nein"\n"Gut": "Also"\nSagte er.\n',
    '"Ja.": sagte er.\n"Nein.": sagte sie.\n"Gut.": sagten wir.\n',
    "[Musik]\n[Lachen]\n[Ende]\n",
    "# eins\n# zwei = drei\n# vier: fünf\n",
    "title: A\nEin Satz.\nok: B\nno: C\n",
    "<p>Ein Satz.</p>\n<p>Noch einer.</p>\n",
    "<s> ein Satz </s>\n<s> noch einer </s>\n",
    "<s>alt</s>\n<s>alter</s>\n",
    "<seg>Ein Satz.</seg> steht da.\n<seg>Noch einer.</seg>\n",
    "<value>\n<string>\n",
    "<value> ist leer.\n</value>\n",
    "<b>Ein</b>\n<string>Satz</string>\nNoch einer.\n",
    "<g id='1'>Ja</g>\n<x/>\n",
    "<" * 100_000 + "\n",
    "a_" * 100_000 + "\n" + "<seg " * 10_000 + "\n",
    "k:" * 100_000 + "\n",
    '"' * 100_001 + "=\n",
]


@as_one_test
@pytest.mark.parametrize("text", SENTENCES, ids=lambda text: text[:20])
def test_sentences_with_colons_and_tags_are_plain_text(text):
    for file in ("x.txt", "x"):
        (column,) = read_columns(file, text.encode())
        assert column.segments.to_pylist() == text.split("\n")[:-1]
        assert next(read_blocks(file, io.BytesIO(text.encode()), 10)).to_pylist() == text.split("\n")[:-1][:10]
