"""Checks of names, notes and addresses that people write, and secret tokens that give their owner access.

Secrets are looked up by their digests, so that the time of a look-up says nothing about a secret.
"""

import re
from collections.abc import Mapping
from hashlib import sha256
from secrets import choice, token_urlsafe
from string import ascii_lowercase, ascii_uppercase

from scoring.text.naming import NAME_LENGTH, clean_name
from scoring.validation import expect

from .errors import WorkspaceError

RATER_NAME = 60
"""Highest number of characters in a rater's name, which is shown in tables next to many numbers."""
MAX_NOTE = 10_000
"""Highest number of characters in a note."""
MAX_ADDRESS = 8_000
MAX_CHOICE = 4_000
"""Highest number of characters in the names that are chosen for a test set."""
MAX_EMAIL = 254
_ADDRESS = re.compile(r"/(?![/\\])[^\s\\\x00-\x1f\x7f]*")
_UNWRITABLE = re.compile(r"[\x00\ud800-\udfff]")
_EMAIL = re.compile(r"[^\s@]+@[^\s@]+")
_SMALL = str.maketrans(ascii_uppercase, ascii_lowercase)
_ID = re.compile(r"[0-9a-f]{32}")


def check_kept_name(name: str, max_length: int = NAME_LENGTH) -> str:
    """Return the name; raise ``WorkspaceError`` if it is blank, too long, or has invisible characters."""
    expect(name, str, "name")
    name = name.strip()
    if not name:
        raise WorkspaceError("A name is needed; found an empty one.")
    if len(name) > max_length:
        raise WorkspaceError(f"A name has at most {max_length} characters; found {len(name):,}.")
    if clean_name(name) != name:
        raise WorkspaceError("A name has no control characters, line breaks or direction marks; take them out.")
    return name


def check_note(note: str) -> str:
    """Return the note; raise ``WorkspaceError`` if it is too long, has a NUL, or cannot be encoded as UTF-8."""
    expect(note, str, "note")
    if len(note) > MAX_NOTE:
        raise WorkspaceError(f"A note has at most {MAX_NOTE:,} characters; found {len(note):,}.")
    if _UNWRITABLE.search(note):
        raise WorkspaceError("A note has no NUL and no half characters (\\ud800 to \\udfff); take them out.")
    return note


CHOICES = ("metrics", "baseline", "ignored", "kept_faults")
"""Columns of the choices made for a test set, each kept as an address of the dashboard has it."""


def check_choice(names: str) -> str:
    """Return the names chosen for a test set; raise ``WorkspaceError`` if they are too long, or cannot be kept."""
    expect(names, str, "choice")
    if len(names) > MAX_CHOICE:
        raise WorkspaceError(f"A choice has at most {MAX_CHOICE:,} characters; found {len(names):,}.")
    if _UNWRITABLE.search(names):
        raise WorkspaceError("A choice has no NUL and no half characters (\\ud800 to \\udfff); choose other names.")
    return names


def check_address(address: str) -> str:
    """Return an address within the dashboard, such as ``/segments?set=...``; raise ``WorkspaceError`` for any other."""
    expect(address, str, "address")
    if len(address) > MAX_ADDRESS:
        raise WorkspaceError(f"An address has at most {MAX_ADDRESS:,} characters; found {len(address):,}.")
    if not _ADDRESS.fullmatch(address) or re.search(r"[\ud800-\udfff]", address):
        raise WorkspaceError("A view is an address of the dashboard that begins with one /, such as /segments?page=2.")
    return address


def replace_ids(address: str, ids: Mapping[str, str]) -> str:
    """Return the address of a view with the ids of test sets replaced by other ids."""
    return _ID.sub(lambda match: ids.get(match[0], match[0]), address)


def normalize_email(email: str) -> str:
    """Return an e-mail address with A to Z in small letters; raise ``WorkspaceError`` for text that is no address.

    Other letters stay unchanged, because changing them could make two people's different addresses equal.
    """
    expect(email, str, "email")
    email = email.strip().translate(_SMALL)
    if len(email) > MAX_EMAIL or not _EMAIL.fullmatch(email) or not email.isprintable():
        raise WorkspaceError("Expected an e-mail address, such as ada@example.org; found something else.")
    return email


TOKEN_BYTES = 32
"""Number of random bytes in a token: too many to be guessed."""
CODE_LENGTH = 8
CODE_LETTERS = "34679ACDEFGHJKMNPQRTVWXY"
"""Letters of codes, which people type: no letter is easily mistaken for another."""


def new_token() -> str:
    return token_urlsafe(TOKEN_BYTES)


def new_code(length: int = CODE_LENGTH) -> str:
    """Return a token that is short enough to be typed, one of 24^length."""
    return "".join(choice(CODE_LETTERS) for _ in range(length))


def normalize_code(typed: str) -> str:
    """Return a code in the form in which it is looked up, from one typed in small letters, with spaces or hyphens."""
    expect(typed, str, "code")
    return "".join(typed.split()).replace("-", "").upper()


def key_of_token(token: str) -> str:
    """Return the digest of a token, by which the token is looked up."""
    expect(token, str, "token")
    return sha256(token.encode(errors="replace")).hexdigest()
