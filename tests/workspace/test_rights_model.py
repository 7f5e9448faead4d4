"""Whatever people grant, take, open and leave, in whatever order: rights are those of a plain table."""

import shutil
from datetime import timedelta
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties import examples
from tests.workspace.persons import Clock, said, signed_in
from workspace import Right, Workspace
from workspace.storage.place import url_of_file

PERSONS = ("ada", "bob", "eve")
WHO, NUMBER = st.sampled_from(PERSONS), st.integers(0, 2)
STEP = st.one_of(
    st.tuples(st.just("grant"), WHO, WHO, st.sampled_from(Right)),
    st.tuples(st.just("take"), WHO, WHO),
    st.tuples(st.just("leave"), WHO),
    st.tuples(st.just("link"), WHO, st.sampled_from(Right), NUMBER),
    st.tuples(st.just("open"), WHO, NUMBER),
    st.tuples(st.just("end"), WHO, NUMBER),
    st.tuples(st.just("hour")),
)


class Table:
    """The rights on one project, and a workspace in which the same is done. Each step gives whether it may be done."""

    def __init__(self, kept: Workspace, clock: Clock) -> None:
        self.kept, self.clock, self.hours = kept, clock, 0
        self.theirs = {name: signed_in(kept, name) for name in PERSONS}
        self.project = self.theirs["ada"].create("News").id
        self.granted: dict[str, int] = {"ada": Right.OWN}
        self.accepted = {"ada"}
        """who has done something since they got their right"""
        self.links: list[tuple[str, str, Right, float]] = []
        """id, token, right and the hour at which it ends"""
        self.opened: dict[str, set[int]] = {name: set() for name in PERSONS}

    def right_of(self, name: str) -> int:
        by_link = [self.links[at][2] for at in self.opened[name] if self.hours < self.links[at][3]]
        return max([self.granted.get(name, 0), *by_link])

    def is_last(self, name: str, by: str = "") -> bool:
        """Whether nobody else owns it who has accepted that, as who asks does at this moment."""
        owners = {who for who, right in self.granted.items() if right == Right.OWN}
        return name in owners and not (owners - {name}) & {*self.accepted, by}

    def do(self, is_right, act, then=lambda *_: None, by=""):
        if not is_right:
            said(act)
            return
        then(act())
        self.accepted |= {by}

    def grant(self, who, whom, right):
        may = self.right_of(who) == Right.OWN and not (self.is_last(whom, who) and right < Right.OWN)
        act = self.theirs[who].grant

        def given(_):
            if self.granted.get(whom) != right:
                self.accepted.discard(whom)
            self.granted[whom] = right

        self.do(may, lambda: act(self.project, f"{whom}@example.org", right), given, who)

    def take(self, who, whom):
        ids = {member.name: member.id for member in self.kept.members(self.project)}
        assert ids.keys() == self.granted.keys()
        may = self.right_of(who) == Right.OWN and whom in self.granted and not self.is_last(whom, who)
        act = self.theirs[who].take_right
        self.do(may, lambda: act(self.project, ids.get(whom, "none")), lambda _: self.granted.pop(whom), who)

    def leave(self, who):
        def gone(_):
            self.granted.pop(who, None)
            self.opened[who].clear()

        may = self.right_of(who) > 0 and not self.is_last(who)
        self.do(may, lambda: self.theirs[who].leave(self.project), gone)

    def link(self, who, right, hours):
        may = self.right_of(who) == Right.OWN and right < Right.OWN
        expires, ends = (
            (self.clock.time + timedelta(hours=hours), self.hours + hours) if hours else (None, float("inf"))
        )
        make = self.theirs[who].make_link
        self.do(
            may,
            lambda: make(self.project, "x", right, expires),
            lambda link: self.links.append((link.id, link.token, right, ends)),
            who,
        )

    def open(self, who, number):
        if number < len(self.links):
            _, token, _, ends = self.links[number]
            self.do(
                self.hours < ends,
                lambda: self.theirs[who].open_link(token),
                lambda _: self.opened[who].add(number),
            )

    def end(self, who, number):
        if number < len(self.links):
            id_, token, right, ends = self.links[number]
            self.do(
                self.right_of(who) == Right.OWN,
                lambda: self.theirs[who].take_back(id_),
                lambda _: self.links.__setitem__(number, (id_, token, right, 0)),
                who if ends else "",
            )

    def hour(self):
        self.hours += 1
        self.clock.time += timedelta(hours=1)

    def check(self):
        for name, their in self.theirs.items():
            right = self.right_of(name)
            assert [one.right for one in their.projects()] == ([right] if right else [])


@given(st.lists(STEP, max_size=12))
@settings(examples(25))
def test_rights_are_what_a_plain_table_says(tmp_path_factory, usual_file, steps):
    clock = Clock()
    file = Path(shutil.copy(usual_file, tmp_path_factory.mktemp("rights")))
    with Workspace(url_of_file(file), clock) as kept:
        table = Table(kept, clock)
        for step, *arguments in steps:
            clock.time += timedelta(seconds=1)
            getattr(table, step)(*arguments)
            table.check()
