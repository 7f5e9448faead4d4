"""Writes projects, test sets and campaigns as tables for a terminal and as JSON."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from scoring.cli.reports.layout import json_list
from scoring.output.plain_tables import plain_table

from ..storage import records
from ..tables.transaction import Right

TABLE, JSON = "table", "json"
FORMATS = (TABLE, JSON)
_OBEYED = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")


def local_day(moment: datetime) -> str:
    """Return a time as day and minute, in this machine's time zone."""
    return moment.astimezone().strftime("%Y-%m-%d %H:%M")


def show_projects(found: Sequence[records.Project], format_: str) -> str:
    """Return a list of projects as a table or JSON, with owners only if any project has one."""
    has_owners = any(one.owner for one in found)
    rows = [
        {"project": one.name, **({"owner": one.owner} if has_owners else {}), "id": one.id}
        | {"changed": local_day(one.changed), "note": first_line(one.note), "test sets": str(one.n_test_sets)}
        for one in found
    ]
    return listed(found, format_, rows, "No projects yet.", n_right=1)


def show_deleted(found: Sequence[records.DeletedRecord], format_: str) -> str:
    rows = [
        {"deleted": one.name, "kind": one.kind, "id": one.id}
        | {"when": local_day(one.deleted), "gone for good": local_day(one.gone)}
        for one in found
    ]
    return listed(found, format_, rows, "Nothing that could come back.")


def show_project(found: records.Project, held: Mapping[str, Sequence[Any]], format_: str) -> str:
    """Return one project with its ``test_sets``, ``views`` and ``campaigns``, as text or JSON."""
    if format_ == JSON:
        told = {kind: [*map(plain_record, ofs)] for kind, ofs in held.items()}
        return json_list([{**plain_record(found), **told}])
    sets = [
        {"test set": one.name, "id": one.id, "changed": local_day(one.changed), **_sizes(one.newest)}
        | {"versions": str(one.n_versions), "fingerprint": one.newest.fingerprint[:8]}
        for one in held["test_sets"]
    ]
    views = [{"view": one.name, "id": one.id, "address": one.address} for one in held["views"]]
    rated = show_campaigns(held["campaigns"], format_) if held["campaigns"] else ""
    shown = text_table(sets, "No test sets yet.", n_right=4)
    return paragraphs(found.name, found.note, shown, text_table(views), rated)


def show_campaigns(found: Sequence[records.Campaign], format_: str) -> str:
    rows = [
        {"campaign": one.name, "id": one.id, "protocol": one.plan.protocol, "open": "no" if one.closed else "yes"}
        | {"code": one.code, "raters": f"{len(one.raters)} of {one.plan.n_places}"}
        | {"answers": f"{one.n_done:,} of {one.n_items:,}"}
        for one in found
    ]
    return listed(found, format_, rows, "No campaigns yet.", n_right=2)


def show_campaign_details(found: records.Campaign) -> str:
    """Return one campaign with its raters, as text for a terminal."""
    plan = found.plan
    asked = (
        f"{plan.protocol}: {len(plan.segments):,} segments of {', '.join(plan.systems)}, shown with {plan.beside};"
        f" {found.n_done:,} of {found.n_items:,} answers"
    )
    opens = f"open; token {found.token}, code {found.code}"
    rows = [
        {"place": str(one.place + 1), "rater": one.names, "joined": local_day(one.joined), "now": _state(one)}
        | {"answers": f"{one.n_done:,}", "of": f"{one.n_items:,}"}
        for one in found.raters
    ]
    raters = text_table(rows, "Nobody has joined yet.", n_right=2)
    link = opens if found.closed is None else f"closed {local_day(found.closed)}"
    return paragraphs(found.name, found.note, asked, link, raters)


def _state(rater: records.Rater) -> str:
    if rater.finished is not None:
        return "finished"
    return "at work" if rater.released is None else "free for another one"


