"""Measures a program in its own process: wall time with start-up, and peak memory."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]

# A process of its own for each run: RUSAGE_CHILDREN keeps the maximum of all children there ever were.
_MEASURE = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(done.returncode)
"""


def measure(module: str, *arguments: str) -> tuple[float, float]:
    """Return seconds and peak resident megabytes of ``python -m module``; raise ``CalledProcessError`` if it fails."""
    command = [sys.executable, "-m", module, *arguments]
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", _MEASURE, *command], cwd=ROOT, capture_output=True, text=True, check=True
    )
    kilobytes = int(done.stdout) / (1024 if sys.platform == "darwin" else 1)
    return time.perf_counter() - start, kilobytes / 1024


def processors(command: Sequence[str], bytecode: str) -> float:
    """Return the processor seconds, user and system, of a command; other programs on the machine hardly change them.

    Installed packages are compiled to bytecode; so are these modules, in the folder ``bytecode`` from the second run
    on, regardless of the environment. Raise ``RuntimeError`` with the command's stderr if it fails.
    """
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = bytecode
    before = os.times()
    done = subprocess.run(
        command, env=environment, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    after = os.times()
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: ended with {done.returncode}:\n{done.stderr}")
    return after.children_user + after.children_system - before.children_user - before.children_system
