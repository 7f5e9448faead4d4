"""The lessons of the page Learn: every file l<number>_<name>.py of this folder, in the order of their names.

A lesson that needs the same numbers several times while it is drawn may keep a few of them by ``lru_cache``, with a
``maxsize``. Each takes less than a second and a megabyte, so it needs no place in ``ui.store``, which lessons do not
import.

To add a lesson, add a file that ends in ``LESSON = parts.Lesson(...)``; see ``course.lessons.parts`` for its fields.
"""

import pkgutil
import re
from importlib import import_module

from course.lessons.parts import Lesson

_FILE = re.compile(r"l\d+_(\w+)")


def _import_lessons() -> dict[str, Lesson]:
    files = [_FILE.fullmatch(module.name) for module in pkgutil.iter_modules(__path__)]
    lessons = sorted((file[0], file[1]) for file in files if file)
    return {name: import_module(f"{__name__}.{module}").LESSON for module, name in lessons}


LESSONS: dict[str, Lesson] = _import_lessons()
"""Name of a lesson in the address -> the lesson."""
