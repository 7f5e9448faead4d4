"""People act on projects in any order; lists, rights, answers and room always agree with a plain model."""

from copy import deepcopy
from dataclasses import replace
from datetime import timedelta
from functools import partial
from random import Random
from secrets import token_hex

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from scoring import Reference, System, TestSet
from scoring.rating import CampaignPlan, DirectAssessment
from tests.properties import examples
from tests.workspace import plain_model as plain
from tests.workspace.made import strings
from tests.workspace.persons import START, restorer, said
from workspace import ForbiddenError, NoSeatError, Right, Workspace
from workspace.storage.backup import back_up, restore_into
from workspace.storage.place import sqlite_file
from workspace.storage.room import Quotas

VISITOR = "visitor"
ADDRESSES = {who: f"{who}@example.org" for who in ("owner", "editor", "guest", "newcomer")}
"""Accounts; the guest comes by a link, and the newcomer was the visitor before."""
ITS_OWNER, KINDS = "who owns it", ("project", "set", "view", "campaign")
PERSON, ADDRESS = st.sampled_from([*ADDRESSES, VISITOR]), st.sampled_from([*ADDRESSES.values()])
WHO = st.just(ITS_OWNER) | PERSON
NUMBER, MOSTLY = st.integers(0, 20), 15
TEXTS = ["source", "reference", "output", "another output", Random(1).randbytes(60_000).hex()]
"""Texts that test sets have; the last one takes a large part of the room."""
TEXT = st.integers(2, len(TEXTS) - 1)
PLAN = CampaignPlan("da", ("0",), tuple(range(plain.N_ITEMS)), raters_per_item=2, n_places=2, repeats=0, damaged=0)
QUOTAS = Quotas(plain.MAX_BYTES, plain.MAX_BYTES, visitor_days=plain.VISITOR_SECONDS // plain.DAY)


def column(text):
    return strings([f"{TEXTS[text]} {segment}" for segment in range(plain.N_ITEMS)])


def built(texts):
    """A test set of a source, a reference and outputs, by the numbers of their texts."""
    source, reference, *outputs = map(column, texts)
    systems = tuple(System(str(number), output) for number, output in enumerate(outputs))
    return TestSet(systems, (Reference("refA", reference),), source, name="set")


def sizes_of_texts(kept):
    """Bytes of each text, measured in a project that has this text in every column."""
    sizes = {}
    for text in range(len(TEXTS)):
        project = kept.create("measured").id
        kept.add(project, built((text,) * 3))
        sizes[text] = kept.space(project) - 3 * plain.EACH
        kept.delete(project, for_good=True)
    return sizes


class World(RuleBasedStateMachine):
    """A workspace and the plain model of it; each rule changes both."""

    def __init__(self, start):
        super().__init__()
        self.kept, self.clock, self.backup, self.n_steps = start.kept, start.clock, start.back_up, 0
        self.model, self.ids, self.made, self.people, self.tokens = deepcopy(start.told)
        start.reset()
        self.clock.time = START + timedelta(seconds=self.model.now)
        self.back_up()

    # --- both ---

    def attempt(self, change, act):
        """Whether both do it: what the workspace gives, or None where both refuse."""
        self.clock.time += timedelta(seconds=1)
        self.model.now += 1
        after, refusal = deepcopy(self.model), None
        try:
            change(after)
        except (plain.Refused, plain.Forbidden) as error:
            refusal = error
        if refusal is not None:
            assert isinstance(said(act), ForbiddenError) == isinstance(refusal, plain.Forbidden)
            return None
        self.model = after
        return act()

    def make(self, kind, change, act, key=lambda made: made.id):
        """A new thing in both."""
        new = f"{kind} {sum(map(len, self.made.values()))}"
        done = self.attempt(lambda model: change(model, new), act)
        if done is not None:
            self.note(kind, new, key(done))
        return done

    def note(self, kind, new, id_):
        self.ids[new] = id_
        self.made.setdefault(kind, []).append(new)
        if kind == "campaign":
            self.tokens[new] = self.kept.campaign(id_).token

    def pick(self, kinds, number, is_fit=None):
        """Mostly one of these kinds that is there, or fits, at times any that ever was; and its id in the workspace."""
        ever = [new for kind in kinds.split() for new in self.made[kind]]
        fit = [new for new in ever if (is_fit or self.model.is_there)(new)]
        there = fit if fit and number <= MOSTLY else ever
        new = there[number % len(there)]
        return new, self.ids[new]

    def pick_for(self, who, kinds, number, is_fit=None):
        """``pick``, and who does something with it: mostly who owns it."""
        new, id_ = self.pick(kinds, number, is_fit)
        if who == ITS_OWNER:
            owners = self.model.owners(self.model.project_of(new)) if new in self.model.things else []
            who = owners[0].whose if owners else "owner"
        return who, new, id_

    def is_deleted(self, new):
        return new in self.model.things and self.model.things[new].deleted is not None

    def is_open_link(self, new):
        return any(link.id == new and link.is_open(self.model.now) for of in self.model.projects() for link in of.links)

    def has_seat(self, new):
        """Whether a rater's secret leads somewhere, also to a campaign that is closed."""
        try:
            return not self.model.rater(new)[1].is_finished
        except plain.Refused:
            return False

    def person_id(self, who):
        """Id of a person, also of one who is forgotten or never came."""
        if who in self.model.people:
            self.people[who] = self.model.people[who].id
        return self.people.get(who, "0" * 32)

    def as_(self, who):
        return self.kept.as_(self.person_id(who))

    # --- persons ---

    @rule(who=PERSON)
    def come(self, who):
        address = ADDRESSES.get(who, "")
        if address:
            id_ = self.kept.sign_in("https://p.example", who, who, address).id
        else:
            id_ = self.kept.visitor("a secret of a browser", make=True).id
        self.model.meet(who, id_, address)

    @rule()
    def become_an_account(self):
        self.come("newcomer")
        ids = self.person_id(VISITOR), self.person_id("newcomer")
        self.attempt(lambda model: model.take_over(VISITOR, "newcomer"), lambda: self.kept.take_over(*ids))

    @rule(who=PERSON)
    def forget(self, who):
        id_ = self.person_id(who)
        self.attempt(lambda model: model.forget(who), lambda: self.kept.forget_person(id_))

    # --- rights ---

    @rule(who=WHO, number=NUMBER, address=ADDRESS, right=st.sampled_from(Right))
    def grant(self, who, number, address, right):
        who, new, id_ = self.pick_for(who, "project", number)
        self.attempt(
            lambda model: model.grant(who, new, address, right), lambda: self.as_(who).grant(id_, address, right)
        )

    @rule(who=WHO, number=NUMBER, member=st.integers(0, 3), stranger=PERSON | ADDRESS)
    def take_right(self, who, number, member, stranger):
        who, new, id_ = self.pick_for(who, "project", number)
        ids, whose = {}, stranger
        if self.model.is_there(new):
            ids = {called(one.name): one.id for one in self.kept.members(id_)}
            whose = [*ids, stranger][min(member, len(ids))]
        self.attempt(
            lambda model: model.take_right(who, new, whose),
            lambda: self.as_(who).take_right(id_, ids.get(whose, "none")),
        )

    @rule(who=WHO, number=NUMBER)
    def leave(self, who, number):
        who, new, id_ = self.pick_for(who, "project", number)
        self.attempt(lambda model: model.leave(who, new), lambda: self.as_(who).leave(id_))

    @rule(who=WHO, number=NUMBER, right=st.sampled_from([Right.READ, Right.EDIT]), days=st.sampled_from([1, 30, None]))
    def link(self, who, number, right, days):
        who, project, id_ = self.pick_for(who, "project", number)
        ends = None if days is None else self.clock.time + timedelta(days=days)
        self.make(
            "link",
            lambda model, new: model.link(
                who, project, new, right, None if days is None else self.model.now - 1 + days * plain.DAY
            ),
            lambda: self.as_(who).make_link(id_, "link", right, ends),
            lambda link: (link.id, link.token),
        )

    @rule(who=WHO, number=NUMBER)
    def open_link(self, who, number):
        who, new, (_, token) = self.pick_for(who, "link", number, self.is_open_link)
        self.attempt(lambda model: model.open_link(who, new), lambda: self.as_(who).open_link(token))

    @rule(who=WHO, number=NUMBER)
    def take_back(self, who, number):
        who, new, (id_, _) = self.pick_for(who, "link", number, self.is_open_link)
        self.attempt(lambda model: model.take_back(who, new), lambda: self.as_(who).take_back(id_))

    # --- things ---

    @rule(who=PERSON)
    def create(self, who):
        self.make("project", lambda model, new: model.create(who, new), lambda: self.as_(who).create("project"))

    @rule(who=WHO, number=NUMBER, text=TEXT)
    def add(self, who, number, text):
        who, project, id_ = self.pick_for(who, "project", number)
        self.make(
            "set",
            lambda model, new: model.add(who, plain.KeptSet(new, project, versions=[(0, 1, text)])),
            lambda: self.as_(who).add(id_, built((0, 1, text))),
        )

    @rule(who=WHO, number=NUMBER, text=TEXT)
    def revise(self, who, number, text):
        who, new, id_ = self.pick_for(who, "set", number)
        self.attempt(
            lambda model: model.revise(who, new, text),
            lambda: self.as_(who).revise(id_, lambda old: with_output(old, text)),
        )

    @rule(who=WHO, number=NUMBER)
    def save_view(self, who, number):
        who, project, id_ = self.pick_for(who, "project", number)
        self.make(
            "view",
            lambda model, new: model.add(who, plain.View(new, project)),
            lambda: self.as_(who).save_view(id_, "/segments", "view"),
        )

    @rule(who=WHO, number=NUMBER)
    def use(self, who, number):
        who, new, id_ = self.pick_for(who, "set", number)
        self.attempt(lambda model: model.use(who, new), lambda: self.as_(who).note_use(id_))

    @rule(who=WHO, kind=st.sampled_from(KINDS), number=NUMBER, for_good=st.booleans())
    def delete(self, who, kind, number, for_good):
        who, new, id_ = self.pick_for(who, kind, number, lambda new: for_good or self.model.is_there(new))
        self.attempt(lambda model: model.delete(who, new, for_good), lambda: self.as_(who).delete(id_, for_good))

    @rule(who=WHO, number=NUMBER)
    def undo(self, who, number):
        who, new, id_ = self.pick_for(who, " ".join(KINDS), number, self.is_deleted)
        self.attempt(lambda model: model.undo(who, new), lambda: self.as_(who).undo(id_))

    @rule(who=WHO, number=NUMBER)
    def copy(self, who, number):
        who, project, id_ = self.pick_for(who, "project", number)
        parts = []
        made = self.make(
            "project",
            lambda model, new: parts.extend(model.copy(who, project, new)),
            lambda: self.as_(who).copy(id_),
        )
        if made is not None:
            new_ids = [*self.kept.test_sets(made.id), *self.kept.views(made.id), *self.kept.campaigns(made.id)]
            for new, there in zip(parts, new_ids, strict=True):
                self.note(new.split()[0], new, there.id)

    @rule(seconds=st.sampled_from([60, plain.HOUR, plain.DAY, 15 * plain.DAY, 31 * plain.DAY]))
    def wait(self, seconds):
        self.clock.time += timedelta(seconds=seconds)
        self.model.now += seconds
        self.kept.purge()
        self.model.purge()

    @rule()
    def back_up(self):
        self.restore_kept, self.restored = self.backup(), deepcopy(self.model)

    @rule()
    def restore(self):
        self.restore_kept()
        self.model = replace(deepcopy(self.restored), now=self.model.now)

    # --- raters ---

    @rule(who=WHO, number=NUMBER)
    def start_campaign(self, who, number):
        who, of, id_ = self.pick_for(who, "set", number)
        self.make(
            "campaign",
            lambda model, new: model.start(who, of, new),
            lambda: self.as_(who).make_campaign(id_, 1, "campaign", PLAN),
        )

    @rule(who=WHO, number=NUMBER, is_closed=st.booleans())
    def close(self, who, number, is_closed):
        who, new, id_ = self.pick_for(who, "campaign", number)
        self.attempt(
            lambda model: model.close(who, new, is_closed), lambda: self.as_(who).close_campaign(id_, is_closed)
        )

    @rule(who=WHO, number=NUMBER, place=st.integers(0, plain.N_PLACES - 1))
    def release(self, who, number, place):
        who, new, id_ = self.pick_for(who, "campaign", number)
        self.attempt(lambda model: model.release(who, new, place), lambda: self.as_(who).release(id_, place))

    @rule(number=NUMBER)
    def join(self, number):
        campaign, _ = self.pick("campaign", number)
        token = self.tokens[campaign]
        name = f"Rater {len(self.made['rater'])}"
        self.make(
            "rater",
            lambda model, new: model.join(campaign, new, name),
            lambda: self.kept.join(token, name),
            lambda seat: seat.secret,
        )

    @rule(number=NUMBER, item=st.integers(0, plain.N_ITEMS - 1), score=st.integers(0, 100))
    def answer(self, number, item, score):
        new, secret = self.pick("rater", number, self.has_seat)
        value = DirectAssessment(score)
        self.attempt(lambda model: model.answer(new, item, score), lambda: self.kept.answer(secret, item, value, 1.0))

    @rule(number=NUMBER, answers_rest=st.booleans())
    def finish(self, number, answers_rest):
        new, secret = self.pick("rater", number, self.has_seat)
        for item in range(plain.N_ITEMS) if answers_rest else ():
            self.answer(number, item, 7)
        self.attempt(lambda model: model.finish(new), lambda: self.kept.finish(secret))

    # --- what there is ---

    @invariant()
    def all_is_as_in_the_model(self):
        """Each step checks all lists, and one person and one project in turn in full; the end checks all in full."""
        names, there = self.names_and_projects()
        self.n_steps += 1
        for project in there:
            self.check_project(project, names)
        for who in self.model.people:
            listed = [
                (names[one.id], one.right, one.n_test_sets, called(one.owner)) for one in self.as_(who).projects()
            ]
            assert sorted(listed) == sorted(self.model.listed(who))
        room = {use.person.id: use.n_bytes for use in self.kept.people()}
        assert room == {person.id: self.model.space(who) for who, person in self.model.people.items()}
        people = [*ADDRESSES, VISITOR]
        self.check_person(people[self.n_steps % len(people)], there, names)
        for project in there[self.n_steps % len(there) :][:1] if there else ():
            self.check_answers(project)

    def names_and_projects(self):
        """Id in the workspace -> name in the model; and the projects that are not deleted."""
        names = {id_: new for new, id_ in self.ids.items() if isinstance(id_, str)}
        return names, [project for project in self.model.projects() if project.deleted is None]

    def teardown(self):
        names, there = self.names_and_projects()
        for who in [*ADDRESSES, VISITOR]:
            self.check_person(who, there, names)
        for project in there:
            self.check_answers(project)

    def check_project(self, project, names):
        id_ = self.ids[project.id]
        members = [(called(one.name), one.right) for one in self.kept.members(id_)]
        assert members == [(one.whose, one.right) for one in project.members]
        links = [(one.id, one.right, one.is_open) for one in self.kept.links(id_)]
        assert links == [(self.ids[one.id][0], one.right, one.is_open(self.model.now)) for one in project.links]
        sets = [(names[one.id], one.n_versions) for one in self.kept.test_sets(id_)]
        expected = self.model.shown(project.id, plain.KeptSet)
        assert sets == [(one, len(self.model.things[one].versions)) for one in expected]
        assert [names[one.id] for one in self.kept.views(id_)] == self.model.shown(project.id, plain.View)
        campaigns = self.kept.campaigns(id_)
        assert [names[one.id] for one in campaigns] == self.model.shown(project.id, plain.Campaign)
        for campaign in campaigns:
            self.check_campaign(campaign, self.model.things[names[campaign.id]])

    def check_person(self, who, projects, names):
        theirs, is_known = self.as_(who), who in self.model.people
        if is_known:
            assert {names[one.id] for one in theirs.deleted()} == self.model.deleted(who)
            assert {names[one.test_set.id] for one in theirs.recent(100)} == self.model.recent(who)
            assert theirs.space() == self.model.space(who)
        for project in projects:
            id_, right = self.ids[project.id], self.model.right(who, project)
            asked = (theirs.campaigns, Right.READ), (theirs.members, Right.EDIT), (theirs.links, Right.OWN)
            for ask, needed in asked:
                if right < needed:
                    assert isinstance(said(partial(ask, id_)), ForbiddenError) == (right > 0)
            if right:
                assert all(bool(one.token) == (right >= Right.EDIT) for one in theirs.campaigns(id_))

    def check_answers(self, project):
        assert self.kept.space(self.ids[project.id]) == self.model.size(project)
        for new in self.model.shown(project.id, plain.Campaign):
            expected = {place: self.model.things[new].answers(place) for place in range(plain.N_PLACES)}
            places = self.kept.ratings(self.ids[new]).places
            said_at = {of.place: {one.item: one.value.score for one in of.answers} for of in places}
            assert said_at == {place: given for place, given in expected.items() if given}

    def check_campaign(self, campaign, expected):
        assert (campaign.closed is not None) == expected.is_closed
        raters = [
            (one.place, one.names, one.n_done, one.finished is None, one.released is None) for one in campaign.raters
        ]
        assert raters == [
            (place, expected.names(place), len(expected.answers(place)), not last.is_finished, not last.is_released)
            for place in range(plain.N_PLACES)
            for last in expected.at(place)[-1:]
        ]

    @invariant()
    def secrets_lead_where_the_model_says(self):
        for new in self.made["rater"]:
            try:
                campaign, rater = self.model.rater(new)
            except plain.Refused:
                assert isinstance(said(partial(self.kept.seat, self.ids[new])), NoSeatError)
                continue
            if rater.is_released:
                error = said(partial(self.kept.seat, self.ids[new]))
                assert not isinstance(error, NoSeatError)
            else:
                seat = self.kept.seat(self.ids[new])
                assert (seat.place, seat.closed is not None) == (rater.place, campaign.is_closed)


def called(name):
    """Who it is in the model; visitors have a number in their name."""
    return VISITOR if name.startswith("Visitor ") else name


def with_output(test_set, text):
    """A test set with one more output."""
    new = System(str(len(test_set.systems)), column(text))
    return replace(test_set, systems=(*test_set.systems, new))


class Start:
    """A workspace in which each example begins: two projects, and a person of each kind."""

    def __init__(self, url, clock, folder):
        self.kept, self.clock, self.url, self.folder = Workspace(url, clock, QUOTAS), clock, url, folder
        self.told = plain.Model(sizes_of_texts(self.kept)), {}, {"rater": [], "project": []}, {}, {}
        self.reset = lambda: None
        world = World(self)
        for who in ("owner", "editor", "guest", VISITOR):
            world.come(who)
        world.create("owner")
        world.add("owner", 0, 2)
        world.save_view("owner", 0)
        world.grant("owner", 0, ADDRESSES["editor"], Right.EDIT)
        world.link("owner", 0, Right.READ, None)
        world.open_link("guest", 0)
        world.start_campaign("editor", 0)
        world.join(0)
        world.answer(0, 0, 50)
        world.release("editor", 0, 0)
        world.join(0)
        world.create(VISITOR)
        world.add(VISITOR, 1, 3)
        world.grant(VISITOR, 1, ADDRESSES["newcomer"], Right.READ)
        world.delete("owner", "view", 0, False)
        self.told = world.model, world.ids, world.made, world.people, world.tokens
        self.reset = restorer(self.kept)

    def back_up(self):
        """Back up all that is kept; what is returned restores it."""
        if sqlite_file(self.url) is None:
            return restorer(self.kept)
        path = self.folder / f"{token_hex(8)}.backup"
        back_up(self.kept.database, path)
        return lambda: restore_into(self.url, path, replaces=True)


@pytest.fixture
def start(url, clock, tmp_path):
    """The beginning of all examples."""
    begun = Start(url, clock, tmp_path)
    yield begun
    begun.kept.close()


@pytest.mark.exhaustive
def test_all_that_is_kept_is_that_of_a_plain_model(start):
    """In many short walks on SQLite, and in few long ones on PostgreSQL."""
    number, n_steps = (10, 25) if sqlite_file(start.url) else (3, 50)
    chosen = settings(examples(number), stateful_step_count=n_steps, suppress_health_check=[*HealthCheck])
    run_state_machine_as_test(lambda: World(start), settings=chosen)
