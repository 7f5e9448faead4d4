"""Adds the glossary of a test set."""

import sqlalchemy as sa
from alembic import op

revision = "v0008"
down_revision = "v0007"


def upgrade() -> None:
    op.add_column("test_set", sa.Column("glossary", sa.Text(), nullable=False, server_default=""))
    op.add_column("test_set", sa.Column("glossary_checksum", sa.String(40), nullable=False, server_default=""))
    test_set = sa.ForeignKey("test_set.id", ondelete="CASCADE")
    op.create_table(
        "glossary",
        sa.Column("test_set_id", sa.Integer(), test_set, primary_key=True, autoincrement=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
    )
