"""What is imported before it is needed: nothing that takes long. The modules of a process of its own say so."""

import io
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path

import pytest

import scoring
from scoring import METRICS, formats
from scoring.cli.main import main

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "sample_data" / "inflection-hr-sl"
FILES = (str(SAMPLE / "reference.sl.txt"), "-i", str(SAMPLE / "system.apertium.sl.txt"))
HEAVY = {"numba", "llvmlite", "pandas", "scipy", "sacrebleu", "openpyxl", "streamlit", "plotly", "sqlalchemy", "dask"}
OF_OTHER_METRICS = {
    "Levenshtein",
    "rapidfuzz",
    "Stemmer",
    "scoring.tbleu",
    "scoring.ter",
    "scoring.nist",
    "scoring.meteor",
    "scoring.gleu",
    "scoring.segment_means",
}
OF_OTHER_COMMANDS = {"scoring.significance", "scoring.agreement", "scoring.choosing", "scoring.formats.judgments"}
OF_OTHER_FILES = {
    "scoring.formats.tables.delimited_tables",
    "scoring.formats.json_files.json_rows",
    "scoring.formats.tables.workbook",
}
MASKED_ARRAYS = "numpy.ma"
COMMAND = """
import runpy, sys
sys.argv[0] = "cli.py"
try:
    runpy.run_path("cli.py", run_name="__main__")
except SystemExit as end:
    assert not end.code, end.code
"""


def imported(program, *arguments):
    """The modules of a process that has run this, by their shorter names."""
    told = "\nimport sys\nprint(*sys.modules, file=sys.stderr)"
    command = [sys.executable, "-c", program + told, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return {name.removeprefix("bleuscope.") for name in done.stderr.split()}


def test_scoring_alone_imports_nothing():
    assert not imported("import scoring") & {*HEAVY, "numpy", "pyarrow", "scoring.metric"}


def test_bleu_of_few_segments_needs_neither_kernels_nor_other_metrics():
    program = "from scoring import BLEU\nassert BLEU().statistics(['a b c d'], [['a b c e']])[0, 2] == 3"
    assert not imported(program) & {*HEAVY, *OF_OTHER_METRICS, *OF_OTHER_COMMANDS}


@pytest.mark.exhaustive
def test_the_api_imports_what_is_used():
    assert not imported("import bleuscope") & {*HEAVY, "numpy", "pyarrow", "ast", "scoring"}
    assert not imported("import bleuscope as bs\ndir(bs)") & {*HEAVY, "numpy", "pyarrow", "scoring.metric"}
    program = "import bleuscope as bs\nbs.score(['a b c d'] * 100, ['a b c e'] * 100, ['bleu', 'chrf'])"
    others = {*OF_OTHER_METRICS, *OF_OTHER_COMMANDS, *OF_OTHER_FILES, "scoring.studies.comparison", "scoring.report"}
    assert not imported(program) & {*HEAVY, *others, "scoring.formats.dispatch", MASKED_ARRAYS}


@pytest.mark.exhaustive
def test_lists_of_texts_are_scored_without_pandas():
    """Arrow imports it for the first value that it is given; whoever has it installed would wait for it."""
    names = "BLEU, CHRF, CHRFPlusPlus, TER"
    program = f"from scoring import {names}\nfor metric in ({names}):\n    metric().statistics(['a b'], [['a c']])"
    assert "pandas" not in imported(program)


@pytest.mark.exhaustive
@pytest.mark.parametrize("arguments", [(), ("-m", "bleu", "--smoothing", "floor"), ("--format", "json", "--segments")])
def test_the_command_imports_what_it_needs(arguments):
    found = imported(COMMAND, "score", *FILES, *arguments)
    assert not found & {*HEAVY, *OF_OTHER_METRICS, *OF_OTHER_COMMANDS, *OF_OTHER_FILES, MASKED_ARRAYS}


@pytest.mark.exhaustive
def test_kernels_are_there_where_something_needs_them():
    assert "numba" in imported(COMMAND, "score", *FILES, "-m", "ter")
    assert "numba" in imported("from scoring import BLEU\nBLEU().warm_up()")


@pytest.mark.exhaustive
def test_code_that_is_compiled_already_needs_none_of_what_compiles():
    pair = (*FILES, str(SAMPLE / "system.source-copy.sl.txt"))
    arguments = "significance", *pair, "-m", "bleu", "ter", "--trials", "100"
    with redirect_stdout(io.StringIO()):
        main([*arguments])  # compiles what is not kept yet
    assert not imported(COMMAND, *arguments) & {"numba.np.linalg", "scipy.linalg", "scipy.special"}


@pytest.mark.exhaustive
def test_metrics_need_none_of_what_compiles_once_their_code_is_there():
    program = "from scoring import METRICS\nfor metric in METRICS.values():\n    metric().warm_up()"
    for metric in METRICS.values():
        metric().warm_up()  # compiles what is not kept yet
    assert not imported(program) & {"numba.np.linalg", "scipy.linalg", "scipy.special"}


@pytest.mark.exhaustive
def test_pandas_can_be_imported_after_a_command_has_left_it_out():
    program = (
        "from scoring.cli.start import leave_pandas_out\nleave_pandas_out()\nimport pyarrow as pa\npa.array([1])\n"
    )
    assert "pandas" not in imported(program)
    assert "pandas" in imported(f"{program}import pandas\nassert pandas.Series([1]).sum() == 1")


def test_python_looks_for_what_is_no_longer_needed_once_all_is_imported():
    """A command that watches a folder runs for days."""
    program = """
import gc
usual = gc.get_threshold()
from scoring.cli.start import begin
begin()
assert gc.isenabled() and gc.get_threshold() == usual
assert gc.get_freeze_count() > 10_000
"""
    assert "scoring.cli.main" in imported(program)


@pytest.mark.parametrize("package", [scoring, formats])
def test_every_name_of_a_package_is_found_and_no_other(package):
    for name in package.__all__:
        found = getattr(package, name)
        assert getattr(found, "__name__", name) == name
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = package.nothing


def test_metrics_stand_under_their_names():
    assert [metric.name for metric in METRICS.values()] == list(METRICS)
    assert len(METRICS) == len([*METRICS])
    assert "bleu" in METRICS
    assert "nothing" not in METRICS
