"""Campaigns: made, read, closed, deleted, and taken along, on both databases."""

import json
import zipfile
from datetime import timedelta
from pathlib import Path
from shutil import copyfile

import pytest
from sqlalchemy import select, update

from scoring import TestSet
from scoring.formats import FormatError
from scoring.rating import DirectAssessment, ErrorSpans, MarkedError, PlaceRatings, Ratings, deal_items
from tests.workspace.made import added, rated
from tests.workspace.persons import START, count, said, signed_in
from tests.workspace.raters import VALUES, answered, plan, started
from workspace import KEPT_FOR, DamagedError, Quotas, Right, Workspace
from workspace.archive import export_project, import_project, manifest
from workspace.storage.backup import back_up, restore_into
from workspace.storage.place import url_of_file
from workspace.storage.room import BYTES_PER_RATING, BYTES_PER_THING
from workspace.tables.schema import CampaignRow, RaterRow, RatingRow


def told(kept, campaign):
    """All answers, by place, and the names of who gave them."""
    return [(one.place, one.rater, one.answers) for one in kept.ratings(campaign.id).places]


def test_a_campaign_is_about_the_version_that_it_was_made_for(kept):
    made = started(kept)
    kept.add_outputs(made.test_set, [added("newer", 6)])
    found = kept.campaign(made.id)
    assert (found.name, found.number, found.plan, found.closed, found.raters) == ("campaign", 1, plan(), None, ())
    assert found.sizes == tuple(len(deal_items(plan(), rated(), place)) for place in (0, 1))
    assert (kept.campaigns(found.project_id), found.n_items, found.n_done) == ([found], sum(found.sizes), 0)
    assert kept.ratings(made.id).test_set == rated()
    assert kept.events(found.project_id)[1].action == "started"


@pytest.mark.parametrize(
    ("chosen", "problem"),
    [
        ({"systems": ("none",)}, "No system is called 'none'; there are SYSTEM-EINS"),
        ({"segments": (6,)}, "The test set has 6 segments; found segment 7"),
        ({"n_places": 50}, "too few for 50 raters"),
        ({"n_places": 900, "raters_per_item": 900, "repeats": 1, "damaged": 1}, ""),
    ],
)
def test_a_plan_that_does_not_go_with_the_version_keeps_nothing(local, chosen, problem, monkeypatch):
    monkeypatch.setattr("scoring.rating.protocols.dealing.MAX_ITEMS", 10_000)
    with pytest.raises(ValueError, match=problem or "at most 10,000 ratings; these would be about 16,200"):
        started(local, **chosen)
    assert count(local, CampaignRow) == 0


def test_texts_are_looked_up_once_for_all_places(local, monkeypatch):
    looked_up = []
    whole = TestSet.system
    made = started(local, n_places=3, raters_per_item=3)
    for name in "abc":
        answered(local, local.join(made.token, name))
    monkeypatch.setattr(TestSet, "system", lambda self, name: looked_up.append(name) or whole(self, name))
    local.make_campaign(made.test_set, 1, "another", made.plan)
    assert looked_up == [*made.plan.systems]
    looked_up.clear()
    local.ratings(made.id)
    assert looked_up == [*made.plan.systems] * 2  # for what was said, and once more for its check


@pytest.mark.exhaustive
def test_answers_are_read_with_what_was_asked(kept):
    for protocol in VALUES:
        made = started(kept, protocol)
        for name in ("Ann", "Bob"):
            answered(kept, kept.join(made.token, name))
        ratings = kept.ratings(made.id)
        assert [(one.rater, len(one.answers)) for one in ratings.places] == [
            *zip(("Ann", "Bob"), made.sizes, strict=True)
        ]
        for given in ratings:
            n_outputs = len(given.item.outputs)
            assert given.value == VALUES[protocol](n_outputs, given.answer.item)
            assert given.answer.seconds == 1.5
        (first, second) = kept.campaign(made.id).raters
        assert [(first.n_done, first.n_items), (second.n_done, second.n_items)] == [(n, n) for n in made.sizes]
        assert kept.campaign(made.id).answered == first.answered == START


