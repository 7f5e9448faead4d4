"""A program in a process of its own: wall time, start-up included, and peak memory."""

import subprocess
import sys
import time
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
    """Seconds and peak resident megabytes of ``python -m module``; ``CalledProcessError`` where it fails."""
    command = [sys.executable, "-m", module, *arguments]
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", _MEASURE, *command], cwd=ROOT, capture_output=True, text=True, check=True
    )
    kilobytes = int(done.stdout) / (1024 if sys.platform == "darwin" else 1)
    return time.perf_counter() - start, kilobytes / 1024
