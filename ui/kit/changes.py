"""Changes of kept data: made in callbacks, and each reported in one sentence, also if it failed."""

from collections.abc import Callable
from functools import partial, wraps
from typing import ParamSpec, TypeVar

from markupsafe import Markup

from scoring.output.markup import html
from ui.session import send, state
from ui.store import kept
from workspace import WorkspaceError

SENTENCE_KEY = "change_said"
"""The session's key for the sentence that the next run of the page says."""
RESULTS_KEY = "change_made"
"""The session's key for the results of presses that make something new, by the button's key."""
DONE, FAILED = "done", "failed"
T = TypeVar("T")
P = ParamSpec("P")


def change(make: Callable[[], str]) -> bool:
    """Make a change and note the sentence that ``make`` returns, or why nothing was changed; return whether it was.

    Sentences contain people's names: they are shown as they are, never as Markdown.
    """

    def do() -> str:
        sentence = make()
        kept.forget_lookups()
        return sentence

    return attempt(do)


def change_callback(make: Callable[P, str]) -> Callable[P, None]:
    """Return the callback that calls a function by way of ``change``."""

    @wraps(make)
    def callback(*args: P.args, **kwargs: P.kwargs) -> None:
        change(partial(make, *args, **kwargs))

    return callback


def attempt(make: Callable[[], str]) -> bool:
    """Make a change that alters no name, right or version, such as a rater's answer; return whether it was made.

    It works like ``change``, but what is remembered about names, rights and versions stays valid.
    """
    try:
        sentence = make()
    except WorkspaceError as error:
        state.set_widget_value(SENTENCE_KEY, (FAILED, str(error)))
        return False
    state.set_widget_value(SENTENCE_KEY, (DONE, sentence) if sentence else None)
    return True


def new_button_key(key: str) -> str:
    """Return the key of a button that makes something new; it is another one once the button has made something."""
    if state.widget_value(RESULTS_KEY) is None:
        state.set_widget_value(RESULTS_KEY, {})
    return f"{key}-{sum(pressed.startswith(f'{key}-') for pressed in state.widget_value(RESULTS_KEY))}"


def make_once(pressed: str, make: Callable[[], T], then: Callable[[T], str]) -> None:
    """Make a ``change`` once for one press of a button, even if the button was pressed twice.

    The second press ends the callback of the first halfway, at any access to the state; so the result is noted without
    an access.
    """
    results = state.widget_value(RESULTS_KEY)

    def do() -> str:
        if pressed not in results:
            results[pressed] = make()
        return then(results[pressed])

    change(do)


def draw_last_change(worded: Callable[[str], str] = str) -> None:
    """Draw once the sentence about the last change, at the head of every page unless a part of the page has drawn it.

    ``worded`` returns the sentence that is shown for the one that was noted.
    """
    last_change = state.widget_value(SENTENCE_KEY)
    state.set_widget_value(SENTENCE_KEY, None)
    if last_change is not None:
        draw_sentence(last_change[0], worded(last_change[1]))


def draw_sentence(outcome: str, sentence: str) -> None:
    """Draw a sentence about a change; ``outcome`` is DONE or FAILED."""
    role = "alert" if outcome == FAILED else "status"
    send.html(html.page(Markup('<p class="said {}" role="{}" dir="auto">{}</p>').format(outcome, role, sentence)))
