"""The database's tables; a change of a table is a new file in migrations/versions/, never a change of an old file."""

from datetime import UTC, datetime
from secrets import token_hex

from sqlalchemy import (
    DateTime,
    Dialect,
    Double,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    String,
    Text,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, MappedAsDataclass, declared_attr, mapped_column
from sqlalchemy.types import TypeDecorator

ID_BYTES = 16
"""Number of random bytes in public ids, which are in addresses: too many to be guessed."""


class Moment(TypeDecorator[datetime]):
    """Column type of a time in UTC, also for databases without time zones."""

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

    @declared_attr.directive
    def __tablename__(cls) -> str:
        return cls.__name__.removesuffix("Row").lower()


class Public(Base):
    """A row with a public id."""

    __abstract__ = True

    id: Mapped[int] = mapped_column(init=False, primary_key=True)
    public_id: Mapped[str] = mapped_column(
        String(2 * ID_BYTES), init=False, unique=True, insert_default=lambda: token_hex(ID_BYTES)
    )


class NamedRow(Public):
    """A row with a name and a note that people write, and that they can delete."""

    __abstract__ = True

    name: Mapped[str] = mapped_column(Text)
    note: Mapped[str] = mapped_column(Text)
    created: Mapped[datetime] = mapped_column(Moment)
    changed: Mapped[datetime] = mapped_column(Moment)
    deleted: Mapped[datetime | None] = mapped_column(Moment, init=False, default=None, index=True)


class ProjectPart(NamedRow):
    """A row that belongs to a project."""

    __abstract__ = True

    project_id: Mapped[int] = mapped_column(ForeignKey("project.id", ondelete="CASCADE"), index=True)


class ProjectRow(NamedRow):
    archived: Mapped[datetime | None] = mapped_column(Moment, init=False, default=None)
    trail: Mapped[str] = mapped_column(String(64), init=False, default="", server_default="")
    """Digest of the last entry of the project's trail; empty before the first entry."""


class SetRow(ProjectPart):
    __tablename__ = "test_set"

    metrics: Mapped[str] = mapped_column(Text, default="", server_default="")
    """Metrics that pages show unless an address names others, as an address has them; empty for the usual ones."""
    baseline: Mapped[str] = mapped_column(Text, default="", server_default="")
    """Name of the system with which the others are compared; empty for none."""
    ignored: Mapped[str] = mapped_column(Text, default="", server_default="")
    """Rules by which findings of checks are ignored, as an address has them; empty for none."""
    kept_faults: Mapped[str] = mapped_column(Text, default="", server_default="")
    """Findings of the doctor that are kept as faults of systems, as an address has them; empty for none."""
    glossary: Mapped[str] = mapped_column(Text, default="", server_default="")
    """Name of the glossary file that is kept with the test set; empty for none."""
    glossary_checksum: Mapped[str] = mapped_column(String(40), default="", server_default="")
    """Checksum of the packed glossary file; empty for none."""


class GlossaryRow(Base):
    """The glossary file of a test set."""

    test_set_id: Mapped[int] = mapped_column(ForeignKey("test_set.id", ondelete="CASCADE"), primary_key=True)
    data: Mapped[bytes] = mapped_column(LargeBinary)
    """The file's bytes, packed by zlib."""


class ViewRow(ProjectPart):
    address: Mapped[str] = mapped_column(Text)


class VersionRow(Base):
    __table_args__ = (UniqueConstraint("test_set_id", "number"),)

    id: Mapped[int] = mapped_column(init=False, primary_key=True)
    test_set_id: Mapped[int] = mapped_column(ForeignKey("test_set.id", ondelete="CASCADE"))
    number: Mapped[int]
    identity: Mapped[str] = mapped_column(String(32))
    fingerprint: Mapped[str] = mapped_column(String(32))
    created: Mapped[datetime] = mapped_column(Moment)
    scheme: Mapped[str] = mapped_column(String(16))
    """Scheme by which the identity and the fingerprint were made."""
    checksum: Mapped[str] = mapped_column(String(40))
    """Checksum of the manifest."""
    manifest: Mapped[str] = mapped_column(Text)
    """JSON of ``Manifest``."""
    changes: Mapped[str] = mapped_column(Text)
    """JSON of ``Changes``."""


class BlobRow(Base):
    """A column of a test set, kept once in each project, so that nobody finds out what other projects hold."""

    __table_args__ = (UniqueConstraint("project_id", "digest"),)

    id: Mapped[int] = mapped_column(init=False, primary_key=True)
    project_id: Mapped[int] = mapped_column(ForeignKey("project.id", ondelete="CASCADE"))
    digest: Mapped[str] = mapped_column(String(40))
    """Digest of the column's values."""
    checksum: Mapped[str] = mapped_column(String(40))
    """Checksum of the blob's bytes."""
    data: Mapped[bytes] = mapped_column(LargeBinary)


class UseRow(Base):
    """Use of a column by a version."""

    version_id: Mapped[int] = mapped_column(ForeignKey("version.id", ondelete="CASCADE"), primary_key=True)
    blob_id: Mapped[int] = mapped_column(ForeignKey("blob.id"), primary_key=True, index=True)


class PersonRow(Public):
    """A person: an account, or a visitor."""

    kind: Mapped[str] = mapped_column(String(8))
    key: Mapped[str] = mapped_column(String(64), unique=True)
    """Digest of the account or of the browser's secret, by which the person is recognized."""
    name: Mapped[str] = mapped_column(Text)
    email: Mapped[str] = mapped_column(Text, index=True)
    """Verified e-mail address in small letters; empty for none."""
    created: Mapped[datetime] = mapped_column(Moment)
    seen: Mapped[datetime] = mapped_column(Moment)


class MemberRow(Public):
    """A right on a project: of a person, or of an e-mail address with which nobody has signed in yet."""

    __table_args__ = (UniqueConstraint("project_id", "person_id"), UniqueConstraint("project_id", "email"))

    project_id: Mapped[int] = mapped_column(ForeignKey("project.id", ondelete="CASCADE"))
    person_id: Mapped[int | None] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"), index=True)
    email: Mapped[str | None] = mapped_column(Text, index=True)
    """E-mail address, only while nobody has signed in with it."""
    right: Mapped[int]
    since: Mapped[datetime] = mapped_column(Moment)


class LinkRow(Public):
    """A right on a project for everybody who has the token."""

    project_id: Mapped[int] = mapped_column(ForeignKey("project.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(Text)
    right: Mapped[int]
    token: Mapped[str] = mapped_column(String(64))
    key: Mapped[str] = mapped_column(String(64), unique=True)
    """Digest of the token. Links are looked up by it, so that the time of a look-up says nothing about a token."""
    created: Mapped[datetime] = mapped_column(Moment)
    expires: Mapped[datetime | None] = mapped_column(Moment)
    taken_back: Mapped[datetime | None] = mapped_column(Moment, init=False, default=None)


class OpeningRow(Base):
    """Record that a person has opened a link."""

    link_id: Mapped[int] = mapped_column(ForeignKey("link.id", ondelete="CASCADE"), primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"), primary_key=True, index=True)


class EventRow(Base):
    """Entry of a project's trail: what a person did to the project."""

    id: Mapped[int] = mapped_column(init=False, primary_key=True)
    project_id: Mapped[int] = mapped_column(ForeignKey("project.id", ondelete="CASCADE"), index=True)
    person_id: Mapped[int | None] = mapped_column(ForeignKey("person.id", ondelete="SET NULL"), index=True)
    who: Mapped[str] = mapped_column(Text)
    """Name shown for a person who has no row any more; empty for all others and for the server's operator."""
    at: Mapped[datetime] = mapped_column(Moment)
    action: Mapped[str] = mapped_column(String(32))
    what: Mapped[str] = mapped_column(Text)
    digest: Mapped[str] = mapped_column(String(64), default="", server_default="")
    """Digest of this entry and of the project's digest before this entry."""
    salt: Mapped[str] = mapped_column(String(32), default="", server_default="")
    """Random text that makes the digest of ``what`` impossible to guess; empty once ``what`` was erased."""
    words: Mapped[str] = mapped_column(String(64), default="", server_default="")
    """Digest of ``salt`` and ``what``; it stays when they are erased."""


class RecentRow(Base):
    """The time at which a person, or the server's operator, last used a test set."""

    __table_args__ = (UniqueConstraint("person_id", "test_set_id"),)

    id: Mapped[int] = mapped_column(init=False, primary_key=True)
    person_id: Mapped[int | None] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"))
    test_set_id: Mapped[int] = mapped_column(ForeignKey("test_set.id", ondelete="CASCADE"), index=True)
    seen: Mapped[datetime] = mapped_column(Moment)
    verdict: Mapped[str] = mapped_column(Text, default="", server_default="")
    """JSON of ``SeenVerdict``; empty before the person has seen a verdict."""


class CampaignRow(ProjectPart):
    """A rating campaign on one version of a test set."""

    test_set_id: Mapped[int] = mapped_column(ForeignKey("test_set.id", ondelete="CASCADE"), index=True)
    number: Mapped[int]
    """Number of the test set's version."""
    plan: Mapped[str] = mapped_column(Text)
    """JSON of a ``CampaignPlan``."""
    sizes: Mapped[str] = mapped_column(Text)
    """JSON of the number of items of each place."""
    n_items: Mapped[int]
    """Number of items of all places."""
    token: Mapped[str] = mapped_column(String(64))
    """Token that lets everybody who has it take a place."""
    key: Mapped[str] = mapped_column(String(64), unique=True)
    """Digest of the token, by which the campaign is looked up."""
    code: Mapped[str] = mapped_column(String(8))
    """Short code that people can type instead of the token."""
    code_key: Mapped[str] = mapped_column(String(64), unique=True)
    closed: Mapped[datetime | None] = mapped_column(Moment, init=False, default=None)


class RaterRow(Base):
    """A rater who has a place of a campaign, or had it before it was released."""

    id: Mapped[int] = mapped_column(init=False, primary_key=True)
    campaign_id: Mapped[int] = mapped_column(ForeignKey("campaign.id", ondelete="CASCADE"), index=True)
    place: Mapped[int]
    name: Mapped[str] = mapped_column(Text)
    key: Mapped[str] = mapped_column(String(64), unique=True)
    """Digest of the rater's secret, which nobody else has."""
    joined: Mapped[datetime] = mapped_column(Moment)
    finished: Mapped[datetime | None] = mapped_column(Moment, default=None)
    released: Mapped[datetime | None] = mapped_column(Moment, default=None)

    __table_args__ = (
        Index(
            "uq_rater_campaign_id_place",
            "campaign_id",
            "place",
            unique=True,
            sqlite_where=released.is_(None),
            postgresql_where=released.is_(None),
        ),
    )


class RatingRow(Base):
    """The answer of a rater to an item of their place."""

    rater_id: Mapped[int] = mapped_column(ForeignKey("rater.id", ondelete="CASCADE"), primary_key=True)
    item: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    """Number of the item in the place, from 0."""
    value: Mapped[str] = mapped_column(Text)
    """JSON of the protocol's answer."""
    seconds: Mapped[float | None] = mapped_column(Double)
    at: Mapped[datetime] = mapped_column(Moment)


class LectureRow(Public):
    """A class with the lesson that is asked now, for all who have its code."""

    code: Mapped[str] = mapped_column(String(8))
    code_key: Mapped[str] = mapped_column(String(64), unique=True)
    """Digest of the code, by which the class is looked up."""
    salt: Mapped[str] = mapped_column(String(64))
    """Random text that goes into each digest of a browser's secret."""
    teacher: Mapped[str] = mapped_column(String(64))
    """Digest of the secret of the browser that leads the class."""
    question: Mapped[str] = mapped_column(String(40))
    stage: Mapped[int]
    began: Mapped[datetime] = mapped_column(Moment, index=True)


class VoteRow(Base):
    """The answer of one browser to a lesson of a class."""

    lecture_id: Mapped[int] = mapped_column(ForeignKey("lecture.id", ondelete="CASCADE"), primary_key=True)
    question: Mapped[str] = mapped_column(String(40), primary_key=True)
    voter: Mapped[str] = mapped_column(String(64), primary_key=True)
    """Digest of the browser's secret and the lesson."""
    choice: Mapped[int]
