"""``fill``, ``choose --write`` and ``check --write``: translations and notes in translation files, told and refused."""

import csv
import io
import re

import pytest
from openpyxl import load_workbook

from scoring.cli.main import main
from tests.bilingual import PO, TMX, XLIFF
from tests.cases import as_one_test

GERMAN = "Hier klicken, jetzt gleich"
NOTE = '<note from="BLEUscope">{}</note>'


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files = {
        "job.xlf": XLIFF,
        "a.xlf": XLIFF.replace("sofort", "jetzt").replace("drei", "3"),
        "b.xlf": XLIFF.replace('<x id="2"/> sofort', "sofort").replace("Hier ", "Bitte hier "),
        "job.tmx": TMX,
        "job.po": PO,
        "mt.txt": f"{GERMAN}\nAT&T < dri\n",
        "one.txt": "Hier\n",
        "memory.tmx": TMX.replace("</tu>", '<tuv xml:lang="fr"><seg>Ici</seg></tuv></tu>'),
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def refusal(capsys, *arguments):
    assert main([*arguments]) == 2
    return capsys.readouterr().err.splitlines()[-1]


def test_plain_translations_are_put_in_by_order_and_it_is_said(folder, capsys):
    assert main(["fill", "job.xlf", "--with", "mt.txt", "-o", "out.xlf"]) == 0
    assert capsys.readouterr().err.splitlines() == [
        "note: job.xlf: 2 of 2 units got a new translation.",
        "note: job.xlf: Segments and units were matched by their order, because neither ids nor sources say which.",
    ]
    target = '<target state="needs-review-translation">Hier <g id="1">klicken</g><x id="2"/>, jetzt gleich</target>'
    expected = XLIFF.replace('<target>Hier <g id="1">klicken</g> <x id="2"/> sofort</target>', target)
    assert (folder / "out.xlf").read_text().startswith(expected[: expected.index(target) + len(target)])
    assert (folder / "out.xlf").read_text().count(NOTE.format("Translation by mt")) == 2


@as_one_test
@pytest.mark.parametrize("name", ["job.xlf", "job.tmx", "job.po"])
def test_own_translations_change_nothing(folder, capfdbinary, name):
    assert main(["fill", name, "--with", name]) == 0
    assert capfdbinary.readouterr().out == (folder / name).read_bytes()


def test_a_post_edit_is_put_in_by_ids_with_its_codes_and_what_it_lost_is_named(folder, capsys):
    assert main(["fill", "job.xlf", "--with", "b.xlf", "--post-edit", "--origin", "Ann", "-o", "out.xlf"]) == 0
    told = capsys.readouterr().err
    lost = "Unit a.html / 1: the translation lacks the code <x2/>; the end of the target has what it lacks."
    assert lost in told
    assert "order" not in told
    text = (folder / "out.xlf").read_text()
    assert '<target state="translated">Bitte hier <g id="1">klicken</g> sofort<x id="2"/></target>' in text
    assert text.count(NOTE.format("Translation by Ann")) == 1
    (folder / "out.xlf").unlink()
    assert "inline codes are not those of the source" in refusal(
        capsys, "fill", "job.xlf", "--with", "b.xlf", "--strict", "-o", "out.xlf"
    )
    assert not (folder / "out.xlf").exists()


def test_units_that_the_translations_lack_stay_and_ids_without_a_unit_are_counted(folder, capsys):
    (folder / "other.xlf").write_text(XLIFF.replace('"2"><source>', '"9"><source>').replace("sofort", "jetzt"))
    assert main(["fill", "job.xlf", "--with", "other.xlf", "-o", "out.xlf"]) == 0
    assert "Left out: 1 segment whose id no unit of the file has." in capsys.readouterr().err
    assert (folder / "out.xlf").read_text().count("needs-review") == 1


def test_a_unit_with_the_id_and_another_source_is_left_out_and_named(folder, capsys):
    changed = XLIFF.replace("sofort", "jetzt").replace("drei", "vier")
    (folder / "newer.xlf").write_text(changed.replace("&lt; 3</source>", "&lt; 4</source>"))
    assert main(["fill", "job.xlf", "--with", "newer.xlf", "-o", "out.xlf"]) == 0
    told = capsys.readouterr().err
    assert "1 of 2 units got a new translation." in told
    assert "Left out: 1 segment whose unit has another source: a.html / 2." in told
    assert "whose id no unit" not in told
    assert "vier" not in (folder / "out.xlf").read_text()


def test_ids_that_two_files_have_by_chance_do_not_match_their_units(folder, capsys):
    turned = XLIFF.replace('id="1"><source>', 'id="3"><source>').replace('id="2"><source>', 'id="1"><source>')
    (folder / "other.xlf").write_text(turned.replace('id="3"><source>', 'id="2"><source>').replace("drei", "3"))
    assert main(["fill", "job.xlf", "--with", "other.xlf", "-o", "out.xlf"]) == 0
    assert "1 of 2 units got a new translation." in capsys.readouterr().err
    assert '>Hier <g id="1">klicken</g> <x id="2"/> sofort<' in (folder / "out.xlf").read_text()
    (folder / "other.xlf").write_text(XLIFF.replace("now", "later").replace("AT&amp;T", "Bell"))
    told = refusal(capsys, "fill", "job.xlf", "--with", "other.xlf", "-o", "out.xlf")
    assert "found no unit with the source of segment 1" in told


def test_units_without_ids_are_matched_by_their_sources_in_any_order(folder, capsys):
    def memory(*pairs):
        unit = '<tu><tuv xml:lang="en"><seg>{}</seg></tuv><tuv xml:lang="de"><seg>{}</seg></tuv></tu>'
        return f'<tmx><header srclang="en"/><body>{"".join(unit.format(*pair) for pair in pairs)}</body></tmx>'

    (folder / "old.tmx").write_text(memory(("One", "alt 1"), ("Two", "alt 2"), ("One", "alt 3")))
    (folder / "new.tmx").write_text(memory(("Two", "zwei"), ("One", "eins"), ("One", "eines")))
    assert main(["fill", "old.tmx", "--with", "new.tmx", "-o", "out.tmx"]) == 0
    assert "order" not in capsys.readouterr().err
    written = re.sub("<note>.*?</note>", "", (folder / "out.tmx").read_text())
    assert written == memory(("One", "eins"), ("Two", "zwei"), ("One", "eines"))
    (folder / "new.tmx").write_text(memory(("Two", "zwei"), ("Three", "drei"), ("One", "eines")))
    told = refusal(capsys, "fill", "old.tmx", "--with", "new.tmx", "-o", "out.tmx")
    assert "found no unit with the source of segment 2" in told


def test_a_memory_of_sources_alone_is_filled_in_the_language_that_is_asked_for(folder, capsys):
    (folder / "alone.tmx").write_text(re.sub('\n<tuv xml:lang="(?:de|DE)">.*?</tuv>', "", TMX))
    told = refusal(capsys, "fill", "alone.tmx", "--with", "mt.txt", "-o", "out.tmx")
    assert "expected one such as de, found no language of the translations. Add --language" in told
    assert main(["fill", "alone.tmx", "--language", "de", "--with", "mt.txt", "-o", "out.tmx"]) == 0
    assert (folder / "out.tmx").read_text().count('<tuv xml:lang="de">') == 2


def test_marked_errors_become_notes(folder, capsys):
    head = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    rows = "job\td\t1\t1\tr1\tClick\t<v>Hier</v> klicken sofort\tAccuracy/Mistranslation\tMajor\n"
    (folder / "mqm.tsv").write_text(head + rows + "job\td\t2\t2\tr1\tAT&T\tAT&T < drei\tNo-error\tNo-error\n")
    assert main(["fill", "job.xlf", "--errors", "mqm.tsv", "-o", "out.xlf"]) == 0
    assert "1 of 2 units got notes." in capsys.readouterr().err
    note = NOTE.format("Error, major, Accuracy/Mistranslation: Hier (r1)")
    assert (folder / "out.xlf").read_text().replace(note, "") == XLIFF


def test_drafts_of_po_are_filled_by_sources_and_are_no_translations(folder, capsys):
    assert main(["fill", "job.po", "--with", "mt.txt", "-o", "draft.po"]) == 0
    assert (folder / "draft.po").read_text().count("#, fuzzy") == 2
    told = refusal(capsys, "score", "draft.po", "-i", "mt.txt")
    assert "draft.po: expected units that are not fuzzy, found units marked as fuzzy alone." in told
    (folder / "pe.po").write_text(PO.replace("sofort", "jetzt"))
    assert main(["fill", "draft.po", "--with", "pe.po", "--post-edit", "-o", "done.po"]) == 0
    assert "2 of 2 units got a new translation." in capsys.readouterr().err
    assert "fuzzy" not in (folder / "done.po").read_text()


def test_a_language_is_asked_for(folder, capsys):
    assert "Choose one, as in memory.tmx#de" in refusal(
        capsys, "fill", "memory.tmx", "--with", "mt.txt", "-o", "out.tmx"
    )
    for chosen in (["memory.tmx", "--language", "fr"], ["memory.tmx#fr"]):
        assert main(["fill", *chosen, "--with", "mt.txt", "-o", "out.tmx"]) == 0
        assert (folder / "out.tmx").read_text().count("AT&amp;T &lt; dri") == 1
    told = refusal(capsys, "fill", "memory.tmx#fr", "--language", "de", "--with", "mt.txt", "-o", "out.tmx")
    assert "the language is given twice" in told


@as_one_test
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["job.xlf"], "nothing is to be written into it; add --with SYS or --errors ERRORS"),
        (["mt.txt", "--with", "mt.txt"], "mt.txt: expected XLIFF, TMX or PO, found another file."),
        (["job.xlf", "--with", "one.txt"], "job.xlf: expected a translation of each of 2 units, found 1."),
        (["missing.xlf", "--with", "mt.txt"], "missing.xlf: No such file"),
        (
            ["job.xlf", "--with", "mt.txt", "--language", "fr"],
            "expected translations into fr, found translations into de",
        ),
        (["job.xlf", "--with", "job.xlf#source", "-o", "job.xlf"], "job.xlf: is one of the files to read"),
    ],
)
def test_refusals(folder, capsys, arguments, told):
    assert told in refusal(capsys, "fill", *arguments)


