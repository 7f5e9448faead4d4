"""The command ``python -m scoring COMMAND REF -i SYS``."""

import sys

from .cli.process import carry_out
from .cli.start import begin


def run_command_line() -> int:
    """Run the command that was typed and return its exit code."""
    begin()
    from .cli.main import main

    return main(prog="python -m scoring")


if __name__ == "__main__":
    sys.exit(carry_out(run_command_line))
