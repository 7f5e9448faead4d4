"""Checks of texts: the function ``check`` of `import bleuscope`."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from ..checks.terminology.glossary import Glossary
from ..checks.terminology.glossary_files import LanguagePair, open_glossary
from ..output.json_values import json_value
from ..studies.checks import ChecksResult, TextsToCheck
from ..studies.ignored_findings import ignore_findings, read_ignore_rules
from ..studies.terminology import TermsRequest, TermsResult, check_with_terms
from ..testset import TestSet
from ..text.languages import named_pair
from ..text.texts import as_column
from ..validation import as_list, short_repr
from .inputs import References, as_test_set, source_or_none
from .notebook_result import NotebookResult
from .scores import data_frame
from .texts import ONE_SYSTEM, Texts, check_indexes, is_path

if TYPE_CHECKING:
    import pandas as pd

Terms: TypeAlias = str | os.PathLike[str] | Mapping[str, str | Sequence[str]]
"""Path of a glossary, or source terms, each with its target or a list of targets."""


@dataclass(frozen=True, eq=False, repr=False)
class CheckFindings(NotebookResult, ChecksResult):
    """Findings of checks in outputs, with their rates; also in references, whose translators may reword.

    >>> import bleuscope as bs
    >>> found = bs.check(["Guten Tag, Welt", "Ja"], ["Guten Tag, Welt", "Yes"], [["Hello, world", "Yes"]])
    >>> [(one.number, one.check, one.severity) for one in found.findings]
    [(1, 'copy', 'critical')]
    >>> print(found.rate_sentences()[0])
    copy, copied source: 50.0 % of system; 0.0 % of reference 1.
    """

    terms: TermsResult | None = None
    """Numbers of a glossary's terms that the texts have; None without a glossary."""

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON of the command ``check``: findings, rates by check and kind, scores without talk, terms.

        >>> import bleuscope as bs
        >>> found = bs.check(["Ja"], ["yes yes"], checks=["repetition"]).to_dict()
        >>> found["findings"][0]["text"], found["findings"][0]["segment"]
        ('yes yes', 1)
        """
        record = self.record() | ({} if self.terms is None else {"terms": self.terms.record()})
        return {name: json_value(value) for name, value in record.items()}

    def to_pandas(self, segments: bool = False) -> "pd.DataFrame":
        """Return a table with a row for each kind of finding and text, or with ``segments`` one for each finding.

        >>> import bleuscope as bs
        >>> found = bs.check(["Ja", "Nein"], ["yes yes", "no"], checks=["repetition"])
        >>> found.to_pandas(segments=True)[["segment", "kind", "text"]]
           segment          kind     text
        0        1  doubled word  yes yes
        """
        return data_frame([*self.finding_records()] if segments else self.rate_records())

    def __str__(self) -> str:
        from ..report.checks_tables import checks_text

        return checks_text(self, self.terms)

    def _repr_html_(self) -> str:
        from ..report.notebook import checks_html

        return str(checks_html(self, self.terms))


def check(
    source: Texts | TestSet | None,
    systems: Texts | Mapping[str, Texts] | None = None,
    references: References | None = None,
    *,
    language: str | None = None,
    checks: Sequence[str] = (),
    terms: Terms | None = None,
    ignore: Sequence[str] = (),
) -> CheckFindings:
    """Run checks on outputs, and on the references, whose translators may reword.

    Each finding has its segment, characters, kind and severity.

    Parameters
    ----------
    source : texts of the source, or None; or what ``read`` gave, with its systems and references
    systems : outputs of one system, or of several by name; texts as of ``score``
    references : as of ``score``; None without any
    language : code or English name of the language of the outputs, or codes of both languages, such as ``en-de``; by
        default what the names of files say
    checks : names of checks; all by default
    terms : a glossary whose terms the outputs should have: a file as of ``check --terms``, or source terms, each with
        its target or a list of targets
    ignore : rules that say which findings are no errors: a check, ``numbers:12`` for one in a segment, or
        ``numbers=PATTERN`` for a regular expression (RE2) that is in the characters found; a check may be left out

    Raises ``ValueError`` for texts that do not line up or are missing, and for unknown checks, languages and rules.

    >>> import bleuscope as bs
    >>> bs.check(["Guten Tag", "Ja"], {"a": ["Guten Tag", "Yes"], "b": ["Good day", "Yes"]}, checks=["copy"])
    Critical or major by automatic checks: a 1, b 0 of 2 segments. Read first: segment 1 (a, copied source: Guten Tag).
    <BLANKLINE>
    check    finds          severity       a    b
                                           %    %
    -------  -------------  ----------  ----  ---
    copy     copied source  critical    50.0  0.0
    ...
    >>> print(bs.check(["A space"], ["Ein Raum"], terms={"space": "Raum"}, language="de").terms.opening())
    system has 100.0 % of the terms that the source asks for.
    """
    rules = read_ignore_rules(as_list(ignore, "ignore"))
    languages = None if language is None else named_pair(language, "language")
    texts = _texts(source, systems, references)
    if languages is not None:
        texts = replace(texts, language=languages[1], source_language=languages[0])
    request = None if terms is None else TermsRequest(as_glossary(terms, (texts.source_language, texts.language)))
    result, of_terms = check_with_terms(as_list(checks, "checks"), request, texts)
    return CheckFindings(**vars(ignore_findings(result, rules)), terms=of_terms)


def as_glossary(terms: Terms, languages: LanguagePair) -> Glossary:
    """Return the glossary that a caller passes; ``languages`` choose among the languages of a file that has several."""
    if is_path(terms):
        return open_glossary(terms, languages)
    if not isinstance(terms, Mapping):
        raise ValueError(f"terms: expected a file, or targets by source term; found {short_repr(terms)}.")
    return Glossary.of(terms)


def _texts(
    source: Texts | TestSet | None, systems: Texts | Mapping[str, Texts] | None, references: References | None
) -> TextsToCheck:
    systems_by_name = systems if systems is None or isinstance(systems, Mapping) else {ONE_SYSTEM: systems}
    if isinstance(source, TestSet):
        if references is not None:
            raise ValueError("references: expected none, as the test set has its own; leave them out.")
        return TextsToCheck.of_test_set(as_test_set(source, systems_by_name, None))
    source = source_or_none(source)
    if references is not None:
        return TextsToCheck.of_test_set(as_test_set(references, systems_by_name, source))
    if systems_by_name is None:
        raise ValueError("systems: expected texts of one output, or of several by name; found none.")
    check_indexes([*([] if source is None else [("source", source)]), *systems_by_name.items()])
    if any(map(is_path, [source, *systems_by_name.values()])):
        from .files import texts_of_files

        return texts_of_files(systems_by_name, source)
    outputs = {name: as_column(text, str(name)) for name, text in systems_by_name.items()}
    return TextsToCheck(outputs, {}, None if source is None else as_column(source, "source"))
