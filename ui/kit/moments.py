"""Moments and days in words, by the clock of the visitor's browser."""

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

import streamlit as st


def moment_words(moment: datetime) -> str:
    """Return a moment in words, such as ``yesterday, 14:02``."""
    return moment_words_at(moment, datetime.now(zone()))


def date_words(moment: datetime) -> str:
    """Return a moment's date, such as ``3 March 2026``."""
    return _day(moment.astimezone(zone()))


def day_words(moment: datetime) -> str:
    """Return a moment's day in words, such as ``yesterday``."""
    return moment_words_at(moment, datetime.now(zone())).partition(",")[0]


def moment_words_at(moment: datetime, now: datetime) -> str:
    """Return a moment in words as seen at ``now``, in the time zone of ``now``."""
    local_moment = moment.astimezone(now.tzinfo)
    clock = f"{local_moment:%H:%M}"
    if local_moment.date() == now.date():
        return f"today, {clock}"
    return f"yesterday, {clock}" if local_moment.date() == now.date() - timedelta(days=1) else _day(local_moment)


def _day(moment: datetime) -> str:
    return f"{moment.day} {moment:%B %Y}"


def zone() -> tzinfo:
    """Return the time zone of the visitor's browser; UTC where the browser names no valid one."""
    try:
        return ZoneInfo(st.context.timezone or "UTC")
    except (ValueError, KeyError, OSError):
        return UTC
