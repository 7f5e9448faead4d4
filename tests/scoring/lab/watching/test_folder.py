"""What in a real folder may be an output."""

import gzip
import os

import pytest

from scoring.lab.watching import Folder, Stamp
from tests.scoring.lab.watching.made import GOOD


def test_a_look_tells_outputs_from_others(tmp_path):
    for name in ("step-1.txt", "ref.txt", ".hidden", "scores.parquet", "step-1.log"):
        (tmp_path / name).write_bytes(GOOD)
    (tmp_path / "model").mkdir()
    (tmp_path / "nowhere").symlink_to(tmp_path / "gone")
    (tmp_path / "linked.txt").symlink_to(tmp_path / "step-1.txt")
    os.mkfifo(tmp_path / "pipe")
    folder = Folder(tmp_path, "*", [f"{tmp_path}/../{tmp_path.name}/ref.txt"], [tmp_path / "scores.parquet"])
    look = folder.look()
    assert look.files.keys() == {"step-1.txt", "step-1.log", "linked.txt"}
    assert look.others == {
        "ref.txt": "a reference",
        ".hidden": "hidden",
        "model": "a folder",
        "pipe": "no file",
        "nowhere": "a link to nothing",
    }
    assert Folder(tmp_path, "*.log").look().files.keys() == {"step-1.log"}


def test_a_file_is_read_only_as_it_was_seen(tmp_path):
    (tmp_path / "a").write_bytes(GOOD)
    folder = Folder(tmp_path)
    stamp = folder.look().files["a"]
    assert folder.read("a", stamp) == GOOD
    assert folder.read("a", Stamp(stamp.size, stamp.modified - 1)) is None
    (tmp_path / "a").unlink()
    assert folder.read("a", stamp) is None


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (GOOD, None),
        (gzip.compress(GOOD), None),
        ("à la carte".encode("utf-16"), None),
        (b"PK\x03\x04", "a zip archive, such as a model"),
        (b"PAR1", "a Parquet file"),
        (b"\x08\0\0\0weights", "no text"),
    ],
)
def test_models_and_tables_are_known_by_their_first_bytes(tmp_path, data, kind):
    (tmp_path / "a").write_bytes(data)
    assert Folder(tmp_path).kind("a", is_utf8=True) == kind


def test_a_workbook_may_be_an_output(tmp_path):
    (tmp_path / "a.xlsx").write_bytes(b"PK\x03\x04\0")
    assert Folder(tmp_path).kind("a.xlsx", is_utf8=True) is None


def test_zeros_are_text_where_an_encoding_is_named(tmp_path):
    (tmp_path / "a").write_bytes("abc".encode("utf-16-le"))
    assert Folder(tmp_path).kind("a", is_utf8=False) is None
