"""Tables of which a click chooses a row: every click counts, whatever the server answers to the one before it."""

import json

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest


def page() -> None:
    import pandas as pd
    import streamlit as st

    from ui.kit import reader

    taken = st.session_state.setdefault("taken", [])
    marked = st.session_state.get("marked")
    frame = pd.DataFrame({"n": [1, 2, 3, 4, 5]})
    st.session_state.chosen = reader.choosing_table(frame, "table", 400, taken.append, marked=marked)
    st.button("Something else")


@pytest.fixture
def at():
    return run(AppTest.from_function(page, default_timeout=60))


def run(at):
    at.run()
    assert not at.exception
    return at


def clicked(at, rows=(), cells=()):
    """The page after its browser said what is chosen in the table."""
    selection = {"rows": list(rows), "columns": [], "cells": [[row, "n"] for row in cells]}
    states = at._tree.get_widget_states()
    said = json.dumps({"selection": selection})
    states.widgets.append(WidgetState(id=at.dataframe[0].proto.id, string_value=said))
    at._run(states)
    assert not at.exception
    return at


def set_by_server(at):
    """Rows and cells that the browser is told to choose in place of what it has; None where it keeps that."""
    said = at.dataframe[0].proto.selection_state
    selection = json.loads(said)["selection"] if said else None
    return selection and (selection["rows"], [row for row, _ in selection["cells"]])


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", ["rows", "cells"])
def test_the_answer_to_a_click_sets_nothing_that_could_come_in_place_of_the_next_click(at, kind):
    for row in (0, 3, 1):
        clicked(at, **{kind: [row]})
        assert at.session_state.taken[-1] == at.session_state.chosen == row
        assert set_by_server(at) is None
    assert at.session_state.taken == [0, 3, 1]


def test_the_row_of_a_cell_gets_its_mark_with_the_next_run_and_the_same_cell_can_be_clicked_again(at):
    clicked(at, cells=[3])
    run(at)
    assert set_by_server(at) == ([3], [])
    assert at.session_state.chosen == 3
    clicked(at, rows=[3], cells=[3])
    assert at.session_state.taken == [3, 3]


@pytest.mark.parametrize(
    ("first", "second", "kept"),
    [
        ({"cells": [0]}, {"rows": [3], "cells": [0]}, ([3], [])),
        ({"rows": [0]}, {"rows": [0], "cells": [3]}, ([], [3])),
    ],
)
def test_of_a_box_and_a_cell_the_one_that_was_clicked_last_counts(at, first, second, kept):
    clicked(at, **first)
    clicked(at, **second)
    assert at.session_state.taken == [0, 3]
    assert at.session_state.chosen == 3
    assert set_by_server(at) == kept


@pytest.mark.exhaustive
def test_the_row_that_is_read_is_marked_unless_the_table_has_just_been_clicked(at):
    at.session_state.marked = [2]
    run(at)
    assert set_by_server(at) == ([2], [])
    run(at)
    assert set_by_server(at) is None
    clicked(at, rows=[4])
    assert set_by_server(at) is None
    assert at.session_state.taken == [4]
    run(at)
    assert set_by_server(at) == ([2], [])
