"""What visitors do and see, in the words of the tests."""

import json
import re
import time
from dataclasses import replace
from functools import cache as cached
from pathlib import Path
from urllib.parse import parse_qs

import numpy as np
import pandas as pd
from lxml import html as html_parser
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates

from scoring import BLEU, TestSet
from ui.kit.steps import place_after_moves
from ui.session import navigation
from ui.session.state import ADDRESS
from ui.store import cache, kept, samples

SHELL = Path(__file__).parents[2] / "ui" / "shell.py"
PAGES = tuple(name for name, page in navigation.PAGES.items() if not page.is_alone)
"""Those that stand in the frame."""
TITLES = {name: page.title for name, page in navigation.PAGES.items()}
SAMPLES = tuple(samples.SAMPLES)
NEWS = "news-en-es"
NEWS_SYSTEMS = samples.sample(NEWS).system_names
WAIT_SECONDS = 120
"""After which a test gives up: long, because other work may hold the machine up, and nothing waits so long."""


def texts_alone(identity):
    """A sample without its judgments."""
    return replace(cache.open_test_set(identity), scores=(), annotations=())


@cached
def project():
    """That in which tests keep what they make."""
    return kept.server_workspace().create("tests").id


def key_of(test_set):
    """Keeps it under its own name, also where another test's set has that name; by what addresses name it."""
    key = kept.keep_in_project(test_set, project())
    if kept.server_workspace().test_set(key).name != test_set.name:
        kept.server_workspace().rename(key, test_set.name)
        kept.forget_lookups()
    return key


def go(at, page):
    return ran(at.switch_page(f"../pages/{page}.py").run())


def ran(at):
    assert not at.exception, [error.message for error in at.exception]
    return at


def ran_until(at, is_there):
    """Runs again until it is so: what is computed in the background comes with a later run."""
    deadline = time.monotonic() + WAIT_SECONDS
    while not is_there(at):
        assert time.monotonic() < deadline, "what is computed in the background never came"
        ran(at.run())
    return at


def wait_for(condition):
    deadline = time.monotonic() + WAIT_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.01)


def title(at):
    return at.title[0].value


def heading(at):
    """Which segment is shown."""
    return next(m.value for m in at.markdown if "Segment " in m.value)


def html(at):
    return "".join(element.value for element in at.get("html")).replace("\u00a0", " ")


def said(at):
    """The text of its HTML."""
    return html_parser.fromstring(f"<div>{html(at)}</div>").text_content()


def facts(at):
    """Label -> value of a lesson's key numbers."""
    rows = html_parser.fromstring(f"<div>{html(at)}</div>").xpath("//*[@class='facts']/div")
    return {row.xpath("string(span)"): row.xpath("string(b)") for row in rows}


def texts(at):
    """Everything that a message box, a code block or plain text says."""
    kinds = ("error", "warning", "info", "success", "code", "text", "caption", "markdown")
    return "\n".join(str(element.value) for kind in kinds for element in at.get(kind))


def sent(at):
    """All that the page has sent to the browser."""
    return " ".join(str(getattr(element, "proto", "")) for element in at._tree)


def tables(at):
    return [element.value for element in at.dataframe]


def table_with(at, *columns):
    """The first table with these columns."""
    return next(table for table in tables(at) if set(columns) <= set(table.columns))


def choice_scores(at):
    """The scores of the table on Choose as they are printed, by what the rows and columns say; None without it."""
    found = html_parser.fromstring(f"<div>{html(at)}</div>").xpath("//table[@class='gains']")
    if not found:
        return None
    heads = [head.xpath("string(text())").strip() for head in found[0].xpath(".//th[@scope='col']")]
    rows = {}
    for row in found[0].xpath(".//tr[th[@scope='row']]"):
        (name,) = row.xpath("th/text()")
        cells = [cell.text_content().split()[0] for cell in row.xpath("td")]
        rows[name.strip()] = dict(zip(heads, (float(cell.replace("−", "-")) for cell in cells), strict=True))
    return pd.DataFrame(rows).T


