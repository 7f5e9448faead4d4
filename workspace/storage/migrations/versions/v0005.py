"""Adds the metrics and the baseline that a project keeps for a test set."""

import sqlalchemy as sa
from alembic import op

revision = "v0005"
down_revision = "v0004"


def upgrade() -> None:
    for name in ("metrics", "baseline"):
        op.add_column("test_set", sa.Column(name, sa.Text(), nullable=False, server_default=""))
