"""The only reader and writer of st.session_state and of the URL's query parameters.

Widgets of the shell bind themselves to the URL by their key (``bind="query-params"``), and Streamlit keeps both in
step, over page switches and with Back. Some values are in the address but have no widget in the shell: the test set's
id, the segment's number, the filters and the order of segments, the step through a segment's edits, the lesson and how
it is shown. The shell draws hidden text inputs for these values.

A browser sends the values of these inputs with every message, even before it knows where the previous press has led.
Therefore ``AT`` holds where the visitor is. The inputs only copy this to the address, and copy it from the address when
a visit begins or the visitor goes back.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit
from uuid import uuid4

import numpy as np
import streamlit as st

from server.memory.shelf import ID_SEPARATOR
from server.streamlit_patches.script_runs import current_session_id, has_repeated_parameters
from ui.session import send

OF_LESSONS = ("lesson", "class", "present", "part", "notes")
"""Values in the address that have nothing to do with a test set."""
FILTER_PARAMETERS = (
    *("find", "find_in", "find_as", "score", "score_of", "length"),
    *("document", "domain", "errors", "category", "severity", "annotator", "errors_of", "errors_by"),
    *("suspicious", "leave_out"),
)
"""Values in the address that say which segments are shown; all of them are removed together."""
KEPT_FAULTS = "kept_faults"
"""Name in the address for the doctor's findings that are kept as faults of systems, so that they raise no doubt."""
OF_SET = ("metrics", "baseline", "ignored", KEPT_FAULTS)
"""Values that a reader chooses once for a test set and finds again with it.

They are its metrics, its baseline, the rules by which findings of checks are ignored, and the findings that are kept as
faults of systems.
"""
ADDRESS = {
    "set": "news-en-es",
    **dict.fromkeys(("segment", *FILTER_PARAMETERS, "score_by", "sort", "findings", *OF_SET), ""),
    "step": "1",
    **dict.fromkeys(OF_LESSONS, ""),
}
"""The values in the address that have no widget in the shell, with their defaults."""
LONGEST_VALUE, LONGEST_TEXT, LONGEST_LIST = 40, 200, 4000
"""Most characters of a parameter: an ordinary one, one with a text or a name, one with many names."""
TEXTS = {
    *("find", "find_in", "score_of", "score_by", "sort"),
    *("document", "domain", "category", "severity", "annotator", "errors_of", "errors_by", "baseline"),
}
LISTS = {"metrics", "leave_out", "ignored", KEPT_FAULTS}

PLACE = ("segment", "step")
"""Values in the address that change while one reads on; their inputs are a fragment, so that they are drawn alone."""
PLACE_PART = "place"
"""Key of the fragment that draws the inputs of PLACE."""

AT = "at"
"""The session's key for a dict with the values of ADDRESS, and with PAGE, UNUSED_FILTERS, OPENED and LAST_PRESS."""
PAGE = "page"
"""Key in AT: name of the page that is shown."""
UNUSED_FILTERS = "waiting"
"""Key in AT: names of filters in ADDRESS that do not count on the page that is shown."""
OPENED = "opened"
"""Key in AT: the segment that a page has opened by itself, used on that page while the address names no segment."""
LED = "led_to_segment"
"""The session's key for the segment to which another page led, and why."""
LAST_PRESS = "heard"
"""Key in AT: number of the last press that was acted on, by the key of the steps."""
LINKS = "links"
"""The session's key for the links of the page that is shown: the target page of each link, and its parameters."""
CHOICES_KEY = "chosen_for_sets"
"""The session's key for what was chosen for each test set, by its id and the names in OF_SET."""
PLACES = "places"
"""The session's key for the indices of the segments that pass the filters, in the test set; None for all."""
SENT_ADDRESS_KEY = "said"
"""The session's key for the values of ADDRESS that were last sent to the browser; empty while others are being sent."""
TEXT = "text"
"""Parameter of the address with the Playground's texts, which no widget holds."""
EXAMPLE = "example"
"""Parameter of the address that names an example whose settings are to be set."""


@dataclass(frozen=True)
class OpenedSegment:
    """A segment that a page has opened by itself."""

    of: tuple[Any, ...] = ()
    """The page, the test set, and the further values by which the page has chosen the segment."""
    number: int = 1
    """Number of the segment, from 1, as in the file."""
    why: str = ""


