"""Campaigns: tasks of rating, for whoever makes and reads them."""

from sqlalchemy import select

from scoring.checks import expect
from scoring.rating import PlaceRatings, Plan, Ratings, items

from .errors import WorkspaceError
from .opened import Opened
from .rated import Titled, answers, as_campaigns, new_row, plan_of, rows_of, said_in, sizes_of
from .records import Campaign
from .rights import Action, Right
from .rows import version_of
from .schema import CampaignRow, ProjectRow, RaterRow, SetRow
from .texts import name_of, note_of
from .versions import blobs_of, opened


class Campaigns(Opened):
    """A campaign is there as long as its test set and its project are."""

    def make_campaign(self, set_id: str, number: int, name: str, plan: Plan, note: str = "") -> Campaign:
        """A campaign about a version of a test set, which raters can join from now on.

        ``ValueError`` for a plan that does not go with that version.
        """
        name, note = name_of(name), note_of(note)
        expect(plan, Plan, "plan")
        with self.reading() as asked:
            of = asked.find(SetRow, set_id, Right.EDIT)
            version, title = version_of(asked.session, of, number), of.name
            blobs = blobs_of(asked.session, version)
        sizes = sizes_of(plan, opened(title, version, blobs))
        with self.writing() as asked:
            of = asked.lock(lambda: asked.find(SetRow, set_id, Right.EDIT))
            asked.project_of(of).changed = moment = asked.moment
            row = new_row(of, version.number, plan, sizes, Titled(name, note, moment, moment))
            asked.session.add(row)
            asked.session.flush()
            asked.note(row, Action.STARTED)
            return as_campaigns(asked, [row])[0]

    def campaigns(self, project_id: str) -> list[Campaign]:
        """Those of a project, in the order in which they were made."""
        with self.reading() as asked:
            return as_campaigns(asked, rows_of(asked.session, asked.find(ProjectRow, project_id)))

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
        """Lets another rater take a place and go on after its answers; whoever sat there cannot any more."""
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

    def ratings(self, campaign_id: str) -> Ratings:
        """All answers; a place where several sat one after another has the names of all of them.

        ``DamagedError`` unless everything is what was once kept.
        """
        with self.reading() as asked:
            row = asked.find(CampaignRow, campaign_id)
            of = asked.session.get_one(SetRow, row.test_set_id)
            version, plan = version_of(asked.session, of, row.number), plan_of(row)
            blobs, said = blobs_of(asked.session, version), said_in(asked.session, row)
            sat = select(RaterRow.place, RaterRow.name).where(RaterRow.campaign_id == row.id).order_by(RaterRow.id)
            names: dict[int, list[str]] = {}
            for place, name in asked.session.execute(sat):
                names.setdefault(place, []).append(name)
        test_set = opened(of.name, version, blobs)
        return Ratings(
            plan,
            test_set,
            tuple(
                PlaceRatings(place, ", ".join(names[place]), answers(plan, items(plan, test_set, place), said[place]))
                for place in sorted(said)
            ),
        )
