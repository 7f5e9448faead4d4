"""Every kind of message that Streamlit's client has is known."""

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.runtime import app_session

from server.streamlit_patches import application

DEVELOPERS = {"clear_cache", "set_run_on_save", "load_git_info", "debug_disconnect_websocket", "debug_shutdown_runtime"}


def names(message, choice):
    """Of the fields of which a message has one."""
    return {field.name for field in message.oneofs_by_name[choice].fields}


def test_every_kind_is_known():
    assert names(BackMsg.DESCRIPTOR, "type") == application.PAGE_MESSAGES | DEVELOPERS
    operation = BackMsg.DESCRIPTOR.fields_by_name["backend_operation_request"].message_type
    assert names(operation, "payload") == application.PAGE_OPERATIONS | {"install_skills", "dismiss_skills_nudge"}


@pytest.fixture
def session(monkeypatch):
    """One in Streamlit's place, which keeps the kinds of messages that it handles."""

    class Session:
        def __init__(self):
            self.heard = []

        def handle_backmsg(self, message):
            self.heard.append(message.WhichOneof("type"))

    monkeypatch.setattr(app_session, "AppSession", Session)
    application.refuse_developer_messages()
    return Session()


def of_kind(kind):
    message = BackMsg()
    field = BackMsg.DESCRIPTOR.fields_by_name[kind]
    if field.message_type is not None:
        getattr(message, kind).SetInParent()
    else:
        setattr(message, kind, True)
    return message


@pytest.mark.parametrize("kind", sorted(DEVELOPERS))
def test_those_of_developers_are_not_heard(session, kind):
    session.handle_backmsg(of_kind(kind))
    assert session.heard == []


def test_those_of_visitors_are(session):
    kinds = sorted(application.PAGE_MESSAGES - {"backend_operation_request"})
    for kind in kinds:
        session.handle_backmsg(of_kind(kind))
    assert session.heard == kinds


@pytest.mark.parametrize(
    ("operation", "is_heard"),
    [("deferred_file", True), ("dataframe_chunk", True), ("install_skills", False), ("dismiss_skills_nudge", False)],
)
def test_of_operations_those_that_pages_ask_for(session, operation, is_heard):
    message = BackMsg()
    getattr(message.backend_operation_request, operation).SetInParent()
    session.handle_backmsg(message)
    assert bool(session.heard) == is_heard
