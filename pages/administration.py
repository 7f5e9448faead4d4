"""Who uses this server, what does it compute, and is there room? For those who administer it."""

from collections.abc import Callable
from functools import partial

from ui.administration import overview, persons, server, space, work
from ui.kit import address
from ui.store import kept


def main() -> None:
    used = kept.everything().people()
    overview.draw(used)
    parts: dict[str, Callable[[], object]] = {
        "People": partial(persons.draw, used),
        "Running work": partial(work.draw, used),
        "Space and backup": space.draw,
        "Server": partial(server.draw, persons.by_visitor(used)),
    }
    address.tabs(parts, "administration_part")


main()
