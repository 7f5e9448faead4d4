"""A connection to PostgreSQL is cut at any message: a change is whole or absent, the user is told, and work goes on."""

import pytest

from tests.cases import one_in
from tools.faults.cut_connections import SERVER_CHANGES, ConnectionRounds

STEP = one_in(60)
"""One message of so many is tried, because a change has many."""
REFUSAL = "The database cannot be used now; try again later. The log says why."


@pytest.fixture(scope="session")
def rounds(own_server, tmp_path_factory):
    return ConnectionRounds(tmp_path_factory.mktemp("cut"), own_server)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("after_answer", [False, True])
def test_a_change_whose_connection_is_cut_is_whole_or_not_there(rounds, after_answer):
    change = next(one for one in SERVER_CHANGES if one.kind == "create")
    outcome = rounds.cut_round(change, 3, after_answer=after_answer)
    assert (outcome.has_failed, outcome.said) == (True, REFUSAL)


@pytest.mark.exhaustive
@pytest.mark.one_case_in(9)
@pytest.mark.parametrize("after_answer", [False, True])
@pytest.mark.parametrize("change", SERVER_CHANGES, ids=lambda change: change.kind)
def test_wherever_the_connection_is_cut_a_change_is_whole_or_not_there(rounds, change, after_answer):
    number, said = 0, set()
    while (outcome := rounds.cut_round(change, number, after_answer=after_answer)).has_failed:
        said.add(outcome.said)
        number += STEP
    assert number
    assert said <= {REFUSAL, ""}
    assert outcome.said == ""
