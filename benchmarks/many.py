"""All systems of a test set against all its references, which sacreBLEU caches for that."""

from collections.abc import Sequence

from sacrebleu.metrics import BLEU as SacreBLEU

from benchmarks.data import Data
from benchmarks.peers import clear_caches
from benchmarks.timing import Race, race, show
from scoring import BLEU, TestSet


def run(sets: Sequence[Data]) -> None:
    for data in sets:
        print(f"\n{data}")
        show(_race(data, tokenizer) for tokenizer in ("13a", "none"))


def _race(data: Data, tokenizer: str) -> Race:
    metric = BLEU(tokenizer)

    def ours():
        measured = metric.measure(TestSet.build(data.systems, data.references))
        return [metric.score(statistics.sum(axis=0)) for statistics in measured.values()]

    def theirs():
        peer = SacreBLEU(tokenize=tokenizer, references=data.references, force=True)
        return [peer.corpus_score(texts, None).score for texts in data.systems.values()]

    return race(tokenizer, ours, "sacreBLEU", theirs, clear_caches)
