"""A project's trail as a chain: each entry's digest depends on all entries before it.

An entry that was changed, removed or put in is found by that. Who can write to the database can make all digests anew:
only who has noted a digest elsewhere can tell then, for it is in the trail no more. Who did something is in no digest,
because people are forgotten.
"""

import json
from datetime import UTC, datetime
from hashlib import sha256


def moment_text(moment: datetime) -> str:
    """Return a time in UTC as SQLite keeps it, with microseconds."""
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f}"


def trail_digest(before: str, at: str, action: str, what: str) -> str:
    """Return the digest of an entry; ``before`` is that of the entry before it, empty of the first one."""
    return sha256(json.dumps([before, at, action, what]).encode()).hexdigest()