def draw_address(page: str, waiting: Collection[str] = ()) -> None:
    """Draw hidden text inputs that are bound to the address; the shell calls it before anything reads them.

    Filters of the names in ``waiting`` stay in the address, but do not count on this page.
    """
    send.hide("address")
    with st.container(key="address"):
        values = st.fragment(_draw_inputs, key=PLACE_PART)(PLACE)
        values |= _draw_inputs([name for name in ADDRESS if name not in PLACE])
    st.session_state[AT] = st.session_state.get(AT, {}) | {PAGE: page, UNUSED_FILTERS: waiting} | values


def _draw_inputs(names: Collection[str]) -> dict[str, str]:
    """Draw the inputs of these names with the values in AT; return the values that the inputs hold afterwards."""
    at = st.session_state.get(AT, {})
    values = {name: at[name] for name in ADDRESS if name in at}
    if st.session_state.get(SENT_ADDRESS_KEY, values) != values:
        st.session_state[SENT_ADDRESS_KEY] = {}
    st.session_state.update({name: values[name] for name in names if name in values})
    max_lengths = (
        dict.fromkeys(names, LONGEST_VALUE) | dict.fromkeys(TEXTS, LONGEST_TEXT) | dict.fromkeys(LISTS, LONGEST_LIST)
    )
    return {
        name: st.text_input(name, key=name, max_chars=max_lengths[name], bind="query-params") or "" for name in names
    }


def note_link(page: str, parameters: Mapping[str, str | Sequence[str]]) -> None:
    """Note a link of the page that is shown, for ``follow_link``."""
    links = st.session_state.setdefault(LINKS, [])
    if (page, parameters) not in links:
        links.append((page, parameters))


def follow_link(page: str, opens_first: Collection[str] = ()) -> None:
    """Take the parameters of the link that has led to this page; the shell calls it before it draws any widget.

    The widgets of the keys in ``opens_first`` take their first choice again, unless the link names another choice.

    Within a visit the shell's widgets, and AT, keep their values over those in the address, except where the visitor
    goes back.
    """
    if AT not in st.session_state or st.session_state[AT][PAGE] == page:
        return
    links = [parameters for to, parameters in st.session_state.pop(LINKS, []) if to == page]
    followed_links = [
        link_parameters
        for link_parameters in links
        if all(map(_is_in_address, link_parameters, link_parameters.values()))
    ]
    link_parameters: Mapping[str, str | Sequence[str]] = max(followed_links, key=len, default={})
    first_step = {"step": ""} if "segment" in link_parameters else {}
    in_address = {name: value for name, value in link_parameters.items() if name in ADDRESS and isinstance(value, str)}
    set_address_values(first_step | in_address)
    forget({*link_parameters, *opens_first})  # widgets without a value take theirs from the address


def _is_in_address(name: str, value: str | Sequence[str]) -> bool:
    return st.query_params.get_all(name) == ([value] if isinstance(value, str) else [*value])


def is_place_drawn() -> bool:
    """Return whether the inputs of PLACE already hold the values in AT."""
    return all((st.session_state.get(name) or "") == st.session_state[AT][name] for name in PLACE)


def send_address() -> None:
    """Send the browser its address, if these values are new to it; called at the end of every run.

    Streamlit sends an address only if it differs from the address that came with the message. Meanwhile the browser may
    have got another address: from a run that was ended halfway, or from one during which the visitor pressed again.
    """
    now = {name: st.session_state[AT][name] for name in ADDRESS}
    if st.session_state.get(SENT_ADDRESS_KEY, now) != now:
        st.query_params.update({})  # sends all that are there
    st.session_state[SENT_ADDRESS_KEY] = now


def send_repeated_parameters_once() -> None:
    """Send the browser an address without repeated parameters; to be called before the navigation.

    Later the browser would add that address to its history after the page's own, and Back would stay on the page.
    """
    if has_repeated_parameters():
        st.query_params.update({})  # sends all that are there


def set_address_values(values: Mapping[str, str], heard: Mapping[str, int] = MappingProxyType({})) -> None:
    """Put values under these names into the address, and note the presses that led there.

    All values are set in one access to the state: at each access Streamlit may end a callback for a waiting message.
    """
    at = st.session_state[AT]
    st.session_state[AT] = {**at, **values, LAST_PRESS: {**at.get(LAST_PRESS, {}), **heard}}


