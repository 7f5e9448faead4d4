"""How the command line writes: tables, LaTeX, JSON and TSV of texts that are made elsewhere."""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

_SPECIAL = str.maketrans(
    {character: "\\" + character for character in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
)


def latex_escaped(text: str) -> str:
    """Fit to stand in LaTeX."""
    return text.translate(_SPECIAL)


@dataclass(frozen=True)
class Style:
    """How a table is drawn: one of tabulate's styles, the frames of numbers, what makes text fit to stand in it."""

    name: str
    best: str
    other: str
    escape: Callable[[str], str]

    def table(self, rows: Sequence[Sequence[str]], headers: Sequence[str], n_left: int) -> str:
        """Text to the left in the first columns, numbers to the right in the others."""
        from tabulate import tabulate

        alignment = ["left"] * n_left + ["right"] * (len(headers) - n_left)
        return tabulate(rows, headers, self.name, disable_numparse=True, colalign=alignment, preserve_whitespace=True)

    def framed(self, values: Sequence[float], higher_is_better: bool = True) -> list[str]:
        """Rounded, the best of several told from the rest."""
        defined = [value for value in values if not np.isnan(value)]
        winner = (max if higher_is_better else min)(defined, default=np.nan)
        frames = [self.best if len(values) > 1 and value == winner else self.other for value in values]
        return [frame.format(rounded(value)) for frame, value in zip(frames, values, strict=True)]


PLAIN = Style("simple", "{} *", "{}  ", str)
LATEX = Style("latex_raw", r"\textbf{{{}}}", "{}", latex_escaped)


def json_list(objects: Iterable[dict]) -> str:
    """A list of objects; ``finite`` makes their numbers fit for it."""
    return json.dumps(list(objects), ensure_ascii=False, indent=2, allow_nan=False)


def tsv(rows: Iterable[Sequence[str]]) -> str:
    """One line a row."""
    return "\n".join("\t".join(row) for row in rows)


def stripped(text: str) -> str:
    """Without blanks at the ends of lines."""
    return "\n".join(line.rstrip() for line in text.split("\n"))


def finite(value: float) -> float | None:
    """The number, or None, JSON's null, where it is none."""
    return value if np.isfinite(value) else None


def rounded(score: float) -> str:
    """With two digits after the point; NaN is n/a."""
    return "n/a" if np.isnan(score) else f"{score:.2f}"


def without(part: str, signature: str) -> str:
    """A signature without the parts of these names, parted by ``|``."""
    return re.sub(rf"\|(?:{part}):[^|]*", "", signature)


def commented(notes: Iterable[str]) -> str:
    """Lines as LaTeX comments."""
    return "\n".join(f"% {note}" for note in notes)


def each_once(results: Iterable) -> list[str]:
    """The names of the results' systems, in order."""
    return list(dict.fromkeys(result.system for result in results))


def marked(results: Iterable) -> list[str]:
    """What the mark of a row's best means, where there are several systems."""
    return ["* the best of its row"] if len(each_once(results)) > 1 else []
