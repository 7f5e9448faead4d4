"""Texts and metrics in any form that a caller passes, turned into a test set and metrics."""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from ..metric import Metric
from ..registry import METRICS
from ..testset import System, TestSet
from ..text.texts import as_column
from ..validation import check_known, short_repr
from .texts import Texts, check_indexes, is_path, is_table, table_error

References: TypeAlias = Texts | Sequence[Texts] | Mapping[str, Texts] | TestSet
"""One reference, several references in a list or by name, or a test set from ``read``."""
Metrics: TypeAlias = str | Metric | Sequence[str | Metric]
"""Metrics by name, or with options: ``["bleu", METRICS["chrf"](word_order=2)]``."""
_IN_PATHS = re.compile(r"[/\\.]")
"""Pattern of characters that a path has and a metric's name has not."""


def as_metrics(argument: Metrics) -> tuple[Metric, ...]:
    """Return the metrics; raise ``ValueError`` for none, for an unknown name, and for a metric that is named twice."""
    listed = [argument] if isinstance(argument, str | os.PathLike | Metric | type) else argument
    if not isinstance(listed, Iterable):
        raise ValueError(f"metrics: expected names such as 'bleu', or metrics; found {short_repr(argument)}.")
    metrics = tuple(map(_metric, listed))
    if not metrics:
        raise ValueError(f"metrics: expected at least one; found none. There are {', '.join(METRICS)}.")
    names = [metric.name for metric in metrics]
    again = next((name for name in names if names.count(name) > 1), None)
    if again is not None:
        raise ValueError(f"metrics: expected each metric once; found {again} twice. Call once for each of its options.")
    return metrics


def _metric(argument: str | Metric) -> Metric:
    if isinstance(argument, Metric):
        return argument
    if is_path(argument) and argument not in METRICS and (not isinstance(argument, str) or _IN_PATHS.search(argument)):
        raise ValueError(
            f"metrics: expected names such as 'bleu', or metrics; found the path {short_repr(os.fspath(argument))}."
            " Paths of texts come first: several references in one list, and outputs by name in compare."
        )
    if not isinstance(argument, str):
        is_class = isinstance(argument, type) and issubclass(argument, Metric)
        hint = f" Write METRICS[{argument.name!r}]()." if is_class else ""
        raise ValueError(f"metrics: expected names such as 'bleu', or metrics; found {short_repr(argument)}.{hint}")
    check_known(argument, METRICS, "metric")
    return METRICS[argument]()


def as_test_set(references: References, systems: Mapping[str, Texts] | None, source: Texts | None) -> TestSet:
    """Return the texts that are scored as a test set, with their segments checked and, in files with ids, lined up.

    Without ``systems`` the references are a test set that has its own. What readers notice about files is a
    ``FileNoticeWarning``. Raises ``ValueError`` where texts are missing, do not line up or cannot be read.
    """
    if is_table(references):
        raise table_error("references", references)
    if isinstance(references, TestSet):
        return _with_outputs(references, systems, source)
    source = source_or_none(source)
    if systems is None:
        raise ValueError("systems: expected outputs by name, such as {'base': texts, 'new': texts}; found none.")
    references_by_name = named_references(references)
    others = {} if source is None else {"source": source}
    check_indexes([*references_by_name.items(), *systems.items(), *others.items()])
    if any(is_path(text) for text in [*references_by_name.values(), *systems.values(), *others.values()]):
        from .files import test_set_of_files

        return test_set_of_files(references_by_name, systems, source)
    outputs = {name: as_column(text, name) for name, text in systems.items()}
    return TestSet.build(outputs, references_by_name, source)


def _with_outputs(test_set: TestSet, systems: Mapping[str, Texts] | None, source: Texts | None) -> TestSet:
    systems_by_name = {} if systems is None else systems
    source = source_or_none(source)
    check_indexes([*systems_by_name.items(), *([] if source is None else [("source", source)])])
    if source is not None:
        test_set = replace(test_set, source=_column(source, "source"))
    if systems is None:
        return test_set
    outputs = tuple(System(name, _column(text, name)) for name, text in systems.items())
    return replace(test_set, systems=outputs, scores=(), annotations=(), preferences=())


def source_or_none(source: Texts | None) -> Texts | None:
    """Return the source; None also where the source of every segment is missing."""
    if source is None or is_path(source) or is_table(source):
        return source
    column = as_column(source, "source")
    return None if len(column) and column.null_count == len(column) else source


def _column(text: Texts, name: str) -> Any:
    if is_path(text):
        raise ValueError(
            f"{name}: expected texts, as the references are a test set; found {short_repr(text)}. Read them too."
        )
    return as_column(text, name)


def named_references(argument: Any) -> Mapping[str, Texts]:
    """Return each reference by its name, or by its number where it has no name."""
    if isinstance(argument, Mapping):
        return argument
    several = argument if _are_several(argument) else [argument]
    return {f"reference {number}": reference for number, reference in enumerate(several, 1)}


def _are_several(argument: Any) -> bool:
    """Return whether the argument is a list of references, and not a list of segments."""
    if isinstance(argument, list | tuple):
        return any(not isinstance(one, str | float | None) for one in argument)
    return getattr(argument, "ndim", 1) == 2
