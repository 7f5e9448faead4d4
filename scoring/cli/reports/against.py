"""Every system by several metrics beside a baseline, as text. Nothing is computed here."""

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict

from ...latex import comments
from ...significance import words
from ...significance.against import against
from .layout import LATEX, PLAIN, Style, finite, json_list, stripped, tsv
from .significance import Compared, drawn, notes_of_test, unit_of, verdict_of


def as_table(results: Sequence[Compared], baseline: str) -> str:
    """A row a system, the baseline first, and a column a metric; what the cells hold is said beneath."""
    return stripped("\n\n".join([_table(results, baseline, PLAIN), "\n".join(_notes(results))]))


def as_latex(results: Sequence[Compared], baseline: str) -> str:
    """The same as a LaTeX tabular, what is said beneath as comments."""
    return "\n\n".join([_table(results, baseline, LATEX), comments(_notes(results))])


def as_json(results: Sequence[Compared], baseline: str) -> str:
    """A list of objects, one a metric and system; NaN is null."""
    return json_list(
        {name: finite(value) if isinstance(value, float) else value for name, value in record.items()}
        for record in _records(results, baseline)
    )


def as_tsv(results: Sequence[Compared], baseline: str) -> str:
    """One row a metric and system; every digit, NaN is ``nan``."""
    records = _records(results, baseline)
    return tsv([[*records[0]], *(list(map(str, record.values())) for record in records)])


FORMATS: dict[str, Callable[[Sequence[Compared], str], str]] = {
    "table": as_table,
    "json": as_json,
    "tsv": as_tsv,
    "latex": as_latex,
}


def _records(results: Sequence[Compared], baseline: str) -> list[dict[str, str | float | int]]:
    records = []
    for compared in results:
        found, verdicts = compared.comparisons, compared.verdicts
        how = {"trials": found.tested.trials, "seed": found.tested.seed, "test": found.test}
        how |= {"correction": found.correction, "signature": compared.signature}
        for beside in against(verdicts.refined, baseline):
            verdict = verdict_of(verdicts, beside.system, baseline)
            if beside.system == baseline:
                verdict = dict.fromkeys(verdict, math.nan) | {"verdict": ""}
            records.append(asdict(beside) | how | verdict | unit_of(found))
    return records


def _table(results: Sequence[Compared], baseline: str, style: Style) -> str:
    found = [compared.verdicts.refined for compared in results]
    columns = [[beside.written(each.metric.decimals) for beside in against(each, baseline)] for each in found]
    systems = [beside.system for beside in against(found[0], baseline)]
    labels = [compared.comparisons.metric.label for compared in results]
    return style.table(["system", *labels], list(zip(systems, *columns, strict=True)), n_left=1)


def _notes(results: Sequence[Compared]) -> list[str]:
    return [words.AGAINST, *notes_of_test(results), *drawn(results)]
