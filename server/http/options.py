"""Values of Streamlit's options that the server needs; it does not start with any other value."""

from collections.abc import Callable, Mapping

BY_DEFAULT = "<default>"
"""Streamlit's name for the source of an option that nobody set."""
NEEDED: Mapping[str, bool | int] = {
    "global.developmentMode": False,  # messages that end the server
    "global.e2eTest": False,  # the same
    "global.maxCachedMessageAge": 1000,
    "global.minCachedMessageSize": 4000,
    "runner.postScriptGC": False,
    "server.enableAgentApi": False,  # programs that use pages, by HTTP or MCP
    "server.enableCORS": True,  # pages of other sites read files
    "server.enableStaticServing": False,  # files next to the script
    "server.enableXsrfProtection": True,  # pages of other sites upload files
    "server.headless": True,  # a page may have files written into the program's folder
    "server.scriptHealthCheckEnabled": False,  # an address that runs the script for anybody
}
"""Needed value of each option; the file .streamlit/config.toml gives the reasons. Some options are hidden, so a later
Streamlit may drop one without notice: ``get_option`` raises then.
"""


def option_problem(get_option: Callable[[str], object], where_defined: Callable[[str], str]) -> str | None:
    """Return the first option with a wrong value, its source, and what to do; None if all are right."""
    for option, needed in NEEDED.items():
        value = get_option(option)
        if value != needed:
            place = _place(where_defined(option))
            return f"{option}: expected {_option_text(needed)}; found {_option_text(value)}, {place}."
    return None


def _place(defined: str) -> str:
    """Return where an option's value comes from, in Streamlit's words, and what to do."""
    if defined == BY_DEFAULT:
        return "Streamlit's own: start the dashboard from the folder of app.py"
    return f"from {defined}: take it away there"


def _option_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
