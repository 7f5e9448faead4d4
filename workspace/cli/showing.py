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


def show_projects(projects: Sequence[records.Project], format_: str) -> str:
    """Return a list of projects as a table or JSON, with owners only if any project has one."""
    has_owners = any(one.owner for one in projects)
    rows = [
        {"project": one.name, **({"owner": one.owner} if has_owners else {}), "id": one.id}
        | {"changed": local_day(one.changed), "note": first_line(one.note), "test sets": str(one.n_test_sets)}
        for one in projects
    ]
    return listed(projects, format_, rows, "No projects yet.", n_right=1)


def show_deleted(deleted_records: Sequence[records.DeletedRecord], format_: str) -> str:
    rows = [
        {"deleted": one.name, "kind": one.kind, "id": one.id}
        | {"when": local_day(one.deleted), "gone for good": local_day(one.gone)}
        for one in deleted_records
    ]
    return listed(deleted_records, format_, rows, "Nothing that could come back.")


def show_project(project: records.Project, contents: Mapping[str, Sequence[Any]], format_: str) -> str:
    """Return one project with its ``test_sets``, ``views`` and ``campaigns``, as text or JSON."""
    if format_ == JSON:
        content_records = {kind: [*map(plain_record, ofs)] for kind, ofs in contents.items()}
        return json_list([{**plain_record(project), **content_records}])
    sets = [
        {"test set": one.name, "id": one.id, "changed": local_day(one.changed), **_sizes(one.newest)}
        | {"versions": str(one.n_versions), "fingerprint": one.newest.fingerprint[:8]}
        for one in contents["test_sets"]
    ]
    views = [{"view": one.name, "id": one.id, "address": one.address} for one in contents["views"]]
    rated = show_campaigns(contents["campaigns"], format_) if contents["campaigns"] else ""
    shown = text_table(sets, "No test sets yet.", n_right=4)
    return paragraphs(project.name, project.note, shown, text_table(views), rated)


def show_campaigns(campaigns: Sequence[records.Campaign], format_: str) -> str:
    rows = [
        {"campaign": one.name, "id": one.id, "protocol": one.plan.protocol, "open": "no" if one.closed else "yes"}
        | {"code": one.code, "raters": f"{len(one.raters)} of {one.plan.n_places}"}
        | {"answers": f"{one.n_done:,} of {one.n_items:,}"}
        for one in campaigns
    ]
    return listed(campaigns, format_, rows, "No campaigns yet.", n_right=2)


def show_campaign_details(campaign: records.Campaign) -> str:
    """Return one campaign with its raters, as text for a terminal."""
    plan = campaign.plan
    summary = (
        f"{plan.protocol}: {len(plan.segments):,} segments of {', '.join(plan.systems)}, shown with {plan.beside};"
        f" {campaign.n_done:,} of {campaign.n_items:,} answers"
    )
    opens = f"open; token {campaign.token}, code {campaign.code}"
    rows = [
        {"place": str(one.place + 1), "rater": one.names, "joined": local_day(one.joined), "now": _state(one)}
        | {"answers": f"{one.n_done:,}", "of": f"{one.n_items:,}"}
        for one in campaign.raters
    ]
    raters = text_table(rows, "Nobody has joined yet.", n_right=2)
    link = opens if campaign.closed is None else f"closed {local_day(campaign.closed)}"
    return paragraphs(campaign.name, campaign.note, summary, link, raters)


def _state(rater: records.Rater) -> str:
    if rater.finished is not None:
        return "finished"
    return "at work" if rater.released is None else "free for another one"


def show_versions(kept_set: records.KeptSet, of_set: Sequence[records.Version], format_: str) -> str:
    """Return one test set with all its versions, as text or JSON."""
    if format_ == JSON:
        version_records = [{**plain_record(version), "changed": str(version.changes)} for version in of_set]
        return json_list([{**plain_record(kept_set), "versions": version_records}])
    rows = [
        {"version": str(of.number), "made": local_day(of.created), "fingerprint": of.fingerprint}
        | {"what changed": str(of.changes), **_sizes(of)}
        for of in of_set
    ]
    return paragraphs(kept_set.name, kept_set.note, _choices(kept_set), text_table(rows, n_right=2))


def _choices(kept_set: records.KeptSet) -> str:
    """Return the baseline, metrics, ignored findings, kept faults and glossary of a test set, a line each."""
    lines = [f"Baseline: {kept_set.baseline}"] if kept_set.baseline else []
    if kept_set.metrics:
        from scoring.studies.metric_choice import describe_choice  # takes long to import

        lines.append(f"Metrics: {describe_choice(kept_set.metrics)}")
    if kept_set.ignored:
        lines.append(f"Ignored findings of checks: {kept_set.ignored}")
    if kept_set.kept_faults:
        lines.append(f"Faults of systems that are kept: {kept_set.kept_faults}")
    if kept_set.glossary:
        lines.append(f"Glossary: {kept_set.glossary}")
    return "\n".join(lines)


def show_view(view: records.SavedView, format_: str) -> str:
    if format_ == JSON:
        return json_list([plain_record(view)])
    return paragraphs(view.name, view.note, view.address)


def show_members(members: Sequence[records.ProjectMember], format_: str) -> str:
    rows = [
        {"who": one.name, "e-mail": one.email, "may": str(one.right), "since": local_day(one.since)}
        | {"signed in": "" if one.is_known else "not yet"}
        for one in members
    ]
    return listed(members, format_, rows, "Nobody but the server's administrator.")


def show_links(links: Sequence[records.ShareLink], format_: str) -> str:
    rows = [
        {"link": one.name, "id": one.id, "lets people": str(one.right), "until": _expiry_phrase(one)}
        | {"token": one.token if one.is_open else ""}
        for one in links
    ]
    return listed(links, format_, rows, "No links yet.")


def show_events(events: Sequence[records.Event], format_: str) -> str:
    rows = [
        {"when": local_day(one.at), "who": one.who or "the server", "did": one.action, "what": one.what}
        for one in events
    ]
    return listed(events, format_, rows, "Nothing yet.")


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
    shown_records: Sequence[object], format_: str, rows: Sequence[Mapping[str, str]], nothing: str, n_right: int = 0
) -> str:
    """Return records as JSON, or their rows as a table."""
    return json_list(map(plain_record, shown_records)) if format_ == JSON else text_table(rows, nothing, n_right)


def first_line(note: str) -> str:
    line = note.strip().split("\n")[0]
    return line if len(line) <= 40 else f"{line[:37]}..."


def replace_control_characters(text: str) -> str:
    """Return text without the control characters that a terminal obeys, because names and notes are other people's."""
    return _OBEYED.sub(" ", text)
