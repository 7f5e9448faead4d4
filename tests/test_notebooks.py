"""The notebooks in `examples/` run in a kernel of Jupyter, and show what stands in them."""

from pathlib import Path

import nbformat
import pytest

from tools import notebooks


def name(path: Path) -> str:
    return path.stem


@pytest.mark.exhaustive
@pytest.mark.parametrize("path", notebooks.notebooks(), ids=name)
def test_a_notebook_shows_what_it_says(path):
    """Where it shows something else, and that is right, `python -m tools.notebooks` writes it into the notebook."""
    written = [*notebooks.cell_outputs(nbformat.read(path, as_version=4))]
    assert all(outputs for _, outputs in written)
    assert [*notebooks.cell_outputs(notebooks.run_notebook(path))] == written


def test_there_are_notebooks():
    assert [*map(name, notebooks.notebooks())] == ["compare-two-systems", "read-the-segments"]
