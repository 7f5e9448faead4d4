"""sacreBLEU's flags that are more than another name of an option, and sacreBLEU's flags that do not exist here.

docs/from-sacrebleu.md lists all of them.
"""

import argparse
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NoReturn

from ..text.sentencepiece_models import FLORES_101, MODEL_FILES, SPM, ModelName
from .notes import write_note

TOKENIZER_OF_TARGET = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}
"""Tokenizer that sacreBLEU's -l chooses for a target language; 13a for all other languages."""
PAIRED_TESTS = {"--paired-ar": "ar", "--paired-bs": "bootstrap"}
"""Value of --test that corresponds to each of sacreBLEU's flags of tests."""
DOWNLOADED = (
    "no test set is downloaded here. Write its reference once with sacreBLEU, sacrebleu -t wmt17 -l en-de --echo ref >"
    " ref.txt, and give ref.txt in its place"
)
ABSENT = {
    ("--test-set", "-t"): DOWNLOADED,
    ("--download",): DOWNLOADED,
    ("--echo",): DOWNLOADED,
    ("--list",): "no test sets are kept here; sacrebleu --list names the ones that sacreBLEU downloads",
    ("--citation", "--cite"): "no test sets are kept here; sacrebleu --citation -t NAME prints the paper of one",
    ("--origlang", "-ol"): "give files that hold the segments of that original language only",
    ("--subset",): "give files that hold the segments of that subset only",
    ("--detail", "-d"): "give files that hold the segments of one original language only, once for each",
    ("--num-refs", "-nr"): "give each column as a file of its own: <(cut -f1 refs.tsv) <(cut -f2 refs.tsv)",
}
"""Advice on what to do instead, by flags that do not exist here."""
IGNORED = {("--paired-jobs", "-j"): 1, ("--no-color", "-nc"): 0}
"""Number of values that follow a flag, by flags that change nothing here."""


class AbsentFlag(argparse.Action):
    """A flag of sacreBLEU that is refused; the error says what to do instead."""

    def __call__(self, parser: argparse.ArgumentParser, *arguments: Any) -> NoReturn:
        raise argparse.ArgumentError(self, str(self.metavar))


class IgnoredFlag(argparse.Action):
    """A flag of sacreBLEU that changes nothing here; a note says so."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, flag: str | None = None
    ) -> None:
        write_note(f"{flag} changes nothing here; leave it out.")


def add_absent_flags(command: argparse.ArgumentParser) -> None:
    """Add flags of sacreBLEU that the command explains but does not support; the help does not show them."""
    for flags, advice in ABSENT.items():
        command.add_argument(
            *flags, action=AbsentFlag, nargs="*", metavar=advice, default=argparse.SUPPRESS, help=argparse.SUPPRESS
        )
    for flags, n_values in IGNORED.items():
        command.add_argument(
            *flags, action=IgnoredFlag, nargs=n_values, default=argparse.SUPPRESS, help=argparse.SUPPRESS
        )


def add_tokenizer_flags(add: Callable[..., object]) -> None:
    """Add sacreBLEU's flags that set the tokenizer."""
    models = ", ".join(MODEL_FILES)
    help_ = (
        f"the SentencePiece model of --tokenize {SPM}, {models}; default: where sacreBLEU keeps it,"
        " ~/.sacrebleu/models. Nothing is downloaded"
    )
    add("--spm-model", metavar="FILE", default=argparse.SUPPRESS, help=help_)
    help_ = "source and target language, such as en-ja: zh, ja-mecab or ko-mecab for these targets, without --tokenize"
    add("--language-pair", "-l", type=_target, metavar="PAIR", default=argparse.SUPPRESS, help=help_)


def add_smoothing_value(add: Callable[..., object]) -> None:
    """Add the flag for the value of a smoothing method."""
    help_ = "the value of the method of --smoothing, as in --smoothing floor=0.1"
    add("--smooth-value", "-sv", type=float, metavar="X", default=argparse.SUPPRESS, help=help_)


def merge_sacrebleu_flags(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options by their keys, with the tokenizer and the smoothing that sacreBLEU's flags set.

    Raises ``ValueError`` where flags contradict one another.
    """
    merged = dict(values)
    target, model = merged.pop("language_pair", None), merged.pop("spm_model", None)
    value = merged.pop("smooth_value", None)
    if target in TOKENIZER_OF_TARGET and model is None:
        merged.setdefault("tokenize", TOKENIZER_OF_TARGET[target])
    if model is not None:
        name = merged.get("tokenize", SPM)
        if name not in (SPM, *MODEL_FILES):
            raise ValueError(f"--spm-model is for --tokenize {SPM}, {' or '.join(MODEL_FILES)}; found {name}.")
        merged["tokenize"] = f"{name}={model}"
    if value is not None:
        smoothing = str(merged.get("smoothing", "exp"))
        if "=" in smoothing:
            raise ValueError(f"--smooth-value {value!r}: --smoothing {smoothing} has a value; leave one of them out.")
        merged["smoothing"] = f"{smoothing}={value!r}"
    return merged


def note_other_models(tokenizer: str, signatures: Iterable[str]) -> None:
    """Write a note where a model was named as a published one, and a signature does not have that name."""
    model = ModelName.parse(tokenizer)
    if model is None or (model.name == SPM and model.file is not None):
        return
    published = FLORES_101 if model.name == SPM else model.name
    for signature in sorted({*signatures} - {published}):
        write_note(
            f"The file is not known to be the published model {published}, so signatures name it by its hash,"
            f" tok:{signature}. Only numbers with this signature may be compared."
        )


def _target(pair: str) -> str:
    """Return the target language of a pair such as en-ja."""
    languages = pair.split("-")
    if len(languages) < 2 or not all(languages):
        raise argparse.ArgumentTypeError(f"expected source and target language, such as en-de; found {pair!r}")
    return languages[1]
