"""A project's trail as a chain: the digest of each entry depends on all entries before it.

The digests show whether an entry was changed, removed or put in. Somebody who can write to the database can make all
digests anew; then only a digest that was noted elsewhere shows the change, because the trail does not contain it any
more.

People can be forgotten. So the person who acted is in no digest, and the words of an entry, which may name somebody,
have a digest of their own with a salt: nobody finds the words by trying names. Words and salt can be erased, and the
chain stays valid.
"""

import json
from datetime import UTC, datetime
from hashlib import sha256
from secrets import token_hex

SALT_BYTES = 16
FORGOTTEN_PERSON = "somebody who is gone"
"""Text in the place of a forgotten person, and of the words of an entry whose words and salt were erased."""


def moment_text(moment: datetime) -> str:
    """Return a time in UTC as SQLite keeps it, with microseconds."""
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f}"


def new_salt() -> str:
    """Return random text that makes the digest of an entry's words impossible to guess."""
    return token_hex(SALT_BYTES)


def words_digest(salt: str, entry_text: str) -> str:
    """Return the digest of an entry's words and salt."""
    return sha256(json.dumps([salt, entry_text]).encode()).hexdigest()


def are_words_whole(words: str, salt: str, entry_text: str) -> bool:
    """Return whether an entry's words are those from which the digest ``words`` was made, or were erased."""
    return words == words_digest(salt, entry_text) if salt else entry_text == FORGOTTEN_PERSON


def trail_digest(before: str, at: str, action: str, words: str) -> str:
    """Return the digest of a trail's entry.

    ``before`` is the digest of the entry before it, empty for the first entry; ``words`` is the digest of its words.
    """
    return sha256(json.dumps([before, at, action, words]).encode()).hexdigest()
