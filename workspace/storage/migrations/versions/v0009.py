"""Adds digests to each entry of a trail: one that depends on all entries before it, and one of its words."""

import json
from hashlib import sha256
from secrets import token_hex

import sqlalchemy as sa
from alembic import op

revision = "v0009"
down_revision = "v0008"

PROJECT = sa.table("project", sa.column("id", sa.Integer()), sa.column("trail", sa.String()))
EVENT = sa.table(
    "event",
    sa.column("id", sa.Integer()),
    sa.column("project_id", sa.Integer()),
    sa.column("at", sa.DateTime()),
    sa.column("action", sa.String()),
    sa.column("what", sa.Text()),
    sa.column("digest", sa.String()),
    sa.column("salt", sa.String()),
    sa.column("words", sa.String()),
)


def upgrade() -> None:
    op.add_column("project", sa.Column("trail", sa.String(64), nullable=False, server_default=""))
    for name, length in (("digest", 64), ("salt", 32), ("words", 64)):
        op.add_column("event", sa.Column(name, sa.String(length), nullable=False, server_default=""))
    connection, last = op.get_bind(), dict[int, str]()
    for id_, project_id, at, action, thing_name, *_ in connection.execute(sa.select(EVENT).order_by(EVENT.c.id)).all():
        salt = token_hex(16)
        words = _digest([salt, thing_name])
        last[project_id] = digest = _digest([last.get(project_id, ""), f"{at:%Y-%m-%d %H:%M:%S.%f}", action, words])
        connection.execute(sa.update(EVENT).where(EVENT.c.id == id_).values(digest=digest, salt=salt, words=words))
    for project_id, digest in last.items():
        connection.execute(sa.update(PROJECT).where(PROJECT.c.id == project_id).values(trail=digest))


def _digest(of: list[str]) -> str:
    return sha256(json.dumps(of).encode()).hexdigest()
