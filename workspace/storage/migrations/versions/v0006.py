"""Adds the rules by which a project ignores findings of checks in a test set."""

import sqlalchemy as sa
from alembic import op

revision = "v0006"
down_revision = "v0005"


def upgrade() -> None:
    op.add_column("test_set", sa.Column("ignored", sa.Text(), nullable=False, server_default=""))
