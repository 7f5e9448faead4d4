"""BLEU's statistics and corpus score from raw strings."""

from collections.abc import Sequence

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
        show([*races, _nltk(data, hypotheses)])


def _sacrebleu(data: Data, hypotheses: list[str], tokenizer: str) -> Race:
    metric, peer = BLEU(tokenizer), SacreBLEU(tokenize=tokenizer, force=True)

    def ours():
        return metric.score(metric.statistics(hypotheses, data.references).sum(axis=0))

    def theirs():
        return peer.corpus_score(hypotheses, data.references).score

    return race(tokenizer, ours, "sacreBLEU", theirs, clear_caches)


def _nltk(data: Data, hypotheses: list[str]) -> Race:
    """NLTK takes tokens, so splitting at white space is part of its work.

    It does not smooth, nor do we here. Its score is a little lower, because it counts at least one n-gram
    of every order in every segment, however short.
    """
    metric = BLEU("none", smoothing="none")

    def ours():
        return metric.score(metric.statistics(hypotheses, data.references).sum(axis=0))

    def theirs():
        references = [[text.split() for text in texts] for texts in zip(*data.references, strict=True)]
        return 100 * corpus_bleu(references, [text.split() for text in hypotheses])

    return race("none, no smoothing", ours, "NLTK", theirs, agree=None)
