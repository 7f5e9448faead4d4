"""The glossary in use: the one that the visitor has brought, else the one that is kept with the test set."""

from dataclasses import dataclass
from hashlib import blake2b

from scoring import TestSet
from scoring.checks.terminology.glossary import Glossary
from scoring.checks.terminology.glossary_files import read_glossary
from scoring.counting.arrays import Ints
from scoring.studies import terminology
from scoring.studies.checks import TextsToCheck
from scoring.studies.terminology import TermsRequest, TermsResult
from scoring.text.languages import Language
from server.engine.tasks import Task, Tell
from ui.session import state
from ui.store import cache, kept
from workspace import UnavailableError

BROUGHT = "glossary"
"""First part of the shelf's key for a visitor's glossary."""


@dataclass(frozen=True, eq=False)
class GlossaryFile:
    """A glossary with the file from which it was read."""

    file: str
    digest: str
    """Digest of the file's bytes, and of the language with which it was read."""
    glossary: Glossary
    data: bytes
    """The file's bytes."""
    is_kept: bool = False
    """Whether the glossary is kept with the test set."""


def read_glossary_bytes(file: str, data: bytes, language: Language | None, is_kept: bool = False) -> GlossaryFile | str:
    """Return the glossary, or why it cannot be read; ``language`` is the outputs'."""
    try:
        return make_glossary_file(file, data, language, is_kept)
    except ValueError as error:
        return str(error)


def make_glossary_file(file: str, data: bytes, language: Language | None = None, is_kept: bool = False) -> GlossaryFile:
    """Return the glossary with its file; raise ``FormatError`` where it cannot be read."""
    glossary = read_glossary(file, data, (None, language))
    code = "" if language is None else language.name
    return GlossaryFile(file, blake2b(data + code.encode(), digest_size=16).hexdigest(), glossary, data, is_kept)


def shelf_key() -> tuple[str, str]:
    """Return the key of the visitor's glossary on the shelf."""
    return BROUGHT, state.visitor()


def brought_glossary() -> GlossaryFile | None:
    """Return the glossary that the visitor has brought; None without one."""
    glossary: GlossaryFile | None = cache.shelf().get(shelf_key(), state.visitor())
    return glossary


def kept_glossary(language: Language | None) -> GlossaryFile | str | None:
    """Return the glossary that is kept with the test set in use, or why it cannot be read; None without one."""
    try:
        version = kept.find_kept_version(state.chosen_set())
        if version is None or not version.glossary:
            return None
        return cache.engine().now(_reading(version, language))
    except UnavailableError:  # another part of the page says it
        return None


def glossary_in_use(test_set: TestSet) -> GlossaryFile | None:
    """Return the glossary for the outputs of a test set; None without one that can be read."""
    visitor_glossary = brought_glossary()
    if visitor_glossary is not None:
        return visitor_glossary
    set_glossary = kept_glossary(language_of_outputs(test_set))
    return None if isinstance(set_glossary, str) else set_glossary


def language_of_outputs(test_set: TestSet) -> Language | None:
    """Return the language of the outputs that the files name; None where they name none."""
    stated_language = test_set.target.stated_language
    return None if stated_language is None else stated_language.language


def terms_task(in_use: GlossaryFile, checked: TestSet, places: Ints | None = None) -> Task[TermsResult | str]:
    """Return the task that finds all terms in a whole test set, or in some of its segments.

    Its result is a text where the glossary does not fit. ``places`` are the segments, 0-based; None for all.
    """
    texts = TextsToCheck.of_test_set(checked)

    def compute(tell: Tell) -> TermsResult | str:
        try:
            request = TermsRequest(in_use.glossary)
            if places is None:
                return terminology.run(request, texts, tell)
            return terminology.run_among(request, texts, places, tell)
        except ValueError as error:
            return str(error)

    of_segments = b"" if places is None else places.tobytes()
    return Task(cache.TESTS, ("terms", in_use.digest, checked.identity, of_segments), compute)


def _reading(version: kept.KeptVersion, language: Language | None) -> Task[GlossaryFile | str | None]:
    workspace = kept.visitor_workspace()

    def read() -> GlossaryFile | str | None:
        try:
            glossary = workspace.glossary(version.id)
        except UnavailableError:
            raise
        except ValueError as error:
            return str(error)
        return None if glossary is None else read_glossary_bytes(glossary.file, glossary.data, language, is_kept=True)

    code = "" if language is None else language.name
    return Task(cache.FILES, ("kept glossary", version.id, version.glossary_checksum, code), lambda tell: read())
