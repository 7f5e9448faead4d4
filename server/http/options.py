"""Options of Streamlit without which the server does not keep what it promises; others are refused at the start."""

from collections.abc import Callable, Mapping

BY_DEFAULT = "<default>"
"""What Streamlit calls the place of an option that nobody set."""
NEEDED: Mapping[str, bool | int] = {
    "global.developmentMode": False,  # messages that end the server
    "global.e2eTest": False,  # the same
    "global.maxCachedMessageAge": 1000,
    "global.minCachedMessageSize": 4000,
    "runner.postScriptGC": False,
    "server.enableAgentApi": False,  # programs that use pages, by HTTP or MCP
    "server.enableCORS": True,  # pages of others read files
    "server.enableStaticServing": False,  # files next to the script
    "server.enableXsrfProtection": True,  # pages of others upload files
    "server.headless": True,  # a page may have files written into the program's folder
    "server.scriptHealthCheckEnabled": False,  # an address that runs the script for anybody
}
"""The file .streamlit/config.toml says why each is set. Some are hidden, so a later Streamlit may drop one without a
word: ``get_option`` raises then."""


def option_problem(get_option: Callable[[str], object], where_defined: Callable[[str], str]) -> str | None:
    """Return the first option that has another value, where that was set, and what to do; None where all are right."""
    for option, needed in NEEDED.items():
        found = get_option(option)
        if found != needed:
            return f"{option}: expected {_as_set(needed)}; found {_as_set(found)}, {_place(where_defined(option))}."
    return None


def _place(defined: str) -> str:
    """Return where a value comes from, as Streamlit says it, and what to do."""
    if defined == BY_DEFAULT:
        return "Streamlit's own: start the dashboard from the folder of app.py"
    return f"from {defined}: take it away there"


def _as_set(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
