"""Guess a role, a language, and a short name from a file's name or a table's header."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from ..text.languages import Language, find_language
from ..text.naming import clean_name, path_parts
from .columns import Role

JUDGMENTS = (".seg.score", ".sys.score", ".domain.score", ".doc.score", ".rating", ".docs")
"""Endings of files of judgments with any content; ``.txt`` may follow."""
FILE_ENDINGS = re.compile(
    r"\.(?:txt|gz|tsv|tab|csv|xlsx|xlsm|jsonl|ndjson|json|sgml?|xml|zip|srt|vtt"
    r"|xlf|xliff|sdlxliff|mqxliff|mxliff|tmx|po|pot)$",
    re.IGNORECASE,
)

_REALIGNED = re.compile(r"\.realigned$", re.IGNORECASE)
REALIGNED_ENDING = ".realigned.txt"
"""Ending of a file with an output that was cut again into the references' segments."""

_FIELD = re.compile(
    r"(?P<path>.+\.(?:jsonl|ndjson|json|tsv|tab|csv|xlsx|xlsm|sgml?|xml|zip|xlf|xliff|sdlxliff|mqxliff|mxliff|tmx|po)"
    r"(?:\.gz)?)#(?P<field>.+)",
    re.IGNORECASE | re.DOTALL,
)

_WORDS = {
    Role.SOURCE: "src source sources input inputs",
    Role.REFERENCE: "ref refs reference references gold",
    Role.SYSTEM: "sys system systems hyp hyps hypo hypothesis hypotheses mt out output outputs baseline cand"
    " candidate candidates pred preds prediction predictions submission submissions translation translations",
    Role.NOTES: "note notes comment comments remark remarks origin",
}
ROLE_OF_WORD = {word: role for role, words in _WORDS.items() for word in words.split()}
WEAK_REFERENCES = frozenset(["target", "tgt", "trg", "human"])
"""Words for a reference, used only if nothing has a stronger word for a reference."""

# A label comes before a name and is taken off it: "system.apertium.es" is "apertium".
_LABELS = {
    Role.SOURCE: r"src|source",
    Role.REFERENCE: r"refs?|references?",
    Role.SYSTEM: r"sys|systems?|hyps?|hypo|hypothes[ie]s",
}
_RUN = re.compile(r"(?:opt|run|seed|rep)[ ._-]?\d+|\d+", re.IGNORECASE)
"""Pattern of a part that is no name by itself: a number, or the number of a run."""
_ID_ENDINGS = frozenset(["id", "ids", "idx", "index", "key", "lang", "language", "score", "scores", "date"])
_SCORES = frozenset(["score", "scores"])
_ID_HEADERS = _ID_ENDINGS | {"#", "nr", "no", "number", "line", "lineno", "doc", "docid", "segid", "sentid"}
_ID_HEADERS |= {"uuid", "guid", "hash"}
_PROMPTS = frozenset(["prompt", "prompts", "systemprompt", "userprompt", "instruction", "instructions"])
"""Whole headers of columns with a model's prompt; ``prompt1`` may be the output for a prompt."""

_ABOUT_WORDS = (
    "translator translators author authors annotator annotators rater raters reviewer editor speaker gender name names"
    " comment comments note notes remark remarks len length lengths chars url link date time timestamp domain genre"
    " category type kind status provider license licence model engine quality"
)
_ABOUT = frozenset(_ABOUT_WORDS.split())
"""Last words of headers for a property of a text, such as ``reference_translator``."""

_TWO_LETTERS = (
    "aa ab af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de "
    "dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia "
    "id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo "
    "lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl "
    "ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk "
    "tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu"
)
_THREE_LETTERS = (
    "afr ara ast ben bos bul cat ces chi cmn cze dan deu dut ell eng est eus fas fin fra fre ger gle "
    "glg gre guj hat hau hbs heb hin hrv hun hye ind isl ita jpn kan kat kaz khm kor lat lav lit mal "
    "mar mkd mlt mon msa mya nep nld nob nor oci pan pol por pus ron rum rus slk slo slv spa sqi srp "
    "swa swe tam tel tgl tha tur ukr urd uzb vie xho yor yue zho zul"
)
LANGUAGES = frozenset((_TWO_LETTERS + " " + _THREE_LETTERS).split())
_ANNOTATION = re.compile(r"(?:[.-]pos|\.tags?)$", re.IGNORECASE)
_HEADER_READ = 1_000
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_LANGUAGE_ENDING = re.compile(r"^(?P<rest>.+)\.(?P<code>[A-Za-z]{2,3})(?:[-_][A-Za-z]{2,4})?$")

