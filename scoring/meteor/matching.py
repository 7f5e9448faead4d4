"""METEOR's kernels: the maximal matching with the fewest chunks. They call one another, so they share a file.

**Maximal.** Every pair of words has a weight by its stage, such that one match of a stage outweighs all matches that
later stages can have: a matching with the highest weight has the most exact matches; of those, the most by stem; of
those, the most synonyms. By linear programming duality an assignment of the highest weight comes with prices u for the
words of the hypothesis and v for those of the reference, none below 0, u + v at least the weight of every pair, all of
them adding up to the highest weight. A matching then has the highest weight if and only if each of its pairs is tight
(u + v is its weight) and every word with a price above 0 is in a pair: so ``Maximal`` describes all of them.

**Links.** Chunks are runs of matched words that are neighbours, in the same order, on both sides (Banerjee and Lavie
2005, section 2.2). A link is two pairs of words that are such neighbours. There is one chunk for each match that does
not continue another match: fewest chunks are most links. Two links exclude each other where one word would have two
partners. Links that exclude each other, directly or through others, are a component: how links are chosen in one
component does not matter to the others. Most components are single links.

**Search.** In each component every choice is tried, the longest runs first, unless it cannot beat the best one found.
After MAX_LOOKS the best choice so far is taken: finding the fewest chunks is NP-hard, and text made of few different
words can need more time than there is. Of nine systems' outputs (TED talks, newstest 2010 and 2021) no segment has
fewer chunks if a hundred times as many looks are allowed.
"""

from typing import NamedTuple

import numpy as np

from ..counting.arrays import Flags, Ids, Ints
from ..counting.kernels import kernel
from .stages import StemsAndSynonyms

MAX_LOOKS = 200_000
"""Most looks at a link in the search through one component: some thousand choices in a component of fifty links."""
FAR = np.iinfo(np.int64).max
"""Number larger than any gap between prices."""


class Maximal(NamedTuple):
    """All maximal matchings of one hypothesis of n words with one reference of m words."""

    tight: Flags
    """Whether each pair may be in a maximal matching, bool (n, m)."""
    needed: Flags
    """Whether every maximal matching matches each word of the hypothesis, bool (n,)."""
    needed_there: Flags
    """Whether every maximal matching matches each word of the reference, bool (m,)."""
    partners: Ints
    """Reference word of each hypothesis word in one of the matchings, -1 for none, int64 (n,)."""
    partners_there: Ints
    """Hypothesis word of each reference word in the same matching, -1 for none, int64 (m,)."""


class Links(NamedTuple):
    """All links that a maximal matching may have; links of one component are neighbours, the longest run first."""

    first: Ints
    """Hypothesis word of each link's first pair, int64 (n_links,); the second pair has the next word."""
    second: Ints
    """Reference word of each link's first pair, int64 (n_links,); the second pair has the next word."""
    components: Ints
    """Component of each link, int64 (n_links,): equal for the links of one component."""


class FixedLinks(NamedTuple):
    """The number of chosen links that fix each word to its partner."""

    here: Ints
    """Number of links for each word of the hypothesis, int64 (n,)."""
    there: Ints
    """Number of links for each word of the reference, int64 (m,)."""


# --- the pairs of words in maximal matchings ---


@kernel
def match_stage(word: int, other: int, words: StemsAndSynonyms) -> int:
    """Return the stage in which a hypothesis word matches a reference word, 0 where the two do not match."""
    if word == other:
        return 1
    if words.stems[word] == words.stems[other]:
        return 2
    for at in range(words.starts[word], words.starts[word + 1]):
        if words.synonyms[at] == other:
            return 3
    return 0


@kernel
def _weigh(ids: Ids, others: Ids, words: StemsAndSynonyms) -> Ints:
    """Return the weight of each pair of words, int64 (n, m), 0 for a pair that does not match."""
    base = np.int64(min(len(ids), len(others)) + 1)
    by_stage = np.array([0, base * base, base, 1])
    weights = np.zeros((len(ids), len(others)), np.int64)
    for i in range(len(ids)):
        for j in range(len(others)):
            weights[i, j] = by_stage[match_stage(ids[i], others[j], words)]
    return weights


