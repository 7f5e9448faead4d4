"""Persons, their rights on projects, links, what they did, and what they used."""

import sqlalchemy as sa
from alembic import op

revision = "v0002"
down_revision = "v0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "person",
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("seen", sa.DateTime(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
        sa.UniqueConstraint("key", name=op.f("uq_person_key")),
        sa.UniqueConstraint("public_id", name=op.f("uq_person_public_id")),
    )
    op.create_index(op.f("ix_person_email"), "person", ["email"], unique=False)
    op.create_table(
        "event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("action", sa.String(length=32), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_event_person_id"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_event_project_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event")),
    )
    op.create_index(op.f("ix_event_person_id"), "event", ["person_id"], unique=False)
    op.create_index(op.f("ix_event_project_id"), "event", ["project_id"], unique=False)
    op.create_table(
        "link",
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("right", sa.Integer(), nullable=False),
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("expires", sa.DateTime(), nullable=True),
        sa.Column("taken_back", sa.DateTime(), nullable=True),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_link_project_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_link")),
        sa.UniqueConstraint("key", name=op.f("uq_link_key")),
        sa.UniqueConstraint("public_id", name=op.f("uq_link_public_id")),
    )
    op.create_index(op.f("ix_link_project_id"), "link", ["project_id"], unique=False)
    op.create_table(
        "member",
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("email", sa.Text(), nullable=True),
        sa.Column("right", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_member_person_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_member_project_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_member")),
        sa.UniqueConstraint("project_id", "email", name=op.f("uq_member_project_id_email")),
        sa.UniqueConstraint("project_id", "person_id", name=op.f("uq_member_project_id_person_id")),
        sa.UniqueConstraint("public_id", name=op.f("uq_member_public_id")),
    )
    op.create_index(op.f("ix_member_email"), "member", ["email"], unique=False)
    op.create_index(op.f("ix_member_person_id"), "member", ["person_id"], unique=False)
    op.create_table(
        "opening",
        sa.Column("link_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["link_id"], ["link.id"], name=op.f("fk_opening_link_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_opening_person_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("link_id", "person_id", name=op.f("pk_opening")),
    )
    op.create_index(op.f("ix_opening_person_id"), "opening", ["person_id"], unique=False)
    op.create_table(
        "recent",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=True),
        sa.Column("test_set_id", sa.Integer(), nullable=False),
        sa.Column("seen", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["person_id"], ["person.id"], name=op.f("fk_recent_person_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["test_set_id"], ["test_set.id"], name=op.f("fk_recent_test_set_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_recent")),
        sa.UniqueConstraint("person_id", "test_set_id", name=op.f("uq_recent_person_id_test_set_id")),
    )
    op.create_index(op.f("ix_recent_test_set_id"), "recent", ["test_set_id"], unique=False)