def test_who_may_only_read_is_told_no_link(kept):
    ada, bob = signed_in(kept, "ada"), signed_in(kept, "bob")
    made = started(ada)
    ada.grant(made.project_id, "bob@example.org", Right.READ)
    seen = bob.campaign(made.id)
    assert (seen.token, seen.code, seen.plan) == ("", "", made.plan)
    ada.grant(made.project_id, "bob@example.org", Right.EDIT)
    assert bob.campaigns(made.project_id) == [made]


def test_another_rater_goes_on_where_one_has_left(kept, clock):
    made = started(kept)
    seats = [kept.join(made.token, name) for name in ("Ann", "Bob")]
    for number in (0, 1):
        kept.answer(seats[0].secret, number, DirectAssessment(10), 1.0)
    kept.release(made.id, 0)
    assert kept.campaign(made.id).raters[0].released == START
    assert "nobody sits on place 1" in str(said(lambda: kept.release(made.id, 0)))
    clock.time += timedelta(hours=1)
    cleo = kept.join(made.code, "Cleo")
    desk = kept.desk(cleo.secret)
    assert (cleo.place, desk.next, [answer.value.score for answer in desk.answers]) == (0, 2, [10, 10])
    kept.answer(cleo.secret, 1, DirectAssessment(90), 1.0)
    ((_, name, answers),) = told(kept, made)
    assert (name, [answer.value.score for answer in answers]) == ("Ann, Cleo", [10, 90])
    assert count(kept, RatingRow) == 2, "no more than there are items, however often a place is released"
    first = kept.campaign(made.id).raters[0]
    assert (first.name, first.n_done, first.released, first.answered) == ("Cleo", 2, None, clock.time)
    answered(kept, cleo)
    kept.finish(cleo.secret)
    assert "Cleo has finished" in str(said(lambda: kept.release(made.id, 0)))
    told_of = [(event.action, event.what) for event in kept.events(made.project_id, limit=1)]
    assert told_of == [("released", "campaign, Ann")]


def test_a_place_has_the_names_of_all_whose_answers_count_and_of_no_other(kept):
    made = started(kept)
    for name, numbers in (("Ann", (0, 1)), ("Troll", ()), ("Bo", (1,)), ("Cleo", ())):
        seat = kept.join(made.token, name)
        for item in numbers:
            kept.answer(seat.secret, item, DirectAssessment(50 + item), 1.0)
        if name != "Cleo":
            kept.release(made.id, 0)
    (place,) = kept.ratings(made.id).places
    (rater,) = kept.campaign(made.id).raters
    assert (place.rater, rater.names, rater.before) == ("Ann, Bo", "Ann, Bo, Cleo", ("Ann", "Bo"))


def test_all_places_without_answers_are_released_at_once_and_no_other(kept, clock):
    made = started(kept, n_places=6, raters_per_item=6)
    busy, done, left, *idle = (kept.join(made.token, name) for name in ("Ann", "Bob", "Cleo", "x", "y"))
    kept.answer(busy.secret, 0, DirectAssessment(10), 1.0)
    answered(kept, done)
    kept.finish(done.secret)
    kept.answer(left.secret, 0, DirectAssessment(20), 1.0)
    kept.release(made.id, 2)
    clock.time += timedelta(hours=1)
    idle.append(kept.join(made.token, "z"))
    assert [rater.is_idle for rater in kept.campaign(made.id).raters] == [False, False, True, True, True]
    assert idle[-1].place == 2, "where another rater has answered something"
    assert kept.release_idle(made.id) == 3
    assert [rater.released is None for rater in kept.campaign(made.id).raters] == [True, True, False, False, False]
    assert [answer.value.score for answer in kept.ratings(made.id).places[-1].answers] == [20]
    for seat in idle:
        assert "Your place in campaign was released" in str(
            said(lambda s=seat: kept.answer(s.secret, 0, DirectAssessment(1), 1))
        )
    assert [kept.join(made.token, "new").place for _ in idle] == [2, 3, 4]
    (event,) = kept.events(made.project_id, limit=1)
    assert (event.action, event.what) == ("released", "campaign, 3 places without answers")
    kept.answer(busy.secret, 1, DirectAssessment(30), 1.0)


