"""Campaigns of ratings, their raters, and what these said."""

import sqlalchemy as sa
from alembic import op

revision = "v0003"
down_revision = "v0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "campaign",
        sa.Column("test_set_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("plan", sa.Text(), nullable=False),
        sa.Column("sizes", sa.Text(), nullable=False),
        sa.Column("n_items", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("code", sa.String(length=8), nullable=False),
        sa.Column("code_key", sa.String(length=64), nullable=False),
        sa.Column("closed", sa.DateTime(), nullable=True),
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("changed", sa.DateTime(), nullable=False),
        sa.Column("deleted", sa.DateTime(), nullable=True),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id"], ["project.id"], name=op.f("fk_campaign_project_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["test_set_id"], ["test_set.id"], name=op.f("fk_campaign_test_set_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_campaign")),
        sa.UniqueConstraint("code_key", name=op.f("uq_campaign_code_key")),
        sa.UniqueConstraint("key", name=op.f("uq_campaign_key")),
        sa.UniqueConstraint("public_id", name=op.f("uq_campaign_public_id")),
    )
    op.create_index(op.f("ix_campaign_deleted"), "campaign", ["deleted"], unique=False)
    op.create_index(op.f("ix_campaign_project_id"), "campaign", ["project_id"], unique=False)
    op.create_index(op.f("ix_campaign_test_set_id"), "campaign", ["test_set_id"], unique=False)
    op.create_table(
        "rater",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("campaign_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("joined", sa.DateTime(), nullable=False),
        sa.Column("finished", sa.DateTime(), nullable=True),
        sa.Column("released", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["campaign_id"], ["campaign.id"], name=op.f("fk_rater_campaign_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rater")),
        sa.UniqueConstraint("key", name=op.f("uq_rater_key")),
    )
    op.create_index(op.f("ix_rater_campaign_id"), "rater", ["campaign_id"], unique=False)
    is_taken = sa.text("released IS NULL")
    op.create_index(
        "uq_rater_campaign_id_place",
        "rater",
        ["campaign_id", "place"],
        unique=True,
        sqlite_where=is_taken,
        postgresql_where=is_taken,
    )
    op.create_table(
        "rating",
        sa.Column("rater_id", sa.Integer(), nullable=False),
        sa.Column("item", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=True),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["rater_id"], ["rater.id"], name=op.f("fk_rating_rater_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("rater_id", "item", name=op.f("pk_rating")),
    )