def address(at, name):
    """What the address says; a default is not written into it."""
    value = at.query_params.get(name, ADDRESS[name])
    return value[0] if isinstance(value, list) else value


def parameters_of(at) -> set[str]:
    """The names of all parameters that widgets of this page hold, and of those that no widget holds."""
    with at.session_state._state.query_params() as parameters:
        return set(parameters._bindings_by_param) | {"text", "example"}


def widget(at, key):
    """One of the sidebar's."""
    return next(w for kind in ("selectbox", "toggle", "slider") for w in at.sidebar.get(kind) if w.key == key)


def button(at, key):
    return next((found for found in at.button if found.key == key), None)


def press(at, *names, states=None):
    """Presses buttons of ui/kit/steps.py one after another, all before the server hears of the first.

    ``states``: ``values`` of the page, where the browser knows older ones.
    """
    for name in names:
        assert can_press(at, name)
    element, data, _ = _step(at, names[0])
    moves = [_step(at, name)[2]["move"] for name in names]
    return send(at, element, [[data["heard"] + 1 + i, move] for i, move in enumerate(moves)], states)


def open_tab(at, name):
    """Another of the page's alternatives."""
    (found,) = (block for block in blocks(at._tree) if name in tab_names(block))
    states = at._tree.get_widget_states()
    states.widgets.append(WidgetState(id=found.proto.id, string_value=name))
    return ran(at._run(states))


def blocks(block):
    """It and all that are in it."""
    yield block
    for child in getattr(block, "children", {}).values():
        yield from blocks(child)


def tab_names(block):
    """Of tabs of which only the open one is drawn."""
    if not getattr(getattr(block, "proto", None), "id", ""):
        return []
    return [child.label for child in getattr(block, "children", {}).values() if child.type == "tab"]


def unfold(at, label):
    """Opens what is folded and drawn only when it is open."""
    (found,) = (block for block in blocks(at._tree) if getattr(block, "label", "").startswith(label))
    states = at._tree.get_widget_states()
    states.widgets.append(WidgetState(id=found.proto.id, bool_value=True))
    return ran(at._run(states))


def edit(at, table, row, **cells):
    """What a visitor puts into the cells of one row of an editable table, and the page that follows."""
    (element,) = (frame for frame in at.dataframe if frame.proto.id and set(table) <= set(frame.value.columns))
    states = at._tree.get_widget_states()
    edited = {"edited_rows": {str(row): cells}, "added_rows": [], "deleted_rows": []}
    states.widgets.append(WidgetState(id=element.proto.id, string_value=json.dumps(edited)))
    return ran(at._run(states))


def values(at):
    """What the browser knows of the page's widgets; of buttons nothing."""
    states = at._tree.get_widget_states()
    held = [state for state in states.widgets if state.WhichOneof("value") != "trigger_value"]
    return WidgetStates(widgets=held)


def send(at, element, presses, states=None):
    """What the page sends, and the page that follows."""
    states = at._tree.get_widget_states() if states is None else states
    states.widgets.append(WidgetState(id=element.id, json_value=json.dumps({"presses": presses})))
    return ran(at._run(states))


def read_scores(at):
    """System -> BLEU of the segment that is read, as printed."""
    return dict(re.findall(r'<b>([^<]*)</b><br><span class="score">BLEU ([^<]*)</span>', html(at)))


def make(at, press=1, **rows):
    """What a visitor makes of rows of tiles, the visit's first edit by default; "_" in a name stands for "-"."""
    edits = {name.replace("_", "-"): {"chosen": [], "by": "type"} | row for name, row in rows.items()}
    states = at._tree.get_widget_states()
    for element, data in _tiles(at):
        its = {row["name"]: edits[row["name"]] for row in data["rows"] if row["name"] in edits}
        if its:
            states.widgets.append(WidgetState(id=element.id, json_value=json.dumps({"made": [press, its]})))
    return ran(at._run(states))


