"""The Python files of the product, read by tests of names and docstrings."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
PRODUCT = ("app.py", "bleuscope", "cli.py", "course", "pages", "rating", "scoring", "server", "ui", "workspace")


def product_files() -> list[Path]:
    paths = (path for name in PRODUCT for path in sorted([*ROOT.glob(name), *(ROOT / name).rglob("*.py")]))
    return [path for path in paths if path.suffix == ".py"]
