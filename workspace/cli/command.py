"""How the commands of ``project`` are made."""

import argparse
from collections.abc import Callable

from ..workspace import Workspace

Run = Callable[[Workspace, argparse.Namespace], str]
Command = Callable[[str, str, Run], argparse.ArgumentParser]
"""Makes the parser of a command: from its name, what it is, and what it does."""
