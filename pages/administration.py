"""Who uses this server, what does it compute, and is there room? The page of the server's administrators."""

from collections.abc import Callable
from functools import partial

from server.identity.access import ALONE, access
from ui.administration import persons, server, space, work
from ui.kit import address
from ui.store import kept


def main() -> None:
    used = kept.server_workspace().people()
    server.draw_server_overview(used)
    parts: dict[str, Callable[[], object]] = {
        "Running work": partial(work.draw_work, used),
        "Space and backup": space.draw_space,
        "Server": partial(server.draw_server, persons.visitor_label_function(used)),
    }
    if access().mode != ALONE:
        parts = {"People": partial(persons.draw_persons, used), **parts}
    address.tabs(parts, "administration_part")


main()
