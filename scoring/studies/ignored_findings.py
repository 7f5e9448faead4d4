"""Ignore findings that are no errors, by rules on check, segment and pattern."""

import json
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import pyarrow as pa
import pyarrow.compute as pc

from ..checks import CHECKS
from ..checks.terminology import TERMINOLOGY
from ..counting.arrays import Flags, Ints, numpy_column
from ..validation import as_list, check_known, expect, short_repr
from .checks import CheckFinding, ChecksResult

ANY_CHECK = "*"
"""Sign for every check in a rule; the check may also be left out."""
GRAMMAR = "CHECK, CHECK/KIND, CHECK:SEGMENT or CHECK=PATTERN, where CHECK may be left out before : and ="
COMMENT = "#"
MAX_PATTERN = 200
"""The most characters of a pattern."""
MAX_RULES = 1000
_RULE = re.compile(r"([^/:=]*)(?:/([^:=]+))?(?::(\d{1,9}))?(?:=(.+))?", re.DOTALL)


@dataclass(frozen=True)
class IgnoreRule:
    """A rule for findings to ignore; an empty field matches every finding.

    Raises ``ValueError`` for an unknown check, for segment 0, and for a pattern that is too long or no regular
    expression (RE2).
    """

    check: str = ""
    kind: str = ""
    segment: int | None = None
    """Number of the segment, from 1."""
    pattern: str = ""
    """Regular expression that must occur in the characters that were found."""

    def __post_init__(self) -> None:
        if self.check:
            check_known(self.check, (*CHECKS, TERMINOLOGY), "check")
        if self.segment == 0:
            raise ValueError(f"Segments are counted from 1; found 0 in {str(self)!r}.")
        if len(self.pattern) > MAX_PATTERN:
            raise ValueError(f"A pattern has at most {MAX_PATTERN} characters; found {len(self.pattern):,}.")
        try:
            pc.match_substring_regex(pa.array([""]), self.pattern)
        except pa.ArrowInvalid:
            raise ValueError(f"Expected a regular expression (RE2); found {self.pattern!r}.") from None

    @classmethod
    def read(cls, text: str) -> "IgnoreRule":
        """Read a rule in the form that ``str`` writes; raise ``ValueError``, with the expected form, for other text.

        >>> IgnoreRule.read("numbers:12")
        IgnoreRule(check='numbers', kind='', segment=12, pattern='')
        """
        expect(text, str, "rule")
        match = _RULE.fullmatch(text.strip())
        if match is None or not text.strip(f"{ANY_CHECK} "):
            raise ValueError(f"A rule is {GRAMMAR}; found {short_repr(text)}.")
        check, kind, segment, pattern = match.groups("")
        check = check.strip()
        return cls("" if check == ANY_CHECK else check, kind.strip(), int(segment) if segment else None, pattern)

    def __str__(self) -> str:
        kind = f"/{self.kind}" if self.kind else ""
        segment = "" if self.segment is None else f":{self.segment}"
        pattern = f"={self.pattern}" if self.pattern else ""
        return f"{self.check or ANY_CHECK}{kind}{segment}{pattern}"

    def names(self, findings: Sequence[CheckFinding], numbers: Ints | None = None) -> Flags:
        """Return whether the rule names each finding, bool (n_findings,); ``numbers`` as of ``ignore_findings``."""
        is_named = numpy_column(
            pa.array(
                [
                    self.check in ("", finding.check)
                    and self.kind in ("", finding.kind)
                    and self.segment in (None, finding.number if numbers is None else int(numbers[finding.segment]))
                    for finding in findings
                ],
                pa.bool_(),
            )
        )
        if not self.pattern or not is_named.any():
            return is_named
        texts = pa.array([finding.text for finding in findings], pa.string())
        flags: Flags = is_named & numpy_column(pc.match_substring_regex(texts, self.pattern))
        return flags


def rule_for_text(check: str, text: str) -> IgnoreRule:
    """Return the rule that ignores a check's findings of exactly these characters."""
    return IgnoreRule(check, pattern=f"^{re.escape(text)}$")


def ignore_findings(result: ChecksResult, rules: Iterable[IgnoreRule], numbers: Ints | None = None) -> ChecksResult:
    """Return the result without the findings that a rule names, and with the number ignored in systems.

    Findings in references are removed, too. Rates are those of the remaining findings. ``numbers``, (n_segments,), are
    the segments' numbers in the files, where the result covers some segments of a test set.
    """
    all_rules = as_list(rules, "rules")
    if not all_rules:
        return result

    def are_kept(findings: Sequence[CheckFinding]) -> Sequence[bool]:
        ignored = numpy_column(pa.array([False] * len(findings), pa.bool_()))
        for rule in all_rules:
            ignored = ignored | rule.names(findings, numbers)
        flags: list[bool] = (~ignored).tolist()
        return flags

    remaining = result.filter_findings(are_kept)
    return replace(remaining, n_ignored=result.n_ignored + len(result.findings) - len(remaining.findings))


# --- rules as text ---


def read_ignore_rules(lines: Iterable[str], file: str = "") -> tuple[IgnoreRule, ...]:
    """Read one rule a line, without empty lines, comments and repetitions.

    Raises ``ValueError``, with ``file`` and the line, for a line that is no rule, and for too many rules.
    """
    rules: dict[IgnoreRule, None] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith(COMMENT):
            continue
        try:
            rules[IgnoreRule.read(line)] = None
        except ValueError as error:
            raise ValueError(f"{file}, line {number:,}: {error}" if file else str(error)) from None
        if len(rules) > MAX_RULES:
            raise ValueError(f"At most {MAX_RULES:,} rules are read; {file or 'found'} has more.")
    return tuple(rules)


def write_ignore_rules(rules: Collection[IgnoreRule]) -> str:
    """Return rules as the text that an address and a project store; this text is not empty even without rules."""
    return json.dumps([*map(str, rules)], ensure_ascii=False, separators=(",", ":"))


def parse_ignored(json_text: str) -> tuple[IgnoreRule, ...]:
    """Return the rules that ``write_ignore_rules`` wrote; rules that cannot be read are left out."""
    try:
        texts = json.loads(json_text or "[]")
    except ValueError:
        return ()
    rules: dict[IgnoreRule, None] = {}
    for text in texts if isinstance(texts, list) else []:
        try:
            rules[IgnoreRule.read(text)] = None
        except (TypeError, ValueError):
            continue
    return tuple(rules)
