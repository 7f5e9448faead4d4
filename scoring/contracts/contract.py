"""Rules of a contract: functions that raise ``AssertionError``; all of them are run, and every failure is reported."""

from collections.abc import Callable, Iterable
from typing import Any

Rule = Callable[..., None]


def require(is_so: object, message: str) -> None:
    """Raise ``AssertionError`` with the message unless ``is_so``; ``python -O`` would leave out an ``assert``."""
    if not is_so:
        raise AssertionError(message)


def require_refusal(act: Callable[[], object], *parts: str) -> None:
    """Raise ``AssertionError`` unless ``act`` raises ``ValueError`` with all of these parts in its message."""
    try:
        act()
    except ValueError as error:
        missing = [part for part in parts if part not in str(error)]
        require(not missing, f"the error lacks {missing}: {error}")
    else:
        raise AssertionError(f"expected a ValueError with {parts}; nothing was raised")


def run_rules(subject: str, calls: Iterable[tuple[Rule, tuple[Any, ...]]]) -> None:
    """Run each rule with its arguments; raise one ``AssertionError`` that lists every rule that fails, each once.

    Rules that fail with the same error are listed together, above the error.
    """
    broken: dict[Rule, str] = {}
    for rule, arguments in calls:
        if rule in broken:
            continue
        try:
            rule(*arguments)
        except Exception as error:
            broken[rule] = " ".join(f"{type(error).__name__}: {error}".split())
    if broken:
        by_error: dict[str, list[str]] = {}
        for rule, message in broken.items():
            by_error.setdefault(message, []).append(f"- {rule.__doc__}")
        paragraphs = ("\n".join([*rules, f"  {error}"]) for error, rules in by_error.items())
        raise AssertionError(f"{subject} breaks the contract:\n" + "\n".join(paragraphs))