def show_versions(found: records.KeptSet, of_set: Sequence[records.Version], format_: str) -> str:
    """Return one test set with all its versions, as text or JSON."""
    if format_ == JSON:
        told = [{**plain_record(version), "changed": str(version.changes)} for version in of_set]
        return json_list([{**plain_record(found), "versions": told}])
    rows = [
        {"version": str(of.number), "made": local_day(of.created), "fingerprint": of.fingerprint}
        | {"what changed": str(of.changes), **_sizes(of)}
        for of in of_set
    ]
    return paragraphs(found.name, found.note, _choices(found), text_table(rows, n_right=2))


def _choices(found: records.KeptSet) -> str:
    """Return the baseline, metrics, ignored findings, kept faults and glossary of a test set, a line each."""
    lines = [f"Baseline: {found.baseline}"] if found.baseline else []
    if found.metrics:
        from scoring.studies.metric_choice import describe_choice  # takes long to import

        lines.append(f"Metrics: {describe_choice(found.metrics)}")
    if found.ignored:
        lines.append(f"Ignored findings of checks: {found.ignored}")
    if found.kept_faults:
        lines.append(f"Faults of systems that are kept: {found.kept_faults}")
    if found.glossary:
        lines.append(f"Glossary: {found.glossary}")
    return "\n".join(lines)


def show_view(found: records.SavedView, format_: str) -> str:
    if format_ == JSON:
        return json_list([plain_record(found)])
    return paragraphs(found.name, found.note, found.address)


def show_members(found: Sequence[records.ProjectMember], format_: str) -> str:
    rows = [
        {"who": one.name, "e-mail": one.email, "may": str(one.right), "since": local_day(one.since)}
        | {"signed in": "" if one.is_known else "not yet"}
        for one in found
    ]
    return listed(found, format_, rows, "Nobody but the server's administrator.")


def show_links(found: Sequence[records.ShareLink], format_: str) -> str:
    rows = [
        {"link": one.name, "id": one.id, "lets people": str(one.right), "until": _expiry_phrase(one)}
        | {"token": one.token if one.is_open else ""}
        for one in found
    ]
    return listed(found, format_, rows, "No links yet.")


def show_events(found: Sequence[records.Event], format_: str) -> str:
    rows = [
        {"when": local_day(one.at), "who": one.who or "the server", "did": one.action, "what": one.what}
        for one in found
    ]
    return listed(found, format_, rows, "Nothing yet.")


def plain_record(record: Any) -> dict[str, object]:
    """Return a record as an object for JSON, with times in UTC."""
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


def _expiry_phrase(link: records.ShareLink) -> str:
    if link.taken_back is not None:
        return f"taken back {local_day(link.taken_back)}"
    return "" if link.expires is None else local_day(link.expires)


def _sizes(version: records.Version) -> dict[str, str]:
    return {"outputs": str(len(version.systems)), "segments": f"{version.n_segments:,}"}


def paragraphs(*parts: str) -> str:
    """Return the texts that are not empty, with an empty line between them."""
    return "\n\n".join(filter(None, parts))


def text_table(rows: Sequence[Mapping[str, str]], nothing: str = "", n_right: int = 0) -> str:
    """Return rows as a table with headers, the last ``n_right`` columns aligned right; ``nothing`` without rows."""
    if not rows:
        return nothing
    headers = [*rows[0]]
    return plain_table(headers, [[*row.values()] for row in rows], len(headers) - n_right)


def listed(
    found: Sequence[object], format_: str, rows: Sequence[Mapping[str, str]], nothing: str, n_right: int = 0
) -> str:
    """Return records as JSON, or their rows as a table."""
    return json_list(map(plain_record, found)) if format_ == JSON else text_table(rows, nothing, n_right)


def first_line(note: str) -> str:
    line = note.strip().split("\n")[0]
    return line if len(line) <= 40 else f"{line[:37]}..."


def replace_control_characters(text: str) -> str:
    """Return text without the control characters that a terminal obeys, because names and notes are other people's."""
    return _OBEYED.sub(" ", text)
