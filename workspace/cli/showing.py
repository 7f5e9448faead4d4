"""What is kept, as tables for a terminal and as JSON."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from scoring.cli.reports.layout import json_list, plain_table

from ..storage.records import (
    Campaign,
    DeletedRecord,
    Event,
    KeptSet,
    Project,
    ProjectMember,
    Rater,
    SavedView,
    ShareLink,
    Version,
)
from ..tables.rights import Right

TABLE, JSON = "table", "json"
FORMATS = (TABLE, JSON)
_OBEYED = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")


def local_day(moment: datetime) -> str:
    """In the time of this machine."""
    return moment.astimezone().strftime("%Y-%m-%d %H:%M")


def show_projects(found: Sequence[Project], format_: str) -> str:
    if format_ == JSON:
        return json_list(map(plain_record, found))
    rows = [[p.name, p.owner, p.id, local_day(p.changed), first_line(p.note), str(p.n_test_sets)] for p in found]
    headers = ["project", "owner", "id", "changed", "note", "test sets"]
    if not any(p.owner for p in found):
        headers, rows = [headers[0], *headers[2:]], [[row[0], *row[2:]] for row in rows]
    return text_table(headers, rows, len(headers) - 1, "No projects yet.")


def deleted(found: Sequence[DeletedRecord], format_: str) -> str:
    if format_ == JSON:
        return json_list(map(plain_record, found))
    rows = [[one.name, one.kind, one.id, local_day(one.deleted), local_day(one.gone)] for one in found]
    return text_table(["deleted", "kind", "id", "when", "gone for good"], rows, 5, "Nothing that could come back.")


def project(
    found: Project, sets: Sequence[KeptSet], views: Sequence[SavedView], rated: Sequence[Campaign], format_: str
) -> str:
    """One project with what is in it."""
    if format_ == JSON:
        parts = {
            "test_sets": [*map(plain_record, sets)],
            "views": [*map(plain_record, views)],
            "campaigns": [*map(plain_record, rated)],
        }
        return json_list([{**plain_record(found), **parts}])
    rows = [
        [one.name, one.id, local_day(one.changed), *_sizes(one.newest), str(one.n_versions), one.newest.fingerprint[:8]]
        for one in sets
    ]
    headers = ["test set", "id", "changed", "outputs", "segments", "versions", "fingerprint"]
    shown = text_table(headers, rows, 3, "No test sets yet.")
    addresses = text_table(["view", "id", "address"], [[one.name, one.id, one.address] for one in views], 3, "")
    return paragraphs(found.name, found.note, shown, addresses, campaigns(rated, format_) if rated else "")


def campaigns(found: Sequence[Campaign], format_: str) -> str:
    if format_ == JSON:
        return json_list(map(plain_record, found))
    rows = [[one.name, one.id, one.plan.protocol, _open(one), one.code, *_progress(one)] for one in found]
    return text_table(["campaign", "id", "protocol", "open", "code", "raters", "answers"], rows, 5, "No campaigns yet.")


def campaign(found: Campaign) -> str:
    """One campaign with its raters, for a terminal."""
    plan = found.plan
    asked = (
        f"{plan.protocol}: {len(plan.segments):,} segments of {', '.join(plan.systems)}, beside {plan.beside};"
        f" {found.n_done:,} of {found.n_items:,} answers"
    )
    link = (
        f"open; token {found.token}, code {found.code}" if found.closed is None else f"closed {local_day(found.closed)}"
    )
    rows = [
        [str(one.place + 1), one.names, local_day(one.joined), _state(one), f"{one.n_done:,}", f"{one.n_items:,}"]
        for one in found.raters
    ]
    raters = text_table(["place", "rater", "joined", "now", "answers", "of"], rows, 4, "Nobody has joined yet.")
    return paragraphs(found.name, found.note, asked, link, raters)


def _progress(found: Campaign) -> list[str]:
    return [f"{len(found.raters)} of {found.plan.n_places}", f"{found.n_done:,} of {found.n_items:,}"]


def _open(found: Campaign) -> str:
    return "yes" if found.closed is None else "no"


def _state(rater: Rater) -> str:
    if rater.finished is not None:
        return "finished"
    return "at work" if rater.released is None else "free for another one"


def show_versions(found: KeptSet, of_set: Sequence[Version], format_: str) -> str:
    """One test set with all its versions."""
    if format_ == JSON:
        told = [{**plain_record(version), "changed": str(version.changes)} for version in of_set]
        return json_list([{**plain_record(found), "versions": told}])
    rows = [[str(of.number), local_day(of.created), of.fingerprint, str(of.changes), *_sizes(of)] for of in of_set]
    shown = text_table(["version", "made", "fingerprint", "what changed", "outputs", "segments"], rows, 4, "")
    return paragraphs(found.name, found.note, shown)


def view(found: SavedView, format_: str) -> str:
    if format_ == JSON:
        return json_list([plain_record(found)])
    return paragraphs(found.name, found.note, found.address)


def members(found: Sequence[ProjectMember], format_: str) -> str:
    if format_ == JSON:
        return json_list(map(plain_record, found))
    rows = [
        [one.name, one.email, str(one.right), local_day(one.since), "" if one.is_known else "not yet"] for one in found
    ]
    return text_table(["who", "e-mail", "may", "since", "signed in"], rows, 5, "Nobody but whoever runs the server.")


def links(found: Sequence[ShareLink], format_: str) -> str:
    if format_ == JSON:
        return json_list(map(plain_record, found))
    rows = [[one.name, one.id, str(one.right), _until(one), one.token if one.is_open else ""] for one in found]
    return text_table(["link", "id", "lets people", "until", "token"], rows, 5, "No links yet.")


def events(found: Sequence[Event], format_: str) -> str:
    if format_ == JSON:
        return json_list(map(plain_record, found))
    rows = [[local_day(one.at), one.who or "the server", one.action, one.what] for one in found]
    return text_table(["when", "who", "did", "what"], rows, 4, "Nothing yet.")


def plain_record(record: Any) -> dict[str, object]:
    """A record as JSON has it; times in UTC."""
    return {key: _plain(value) for key, value in asdict(record).items()}


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Right):
        return str(value)
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value


def _until(link: ShareLink) -> str:
    if link.taken_back is not None:
        return f"taken back {local_day(link.taken_back)}"
    return "" if link.expires is None else local_day(link.expires)


def _sizes(version: Version) -> list[str]:
    return [str(len(version.systems)), f"{version.n_segments:,}"]


def paragraphs(*parts: str) -> str:
    """Without those that are empty."""
    return "\n\n".join(filter(None, parts))


def text_table(headers: list[str], rows: list[list[str]], n_left: int, nothing: str) -> str:
    return plain_table(headers, rows, n_left) if rows else nothing


def first_line(note: str) -> str:
    line = note.strip().split("\n")[0]
    return line if len(line) <= 40 else f"{line[:37]}..."


def for_terminal(text: str) -> str:
    """Without characters that a terminal would obey: names and notes are other people's, too."""
    return _OBEYED.sub(" ", text)
