"""Attach all judgments that were read to a test set."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import NoneType
from typing import TypeVar, get_args

import numpy as np

from ...judgments import Annotation, Preferences, Scores
from ...judgments.mqm import MQM_WEIGHTS, mqm_scores, mqm_weight
from ...judgments.repeats import RepeatedScores
from ...output.numbers import counted
from ...testset import TestSet
from ...text.languages import Language, StatedLanguage, find_language
from ...text.naming import clean_name
from ...text.suggestions import did_you_mean
from ...validation import as_list, expect, short_repr
from ..columns import Notice
from ..errors import FormatError
from ..names import file_stem, find_language_pair
from .found_judgments import MQM, FoundDocuments, FoundErrors, FoundJudgments, FoundScores
from .match import UnmatchedError, match_judgments

MAX_NAMES_SHOWN = 10
"""Maximum number of language pairs, or systems, that one error lists."""


@dataclass(frozen=True)
class AttachedJudgments:
    """A test set with judgments, and the result for each file."""

    test_set: TestSet
    names: Mapping[str, Mapping[str, str | None]]
    """System of each name, by file; None for a name that is left out."""
    notices: tuple[tuple[str, Notice], ...]
    """Files, each with a notice."""
    refused: tuple[FormatError, ...]
    """Errors of judgments that could not be attached."""


def attach(
    test_set: TestSet, judgments: Sequence[FoundJudgments], names: Mapping[str, str | None] | None = None
) -> AttachedJudgments:
    """Return the test set with all judgments that fit it; documents are attached first, because others may need them.

    ``names`` is as for ``match_judgments``, for all files. Scores, and errors, with one name and different systems
    become one. Errors named MQM give scores if no file has MQM scores. ``refused`` has the errors of judgments that do
    not fit.
    """
    expect(test_set, TestSet, "test_set")
    expect(names, (Mapping, NoneType), "names")
    judgments = as_list(judgments, "judgments")
    for one in judgments:
        expect(one, get_args(FoundJudgments), "judgments")
    gathered = _JudgmentCollector(test_set, names or {})
    of_pair, gathered.refused = judgments_of_pair(judgments, test_set.language)
    for one in sorted(of_pair, key=_order):
        gathered.add(one)
    return gathered.attached_judgments()


def attach_known(
    test_set: TestSet,
    judgments: Sequence[FoundJudgments],
    names: Mapping[str, str | None] | None = None,
    others: str | None = None,
) -> AttachedJudgments:
    """Return what ``attach`` returns, with names that no system has, such as references', meaning ``others``.

    ``others`` is a system of the test set, or None to leave these names out.
    """
    system_of_name = dict(names or {})
    attached = attach(test_set, judgments, system_of_name)
    unmatched_names = [
        name for error in attached.refused if isinstance(error, UnmatchedError) for name in error.unmatched
    ]
    return (
        attach(test_set, judgments, dict.fromkeys(unmatched_names, others) | system_of_name)
        if unmatched_names
        else attached
    )


def check_judged_systems(names: Iterable[str], judgments: Sequence[FoundJudgments]) -> None:
    """Raise ``ValueError`` for a name that no judgments have."""
    systems = list(dict.fromkeys(system for one in judgments for system in one.systems))
    unknown = next((name for name in names if name not in systems), None)
    if unknown is not None:
        hint = did_you_mean(unknown, systems)
        listed = _names_phrase([*map(clean_name, systems)])
        raise ValueError(f"No judgments are of {short_repr(unknown)}; they are of {listed}{hint}.")


def are_weighed(judgments: Sequence[FoundJudgments]) -> bool:
    """Return whether MQM scores are computed from marked errors, because no file has them as numbers."""
    has_scores = any(isinstance(one, FoundScores) and one.name == MQM for one in judgments)
    return not has_scores and any(isinstance(one, FoundErrors) and one.gives_scores for one in judgments)


def set_mqm_weights(judgments: Sequence[FoundJudgments], weights: str) -> list[FoundJudgments]:
    """Return the judgments; their errors get the MQM weights with this name."""
    return [replace(one, weights=weights) if isinstance(one, FoundErrors) else one for one in judgments]


LAST = 2


def _order(judgments: FoundJudgments) -> int:
    """Return the key by which judgments are sorted: documents first, judgments of parts of documents last.

    Scores of the same name may tell which parts were judged.
    """
    if isinstance(judgments, FoundDocuments):
        return 0
    is_in_parts = isinstance(judgments, FoundScores | FoundErrors) and judgments.outputs.shown is not None
    return LAST if is_in_parts else 1


class _JudgmentCollector:
    """The test set and the judgments that have been lined up so far."""

    def __init__(self, test_set: TestSet, names: Mapping[str, str | None]) -> None:
        self.test_set, self.system_of_name = test_set, names
        self.names: dict[str, dict[str, str | None]] = {}
        self.notices: list[tuple[str, Notice]] = []
        self.refused: list[FormatError] = []
        self.scores = {one.name: one for one in test_set.scores}
        self.annotations = {one.name: one for one in test_set.annotations}
        self.preferences = {one.name: one for one in test_set.preferences}
        self.weights = ""
        """Name of the MQM weights that were asked for."""

    def add(self, file_judgments: FoundJudgments) -> None:
        try:
            matched = match_judgments(
                file_judgments,
                self._test_set_with_scores(file_judgments) if _order(file_judgments) == LAST else self.test_set,
                self.system_of_name,
            )
        except FormatError as error:
            if str(error) not in map(str, self.refused):  # scores and errors of one file often fail alike
                self.refused.append(error.with_traceback(None))  # whose frames hold all that was found
            return
        self.names.setdefault(file_judgments.file, {}).update(matched.names)
        self.notices += [(file_judgments.file, notice) for notice in matched.notices]
        judgments = matched.judgments
        if isinstance(judgments, FoundDocuments):
            self.test_set = replace(self.test_set, documents=judgments.documents, domains=judgments.domains)
        elif isinstance(judgments, Scores):
            _add_or_join(self.scores, judgments, _joined_scores)
        elif isinstance(judgments, Annotation):
            self.weights = (
                isinstance(file_judgments, FoundErrors) and file_judgments.gives_scores and file_judgments.weights
            ) or self.weights
            _add_or_join(self.annotations, judgments, _joined_annotations)
        elif isinstance(judgments, Preferences):
            _add_or_join(self.preferences, judgments, _joined_preferences)

    def _test_set_with_scores(self, judgments: FoundJudgments) -> TestSet:
        """Return the test set with only the scores of the same name, which can tell which segments were judged."""
        same = self.scores.get(judgments.name)
        return replace(self.test_set, scores=() if same is None else (same,))

    def attached_judgments(self) -> AttachedJudgments:
        mqm = self.annotations.get(MQM)
        if mqm is not None and mqm.is_human and MQM not in self.scores:
            try:
                self.scores[MQM] = scores = mqm_scores(mqm, self.weights)
                self.notices += [(mqm.source, notice) for notice in _weights_notice(scores.weights, mqm)]
            except ValueError as error:
                self.notices.append((mqm.source, Notice("no-mqm-scores", f"No scores from these errors: {error}", 1)))
        new = [scores for scores in self.scores.values() if all(scores is not one for one in self.test_set.scores)]
        self.notices += [(scores.source, notice) for scores in new for notice in _equal_scores_notice(scores)]
        test_set = replace(
            self.test_set,
            scores=tuple(self.scores.values()),
            annotations=tuple(self.annotations.values()),
            preferences=tuple(self.preferences.values()),
        )
        return AttachedJudgments(test_set, self.names, tuple(self.notices), tuple(self.refused))


def _weights_notice(name: str, annotation: Annotation) -> Iterator[Notice]:
    """Yield a notice for each other set of MQM weights that would weigh some errors differently."""
    weights = MQM_WEIGHTS[name]
    for other in MQM_WEIGHTS.values():
        differ = sum(mqm_weight(span, other) != mqm_weight(span, weights) for span in annotation.spans)
        if differ:
            message = f"MQM scores are computed by the weights {name}: {weights.about}. By {other.name}"
            yield Notice("mqm-weights", f"{message} {counted(differ, 'error')} would weigh otherwise.", differ)


def _equal_scores_notice(scores: Scores) -> Iterator[Notice]:
    """Yield a notice if all scores of several segments and systems are equal."""
    values = np.concatenate([*scores.values.values()])
    numbers = values[~np.isnan(values)]
    if len(scores.values) > 1 and len(numbers) > len(scores.values) and np.ptp(numbers) == 0:
        yield Notice(
            "equal-scores", f"Every {scores.name} score is {numbers[0]:g}: they order no systems.", len(numbers)
        )


_Judgments = TypeVar("_Judgments", Scores, Annotation, Preferences)


def _add_or_join(
    judgments_by_name: dict[str, _Judgments],
    judgments: _Judgments,
    joined: Callable[[_Judgments, _Judgments], _Judgments | None],
) -> None:
    """Add judgments, joined with judgments of the same name if possible, else under a name with the file's name."""
    before = judgments_by_name.get(judgments.name)
    both = None if before is None else joined(before, judgments)
    if both is not None:
        judgments_by_name[both.name] = both
        return
    stem = clean_name(file_stem(judgments.source))
    names = [judgments.name, f"{judgments.name} ({stem})"]
    names += [f"{judgments.name} ({stem}, {number})" for number in range(2, len(judgments_by_name) + 3)]
    name = next(name for name in names if name not in judgments_by_name)
    judgments_by_name[name] = replace(judgments, name=name)


