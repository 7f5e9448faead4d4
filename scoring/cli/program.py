"""What every program of commands does: it ends with an exit code, and says in one line on stderr what is wrong."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NoReturn

from ..replacing import UnwritableError, write_file

BAD_INPUT = 2
CLOSED_PIPE = 141  # what a shell reports for a program that SIGPIPE ends
INTERRUPTED = 130
_ADVICE: dict[type[OSError], str] = {
    FileNotFoundError: "; check its name, and in which folder the command runs.",
    IsADirectoryError: "; name the files in it.",
    PermissionError: "; it must be one that you may read.",
    UnwritableError: "; it was not written, and what was there before is as it was.",
}


class Parser(argparse.ArgumentParser):
    """Raises ``ValueError`` for arguments that are wrong."""

    def error(self, message: str) -> NoReturn:
        raise ValueError(f"{message}; {self.prog} -h tells more.")


def run(prog: str, act: Callable[[], None]) -> int:
    """Does it and gives the exit code: 2, and one line on stderr, for any bad input."""
    try:
        act()
    except BrokenPipeError:
        return CLOSED_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _complain(prog, f"{where}{error.strerror or error}{_ADVICE.get(type(error), '')}")
    except ValueError as error:
        return _complain(prog, str(error))
    except MemoryError:
        return _complain(prog, "there is not enough memory for this; ask for less at once, such as fewer systems.")
    return 0


def check_not_read(output: str | Path, read: Iterable[str]) -> None:
    """``ValueError`` where a file to write is one of those that are read, under whatever name."""
    file = Path(output)
    if file.exists() and any(Path(path).exists() and file.samefile(path) for path in read):
        raise ValueError(f"{file}: is one of the files to read; name another one to write.")


def write(written: str | bytes, output: str | None) -> None:
    """Into a file, or to stdout."""
    if output is not None:
        write_file(Path(output), written if isinstance(written, bytes) else f"{written}\n".encode())
        return
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")
    try:
        print(written, flush=True)
    except OSError:
        # The interpreter flushes stdout once more when it ends, and must not meet the same error there.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise


def _complain(prog: str, message: str) -> int:
    name = prog.rpartition(" ")[2]
    print(f"{name}: {' '.join(message.split())}".encode("utf-8", "replace").decode(), file=sys.stderr)
    return BAD_INPUT
