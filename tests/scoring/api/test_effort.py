"""``effort`` in Python: texts, files and test sets; tables, JSON and what a notebook shows."""

import pandas as pd
import pytest

import bleuscope as bs
from tests.bilingual import XLIFF
from tests.hostile import TEXTS
from tests.post_edits import OUTPUTS, POST_EDITS, SOURCE, edited_set, files_of

QUICK = {"trials": 50}


def test_texts_files_and_test_sets_have_the_same_numbers(tmp_path):
    by_texts = bs.effort(OUTPUTS, POST_EDITS, source=SOURCE, **QUICK).to_dict()
    for name, data in (files_of(OUTPUTS) | files_of(POST_EDITS, ".pe") | files_of({"source": SOURCE})).items():
        (tmp_path / name).write_bytes(data)
    outputs, edited = ({name: tmp_path / f"{name}{end}.txt" for name in OUTPUTS} for end in ("", ".pe"))
    assert bs.effort(outputs, edited, source=tmp_path / "source.txt", **QUICK).to_dict() == by_texts
    assert bs.effort(edited_set(), **QUICK).to_dict() == by_texts
    read = bs.read(*sorted(tmp_path.iterdir()))
    assert bs.effort(read, **QUICK).to_dict()["systems"] == by_texts["systems"]


@pytest.mark.filterwarnings("ignore::bleuscope.scoring.api.files.FileNoticeWarning")  # of inline codes
def test_a_translation_file_before_and_after(tmp_path):
    before, after = tmp_path / "job.xlf", tmp_path / "job.pe.xlf"
    before.write_text(XLIFF)
    after.write_text(XLIFF.replace("sofort", "gleich"))
    (found,) = bs.effort(bs.read(before, after), **QUICK).systems
    assert (found.system, found.edits, found.segments) == ("job", 1, 2)


def test_groups_bands_and_rates():
    found = bs.effort(OUTPUTS, POST_EDITS, bands=[20], rates=[0.1, 0.2], groups=["x", "y"] * 16, **QUICK)
    assert [band.band for band in found.systems[0].bands] == ["up to 20 %", "over 20 %"]
    assert [(one.group, one.system) for one in found.groups] == [
        ("x", "good"),
        ("x", "poor"),
        ("y", "good"),
        ("y", "poor"),
    ]
    assert len(found.answers()) == 2
    assert {one.group for one in bs.effort(edited_set(), by="document", **QUICK).groups} == {"document 1", "document 2"}


def test_what_a_terminal_and_a_notebook_show():
    found = bs.effort(OUTPUTS["good"], POST_EDITS["good"], **QUICK)
    assert str(found).startswith("Post-editing system took 17.65 edits per 100 words")
    assert "Do not rank" in str(found) or "do not rank the two together" in str(found)
    bundle = found._repr_mimebundle_()
    assert bundle["text/plain"] == str(found)
    assert "over 50 %" in bundle["text/html"]
    assert isinstance(found.to_pandas(), pd.DataFrame)
    hostile = bs.effort({TEXTS[0]: [*TEXTS]}, {TEXTS[0]: [*TEXTS][::-1]}, **QUICK)
    assert "<script" not in hostile._repr_html_()


@pytest.mark.parametrize(
    ("arguments", "options", "said"),
    [
        (({"a": ["x"]},), {}, "post_edits: expected one of each of a; found none"),
        (({"a": ["x"], "b": ["y"]}, {"a": ["x"]}), {}, "expected one of each of a, b; found a"),
        ((["x"], ["x", "y"]), {}, "same number of segments"),
        ((["x"], ["x"]), {"by": "document"}, "by: expected what read gave"),
        ((["x"], ["x"]), {"by": "talk"}, "talk"),
        ((["x"], ["x"]), {"rates": [1]}, "expected 5, one for each band"),
        (({"a": ["x"], "b": ["y"]}, {"a": ["z"], "b": ["z"]}), {}, "a reference that they share"),
    ],
)
def test_what_is_refused(arguments, options, said):
    with pytest.raises(ValueError, match=said):
        bs.effort(*arguments, **options)


def test_a_test_set_without_post_edits_is_refused_with_what_to_bring():
    test_set = edited_set().with_post_edits([])
    with pytest.raises(ValueError, match=r"found none\. Bring each output with its post-edit: A\.txt and A\.pe\.txt"):
        bs.effort(type(test_set)(test_set.systems, (), test_set.source))
