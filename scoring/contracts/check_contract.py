"""The contract of every check, BLEUscope's own and those of other packages."""

import pickle
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pyarrow as pa

from ..checks.check import Check, CheckedTexts, check_declared
from ..plugins.plugin_classes import check_importable
from ..text.languages import find_language
from ..validation import expect
from .contract import Rule, require, require_refusal, run_rules

OUTPUTS = ["the the cat", "", "ok", "猫猫 is here", "go on " * 12, "Ein ganz gewöhnlicher Satz.", "12 34 56"]
SOURCE = ["die Katze", "leer", "", "猫", "weiter", "Ein ganz gewöhnlicher Satz.", "12 34 56"]
REFERENCE = ["the cat", "empty", "ok", None, "go on", "A quite ordinary sentence.", "12 34 56"]


def build_checked_texts(check: Check, outputs: Sequence[str | None] = tuple(OUTPUTS)) -> CheckedTexts:
    """Return texts to run a check on, with the language that the check needs."""
    language = find_language(check.languages[0]) if check.languages else None
    columns = [pa.array(column, pa.string()) for column in (outputs, SOURCE[: len(outputs)], REFERENCE[: len(outputs)])]
    return CheckedTexts(columns[0], columns[1], (columns[2],), language)


def check_check(check: Check) -> None:
    """Test a check against the contract; ``AssertionError`` lists every rule that it breaks.

    >>> from scoring.checks import CHECKS
    >>> check_check(CHECKS["copy"]())
    """
    expect(check, Check, "check")
    run_rules(f"The check {check.name}", [(rule, (check,)) for rule in CHECK_RULES])


def says_what_it_is(check: Check) -> None:
    """The check has a name, kinds with severities, and a sentence each for what it finds and when it errs."""
    check_declared(check)
    check_importable(type(check))
    unknown = [code for code in check.languages if find_language(code) is None]
    require(not unknown, f"languages that BLEUscope does not know: {unknown}")


def finds_within_the_text(check: Check) -> None:
    """Findings are of the check's kinds and within their texts, in the order of segments and places."""
    spans = check.find(build_checked_texts(check))
    rows = list(zip(spans.segments.tolist(), spans.starts.tolist(), spans.ends.tolist(), strict=True))
    require(rows == sorted(rows), f"findings are not in order: {rows}")


def finds_the_same_each_time(check: Check) -> None:
    """The check is a pure function: the same texts always have the same findings, and are left unchanged."""
    texts = build_checked_texts(check)
    require(_rows(check, texts) == _rows(check, texts), "a second time it finds something else")
    require(texts.outputs.to_pylist() == OUTPUTS, "the outputs have changed")


def looks_at_missing_and_empty_texts(check: Check) -> None:
    """Missing texts, which a reference may have in the place of an output, empty texts and no segments are no error."""
    missing = check.find(build_checked_texts(check, [None, *OUTPUTS[1:]]))
    require(0 not in missing.segments.tolist(), "it finds something in a missing text")
    check.find(build_checked_texts(check, [""]))
    require(len(check.find(build_checked_texts(check, []))) == 0, "it finds something in no segments")


def refuses_texts_that_lack_what_it_needs(check: Check) -> None:
    """Texts that lack what the check says it needs are an error, and ``why_not`` gives the reason before."""
    texts = build_checked_texts(check)
    lacking = [replace(texts, source=None)] if check.needs_source else []
    lacking += [replace(texts, references=())] if check.needs_references else []
    lacking += [replace(texts, language=None)] if check.languages else []
    for one in lacking:
        require(check.why_not(one), "it does not say why it cannot be run")
        require_refusal(lambda of=one: check.find(of), f"The check {check.name} cannot be run on these texts")  # type: ignore[misc]
    for one in (replace(texts, source=None), replace(texts, references=())):
        if check.why_not(one) is None:
            check.find(one)


def survives_pickling(check: Check) -> None:
    """Other processes get the same check: it can be pickled."""
    copy = pickle.loads(pickle.dumps(check))  # noqa: S301 (our own bytes)
    require(copy == check, "it is another one after pickling")
    require(
        _rows(copy, build_checked_texts(check)) == _rows(check, build_checked_texts(check)),
        "after pickling it finds something else",
    )


def _rows(check: Check, texts: CheckedTexts) -> list[tuple[Any, ...]]:
    spans = check.find(texts)
    return list(zip(spans.segments.tolist(), spans.starts.tolist(), spans.ends.tolist(), spans.kinds, strict=True))


CHECK_RULES: tuple[Rule, ...] = (
    says_what_it_is,
    finds_within_the_text,
    finds_the_same_each_time,
    looks_at_missing_and_empty_texts,
    refuses_texts_that_lack_what_it_needs,
    survives_pickling,
)
