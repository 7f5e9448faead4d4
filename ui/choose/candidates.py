"""The input of the page Choose: the candidates, the criteria of choice, and the references that judge."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

import pyarrow as pa

from scoring import System, TestSet
from scoring.output.markup.colors import system_colors
from scoring.output.numbers import counted
from scoring.studies.choice import MBR, RANDOM, ChoiceRequest, Criterion, Lists
from scoring.testset import Reference
from ui.context.context import Context

FIRST_OF_EACH = "first of each list"
"""Name of the system, the first candidate of each list, in a test set made of lists with their own references."""


@dataclass(frozen=True, eq=False)
class CandidateFile:
    """A file of lists, as it was read."""

    file: str
    number: int
    """Number of the file, unique on this server: results computed from its lists are kept under it."""
    lists: Lists
    of: TestSet | None = None
    """Test set with the references that came with the lists; None if they use those of the set in use."""
    notices: tuple[str, ...] = ()
    """Messages on the order of the lists."""


@dataclass(frozen=True, eq=False)
class ChoiceInput:
    """The lists of candidates, and the page's input with the references that judge a choice."""

    lists: Lists
    context: Context
    """Page's input; its test set has the references, and a segment for each list."""
    key: Hashable
    """Key that tells the lists from all others."""
    description: str
    """Description of the lists in words."""
    own: bool = False
    """Whether the lists have references of their own, so that the test set in use does not matter."""

    @property
    def test_set(self) -> TestSet:
        return self.context.test_set

    @property
    def identity(self) -> tuple[Hashable, str]:
        """Key of all results that are computed from the lists.

        A test set's systems do not matter for lists that are not their outputs.
        """
        test_set = self.test_set
        return self.key, test_set.identity if self.of_systems else test_set.identity_of_references

    @property
    def of_systems(self) -> bool:
        return bool(self.lists.names)

    @property
    def summary(self) -> str:
        """Description of the lists and their numbers of segments and candidates, in a sentence."""
        return f"{self.description}: {self.numbers}"

    @property
    def numbers(self) -> str:
        """Numbers of segments and candidates, in a sentence."""
        sizes = self.lists.sizes
        smallest, largest = int(sizes.min()), int(sizes.max())
        each = counted(largest, "candidate") if smallest == largest else f"{smallest:,} to {largest:,} candidates"
        return f"{counted(self.lists.n_segments, 'segment')}, {each} each."


def of_systems(context: Context, names: Sequence[str]) -> ChoiceInput:
    """Return the outputs of these systems of the set in use as candidates."""
    lists = Lists.of_systems(context.test_set, names)
    return ChoiceInput(lists, context, ("systems", *names), f"Systems of {context.every_segment.name}")


def choice_input_from_lists(context: Context, candidate_file: CandidateFile, whole: TestSet, owner: str) -> ChoiceInput:
    """Return lists with the references that came with them, else with those of ``whole``, the set in use.

    Results for lists with their own references are kept for this owner. Raise ``ValueError`` where the set in use has
    more or fewer segments than there are lists.
    """
    lists, key = candidate_file.lists, ("lists", candidate_file.number)
    if candidate_file.of is not None and not are_those(whole, candidate_file.of.references):
        test_set = candidate_file.of.owned_by(owner)
        own = replace(
            context, test_set=test_set, shown=test_set.system_names, colors=system_colors(test_set.system_names)
        )
        return ChoiceInput(lists, own, key, candidate_file.file, own=True)
    if lists.n_segments != len(whole):
        raise ValueError(
            f"{candidate_file.file} has {counted(lists.n_segments, 'list')},"
            f" {whole.name} {counted(len(whole), 'segment')}."
            " Drop the lists' references together with them, or choose their set."
        )
    if context.test_set.part is not None:
        lists = lists.only(context.test_set.places)
    return ChoiceInput(lists, context, key, candidate_file.file)


def are_those(test_set: TestSet, references: Sequence[Reference]) -> bool:
    """Return whether a test set has exactly these references, such as one that was made of the lists."""
    reference_texts = [reference.segments for reference in test_set.references]
    return len(reference_texts) == len(references) and all(
        a.equals(b.segments) for a, b in zip(reference_texts, references, strict=True)
    )


def test_set_of(lists: Lists, references: Sequence[Reference], name: str) -> TestSet:
    """Return a test set with one system: the first candidate of each list."""
    first = lists.candidates.take(pa.array(lists.offsets[:-1]))
    return TestSet((System(FIRST_OF_EACH, first),), tuple(references), name=name)


@dataclass(frozen=True, eq=False)
class ChoiceSettings:
    """The candidates and the settings that all tabs take from the address and the widgets."""

    candidates: ChoiceInput
    request: ChoiceRequest

    def criterion_key(self, criterion: Criterion) -> tuple[Hashable, ...]:
        """Return the settings on which a criterion's choice depends.

        Of the metrics' options they contain only those of the criterion's own metric.
        """
        request, kind = self.request, criterion.metric
        metric = None if kind is None else kind.configure(request.options)
        probabilities = (request.posterior, request.temperature) if criterion.kind == MBR else ()
        seed = request.seed if criterion.kind == RANDOM else None
        return criterion, metric, seed, *probabilities, *self.candidates.identity
