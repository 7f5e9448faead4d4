"""Names as lists show them."""

from collections import Counter
from collections.abc import Mapping


def told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """By id; equal names get the beginning of the id, for Streamlit goes by the label."""
    common = Counter(names.values())
    return {id_: name if common[name] == 1 else f"{name} · {id_[:8]}" for id_, name in names.items()}
