"""Metrics that count the same things: one that chose is flattered by the others of its kind, too."""

FAMILIES = (
    frozenset({"bleu", "tbleu", "nist"}),
    frozenset({"chrf", "chrf++"}),
    frozenset({"ter", "wer", "per"}),
)
"""Names of metrics: by n-grams of words, by n-grams of characters, by edits of words."""


def are_kin(first: str, second: str) -> bool:
    """Whether they are one metric, or count the same things."""
    return first == second or any({first, second} <= family for family in FAMILIES)