def test_a_choice_is_written_into_the_file_it_came_from_with_origin_and_score(folder, capsys):
    asked = ["choose", "job.xlf", "-i", "a.xlf", "b.xlf", "--by", "oracle:chrf", "--judge", "chrf", "--trials", "9"]
    assert main([*asked, "--write", "out.xlf", "--write", "oracle:chrf=out.txt"]) == 0
    text = (folder / "out.xlf").read_text()
    notes = re.findall(NOTE.format(r"Chosen by oracle:chrf: (\w), score (\d+\.\d\d)"), text)
    assert [origin for origin, _ in notes] == ["b", "b"]
    assert (folder / "out.txt").read_text() == "Bitte hier klicken sofort\nAT&T < drei\n"
    assert "Bitte hier" in text
    assert main([*asked, "--write", "out.xlf", "--into", "job.xlf"]) == 0
    assert (folder / "out.xlf").read_text().count('state="needs-review-translation"') == 1  # one was there already


@as_one_test
@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["job.xlf", "-i", "a.xlf", "--by", "mbr:chrf", "first", "--write", "o.xlf"], "there are 2 choices"),
        (["mt.txt", "-i", "mt.txt", "--by", "mbr:chrf", "--write", "o.xlf"], "none of the files is a translation file"),
        (["mt.txt", "-i", "mt.txt", "--by", "mbr:chrf", "--into", "job.xlf"], "--into and --language are for --write"),
    ],
)
def test_refusals_of_choices(folder, capsys, arguments, told):
    assert told in refusal(capsys, "choose", *arguments)


