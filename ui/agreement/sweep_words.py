"""What the tabs Smoothing and One option say: Markup, into which names are escaped. Pure."""

from collections.abc import Mapping

from markupsafe import Markup

from scoring.agreement import MEASURES, Comparison
from scoring.markup import html
from scoring.metric import ROUNDING
from scoring.numbers import LEVEL, fixed

DECIMALS = 3
MOST_LISTED = 5
HIGHER, LOWER = "higher", "lower"
PERSONS = "Kendall", "Pearson", "Spearman"
INTERVALS = (
    "95 % intervals, by {trials:,} resamples of the {units}, the same for every value, say how far a value would move"
    " with other segments. The difference is that from the value in use; where that is shown not to be 0, it"
    " says higher or lower (paired bootstrap, p by Holm for all the other values at most 0.05). Of many values the best"
    " one looks better than it is."
)
"""How sure a value is."""
OPEN_CASES = (
    "The paper leaves two cases open: the switches above. A hypothesis shorter than the longest n-gram scores 0, unless"
    " Effective order leaves the missing orders out. A hypothesis without any match scores 0, unless it is smoothed"
    " too."
)
VARIANT = (
    "6-from-2 is not in the paper: it is method 6 with its formula from bigrams on. As printed, method 6 can punish a"
    " sentence for matching more words."
)
BY_MAJORITY = (
    "τ here counts each two outputs once, by majority, as where the paper was remade. Kendall's tau above counts every"
    " judgment, so it differs a little."
)
REMADE = (
    "τ, remade: the paper's experiment, WMT 2012, all directions into English together, measured once by BLEUscope"
    " 0.1.0 (tokenizer 13a, case ignored, by majority)."
)
NOT_REMADE = (
    "Methods 0 to 5 and 7 come within 0.0035 of the paper. Method 6 does not: 0.212 where the paper prints 0.230, and"
    " behind method 1 in every direction. No treatment of the open cases that was tried gives 0.230. 6-from-2 comes"
    " nearest: with α 10 it is 0.004 ahead of method 1, where the paper's method 6 is 0.006 ahead; its own τ was not"
    " kept, so it is n/a. Neighbours hardly differ: method 7 less method 5 is 0 ± 0.003."
)
"""Of Chen and Cherry's tau, see ``scoring.agreement.published``."""
NOT_KNOWN = (
    "Not known: the paper's numbers of single directions and of document scores (Spearman's ρ, Pearson's γ), which were"
    " not at hand. Of our own by direction only this was kept: method 6 is behind method 1 in every one. So a table"
    " direction by direction is missing; open the judgments of a direction to see its numbers under “here”. A system's"
    " document score is the mean of its segments' scores, weighted by reference length (Equation 13)."
)


def who_leads(comparison: Comparison, measure: str, judge: str, what: str, in_use: str, also: str = "") -> Markup:
    """Which value agrees most, and which are shown to differ from the one in use.

    ``what`` says what a value is, ``also`` what else the one in use is called.
    """
    best, named = _best(comparison, in_use), html.bold(in_use)
    if also:
        named += Markup(" ({})").format(also)
    said = Markup("By {}, {} {} agrees most with {} ({})").format(
        _called(measure), what, named if best == in_use else html.bold(best), html.bold(judge), _value(comparison, best)
    )
    if best != in_use:
        said += Markup("; {} {}, which is in use, has {}").format(what, named, _value(comparison, in_use))
    return Markup('<p class="statement">{}. {}</p>').format(said, _differing(verdicts(comparison, in_use)))


def _called(measure: str) -> str:
    """A measure in the middle of a sentence."""
    label = MEASURES[measure].label
    return label if label.startswith(PERSONS) else label[0].lower() + label[1:]


def _best(comparison: Comparison, in_use: str) -> str:
    """The value that agrees most; the one in use where none agrees more than that."""
    place = comparison.order[0]
    lead = comparison.values[place] - comparison.values[comparison.metrics.index(in_use)]
    return in_use if lead < ROUNDING else comparison.metrics[place]


def verdicts(comparison: Comparison, in_use: str) -> dict[str, str]:
    """Of each value whether it is shown to agree more or less than the one in use; empty where it is not."""
    own = comparison.metrics.index(in_use)
    leads = comparison.values - comparison.values[own]
    shown = comparison.p_against(in_use) <= LEVEL
    said = (HIGHER if lead > 0 else LOWER for lead in leads)
    return {name: verdict if sure else "" for name, verdict, sure in zip(comparison.metrics, said, shown, strict=True)}


def _value(comparison: Comparison, name: str) -> str:
    return fixed(comparison.values[comparison.metrics.index(name)], DECIMALS)


def _differing(shown: Mapping[str, str]) -> str:
    """Which are shown to agree more, and less, than the one in use."""
    parts = []
    for verdict, word in ((HIGHER, "more"), (LOWER, "less")):
        names = [name for name, one in shown.items() if one == verdict]
        if names:
            listed = ", ".join(names) if len(names) <= MOST_LISTED else f"{len(names)} of {len(shown) - 1} others"
            parts.append(f"Shown to agree {word} than the one in use: {listed}.")
    return " ".join(parts) or "No other is shown to agree more or less than the one in use."
