"""What a workspace has to hold, as plain lists: who may do what, what is deleted, answered and stored.

It shares no code with the workspace. Each change raises ``Refused`` or ``Forbidden`` where the workspace has to refuse
it; the caller then goes on with the state before.
"""

from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import TypeVar

READ, EDIT, OWN = 1, 2, 3
EACH, ITEM = 16_384, 1_024
"""Bytes that a named thing and a version, and an item of a campaign, count."""
HOUR = 3600
DAY = 24 * HOUR
KEPT_SECONDS, VISITOR_SECONDS = 30 * DAY, 40 * DAY
"""Seconds after which what was deleted, and a visitor who does not come back, is gone."""
MAX_BYTES = 180_000
"""Bytes that one person may own."""
N_PLACES, N_ITEMS = 2, 2
"""Places of each campaign, and items of each place."""


class Refused(Exception):
    """It is not there for this person, or cannot be."""


class Forbidden(Exception):
    """The person sees it, but may not do this."""


@dataclass
class Member:
    """A right on a project: a person's, or that of an address with which nobody has signed in."""

    whose: str
    right: int
    since: float


Found = TypeVar("Found", bound="Thing")
NOBODY = Member("", OWN, 0)


@dataclass
class Link:
    id: str
    right: int
    ends: float | None
    is_taken_back: bool = False

    def is_open(self, now: float) -> bool:
        return not self.is_taken_back and (self.ends is None or now < self.ends)


@dataclass
class Thing:
    """A project, or what is in one."""

    id: str
    project: str
    """its id; of a project its own"""
    deleted: float | None = None


@dataclass
class Project(Thing):
    members: list[Member] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    acts: list[tuple[str, float]] = field(default_factory=list)
    """who did something, and when"""


@dataclass
class KeptSet(Thing):
    versions: list[tuple[int, ...]] = field(default_factory=list)
    """numbers of the texts that each version has"""


@dataclass
class View(Thing):
    pass


@dataclass
class Rater:
    id: str
    place: int
    name: str
    is_finished: bool = False
    is_released: bool = False
    answers: dict[int, int] = field(default_factory=dict)
    has_secret: bool = True


@dataclass
class Campaign(Thing):
    test_set: str = ""
    is_closed: bool = False
    raters: list[Rater] = field(default_factory=list)

    def at(self, place: int) -> list[Rater]:
        return [rater for rater in self.raters if rater.place == place]

    def answers(self, place: int) -> dict[int, int]:
        """Item -> what was said of it last."""
        return {item: said for rater in self.at(place) for item, said in rater.answers.items()}

    def names(self, place: int) -> str:
        """Names of the raters with answers at a place, and of the rater who sits there."""
        raters = self.at(place)
        return ", ".join(rater.name for rater in raters if rater.answers or rater is raters[-1])

    def taken(self) -> set[int]:
        return {rater.place for rater in self.raters if not rater.is_released}


@dataclass
class Person:
    id: str
    """as the workspace has it"""
    address: str
    """of an account; empty for a visitor"""
    seen: float
    opened: set[str] = field(default_factory=set)
    """links"""
    used: dict[str, float] = field(default_factory=dict)
    """test set -> when"""