@kernel
def _add_row(row: int, weights: Ints, row_prices: Ints, prices: Ints, rows: Ints, origins: Ints) -> int:
    """Raise prices until tight pairs lead from the row to a free column; return that column.

    ``origins`` is filled with the path back to the row.
    """
    gaps = np.full(len(prices), FAR)
    visited = np.zeros(len(prices), np.bool_)
    rows[0] = row
    column = 0
    while True:
        visited[column] = True
        i = rows[column]
        nearest = -1
        for j in range(1, len(prices)):
            if visited[j]:
                continue
            weight = weights[i - 1, j - 1] if j <= weights.shape[1] else 0
            gap = row_prices[i] + prices[j] - weight
            if gap < gaps[j]:
                gaps[j], origins[j] = gap, column
            closer = nearest < 0 or gaps[j] < gaps[nearest]
            if closer or (gaps[j] == gaps[nearest] and rows[nearest] and not rows[j]):
                nearest = j
        step = gaps[nearest]
        for j in range(len(prices)):
            if visited[j]:
                row_prices[rows[j]] -= step
                prices[j] += step
            else:
                gaps[j] -= step
        column = nearest
        if not rows[column]:
            return column


@kernel
def _find_maximal(ids: Ids, others: Ids, words: StemsAndSynonyms) -> Maximal:
    """Return the maximal matchings, found by the Hungarian algorithm (Kuhn 1955).

    Words of the hypothesis are rows, words of the reference columns. Row 0 and column 0 are no words. Columns beyond
    the reference's words match no word: one is always free.
    """
    weights = _weigh(ids, others, words)
    n, m = weights.shape
    row_prices, prices = np.zeros(n + 1, np.int64), np.zeros(max(n, m) + 2, np.int64)
    rows, origins = np.zeros(len(prices), np.int64), np.zeros(len(prices), np.int64)  # rows has the row of each column
    for row in range(1, n + 1):
        column = _add_row(row, weights, row_prices, prices, rows, origins)
        while column:
            rows[column] = rows[origins[column]]
            column = origins[column]
    return _matchings_from_prices(weights, row_prices[1:], prices[1 : m + 1], rows[1 : m + 1] - 1)


@kernel
def _matchings_from_prices(weights: Ints, row_prices: Ints, prices: Ints, rows: Ints) -> Maximal:
    """Return the maximal matchings from prices and an assignment, which has -1 for a column without a row."""
    n, m = weights.shape
    tight = np.zeros((n, m), np.bool_)
    for i in range(n):
        for j in range(m):
            tight[i, j] = weights[i, j] and row_prices[i] + prices[j] == weights[i, j]
    partners, partners_there = np.full(n, -1, np.int64), np.full(m, -1, np.int64)
    for j in range(m):
        if rows[j] >= 0 and weights[rows[j], j]:
            partners[rows[j]], partners_there[j] = j, rows[j]
    return Maximal(tight, row_prices > 0, prices > 0, partners, partners_there)


# --- the links in maximal matchings ---


@kernel
def _find_links(maximal: Maximal) -> Links:
    first, second, lengths = _list_links(maximal.tight)
    components = _components(maximal, first, second)
    # Links are found in text order, which a stable sort keeps among equal ones.
    order = np.argsort((components << 32) - lengths, kind="mergesort")
    return Links(first[order], second[order], components[order])


@kernel
def _list_links(tight: Flags) -> tuple[Ints, Ints, Ints]:
    """Return the first and second word of each link, and the length of its run in links."""
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
def _root(parents: Ints, node: int) -> int:
    """Return the representative of all nodes that are joined with this node."""
    while parents[node] != node:
        parents[node] = parents[parents[node]]
        node = parents[node]
    return node


@kernel
def _join(parents: Ints, one: int, other: int) -> None:
    one, other = _root(parents, one), _root(parents, other)
    parents[max(one, other)] = min(one, other)


