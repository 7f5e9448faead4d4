"""Projects, test sets with their versions, columns as blobs, views."""

import sqlalchemy as sa
from alembic import op

revision = "v0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "project",
        sa.Column("archived", sa.DateTime(), nullable=True),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("changed", sa.DateTime(), nullable=False),
        sa.Column("deleted", sa.DateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_project")),
        sa.UniqueConstraint("public_id", name=op.f("uq_project_public_id")),
    )
    op.create_index(op.f("ix_project_deleted"), "project", ["deleted"], unique=False)
    op.create_table(
        "blob",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("digest", sa.String(length=40), nullable=False),
        sa.Column("checksum", sa.String(length=40), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_blob_project_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_blob")),
        sa.UniqueConstraint("project_id", "digest", name=op.f("uq_blob_project_id_digest")),
    )
    op.create_table(
        "test_set",
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("changed", sa.DateTime(), nullable=False),
        sa.Column("deleted", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["project_id"], ["project.id"], name=op.f("fk_test_set_project_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_test_set")),
        sa.UniqueConstraint("public_id", name=op.f("uq_test_set_public_id")),
    )
    op.create_index(op.f("ix_test_set_deleted"), "test_set", ["deleted"], unique=False)
    op.create_index(op.f("ix_test_set_project_id"), "test_set", ["project_id"], unique=False)
    op.create_table(
        "view",
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("public_id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("changed", sa.DateTime(), nullable=False),
        sa.Column("deleted", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["project_id"], ["project.id"], name=op.f("fk_view_project_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_view")),
        sa.UniqueConstraint("public_id", name=op.f("uq_view_public_id")),
    )
    op.create_index(op.f("ix_view_deleted"), "view", ["deleted"], unique=False)
    op.create_index(op.f("ix_view_project_id"), "view", ["project_id"], unique=False)
    op.create_table(
        "version",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("test_set_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("identity", sa.String(length=32), nullable=False),
        sa.Column("fingerprint", sa.String(length=32), nullable=False),
        sa.Column("created", sa.DateTime(), nullable=False),
        sa.Column("scheme", sa.String(length=16), nullable=False),
        sa.Column("checksum", sa.String(length=40), nullable=False),
        sa.Column("manifest", sa.Text(), nullable=False),
        sa.Column("changes", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["test_set_id"], ["test_set.id"], name=op.f("fk_version_test_set_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_version")),
        sa.UniqueConstraint("test_set_id", "number", name=op.f("uq_version_test_set_id_number")),
    )
    op.create_table(
        "use",
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("blob_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["blob_id"], ["blob.id"], name=op.f("fk_use_blob_id")),
        sa.ForeignKeyConstraint(["version_id"], ["version.id"], name=op.f("fk_use_version_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("version_id", "blob_id", name=op.f("pk_use")),
    )
    op.create_index(op.f("ix_use_blob_id"), "use", ["blob_id"], unique=False)
