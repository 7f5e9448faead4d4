"""How the process of a command ends: its output cannot be written, it is interrupted, its folder is gone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from workspace import Workspace

ROOT = Path(__file__).parents[3]
SAMPLE = ROOT / "sample_data" / "inflection-hr-sl"
FILES = [str(SAMPLE / "reference.sl.txt"), "-i", str(SAMPLE / "system.apertium.sl.txt")]
SCORING, BLEUSCOPE = [sys.executable, "-m", "scoring"], [sys.executable, str(ROOT / "cli.py")]
PROGRAMS = pytest.mark.parametrize("program", [SCORING, BLEUSCOPE], ids=["scoring", "bleuscope"])
COMMANDS = pytest.mark.parametrize(
    "command",
    [
        [*SCORING, "score", *FILES],
        [*SCORING, "smoothing", *FILES],
        [*SCORING, "score", "-h"],
        [*SCORING, "--version"],
        [*BLEUSCOPE, "score", *FILES],
        [*BLEUSCOPE, "-h"],
        [*BLEUSCOPE, "serve", "-h"],
        [*BLEUSCOPE, "project", "list"],
        [*BLEUSCOPE, "campaign", "list", "-h"],
    ],
    ids=lambda command: " ".join(word for word in command[1:] if word not in FILES).replace(f"{ROOT}/", ""),
)


def run(command, redirection="", folder=ROOT, **variables):
    """By the shell, which redirects; exit code and standard error."""
    shell = ["bash", "-c", f'"$@" {redirection}', "bash", *command]
    done = subprocess.run(
        shell, cwd=folder, env={**os.environ, **variables}, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stderr


@pytest.fixture(autouse=True)
def workspace(tmp_path, monkeypatch):
    """One that is there: commands tell of a new one."""
    monkeypatch.setenv("BLEUSCOPE_DATABASE_URL", f"sqlite:///{tmp_path}/workspace.sqlite")
    Workspace().close()


@pytest.mark.exhaustive
@pytest.mark.one_case_in(3)
@COMMANDS
@pytest.mark.parametrize(
    ("redirection", "problem"),
    [
        (">&-", "standard output: is closed; redirect it to a file."),
        ("> /dev/full", "standard output: No space left on device"),
    ],
)
def test_output_that_cannot_be_written_is_an_error(command, redirection, problem):
    if "/dev/full" in redirection and not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    code, err = run(command, redirection)
    assert (code, err) == (2, f"{'scoring' if '-m' in command else 'bleuscope'}: {problem}\n")


@pytest.mark.exhaustive
@COMMANDS
def test_a_reader_that_takes_no_more_ends_the_command_without_a_word(command):
    code, err = run([*command], "| true; exit ${PIPESTATUS[0]}")
    assert (code, err) == (141, "")


@pytest.mark.exhaustive
@PROGRAMS
def test_the_exit_code_is_right_where_nobody_can_read_what_is_wrong(program):
    wrong = [*program, "score", "none.txt", "-i", "none.txt"]
    assert [run(wrong, f"2{to}")[0] for to in (">&-", "> /dev/full")] == [2, 2]
    noting = [*program, "score", *FILES, "--max-order", "3", "-m", "chrf"]
    assert [run(noting, f"2{to}")[0] for to in (">&-", "> /dev/full")] == [0, 0]


def test_a_file_opened_by_a_command_does_not_become_its_standard_output(tmp_path):
    """Where standard output is closed the next file that is opened gets its number."""
    program = "from scoring.cli.process import carry_out\nimport os, sys\n"
    program += f"carry_out(lambda: open({str(tmp_path / 'file')!r}, 'w').fileno() < 3 and os._exit(1) or 0)"
    assert run([sys.executable, "-c", program], "<&- >&- 2>&-")[0] == 0


@pytest.mark.exhaustive
def test_a_full_disk_is_named(tmp_path):
    code, err = run([*SCORING, "score", *FILES, "-o", "/dev/full"])
    assert (code, err) == (2, "scoring: /dev/full: No space left on device\n")


@pytest.mark.exhaustive
@pytest.mark.parametrize("module", ["argparse", "numpy", "pyarrow", "scoring.cli.main", "scoring.cli.commands.score"])
@PROGRAMS
def test_an_interrupt_while_modules_are_imported_ends_the_command_without_a_word(program, module):
    code, err = run(interrupted(program, module, ["score", *FILES]))
    assert (code, err) == (130, "")


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("module", ["argparse", "click", "streamlit", "streamlit.web.cli"])
def test_an_interrupt_while_the_server_is_imported_ends_it_without_a_word(module):
    code, err = run(interrupted(BLEUSCOPE, module, ["serve", "--port", "1"]))
    assert (code, err) == (130, "")


def interrupted(program, module, arguments):
    """The command that runs the program and sends it SIGINT when it imports the module."""
    how = "run_module('scoring', alter_sys=True" if "-m" in program else "run_path('cli.py'"
    text = f"""
