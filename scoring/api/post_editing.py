"""The effort of post-editing: the function ``effort`` of `import bleuscope`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..counting.usual_draws import SEED, TRIALS
from ..origins import Origin
from ..output.json_values import json_value
from ..studies.effort import BANDS, EffortRequest, EffortResult, PostEditedTexts, run
from ..testset import TestSet
from ..text.texts import as_column
from ..validation import check_known
from .inputs import as_test_set
from .notebook_result import NotebookResult
from .scores import data_frame
from .texts import ONE_SYSTEM, Texts

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class PostEditingEffort(NotebookResult, EffortResult):
    """The effort of post-editing each system's output, and which system takes less.

    >>> import bleuscope as bs
    >>> found = bs.effort(["it rained all day", "so it is"], ["it rained the whole day", "so it is"])
    >>> found.systems[0].edits, found.systems[0].hter, found.systems[0].untouched
    (2, 25.0, 50.0)
    """

    def to_dict(self) -> dict[str, Any]:
        """Return numbers and sentences that JSON can hold, as ``bleuscope effort --format json`` writes them.

        >>> import bleuscope as bs
        >>> bs.effort(["so it is"], ["so it is"]).to_dict()["systems"][0]["bands"][0]
        {'band': '0 %', 'segments': 1, 'words': 3, 'cost': None}
        """
        return {name: json_value(value) for name, value in self.record().items()}

    def to_pandas(self) -> "pd.DataFrame":
        """Return a table with a row for each system, and then a row for each system in each group.

        >>> import bleuscope as bs
        >>> bs.effort(["so it is", "yes"], ["so it is", "no"]).to_pandas()[["system", "hter", "words 0 %"]]
           system  hter  words 0 %
        0  system  25.0          3
        """
        return data_frame(self.records())

    def __str__(self) -> str:
        from ..report.effort.effort_rows import effort_text

        return effort_text(self)

    def _repr_html_(self) -> str:
        from ..report.notebook import effort_html

        return str(effort_html(self))


def effort(
    systems: Texts | Mapping[str, Texts] | TestSet,
    post_edits: Texts | Mapping[str, Texts] | None = None,
    *,
    source: Texts | None = None,
    bands: Sequence[float] = BANDS,
    rates: Sequence[float] = (),
    full_rate: float = 0.0,
    volume: int = 0,
    by: Origin | None = None,
    groups: Texts | None = None,
    trials: int = TRIALS,
    seed: int = SEED,
) -> PostEditingEffort:
    """Measure the cost of post-editing: HTER of each output against its own post-edit, and which system takes less.

    Parameters
    ----------
    systems : outputs of one system, or of several by name; texts as of ``score``; or what ``read`` gave, with its
        post-edits
    post_edits : the post-edit of the output, or one for each by the same names
    source : texts of the source, whose words are priced; None for those of the post-edits
    bands : upper ends of the bands of HTER, in per cent; one more band has all that is above
    rates : cost of a word in each band, from the least HTER; empty without prices
    full_rate : cost of a word of a full translation; 0 for no comparison with that
    volume : words to be translated, whose cost is told; 0 for none
    by : ``"document"`` or ``"domain"``, as what ``read`` gave has them; None for all segments together
    groups : the name of each segment's group, to split the numbers by; None without
    trials, seed : shuffles and resamples, and with which they begin

    Raises ``ValueError`` for texts that do not line up, a system without a post-edit, and unfit bands or rates.

    >>> import bleuscope as bs
    >>> outputs = {"a": ["it rained all day", "so it is"] * 20, "b": ["all rain", "is so"] * 20}
    >>> edited = {"a": ["it rained all day long", "so it is"] * 20, "b": ["all the rain", "so it is"] * 20}
    >>> print(bs.effort(outputs, edited, trials=1000).answers()[0])
    a needs less post-editing than b: HTER 12.50 against ...
    """
    request = EffortRequest(
        bands=tuple(bands), rates=tuple(rates), trials=trials, seed=seed, full_rate=full_rate, volume=volume
    )
    texts = _post_edited(systems, post_edits, source, by)
    if groups is not None:
        texts = replace(texts, groups=as_column(groups, "groups"), grouped_by="group")
    return PostEditingEffort(**vars(run(request, texts)))


def _post_edited(
    systems: Texts | Mapping[str, Texts] | TestSet,
    post_edits: Texts | Mapping[str, Texts] | None,
    source: Texts | None,
    by: Origin | None,
) -> PostEditedTexts:
    if by is not None:
        check_known(by, ["document", "domain"], "by")
    if isinstance(systems, TestSet):
        return PostEditedTexts.of_test_set(systems, by=by)
    outputs = systems if isinstance(systems, Mapping) else {ONE_SYSTEM: systems}
    edited = post_edits if isinstance(post_edits, Mapping) else {ONE_SYSTEM: post_edits}
    if post_edits is None or outputs.keys() != edited.keys():
        listed = ", ".join(map(str, edited)) if post_edits is not None else "none"
        raise ValueError(f"post_edits: expected one of each of {', '.join(map(str, outputs))}; found {listed}.")
    if by is not None:
        raise ValueError(f"by: expected what read gave, with the {by} of each segment; found texts. Give groups.")
    test_set = as_test_set(edited, outputs, source)
    columns = {name: of.segments for name, of in zip(edited, test_set.references, strict=True)}
    return PostEditedTexts({of.name: of.segments for of in test_set.systems}, columns, test_set.source)
