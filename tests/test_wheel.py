"""The wheel, installed into environments of its own and used from another folder. No network is needed.

What the wheel declares, alone or with extras, is not installed again: it is linked, by what each distribution says of
itself, from the environment that runs the tests. What it does not declare is not there.
"""

import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import time
import tomllib
import venv
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from pathlib import Path
from types import MappingProxyType

import pytest
from openpyxl import Workbook
from packaging.requirements import Requirement
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.sync.client import connect
from websockets.typing import Subprotocol

import cli
from scoring import BLEU, METRICS, TestSet
from scoring.cli import main
from scoring.metric import VERSION
from tests.distributions import closure, link
from tests.wordnet import write_wordnet

ROOT = Path(__file__).parents[1]
FOLDERS = ("bleuscope", "course", "pages", "rating", "sample_data", "scoring", "server", "ui", "workspace")
NOT_SHIPPED = {"benchmarks", "docs", "tests", "tools"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
START_SECONDS = 120  # the first start compiles BLEU's kernels
STEP_SECONDS = 60
PREFIX = "here"
"""Where the dashboard is served: an option that only Streamlit knows."""
REFERENCE, OUTPUT = ["the cat sat on the mat", "it rained all day long"], ["the cat sat on a mat", "it rained all day"]
OTHER = ["a cat sat on the mat", "rain all day long"]
FILES = {
    "reference.txt": REFERENCE,
    "output.txt": OUTPUT,
    "other.txt": OTHER,
    **{f"sets/{name}/ref.txt": REFERENCE[::step] for name, step in (("a", 1), ("b", -1))},
    **{f"sets/{name}/sys/output.txt": OUTPUT[::step] for name, step in (("a", 1), ("b", -1))},
    **{f"sets/{name}/sys/other.txt": OTHER[::step] for name, step in (("a", 1), ("b", -1))},
    "prompts.jsonl": ['{"custom_id": "0123abcd|A|1|1", "messages": [{"role": "user", "content": "Judge it."}]}'],
    "answers.jsonl": ['{"custom_id": "0123abcd|A|1|1", "answer": "95"}'],
    "four.txt": [text + " again" * segment for segment, text in enumerate(REFERENCE * 2)],
    "job.xlf": [
        '<xliff version="1.2"><file original="a" source-language="en" target-language="de"><body>',
        *(f'<trans-unit id="{text}"><source>{text}</source></trans-unit>' for text in REFERENCE),
        "</body></file></xliff>",
    ],
    "people.seg.score": ["output\t80", "output\t40", "other\t60", "other\t70"],
    "lists.moses": [
        f"{segment} ||| {text} ||| near= {near} ||| {near}"
        for segment, texts in enumerate(zip(OUTPUT * 2, OTHER * 2, strict=True))
        for near, text in zip((-1, -2), texts, strict=True)
    ],
}


@dataclass(frozen=True)
class Installed:
    """An environment with the wheel in it, and a folder to work in whose files are called as the project's are."""

    environment: Path
    packages: Path
    folder: Path
    shipped: frozenset[str]
    """what the wheel put into ``packages``"""
    declared: frozenset[str]
    """the distributions that it has, besides the wheel"""
    required: tuple[str, ...]
    """the distributions that the wheel itself requires, with its extras"""

    @property
    def command(self) -> str:
        return str(self.environment / "bin" / "bleuscope")

    @property
    def variables(self) -> dict[str, str]:
        """No user's settings, and no way to the checkout."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("STREAMLIT_", "PYTHON"))}
        return {**kept, "HOME": str(self.environment), "PYTHONUNBUFFERED": "1"}

    def run(self, *command: str, variables: Mapping[str, str] = MappingProxyType({})) -> subprocess.CompletedProcess:
        environment = {**self.variables, **variables}
        return subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False, timeout=300
        )

    def python(
        self, program: str, *arguments: str, variables: Mapping[str, str] = MappingProxyType({})
    ) -> subprocess.CompletedProcess:
        return self.run(str(self.environment / "bin" / "python"), "-c", program, *arguments, variables=variables)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(place)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (found,) = place.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def core(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """What `pip install bleuscope` installs."""
    return install(wheel, tmp_path_factory.mktemp("core"))


@pytest.fixture(scope="module")
def app(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """What `pip install "bleuscope[app]"` installs."""
    return install(wheel, tmp_path_factory.mktemp("app"), "app")


@pytest.fixture
def editable(tmp_path: Path) -> Installed:
    """What `pip install -e .` installs."""
    build = f"from hatchling.build import build_editable; build_editable({str(tmp_path)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    return install(wheel, tmp_path)


def install(wheel: Path, place: Path, *extras: str) -> Installed:
    """Installs a wheel into an environment of its own in this folder, beside what it declares, with extras."""
    environment = place / "environment"
    venv.create(environment)
    python = str(environment / "bin" / "python")
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--no-index", "--no-deps", "--no-compile"]
    subprocess.run([*pip, "--quiet", str(wheel)], check=True, capture_output=True)
    return with_what_it_declares(environment, *extras)


def install_again(core: Installed, place: Path, *extras: str) -> Installed:
    """Copies what pip has put into another environment, which takes less time than pip, and links more extras."""
    environment = place / "environment"
    venv.create(environment)
    for name in core.shipped:
        shutil.copytree(core.packages / name, purelib_of(environment) / name)
    command = Path(shutil.copy2(core.command, environment / "bin"))
    command.write_text(command.read_text().replace(str(core.environment), str(environment)))
    return with_what_it_declares(environment, *extras)


def purelib_of(environment: Path) -> Path:
    return Path(sysconfig.get_path("purelib", vars={"base": str(environment)}))


def with_what_it_declares(environment: Path, *extras: str) -> Installed:
    """An environment that has the wheel's own files gets all that these declare, and a folder beside it."""
    purelib = purelib_of(environment)
    shipped = frozenset(path.name for path in purelib.iterdir())
    (own,) = metadata.distributions(path=[str(purelib)])
    requirements = [Requirement(one) for one in own.requires or []]
    declared = closure(requirements, extras) - {"bleuscope"}  # of which one extra may be another one
    required = [one.name for one in requirements if is_wanted(one, extras)]
    link(declared, purelib)
    folder = environment.with_name("elsewhere")
    for misleading in ("scoring.py", "app.py", "ui/__init__.py", "bleuscope/scoring.py"):
        (folder / misleading).parent.mkdir(parents=True, exist_ok=True)
        (folder / misleading).write_text("raise SystemExit('This file is not the one that is meant.')\n")
    for name, lines in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("".join(f"{line}\n" for line in lines))
    return Installed(environment, purelib, folder, shipped, frozenset(declared), tuple(required))


def is_wanted(requirement: Requirement, extras: tuple[str, ...]) -> bool:
    return requirement.marker is None or any(requirement.marker.evaluate({"extra": extra}) for extra in extras)


@dataclass(frozen=True)
class Served:
    """A running `bleuscope serve`."""

    process: subprocess.Popen
    port: int

    def get(self, path: str) -> tuple[int, str]:
        """Status and text of the answer to a GET."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=STEP_SECONDS)) as connection:
            connection.request("GET", f"/{PREFIX}{path}")
            with connection.getresponse() as response:
                return response.status, response.read().decode()

    def is_healthy(self) -> bool:
        try:
            return self.get("/_stcore/health")[0] == 200
        except (OSError, http.client.HTTPException):
            return False

    def visit(self) -> list[ForwardMsg]:
        """All that the start page sends to a browser until its script is at its end."""
        visit = BackMsg()
        visit.rerun_script.query_string = ""
        address = f"ws://127.0.0.1:{self.port}/{PREFIX}/_stcore/stream"
        with connect(address, subprotocols=[Subprotocol("streamlit")], max_size=None) as websocket:
            websocket.send(visit.SerializeToString())
            messages = [ForwardMsg()]
            while messages[-1].WhichOneof("type") != "script_finished":
                messages.append(ForwardMsg.FromString(websocket.recv(timeout=STEP_SECONDS)))
        return messages


@contextmanager
def serve(installed: Installed, log_path: Path) -> Iterator[Served]:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [installed.command, "serve", "--port", str(port), f"--server.baseUrlPath={PREFIX}"]
    with log_path.open("wb") as log:
        process = subprocess.Popen(
            command,
            cwd=installed.folder,
            env=installed.variables,
            stdout=log,
            stderr=subprocess.STDOUT,
            # Shells let programs in the background ignore an interrupt, and whatever these start does as well.
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
        )
    served = Served(process, port)
    try:
        deadline = time.monotonic() + START_SECONDS
        while not served.is_healthy():
            if process.poll() is not None or time.monotonic() > deadline:
                pytest.fail(f"not served; exit code {process.poll()}:\n{log_path.read_text()}", pytrace=False)
            time.sleep(0.1)
        yield served
    finally:
        process.kill()
        process.wait()


def test_site_packages_gets_one_package_with_all_that_runs(core):
    assert core.shipped == {"bleuscope", f"bleuscope-{VERSION}.dist-info"}
    package = core.packages / "bleuscope"
    found = {path.relative_to(package).as_posix() for path in package.rglob("*") if path.is_file()}
    project = {path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()}
    expected = {path.relative_to(ROOT).as_posix() for path in project} | {"app.py", "cli.py", ".streamlit/config.toml"}
    expected = {path.removeprefix("bleuscope/") for path in expected}
    assert in_source(found) == in_source(expected)


def in_source(files: set[str]) -> set[str]:
    """Those of the files that are not made by running others."""
    return {file for file in files if "__pycache__" not in file}


def test_every_folder_with_python_files_is_shipped_or_named_as_not():
    folders = {path.parents[0].name for path in ROOT.glob("*/*.py")}
    assert folders - NOT_SHIPPED == {folder for folder in FOLDERS if list((ROOT / folder).glob("*.py"))}


MAX_REQUIREMENTS = 12
OF_THE_APP = {"streamlit", "pandas", "plotly", "sqlalchemy", "alembic", "starlette", "authlib", "psutil"}
OF_OTHER_EXTRAS = {"weasyprint", "psycopg", "dask", "distributed", "nltk", "mecab-python3", "ipadic", "mecab-ko"}
OF_TESTS = {"pytest", "hatchling", "hypothesis"}


def test_what_is_not_declared_is_not_there(core, app):
    """Or else no test here would miss it."""
    assert len(core.required) <= MAX_REQUIREMENTS
    assert not core.declared & (OF_THE_APP | OF_OTHER_EXTRAS | OF_TESTS)
    assert app.declared > core.declared | OF_THE_APP
    assert not app.declared & (OF_OTHER_EXTRAS | OF_TESTS)
    for installed in (core, app):
        done = installed.python(
            "import importlib.metadata as m; print(*(one.name.lower() for one in m.distributions()))"
        )
        assert {*done.stdout.split()} <= {"bleuscope"} | {name.lower() for name in names_of(installed.declared)}


def names_of(distributions: frozenset[str]) -> set[str]:
    """As they call themselves."""
    return {metadata.distribution(name).name for name in distributions}


@pytest.mark.exhaustive
def test_the_installation_itself_is_enough_for_pip_to_know_the_extras(app):
    """Messages say `pip install "bleuscope[app]"`, and no index has to have BLEUscope."""
    pip = [sys.executable, "-m", "pip", "--python", str(app.environment / "bin" / "python"), "install", "--no-index"]
    done = app.run(*pip, "--dry-run", "bleuscope[app]")
    assert done.returncode == 0, done.stderr
    assert "Requirement already satisfied: streamlit" in done.stdout
    assert "Would install" not in done.stdout


def test_what_is_missing_is_named(core, tmp_path):
    for name in core.shipped:
        (tmp_path / name).symlink_to(core.packages / name)
    for command in ("serve", "score", "project"):
        program = f"import sys; sys.path.remove({str(core.packages)!r}); sys.path.append({str(tmp_path)!r})"
        done = core.python(f"{program}; sys.argv[1:] = [{command!r}]\n{RUN}")
        assert (done.returncode, done.stdout) == (2, "")
        assert re.fullmatch(NOTHING_THERE, done.stderr)


RUN = "from bleuscope import cli; sys.exit(cli.main())"
NOTHING_THERE = r"bleuscope: the Python package \w+ is missing; install BLEUscope again with all that it needs\.\n"
WITH_SYNONYMS = "score reference.txt -i output.txt -m meteor --meteor-synonyms"
CORE_LACKS = {
    "serve": "app",
    "serve --port 8600": "app",
    "project list": "app",
    "campaign list": "app",
    "backup backup.sqlite": "app",
    "restore backup.sqlite": "app",
    "score reference.txt -i output.txt --engine dask": "engine",
    "score http://127.0.0.1:1/ref.txt -i http://127.0.0.1:1/sys.txt --engine local": "engine",
    WITH_SYNONYMS: "wordnet",
    "score reference.txt -i output.txt --tokenize ja-mecab": "cjk",
    "score reference.txt -i output.txt --tokenize ko-mecab": "cjk",
}
"""Commands that need an extra -> which one."""


@pytest.mark.quick_cases(4)
@pytest.mark.parametrize(("command", "extra"), CORE_LACKS.items())
def test_who_lacks_an_extra_is_told_in_one_line_how_to_install_it(core, command, extra):
    done = core.run(core.command, *command.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert f'run pip install "bleuscope[{extra}]" in BLEUscope\'s environment.\n' in done.stderr
    (line,) = [line for line in done.stderr.splitlines() if not line.startswith("note: ")]
    assert line.startswith("bleuscope: ")


def test_without_the_workspace_a_folder_that_is_missing_is_said_first(core):
    done = core.run(core.command, "matrix", "nothere")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "bleuscope: nothere is no folder and no archive. Looking for a project needs sqlalchemy, which is not"
        ' installed: run pip install "bleuscope[app]" in BLEUscope\'s environment.\n'
    )


REPORT = "report reference.txt -i output.txt other.txt --trials 9 -o"


@pytest.mark.exhaustive
def test_without_its_extra_a_report_as_pdf_is_refused_and_says_what_to_install(core):
    done = core.run(core.command, *REPORT.split(), "short.pdf")
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    (line,) = [line for line in done.stderr.splitlines() if "pip install" in line]
    assert 'run pip install "bleuscope[pdf]" in BLEUscope\'s environment.' in line
    assert line.endswith("Or name a file that ends in .html.")
    assert not (core.folder / "short.html").exists()


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("command", ["project list", "serve"])
def test_without_its_extra_a_workspace_in_postgresql_is_refused(app, command):
    url = {"BLEUSCOPE_DATABASE_URL": "postgresql://bleuscope@127.0.0.1:1/bleuscope"}
    done = app.run(app.command, *command.split(), variables=url)
    assert done.returncode != 0
    assert 'psycopg, which is not installed: run pip install "bleuscope[postgres]" in' in done.stderr
    assert "Traceback" not in done.stderr


EXAMPLES = {
    "score reference.txt -i output.txt": "output",
    "check reference.txt -i output.txt --source other.txt": "reference 1",
    "smoothing reference.txt -i output.txt": "floor",
    "tbleu-sweep reference.txt -i output.txt --epsilon 0:1:0.5": "epsilon",
    "significance reference.txt -i output.txt other.txt --trials 9": "seed",
    "agreement reference.txt -i output.txt other.txt --judgments people.seg.score --trials 9": "BLEU",
    "choose reference.txt -i output.txt other.txt --by oracle:bleu --judge bleu --trials 9": "oracle",
    "choose tune lists.moses four.txt --tuners mert --replications 2 --trials 9 --starts 1": "mert",
    f"{REPORT} report.html": "",
    "gate reference.txt -i output.txt --require bleu>=0": "Gate: passed.",
    "gate reference.txt -i output.txt --source other.txt --require check:copy<=100%": "Gate: passed.",
    "matrix sets --trials 9": "By BLEU output is ahead of other in 2 of 2 sets.",
    "fill job.xlf --with output.txt": "Translation by output",
    "effort reference.txt other.txt -i output.txt other.txt --trials 9": "untouched",
    "doctor reference.txt -i output.txt": "found nothing",
    "realign reference.txt -i output.txt": "output",
    "judge prompts --source other.txt -i output.txt --protocol da": "custom_id",
    "judge cost --source other.txt -i output.txt": "tokens in",
    "judge read answers.jsonl --prompts prompts.jsonl": "1 of 1 request",
    "schema check": "bleuscope check --format json",
    "completion bash": "--baseline",
    "completion zsh": "--baseline",
    "completion fish": "baseline",
    "warm-up": "All code is compiled.",
}
"""The smallest example of each command, one after another, and a word that it prints."""
EXAMPLES_OF_THE_WORKSPACE = {
    "project create examples": "",
    "project add examples -r reference.txt -i output.txt --name set": "",
    "project list": "examples",
    "project show set --format json": TestSet.build({"output": OUTPUT}, [REFERENCE]).fingerprint,
    "campaign list": "No campaigns",
    "backup backup.sqlite": "backup.sqlite",
    "restore backup.sqlite --replace": "backup.sqlite",
    "check-workspace": "Nothing damaged was found",
    "project delete examples --for-good": "examples",
}
MORE_OF_THE_CORE = {
    f"score reference.txt -i output.txt -m {' '.join(METRICS)}": "METEOR",
    "score reference.txt -i table.xlsx": "output",
    "score reference.txt -i output.txt --tokenize zh --format latex": "tabular",
    "score reference.txt -i output.txt --engine local --write-statistics statistics.parquet": "output",
}
"""What needs other packages of the core."""


ONE_AFTER_ANOTHER = """
import contextlib, io, json, sys
from bleuscope import cli

said = []
for arguments in json.loads(sys.argv[1]):
    sys.argv = ["bleuscope", *arguments]
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2)]
    with contextlib.redirect_stdout(streams[0]), contextlib.redirect_stderr(streams[1]):
        try:
            code = cli.main()
        except SystemExit as end:
            code = end.code
    said.append([code, *(stream.buffer.getvalue().decode() for stream in streams)])
