"""Write commands that compute learned metrics in separate environments, because their packages conflict with ours.

Checked against Unbabel/COMET 2.2.7 (``comet/cli/score.py``, ``LICENSE.models.md``) and google-research/metricx
(``metricx24/predict.py``, issue 10: the output file needs a folder, and two libraries must have pinned versions).
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
    """description of its inputs and scores, in a sentence or two"""
    install: tuple[str, ...]
    """commands to run once, which make a separate environment"""
    run: str
    """command to run in the folder of the plain files"""
    result: str
    """name of the file with the results, which BLEUscope reads"""
    without_card: str = ""
    """further arguments on a computer without a graphics card; empty where the metric needs one"""

    @property
    def commands(self) -> str:
        """All commands as text for a shell."""
        once = "\n".join(("# in the folder with the texts, once: an environment of its own", *self.install))
        return f"{once}\n\n# then\n{self.run}"


Texts: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]
"""Arguments for the source, and for all systems."""
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
    """Return COMET, XCOMET, CometKiwi and MetricX for these files; without a source, only metrics that need none."""
    if files.source is None:
        return (_metricx(),)
    reference = files.references[files.reference.name]
    texts = ("-s", files.source), ("-t", *files.systems.values())

    def comet(name: str, about: str, model: str, result: str, has_reference: bool, needs_card: bool) -> LearnedMetric:
        is_open = model == "wmt22-comet-da"
        return LearnedMetric(
            name,
            about if is_open else f"{about} {LICENCE.format(model=f'Unbabel/{model}')}",
            ENVIRONMENT if is_open else (*ENVIRONMENT, LOG_IN),
            _comet(texts, reference if has_reference else None, f"Unbabel/{model}", result),
            result,
            without_card="" if needs_card else NO_CARD,
        )

    about_comet = "COMET of 2022 (Apache 2.0): reads source, reference and output; 0 to 1, higher is better."
    about_xcomet = "Scores and marked errors by a model of 3.5 billion parameters, which needs a graphics card."
    about_kiwi = "Reads source and output alone, no reference; 0 to 1, higher is better."
    return (
        comet("COMET", about_comet, "wmt22-comet-da", "COMET.json", True, False),
        comet("XCOMET", about_xcomet, "XCOMET-XL", "XCOMET-XL.json", True, True),
        comet("CometKiwi", about_kiwi, "wmt22-cometkiwi-da", "CometKiwi.json", False, False),
        _metricx(),
    )


def _metricx() -> LearnedMetric:
    result = "MetricX-24.jsonl"
    run = _multiline_command(
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
    return _multiline_command(
        ("comet-env/bin/comet-score", *source, *(() if reference is None else ("-r", reference))),
        systems,
        ("--model", model, "--quiet", "--only_system"),
        ("--to_json", result),
    )


def _multiline_command(*lines: tuple[str, ...]) -> str:
    """Return one command written on several lines."""
    return " \\\n  ".join(shlex.join(words) for words in lines)
