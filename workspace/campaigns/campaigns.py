"""Campaigns: tasks of rating, for those who make and read them."""

from sqlalchemy import select

from scoring.checks import expect
from scoring.output.numbers import counted
from scoring.rating import CampaignPlan, Dealer, PlaceRatings, Ratings
from scoring.text.naming import clean_name

from ..storage.open_database import OpenDatabase
from ..storage.records import Campaign
from ..storage.rows import version_of
from ..tables.errors import WorkspaceError
from ..tables.rights import Action, Right
from ..tables.schema import CampaignRow, ProjectRow, RaterRow, RatingRow, SetRow
from ..tables.texts import check_kept_name, note_of
from ..versions.versions import blobs_of, load_test_set
from .campaign_rows import (
    CampaignTexts,
    SeatHolder,
    as_campaigns,
    campaign_plan,
    campaign_rows_of,
    new_rating,
    new_row,
    place_answers,
    said_in,
    sizes_in,
    sizes_of,
)


class Campaigns(OpenDatabase):
    """A campaign is there as long as its test set and its project are."""

    def make_campaign(self, set_id: str, number: int, name: str, plan: CampaignPlan, note: str = "") -> Campaign:
        """A campaign about a version of a test set, which raters can join from now on.

        ``ValueError`` for a plan that does not go with that version.
        """
        name, note = check_kept_name(name), note_of(note)
        expect(plan, CampaignPlan, "plan")
        with self.reading() as asked:
            of = asked.find(SetRow, set_id, Right.EDIT)
            version, title = version_of(asked.session, of, number), of.name
            blobs = blobs_of(asked.session, version)
        sizes = sizes_of(Dealer(plan, load_test_set(title, version, blobs)))
        with self.writing() as asked:
            of = asked.lock(lambda: asked.find(SetRow, set_id, Right.EDIT))
            asked.project_of(of).changed = moment = asked.moment
            row = new_row(of, version.number, plan, sizes, CampaignTexts(name, note, moment, moment))
            asked.session.add(row)
            asked.session.flush()
            asked.note(row, Action.STARTED)
            return as_campaigns(asked, [row])[0]

    def campaigns(self, project_id: str) -> list[Campaign]:
        """Those of a project, in the order in which they were made."""
        with self.reading() as asked:
            return as_campaigns(asked, campaign_rows_of(asked.session, asked.find(ProjectRow, project_id)))

    def campaign(self, campaign_id: str) -> Campaign:
        with self.reading() as asked:
            return as_campaigns(asked, [asked.find(CampaignRow, campaign_id)])[0]

    def close_campaign(self, campaign_id: str, closed: bool = True) -> None:
        """No more answers are taken, and nobody can join; or they are, and can again, by the same secrets."""
        with self.writing() as asked:
            row = asked.change(lambda: asked.find(CampaignRow, campaign_id, Right.EDIT))
            row.closed = asked.moment if closed else None
            asked.note(row, Action.CLOSED if closed else Action.REOPENED)

    def release(self, campaign_id: str, place: int) -> None:
        """Lets another rater take a place and go on after its answers; the rater who sat there cannot any more."""
        with self.writing() as asked:
            row = asked.change(lambda: asked.find(CampaignRow, campaign_id, Right.EDIT))
            is_there = RaterRow.campaign_id == row.id, RaterRow.place == place, RaterRow.released.is_(None)
            rater = asked.session.scalar(select(RaterRow).where(*is_there).with_for_update())
            if rater is None:
                raise WorkspaceError(f"{row.name}: nobody sits on place {place + 1}.")
            if rater.finished is not None:
                raise WorkspaceError(f"{row.name}: {rater.name} has finished; nothing is left to go on with.")
            rater.released = asked.moment
            asked.note(row, Action.RELEASED, f"{row.name}, {rater.name}")

    def release_idle(self, campaign_id: str) -> int:
        """``release`` of all places whose raters have answered nothing so far; how many these are."""
        with self.writing() as asked:
            row = asked.change(lambda: asked.find(CampaignRow, campaign_id, Right.EDIT))
            is_theirs = RaterRow.campaign_id == row.id, RaterRow.released.is_(None), RaterRow.finished.is_(None)
            sat = asked.session.scalars(select(RaterRow).where(*is_theirs).with_for_update()).all()
            said = select(RatingRow.rater_id).where(RatingRow.rater_id.in_(select(RaterRow.id).where(*is_theirs)))
            busy = {*asked.session.scalars(said.distinct())}  # asked once none of them can answer meanwhile
            idle = [rater for rater in sat if rater.id not in busy]
            if not idle:
                raise WorkspaceError(f"{row.name}: all who sit there have answered something, or have finished.")
            for rater in idle:
                rater.released = asked.moment
            asked.note(row, Action.RELEASED, f"{row.name}, {counted(len(idle), 'place')} without answers")
            return len(idle)

    def add_ratings(self, campaign_id: str, ratings: Ratings) -> int:
        """Answers to this campaign from elsewhere, at places that are free; how many there are.

        A rater who joins goes on at a place where some are missing. ``WorkspaceError`` where somebody sits at such a
        place, ``ValueError`` for answers to another plan or other texts.
        """
        with self.reading() as asked:
            row = asked.find(CampaignRow, campaign_id, Right.EDIT)
            of = asked.session.get_one(SetRow, row.test_set_id)
            version, plan, sizes = version_of(asked.session, of, row.number), campaign_plan(row), sizes_in(row)
            blobs = blobs_of(asked.session, version)
        if ratings.plan != plan:
            raise WorkspaceError(f"{row.name}: these are ratings of another campaign; its plan is not the same.")
        checked = Ratings(plan, load_test_set(of.name, version, blobs), ratings.places)
        with self.writing() as asked:
            row = asked.change(lambda: asked.find(CampaignRow, campaign_id, Right.EDIT))
            is_there = RaterRow.campaign_id == row.id, RaterRow.released.is_(None)
            taken: dict[int, str] = dict(
                asked.session.execute(select(RaterRow.place, RaterRow.name).where(*is_there)).all()
            )
            for given in checked.places:
                if given.place in taken:
                    raise WorkspaceError(f"{row.name}: {taken[given.place]} sits on place {given.place + 1}.")
                whole = asked.moment if len(given.answers) == sizes[given.place] else None
                name = check_kept_name(clean_name(given.rater) or f"Rater {given.place + 1}")
                rater = SeatHolder(given.place, name, asked.moment, whole, None).row(row, asked.moment)
                asked.session.add(rater)
                asked.session.flush()
                asked.session.add_all(new_rating(rater, answer, asked.moment) for answer in given.answers)
            asked.note(row, Action.RATED)
            return checked.n_answers

    def ratings(self, campaign_id: str) -> Ratings:
        """All answers; a place where several answered one after another has the names of all of them.

        ``DamagedError`` unless everything is what was once kept.
        """
        with self.reading() as asked:
            row = asked.find(CampaignRow, campaign_id)
            of = asked.session.get_one(SetRow, row.test_set_id)
            version, plan = version_of(asked.session, of, row.number), campaign_plan(row)
            blobs, said = blobs_of(asked.session, version), said_in(asked.session, row)
            sat = select(RaterRow.id, RaterRow.place, RaterRow.name).where(RaterRow.campaign_id == row.id)
            answered = {given.rater_id for of_place in said.values() for given in of_place.values()}
            names: dict[int, list[str]] = {}
            for id_, place, name in asked.session.execute(sat.order_by(RaterRow.id)):
                if id_ in answered:
                    names.setdefault(place, []).append(name)
        test_set = load_test_set(of.name, version, blobs)
        dealer = Dealer(plan, test_set)
        return Ratings(
            plan,
            test_set,
            tuple(
                PlaceRatings(place, ", ".join(names[place]), place_answers(plan, dealer.items(place), said[place]))
                for place in sorted(said)
            ),
        )
