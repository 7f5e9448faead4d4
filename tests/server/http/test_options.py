"""server/http/options.py: the server does not start with options of Streamlit that open what is promised to be shut."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from streamlit import config

from server.http import options

ROOT = Path(__file__).parents[3]


def problem(**found):
    by_name = {**options.NEEDED, **{name.replace("_", ".", 1): value for name, value in found.items()}}
    return options.option_problem(by_name.__getitem__, lambda option: "environment variable")


def test_all_are_as_they_must_be():
    assert problem() is None


def test_one_that_is_not_is_said_with_its_place_and_what_to_do():
    assert problem(server_enableAgentApi=True) == (
        "server.enableAgentApi: expected false; found true, from environment variable: take it away there."
    )
    by_default = options.option_problem(
        {**options.NEEDED, "runner.postScriptGC": True}.__getitem__, lambda _: "<default>"
    )
    assert by_default is not None
    assert by_default.endswith("found true, Streamlit's own: start the dashboard from the folder of app.py.")


def test_streamlit_has_all_of_them():
    """Else each start would end with an error."""
    for option in options.NEEDED:
        config.get_option(option)
    assert config.ConfigOption.DEFAULT_DEFINITION == options.BY_DEFAULT


def test_the_projects_own_file_has_no_other_value():
    given = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    for option, needed in options.NEEDED.items():
        section, name = option.split(".")
        assert given[section].get(name, needed) == needed, option


@pytest.mark.exhaustive
@pytest.mark.one_case_in(3)
@pytest.mark.parametrize("by", ["variable", "file", "option"])
def test_the_server_does_not_start_and_says_so_in_one_line(tmp_path, by):
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("STREAMLIT_", "BLEUSCOPE_"))}
    variables, words = {}, []
    if by == "variable":
        variables["STREAMLIT_SERVER_HEADLESS"] = "false"
    elif by == "file":
        (tmp_path / ".streamlit").mkdir()
        (tmp_path / ".streamlit" / "config.toml").write_text("[server]\nenableAgentApi = true\n", encoding="utf-8")
    else:
        words = ["--server.enableStaticServing=true"]
    done = subprocess.run(
        [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port=0", *words],
        cwd=ROOT,
        env={**kept, "HOME": str(tmp_path), **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    said = done.stderr + done.stdout
    option = {"variable": "headless", "file": "enableAgentApi", "option": "enableStaticServing"}[by]
    assert done.returncode
    (line,) = (line for line in said.splitlines() if line.startswith("bleuscope: "))
    assert line.startswith(f"bleuscope: server.{option}: expected ")
    assert "Traceback" not in said
