"""A checkout, a home and folders for temporary files that cannot be written, or are full: it starts all the same."""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.server import ROOT, copy_project, serve

pytestmark = pytest.mark.exhaustive

NOT_KEPT = "Compiled code cannot be kept in a file, so every start takes longer; set NUMBA_CACHE_DIR to a folder"
NOBODY = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
SCORE = ("-m", "scoring", "score", "reference.txt", "-i", "output.txt", "-m", "bleu")
TWO_KERNELS = """
from scoring.counting.kernels import kernel


@kernel
def twice(number):
    return 2 * number


@kernel
def half(number):
    return number // 2


def compiled():
    return half(twice(42))


if __name__ == "__main__":
    print(compiled())
"""
WARM_UP = """


def _compile_two(self) -> None:
    import kernels

    kernels.compiled()


BLEU.warm_up = _compile_two
"""
"""What a server compiles before it answers: BLEU's own kernels take long."""


@pytest.fixture(scope="module")
def read_only():
    """A copy of the project, without compiled kernels, which anybody may read and nobody write; and texts to score."""
    with tempfile.TemporaryDirectory() as place:  # in pytest's own only its owner may read
        folder = Path(place) / "copy"
        folder.mkdir()
        copy_project(folder, "*.nbi", "*.nbc")
        with (folder / "scoring" / "bleu" / "bleu.py").open("a", encoding="utf-8") as module:
            module.write(WARM_UP)
        write_texts(folder)
        for path in [folder, *folder.rglob("*")]:
            path.chmod(0o555 if path.is_dir() else 0o444)
        Path(place).chmod(0o755)
        yield folder
        for path in [folder, *folder.rglob("*")]:
            path.chmod(0o755)


def write_texts(folder):
    for name in ("reference.txt", "output.txt"):
        (folder / name).write_text("the cat sat on the mat\n")
    (folder / "kernels.py").write_text(TWO_KERNELS)


@pytest.fixture
def as_nobody():
    """Words before a command that let it run as one to whom nothing belongs: root may write anywhere."""
    if os.geteuid():
        return ()
    if shutil.which("setpriv") is None:
        pytest.skip("root may write everywhere, and there is no setpriv to be somebody else")
    return NOBODY


def run(folder, command, before, variables, **limits):
    return subprocess.run(
        [*before, sys.executable, *command],
        cwd=folder,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
        **limits,
    )


def test_a_checkout_and_a_home_that_nobody_may_write(read_only, as_nobody, tmp_path):
    variables = {"HOME": "/nonexistent", "NUMBA_CACHE_DIR": "", "XDG_CACHE_HOME": "/nonexistent"}
    variables["TMPDIR"] = str(read_only.parent / "temporary")  # where a server that is killed leaves what it keeps
    Path(variables["TMPDIR"]).mkdir()
    Path(variables["TMPDIR"]).chmod(0o777)
    with serve(tmp_path, folder=read_only, before=as_nobody, variables=variables) as server:
        assert server.is_healthy()
        assert NOT_KEPT in server.log
        assert "What is kept will be gone when the server stops" in server.log
        assert "SQLite " in server.log
        assert server.log.count("\n") == 4
        assert f"BLEUscope is at {server.url}/" in server.log


def full(tmp_path):
    """Words before a command that let it run beside a disk without room, at ``tmp_path / "full"``."""
    folder = tmp_path / "full"
    folder.mkdir()
    mount = f"mount -t tmpfs -o size=64k none {folder} && (cat /dev/zero > {folder}/zeros || true) 2>/dev/null"
    before = ("unshare", "--mount", "sh", "-c", f'{mount} && exec "$@"', "sh")
    if (
        shutil.which("unshare") is None
        or subprocess.run([*before, "true"], capture_output=True, check=False).returncode
    ):
        pytest.skip("no disk may be mounted here")
    return folder, before


def test_a_disk_that_is_full(read_only, as_nobody, tmp_path):
    folder, before = full(tmp_path)
    variables = {"HOME": str(folder), "NUMBA_CACHE_DIR": str(folder), "TMPDIR": str(folder)}
    done = run(read_only, SCORE, [*before, *as_nobody], {**variables, "NUMBA_DISABLE_JIT": "1"})
    assert (done.returncode, "100.00" in done.stdout) == (0, True)
    done = run(read_only, ["kernels.py"], [*before, *as_nobody], variables)
    assert (done.returncode, done.stdout) == (0, "42\n")
    (said,) = done.stderr.splitlines()
    assert said.startswith(NOT_KEPT)


def limit(n_bytes):
    """No file may become larger: what a full disk is, where nothing may be mounted."""
    return partial(resource.setrlimit, resource.RLIMIT_FSIZE, (n_bytes, n_bytes))


def test_no_room_for_any_file(tmp_path):
    (tmp_path / "kernels.py").write_text(TWO_KERNELS)
    variables = {"NUMBA_CACHE_DIR": str(tmp_path / "numba"), "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = run(tmp_path, ["kernels.py"], (), variables, preexec_fn=limit(0))
    assert (done.returncode, done.stdout) == (0, "42\n")
    assert done.stderr.startswith(NOT_KEPT)
    assert not [path for path in (tmp_path / "numba").rglob("*") if path.suffix in (".nbi", ".nbc")]


@pytest.fixture
def limited(tmp_path):
    """Room for its log, and for no upload that goes to a file."""
    (tmp_path / "home").mkdir()
    with serve(tmp_path / "home", before=("prlimit", f"--fsize={1 << 20}")) as server:
        yield server


@pytest.mark.skipif(shutil.which("prlimit") is None, reason="no prlimit here")
def test_an_upload_that_finds_no_room(limited, page, settle, problems):
    page.goto(f"{limited.url}/data")
    settle(page.locator(".st-key-files"))
    line = "the cat sat on the mat\n"
    large = {"name": "reference.txt", "mimeType": "text/plain", "buffer": (line * 200_000).encode()}
    with page.expect_response(lambda response: "upload_file" in response.url and response.status != 204) as answer:
        page.locator(".st-key-files input[type=file]").set_input_files([large])
    assert (answer.value.status, answer.value.text()) == (
        507,
        "The server has no room for this file: File too large.\n",
    )
    expect(page.locator(".st-key-files")).to_contain_text("507")
    assert "No room for an upload" in limited.log
    assert all("507" in problem for problem in problems), problems
    problems.clear()
    page.goto("about:blank")