def test_where_all_have_answered_none_is_released(kept):
    made = started(kept)
    answered(kept, kept.join(made.token, "Ann"))
    assert "all who sit there have answered" in str(said(lambda: kept.release_idle(made.id)))
    assert kept.events(made.project_id, limit=1)[0].action == "started"


@pytest.mark.exhaustive
def test_a_campaign_goes_and_comes_back_by_itself_or_with_its_test_set(kept, clock):
    made = started(kept)
    answered(kept, kept.join(made.token, "Ann"))
    whole = told(kept, made)
    for id_ in (made.id, made.test_set, made.project_id):
        kept.delete(id_)
        assert said(lambda: kept.campaign(made.id)).args == (
            f"There is no campaign {made.id!r}; it may have been deleted.",
        )
        kept.undo(id_)
        assert told(kept, made) == whole
    kept.delete(made.id)
    kept.delete(made.test_set)
    assert kept.campaigns(made.project_id) == []
    assert {one.kind for one in kept.deleted()} == {"campaign", "test set"}
    assert "The test set 'rated' that this belonged to is deleted" in str(said(lambda: kept.undo(made.id)))
    clock.time += KEPT_FOR
    kept.purge()
    assert [count(kept, table) for table in (CampaignRow, RaterRow, RatingRow)] == [0, 0, 0]


@pytest.mark.parametrize("what", ["id", "test_set", "project_id"])
def test_what_is_gone_for_good_takes_its_ratings_along(local, what):
    made = started(local)
    answered(local, local.join(made.token, "Ann"))
    local.delete(getattr(made, what), for_good=True)
    assert [count(local, table) for table in (CampaignRow, RaterRow, RatingRow)] == [0, 0, 0]


@pytest.mark.exhaustive
def test_a_campaign_counts_for_the_owner_from_the_start(url, clock):
    with Workspace(url, clock) as kept:
        ada = signed_in(kept, "ada")
        saved = ada.add(ada.create("project").id, rated())
        before = ada.space()
        made = ada.make_campaign(saved.id, 1, "campaign", plan())
        n_bytes = ada.space() - before
        assert n_bytes == BYTES_PER_THING + BYTES_PER_RATING * made.n_items
        answered(kept, kept.join(made.token, "Ann"))
        assert (ada.space() - before, kept.space()) == (n_bytes, ada.space())
        ada.delete(made.id)
        assert ada.freed_by(made.id) == n_bytes
        ada.delete(saved.id)
        assert ada.freed_by(saved.id) == ada.space() - BYTES_PER_THING
        ada.delete(made.id, for_good=True)
        assert ada.space() == before
        ada.undo(saved.id)
    with Workspace(url, clock, Quotas(account_bytes=before + n_bytes - 1)) as kept:
        problem = str(said(lambda: kept.as_(ada.person_id).make_campaign(saved.id, 1, "campaign", plan())))
        assert "There is no room for this" in problem
        assert count(kept, CampaignRow) == 0


def test_a_long_answer_counts_what_it_has_once_it_is_there(kept):
    made = started(kept, "esa")
    seat = kept.join(made.token, "Ann")
    before = kept.space()
    for number, n_marks in enumerate((1, 100)):
        kept.answer(seat.secret, number, ErrorSpans((MarkedError(0, 1, "minor"),) * n_marks, (), 5), 1.0)
    with kept.database.reading() as session:
        short, long = session.scalars(select(RatingRow.value).order_by(RatingRow.item))
    assert len(short) < BYTES_PER_RATING < len(long)
    assert kept.space() - before == len(long) - BYTES_PER_RATING
    kept.delete(made.id)
    assert kept.freed_by(made.id) == BYTES_PER_THING + BYTES_PER_RATING * made.n_items + len(long) - BYTES_PER_RATING
    kept.delete(made.test_set)
    assert kept.freed_by(made.test_set) == kept.space() - BYTES_PER_THING
    kept.undo(made.test_set)
    kept.undo(made.id)
    kept.answer(seat.secret, 1, ErrorSpans((), (), 5), 1.0)
    assert kept.space() == before