print(json.dumps(said))
"""
PLAIN = {"NUMBA_DISABLE_JIT": "1"}
"""Kernels are plain Python then: to compile them takes longer than all else, and what is compiled has tests."""


def has_run_all(installed: Installed, examples: Mapping[str, str]) -> None:
    """In one process: to start Python and import the same modules again takes longer than the commands."""
    commands = json.dumps([command.split() for command in examples])
    done = installed.python(ONE_AFTER_ANOTHER, commands, variables=PLAIN)
    assert done.returncode == 0, done.stderr
    for (command, word), (code, printed, problems) in zip(examples.items(), json.loads(done.stdout), strict=True):
        assert code == 0, f"{command}\n{problems}"
        assert word in printed, command
        assert "Traceback" not in problems


def save_workbook(path: Path) -> None:
    workbook = Workbook(write_only=True)
    sheet = workbook.create_sheet()
    for row in ("output", *OUTPUT):
        sheet.append([row])
    workbook.save(path)


def test_every_command_has_an_example():
    for known, examples in ((main.COMMANDS, EXAMPLES), (cli.KEEPS, EXAMPLES_OF_THE_WORKSPACE)):
        assert {*known} == {name for name in known for command in examples if f"{command} ".startswith(f"{name} ")}


@pytest.mark.exhaustive
def test_the_core_runs_every_command_of_the_scoring_package(core):
    save_workbook(core.folder / "table.xlsx")
    has_run_all(core, {**EXAMPLES, **MORE_OF_THE_CORE})
    assert "<html" in (core.folder / "report.html").read_text(encoding="utf-8")


@pytest.mark.exhaustive
def test_the_extra_app_runs_every_command_of_the_workspace(app):
    """The others run with less already."""
    has_run_all(app, EXAMPLES_OF_THE_WORKSPACE)


WITH_EXTRAS = {
    "pdf": (f"{REPORT} report.pdf", ""),
    "engine": ("score reference.txt -i output.txt --engine dask --workers 1", "output"),
    "cjk": ("score reference.txt -i output.txt --tokenize ja-mecab", "output"),
    "all": ("score reference.txt -i output.txt --tokenize ko-mecab", "output"),
}
"""Extra -> a command that it makes possible, and a word that it prints."""


@pytest.mark.exhaustive
@pytest.mark.parametrize(("extra", "command", "word"), [(extra, *said) for extra, said in WITH_EXTRAS.items()])
def test_an_extra_alone_is_enough_for_what_it_is_for(core, tmp_path, extra, command, word):
    installed = install_again(core, tmp_path, extra)
    has_run_all(installed, {command: word})
    if extra == "pdf":
        assert (installed.folder / "report.pdf").read_bytes().startswith(b"%PDF")
    assert (extra == "all") == ("streamlit" in installed.declared)


@pytest.mark.exhaustive
def test_the_extra_wordnet_is_enough_for_synonyms(core, tmp_path):
    installed = install_again(core, tmp_path, "wordnet")
    write_wordnet(tmp_path / "nltk_data")
    synonyms = {"NLTK_DATA": str(tmp_path / "nltk_data"), **PLAIN}
    done = installed.run(installed.command, *WITH_SYNONYMS.split(), variables=synonyms)
    assert (done.returncode, done.stderr.count("pip install")) == (0, 0), done.stderr


@pytest.mark.exhaustive
def test_the_extra_postgres_reaches_for_the_server(core, tmp_path):
    installed = install_again(core, tmp_path, "app", "postgres")
    url = {"BLEUSCOPE_DATABASE_URL": "postgresql://bleuscope@127.0.0.1:1/bleuscope"}
    done = installed.run(installed.command, "project", "list", variables=url)
    assert done.returncode == 2
    assert "Connection refused" in done.stderr
    assert "pip install" not in done.stderr


def test_every_extra_is_tried():
    tried = {*WITH_EXTRAS, "app", "wordnet", "postgres"}
    assert tried == PROJECT["optional-dependencies"].keys()
    assert {*CORE_LACKS.values()} == tried - {"pdf", "postgres", "all"}


def claimed_pythons() -> list[str]:
    """The versions of Python that pyproject.toml names, such as 3.11."""
    heads = "Programming Language :: Python :: 3."
    return [one.rpartition(" ")[2] for one in PROJECT["classifiers"] if one.startswith(heads)]


def find_python(version: str) -> Path | None:
    """Return a program of this version of Python: one on the path, or one that pyenv has."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    folders = [Path(folder) for folder in os.environ["PATH"].split(os.pathsep)]
    for folder in (*folders, *pyenv.glob(f"versions/{version}.*/bin")):
        python = folder / f"python{version}"
        if python.exists() and subprocess.run([python, "-V"], capture_output=True, check=False).returncode == 0:
            return python
    return None


