"""Rules of a gate in ``bleuscope.toml``, which is in the working folder or in one above it."""

import re
import tomllib
from pathlib import Path
from typing import Any

from ....formats import FormatError
from ....text.naming import clean_file
from ....text.suggestions import did_you_mean
from ....validation import short_repr

FILE = "bleuscope.toml"
TABLE, RULES = "gate", "require"
EXAMPLE = f'Write [{TABLE}] and below it {RULES} = ["chrf not worse by 0.5"].'
_LINE = re.compile(r"line (\d+)")


def find_configuration(folder: Path) -> Path | None:
    """Return the nearest ``bleuscope.toml``, in a folder or in those above it; None where there is none."""
    paths = (inner / FILE for inner in (folder.absolute(), *folder.absolute().parents))
    return next((path for path in paths if path.is_file()), None)


def read_rules(path: Path) -> list[str]:
    """Return the rules in a file, as they are written there; raise ``FormatError`` where the file has none."""
    file = clean_file(str(path))
    content = _load(file, path)
    _check_keys(file, content, TABLE, "the tables")
    table = content.get(TABLE)
    if not isinstance(table, dict):
        actual = f"no table [{TABLE}]" if table is None else f"{TABLE} = {short_repr(table)}"
        raise FormatError(file, actual, f"a table [{TABLE}]", advice=EXAMPLE)
    _check_keys(file, table, RULES, f"the keys of [{TABLE}]")
    rules = table.get(RULES)
    if not isinstance(rules, list) or not rules or not all(isinstance(rule, str) for rule in rules):
        actual = f"no {RULES}" if rules is None else f"{RULES} = {short_repr(rules)}"
        raise FormatError(file, actual, "a list of rules as texts", advice=EXAMPLE)
    return rules


def _load(file: str, path: Path) -> dict[str, Any]:
    data = path.read_bytes()
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FormatError(file, "bytes that are no UTF-8", "TOML in UTF-8", line, "Save it as UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        match = _LINE.search(str(error))
        raise FormatError(file, f"no TOML: {error}", line=int(match[1]) if match else None, advice=EXAMPLE) from None


def _check_keys(file: str, content: dict[str, Any], allowed_key: str, subject: str) -> None:
    for key in content:
        if key != allowed_key:
            raise FormatError(
                file, f"{key!r}{did_you_mean(key, [allowed_key])}", f"{subject} to be {allowed_key!r} alone"
            )
