"""Runs the notebooks in `examples/` in a Jupyter kernel; `python -m tools.notebooks` updates their outputs."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
TIMEOUT = 300


def notebooks() -> list[Path]:
    """Return every notebook of the examples."""
    return sorted(EXAMPLES.glob("*.ipynb"))


def run_notebook(path: Path) -> Any:
    """Return the notebook with the outputs of its cells, run by a new kernel in the notebook's folder."""
    notebook = nbformat.read(path, as_version=4)
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), before]))
    try:
        NotebookClient(notebook, timeout=TIMEOUT, resources={"metadata": {"path": str(path.parent)}}).execute()
    finally:
        os.environ["PYTHONPATH"] = before or ""
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # times
    notebook.metadata.get("language_info", {}).pop("version", None)
    return notebook


def cell_outputs(notebook: Any) -> Iterator[tuple[str, list[dict[str, str]]]]:
    """Yield each code cell's source and its outputs by their kinds."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            yield cell.source, [dict(output.get("data", {"stream": output.get("text")})) for output in cell.outputs]


def main() -> None:
    """Update every notebook with the outputs of its cells."""
    for path in notebooks():
        nbformat.write(run_notebook(path), path)
        sys.stderr.write(f"{path.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
