"""When something was, in words, by the clock of the visitor's browser."""

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

import streamlit as st


def told(moment: datetime) -> str:
    """Such as ``yesterday, 14:02``."""
    return words(moment, datetime.now(zone()))


def day(moment: datetime) -> str:
    """Such as ``3 March 2026``."""
    return _day(moment.astimezone(zone()))


def day_told(moment: datetime) -> str:
    """Such as ``yesterday``."""
    return words(moment, datetime.now(zone())).partition(",")[0]


def words(moment: datetime, now: datetime) -> str:
    """Return the same as seen at this moment, in its time zone."""
    there = moment.astimezone(now.tzinfo)
    clock = f"{there:%H:%M}"
    if there.date() == now.date():
        return f"today, {clock}"
    return f"yesterday, {clock}" if there.date() == now.date() - timedelta(days=1) else _day(there)


def _day(there: datetime) -> str:
    return f"{there.day} {there:%B %Y}"


def zone() -> tzinfo:
    """The browser says it, and may say anything."""
    try:
        return ZoneInfo(st.context.timezone or "UTC")
    except (ValueError, KeyError, OSError):
        return UTC