_REGION = re.compile(r"(?<![A-Za-z])(?P<code>[a-z]{2,3})[-_](?:[A-Z]{2}|Han[st]|cn|tw|hk|br)$")
_PAIR = re.compile(r"(?<![A-Za-z])(?=(?P<source>[A-Za-z]{2,3})(?:-|_|2|-to-)(?P<target>[A-Za-z]{2,3})(?![A-Za-z]))")
_NAMED_PAIR = re.compile(r"(?P<source>[a-z]{2,3})-(?P<target>[a-z]{2,3})(?:_[A-Za-z]{2,4})*")
"""Pattern of a language pair as campaigns write it, with the regions of the second language."""
_AFTER_PAIR = re.compile(r"^[a-z]{2,3}-[a-z]{2,3}\.(?=ref)", re.IGNORECASE)
"""Pattern of the language pair that mt-metrics-eval writes before the name of a reference."""


@dataclass(frozen=True)
class Guess:
    """A guess from a name. ``stated_role`` is None if the name says no role; ``role`` is SYSTEM then."""

    stated_role: Role | None
    name: str
    language: str | None = None
    weak_reference: bool = False

    @property
    def role(self) -> Role:
        return self.stated_role or Role.SYSTEM


def file_stem(file: str) -> str:
    """Return the last part of a path without the endings known here: ``a.zip/ref.A.txt.gz`` is ``ref.A``.

    ``mt.realigned.txt`` is ``mt``; see ``is_realigned``.
    """
    stem = _remove_endings(file)
    return _REALIGNED.sub("", stem) or stem


def is_realigned(file: str) -> bool:
    """Return whether a file's name is one of an output that was cut again: ``mt.realigned.txt``.

    >>> is_realigned("a.zip/sys/mt.realigned.txt.gz"), is_realigned("realigned.txt")
    (True, False)
    """
    return _REALIGNED.search(_remove_endings(file)) is not None


def _remove_endings(file: str) -> str:
    stem = path_parts(split_field(file)[0])[-1]
    while (shorter := FILE_ENDINGS.sub("", stem)) not in ("", stem):
        stem = shorter
    return stem


def split_field(file: str) -> tuple[str, str | None]:
    """Return the file's own name, and the field behind a ``#``, None if there is none: ``a.jsonl#mt.0``."""
    match = _FIELD.fullmatch(file)
    return (match["path"], match["field"]) if match else (file, None)


def find_field(text: str) -> tuple[str, str | None]:
    """Return the path and the field in ``FILE#FIELD``, for a file on this machine, as ``split_field`` does.

    If a file exists whose own name has the ``#``, it is preferred to a field of another file.
    """
    if "#" not in text or Path(text).exists():
        return text, None
    path, field = text, ""
    while "#" in path:
        path, _, last = path.rpartition("#")
        field = f"{last}#{field}" if field else last
        if field and Path(path).exists() and not Path(path).is_dir():
            return path, field
    return split_field(text)


def guess_file(file: str) -> Guess:
    """Return the guess from the path of a file of plain text.

    A stem that is a role and nothing more (``ref.A``, ``src.en``) decides; else the nearest folder that
    is named as a role (``sys/source-copy``); else the first word of the stem that is a role. Annotation
    is to be ignored.
    """
    stem, language = _split_language(file_stem(file))
    if is_annotation(file):
        return Guess(Role.IGNORE, clean_name(stem))
    words = _words(stem)
    roles = [role for role in map(role_of_word, words) if role]
    rest = [w for w in words if not role_of_word(w) and len(w) > 1 and not w.isdigit() and w not in LANGUAGES]
    folders = [folder for folder in path_parts(file)[:-1] if not folder.lower().endswith(".zip")]
    stated_role = roles[0] if roles and not rest else _folder_role(folders) or (roles[0] if roles else None)
    weak = stated_role is None and any(word in WEAK_REFERENCES for word in words)
    if stated_role is Role.REFERENCE:
        stem = _AFTER_PAIR.sub("", stem)
    return Guess(stated_role, clean_name(_remove_label(stem, stated_role)), language, weak)


