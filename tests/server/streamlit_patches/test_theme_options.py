"""What runs tell browsers of the theme, read once, is what Streamlit would read each time."""

from streamlit.proto.NewSession_pb2 import CustomThemeConfig
from streamlit.runtime import app_session

from server.streamlit_patches import application


def told_theme():
    """What a run tells the browser of the theme."""
    message = CustomThemeConfig()
    for section, part in {
        "theme": message,
        "theme.light": message.light,
        "theme.dark": message.dark,
        "theme.light.sidebar": message.light.sidebar,
        "theme.sidebar": message.sidebar,
    }.items():
        app_session._populate_theme_msg(part, section)
    return message


def test_the_theme_that_runs_tell_is_that_of_the_options_read_once(monkeypatch):
    options = {"theme": {"primaryColor": "#123456", "base": "dark"}, "theme.light": {"linkColor": "#654321"}}
    asked = []

    def of_section(section):
        asked.append(section)
        return options.get(section, {"linkColor": None})

    monkeypatch.setattr(app_session.config, "get_options_for_section", of_section)
    before = told_theme()
    assert (before.primary_color, before.light.link_color, before.HasField("sidebar")) == ("#123456", "#654321", False)
    application.cache_theme()
    asked.clear()
    assert [told_theme(), told_theme()] == [before, before]
    assert len(asked) == len({*asked})