def last_handled_press(key: str) -> int:
    """Return the number of the last press of the steps with this key that was acted on; 0 for none."""
    return st.session_state[AT].get(LAST_PRESS, {}).get(key, 0)


def note_presses(heard: Mapping[str, int]) -> None:
    """Note the number of the last press that was acted on, by the key of the steps."""
    set_address_values({}, heard)


def address_value(name: str) -> str:
    """Return the value in the address under one of the names in ADDRESS; its default where the address has none."""
    return st.session_state[AT][name] or ADDRESS[name]


def address_values_without_place() -> dict[str, str]:
    """Return all values of the address by name, except the segment and the step (PLACE)."""
    return {name: address_value(name) for name in ADDRESS if name not in PLACE}


def filter_value(name: str) -> str:
    """Return the value of a filter in the address; empty on a page where this filter does not count."""
    return "" if name in st.session_state.get(AT, {}).get(UNUSED_FILTERS, ()) else address_value(name)


def fits_in_address(text: str) -> bool:
    """Return whether a text fits under a name in TEXTS and is read back from the address unchanged."""
    return len(text) <= LONGEST_TEXT and text.isprintable() and text == text.strip()


def chosen_set() -> str:
    """Return the id of the test set in use."""
    return address_value("set")


def use_set(identity: str) -> None:
    """Use a test set, with all systems and references and no chosen segment; list it among the visitor's sets.

    Its metrics and its baseline are the visitor's last choices for this set.
    """
    chosen = st.session_state.get(CHOICES_KEY, {}) | {_unversioned_identity(chosen_set()): _values(OF_SET)}
    st.session_state[CHOICES_KEY] = chosen
    choices = _values(OF_LESSONS) | chosen.get(_unversioned_identity(identity), {})
    set_address_values(dict.fromkeys(ADDRESS, "") | choices | {"set": identity})
    st.session_state["systems"] = st.session_state["references"] = []
    if identity not in own_sets():
        st.session_state["own_sets"] = [*own_sets(), identity]


def _values(names: Iterable[str]) -> dict[str, str]:
    return {name: address_value(name) for name in names}


def _unversioned_identity(identity: str) -> str:
    return identity.partition(".")[0]


def open_page_in_next_run(page: str, **parameters: str) -> None:
    """Open a page in the run that follows; ``parameters`` are values of its widgets, by key."""
    st.session_state["led_to"] = page, parameters


def take_page_request() -> tuple[str, dict[str, str]] | None:
    """Return, only once, the page that a callback leads to and its parameters; None where none does."""
    return st.session_state.pop("led_to", None)


def own_sets() -> list[str]:
    """Return the ids of the test sets that this session has used."""
    return st.session_state.get("own_sets", [])


def visitor() -> str:
    """Return the visitor's id, for the stores that all sessions share."""
    if "visitor" not in st.session_state:
        st.session_state["visitor"] = f"{current_session_id()}{ID_SEPARATOR}{uuid4().hex}"
    return st.session_state["visitor"]


def set_widget_value(key: str, value: Any) -> None:
    """Set a widget's value; to be called before the widget is drawn."""
    st.session_state[key] = value


def widget_or_address_value(key: str) -> Any:
    """Return the value of a widget of the page; before it was ever drawn, the value in the address."""
    return st.session_state.get(key, st.query_params.get(key))


def translate_asked(key: str, names: Mapping[str, str]) -> None:
    """Replace an option's name in the address by its label, before its widget is drawn for the first time.

    ``names`` maps each option to its label on the page; Streamlit reads only labels from the address.
    """
    option = st.query_params.get(key, "")
    if key not in st.session_state and option in names and option != names[option]:
        st.query_params[key] = names[option]
        st.rerun()


def asked_in_address(key: str) -> str | None:
    """Return the value in the address for a widget of the page, regardless of the widget's own; None without one."""
    return st.query_params.get(key)


def ask_in_address(key: str, value: str) -> None:
    """Put a choice that no widget of the page keeps into the session, and into the address for a later visit."""
    st.session_state[key] = st.query_params[key] = value