def _joined_scores(one: Scores, other: Scores) -> Scores | None:
    """Return scores of different systems as one if they mean the same; else None."""
    signed = [scores for scores in (one, other) if any(np.nan_to_num(of).any() for of in scores.values.values())]
    higher = {scores.higher_is_better for scores in signed or (one,)}  # zeros alone say nothing of the direction
    is_alike = (one.is_human, one.protocol) == (other.is_human, other.protocol)
    if not is_alike or len(higher) > 1 or one.values.keys() & other.values.keys():
        return None
    repeats = [_repeated_scores(scores) for scores in (one, other)] if one.repeats or other.repeats else []
    if len({of.combined_by for of in repeats}) > 1:
        return None
    together = {system: scores for of in repeats for system, scores in of.values.items()}
    return replace(
        one,
        values={**one.values, **other.values},
        higher_is_better=higher.pop(),
        source=_sources(one.source, other.source),
        repeats=RepeatedScores(together, repeats[0].combined_by) if repeats else None,
        own_family=(*one.own_family, *other.own_family),
    )


def _repeated_scores(scores: Scores) -> RepeatedScores:
    """Return all repeats of the scores; scores without repeats count as one repeat."""
    return scores.repeats or RepeatedScores({system: column[:, None] for system, column in scores.values.items()})


