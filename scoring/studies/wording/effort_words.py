"""Sentences on post-edits: which systems and segments have none, and which seem to belong to another system."""

from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa

from ...counting.arrays import Flags
from ...output.numbers import counted
from ...output.sentence import listed_names

NO_VERDICT = "No verdict until it is clear whose post-edits these are."
"""Sentence in place of a verdict where a post-edit seems to be another system's."""


def edited_everywhere(post_edits: Mapping[str, pa.StringArray]) -> Flags:
    """Return whether each segment has a post-edit of every system that has post-edits, bool (n_segments,)."""
    are_edited: Flags = np.logical_and.reduce([column.is_valid().to_numpy(False) for column in post_edits.values()])
    return are_edited


def missing_post_edits(systems: Sequence[str], post_edits: Mapping[str, pa.StringArray]) -> list[str]:
    """Return which of the systems have no post-edit, and how many segments the other systems' post-edits lack.

    >>> missing_post_edits(["a", "b"], {"a": pa.array(["x", None, "z"]), "b": pa.array(["x", "y", "z"])})
    ['The post-edit of a lacks 1 of 3 segments; both systems are compared on 2.']
    >>> missing_post_edits(["a", "b"], {"a": pa.array(["x", "y"])})
    ['b has no post-edit, so it cannot be compared.']
    """
    edits = {name: post_edits[name] for name in systems if name in post_edits}
    sentences = [_without_post_edit([name for name in systems if name not in edits])] if edits else []
    lacking = {name: column.null_count for name, column in edits.items() if column.null_count}
    if lacking:
        n_segments, n_edited = len(next(iter(edits.values()))), int(edited_everywhere(edits).sum())
        (first, n_first), *others = lacking.items()
        of_others = "".join(f", that of {name} {n:,}" for name, n in others)
        names = {1: "it is counted", 2: "both systems are compared"}.get(len(edits), "all systems are compared")
        sentences.append(
            f"The post-edit of {first} lacks {n_first:,} of {counted(n_segments, 'segment')}{of_others}; {names} on"
            f" {n_edited:,}."
        )
    return [sentence for sentence in sentences if sentence]


def _without_post_edit(systems: Sequence[str]) -> str:
    if not systems:
        return ""
    has, pronoun = ("has", "it") if len(systems) == 1 else ("have", "they")
    return f"{listed_names(systems)} {has} no post-edit, so {pronoun} cannot be compared."


def exchanged_post_edits(unchanged: Mapping[str, Mapping[str, int]]) -> list[str]:
    """Return sentences on the post-edits that seem to be another system's.

    ``unchanged`` has, for each system's post-edit, how many segments of each output are unchanged in it. A post-edit
    seems to be another system's if it has more unchanged segments of that system than of its own, and more than the
    post-edit of that system has. For two systems, and where two post-edits seem to be each other's, one sentence says
    that both are exchanged.
    """
    seems: dict[str, str] = {}
    for editor, same in unchanged.items():
        likeliest = max(same, key=lambda system: same[system])
        if same[likeliest] > max(same[editor], unchanged[likeliest][likeliest]):
            seems[editor] = likeliest
    sentences: dict[frozenset[str], str] = {}
    for editor, system in seems.items():
        pair = [name for name in unchanged if name in (editor, system)]
        if len(unchanged) == 2 or seems.get(system) == editor:
            sentences[frozenset(pair)] = f"The post-edits of {listed_names(pair)} seem to be exchanged."
        else:
            segments, n_own = counted(unchanged[editor][system], "segment"), unchanged[editor][editor]
            has = f"it has {segments} of {system} unchanged, and {n_own:,} of {editor}"
            sentences[frozenset([editor])] = f"The post-edit of {editor} seems to be that of {system}: {has}."
    return [*sentences.values()]
