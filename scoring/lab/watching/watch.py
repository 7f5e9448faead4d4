"""Score every output that is in a folder, or appears in it, once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Protocol

from ...formats.errors import FormatError
from ...metric import Metric
from ...output.json_values import number_or_none
from ...output.numbers import counted
from ...studies.scores import ScoreResult
from ...text.naming import clean_file
from .folder import AT_REST, FolderListing, RestCounter, Stamp, natural, parse_step
from .record import Key, ScoreRecord
from .scorer import Scorer

PATIENCE = 6
"""Looks at which an unscorable file must be unchanged before this is reported: it may still be in writing."""
MAX_FILES_NAMED = 5
"""Most other files that one note names."""


class OutputSource(Protocol):
    """A place with outputs: a ``Folder``, or a stand-in in tests."""

    def look(self) -> FolderListing: ...

    def read(self, name: str, stamp: Stamp) -> bytes | None: ...

    def kind(self, name: str, is_utf8: bool) -> str | None: ...


@dataclass
class Watch:
    """A watch of one folder, with all files seen so far and their states. ``look`` is called repeatedly."""

    outputs: OutputSource
    scorer: Scorer
    metrics: Sequence[Metric]
    record: ScoreRecord
    on_scores: Callable[[str, Sequence[ScoreResult]], object]
    """function that is called with each output that was added to the record, and its scores"""
    on_note: Callable[[str], object]
    """function that is called with notes on ignored files, errors and changes"""
    folder: str = "."
    """Name of the outputs' folder in the record."""
    n_scored: int = 0
    """number of outputs that this watch has scored"""
    n_known: int = 0
    """number of outputs whose scores were all in the record already"""
    _resting: RestCounter = field(default_factory=RestCounter)
    _scored_stamps: dict[str, Stamp] = field(default_factory=dict)
    """name -> stamp, of files that are scored, or are no outputs"""
    _wrong: dict[str, tuple[Stamp | None, str]] = field(default_factory=dict)
    """name -> stamp and error, of unchanging files; stamp None for files to be read again"""
    _reported_errors: set[tuple[str, Stamp, str]] = field(default_factory=set)
    """name, stamp and error of each error that was reported"""
    _digests: dict[str, str] = field(default_factory=dict)
    """name -> digest of the content, of outputs in the folder"""
    _left_out: set[str] = field(default_factory=set)
    _waiting: set[str] = field(default_factory=set)
    _has_looked: bool = False
    _is_cut_off: bool = False

    @property
    def n_wrong(self) -> int:
        """Number of files that cannot be scored as they are now."""
        return len(self._wrong)

    @property
    def scored(self) -> tuple[str, ...]:
        """Names of the outputs that are in the folder, unchanging and scored."""
        names = self._digests.keys() & self._scored_stamps.keys() - self._wrong.keys()
        return tuple(sorted(names, key=natural))

    def digest_of(self, name: str) -> str:
        """Return the digest of the content of an output that is in the folder."""
        return self._digests[name]

    def look(self, patience: int = PATIENCE, is_last: bool = False) -> int:
        """Score the files that no longer change, and return the number of files to wait for.

        A file that cannot be scored is reported after ``patience`` looks; a file that cannot be read is tried at each.
        Raises ``OSError`` where the folder cannot be read at the first or the last look, or the record cannot be
        written, and ``FormatError`` where the record was damaged meanwhile.
        """
        look = self._list_folder(is_last)
        if look is None:
            return len(self._waiting)
        self._say_left_out(look.others)
        looks = self._resting.see(look.files)
        self._wrong = {name: wrong for name, wrong in self._wrong.items() if looks.get(name, 0) >= AT_REST}
        self._digests = {name: digest for name, digest in self._digests.items() if name in look.files}
        self._waiting = set()
        for name in sorted(look.files, key=natural):
            stamp = look.files[name]
            if self._scored_stamps.get(name) == stamp:
                continue
            if looks[name] >= AT_REST and (name not in self._wrong or self._wrong[name][0] != stamp):
                self._take(name, stamp)
            if name in self._wrong and looks[name] >= patience:
                self._say_wrong(name, stamp)
            elif self._scored_stamps.get(name) != stamp:
                self._waiting.add(name)
        return len(self._waiting)

    def _list_folder(self, is_last: bool) -> FolderListing | None:
        """Return the folder's content; None where the folder, such as one of a network, cannot be read for a while."""
        try:
            look = self.outputs.look()
        except OSError as error:
            if is_last or not self._has_looked:
                raise
            if not self._is_cut_off:
                self.on_note(f"The folder cannot be read ({error.strerror or error}); it is looked at again.")
            self._is_cut_off = True
            return None
        self._has_looked, self._is_cut_off = True, False
        return look

    def _take(self, name: str, stamp: Stamp) -> None:
        """Score a file, or keep the error that prevents this."""
        self._wrong.pop(name, None)
        try:
            kind = self.outputs.kind(name, self.scorer.encoding is None)
            data = None if kind is not None else self.outputs.read(name, stamp)
        except FileNotFoundError:
            return
        except OSError as error:
            self._wrong[name] = None, f"{clean_file(name)}: cannot be read ({error.strerror or error})."
            return
        if kind is not None:
            self._say_left_out({name: kind})
        elif data is None or not self._score(name, stamp, data):
            return
        self._scored_stamps[name] = stamp

    def _say_wrong(self, name: str, stamp: Stamp) -> None:
        """Report the error of a file, once for each content and error."""
        message = self._wrong[name][1]
        if (name, stamp, message) not in self._reported_errors:
            self._reported_errors.add((name, stamp, message))
            self.on_note(message)

    def _score(self, name: str, stamp: Stamp, data: bytes) -> bool:
        """Score a content by the metrics that have not scored it last; return False where it cannot be scored."""
        shown, stored = clean_file(name), name.encode("utf-8", "backslashreplace").decode()
        digest = blake2b(data, digest_size=16, key=self.scorer.read_as.encode()).hexdigest()
        self._digests.pop(name, None)
        same = next(
            (clean_file(other) for other, other_digest in self._digests.items() if other_digest == digest), None
        )
        self._digests[name] = digest
        before = {metric: self.record.digest(self._key(stored, metric)) for metric in self.metrics}
        metrics = [metric for metric, scored_digest in before.items() if scored_digest != digest]
        if not metrics:
            self.n_known += 1
            return True
        try:
            scores = self.scorer.score(shown, self.scorer.read(shown, data, same), metrics)
        except ValueError as error:
            self._wrong[name] = stamp, str(error) if isinstance(error, FormatError) else f"{shown}: {error}"
            return False
        if any(before[metric] is not None for metric in metrics):
            change = f"{shown} or its --encoding has changed since it was scored"
            self.on_note(f"{change}: new scores are added, old ones stay.")
        if self.record.is_removed:
            self.on_note(
                f"{clean_file(str(self.record.path))} was removed: it is written again with all scores so far. To begin"
                " anew, end the watch before it is removed."
            )
        self.record.append([self._row(stored, stamp, digest, score) for score in scores])
        self.n_scored += 1
        self.on_scores(shown, scores)
        return True

    def _key(self, stored: str, metric: Metric) -> Key:
        return self.folder, stored, metric.name, self.scorer.signature(metric), self.scorer.digest

    def _row(self, name: str, stamp: Stamp, digest: str, score: ScoreResult) -> dict[str, object]:
        return {
            "name": name,
            "time": datetime.fromtimestamp(stamp.modified // 1_000 / 1e6, UTC),
            "step": parse_step(name),
            "metric": score.metric.name,
            "score": number_or_none(score.score),
            "low": number_or_none(score.interval[0]),
            "high": number_or_none(score.interval[1]),
            "n_segments": len(self.scorer),
            "signature": score.signature,
            "resamples": score.trials,
            "seed": score.seed,
            "output_digest": digest,
            "reference_digest": self.scorer.digest,
            "folder": self.folder,
        }

    def _say_left_out(self, others: Mapping[str, str]) -> None:
        """Report the reason for ignoring each file that is no output, once."""
        new = sorted((name for name in others if name not in self._left_out), key=natural)
        self._left_out.update(new)
        if new:
            listed = ", ".join(f"{clean_file(name)} ({others[name]})" for name in new[:MAX_FILES_NAMED])
            rest = f", and {counted(len(new) - MAX_FILES_NAMED, 'other')}" if len(new) > MAX_FILES_NAMED else ""
            self.on_note(f"Not scored: {listed}{rest}.")


def follow_folders(
    watches: Sequence[Watch],
    every: float,
    once: bool,
    sleep: Callable[[float], object],
    on_look: Callable[[], object] = lambda: None,
) -> None:
    """Look repeatedly, with a pause of ``every`` seconds; with ``once``, only until each file was looked at twice.

    ``on_look`` is called after each look into all folders. Raises errors as ``Watch.look`` does, and ``ValueError``
    where with ``once`` a file could not be scored.
    """

    def look(patience: int = PATIENCE, is_last: bool = False) -> int:
        waiting = sum(watch.look(patience, is_last) for watch in watches)
        on_look()
        return waiting

    waiting = look()
    while not once:
        sleep(every)
        waiting = look()
    if waiting:
        sleep(every)
        waiting = look(AT_REST, is_last=True)
    if waiting:
        files = counted(waiting, "file is", "files are")
        watches[0].on_note(f"{files} being written at this moment, and left for the next time.")
    if n_wrong := sum(watch.n_wrong for watch in watches):
        raise ValueError(f"{counted(n_wrong, 'file')} could not be scored; the notes above say why.")