def _joined_annotations(one: Annotation, other: Annotation) -> Annotation | None:
    """Return errors of different systems, or by different annotators, as one annotation; None if neither differs."""
    shared = one.judged.keys() & other.judged.keys()
    strangers = not set(one.annotators) & set(other.annotators) and "" not in (*one.annotators, *other.annotators)
    if one.is_human != other.is_human or (shared and not strangers):
        return None
    systems = [*one.judged, *(system for system in other.judged if system not in shared)]
    annotator_counts = {
        system: np.sum([of.annotator_counts(system) for of in (one, other) if system in of.judged], axis=0)
        for system in systems
    }
    return Annotation(
        one.name,
        (*one.spans, *other.spans),
        {system: counts > 0 for system, counts in annotator_counts.items()},
        one.is_human,
        _sources(one.source, other.source),
        annotator_counts,
    )


def _joined_preferences(one: Preferences, other: Preferences) -> Preferences | None:
    return None


def _sources(one: str, other: str) -> str:
    return one if other in one.split(", ") else f"{one}, {other}"


def _pair(one: FoundJudgments) -> str:
    """Return the judgments' pair of languages, as the file states it or by the file's name; empty if neither does."""
    return getattr(one, "language", "") or find_language_pair(one.file) or ""


def judgments_of_pair(
    judgments: Sequence[FoundJudgments], language: StatedLanguage | None
) -> tuple[list[FoundJudgments], list[FormatError]]:
    """Return the judgments of the test set's language pair, and the errors of files whose judgments are left out.

    ``language`` is the target language, or None if it is unknown. If all judgments are of one pair or state none, all
    are returned.
    """
    expect(language, (StatedLanguage, NoneType), "language")
    judgments = as_list(judgments, "judgments")
    for one in judgments:
        expect(one, get_args(FoundJudgments), "judgments")
    pairs = dict.fromkeys(pair for pair in map(_pair, judgments) if pair)
    target = None if language is None else language.language
    into = [pair for pair in pairs if target is None or _languages(pair)[-1] in (None, target)]
    if target is not None and pairs and not into:
        return [one for one in judgments if not _pair(one)], _other_language_errors(judgments, target)
    language_pairs = {_languages(pair) for pair in into}
    if len(language_pairs) < 2:
        return [one for one in judgments if not _pair(one) or _pair(one) in into], []
    refused = [one for one in judgments if _pair(one) in into]
    files = dict.fromkeys(one.file for one in refused)
    advice = "Take off what is of others, or call the reference by its language, such as ref.de.txt."
    listed = _names_phrase([*map(clean_name, into)])
    errors = [
        FormatError(file, f"judgments of {listed}", "those of one pair of languages", advice=advice) for file in files
    ]
    return [one for one in judgments if not _pair(one)], errors


def _other_language_errors(judgments: Sequence[FoundJudgments], language: Language) -> list[FormatError]:
    """Return an error for each file whose judgments are all of other target languages than the test set's."""
    pairs: dict[str, dict[str, None]] = {}
    for one in judgments:
        if _pair(one):
            pairs.setdefault(one.file, {})[clean_name(_pair(one))] = None
    advice = "Give the judgments of these texts, or call the reference by its language, such as ref.de.txt."
    return [
        FormatError(
            file, f"judgments of {_names_phrase(list(of))}", f"those into {language.name}, as the texts", advice=advice
        )
        for file, of in pairs.items()
    ]


def _names_phrase(names: Sequence[str]) -> str:
    rest = f" and {len(names) - MAX_NAMES_SHOWN:,} more" if len(names) > MAX_NAMES_SHOWN else ""
    return (", ".join(names[:MAX_NAMES_SHOWN]) or "none") + rest


def _languages(pair: str) -> tuple[Language | str | None, Language | None]:
    """Return both languages of a pair: the first as written if unknown, None if empty; the second None if unknown."""
    source, _, target = pair.rpartition("-")
    first = re.split(r"[_-]", source)[0]
    return find_language(first) or first or None, find_language(re.split(r"_", target)[0])
