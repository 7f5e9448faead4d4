"""The lessons of the page Learn: every file l<number>_<name>.py of this folder, in the order of their names.

To add one, add a file that ends in ``LESSON = parts.Lesson(...)``; see ``ui.lessons.parts`` for what goes in.
"""

import pkgutil
import re
from importlib import import_module

from ui.lessons.parts import Lesson

_FILE = re.compile(r"l\d+_(\w+)")


def _found() -> dict[str, Lesson]:
    modules = sorted(module.name for module in pkgutil.iter_modules(__path__) if _FILE.fullmatch(module.name))
    return {_FILE.fullmatch(name)[1]: import_module(f"{__name__}.{name}").LESSON for name in modules}


LESSONS: dict[str, Lesson] = _found()
"""Its name in the address -> the lesson."""
