"""``python -m scoring COMMAND REF -i SYS``."""

import sys

from .cli.start import leave_pandas_out

if __name__ == "__main__":
    leave_pandas_out()
    from .cli.main import main

    sys.exit(main(prog=f"python -m {__package__}"))
