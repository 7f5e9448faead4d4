"""The syntax of rules: every form, how a text is read as a rule, and the message for a text that is not a rule."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...metric import Metric
from ...text.suggestions import did_you_mean, most_similar
from ...validation import expect
from .rules import OPERATORS, BetterRule, CheckRule, MetricRule, NotWorseRule, Rule, ScoreRule, TermRule

_NUMBER = r"(?P<number>[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,2})?)"
_OPERATOR = f"(?P<operator>{'|'.join(OPERATORS)})"
_CHECK = rf"check:(?P<check>[^\s<>=]+) ?{_OPERATOR} ?"


@dataclass(frozen=True)
class RuleKind:
    """One form in which a rule can be written."""

    form: str
    """Form of the rule as messages show it."""
    pattern: re.Pattern[str]
    read: Callable[[str, Mapping[str, str]], Rule]
    """Function that makes a rule from the text and its named parts; raises ``ValueError`` where it cannot."""


def _kind(form: str, pattern: str, read: Callable[[str, Mapping[str, str]], Rule]) -> RuleKind:
    return RuleKind(form, re.compile(pattern, re.IGNORECASE), read)


RULE_KINDS = (
    _kind("METRIC not worse by NUMBER", rf"(?P<metric>.+) not worse by {_NUMBER}", NotWorseRule.read),
    _kind("METRIC better", r"(?P<metric>.+) better", BetterRule.read),
    _kind("check:NAME == NUMBER", rf"{_CHECK}{_NUMBER}", CheckRule.read),
    _kind("check:NAME <= NUMBER %", rf"{_CHECK}{_NUMBER} ?(?P<percent>%)", CheckRule.read),
    _kind("check:NAME <= reference", rf"{_CHECK}reference", CheckRule.read),
    _kind("terms >= NUMBER %", rf"terms ?{_OPERATOR} ?{_NUMBER} ?%?", TermRule.read),
    _kind("terms >= reference", rf"terms ?{_OPERATOR} ?reference", TermRule.read),
    _kind("METRIC >= NUMBER", rf"(?P<metric>[^<>=]+?) ?{_OPERATOR} ?{_NUMBER}", ScoreRule.read),
    _kind(
        "NEW is not worse than OLD by METRIC within NUMBER",
        rf"(?P<new>.+) is not worse than (?P<baseline>.+) by (?P<metric>.+) within {_NUMBER}",
        NotWorseRule.read,
    ),
    _kind(
        "NEW is better than OLD by METRIC",
        r"(?P<new>.+) is better than (?P<baseline>.+) by (?P<metric>.+)",
        BetterRule.read,
    ),
)
"""All forms of rules; the first one that fits is taken."""


def parse_rule(text: str) -> Rule:
    """Return the rule of a text; raise ``ValueError`` with all forms and the most similar one if it is not a rule.

    >>> parse_rule("chrf not worse by 0.5").margin
    0.5
    """
    expect(text, str, "rule")
    plain = " ".join(text.split())
    for kind in RULE_KINDS:
        if match := kind.pattern.fullmatch(plain):
            return kind.read(plain, match.groupdict())
    forms = ", ".join(repr(kind.form) for kind in RULE_KINDS)
    signs = f"in place of >= also {', '.join([*OPERATORS][1:])}"
    raise ValueError(f"Rule {plain!r} is not understood{_similar_rule(plain)}; rules are {forms}; {signs}.")


def _similar_rule(text: str) -> str:
    """Return the form of a rule that is most similar to the text, as a hint with the text's metric and number; else "".

    The first word, which is the metric or the check, is not compared.
    """
    first, _, rest = text.partition(" ")
    number = re.search(r"\d+(?:[.,]\d+)?(?:e[-+]?\d{1,2}\b)?", rest, re.IGNORECASE)
    values = {"METRIC": first, "NUMBER": number[0].replace(",", ".") if number else "0.5"}
    check = re.fullmatch(r"check:([^\s<>=]+)", first, re.IGNORECASE)
    values["NAME"] = check[1] if check else "NAME"
    forms = [re.sub("METRIC|NUMBER|NAME", lambda match: values[match[0]], kind.form) for kind in RULE_KINDS]
    by_rest = {form.partition(" ")[2]: form for form in forms}
    similar = most_similar(rest, by_rest)
    return "" if similar is None else f" (did you mean {by_rest[similar]}?)"


def parse_rules(texts: Iterable[str]) -> tuple[Rule, ...]:
    """Return the rules of the texts in order, each once; raise ``ValueError`` as ``parse_rule`` does."""
    return tuple(dict.fromkeys(map(parse_rule, texts)))


def metric_of_rule(rule: MetricRule, metrics: Sequence[Metric]) -> Metric:
    """Return the metric that a rule names, by name, label or full name, in any case; ``ValueError`` if none has it."""
    by_name = {metric.full_name.casefold(): metric for metric in metrics}
    by_name |= {metric.label.casefold(): metric for metric in metrics}
    by_name |= {metric.name.casefold(): metric for metric in metrics}
    if rule.metric.casefold() not in by_name:
        raise ValueError(unknown_metric(rule, [metric.name for metric in metrics]))
    return by_name[rule.metric.casefold()]


def unknown_metric(rule: MetricRule, metric_names: Sequence[str]) -> str:
    """Return the message for a rule that names an unknown metric."""
    hint = did_you_mean(rule.metric, metric_names)
    return f"Rule {rule.text!r}: unknown metric {rule.metric!r}{hint}; there are {', '.join(metric_names)}."
