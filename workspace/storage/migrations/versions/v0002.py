"""Creates the tables of persons, their rights on projects, links, trails and last uses."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "v0002"
down_revision = "v0001"


def upgrade() -> None:
    op.create_table(
        "person",
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("key", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False, index=True),
        *(sa.Column(name, sa.DateTime(), nullable=False) for name in ("created", "seen")),
        *_ids(),
    )
    op.create_table(
        "event",
        sa.Column("id", sa.Integer(), primary_key=True),
        _of("project", index=True),
        sa.Column("person_id", sa.Integer(), sa.ForeignKey("person.id", ondelete="SET NULL"), index=True),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("action", sa.String(32), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
    )
    op.create_table(
        "link",
        _of("project", index=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("right", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("key", sa.String(64), nullable=False, unique=True),
        sa.Column("created", sa.DateTime(), nullable=False),
        *(sa.Column(name, sa.DateTime()) for name in ("expires", "taken_back")),
        *_ids(),
    )
    op.create_table(
        "member",
        _of("project"),
        _of("person", nullable=True, index=True),
        sa.Column("email", sa.Text(), index=True),
        sa.Column("right", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
        *_ids(),
        sa.UniqueConstraint("project_id", "email"),
        sa.UniqueConstraint("project_id", "person_id"),
    )
    op.create_table("opening", _of("link", primary_key=True), _of("person", primary_key=True, index=True))
    op.create_table(
        "recent",
        sa.Column("id", sa.Integer(), primary_key=True),
        _of("person", nullable=True),
        _of("test_set", index=True),
        sa.Column("seen", sa.DateTime(), nullable=False),
        sa.UniqueConstraint("person_id", "test_set_id"),
    )


def _ids() -> list[sa.Column[Any]]:
    public = sa.Column("public_id", sa.String(32), nullable=False, unique=True)
    return [sa.Column("id", sa.Integer(), primary_key=True), public]


def _of(table: str, **options: Any) -> sa.Column[Any]:
    """Return a column with the id of the row to which a row belongs, and with which it is deleted."""
    key = sa.ForeignKey(f"{table}.id", ondelete="CASCADE")
    return sa.Column(f"{table}_id", sa.Integer(), key, **{"nullable": False, **options})
