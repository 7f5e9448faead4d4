"""BLEU of every segment from raw strings, against peers."""

from collections.abc import Sequence

from sacrebleu.metrics import BLEU as SacreBLEU

from benchmarks.data import Data
from benchmarks.peers import clear_caches
from benchmarks.timing import Race, race, show
from scoring import BLEU


def run(sets: Sequence[Data]) -> None:
    for data in sets:
        print(f"\n{data}, first system")
        show(_race(data, tokenizer) for tokenizer in ("13a", "none"))


def _race(data: Data, tokenizer: str) -> Race:
    hypotheses = next(iter(data.systems.values()))
    segments = list(zip(hypotheses, map(list, zip(*data.references, strict=True)), strict=True))
    metric = BLEU(tokenizer, effective_order=True)
    peer = SacreBLEU(tokenize=tokenizer, effective_order=True)

    def ours():
        return metric.score(metric.statistics(hypotheses, data.references))

    def theirs():
        return [peer.sentence_score(hypothesis, references).score for hypothesis, references in segments]

    return race(tokenizer, ours, "sacreBLEU", theirs, clear_caches)