@pytest.fixture(scope="module")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the wheel's files; nothing in it is compiled."""
    folder = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


@pytest.mark.exhaustive
@pytest.mark.parametrize("version", claimed_pythons())
def test_each_python_that_is_claimed_reads_all_files(unpacked, version):
    """Its packages cannot be had without a network; the workflow of tests runs everything with each."""
    python = find_python(version)
    if python is None:
        (pytest.fail if os.environ.get("GITHUB_ACTIONS") else pytest.skip)(f"no Python {version} here")
    compiled = [python, "-W", "error", "-m", "compileall", "-q", str(unpacked)]
    done = subprocess.run(compiled, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    program = f"import sys; sys.path.insert(0, {str(unpacked)!r}); sys.argv[1:] = ['serve']\n{RUN}"
    done = subprocess.run([python, "-I", "-c", program], cwd=unpacked, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(NOTHING_THERE, done.stderr)


def test_modules_that_are_imported_under_two_names_are_the_same(core):
    done = core.python(
        "import sys\n"
        "import bleuscope.scoring\n"
        "sys.modules['scoring'] = bleuscope.scoring  # as programs do\n"
        "import scoring, scoring.bleu.bleu\n"
        "from scoring.validation import short_repr\n"
        "from bleuscope.scoring import bleu, validation\n"
        "assert scoring is bleuscope.scoring and scoring.bleu is bleu and short_repr is validation.short_repr\n"
        "assert scoring.bleu.bleu.__spec__.name == 'bleuscope.scoring.bleu.bleu'\n"
        "assert not [name for name in sys.modules if name.startswith(('scoring.lab', 'scoring.cli'))], 'unasked'\n"
        "try:\n"
        "    import scoring.nothing\n"
        "except ModuleNotFoundError as error:\n"
        "    print(error)\n"
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "No module named 'scoring.nothing'\n", "")


@pytest.mark.exhaustive
def test_an_editable_installation_scores_with_the_same_modules(editable):
    done = editable.run(editable.command, "score", "reference.txt", "-i", "output.txt", "--format", "json")
    assert (done.returncode, json.loads(done.stdout)[0]["metric"]) == (0, "bleu"), done.stderr
    shutil.rmtree(editable.folder)  # with files that only mislead: the checkout's own scoring can be imported
    editable.folder.mkdir()
    done = editable.python(
        "import scoring.metric, bleuscope.scoring.metric\n"
        "assert scoring.metric is bleuscope.scoring.metric\n"
        "print(scoring.metric.__file__)"
    )
    assert (done.stdout, done.stderr) == (f"{ROOT / 'scoring' / 'metric.py'}\n", "")


WRONG = [
    (
        ["score", "none.txt", "-i", "output.txt"],
        "none.txt: No such file or directory; check its name, and in which folder the command runs.",
    ),
    (["score"], "the following arguments are required: REF; bleuscope score -h tells more."),
    (["serve", "8600"], "unrecognized arguments: 8600; bleuscope serve -h tells more."),
    (["serve", "--server.headless", "true", "8600"], "unrecognized arguments: 8600; bleuscope serve -h tells more."),
    (
        ["serve", "--port=0"],
        "argument --port/--server.port: expected 1 to 65535, found 0; bleuscope serve -h tells more.",
    ),
    (
        ["serve", "--port=x"],
        "argument --port/--server.port: expected 1 to 65535, found x; bleuscope serve -h tells more.",
    ),
    (["serve", "--none=1"], "No such option '--none'."),
]
"""Arguments, and what is said of them."""


def test_what_is_wrong_is_said_in_one_line(app):
    """The first by the command, the others by what it calls, in one process for all."""
    arguments, problems = zip(*WRONG, strict=True)
    done = app.run(app.command, *arguments[0])
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"bleuscope: {problems[0]}\n")
    done = app.python(ONE_AFTER_ANOTHER, json.dumps(arguments[1:]))
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == [[2, "", f"bleuscope: {problem}\n"] for problem in problems[1:]]


def test_a_port_in_use_is_said(app):
    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = busy.getsockname()[1]
        done = app.run(app.command, "serve", "--port", str(port))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"bleuscope: cannot serve at 127.0.0.1:{port}: ")


