"""Creates the tables of projects, test sets with their versions, columns as blobs, and views."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "v0001"
down_revision = None


def upgrade() -> None:
    op.create_table("project", sa.Column("archived", sa.DateTime()), *_named())
    op.create_table(
        "blob",
        sa.Column("id", sa.Integer(), primary_key=True),
        _of("project"),
        *(sa.Column(name, sa.String(40), nullable=False) for name in ("digest", "checksum")),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.UniqueConstraint("project_id", "digest"),
    )
    op.create_table("test_set", _of("project", index=True), *_named())
    op.create_table("view", _of("project", index=True), sa.Column("address", sa.Text(), nullable=False), *_named())
    op.create_table(
        "version",
        sa.Column("id", sa.Integer(), primary_key=True),
        _of("test_set"),
        sa.Column("number", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.String(32), nullable=False) for name in ("identity", "fingerprint")),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("scheme", sa.String(16), nullable=False),
        sa.Column("checksum", sa.String(40), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("manifest", "changes")),
        sa.UniqueConstraint("test_set_id", "number"),
    )
    op.create_table(
        "use",
        _of("version", primary_key=True),
        sa.Column("blob_id", sa.Integer(), sa.ForeignKey("blob.id"), primary_key=True, index=True),
    )


def _named() -> list[sa.Column[Any]]:
    """Return the columns of a table whose rows have a name and can be deleted."""
    return [
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("public_id", sa.String(32), nullable=False, unique=True),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("name", "note")),
        *(sa.Column(name, sa.DateTime(), nullable=False) for name in ("created", "changed")),
        sa.Column("deleted", sa.DateTime(), index=True),
    ]


def _of(table: str, **options: Any) -> sa.Column[Any]:
    """Return a column with the id of the row to which a row belongs, and with which it is deleted."""
    key = sa.ForeignKey(f"{table}.id", ondelete="CASCADE")
    return sa.Column(f"{table}_id", sa.Integer(), key, **{"nullable": False, **options})