@kernel
def _choice_groups(maximal: Maximal) -> Ints:
    """Return the group of each word, int64 (n + m,), -1 where its partners can be chosen freely.

    Partners can be chosen freely where all words that are connected by tight pairs may pair with each other, and no
    word is needed on the side that has more of them. Elsewhere one choice can rule out another one that shares no word
    with it.
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
        if word < n:
            for j in range(m):
                pairs[group] += maximal.tight[word, j]
    for word in range(n + m):
        group = groups[word]
        size, size_there = sizes[0, group], sizes[1, group]
        covered = (size <= size_there or not needed[0, group]) and (size_there <= size or not needed[1, group])
        if covered and pairs[group] == size * size_there:
            groups[word] = -1
    return groups


@kernel
def _components(maximal: Maximal, first: Ints, second: Ints) -> Ints:
    """Return the component of each link, int64 (n_links,)."""
    n, m = maximal.tight.shape
    groups = _choice_groups(maximal)
    parents = np.arange(len(first))
    anchors = np.full(2 * (n + m), -1, np.int64)  # a link that touches each word, then each group
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


# --- the fewest chunks ---


@kernel
def _cover(start: int, tight: Flags, needed: Flags, partners: Ints, partners_there: Ints, fixed_there: Ints) -> bool:
    """Find a partner for a needed word that has none; other words may change their partners.

    The path leads over tight pairs to a word of the other side that is free, or whose partner need not match. Where
    there is no path, it returns False and changes nothing.
    """
    origins = np.full(len(partners_there), -1, np.int64)
    queue = np.empty(len(partners), np.int64)
    queue[0] = start
    n_waiting, at, end = 1, 0, -1
    while at < n_waiting and end < 0:
        word = queue[at]
        at += 1
        for other in range(len(partners_there)):
            if not tight[word, other] or origins[other] >= 0 or fixed_there[other]:
                continue
            origins[other] = word
            owner = partners_there[other]
            if owner < 0 or not needed[owner]:
                if owner >= 0:
                    partners[owner] = -1
                end = other
                break
            queue[n_waiting] = owner
            n_waiting += 1
    if end < 0:
        return False
    while end >= 0:
        word = origins[end]
        next_end = partners[word]
        partners[word], partners_there[end] = end, word
        end = next_end
    return True


@kernel
def _copy(source: Flags | Ints, target: Flags | Ints) -> None:
    for at in range(len(source)):
        target[at] = source[at]


@kernel
def _hold(i: int, j: int, maximal: Maximal, fixed: FixedLinks) -> bool:
    """Make two words partners and the matching maximal again.

    Where that is impossible, it returns False and changes nothing.
    """
    partners, partners_there = maximal.partners, maximal.partners_there
    if partners[i] != j:
        if fixed.here[i] or fixed.there[j] or not maximal.tight[i, j]:
            return False
        before, before_there = partners.copy(), partners_there.copy()
        old, old_there = partners_there[j], partners[i]
        partners[i], partners_there[j] = j, i
        if old >= 0:
            partners[old] = -1
        if old_there >= 0:
            partners_there[old_there] = -1
        fixed.here[i] += 1
        fixed.there[j] += 1
        is_repaired = old < 0 or not maximal.needed[old]
        is_repaired = is_repaired or _cover(old, maximal.tight, maximal.needed, partners, partners_there, fixed.there)
        if is_repaired and old_there >= 0 and maximal.needed_there[old_there] and partners_there[old_there] < 0:
            tight, needed = maximal.tight.T, maximal.needed_there
            is_repaired = _cover(old_there, tight, needed, partners_there, partners, fixed.here)
        fixed.here[i] -= 1
        fixed.there[j] -= 1
        if not is_repaired:
            _copy(before, partners)
            _copy(before_there, partners_there)
            return False
    fixed.here[i] += 1
    fixed.there[j] += 1
    return True


@kernel
def _choose(i: int, j: int, maximal: Maximal, fixed: FixedLinks) -> bool:
    """Choose a link if it is compatible with the links chosen already; return whether it was chosen."""
    if not _hold(i, j, maximal, fixed):
        return False
    if not _hold(i + 1, j + 1, maximal, fixed):
        fixed.here[i] -= 1
        fixed.there[j] -= 1
        return False
    return True


@kernel
def _drop(i: int, j: int, fixed: FixedLinks) -> None:
    """Remove a link from the chosen ones."""
    for step in range(2):
        fixed.here[i + step] -= 1
        fixed.there[j + step] -= 1


@kernel
def _is_open(i: int, j: int, maximal: Maximal, fixed: FixedLinks) -> bool:
    """Return whether two words may still be partners."""
    return maximal.partners[i] == j if fixed.here[i] else not fixed.there[j]


@kernel
def _bound(first: Ints, second: Ints, maximal: Maximal, fixed: FixedLinks) -> int:
    """Return an upper bound of the number of these links that can be chosen: no word begins two chosen links."""
    is_counted, is_counted_there = np.zeros(len(fixed.here), np.bool_), np.zeros(len(fixed.there), np.bool_)
    n_here = n_there = 0
    for link in range(len(first)):
        i, j = first[link], second[link]
        if _is_open(i, j, maximal, fixed) and _is_open(i + 1, j + 1, maximal, fixed):
            n_here += not is_counted[i]
            n_there += not is_counted_there[j]
            is_counted[i] = is_counted_there[j] = True
    return min(n_here, n_there)


@kernel
def _search(first: Ints, second: Ints, maximal: Maximal, fixed: FixedLinks) -> None:
    """Choose as many links of one component as possible."""
    choice, best_choice = np.zeros((2, len(first)), np.bool_)
    bound = _bound(first, second, maximal, fixed)
    link = count = looks = 0
    best = -1
    while True:
        hopeful = link < len(first)
        if hopeful and best >= 0:
            looks += len(first) - link
            hopeful = count + _bound(first[link:], second[link:], maximal, fixed) > best
        if hopeful:
            choice[link] = _choose(first[link], second[link], maximal, fixed)
            count += choice[link]
            link += 1
            continue
        if count > best:
            best = count
            _copy(choice, best_choice)
        if best == bound or looks > MAX_LOOKS:
            break
        link -= 1
        while link >= 0 and not choice[link]:
            link -= 1
        if link < 0:
            break
        _drop(first[link], second[link], fixed)
        choice[link] = False
        count -= 1
        link += 1
    for link in range(len(first)):
        if choice[link]:
            _drop(first[link], second[link], fixed)
    for link in range(len(first)):
        if best_choice[link]:
            _choose(first[link], second[link], maximal, fixed)


@kernel
def _uncross(maximal: Maximal, fixed: FixedLinks) -> None:
    """Swap partners of words that no link fixes, where the swap leaves fewer pairs crossed."""
    partners = maximal.partners
    for i in range(len(partners)):
        for k in range(i + 1, len(partners)):
            free = partners[i] > partners[k] >= 0 and not fixed.here[i] and not fixed.here[k]
            if free and maximal.tight[i, partners[k]] and maximal.tight[k, partners[i]]:
                partners[i], partners[k] = partners[k], partners[i]


@kernel
def match(ids: Ids, pieces: Ints, words: StemsAndSynonyms, partners: Ints) -> None:
    """Fill ``partners``, int64 (n_tokens,), piece by piece; ``pieces`` is int64 (n_pieces, 4).

    A piece is start and end in the hypothesis, then in the reference, as positions in ``ids``.
    """
    for start, end, start_there, end_there in pieces:
        maximal = _find_maximal(ids[start:end], ids[start_there:end_there], words)
        fixed = FixedLinks(np.zeros(end - start, np.int64), np.zeros(end_there - start_there, np.int64))
        links = _find_links(maximal)
        first = 0
        for last in range(1, len(links.first) + 1):
            if last == len(links.first) or links.components[last] != links.components[first]:
                _search(links.first[first:last], links.second[first:last], maximal, fixed)
                first = last
        _uncross(maximal, fixed)
        for i, partner in enumerate(maximal.partners):
            if partner >= 0:
                partners[start + i] = start_there + partner