@dataclass
class Model:
    sizes: dict[int, int]
    """Bytes of each text that a test set may have."""
    now: float = 0
    people: dict[str, Person] = field(default_factory=dict)
    things: dict[str, Thing] = field(default_factory=dict)
    """in the order in which they came"""

    # --- what there is ---

    def of(self, project: str, kind: type[Found]) -> list[Found]:
        """All of a kind that is in a project, deleted or not; a project is in itself."""
        return [one for one in self.things.values() if one.project == project and isinstance(one, kind)]

    def projects(self) -> list[Project]:
        return [one for one in self.things.values() if isinstance(one, Project)]

    def is_there(self, id_: str) -> bool:
        thing = self.things.get(id_)
        return thing is not None and thing.deleted is None and not self.is_inside_deleted(thing)

    def is_inside_deleted(self, thing: Thing) -> bool:
        """Whether what it belongs to is deleted."""
        of = [] if isinstance(thing, Project) else [self.things[thing.project]]
        if isinstance(thing, Campaign):
            of.append(self.things[thing.test_set])
        return any(one.deleted is not None for one in of)

    def shown(self, project: str, kind: type[Thing]) -> list[str]:
        """Ids of what a list of a project has."""
        return [one.id for one in self.of(project, kind) if self.is_there(one.id)]

    def right(self, who: str, project: Project) -> int:
        if who not in self.people:
            return 0
        granted = [member.right for member in project.members if member.whose == who]
        opened = [link.right for link in project.links if link.id in self.people[who].opened and link.is_open(self.now)]
        return max([0, *granted, *opened])

    def owners(self, project: Project) -> list[Member]:
        """Persons who own it, in the order in which they got it."""
        return [one for one in project.members if one.right == OWN and one.whose in self.people]

    def has_accepted(self, project: Project, member: Member) -> bool:
        return any(who == member.whose and at >= member.since for who, at in project.acts)

    def pays(self, project: Project) -> str | None:
        """The person for whom it counts."""
        owners = self.owners(project)
        accepted = [one for one in owners if self.has_accepted(project, one)]
        return next((one.whose for one in accepted or owners), None)

    def size(self, project: Project) -> int:
        """Bytes that count for a project, with what is deleted."""
        sets, campaigns = self.of(project.id, KeptSet), self.of(project.id, Campaign)
        texts = {text for one in sets for version in one.versions for text in version}
        named = len(self.of(project.id, Thing)) + sum(len(one.versions) for one in sets)
        return EACH * named + ITEM * N_PLACES * N_ITEMS * len(campaigns) + sum(self.sizes[text] for text in texts)

    def space(self, who: str) -> int:
        return sum(self.size(one) for one in self.projects() if self.pays(one) == who)

    def listed(self, who: str) -> list[tuple[str, int, int, str]]:
        """Id, right, number of test sets and owner of each project that a person sees."""
        return [
            (one.id, self.right(who, one), len(self.shown(one.id, KeptSet)), next(iter(self.owners(one)), NOBODY).whose)
            for one in self.projects()
            if one.deleted is None and self.right(who, one)
        ]

    def deleted(self, who: str) -> set[str]:
        """What a person can bring back."""
        needed = {one.id: OWN if isinstance(one, Project) else EDIT for one in self.things.values()}
        return {
            one.id
            for one in self.things.values()
            if one.deleted is not None and self.right(who, self.project_of(one.id)) >= needed[one.id]
        }

    def recent(self, who: str) -> set[str]:
        used = self.people[who].used if who in self.people else {}
        return {id_ for id_ in used if self.is_there(id_) and self.right(who, self.project_of(id_))}

    def project_of(self, id_: str) -> Project:
        found = self.things[self.things[id_].project]
        assert isinstance(found, Project)
        return found

    def rater(self, id_: str) -> tuple[Campaign, Rater]:
        """A rater's campaign, and themselves; ``Refused`` where the secret leads nowhere any more."""
        for campaign in (one for one in self.things.values() if isinstance(one, Campaign)):
            for rater in campaign.raters:
                if rater.id == id_ and rater.has_secret and self.is_there(campaign.id):
                    return campaign, rater
        raise Refused

    def sitting(self, id_: str) -> tuple[Campaign, Rater]:
        """A rater who may answer."""
        campaign, rater = self.rater(id_)
        if rater.is_released or campaign.is_closed:
            raise Refused
        return campaign, rater

    # --- who may do what ---

    def find(self, who: str, kind: type[Found], id_: str, right: int) -> Found:
        thing = self.things.get(id_)
        if not isinstance(thing, kind) or not self.is_there(id_):
            raise Refused
        self.check(who, thing, right)
        return thing

    def check(self, who: str, thing: Thing, right: int) -> None:
        has = self.right(who, self.project_of(thing.id))
        if not has:
            raise Refused
        if has < right:
            raise Forbidden

    def act(self, who: str, project: str) -> None:
        """Note that somebody did something."""
        self.project_of(project).acts.append((who, self.now))

    def check_room(self, project: str) -> None:
        whose = self.pays(self.project_of(project))
        if whose is not None and self.space(whose) > MAX_BYTES:
            raise Refused

    def check_owner_stays(self, project: Project, who: str, leaving: list[Member]) -> None:
        if not any(one.right == OWN and one.whose in self.people for one in leaving):
            return
        others = [one for one in self.owners(project) if one not in leaving]
        if not any(one.whose == who or self.has_accepted(project, one) for one in others):
            raise Refused

    # --- persons ---

    def meet(self, who: str, id_: str, address: str = "") -> None:
        """An account that signs in, or, without an address, a visitor who comes."""
        person = self.people.setdefault(who, Person(id_, address, self.now))
        if self.now - person.seen >= HOUR:
            person.seen = self.now
        for project in self.projects() if address else ():
            for member in [one for one in project.members if one.whose == address]:
                self.give(project, member, who)

    def give(self, project: Project, member: Member, who: str) -> None:
        there = next((one for one in project.members if one.whose == who), None)
        if there is None:
            member.whose = who
        else:
            there.right = max(there.right, member.right)
            project.members.remove(member)

    def take_over(self, visitor: str, account: str) -> None:
        if visitor not in self.people or account not in self.people:
            raise Refused
        theirs = self.people[visitor]
        self.people[account].opened |= theirs.opened
        self.people[account].used = {**theirs.used, **self.people[account].used}
        for project in self.projects():
            project.acts = [(account if who == visitor else who, at) for who, at in project.acts]
            for member in [one for one in project.members if one.whose == visitor]:
                self.give(project, member, account)
                self.act(account, project.id)
        del self.people[visitor]
        if self.space(account) > MAX_BYTES:
            raise Refused

    def forget(self, who: str) -> None:
        if who not in self.people:
            raise Refused
        for project in self.projects():
            if [one.whose for one in self.owners(project)] == [who]:
                self.remove(project)
        for project in self.projects():
            project.members = [one for one in project.members if one.whose != who]
            project.acts = [act for act in project.acts if act[0] != who]
        del self.people[who]

    # --- rights ---

    def grant(self, who: str, project: str, address: str, right: int) -> None:
        of = self.find(who, Project, project, OWN)
        has_address = [name for name, person in self.people.items() if person.address == address]
        whose = has_address[0] if has_address else address
        there = [one for one in of.members if one.whose == whose]
        if right < OWN:
            self.check_owner_stays(of, who, there)
        for one in there:
            one.since = one.since if one.right == right else self.now
            one.right = right
        if not there:
            of.members.append(Member(whose, right, self.now))
        self.act(who, project)

    def take_right(self, who: str, project: str, whose: str) -> None:
        of = self.find(who, Project, project, OWN)
        there = [one for one in of.members if one.whose == whose]
        if not there:
            raise Refused
        self.check_owner_stays(of, who, there)
        of.members.remove(there[0])
        self.act(who, project)

    def leave(self, who: str, project: str) -> None:
        of = self.find(who, Project, project, READ)
        there = [one for one in of.members if one.whose == who]
        self.check_owner_stays(of, who, there)
        of.members = [one for one in of.members if one.whose != who]
        self.people[who].opened -= {link.id for link in of.links}

    def link(self, who: str, project: str, id_: str, right: int, ends: float | None) -> None:
        self.find(who, Project, project, OWN).links.append(Link(id_, right, ends))
        self.act(who, project)

    def link_of(self, id_: str) -> tuple[Project, Link]:
        for project in self.projects():
            for link in project.links:
                if link.id == id_:
                    return project, link
        raise Refused

    def open_link(self, who: str, id_: str) -> None:
        project, link = self.link_of(id_)
        if who not in self.people or not link.is_open(self.now) or project.deleted is not None:
            raise Refused
        self.people[who].opened.add(id_)

    def take_back(self, who: str, id_: str) -> None:
        project, link = self.link_of(id_)
        if project.deleted is not None:
            raise Refused
        self.check(who, project, OWN)
        if not link.is_taken_back:
            self.act(who, project.id)
        link.is_taken_back = True

    # --- things ---

    def create(self, who: str, id_: str) -> None:
        if who not in self.people:
            raise Refused
        self.things[id_] = Project(id_, id_, members=[Member(who, OWN, self.now)])
        self.act(who, id_)
        self.check_room(id_)

    def add(self, who: str, thing: Thing) -> None:
        self.find(who, Project, thing.project, EDIT)
        self.things[thing.id] = thing
        self.act(who, thing.project)
        self.check_room(thing.project)

    def start(self, who: str, test_set: str, id_: str) -> None:
        of = self.find(who, KeptSet, test_set, EDIT)
        self.add(who, Campaign(id_, of.project, test_set=test_set))

    def revise(self, who: str, test_set: str, text: int) -> None:
        of = self.find(who, KeptSet, test_set, EDIT)
        of.versions.append((*of.versions[-1], text))
        self.act(who, of.project)
        self.check_room(of.project)

    def use(self, who: str, test_set: str) -> None:
        self.find(who, KeptSet, test_set, READ)
        person = self.people[who]
        if self.now - person.used.get(test_set, -HOUR) < 60:
            return
        person.used[test_set] = self.now
        if self.now - person.seen >= HOUR:
            person.seen = self.now

    def delete(self, who: str, id_: str, for_good: bool) -> None:
        thing = self.things.get(id_)
        if thing is None or (not for_good and thing.deleted is not None):
            raise Refused
        self.check(who, thing, OWN if for_good or isinstance(thing, Project) else EDIT)
        if not for_good and self.is_inside_deleted(thing):
            raise Refused
        self.act(who, thing.project)
        if for_good:
            self.remove(thing)
        else:
            thing.deleted = self.now

    def undo(self, who: str, id_: str) -> None:
        thing = self.things.get(id_)
        if thing is None or thing.deleted is None:
            raise Refused
        self.check(who, thing, OWN if isinstance(thing, Project) else EDIT)
        if self.is_inside_deleted(thing):
            raise Refused
        thing.deleted = None
        self.act(who, thing.project)

    def remove(self, thing: Thing) -> None:
        gone = {thing.id}
        gone |= {one.id for one in self.things.values() if one.project == thing.id}
        gone |= {one.id for one in self.things.values() if isinstance(one, Campaign) and one.test_set == thing.id}
        self.things = {id_: one for id_, one in self.things.items() if id_ not in gone}
        for person in self.people.values():
            person.used = {id_: when for id_, when in person.used.items() if id_ not in gone}

    def copy(self, who: str, project: str, made: str) -> list[str]:
        """Ids of what the copy has, in its order."""
        source = self.find(who, Project, project, READ)
        self.create(who, made)
        of = {
            one.id: f"{one.id} in {made}"
            for kind in (KeptSet, View, Campaign)
            for one in self.of(source.id, kind)
            if self.is_there(one.id)
        }
        for old, new in of.items():
            self.things[new] = one = replace(deepcopy(self.things[old]), id=new, project=made)
            if isinstance(one, Campaign):
                one.test_set = of[one.test_set]
                for rater in one.raters:
                    rater.has_secret, rater.is_released = False, rater.is_released or not rater.is_finished
        self.check_room(made)
        return [*of.values()]

    def purge(self) -> None:
        """What is to be gone by now is removed."""
        for thing in [*self.things.values()]:
            if thing.id in self.things and thing.deleted is not None and thing.deleted <= self.now - KEPT_SECONDS:
                self.remove(thing)
        for who, person in [*self.people.items()]:
            if not person.address and person.seen <= self.now - VISITOR_SECONDS:
                self.forget(who)

    # --- raters ---

    def close(self, who: str, campaign: str, is_closed: bool) -> None:
        of = self.find(who, Campaign, campaign, EDIT)
        of.is_closed = is_closed
        self.act(who, of.project)

    def release(self, who: str, campaign: str, place: int) -> None:
        of = self.find(who, Campaign, campaign, EDIT)
        there = [rater for rater in of.at(place) if not rater.is_released]
        if not there or there[0].is_finished:
            raise Refused
        there[0].is_released = True
        self.act(who, of.project)

    def join(self, campaign: str, id_: str, name: str) -> None:
        of = self.things.get(campaign)
        if not isinstance(of, Campaign) or not self.is_there(campaign) or of.is_closed:
            raise Refused
        free = [place for place in range(N_PLACES) if place not in of.taken()]
        if not free:
            raise Refused
        of.raters.append(Rater(id_, free[0], name))

    def answer(self, id_: str, item: int, score: int) -> None:
        campaign, rater = self.sitting(id_)
        if rater.is_finished:
            raise Refused
        for other in campaign.at(rater.place):
            other.answers.pop(item, None)
        rater.answers[item] = score

    def finish(self, id_: str) -> None:
        campaign, rater = self.sitting(id_)
        if not rater.is_finished and len(campaign.answers(rater.place)) < N_ITEMS:
            raise Refused
        rater.is_finished = True
