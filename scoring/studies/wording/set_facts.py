"""Short facts on a test set for the head of a page: its languages, its size, its references."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ...doctor.function_words import count_function_words, language_of_counts
from ...metric import Metric
from ...output.numbers import counted, fixed
from ...output.sentence import Sentence, Strong, SystemName, name_list, sentence
from ...testset import TestSet
from ...text.languages import detect_script

_SAMPLE = 500
"""Number of lines, spread evenly, by which the language of a text is recognized."""
MAX_REFERENCES_NAMED = 3
MAX_RATINGS_NAMED, MAX_RATED_NAMED = 4, 4
"""Most kinds of ratings, and most rated systems, that a sentence names."""
MAX_CHANGED_NAMED = 3
"""Most realigned systems that a sentence names."""
NO_REFERENCE = "This set has no reference, and metrics need one."
ONLY_POST_EDITS = "Each post-edit belongs to one system. They tell what post-editing costs; scores need a reference."
ONLY_GIVEN_SCORES = "This set has no reference, so only human ratings and scores from files are shown."


def changes_sentence(test_set: TestSet, systems: Collection[str] | None = None) -> str:
    """Return what was changed in these systems' outputs after reading, by default in all; empty without changes."""
    shown = [system for system in test_set.systems if systems is None or system.name in systems]
    changes = [
        f"{counted(len(of.put_in), 'empty line was', 'empty lines were')} put into {of.name} at"
        f" {number_list(of.put_in)}, because its file lacks {'a line' if len(of.put_in) == 1 else 'lines'}"
        for of in shown
        if of.put_in
    ]
    realigned = [of.name for of in shown if of.realigned]
    if realigned:
        names, were = name_list(realigned, MAX_CHANGED_NAMED), "was" if len(realigned) == 1 else "were"
        changes.append(f"{names} {were} cut again into the references' segments")
    return f"Changed: {'; '.join(changes)}." if changes else ""


def put_in_sentence(put_in: Mapping[str, Sequence[int]]) -> str:
    """Return that checks leave out the empty lines put into systems' outputs; empty without such lines.

    ``put_in`` has the numbers of these lines by system.
    """
    listed = "; ".join(f"{number_list(numbers)} of {name}" for name, numbers in put_in.items())
    one = sum(map(len, put_in.values())) == 1
    lines, are = ("line", "is") if one else ("lines", "are")
    return f"Checks leave out the empty {lines} that {are} put in: {listed}." if listed else ""


def number_list(numbers: Iterable[int]) -> str:
    """Return numbers of segments as a list within a sentence."""
    return ", ".join(f"{number:,}" for number in numbers)


def language_pair(test_set: TestSet) -> str:
    """Return the languages of source and references, such as "English → German".

    The language that the files state counts for the references; else it is recognized by common words and by the
    script. Where only the references' language is known, the result is "into German"; where it is not known, the result
    is empty.
    """
    source, target = language_names(test_set)
    if target is None:
        return ""
    return f"into {target}" if source is None else f"{source} → {target}"


def ratings_sentence(test_set: TestSet) -> Sentence | None:
    """Return whose ratings a test set came with; None where the set has no ratings by people."""
    rating_names = [of.name for of in test_set.annotations if of.is_human]
    rating_names += [of.name for of in test_set.scores if of.is_human]
    rating_names += [of.name for of in test_set.preferences]
    if not rating_names:
        return None
    names = name_list([*map(Strong, dict.fromkeys(rating_names))], MAX_RATINGS_NAMED)
    return sentence("People have rated these outputs already: the files have {}.", names)


def people_order_sentence(metric: Metric, scores: Mapping[str, float], n_segments: int) -> Sentence | None:
    """Return which systems people rated best, with their scores; None where no system has a score.

    ``scores`` are of all systems on ``n_segments`` segments; NaN for systems that nobody rated.
    """
    rated = {system: score for system, score in scores.items() if not math.isnan(score)}
    ordered = sorted(rated, key=lambda system: -rated[system] if metric.higher_is_better else rated[system])
    if not ordered:
        return None
    names = [sentence("{} {}", SystemName(system), fixed(rated[system], metric.decimals)) for system in ordered]
    listed = name_list(names, MAX_RATED_NAMED, MAX_RATED_NAMED - 1)
    return sentence("{} of {}, best first: {}.", metric.full_name, counted(n_segments, "segment"), listed)


def language_names(test_set: TestSet) -> tuple[str | None, str | None]:
    """Return the languages of source and references, as of ``language_pair``; None for each that is not known."""
    stated_language = test_set.target.stated_language
    target = (
        stated_language.language.name
        if stated_language is not None
        else language_of_text(test_set.translations[0].segments)
    )
    return None if test_set.source is None else language_of_text(test_set.source), target


def language_of_text(column: pa.StringArray) -> str | None:
    """Return the language of a text by its commonest words, or by its script; None where it is not recognized."""
    if len(column) > _SAMPLE:
        column = column.take(pa.array(np.linspace(0, len(column) - 1, _SAMPLE).astype(int)))
    lines = pc.unique(column.drop_null())
    language = language_of_counts(*count_function_words(lines))
    if language is not None:
        return language
    script = detect_script([lines])
    return script.name if script.name[0].isupper() else None


def facts(test_set: TestSet, languages: str, metric: str | None, n_judged: int = 0) -> list[str]:
    """Return the facts after a test set's name: languages, segments, systems, references, the metric that decides.

    ``metric`` is None where nothing can score the outputs. ``n_judged`` is the number of segments with scores of this
    metric, where other segments have none.
    """
    whole = test_set if test_set.part is None else test_set.part.whole
    names, on = test_set.reference_names, f", on {n_judged:,} of {len(whole):,}" if n_judged else ""
    several = f"references {', '.join(names)}" if len(names) <= MAX_REFERENCES_NAMED else f"{len(names)} references"
    return [
        *([languages] if languages else []),
        counted(len(whole), "segment"),
        counted(len(whole.systems), "system"),
        {0: "no reference", 1: "1 reference"}.get(len(names), several),
        *([counted(len(whole.post_edits), "post-edit")] if whole.post_edits else []),
        *([] if metric is None else [f"{metric} decides{on}"]),
    ]
