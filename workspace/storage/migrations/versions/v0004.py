"""Classes, and what was chosen in them."""

import sqlalchemy as sa
from alembic import op

revision = "v0004"
down_revision = "v0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "lecture",
        sa.Column("code", sa.String(length=8), nullable=False),
        sa.Column("code_key", sa.String(length=64), nullable=False),
        sa.Column("salt", sa.String(length=64), nullable=False),
        sa.Column("teacher", sa.String(length=64), nullable=False),
        sa.Column("question", sa.String(length=40), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("began", sa.DateTime(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_lecture")),
        sa.UniqueConstraint("code_key", name=op.f("uq_lecture_code_key")),
        sa.UniqueConstraint("public_id", name=op.f("uq_lecture_public_id")),
    )
    op.create_index(op.f("ix_lecture_began"), "lecture", ["began"], unique=False)
    op.create_table(
        "vote",
        sa.Column("lecture_id", sa.Integer(), nullable=False),
        sa.Column("question", sa.String(length=40), nullable=False),
        sa.Column("voter", sa.String(length=64), nullable=False),
        sa.Column("choice", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["lecture_id"], ["lecture.id"], name=op.f("fk_vote_lecture_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("lecture_id", "question", "voter", name=op.f("pk_vote")),
    )
