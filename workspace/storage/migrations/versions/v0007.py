"""Adds the verdict on a test set that a person saw last."""

import sqlalchemy as sa
from alembic import op

revision = "v0007"
down_revision = "v0006"


def upgrade() -> None:
    op.add_column("recent", sa.Column("verdict", sa.Text(), nullable=False, server_default=""))