def test_the_command_scores_and_the_package_too(core):
    help_ = core.run(core.command, "-h").stdout
    assert help_.startswith("usage: bleuscope [-h] [--version] COMMAND ...\n")
    assert all(f"\n    {command}" in help_ for command in ("serve", "score", "significance"))
    metric = BLEU()
    expected = float(metric.score(metric.statistics(OUTPUT, [REFERENCE]).sum(axis=0)))
    done = core.run(core.command, "score", "reference.txt", "-i", "output.txt", "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    assert [result["score"] for result in json.loads(done.stdout)] == [expected]
    assert package_scores(core) == expected


def package_scores(installed: Installed) -> float:
    """What `from bleuscope.scoring import BLEU` says; it brings in no dashboard and no module of another name."""
    done = installed.python(
        "import sys\n"
        "from bleuscope.scoring import BLEU\n"
        f"print(BLEU().score(BLEU().statistics({OUTPUT}, [{REFERENCE}]).sum(axis=0)))\n"
        "assert not {'scoring', 'ui', 'app', 'streamlit', 'plotly'} & {*sys.modules}, 'more than scoring'\n"
    )
    assert (done.returncode, done.stderr) == (0, "")
    return float(done.stdout)


@pytest.mark.exhaustive
def test_the_dashboard_is_served_until_it_is_interrupted(app, tmp_path):
    with serve(app, tmp_path / "log.txt") as served:
        status, page = served.get("/")
        assert status == 200
        assert "<title>Streamlit</title>" in page
        messages = served.visit()
        elements = [message.delta.new_element for message in messages if message.WhichOneof("type") == "delta"]
        assert "Start" in [element.heading.body for element in elements]
        assert not [element for element in elements if element.WhichOneof("type") == "exception"]
        served.process.send_signal(signal.SIGINT)
        assert served.process.wait(STEP_SECONDS) == 130
    log = (tmp_path / "log.txt").read_text()
    assert f"http://127.0.0.1:{served.port}" in log
    assert "Traceback" not in log
    metric = BLEU()
    expected = float(metric.score(metric.statistics(OUTPUT, [REFERENCE]).sum(axis=0)))
    assert package_scores(app) == expected, "the package reads the kernels that the dashboard compiled"
