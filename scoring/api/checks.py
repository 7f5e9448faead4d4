"""Checks of texts in lists: what `import bleuscope` gives as ``check``."""

from collections.abc import Mapping, Sequence

from ..studies.checks import ChecksRequest, ChecksResult, TextsToCheck, run
from ..text.languages import find_language
from ..text.texts import Text, as_column, as_references


def check(
    src: Text | None,
    hyps: Text | Mapping[str, Text],
    refs: Sequence[Text] | Mapping[str, Text] | None = None,
    language: str | None = None,
    checks: Sequence[str] = (),
) -> ChecksResult:
    """Run checks on outputs, and on the references, where what they find is a false alarm.

    Parameters
    ----------
    src : the source, a sequence of n_segments strings, or None
    hyps : outputs of one system, a sequence of strings, or of several as a mapping of names
    refs : references, ``[reference][segment]`` or a mapping of names; None where a segment lacks one
    language : code or English name of the language of the outputs, which only some checks need
    checks : names of checks; all by default

    Returns
    -------
    ChecksResult
        ``findings``, each with its segment (0-based), characters, kind and severity, and ``rates`` (0 to 1).

    Raises
    ------
    ValueError
        For unequal numbers of segments, texts that are none, and names that there are not.

    Examples
    --------
    >>> found = check(["Guten Tag, Welt", "Ja"], ["Guten Tag, Welt", "Yes"], refs=[["Hello, world", "Yes"]])
    >>> [(one.segment, one.check, one.severity) for one in found.findings]
    [(0, 'copy', 'critical')]
    """
    systems = hyps if isinstance(hyps, Mapping) else {"system": hyps}
    if refs is None:
        refs = {}
    elif not isinstance(refs, Mapping):
        refs = {f"reference {number}": text for number, text in enumerate(as_references(refs), 1)}
    known = None if language is None else find_language(language)
    if language is not None and known is None:
        raise ValueError(f"language: expected a code or an English name, such as de or German; found {language!r}.")
    texts = TextsToCheck(
        {name: as_column(text, str(name)) for name, text in systems.items()},
        {name: as_column(text, str(name)) for name, text in refs.items()},
        None if src is None else as_column(src, "source"),
        known,
    )
    return run(ChecksRequest(tuple(checks)), texts)
