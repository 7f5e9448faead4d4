"""BLEU's statistics and corpus score from raw strings."""

from collections.abc import Sequence

from bleuscore import compute
from nltk.translate.bleu_score import corpus_bleu
from sacrebleu.metrics import BLEU as SacreBLEU

from benchmarks.data import Data
from benchmarks.peers import clear_caches
from benchmarks.timing import Race, race, show
from scoring import BLEU


def run(sets: Sequence[Data]) -> None:
    for data in sets:
        print(f"\n{data}, first system")
        hypotheses = next(iter(data.systems.values()))
        races = [_sacrebleu(data, hypotheses, tokenizer) for tokenizer in ("13a", "none", "intl", "char")]
        show([*races, _nltk(data, hypotheses), _bleuscore(data, hypotheses)])


def _sacrebleu(data: Data, hypotheses: list[str], tokenizer: str) -> Race:
    metric, peer = BLEU(tokenizer), SacreBLEU(tokenize=tokenizer, force=True)

    def ours():
        return metric.score(metric.statistics(hypotheses, data.references).sum(axis=0))

    def theirs():
        return peer.corpus_score(hypotheses, data.references).score

    return race(tokenizer, ours, "sacreBLEU", theirs, clear_caches)


def _nltk(data: Data, hypotheses: list[str]) -> Race:
    """Race NLTK, whose time includes splitting at white space, because it takes tokens.

    NLTK does not smooth, and our metric does not smooth here. NLTK's score is a little lower, because it counts at
    least one n-gram of every order in every segment, even in a short one.
    """
    metric = BLEU("none", smoothing="none")

    def ours():
        return metric.score(metric.statistics(hypotheses, data.references).sum(axis=0))

    def theirs():
        references = [[text.split() for text in texts] for texts in zip(*data.references, strict=True)]
        return 100 * corpus_bleu(references, [text.split() for text in hypotheses])

    return race("none, no smoothing", ours, "NLTK", theirs, agree=None)


def _bleuscore(data: Data, hypotheses: list[str]) -> Race:
    """Race bleuscore, which is in Rust, with a thread on each core, 13a's tokens and no smoothing.

    The time to arrange its references by segment is not measured. Of several references it takes the shortest length,
    not the closest one, so both are given the first reference alone. It cuts some texts, such as those with Unicode's
    white space, into other tokens than sacreBLEU, so that scores need only agree closely.
    """
    metric, references = BLEU(smoothing="none"), data.references[:1]
    by_segment = [[text for text in texts if text is not None] for texts in zip(*references, strict=True)]

    def ours():
        return metric.score(metric.statistics(hypotheses, references).sum(axis=0))

    def theirs():
        return 100 * compute(references=by_segment, predictions=hypotheses)["bleu"]

    return race("13a, no smoothing", ours, "bleuscore (Rust)", theirs, agree=lambda a, b: abs(a - b) < 0.05)
