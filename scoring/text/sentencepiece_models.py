"""SentencePiece models for spBLEU: finding the file, checking it, and cutting texts into pieces.

No model is ever downloaded. A model is named in one of two ways: by sacreBLEU's name, whose file is looked for in
sacreBLEU's folder, or as ``spm=FILE``. A pinned name also has the hash of the file's content, so that equal names cut
texts alike: ``flores200:HASH`` or ``spm:HASH=FILE``.
"""

import hashlib
import os
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from .naming import clean_file

if TYPE_CHECKING:
    from sentencepiece import SentencePieceProcessor

PACKAGE = "sentencepiece"
SPM = "spm"
"""Name before a file; without a file it is sacreBLEU's other name for flores101."""
FLORES_101, FLORES_200 = "flores101", "flores200"
MODEL_FILES = {
    FLORES_200: "flores200sacrebleuspm",
    FLORES_101: "sacrebleu_tokenizer_spm.model",
    "spBLEU-1K": "spbleu-1k_tokenizer_spm.model",
}
"""File name of each model in sacreBLEU's folder, by sacreBLEU's name for the model."""
PUBLISHED = {"14bb8dfb35c0ffdea7bc01e56cea38b9e3d5efcdcb9c251d6b40538e1aab555a": FLORES_200}
"""Name of each published model in signatures, by the SHA-256 of its file."""
HASH_SHOWN = 12
"""Number of hexadecimal digits of the hash in a signature."""
LOADED_MOST = 8
"""Largest number of models held in memory, each about 10 MB."""
_NAME = re.compile(
    rf"(?P<name>{SPM}|{'|'.join(MODEL_FILES)})(?::(?P<digest>[0-9a-f]{{64}}))?(?:=(?P<file>.+))?", re.DOTALL
)


@dataclass(frozen=True)
class ModelName:
    """The parsed name of a SentencePiece model."""

    name: str
    """Name before the hash and the file: ``spm``, or one of ``MODEL_FILES``."""
    file: str | None = None
    """File of the model; None for the file in sacreBLEU's folder."""
    digest: str | None = None
    """SHA-256 that the content must have; None for any content."""

    @classmethod
    def parse(cls, text: object) -> "ModelName | None":
        """Return the parsed name, or None for a text that is not the name of a model."""
        match = _NAME.fullmatch(text) if isinstance(text, str) else None
        return None if match is None else cls(match["name"], match["file"], match["digest"])

    @property
    def path(self) -> Path:
        """Path of the model's file, which may not exist."""
        if self.file is not None:
            return Path(self.file).expanduser().absolute()
        return models_folder() / MODEL_FILES[FLORES_101 if self.name == SPM else self.name]

    def find(self) -> "Model":
        """Return the model; raise ``ValueError`` where its file is missing, unreadable or has another content."""
        if self.digest in _FILES:
            return Model(self.digest)
        path = self.path
        try:
            stat = path.stat()
            digest = _file_digest(path, stat.st_mtime_ns, stat.st_size, stat.st_ino)
        except OSError as error:
            raise ValueError(self._unreadable_model_sentence(path, error)) from None
        if self.digest not in (None, digest):
            raise ValueError(
                f"{_display_path(path)}: expected the SentencePiece model with the SHA-256 {self.digest};"
                f" found {digest}. The file was changed, or is another one on this machine."
            )
        _FILES[digest] = path
        return Model(digest)

    def pin(self) -> str:
        """Return the name with the hash of the file; raise ``ValueError`` as ``find`` does."""
        digest = self.digest or self.find().digest
        return f"{self.name}:{digest}" if self.file is None else f"{SPM}:{digest}={self.path}"

    def _unreadable_model_sentence(self, path: Path, error: OSError) -> str:
        if self.file is not None or not isinstance(error, FileNotFoundError):
            return f"{_display_path(path)}: expected a SentencePiece model; {error.strerror or error}."
        return (
            f"The tokenizer {self.name!r} needs its SentencePiece model, and there is no file {_display_path(path)}."
            f" BLEUscope downloads nothing. Either score any text once with sacreBLEU, which fetches the file to that"
            f" place: sacrebleu REF -i OUTPUT --tokenize {self.name}. Or name a file that you have: --tokenize"
            f" {self.name} --spm-model FILE, in Python tokenize='{self.name}=FILE'."
        )


@dataclass(frozen=True)
class Model:
    """A SentencePiece model whose file was found, identified by the SHA-256 of its content."""

    digest: str

    @property
    def signature(self) -> str:
        """Name of a published model; for any other model ``spm-`` and the first digits of its hash."""
        return PUBLISHED.get(self.digest, f"{SPM}-{self.digest[:HASH_SHOWN]}")

    def separate(self, column: pa.StringArray) -> pa.StringArray:
        """Return the texts with spaces between their pieces; null stays null."""
        processor = _load(self.digest)
        texts = pc.utf8_rtrim_whitespace(column).to_pylist()
        pieces = processor.encode([text or "" for text in texts], out_type=str, num_threads=1)
        joined = (None if text is None else " ".join(of) for text, of in zip(texts, pieces, strict=True))
        return pa.array(joined, pa.string())


_FILES: dict[str, Path] = {}
"""File of every model found in this process, by the SHA-256 of its content."""


def models_folder() -> Path:
    """Return sacreBLEU's folder of models: ``$SACREBLEU/models``, by default ``~/.sacrebleu/models``."""
    return Path(os.environ.get("SACREBLEU") or Path.home() / ".sacrebleu") / "models"


def is_in_folder(name: str) -> bool:
    """Return whether sacreBLEU's folder has the file of this model."""
    return ModelName(name).path.is_file()


@lru_cache(maxsize=64)
def _file_digest(path: Path, modified: int, size: int, number: int) -> str:
    """Return the SHA-256 of a file; the other arguments are cache keys that change with the content."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@lru_cache(maxsize=LOADED_MOST)
def _load(digest: str) -> "SentencePieceProcessor":
    """Return the model with this content; raise ``ValueError`` where the file has changed or is no model."""
    from sentencepiece import SentencePieceProcessor

    path = _FILES[digest]
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ValueError(f"{_display_path(path)}: the model cannot be read; {error.strerror or error}.") from None
    if hashlib.sha256(content).hexdigest() != digest:
        raise ValueError(
            f"{_display_path(path)}: the SentencePiece model was changed while it was in use; start again."
        )
    try:
        if content:
            return SentencePieceProcessor(model_proto=content)
    except RuntimeError:
        pass
    raise ValueError(
        f"{_display_path(path)}: expected a SentencePiece model (such as m.model); found another kind of file."
    )


def _display_path(path: Path) -> str:
    return clean_file(str(path))