def guess_translation_file(file: str) -> Guess:
    """Return the guess from a path for the translations in a file, never a source: ``src/job.xlf`` says no role."""
    guess = guess_file(file)
    return guess if guess.stated_role in (Role.REFERENCE, Role.SYSTEM) else replace(guess, stated_role=None)


def is_called(file: str, role: Role) -> bool:
    """Return whether a file's own name, without its folder, first names this role: ``sys.A.txt``, ``my_refB``."""
    role_words = [word for word in _words(_CAMEL.sub(" ", file_stem(file))) if role_of_word(word) is not None]
    return bool(role_words) and re.fullmatch(rf"(?:{_LABELS[role]})[a-z]?\d*", role_words[0]) is not None


def name_from_file(file: str, role: Role) -> str:
    """Return the name for a file of plain text with this role: ``system.apertium.es.txt`` is ``apertium``."""
    return clean_name(_remove_label(_split_language(file_stem(file))[0], role))


def reference_names_by_file(files: Sequence[str]) -> list[str]:
    """Return the names of references: by their files if each file has a name of its own, else by number.

    >>> reference_names_by_file(["ref.A.txt", "ref.B.txt"])
    ['reference A', 'reference B']
    >>> reference_names_by_file(["ref.txt"]), reference_names_by_file(["ref.A.txt", "other.txt"])
    (['reference 1'], ['reference 1', 'reference 2'])
    """
    guesses = [guess for guess in map(guess_file, files) if guess.stated_role is Role.REFERENCE]
    names = {guess.name for guess in guesses if not any(map(role_of_word, _words(guess.name)))}
    labels = [guess.name for guess in guesses] if len(names) == len(files) else range(1, len(files) + 1)
    return [f"reference {name}" for name in labels]


def target_language(file: str) -> Language | None:
    """Return the target language by a path: ``ref.zh``, ``newstest.en-zh.zh``, ``en-zh/ref.txt``; None if unknown.

    A language at the end of the name decides, else the second one of a pair in the name, else of a pair in a folder's.
    """
    *folders, _ = path_parts(file)
    stem = file_stem(file)
    ending = _REGION.sub(r"\g<code>", stem)
    last = _words(ending.replace("_", " "))[-1:]
    language = find_language(last[0]) if last and not role_of_word(last[0]) else None
    pairs = (_second_of_pair(part) for part in (stem, *reversed(folders)))
    return language or next(filter(None, pairs), None)


def _second_of_pair(text: str) -> Language | None:
    for match in _PAIR.finditer(text):
        source, target = find_language(match["source"]), find_language(match["target"])
        if source is not None and target is not None and source != target:
            return target
    return None


def find_language_pair(file: str) -> str | None:
    """Return the language pair at the beginning of a file's name, or named by a folder: ``en-zh_CN/sysA.txt``.

    None if there is none. The file's name comes before the folders, the nearest folder first.
    """
    *folders, _ = path_parts(file)
    names = (file_stem(file).split(".")[0], *reversed(folders))
    for match in filter(None, map(_NAMED_PAIR.fullmatch, names)):
        source, target = find_language(match["source"]), find_language(match["target"])
        if source is not None and target is not None and source != target:
            return match[0]
    return None


def is_pair_of_languages(file: str) -> bool:
    """Return whether a file's name is a pair of languages and nothing else, as mt-metrics-eval names sources."""
    stem = file_stem(file)
    return len(_words(stem)) == 2 and _second_of_pair(stem) is not None


def is_annotation(file: str) -> bool:
    """Return whether a file's name is one of tags of a text: ``ref.de.tag``, ``ref-pos.txt``, ``ref.tags.de``."""
    return _ANNOTATION.search(_split_language(file_stem(file))[0]) is not None


def stem_of_tags(file: str) -> str:
    """Return the name of the text whose tags a file of this name holds: ``ref.de`` for ``ref.de.tag``."""
    stem = file_stem(file)
    base = remove_language(stem)
    return _ANNOTATION.sub("", stem if _ANNOTATION.search(stem) else base)


