"""The doctor, which tells whether a test set is sound: the function ``doctor`` of `import bleuscope`."""

from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..doctor.finding import ExaminedTexts
from ..output.json_values import json_value
from ..studies.doctor import DoctorRequest, DoctorResult, examined_texts, run
from ..testset import TestSet
from ..text.texts import as_column
from .inputs import References, as_test_set, named_references, source_or_none
from .notebook_result import NotebookResult
from .scores import data_frame
from .texts import Texts, check_indexes, is_path

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class DoctorFindings(NotebookResult, DoctorResult):
    """The findings of the doctor in a test set, the worst first.

    >>> import bleuscope as bs
    >>> found = bs.doctor(["Guten Tag, Welt", "Good night to all"], source=["Hello, world", "Good night to all"])
    >>> [(one.kind, one.file, one.first, one.last) for one in found.findings]
    [('copied-source', 'reference 1', 2, 2)]
    """

    def to_dict(self) -> dict[str, Any]:
        """Return the findings as numbers and texts for JSON, as ``bleuscope doctor --format json`` writes them.

        >>> import bleuscope as bs
        >>> bs.doctor(["the cat sat on a mat", "it rained"]).to_dict()
        {'findings': []}
        """
        return {"findings": json_value(self.records())}

    def to_pandas(self) -> "pd.DataFrame":
        """Return a table with a row for each finding.

        >>> import bleuscope as bs
        >>> found = bs.doctor(["Guten Tag, Welt", "Good night to all"], source=["Hello, world", "Good night to all"])
        >>> found.to_pandas()[["kind", "severity", "segments", "share"]]
                    kind severity  segments  share
        0  copied-source     note         1    0.5
        """
        return data_frame(self.records())

    def __str__(self) -> str:
        from ..report.doctor_tables import doctor_text

        return doctor_text(self)

    def _repr_html_(self) -> str:
        from ..report.notebook import doctor_html

        return str(doctor_html(self))


def doctor(
    references: References | TestSet,
    systems: Texts | Mapping[str, Texts] | None = None,
    *,
    source: Texts | None = None,
    training: str | PathLike[str] | None = None,
) -> DoctorFindings:
    """Examine a test set: lines that are late or early, duplicates, unfit references, odd text; nothing is repaired.

    Parameters
    ----------
    references : as of ``score``; or what ``read`` gave, with its systems and source
    systems : outputs of one system, or of several by name; None without any
    source : texts of the source; None without
    training : a file of training data, one line a segment, in which source and references are looked for

    Raises ``ValueError`` for unequal numbers of segments and for texts that are missing, ``OSError`` for a file that
    cannot be opened.

    >>> import bleuscope as bs
    >>> bs.doctor(["NO REFERENCE"] * 3 + ["it rained all day"], {"a": ["it is", "so it is", "was it", "it rained"]})
    1 problem in 4 segments.
    ...
    """
    texts = _texts(references, systems, source)
    result = run(DoctorRequest(training=None if training is None else Path(training)), texts)
    return DoctorFindings(result.findings, result.n_segments, result.looked_for)


def _texts(
    references: References | TestSet, systems: Texts | Mapping[str, Texts] | None, source: Texts | None
) -> ExaminedTexts:
    systems_by_name = systems if systems is None or isinstance(systems, Mapping) else {"system": systems}
    if systems_by_name is not None or isinstance(references, TestSet):
        return examined_texts(as_test_set(references, systems_by_name, source))
    source = source_or_none(source)
    references_by_name = named_references(references)
    check_indexes([*references_by_name.items(), *([] if source is None else [("source", source)])])
    if any(map(is_path, [source, *references_by_name.values()])):
        from .files import texts_of_files

        files = texts_of_files(references_by_name, source)
        return ExaminedTexts.of_columns(files.systems, {}, files.source)
    columns = {name: as_column(text, name) for name, text in references_by_name.items()}
    return ExaminedTexts.of_columns(columns, {}, None if source is None else as_column(source, "source"))
