"""Limits are settings of the environment; docs/deploy.md has each of them as it is."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from scoring.formats.limits import MEGABYTE
from server.memory.limits import ServerLimits, setting_name

DOCUMENT = Path(__file__).parents[3] / "docs" / "deploy.md"


def test_without_settings_the_usual_limits_hold():
    assert ServerLimits.of({"PATH": "/bin"}) == ServerLimits()


def test_settings_in_their_units():
    found = ServerLimits.of(
        {"BLEUSCOPE_VISITOR_MB": "7", "BLEUSCOPE_QUEUED_PER_VISITOR": "8", "BLEUSCOPE_SPACE_MB": ""}
    )
    assert (found.visitor_bytes, found.queued_per_visitor) == (7 * MEGABYTE, 8)
    assert (found.private_bytes, found.space_bytes) == (ServerLimits().private_bytes, ServerLimits().space_bytes)
    assert found.uploads_bytes == ServerLimits().uploads_bytes


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "many", "1e3", "٣", "9" * 30])
def test_what_is_no_limit_is_an_error(text):
    with pytest.raises(ValueError, match=r"BLEUSCOPE_VISITOR_MB: expected a whole number, 1 or more; found"):
        ServerLimits.of({"BLEUSCOPE_VISITOR_MB": text})


def test_each_is_documented_with_its_default():
    rows = re.findall(r"^\| `(BLEUSCOPE_\w+)` \| ([\d,]+) \| (.+?) \|$", DOCUMENT.read_text(encoding="utf-8"), re.M)
    expected = [
        (setting_name(limit.name), f"{limit.default // limit.metadata['unit']:,}", limit.metadata["what"])
        for limit in fields(ServerLimits)
    ]
    assert [row for row in rows if row[0] in dict.fromkeys(name for name, *_ in expected)] == expected
