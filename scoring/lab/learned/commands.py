"""Commands that compute learned metrics elsewhere, from the plain files of a test set: their environments exclude ours.

Checked against Unbabel/COMET 2.2.7 (``comet/cli/score.py``, ``LICENSE.models.md``) and google-research/metricx
(``metricx24/predict.py``, issue 10: the file to write needs a folder, and what two pinned libraries must be).
"""

import shlex
from dataclasses import dataclass
from typing import TypeAlias

from .files import METRICX, PlainFiles


@dataclass(frozen=True)
class LearnedMetric:
    """A metric that another program computes."""

    name: str
    about: str
    """what it takes and gives, in a sentence or two"""
    install: tuple[str, ...]
    """once: commands that make an environment of its own"""
    run: str
    """in the folder of the plain files"""
    result: str
    """the file that it writes, which is read here"""
    without_card: str = ""
    """what the command takes besides where there is no graphics card; empty where it is hopeless without one"""

    @property
    def commands(self) -> str:
        """All of it for a shell."""
        once = "\n".join(("# in the folder with the texts, once: an environment of its own", *self.install))
        return f"{once}\n\n# then\n{self.run}"


Texts: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]
"""The arguments for the source, and those for all systems."""
ENVIRONMENT = "python3 -m venv comet-env", "comet-env/bin/pip install unbabel-comet"
LOG_IN = "comet-env/bin/hf auth login  # after you have accepted the licence"
NO_CARD = "--gpus 0"
LICENCE = "Accept its licence (CC BY-NC-SA, not for commercial use) at huggingface.co/{model} first."
METRICX_ENVIRONMENT = (
    "git clone https://github.com/google-research/metricx",
    "python3.10 -m venv metricx-env  # its libraries are of 2023",
    "metricx-env/bin/pip install -r metricx/requirements.txt",
    "metricx-env/bin/pip install protobuf==3.20.3 fsspec==2023.9.2",
)


def learned_metrics(files: PlainFiles) -> tuple[LearnedMetric, ...]:
    """COMET, XCOMET, CometKiwi and MetricX for these files; without a source only what does without."""
    if files.source is None:
        return (_metricx(),)
    reference = files.references[files.reference.name]
    texts = ("-s", files.source), ("-t", *files.systems.values())
    return _of_2022(texts, reference), _xcomet(texts, reference), _kiwi(texts), _metricx()


def _of_2022(texts: Texts, reference: str) -> LearnedMetric:
    return LearnedMetric(
        "COMET",
        "COMET of 2022 (Apache 2.0): reads source, reference and output; 0 to 1, higher is better.",
        ENVIRONMENT,
        _comet(texts, reference, "Unbabel/wmt22-comet-da", "COMET.json"),
        "COMET.json",
        without_card=NO_CARD,
    )


def _xcomet(texts: Texts, reference: str) -> LearnedMetric:
    model = "Unbabel/XCOMET-XL"
    return LearnedMetric(
        "XCOMET",
        "Scores and marked errors by a model of 3.5 billion parameters, which needs a graphics card."
        f" {LICENCE.format(model=model)}",
        (*ENVIRONMENT, LOG_IN),
        _comet(texts, reference, model, "XCOMET-XL.json"),
        "XCOMET-XL.json",
    )


def _kiwi(texts: Texts) -> LearnedMetric:
    model = "Unbabel/wmt22-cometkiwi-da"
    return LearnedMetric(
        "CometKiwi",
        f"Reads source and output alone, no reference; 0 to 1, higher is better. {LICENCE.format(model=model)}",
        (*ENVIRONMENT, LOG_IN),
        _comet(texts, None, model, "CometKiwi.json"),
        "CometKiwi.json",
        without_card=NO_CARD,
    )


def _metricx() -> LearnedMetric:
    result = "MetricX-24.jsonl"
    run = _joined(
        ("metricx-env/bin/python", "-m", "metricx24.predict"),
        ("--tokenizer", "google/mt5-xl", "--model_name_or_path", "google/metricx-24-hybrid-xl-v2p6"),
        ("--max_input_length", "1536", "--batch_size", "1"),
        ("--input_file", METRICX, "--output_file", f"./{result}"),
    )
    return LearnedMetric(
        "MetricX",
        "MetricX-24 by Google (Apache 2.0), an estimate of MQM errors: 0 to 25, lower is better. Needs a graphics card"
        " for more than a few segments.",
        METRICX_ENVIRONMENT,
        f"PYTHONPATH=metricx {run}",
        result,
    )


def _comet(texts: Texts, reference: str | None, model: str, result: str) -> str:
    source, systems = texts
    return _joined(
        ("comet-env/bin/comet-score", *source, *(() if reference is None else ("-r", reference))),
        systems,
        ("--model", model, "--quiet", "--only_system"),
        ("--to_json", result),
    )


def _joined(*lines: tuple[str, ...]) -> str:
    """One command on several lines."""
    return " \\\n  ".join(shlex.join(words) for words in lines)