def rows_of_tiles(at):
    """Name -> the row, as the page draws it."""
    return {row["name"]: row for _, data in _tiles(at) for row in data["rows"]}


def memory(at):
    """The component of course/memory.py, and what it hands to the browser."""
    found = [(e.proto, json.loads(e.proto.json)) for e in at.get("bidi_component")]
    (one,) = ((element, data) for element, data in found if "visit" in data)
    return one


def bring(at, kept, visit=None):
    """What the browser has kept of earlier visits to lessons."""
    element, data = memory(at)
    states = at._tree.get_widget_states()
    brought = json.dumps({"brought": [visit or data["visit"], kept]})
    states.widgets.append(WidgetState(id=element.id, json_value=brought))
    return ran(at._run(states))


def _tiles(at):
    """Components of tiles, with their data."""
    return [(e.proto, data) for e in at.get("bidi_component") if "longest" in (data := json.loads(e.proto.json))]


def listed(at):
    """The numbers of the segments that the page Segments lists."""
    _, data = _picker(at)
    return [row["number"] for row in data["rows"]]


def choose_listed(at, number, press=1):
    """A click on a row of that list, the visit's first by default."""
    element, _ = _picker(at)
    states = at._tree.get_widget_states()
    states.widgets.append(WidgetState(id=element.id, json_value=json.dumps({"chosen": [press, number]})))
    return ran(at._run(states))


def _picker(at):
    found = [(e.proto, json.loads(e.proto.json)) for e in at.get("bidi_component")]
    (one,) = ((element, data) for element, data in found if "rows" in data)
    return one


def can_press(at, name):
    _, data, step = _step(at, name)
    return place_after_moves(data["place"], data["length"], [step["move"]]) != data["place"]


def _step(at, name):
    """The component that draws this button, its data, and the step."""
    found = [(e.proto, json.loads(e.proto.json)) for e in at.get("bidi_component")]
    (one,) = ((e, data, step) for e, data in found for step in data.get("steps", ()) if step.get("name") == name)
    return one


def bleu_of(at):
    """System -> BLEU, as the leaderboard has it once it is computed."""
    ran_until(at, lambda at: tables(at)[0]["BLEU"].notna().all())
    frame = tables(at)[0]
    return dict(zip(frame["system"], frame["BLEU"], strict=True))


def scored(test_set, **options):
    """System -> BLEU, by direct scoring."""
    bleu = BLEU(**options)
    return {system: float(bleu.score(rows.sum(axis=0))) for system, rows in bleu.measure(test_set).items()}


def upload(at, files):
    """The page once they are read, or refused."""
    before = value_of(at, "files_read")
    ran(uploader(at, "files").set_value(files).run())
    return ran_until(at, lambda at: value_of(at, "files_read") != before)


def uploader(at, name):
    """The file uploader of that name, which has another key each time that it was emptied."""
    (found,) = (one for one in at.file_uploader if re.fullmatch(rf"{name}(-\d+)?", one.key))
    return found


def value_of(at, key):
    """What the session holds under a key; None where it holds nothing."""
    return at.session_state[key] if key in at.session_state else None  # noqa: SIM401 (it has no get)


def way(at):
    """Where "Open in Playground" leads: the address' parameters."""
    (link,) = (e.proto for e in at.get("page_link") if e.proto.label == "Open in Playground")
    return {name: value[0] for name, value in parse_qs(link.query_string).items()} | {"disabled": link.disabled}


def nine_systems():
    """Three systems with three runs each: outputs that keep about so many of the reference's words."""
    generator = np.random.default_rng(7)
    reference = [" ".join(generator.choice(list("abcdefgh"), 9)) for _ in range(30)]

    def output(share):
        return [
            " ".join(w if generator.random() < share else generator.choice(list("xyz")) for w in line.split())
            for line in reference
        ]

    shares = {"base": 0.6, "big": 0.9, "odd": 0.6}
    outputs = {f"{name}.opt{run}": output(share) for name, share in shares.items() for run in "012"}
    return TestSet.build(outputs, [reference], name="nine")


NINE = nine_systems()