def asks_to_present(page: str) -> bool:
    """Return whether the address asks to present this page; can be called before anything is drawn."""
    still = st.session_state.get(AT, {}).get("present", "1")
    is_here = urlsplit(st.context.url or "").path.rpartition("/")[2] == page
    return bool(st.query_params.get("present") and still and is_here)


def forget(keys: Iterable[str]) -> None:
    """Delete the values of widgets that will not be drawn again."""
    for key in keys:
        st.session_state.pop(key, None)


def forget_all() -> None:
    """Clear the session for another person; only the address is left."""
    st.session_state.clear()


def widget_value(key: str, default: Any = None) -> Any:
    """Return the value of a widget on any page; the default before it was ever drawn."""
    return st.session_state.get(key, default)


def set_shown_places(places: np.ndarray | None) -> None:
    """Note the places of the segments that pass the filters, ascending; None for all."""
    st.session_state[PLACES] = places


def segment_in_use(n_segments: int) -> int:
    """Return the index, among the ``n_segments`` shown, of the segment in use.

    If it is not among them, return the index of the next one. The address has the segment's number in the file, from 1.
    """
    place, places = segment_number() - 1, st.session_state.get(PLACES)
    return min(place if places is None else int(np.searchsorted(places, place)), n_segments - 1)


def segment_number() -> int:
    """Return the number, from 1, of the segment that the address names, or else of the one that the page has opened."""
    number = _number("segment")
    return _opened_segment().number if number is None else max(number, 1)


def is_looked_at() -> bool:
    """Return whether the segment that the address names is among the shown ones; true where it names none."""
    number, places = _number("segment"), st.session_state.get(PLACES)
    return number is None or places is None or number - 1 in places


def number_in_file(index: int) -> int:
    """Return the number, in the file, of a segment by its index among the shown ones."""
    return numbering()(index)


def numbering() -> Callable[[int], int]:
    """Return ``number_in_file`` for the segments shown now; for callbacks, when other segments may be shown."""
    places = st.session_state.get(PLACES)
    return lambda index: index + 1 if places is None else int(places[index]) + 1


def must_open_segment(*chosen_by: Any) -> bool:
    """Return whether the page has to choose a segment.

    It has to if the address names none, and the page has opened none for the values ``chosen_by``.
    """
    return _number("segment") is None and _opened_segment().of != (*_page_and_set(), *chosen_by)


def open_at(index: int, why: str, *chosen_by: Any) -> None:
    """Open the page at a segment, and note why; the page calls it before it asks for the segment in use."""
    st.session_state[AT][OPENED] = OpenedSegment((*_page_and_set(), *chosen_by), number_in_file(index), why)


def lead_to_segment(page: str, number: int, why: str) -> None:
    """Lead to a page at a segment, by its number in the file, and say there why; for callbacks."""
    choose_segment(number)
    st.session_state[LED] = OpenedSegment((page, chosen_set()), number, why)
    open_page_in_next_run(page)


def opening_reason() -> str:
    """Return why this page, or a page that led here, has opened the segment in use.

    Empty where the segment is simply the one that the address names.
    """
    number = _number("segment")
    if number is None:
        return _opened_segment().why
    led = st.session_state.get(LED, OpenedSegment())
    return led.why if (led.of, led.number) == (_page_and_set(), number) else ""


def _opened_segment() -> OpenedSegment:
    """Return the segment that this page has opened by itself in this test set."""
    opened = st.session_state[AT].get(OPENED, OpenedSegment())
    return opened if opened.of[:2] == _page_and_set() else OpenedSegment()


def _page_and_set() -> tuple[str, str]:
    """Return the name of the page that is shown, and the id of the test set in use."""
    return st.session_state[AT][PAGE], chosen_set()


def _number(name: str) -> int | None:
    text = st.session_state[AT][name]
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def choose_segment(number: int, heard: Mapping[str, int] = MappingProxyType({})) -> None:
    """Choose the segment for the next run, at its first shift.

    ``number`` is its number in the file.
    """
    set_address_values({"segment": str(number), "step": ""}, heard)


def step() -> int:
    """Return the reader's step in the segment's edits, from 0; by default 1, the first shift if there is one."""
    number = _number("step")
    return int(ADDRESS["step"]) if number is None else number