def test_findings_become_notes_and_tables_for_translators(folder, capsys):
    (folder / "c.xlf").write_text(XLIFF.replace("drei", "5"))
    for name in ("out.csv", "out.xlsx"):
        assert main(["check", "c.xlf#source", "-i", "c.xlf", "-o", name, "--write", "out.xlf"]) == 0
    row, *_ = csv.DictReader(io.StringIO((folder / "out.csv").read_text()))
    assert row | {"segment": "2", "check": "numbers", "source": "AT&T < 3", "output": "AT&T < 5"} == row
    _, cells, *_ = load_workbook(folder / "out.xlsx").active.iter_rows(values_only=True)
    assert cells[:3] == (2, "c", "numbers")
    note = NOTE.format("Check numbers, ")
    assert (folder / "out.xlf").read_text().count(note.removesuffix("</note>")) >= 1
    told = refusal(capsys, "check", "c.xlf#source", "-i", "mt.txt", "--write", "out.xlf")
    assert "mt.txt is no translation file" in told
    assert "expected a file that ends in .xlf" in refusal(capsys, "check", "mt.txt", "-i", "mt.txt", "--write", "o.txt")


def test_a_formula_in_a_finding_is_text(folder, capsys):
    (folder / "f.txt").write_text("=Sum of all cells\nb\n")
    (folder / "s.txt").write_text("=Sum of all cells\nc\n")
    assert main(["check", "s.txt", "-i", "f.txt", "-f", "csv"]) == 0
    assert ",'=Sum of all cells,'=Sum" in capsys.readouterr().out
