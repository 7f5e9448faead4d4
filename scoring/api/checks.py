"""Checks of texts: what `import bleuscope` gives as ``check``."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..studies.checks import ChecksRequest, ChecksResult, TextsToCheck, run
from ..testset import TestSet
from ..text.languages import find_language
from ..text.texts import as_column
from .inputs import References, as_test_set
from .scores import data_frame, number_or_none
from .texts import Texts, is_path

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class CheckFindings(ChecksResult):
    """What checks found in outputs, and how often; in references, where it is a false alarm.

    >>> import bleuscope as bs
    >>> found = bs.check(["Guten Tag, Welt", "Ja"], ["Guten Tag, Welt", "Yes"], [["Hello, world", "Yes"]])
    >>> [(one.segment, one.check, one.severity) for one in found.findings]
    [(0, 'copy', 'critical')]
    >>> print(found.rate_sentences()[0])
    copy, copied source: 50.0 % of system; 0.0 % of reference 1.
    """

    def to_dict(self) -> dict[str, Any]:
        """Return everything as numbers and texts that JSON can hold: ``rates``, ``findings`` and ``left_out``.

        >>> import bleuscope as bs
        >>> found = bs.check(["Ja"], ["yes yes"], checks=["repetition"]).to_dict()
        >>> found["findings"][0]["text"], found["findings"][0]["segment"]
        ('yes yes', 1)
        """
        rates = [
            {name: number_or_none(value) if isinstance(value, float) else value for name, value in record.items()}
            for record in self.rate_records()
        ]
        return {"rates": rates, "findings": self.finding_records(), "left_out": dict(self.left_out)}

    def to_pandas(self, segments: bool = False) -> "pd.DataFrame":
        """Return a table with a row for each kind of finding and text, or with ``segments`` one for each finding.

        >>> import bleuscope as bs
        >>> found = bs.check(["Ja", "Nein"], ["yes yes", "no"], checks=["repetition"])
        >>> found.to_pandas(segments=True)[["segment", "kind", "text"]]
           segment          kind     text
        0        1  doubled word  yes yes
        """
        return data_frame(self.finding_records() if segments else self.rate_records())

    def __str__(self) -> str:
        from ..report.checks_tables import checks_text

        return checks_text(self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from ..report.notebook import checks_html

        return str(checks_html(self))

    def _repr_mimebundle_(self, **options: object) -> dict[str, str]:
        return {"text/plain": str(self), "text/html": self._repr_html_()}


def check(
    src: Texts | TestSet | None,
    hyps: Texts | Mapping[str, Texts] | None = None,
    refs: References | None = None,
    language: str | None = None,
    checks: Sequence[str] = (),
) -> CheckFindings:
    """Run checks on outputs, and on the references, where what they find is a false alarm.

    Parameters
    ----------
    src : texts of the source, or None; or what ``read`` gave, with its systems and references
    hyps : outputs of one system, or of several by name; texts as of ``score``
    refs : as of ``score``; None without any
    language : code or English name of the language of the outputs, which only some checks need; by default what the
        names of files say
    checks : names of checks; all by default

    Findings have their segment (0-based), characters, kind and severity. Raises ``ValueError`` for unequal numbers of
    segments, texts that are none, and names that there are not.

    >>> import bleuscope as bs
    >>> bs.check(["Guten Tag", "Ja"], {"a": ["Guten Tag", "Yes"], "b": ["Good day", "Yes"]}, checks=["copy"])
    check    finds          severity       a    b
                                           %    %
    -------  -------------  ----------  ----  ---
    copy     copied source  critical    50.0  0.0
    copy     partial copy   major        0.0  0.0
    ...
    """
    known = None if language is None else find_language(language)
    if language is not None and known is None:
        raise ValueError(f"language: expected a code or an English name, such as de or German; found {language!r}.")
    texts = _texts(src, hyps, refs)
    if known is not None:
        texts = replace(texts, language=known)
    found = run(ChecksRequest(tuple(checks)), texts)
    return CheckFindings(found.rates, found.findings, found.n_segments, found.left_out, found.checks)


def _texts(
    src: Texts | TestSet | None, hyps: Texts | Mapping[str, Texts] | None, refs: References | None
) -> TextsToCheck:
    systems = hyps if hyps is None or isinstance(hyps, Mapping) else {"system": hyps}
    if isinstance(src, TestSet):
        if refs is not None:
            raise ValueError("refs: expected none, as the test set has its own; leave them out.")
        return TextsToCheck.of_test_set(as_test_set(src, systems, None))
    if refs is not None:
        return TextsToCheck.of_test_set(as_test_set(refs, systems, src))
    if systems is None:
        raise ValueError("hyps: expected texts of one output, or of several by name; found none.")
    if any(map(is_path, [src, *systems.values()])):
        from .files import texts_of_files

        return texts_of_files(systems, src)
    outputs = {name: as_column(text, str(name)) for name, text in systems.items()}
    return TextsToCheck(outputs, {}, None if src is None else as_column(src, "source"))
