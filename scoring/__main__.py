"""``python -m scoring COMMAND REF -i SYS``."""

import sys

from .cli.start import begin

if __name__ == "__main__":
    begin()
    from .cli.main import main

    sys.exit(main(prog=f"python -m {__package__}"))
