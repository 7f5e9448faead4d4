"""Adds the doctor's findings on a test set that a project keeps as faults of systems."""

import sqlalchemy as sa
from alembic import op

revision = "v0010"
down_revision = "v0009"


def upgrade() -> None:
    op.add_column("test_set", sa.Column("kept_faults", sa.Text(), nullable=False, server_default=""))
