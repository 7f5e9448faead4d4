"""Creates the tables of classes and their answers."""

import sqlalchemy as sa
from alembic import op

revision = "v0004"
down_revision = "v0003"


def upgrade() -> None:
    op.create_table(
        "lecture",
        sa.Column("code", sa.String(8), nullable=False),
        sa.Column("code_key", sa.String(64), nullable=False, unique=True),
        *(sa.Column(name, sa.String(64), nullable=False) for name in ("salt", "teacher")),
        sa.Column("question", sa.String(40), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("began", sa.DateTime(), nullable=False, index=True),
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("public_id", sa.String(32), nullable=False, unique=True),
    )
    lecture = sa.ForeignKey("lecture.id", ondelete="CASCADE")
    op.create_table(
        "vote",
        sa.Column("lecture_id", sa.Integer(), lecture, primary_key=True, autoincrement=False),
        sa.Column("question", sa.String(40), primary_key=True),
        sa.Column("voter", sa.String(64), primary_key=True),
        sa.Column("choice", sa.Integer(), nullable=False),
    )
