"""The tables. Each change of them is a new file in migrations/versions/, never a change of one that is there."""

from datetime import UTC, datetime
from secrets import token_hex

from sqlalchemy import DateTime, Dialect, ForeignKey, LargeBinary, MetaData, String, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, MappedAsDataclass, mapped_column
from sqlalchemy.types import TypeDecorator

ID_BYTES = 16
"""Of public ids, which stand in addresses: so many that nobody can guess one."""


class Moment(TypeDecorator[datetime]):
    """A time in UTC, also where the database knows no time zones."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.replace(tzinfo=UTC)


class Base(MappedAsDataclass, DeclarativeBase, kw_only=True):
    metadata = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        }
    )


class Thing(Base):
    """What people name, and can delete."""

    __abstract__ = True

    id: Mapped[int] = mapped_column(init=False, primary_key=True)
    public_id: Mapped[str] = mapped_column(
        String(2 * ID_BYTES), init=False, unique=True, insert_default=lambda: token_hex(ID_BYTES)
    )
    name: Mapped[str] = mapped_column(Text)
    note: Mapped[str] = mapped_column(Text)
    created: Mapped[datetime] = mapped_column(Moment)
    changed: Mapped[datetime] = mapped_column(Moment)
    deleted: Mapped[datetime | None] = mapped_column(Moment, init=False, default=None, index=True)


class Held(Thing):
    """What is in a project."""

    __abstract__ = True

    project_id: Mapped[int] = mapped_column(ForeignKey("project.id", ondelete="CASCADE"), index=True)


class ProjectRow(Thing):
    __tablename__ = "project"

    archived: Mapped[datetime | None] = mapped_column(Moment, init=False, default=None)


class SetRow(Held):
    __tablename__ = "test_set"


class ViewRow(Held):
    __tablename__ = "view"

    address: Mapped[str] = mapped_column(Text)


class VersionRow(Base):
    __tablename__ = "version"
    __table_args__ = (UniqueConstraint("test_set_id", "number"),)

    id: Mapped[int] = mapped_column(init=False, primary_key=True)
    test_set_id: Mapped[int] = mapped_column(ForeignKey("test_set.id", ondelete="CASCADE"))
    number: Mapped[int]
    identity: Mapped[str] = mapped_column(String(32))
    fingerprint: Mapped[str] = mapped_column(String(32))
    created: Mapped[datetime] = mapped_column(Moment)
    scheme: Mapped[str] = mapped_column(String(16))
    """by which identity and fingerprint were made"""
    checksum: Mapped[str] = mapped_column(String(40))
    """of the manifest"""
    manifest: Mapped[str] = mapped_column(Text)
    """JSON of ``Manifest``"""
    changes: Mapped[str] = mapped_column(Text)
    """JSON of ``Changes``"""


class BlobRow(Base):
    """A column of a test set, once in each project: nobody can tell by it what other projects hold."""

    __tablename__ = "blob"
    __table_args__ = (UniqueConstraint("project_id", "digest"),)

    id: Mapped[int] = mapped_column(init=False, primary_key=True)
    project_id: Mapped[int] = mapped_column(ForeignKey("project.id", ondelete="CASCADE"))
    digest: Mapped[str] = mapped_column(String(40))
    """of what the column holds"""
    checksum: Mapped[str] = mapped_column(String(40))
    """of the bytes"""
    data: Mapped[bytes] = mapped_column(LargeBinary)


class UseRow(Base):
    """That a version has a column."""

    __tablename__ = "use"

    version_id: Mapped[int] = mapped_column(ForeignKey("version.id", ondelete="CASCADE"), primary_key=True)
    blob_id: Mapped[int] = mapped_column(ForeignKey("blob.id"), primary_key=True, index=True)
