"""Kills commands that write a file 200 times, and tells them 200 times to write to odd places.

    python -m tools.kills [ROUNDS]

Ends with an error at the first round that loses anything. ``python -m benchmarks kill`` kills writers to workspaces.
"""

import sys
import tempfile
from collections import Counter
from pathlib import Path

from tools.kills.file_rounds import FileRounds, command_and_odd_kind

LINES = ["Ja.", "Nein, danke & <b>gern</b>.", "Sehr 'gut' so.", "Das ist ein langer Satz mit vielen Wörtern darin."]


def main() -> int:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with tempfile.TemporaryDirectory() as folder:
        files = FileRounds(Path(folder), LINES)
        outcomes = [files.round(number) for number in range(rounds)]
        for number in range(rounds):
            files.odd_targets(*command_and_odd_kind(number), number)
    killed, turns, writing = (Counter[str]() for _ in range(3))
    for one in outcomes:
        killed[one.writer] += 1
        turns[one.writer] += one.turns
        writing[one.writer] += one.is_writing
    for name in killed:
        print(f"{name}: killed {killed[name]}, of these as it wrote {writing[name]}; {turns[name]} ended well; 0 lost")
    print(f"odd places: {rounds}, 0 harmed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
