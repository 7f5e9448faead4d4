"""Commands that compute learned metrics elsewhere, from the plain files of a test set: their environments exclude ours.

Checked against Unbabel/COMET 2.2.7 (``comet/cli/score.py``, ``LICENSE.models.md``) and google-research/metricx
(``metricx24/predict.py``, issue 10: the file to write needs a folder, and what two pinned libraries must be).
"""

import shlex
from dataclasses import dataclass

from .plain_files import METRICX, PlainFiles


@dataclass(frozen=True)
class LearnedMetric:
    """A metric that another program computes."""

    name: str
    about: str
    """what it takes and gives, in a sentence or two of Markdown"""
    install: tuple[str, ...]
    """once: commands that make an environment of its own"""
    run: str
    """in the folder of the plain files"""
    result: str
    """the file that it writes, which is read here"""
    needs_source: bool = True

    @property
    def commands(self) -> str:
        """All of it for a shell."""
        once = "\n".join(("# in the folder with the texts, once: an environment of its own", *self.install))
        return f"{once}\n\n# then\n{self.run}"


ENVIRONMENT = "python3 -m venv comet-env", "comet-env/bin/pip install unbabel-comet"
LOG_IN = "comet-env/bin/hf auth login  # after you have accepted the licence"
LICENCE = "Accept its licence (CC BY-NC-SA, not for commercial use) at huggingface.co/{model} first."
METRICX_ENVIRONMENT = (
    "git clone https://github.com/google-research/metricx",
    "python3.10 -m venv metricx-env  # its libraries are of 2023",
    "metricx-env/bin/pip install -r metricx/requirements.txt",
    "metricx-env/bin/pip install protobuf==3.20.3 fsspec==2023.9.2",
)


def learned_metrics(files: PlainFiles) -> tuple[LearnedMetric, ...]:
    """COMET, XCOMET, CometKiwi and MetricX for these files; without a source only what does without."""
    reference = files.references[files.reference.name]
    metricx = LearnedMetric(
        "MetricX",
        "MetricX-24 by Google (Apache 2.0), an estimate of MQM errors: 0 to 25, lower is better. Needs a graphics card"
        " for more than a few segments.",
        METRICX_ENVIRONMENT,
        _metricx("google/mt5-xl", "google/metricx-24-hybrid-xl-v2p6", "MetricX-24.jsonl"),
        "MetricX-24.jsonl",
        needs_source=False,
    )
    if files.source is None:
        return (metricx,)
    systems = tuple(files.systems.values())
    xcomet, kiwi = "Unbabel/XCOMET-XL", "Unbabel/wmt22-cometkiwi-da"
    return (
        LearnedMetric(
            "COMET",
            "COMET of 2022 (Apache 2.0): reads source, reference and output; 0 to 1, higher is better."
            " Without a graphics card add `--gpus 0`.",
            ENVIRONMENT,
            _comet(files.source, systems, reference, "Unbabel/wmt22-comet-da", "COMET.json"),
            "COMET.json",
        ),
        LearnedMetric(
            "XCOMET",
            "Scores and marked errors by a model of 3.5 billion parameters, which needs a graphics card."
            f" {LICENCE.format(model=xcomet)}",
            (*ENVIRONMENT, LOG_IN),
            _comet(files.source, systems, reference, xcomet, "XCOMET-XL.json"),
            "XCOMET-XL.json",
        ),
        LearnedMetric(
            "CometKiwi",
            f"Reads source and output alone, no reference; 0 to 1, higher is better. {LICENCE.format(model=kiwi)}",
            (*ENVIRONMENT, LOG_IN),
            _comet(files.source, systems, None, kiwi, "CometKiwi.json"),
            "CometKiwi.json",
        ),
        metricx,
    )


def _comet(source: str, systems: tuple[str, ...], reference: str | None, model: str, result: str) -> str:
    references = () if reference is None else ("-r", reference)
    lines = (
        ("comet-env/bin/comet-score", "-s", source, *references),
        ("-t", *systems),
        ("--model", model, "--quiet", "--only_system"),
        ("--to_json", result),
    )
    return _joined(*lines)


def _metricx(tokenizer: str, model: str, result: str) -> str:
    lines = (
        ("metricx-env/bin/python", "-m", "metricx24.predict"),
        ("--tokenizer", tokenizer, "--model_name_or_path", model),
        ("--max_input_length", "1536", "--batch_size", "1"),
        ("--input_file", METRICX, "--output_file", f"./{result}"),
    )
    return f"PYTHONPATH=metricx {_joined(*lines)}"


def _joined(*lines: tuple[str, ...]) -> str:
    """One command on several lines."""
    return " \\\n  ".join(shlex.join(words) for words in lines)