def test_a_copy_has_all_answers_and_a_link_of_its_own(kept):
    made = started(kept, "esa")
    ann, bob = (kept.join(made.token, name) for name in ("Ann", "Bob"))
    answered(kept, ann)
    kept.finish(ann.secret)
    kept.answer(bob.secret, 0, VALUES["esa"](1, 7), 2.0)
    gone = kept.make_campaign(made.test_set, 1, "gone", plan())
    kept.delete(gone.id)
    copied = signed_in(kept, "ada")
    kept.grant(made.project_id, "ada@example.org", Right.READ)
    (copy,) = copied.campaigns(copied.copy(made.project_id).id)
    assert told(copied, copy) == told(kept, made)
    assert {copy.token, copy.code}.isdisjoint({made.token, made.code})
    assert [rater.released is None for rater in copy.raters] == [True, False]
    assert kept.join(copy.code, "Bob again").place == 1
    assert kept.seat(bob.secret).campaign.n_items == made.sizes[1]


@pytest.mark.exhaustive
def test_a_zip_brings_back_all_answers(local, tmp_path):
    kept = local
    for protocol in VALUES:
        made = started(kept, protocol)
        ann, bob = (kept.join(made.token, name) for name in ("Ann", "Bob"))
        answered(kept, ann)
        kept.finish(ann.secret)
        kept.answer(bob.secret, 0, VALUES[protocol](2, 7), float("nan"))
        kept.release(made.id, 1)
        answered(kept, kept.join(made.token, "Cleo"), more=1)
        kept.annotate(made.id, "a note")
        kept.close_campaign(made.id)
        path = tmp_path / f"{protocol}.zip"
        export_project(kept, made.project_id, path)
        with zipfile.ZipFile(path) as archive:
            data = b"".join(map(archive.read, archive.namelist()))
        assert not any(secret.encode() in data for secret in (made.token, made.code, ann.secret))
        found = import_project(kept, path)
        (again,) = kept.campaigns(found.project.id)
        assert (again.name, again.note, again.created, again.plan) == (made.name, "a note", made.created, made.plan)
        assert (again.sizes, again.closed, found.left_out) == (
            made.sizes,
            kept.campaign(made.id).closed,
            (),
        )
        assert repr(told(kept, again)) == repr(told(kept, made))  # NaN is not equal to itself
        before, after = kept.campaign(made.id).raters, again.raters
        for one, other in zip(before, after, strict=True):
            assert (other.name, other.joined, other.finished, other.answered) == (
                one.name,
                one.joined,
                one.finished,
                one.answered,
            )


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A project with a campaign in which one rater has answered all, as a zip."""
    folder = tmp_path_factory.mktemp("written")
    with Workspace(url_of_file(folder / "workspace.sqlite")) as other:
        made = started(other)
        answered(other, other.join(made.token, "Ann"))
        export_project(other, made.project_id, folder / "project.zip")
    return folder / "project.zip"


def changed(path, change):
    """The zip with another manifest and other answers: ``change`` gets both and changes them."""
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(files["manifest.json"])
    (campaign,) = manifest["campaigns"]
    lines = [json.loads(line) for line in files[campaign["answers"]].splitlines()]
    change(campaign, lines)
    files[campaign["answers"]] = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
    files["manifest.json"] = json.dumps(manifest).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda campaign, lines: campaign.update(test_set="0" * 32), "about a version that is not there"),
        (lambda campaign, lines: campaign.update(number=2), "about a version that is not there"),
        (lambda campaign, lines: campaign["plan"].update(systems=["none"]), "a plan that cannot be"),
        (lambda campaign, lines: campaign["plan"].update(protocol="none"), "a plan that cannot be"),
        (lambda campaign, lines: campaign["raters"][0].update(place=2), "raters at places that are not there"),
        (lambda campaign, lines: campaign["raters"].append(campaign["raters"][0]), "or two at one"),
        (lambda campaign, lines: campaign["raters"][0].update(joined="now"), "a time such as"),
        (lambda campaign, lines: lines[0].update(item=99), "expected one answer to an item of a rater"),
        (lambda campaign, lines: lines.append(lines[0]), "expected one answer to an item of a rater"),
        (lambda campaign, lines: lines[0]["value"].update(score=101), "line 1: no answer"),
        (lambda campaign, lines: lines[0].update(seconds="long"), "line 1: no answer"),
        (lambda campaign, lines: lines[0].update(value=7), "expected dict"),
    ],
)
def test_what_is_wrong_in_a_zip_is_told_and_nothing_is_kept(local, written, tmp_path, change, problem):
    path = Path(copyfile(written, tmp_path / "project.zip"))
    changed(path, change)
    with pytest.raises(FormatError, match=problem):
        import_project(local, path)
    assert local.projects() == []


def test_a_zip_with_more_campaigns_than_anybody_makes_is_refused(local, written, tmp_path, monkeypatch):
    path = Path(copyfile(written, tmp_path / "project.zip"))
    monkeypatch.setattr(manifest, "MAX_CAMPAIGNS", 0)
    with pytest.raises(FormatError, match="at most 0 campaigns"):
        import_project(local, path)
    assert local.projects() == []


def test_of_raters_who_sat_on_one_place_a_zip_brings_the_last_answer(local, written, tmp_path):
    path = Path(copyfile(written, tmp_path / "project.zip"))

    def sit_again(campaign, lines):
        (ann,) = campaign["raters"]
        campaign["raters"] = [ann | {"finished": None, "released": ann["joined"]}] * 50 + [ann]
        lines += [{**line, "rater": number} for number in range(1, 51) for line in lines]
        for line in lines:
            line["value"] = {"score": line["rater"]}

    changed(path, sit_again)
    (again,) = local.campaigns(import_project(local, path).project.id)
    assert count(local, RatingRow) == again.sizes[0]
    assert {given.value.score for given in local.ratings(again.id)} == {50}


def test_a_backup_has_the_places_of_all_raters(local, tmp_path):
    made = started(local)
    seat = local.join(made.token, "Ann")
    local.answer(seat.secret, 0, DirectAssessment(50), 1.0)
    back_up(local.database, tmp_path / "backup")
    local.answer(seat.secret, 0, DirectAssessment(60), 1.0)
    local.delete(made.id, for_good=True)
    restore_into(local.database.url, tmp_path / "backup", replaces=True)
    assert [answer.value.score for answer in local.desk(seat.secret).answers] == [50]


@pytest.mark.parametrize("harm", [{"value": '{"score": 101}'}, {"value": "{"}, {"item": 99}])
def test_an_answer_that_was_changed_in_the_database_is_an_error(local, harm):
    made = started(local)
    seat = local.join(made.token, "Ann")
    local.answer(seat.secret, 0, DirectAssessment(50), 1.0)
    with local.database.writing() as session:
        session.execute(update(RatingRow).values(harm))
    for ask in (lambda: local.ratings(made.id), lambda: local.desk(seat.secret)):
        assert type(said(ask)) is DamagedError


def test_answers_from_elsewhere_take_free_places_whole_or_not_at_all(kept):
    of, to = started(kept), started(kept)
    for name in ("Ann", "Bob"):
        answered(kept, kept.join(of.token, name))
    kept.release(of.id, 1)
    ratings = kept.ratings(of.id)
    some = Ratings(
        ratings.plan,
        ratings.test_set,
        (ratings.places[0], PlaceRatings(1, "B\u202eob", ratings.places[1].answers[:3])),
    )
    assert kept.add_ratings(to.id, some) == to.sizes[0] + 3
    assert told(kept, to) == [(0, "Ann", ratings.places[0].answers), (1, "B ob", ratings.places[1].answers[:3])]
    first, second = kept.campaign(to.id).raters
    assert (first.finished, second.finished, second.released) == (START, None, START)
    assert kept.events(to.project_id, limit=1)[0].action == "rated"
    before = count(kept, RatingRow)
    assert "Ann sits on place 1" in str(said(lambda: kept.add_ratings(to.id, some)))
    other = Ratings(plan(seed=1), rated(), ())
    assert "ratings of another campaign" in str(said(lambda: kept.add_ratings(to.id, other)))
    assert count(kept, RatingRow) == before
