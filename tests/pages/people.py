"""Several people on one server, as pages without a browser meet them."""

import json

from streamlit.components.v2.bidi_component.main import _make_trigger_id
from streamlit.proto.WidgetStates_pb2 import WidgetState

from tests.pages.steps import ran
from ui.store.people import Login

HOSTILE = "<img src=x onerror=alert(1)> **b** ![i](http://127.0.0.1:1/x.png) :red[r] $x$"
AT = "https://bleu.example.org/base"
"""Where people find the server, behind a proxy and in a folder."""
PROVIDER = {
    "redirect_uri": "http://127.0.0.1:8501/oauth2callback",
    "cookie_secret": "a secret of the tests, with more than 32 characters",
    "client_id": "bleuscope",
    "client_secret": "of the client",
    "server_metadata_url": "http://127.0.0.1:1/.well-known/openid-configuration",
}
"""What secrets say of one that nobody asks."""
SIGNED_IN = "signed_in_for_a_test"
"""The session's key for what a provider said of who has signed in."""


def sign_in(at, name, email):
    """The next run of the page is an account's."""
    at.session_state[SIGNED_IN] = Login("https://provider.example", email, name, email, 4e9, "nonce")
    return ran(at.run())


def open_link(at, secret, press=1):
    """What the browser sends of an address that has this secret behind #, and the page that follows."""
    (element,) = (e.proto for e in at.get("bidi_component") if set(json.loads(e.proto.json)) == {"heard", "waits"})
    states = at._tree.get_widget_states()
    sent = json.dumps([{"event": "link", "value": [press, secret]}])
    states.widgets.append(WidgetState(id=_make_trigger_id(element.id, "events"), json_trigger_value=sent))
    return ran(at._run(states))


def links(at):
    """The addresses of links that the page shows."""
    return [code.value for code in at.code if "#" in code.value]


def secret_of(address):
    return address.partition("#")[2]


AS_MARKDOWN = ("markdown", "caption", "info", "warning", "error", "success", "title", "header", "subheader", "metric")


def read_as_markdown(at):
    """All that Streamlit reads as Markdown."""
    found = [str(element.value) for kind in AS_MARKDOWN for element in at.get(kind)]
    labels = [
        getattr(element, "label", "") for kind in ("button", "checkbox", "expander", "tab") for element in at.get(kind)
    ]
    return "\n".join([*found, *map(str, labels)])
