"""A project's trail as a chain: each entry's digest depends on all entries before it.

An entry that was changed, removed or put in is found by that. Who can write to the database can make all digests anew:
only who has noted a digest elsewhere can tell then, for it is in the trail no more.

People are forgotten. So who did something is in no digest, and the words of an entry, which may name somebody, have a
digest of their own with a salt: nobody finds them by trying names. Words and salt can be erased, and the chain stays
whole.
"""

import json
from datetime import UTC, datetime
from hashlib import sha256
from secrets import token_hex

SALT_BYTES = 16
GONE = "somebody who is gone"
"""Who did something, and the words of an entry whose own words were erased; it has no salt then."""


def moment_text(moment: datetime) -> str:
    """Return a time in UTC as SQLite keeps it, with microseconds."""
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f}"


def new_salt() -> str:
    """Return what makes the digest of an entry's words one that nobody can guess."""
    return token_hex(SALT_BYTES)


def words_digest(salt: str, what: str) -> str:
    """Return the digest of an entry's words."""
    return sha256(json.dumps([salt, what]).encode()).hexdigest()


def are_words_whole(words: str, salt: str, what: str) -> bool:
    """Return whether an entry says what it said when its digest, ``words``, was made, or that this was erased."""
    return words == words_digest(salt, what) if salt else what == GONE


def trail_digest(before: str, at: str, action: str, words: str) -> str:
    """Return the digest of an entry; ``before`` is that of the entry before it, empty of the first one.

    ``words`` is the digest of what it says.
    """
    return sha256(json.dumps([before, at, action, words]).encode()).hexdigest()
