"""Creates the tables of rating campaigns, their raters and their answers."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "v0003"
down_revision = "v0002"


def upgrade() -> None:
    op.create_table(
        "campaign",
        _of("test_set", index=True),
        sa.Column("number", sa.Integer(), nullable=False),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("plan", "sizes")),
        sa.Column("n_items", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(64), nullable=False),
        sa.Column("key", sa.String(64), nullable=False, unique=True),
        sa.Column("code", sa.String(8), nullable=False),
        sa.Column("code_key", sa.String(64), nullable=False, unique=True),
        sa.Column("closed", sa.DateTime()),
        _of("project", index=True),
        *(sa.Column(name, sa.Text(), nullable=False) for name in ("name", "note")),
        *(sa.Column(name, sa.DateTime(), nullable=False) for name in ("created", "changed")),
        sa.Column("deleted", sa.DateTime(), index=True),
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("public_id", sa.String(32), nullable=False, unique=True),
    )
    op.create_table(
        "rater",
        sa.Column("id", sa.Integer(), primary_key=True),
        _of("campaign", index=True),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("key", sa.String(64), nullable=False, unique=True),
        sa.Column("joined", sa.DateTime(), nullable=False),
        *(sa.Column(name, sa.DateTime()) for name in ("finished", "released")),
    )
    is_taken: dict[str, Any] = dict.fromkeys(("sqlite_where", "postgresql_where"), sa.text("released IS NULL"))
    op.create_index("uq_rater_campaign_id_place", "rater", ["campaign_id", "place"], unique=True, **is_taken)
    op.create_table(
        "rating",
        _of("rater", primary_key=True),
        sa.Column("item", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("seconds", sa.Double()),
        sa.Column("at", sa.DateTime(), nullable=False),
    )


def _of(table: str, **options: Any) -> sa.Column[Any]:
    """Return a column with the id of the row to which a row belongs, and with which it is deleted."""
    key = sa.ForeignKey(f"{table}.id", ondelete="CASCADE")
    return sa.Column(f"{table}_id", sa.Integer(), key, **{"nullable": False, **options})