import os, runpy, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name.removeprefix("bleuscope.") == {module!r}:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.path.insert(0, os.getcwd())
sys.argv[0] = "cli.py"
sys.modules.pop("argparse", None)
sys.meta_path.insert(0, Interrupting())
runpy.{how}, run_name="__main__")
"""
    return [sys.executable, "-c", text, *arguments]


def test_an_interrupt_that_is_ignored_stays_so():
    """As in the background of a shell without job control."""
    program = "from scoring.cli.process import carry_out, raise_on_interrupt\nimport os, signal\n"
    program += "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    program += "carry_out(lambda: raise_on_interrupt() or os.kill(os.getpid(), signal.SIGINT) or 0)\nprint('went on')"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "went on\n")


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "arguments",
    [
        ["score", "a.txt", "-i", "b.txt"],
        ["score", *FILES, "-o", "out.txt"],
        ["score", FILES[0], "--watch", ".", "--once"],
        ["project", "import", "folder"],
        ["backup", "file"],
        ["serve", "--port", "1"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_a_working_folder_that_was_deleted_is_named(tmp_path, arguments):
    gone = tmp_path / "gone"
    gone.mkdir()
    code, err = run(["bash", "-c", 'rmdir "$PWD"; "$@"', "bash", *BLEUSCOPE, *arguments], folder=gone)
    problem = "the folder in which the command runs was deleted; change into one that is there."
    assert (code, err) == (2, f"bleuscope: {problem}\n")


@pytest.mark.exhaustive
@pytest.mark.one_case_in(4)
@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ("scroe", "argument COMMAND: invalid choice: 'scroe' (did you mean score?); choose from serve, "),
        ("compare a -i b", "invalid choice: 'compare' (did you mean significance?); choose from serve, "),
        ("choos tune", "argument COMMAND: invalid choice: 'choos' (did you mean choose?); choose from "),
        (
            "score a -i b -m blue",
            "argument -m/--metrics: invalid choice: 'blue' (did you mean bleu?); choose from bleu, ",
        ),
        ("score a -i b --format jsno", "invalid choice: 'jsno' (did you mean json?); choose from "),
        (
            "score a -i b --smoothnig x",
            "unrecognized arguments: --smoothnig x (did you mean --smoothing?); bleuscope score -h",
        ),
        ("score a -i b --zzz", "unrecognized arguments: --zzz; bleuscope score -h tells more."),
        (
            "score a --inptu b",
            "--watch is required, and --inptu is unknown (did you mean --input?); for example: bleuscope score ref",
        ),
        (
            "score a -r b",
            "--watch is required; for example: bleuscope score reference.txt -i output.txt, where -i - reads an output"
            " from standard input; bleuscope score -h tells more.",
        ),
        ("significance {files} {other} --baseline apertum", "source-copy (did you mean apertium?)."),
        ("score {files} --smoothing flor", "Unknown smoothing 'flor'; there are none, floor, "),
        ("score {files} --tokenize 13b", "spBLEU-1K (did you mean 13a?)."),
        ("score {files} --encoding latin1x", "found 'latin1x'"),
        ("choose {files} --by mrb:bleu", " (did you mean mbr?)."),
        ("choose {files} --by mbr:blue", " (did you mean bleu?)."),
        ("project lsit", "(did you mean list?); choose from list, "),
        ("project list --fromat json", "--fromat json (did you mean --format?); bleuscope project list -h tells more."),
        ("campaign lsit", "(did you mean list?); choose from list, "),
        ("project show nothing", "There is no project, test set, view or campaign 'nothing'; "),
        ("serve --prot 8502", "No such option '--prot' (did you mean --port?)."),
    ],
)
def test_a_name_that_is_not_known_comes_with_the_most_similar_one(arguments, problem):
    given = {"{files}": FILES, "{other}": [str(SAMPLE / "system.source-copy.sl.txt")]}
    words = [word for part in arguments.split() for word in given.get(part, [part])]
    code, err = run([*BLEUSCOPE, *words])
    assert (code, err.count("\n")) == (2, 1)
    assert problem in err


ENDS = """
import atexit, threading
from scoring.cli.process import end_without_threads

threading.Thread(target=threading.Event().wait).start()
atexit.register(print, "tidied")
print("said")
end_without_threads(3)
"""


def test_a_server_ends_whatever_its_threads_do_and_has_tidied_up_and_said_all():
    done = subprocess.run(
        [sys.executable, "-c", ENDS], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (3, "said\ntidied\n", "")
