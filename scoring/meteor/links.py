"""The links that maximal matchings may have, and which of them depend on each other.

A link is two pairs of words that are neighbours, in the same order, on both sides. Two links exclude each other where
one word would have two partners. Links that exclude each other, directly or through others, are a component: how links
are chosen in one of them does not matter to the others. Most components are single links.
"""

from typing import NamedTuple

import numpy as np

from ..kernels import kernel
from .maximal import Maximal


class Links(NamedTuple):
    """Every link that a maximal matching may have; those of one component stand together, the longest run first."""

    first: np.ndarray
    """int64 (n_links,): the hypothesis' word of the first pair; that of the second pair is the next one"""
    second: np.ndarray
    """int64 (n_links,): the same in the reference"""
    components: np.ndarray
    """int64 (n_links,): equal for the links of one component"""


@kernel
def find_links(maximal: Maximal) -> Links:
    first, second, lengths = _listed(maximal.tight)
    components = _components(maximal, first, second)
    # Found in text order: a stable sort keeps it between equals.
    order = np.argsort((components << 32) - lengths, kind="mergesort")
    return Links(first[order], second[order], components[order])


@kernel
def _listed(tight: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """First and second word of each link, and the length of its run: how many links stand in a row."""
    n, m = tight.shape
    runs = np.zeros((n, m), np.int64)
    count = 0
    for i in range(n - 1):
        for j in range(m - 1):
            if tight[i, j] and tight[i + 1, j + 1]:
                runs[i, j] = 1 + (runs[i - 1, j - 1] if i and j else 0)
                count += 1
    first, second, lengths = np.empty(count, np.int64), np.empty(count, np.int64), np.empty(count, np.int64)
    for i in range(n - 2, -1, -1):
        for j in range(m - 2, -1, -1):
            if runs[i, j]:
                runs[i, j] = max(runs[i, j], runs[i + 1, j + 1])
                count -= 1
                first[count], second[count], lengths[count] = i, j, runs[i, j]
    return first, second, lengths


@kernel
def _root(parents: np.ndarray, node: int) -> int:
    """What stands for all that are joined with the node."""
    while parents[node] != node:
        parents[node] = parents[parents[node]]
        node = parents[node]
    return node


@kernel
def _join(parents: np.ndarray, one: int, other: int) -> None:
    one, other = _root(parents, one), _root(parents, other)
    parents[max(one, other)] = min(one, other)


@kernel
def _entangled(maximal: Maximal) -> np.ndarray:
    """int64 (n + m,): for each word a group, -1 where its partners can be chosen freely.

    They can be where all words that are connected by tight pairs may pair with each other, and none is needed on the
    side that has more of them. Elsewhere one choice can rule out another one that shares no word with it.
    """
    n, m = maximal.tight.shape
    groups = np.arange(n + m)
    for i in range(n):
        for j in range(m):
            if maximal.tight[i, j]:
                _join(groups, i, n + j)
    sizes, needed, pairs = np.zeros((2, n + m), np.int64), np.zeros((2, n + m), np.bool_), np.zeros(n + m, np.int64)
    for word in range(n + m):
        group = groups[word] = _root(groups, word)
        side = int(word >= n)
        sizes[side, group] += 1
        needed[side, group] |= maximal.needed_there[word - n] if side else maximal.needed[word]
        pairs[group] += 0 if side else maximal.tight[word].sum()
    for word in range(n + m):
        group = groups[word]
        here, there = sizes[0, group], sizes[1, group]
        covered = (here <= there or not needed[0, group]) and (there <= here or not needed[1, group])
        if covered and pairs[group] == here * there:
            groups[word] = -1
    return groups


@kernel
def _components(maximal: Maximal, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """int64 (n_links,): one number for all links of a component."""
    n, m = maximal.tight.shape
    groups = _entangled(maximal)
    parents = np.arange(len(first))
    anchors = np.full(2 * (n + m), -1, np.int64)  # of words, then of groups: a link that touches it
    contested = np.zeros(n + m, np.bool_)
    for link in range(len(first)):
        i, j = first[link], second[link]
        for word in (i, i + 1, n + j, n + j + 1):
            anchor = anchors[word]
            if anchor < 0:
                anchors[word] = link
            elif second[anchor] - first[anchor] != j - i:
                contested[word] = True
            if groups[word] >= 0:
                place = n + m + groups[word]
                if anchors[place] < 0:
                    anchors[place] = link
                _join(parents, link, anchors[place])
    for link in range(len(first)):
        i, j = first[link], second[link]
        for word in (i, i + 1, n + j, n + j + 1):
            if contested[word]:
                _join(parents, link, anchors[word])
    for link in range(len(first)):
        parents[link] = _root(parents, link)
    return parents
