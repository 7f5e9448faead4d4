"""Inline codes of translation files are kept with a version, and go out and in with a project."""

from scoring.formats import assemble, guess_roles, read_columns
from tests.bilingual import XLIFF
from workspace.archive.forms import write_columns
from workspace.versions.manifest import CODES, join_columns, split_test_set

FILES = {"mt.xlf": XLIFF, "ref.xlf": XLIFF.replace('<x id="2"/> sofort', "sofort")}


def coded_set():
    columns = guess_roles([one for name, text in FILES.items() for one in read_columns(name, text.encode())])
    return assemble(columns, "set")


def test_codes_are_kept():
    test_set = coded_set()
    again = join_columns(*split_test_set(test_set))
    assert again.identity == test_set.identity
    assert again.source_codes.equals(test_set.source_codes)
    assert again.systems[0].codes.to_pylist() == ["5:before <g1>\n12:after </g1>\n13:both <x2/>", ""]
    assert again.references[0].codes.to_pylist() == ["5:before <g1>\n12:after </g1>", ""]


def test_codes_are_exported():
    manifest, arrays = split_test_set(coded_set())
    coded = manifest.of(*CODES)
    assert [entry.role for entry in coded] == [CODES[0], CODES[1], CODES[2]]
    for entry in coded:
        form, files = write_columns(entry.role, arrays[entry.digest], entry.about, len(coded_set()))
        assert form is not None
        assert files
