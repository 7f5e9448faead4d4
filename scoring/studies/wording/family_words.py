"""Sentences on a judge that judges systems of its own family.

Names of judges and systems are in the sentences as users gave them: escape a sentence before showing it.
"""

from collections.abc import Collection, Mapping, Sequence

from ...judgments.external import ExternalScore
from ...metric import Metric
from ...output.numbers import counted, ordinal


def own_family_sentence(systems: Sequence[str]) -> str:
    """Return why a judge does not decide about systems of its own family."""
    is_ = "is" if len(systems) == 1 else "are"
    return (
        f"{', '.join(systems)} {is_} of the judge's own family: language models tend to prefer such outputs. Let"
        " people, or a judge of another family, decide about them."
    )


def own_family_of_judge(metric: Metric, systems: Collection[str]) -> str | None:
    """Return why a metric that is a judge does not decide about the systems of its own family; None without any."""
    kin = [system for system in metric.own_family if system in systems] if isinstance(metric, ExternalScore) else []
    return f"{metric.full_name}: {own_family_sentence(kin)}" if kin else None


def own_family_votes(judges: Sequence[str]) -> str | None:
    """Return which judges find a system of their own family better; None without such judges."""
    if not judges:
        return None
    of = "finds a system of its own family" if len(judges) == 1 else "find systems of their own families"
    return f"{', '.join(judges)} {of} better, as language models tend to."


def own_family_rank(judge: str, system: str, rank: int, n_systems: int, others: Mapping[str, int]) -> str:
    """Return the rank that a judge gives a system of its own family, and the ranks that ``others`` give it.

    >>> own_family_rank("m-1", "MyGPT", 1, 5, {"MQM": 3})
    'm-1 ranks MyGPT, of its own family, 1st of 5 systems; MQM ranks it 3rd.'
    """
    other_ranks = "".join(f"; {name} ranks it {ordinal(of)}" for name, of in others.items())
    return f"{judge} ranks {system}, of its own family, {ordinal(rank)} of {counted(n_systems, 'system')}{other_ranks}."
