"""``python -m scoring COMMAND REF -i SYS``."""

import sys

from .cli.main import main

if __name__ == "__main__":
    sys.exit(main(prog=f"python -m {__package__}"))