def choose_step(number: int, heard: Mapping[str, int] = MappingProxyType({})) -> None:
    """Choose the step for the next run; a callback."""
    set_address_values({"step": str(number)}, heard)


def chosen_lesson(names: Sequence[str], usual: str) -> str:
    """Return the lesson in use; the usual one where the address names none of them."""
    lesson = st.session_state[AT]["lesson"]
    return lesson if lesson in names else usual


def choose_lesson(name: str, part: str = "", heard: Mapping[str, int] = MappingProxyType({})) -> None:
    """Choose a lesson; a callback. ``part`` is the part of a presented lesson to show, if it is not the first."""
    set_address_values({"lesson": name, "part": part}, heard)


def move_to_lesson(name: str) -> None:
    """Run the page again with another lesson, shown as the address says; for the middle of a page."""
    set_address_values({"lesson": name})
    st.rerun()


def to_first_segment() -> None:
    """Start the next run at the first segment of its list."""
    st.session_state["to_first"] = True


def take_first_segment_request() -> bool:
    """Return whether the list was sorted anew; true only at the first call after that."""
    return st.session_state.pop("to_first", False)


def move_to_segment(index: int) -> None:
    """Run the page again with another segment; for the middle of a page."""
    choose_segment(number_in_file(index))
    st.rerun()


def move_to_step(number: int) -> None:
    """Run the page again with another step; for the middle of a page."""
    choose_step(number)
    st.rerun()


def text_from_address(decode: Callable[[str], Any]) -> Any | None:
    """Return the Playground's texts from the address; None if the Playground itself put them there.

    Raise what ``decode`` raises, until the reader writes something else.
    """
    code = st.query_params.get(TEXT)
    if not code or code == st.session_state.get("text_known"):
        return None
    texts = decode(code)
    st.session_state["text_known"] = code
    return texts


def keep_text() -> None:
    """Use what the reader writes from now on, not the texts in the address."""
    st.session_state["text_known"] = st.query_params.get(TEXT)


def give_text(code: str) -> None:
    """Put the Playground's texts into the address; an empty code removes them.

    Earlier texts stay in the browser's history.
    """
    st.session_state["text_known"] = code
    if code:
        if code != st.query_params.get(TEXT):
            st.query_params[TEXT] = code
    elif TEXT in st.query_params:
        del st.query_params[TEXT]


def take_example(settings: Mapping[str, Mapping[str, Any]]) -> None:
    """Set the settings of the example in the address, once each time it is opened; called before any widget is drawn.

    ``settings`` maps each example's name to its settings; it is empty on pages without examples. Within a visit widgets
    keep their values over those in the address, so the settings must be set here. A visit that begins at this address
    has them from the address.
    """
    example_name = st.query_params.get(EXAMPLE)
    name = example_name if example_name in settings else None
    if name is not None and name != st.session_state.get("example_open", name):
        set_widget_values(settings[name])
    st.session_state["example_open"] = name


def example(names: Sequence[str]) -> str:
    """Return the example that the address names; the first one where it names none of ``names``."""
    example_name = st.query_params.get(EXAMPLE)
    return example_name if example_name is not None and example_name in names else names[0]


def set_widget_values(settings: Mapping[str, Any]) -> None:
    """Set widgets' values by key; for callbacks, or before the widgets are drawn."""
    st.session_state.update(settings)


def link(code: str, names: Iterable[str]) -> str:
    """Return the page's full address with the texts of ``code``, and those of its other parameters in ``names``."""
    parameters = {name: st.query_params[name] for name in names if name in st.query_params}
    return f"{st.context.url or ''}?{urlencode({TEXT: code} | parameters)}"


def query(**others: str) -> str:
    """Return all parameters of the page's address, with the values in ``others`` in place of their present ones."""
    return urlencode({**{name: st.query_params.get_all(name) for name in st.query_params}, **others}, doseq=True)


def page_address() -> str:
    """Return the page's full address, with all of its parameters."""
    return f"{st.context.url or ''}?{query()}".rstrip("?")


def full_page_address(page: str) -> str:
    """Return the full address of a page, with the host and folder under which this visitor's browser has the server."""
    return urljoin((st.context.url or "").rstrip("/"), page)


def origin() -> str:
    """Return the scheme and host of the page."""
    parts = urlsplit(st.context.url or "")
    return f"{parts.scheme}://{parts.netloc}"