def remove_language(stem: str) -> str:
    return _split_language(stem)[0]


def guess_header(header: str) -> Guess:
    """Return the guess from the header of a table's column; the name is the header itself."""
    return _guess_header(header[:_HEADER_READ])


def is_about_text(header: str) -> bool:
    """Return whether a header names a property of a text, not the text: ``reference_translator``.

    >>> is_about_text("reference_len"), is_about_text("reference_2"), is_about_text("comment")
    (True, False, False)
    """
    words = _header_words(header)
    while words and (words[-1].isdigit() or (words[-1] in LANGUAGES and role_of_word(words[-1]) is None)):
        words.pop()
    return len(words) > 1 and words[-1] in _ABOUT and any(map(_names_a_text, words[:-1]))


def names_text_alone(header: str) -> bool:
    """Return whether a header is a role, at most with a number, a letter or a language: ``ref``, ``mt_de``."""
    words = _header_words(header)
    return bool(words) and all(
        _names_a_text(word) or len(word) == 1 or word.isdigit() or word in LANGUAGES or find_language(word) is not None
        for word in words
    )


def _names_a_text(word: str) -> bool:
    return word in WEAK_REFERENCES or role_of_word(word) in (Role.SOURCE, Role.REFERENCE, Role.SYSTEM)


def _header_words(header: str) -> list[str]:
    return _words(_CAMEL.sub(" ", header[:_HEADER_READ]))


def header_letters(header: str) -> str:
    """Return a header's words as one in lower case: ``segmentid`` for ``Segment ID`` and ``segmentId``; # for #."""
    return "".join(_words(_CAMEL.sub(" ", header[:_HEADER_READ]))) or header.strip()


def is_id_header(header: str) -> bool:
    """Return whether a header names ids, languages or dates, so that the column has no scores."""
    words = _words(_CAMEL.sub(" ", header[:_HEADER_READ]))
    return not words or "".join(words) in _ID_HEADERS - _SCORES or words[-1] in _ID_ENDINGS - _SCORES


@lru_cache(maxsize=4096)
def _guess_header(header: str) -> Guess:
    words = _words(_CAMEL.sub(" ", header)) or [header.strip()]
    roles = [role for role in map(role_of_word, words) if role]
    is_id = "".join(words) in _ID_HEADERS or (len(words) > 1 and words[-1] in _ID_ENDINGS)
    stated_role = Role.IGNORE if is_id else roles[0] if roles else None
    stated_role = Role.NOTES if "".join(words) in _PROMPTS else stated_role
    weak = stated_role is None and any(word in WEAK_REFERENCES for word in words)
    is_language = words[-1] in LANGUAGES and role_of_word(words[-1]) is None  # mt is Maltese, too
    return Guess(stated_role, clean_name(header), words[-1] if is_language else None, weak)


def role_of_word(word: str) -> Role | None:
    """Return the role that a word names, or None; it may have a number (``ref2``) or a letter (``refB``)."""
    plain = word.rstrip("0123456789")
    if re.fullmatch(r"ref[a-z]", plain):
        plain = "ref"
    return ROLE_OF_WORD.get(plain)


def _folder_role(folders: list[str]) -> Role | None:
    for folder in reversed(folders):
        for word in _words(folder):
            if role := role_of_word(word):
                return role
    return None


def _words(text: str) -> list[str]:
    return [word for word in re.split(r"[\W_]+", text.lower()) if word]


def _split_language(stem: str) -> tuple[str, str | None]:
    match = _LANGUAGE_ENDING.match(stem)
    if match and match["code"].lower() in LANGUAGES:
        return match["rest"], match["code"].lower()
    return stem, None


def _remove_label(stem: str, role: Role | None) -> str:
    if role not in _LABELS:
        return stem
    match = re.search(rf"(?:^|[._\- ])(?:{_LABELS[role]})[._\- ]+(?P<rest>\S.*)$", stem, re.IGNORECASE)
    if not match or _RUN.fullmatch(match["rest"]) or match["rest"].lower() in LANGUAGES:
        return stem
    return match["rest"]
