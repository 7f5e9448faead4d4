"""A glossary: source terms with their targets, for a whole test set or segment by segment."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...text.naming import clean_name
from ...validation import expect, short_repr

MAX_TERMS = 1_000_000
"""Most terms of one glossary."""
MAX_FORMS = 100
"""Most targets, and most forbidden targets, of one term."""
MAX_CHARACTERS = 500
"""Most characters of one form."""


@dataclass(frozen=True)
class GlossaryTerm:
    """A source term with its correct targets and its forbidden ones; ``ValueError`` without any target."""

    source: str
    targets: tuple[str, ...]
    """Correct targets; the first is the predefined one, in its base form."""
    forbidden: tuple[str, ...] = ()
    has_case: bool = False
    """Whether case counts."""
    note: str = ""

    def __post_init__(self) -> None:
        if not self.source.strip():
            raise ValueError("expected a source term; found none")
        if not self.targets and not self.forbidden:
            raise ValueError(f"expected a target of {clean_name(self.source)!r}; found none")
        if max(len(self.targets), len(self.forbidden)) > MAX_FORMS:
            raise ValueError(f"expected at most {MAX_FORMS} targets of {clean_name(self.source)!r}; found more")
        for form in (self.source, *self.targets, *self.forbidden):
            if not form.strip():
                raise ValueError(f"expected a target of {clean_name(self.source)!r}; found a blank one")
            if len(form) > MAX_CHARACTERS:
                raise ValueError(f"expected at most {MAX_CHARACTERS} characters in a term; found {len(form):,}")


@dataclass(frozen=True)
class Glossary:
    """The terms of a test set. A repeated source term adds its targets to the first one.

    >>> Glossary.of({"space": "Space", "storage": ["Speicher", "Ablage"]}).terms[1].targets
    ('Speicher', 'Ablage')
    """

    name: str
    terms: tuple[GlossaryTerm, ...]
    terms_of_segments: tuple[tuple[int, int], ...] | None = None
    """Segment (from 0) and term (place in ``terms``) of every term that a segment must have.

    None where every term counts in each segment whose source has it.
    """
    n_segments: int | None = field(default=None)
    """Number of segments that have terms of their own; None where the terms are for all segments."""

    def __post_init__(self) -> None:
        if not self.terms:
            raise ValueError(f"{self.name}: expected at least one term; found none.")
        if len(self.terms) > MAX_TERMS:
            raise ValueError(f"{self.name}: expected at most {MAX_TERMS:,} terms; found {len(self.terms):,}.")

    @classmethod
    def joined(cls, name: str, terms: Iterable[GlossaryTerm]) -> "Glossary":
        """Return the glossary of terms for all segments; a source term may come several times."""
        by_source: dict[tuple[str, bool], list[GlossaryTerm]] = {}
        for term in terms:
            by_source.setdefault((term_key(term.source, term.has_case), term.has_case), []).append(term)
        return cls(name, tuple(map(_join, by_source.values())))

    @classmethod
    def from_segments(cls, name: str, segments: Sequence[Sequence[GlossaryTerm]]) -> "Glossary":
        """Return the glossary of the terms of each segment."""
        places: dict[GlossaryTerm, int] = {}
        pairs = [
            (segment, places.setdefault(term, len(places)))
            for segment, terms in enumerate(segments)
            for term in cls._merge_duplicates(terms)
        ]
        return cls(name, tuple(places), tuple(pairs), len(segments))

    @staticmethod
    def _merge_duplicates(terms: Sequence[GlossaryTerm]) -> Iterable[GlossaryTerm]:
        by_source: dict[str, list[GlossaryTerm]] = {}
        for term in terms:
            by_source.setdefault(term_key(term.source, term.has_case), []).append(term)
        return map(_join, by_source.values())

    @classmethod
    def of(cls, terms: Mapping[str, str | Sequence[str]], name: str = "terms") -> "Glossary":
        """Return the glossary of source terms with one target or several; raise ``ValueError`` for any other value."""
        expect(terms, Mapping, name)
        return cls.joined(name, (_glossary_term(name, source, targets) for source, targets in terms.items()))

    def among(self, places: Sequence[int]) -> "Glossary":
        """Return the glossary for some of its segments, numbered from 0.

        Raises ``ValueError`` for a place after its last segment.
        """
        if self.terms_of_segments is None or self.n_segments is None:
            return self
        if max(places, default=-1) >= self.n_segments:
            actual = f"segment {max(places) + 1:,}"
            raise ValueError(f"{self.name}: expected the terms of {self.n_segments:,} segments; found {actual}.")
        numbers = {place: number for number, place in enumerate(places)}
        pairs = sorted((numbers[segment], term) for segment, term in self.terms_of_segments if segment in numbers)
        return replace(self, terms_of_segments=tuple(pairs), n_segments=len(numbers))

    @property
    def has_forbidden(self) -> bool:
        """Whether any term has a forbidden target."""
        return any(term.forbidden for term in self.terms)


def term_key(form: str, has_case: bool) -> str:
    """Return the form by which equal source terms are found."""
    plain = " ".join(form.split())
    return plain if has_case else plain.lower()


def _join(terms: Sequence[GlossaryTerm]) -> GlossaryTerm:
    first = terms[0]
    if len(terms) == 1:
        return first
    targets = dict.fromkeys(form for term in terms for form in term.targets)
    forbidden = dict.fromkeys(form for term in terms for form in term.forbidden if form not in targets)
    note = "; ".join(dict.fromkeys(term.note for term in terms if term.note))
    return GlossaryTerm(first.source, tuple(targets), tuple(forbidden), first.has_case, note)


def listed_targets(targets: object) -> tuple[str, ...] | None:
    """Return a target, or a list of targets, as a tuple with each target once; None for any other value."""
    if isinstance(targets, str):
        return (targets,)
    if not isinstance(targets, Sequence):
        return None
    texts = tuple(dict.fromkeys(target for target in targets if isinstance(target, str)))
    return texts if all(isinstance(target, str) for target in targets) else None


def _glossary_term(name: str, source: object, targets: object) -> GlossaryTerm:
    listed = listed_targets(targets)
    if not isinstance(source, str) or listed is None:
        actual = short_repr({source: targets})
        raise ValueError(f"{name}: expected a source term with its target, or a list of targets; found {actual}.")
    try:
        return GlossaryTerm(source, listed)
    except ValueError as error:
        raise ValueError(f"{name}: {error}.") from None
