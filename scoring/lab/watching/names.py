"""What the name of an output says: the step of a training run, and the order in which people would list it."""

import re

_STEPS = r"steps?|iter(?:ation)?s?|updates?|upd|batch(?:es)?"
_CHECKPOINTS = r"checkpoints?|ckpts?|models?"
_EPOCHS = r"epochs?|ep"
_NUMBER = r"(?P<number>[0-9]+)(?P<unit>[kKmM]?)(?![A-Za-z0-9])"
_EPOCH = r"(?:_[0-9]+(?=_))?"
"""fairseq writes epoch and updates: ``checkpoint_3_12000``."""
_LABELLED = [
    re.compile(rf"(?<![A-Za-z])(?:{words})[ ._=:-]*{_NUMBER}", re.IGNORECASE)
    for words in (_STEPS, f"(?:{_CHECKPOINTS}){_EPOCH}", _EPOCHS)
]
_ALONE = re.compile(rf"(?<![^\W_]){_NUMBER}")
"""Not joined to letters: neither that of ``newstest2014`` nor that of ``1e5``."""
_UNITS = {"": 1, "k": 1_000, "m": 1_000_000}
_MOST = 2**63 - 1


def step_of(name: str) -> int | None:
    """The number in a file's name behind a word for a step, else a checkpoint, else an epoch; else the last alone.

    ``10k`` is 10,000. None without a number, or with one that no count of steps can be.
    """
    found = _place(name)
    if found is None:
        return None
    step = int(found["number"]) * _UNITS[found["unit"].lower()]
    return step if step <= _MOST else None


def run_of(name: str) -> str:
    """The name without its step: outputs of one training run share it, and the folder if that stands before it."""
    folder, slash, file = name.rpartition("/")
    found = _place(file)
    return name if found is None else f"{folder}{slash}{file[: found.start('number')]}*{file[found.end('unit') :]}"


def natural(name: str) -> tuple[str | int, ...]:
    """A key to sort by: numbers by their size, ``step-9`` before ``step-10``; letters whatever their case."""
    parts = re.split(r"([0-9]+)", name)  # text and numbers take turns
    return (*(int(part) if place % 2 else part.casefold() for place, part in enumerate(parts)),)


def _place(name: str) -> re.Match[str] | None:
    labelled = (next(pattern.finditer(name), None) for pattern in _LABELLED)
    return next(filter(None, labelled), None) or next(iter([*_ALONE.finditer(name)][::-1]), None)
