"""What the Dockerfile and compose.yaml do, done without a container: the same steps, commands and environment.

Images cannot be had everywhere. So the build's own commands make /opt/bleuscope, in a folder that is seen there by the
test's processes alone, and the container's own command runs from it: as the same unprivileged user, on a disk that can
only be read, without capabilities, with room at /data and for temporary files only.
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests import deployed
from tests.browser import steps
from tests.browser.server import ROOT, Server, free_port, wait_until, warm_up_bleu_alone
from tests.distributions import closure, declared, link

pytestmark = pytest.mark.exhaustive

_, BUILD, LAST = deployed.stages()
PROGRAM = "/opt/bleuscope"
PYTHON = Path(sys.prefix).resolve() / "bin" / "python"
MOUNTED = 'mount --bind "$0/opt" /opt && cd "$0/source" && '
SHUT = (
    'mount --bind "$0/opt" /opt && mount --bind "$0/data" /opt/data && mount -t tmpfs -o size=64m none /opt/tmp'
    " && mount -o remount,ro,bind /opt && mount -o remount,ro,bind / && cd /opt/data && exec "
)


@dataclass(frozen=True)
class Image:
    """What the build made: in ``folder`` what is seen at /opt, and what is seen at /data."""

    folder: Path

    @property
    def environment(self) -> dict[str, str]:
        """That of the last stage, and nothing of ours."""
        found = deployed.environment(LAST)
        places = {"sqlite:////data/": "sqlite:////opt/data/", "/tmp": "/opt/tmp", "$PATH": os.environ["PATH"]}
        for ours, here in places.items():
            assert any(ours in value for value in found.values()), ours
            found = {name: value.replace(ours, here) for name, value in found.items()}
        # A test listens at this machine alone.
        return {**found, "TMPDIR": "/opt/tmp", "STREAMLIT_SERVER_ADDRESS": "127.0.0.1"}

    def command(self, words: list[str]) -> list[str]:
        """These words as the container runs them."""
        user, _, group = deployed.of(LAST, "USER")[0].partition(":")
        who = (
            f"setpriv --reuid={user} --regid={group} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all"
        )
        path = shutil.which(words[0], path=self.folder / "opt" / "bleuscope" / "bin")
        assert path is not None, f"the image has no {words[0]}"
        words = [f"{PROGRAM}/bin/{words[0]}", *words[1:]]
        return ["unshare", "--mount", "sh", "-c", f"{SHUT}{who} {shlex.join(words)}", str(self.folder)]


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Image]:
    """The first stage of the Dockerfile, but for the packages: those declared are linked from where the tests run."""
    can = ["unshare", "--mount", "sh", "-c", "mount --bind /opt /opt && setpriv --version"]
    if not shutil.which("unshare") or subprocess.run(can, capture_output=True, check=False).returncode:
        pytest.skip("nothing may be mounted here")
    folder = tmp_path_factory.mktemp("image")
    for path in (folder, *folder.parents):
        if path.is_relative_to(tmp_path_factory.getbasetemp()):
            path.chmod(0o755)  # pytest makes them for their owner alone
    copy_context(folder / "source")
    for name in ("tmp", "data", "bleuscope"):
        (folder / "opt" / name).mkdir(parents=True)
    (folder / "data").mkdir()
    os.chown(folder / "data", *map(int, deployed.of(LAST, "USER")[0].split(":")))
    making, building, compiling = deployed.of(BUILD, "RUN")
    venv, installing, hatchling = making.split(" && ")
    assert installing == f"{PROGRAM}/bin/python -m pip install --require-hashes -r requirements.txt"
    assert hatchling == "python -m pip install --require-hashes -r requirements-build.txt"
    built(folder, venv)
    link(
        closure(declared("app", "pdf", "postgres")),
        Path(sysconfig.get_path("purelib", vars={"base": f"{folder}{PROGRAM}"})),
    )
    for step in (building.replace("/tmp/wheel", f"{folder}/wheel"), compiling):
        built(folder, step)
    yield Image(folder)
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o755, follow_symlinks=False) if not path.is_symlink() else None


def copy_context(folder: Path) -> None:
    """What .dockerignore lets through; of kernels the warm-up has BLEU's alone, which takes less time.

    That it has all otherwise is tested in tests/scoring/test_metric.py.
    """
    folder.mkdir()
    for name in deployed.named():
        (folder / name).parent.mkdir(exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, folder / name)
    warm_up_bleu_alone(folder)


def built(folder: Path, step: str) -> None:
    """One step of the build, as it stands."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME")}
    variables = {**kept, **deployed.environment(BUILD), "PIP_NO_INDEX": "1"}
    own = f'python() {{ "{PYTHON}" "$@"; }}; {step}'
    command = ["unshare", "--mount", "bash", "-o", "pipefail", "-c", f"{MOUNTED}{{ {own}; }}", str(folder)]
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{step}\n{done.stdout}{done.stderr}"


@contextmanager
def running(image: Image, log: Path) -> Iterator[Server]:
    """The container's own command."""
    port = free_port()
    server = Server(port, log)
    variables = {**image.environment, "STREAMLIT_SERVER_PORT": str(port)}
    (command,) = deployed.of(LAST, "CMD")
    with log.open("wb") as file:
        process = subprocess.Popen(
            image.command(deployed.command(command)), env=variables, cwd="/", stdout=file, stderr=subprocess.STDOUT
        )
    try:
        wait_until(server.answers, process, log)
        yield server
    finally:
        process.terminate()
        process.wait(30)


def healthy(image: Image, port: int) -> tuple[int, str]:
    """What the container's health check ends with, and what it says."""
    (check,) = deployed.of(LAST, "HEALTHCHECK")
    variables = {**image.environment, "STREAMLIT_SERVER_PORT": str(port)}
    command = image.command(deployed.command(check))
    done = subprocess.run(command, env=variables, cwd="/", capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def test_the_container_without_one(image, page, tmp_path):
    with running(image, tmp_path / "server.log") as server:
        code, said = healthy(image, server.port)
        assert (code, json.loads(said)["status"]) == (0, "ok")
        page.goto(f"{server.url}/segments?set=textbook&segment=7")
        expect(page.locator(".bs .h").first).to_be_visible()
        steps.come_to_rest(page)
        page.locator(".st-key-download-menu button").first.click()
        with page.expect_download() as download:
            page.locator(".st-key-download-n-grams-json button").click()
        assert "n-gram" in download.value.path().read_text(encoding="utf-8")
        page.goto("about:blank")
        steps.until(page, lambda: json.loads(server.read("/health")[2])["kernels"], lambda said: said == "ready")
        lines = [json.loads(line) for line in server.log.strip().split("\n")]
    assert [line for line in lines if line["level"] != "info"] == []  # also not of code that cannot be kept
    assert healthy(image, server.port)[0] == 1
    assert (image.folder / "data" / "workspace.sqlite").stat().st_uid == 10001
    assert all(
        path.name.startswith(("workspace.sqlite", "workspace-reserve")) for path in (image.folder / "data").iterdir()
    )
