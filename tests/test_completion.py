"""`bleuscope completion`: the scripts, in real shells where these are there."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import cli

ROOT = Path(__file__).parents[1]
BASH = """
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
COMP_LINE="$*"
COMP_POINT=${#COMP_LINE}
completion=$(complete -p bleuscope | sed 's/.*-F \\([^ ]*\\).*/\\1/')
"$completion" bleuscope "${@: -1}" "${@: -2:1}"
printf '%s\\n' "${COMPREPLY[@]}"
"""
FISH = 'source $argv[1]; complete -C "$argv[2]" | string split -f1 \\t'
TYPED = [
    ("bleuscope si", {"significance"}),
    ("bleuscope proj", {"project"}),
    ("bleuscope project sh", {"show", "share"}),
    ("bleuscope score --tok", {"--tokenize"}),
    ("bleuscope score ref.txt -i sys.txt -m chrf", {"chrf", "chrf++"}),
    ("bleuscope significance --correction ho", {"holm"}),
    ("bleuscope choose --tun", {"--tuners"}),
    ("bleuscope choose tune --tuners m", {"mert", "mira"}),
    ("bleuscope choose tune --corr", {"--correction"}),
    ("bleuscope choose tune --exchange r", {"runs"}),
    (
        "bleuscope choose --by corpus-oracle:ch",
        {"corpus-oracle:chrf", "corpus-oracle:chrf++", "corpus-oracle:character"},
    ),
    ("bleuscope judge co", {"cost"}),
    ("bleuscope judge prompts --for ope", {"openai"}),
    ("bleuscope judge prompts --protocol mq", {"mqm"}),
    ("bleuscope schema agr", {"agreement"}),
    ("bleuscope serve --po", {"--port"}),
    ("bleuscope completion z", {"zsh"}),
]


def bleuscope(*arguments):
    command = [sys.executable, str(ROOT / "cli.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def script(tmp_path, capsys):
    """Shell -> a file with its script."""

    def write(shell):
        cli.print_completion([shell])
        printed = capsys.readouterr()
        assert printed.err == ""
        path = tmp_path / shell
        path.write_text(printed.out)
        return path

    return write


def printed(*command, folder=ROOT):
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, env={**os.environ, "TERM": "dumb"}
    )
    assert (done.returncode, done.stderr) == (0, "")
    return {line.strip() for line in done.stdout.splitlines() if line.strip()}


def test_bash_completes_commands_options_and_values(script):
    path = script("bash")
    for typed, expected in TYPED:
        assert printed("bash", "--norc", "-c", BASH, "bash", str(path), *typed.split()) == expected, typed


def test_bash_completes_files(script, tmp_path):
    (tmp_path / "system.a.txt").touch()
    (tmp_path / "system.b.txt").touch()
    words = ["bleuscope", "score", "system.a.txt", "-i", "system"]
    found = printed("bash", "--norc", "-c", BASH, "bash", str(script("bash")), *words, folder=tmp_path)
    assert found == {"system.a.txt", "system.b.txt"}


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
def test_fish_completes_commands_options_and_values(script):
    path = script("fish")
    for typed, expected in TYPED:
        assert printed("fish", "--no-config", "-c", FISH, str(path), typed) == expected, typed


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
def test_zsh_reads_its_script(script):
    path = script("zsh")
    path.rename(path.with_name("_bleuscope"))
    assert path.with_name("_bleuscope").read_text().startswith("#compdef bleuscope\n")
    assert printed("zsh", "-f", "-c", "fpath=($1); autoload -U +X _bleuscope", "zsh", str(path.parent)) == set()


def test_an_unknown_shell_comes_with_the_most_similar_one():
    done = bleuscope("completion", "bsh")
    assert (done.returncode, done.stdout) == (2, "")
    assert "invalid choice: 'bsh' (did you mean bash?); choose from bash, zsh, fish" in done.stderr
