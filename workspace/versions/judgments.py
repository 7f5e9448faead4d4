"""Scores, errors and preferences as flat arrays, and the few words and names beside them; and back."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from scoring.judgments import Annotation, ErrorSpan, Preferences, Scores

from .arrays import Arrays


@dataclass(frozen=True)
class StoredKind:
    """How one kind of judgments is kept."""

    taken_apart: Callable[[Any], tuple[Arrays, dict[str, Any]]]
    """arrays, and what else there is to say"""
    put_together: Callable[[str, Arrays, dict[str, Any], int], Any]
    """from a name, what ``taken_apart`` gave, and the number of segments"""


def _from_scores(scores: Scores) -> tuple[Arrays, dict[str, Any]]:
    values = np.concatenate([*scores.values.values()])
    about = {
        "systems": [*scores.values],
        "higher_is_better": bool(scores.higher_is_better),
        "is_human": bool(scores.is_human),
        "source": scores.source,
    } | ({"weights": scores.weights} if scores.weights else {})
    return {"values": pa.array(np.where(np.isnan(values), np.nan, values), pa.float64())}, about


def _to_scores(name: str, arrays: Arrays, about: dict[str, Any], n_segments: int) -> Scores:
    rows = _by_system(arrays["values"], about["systems"], n_segments)
    return Scores(name, rows, about["higher_is_better"], about["is_human"], about["source"], about.get("weights", ""))


SPAN_NUMBERS, SPAN_TEXTS = ("segment", "start", "end"), ("severity", "category", "annotator")


def _from_errors(errors: Annotation) -> tuple[Arrays, dict[str, Any]]:
    systems = [*errors.judged]
    place = {system: number for number, system in enumerate(systems)}
    spans = errors.spans
    arrays = {"judged": pa.array(np.concatenate([*errors.judged.values()]))}
    if errors.n_annotators is not None:
        arrays["looked"] = pa.array(np.concatenate([errors.n_annotators[system] for system in systems]))
    arrays["system"] = pa.array([place[span.system] for span in spans], pa.int64())
    arrays |= {name: pa.array([getattr(span, name) for span in spans], pa.int64()) for name in SPAN_NUMBERS}
    arrays |= {name: pa.array([getattr(span, name) for span in spans], pa.string()) for name in SPAN_TEXTS}
    arrays["in_source"] = pa.array([span.in_source for span in spans], pa.bool_())
    return arrays, {"systems": systems, "is_human": bool(errors.is_human), "source": errors.source}


def _to_errors(name: str, arrays: Arrays, about: dict[str, Any], n_segments: int) -> Annotation:
    systems = about["systems"]
    columns = [arrays[column].to_pylist() for column in ("system", *SPAN_NUMBERS, *SPAN_TEXTS, "in_source")]
    spans = tuple(ErrorSpan(systems[row[0]], *row[1:]) for row in zip(*columns, strict=True))
    judged = _by_system(arrays["judged"], systems, n_segments)
    looked = _by_system(arrays["looked"], systems, n_segments) if "looked" in arrays else None
    return Annotation(name, spans, judged, about["is_human"], about["source"], looked)


def _from_preferences(preferences: Preferences) -> tuple[Arrays, dict[str, Any]]:
    names = "segments", "better", "worse", "tied"
    arrays = {name: pa.array(getattr(preferences, name)) for name in names}
    return arrays, {"systems": [*preferences.systems], "source": preferences.source}


def _to_preferences(name: str, arrays: Arrays, about: dict[str, Any], n_segments: int) -> Preferences:
    segments, better, worse, tied = (
        arrays[column].to_numpy(zero_copy_only=False) for column in ("segments", "better", "worse", "tied")
    )
    return Preferences(name, tuple(about["systems"]), segments, better, worse, tied, n_segments, about["source"])


def _by_system(values: pa.Array, systems: list[str], n_segments: int) -> dict[str, Any]:
    """System -> (n_segments,), from one system's after another's; ``ValueError`` where there are more or fewer."""
    rows = values.to_numpy(zero_copy_only=False).reshape(len(systems), n_segments)
    return dict(zip(systems, rows, strict=True))


SCORES = StoredKind(_from_scores, _to_scores)
ERRORS = StoredKind(_from_errors, _to_errors)
PREFERENCES = StoredKind(_from_preferences, _to_preferences)
