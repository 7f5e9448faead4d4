"""Which benchmarks to run, on which test sets."""

import argparse
import importlib
import sys
from pathlib import Path

from benchmarks.data import load

USUAL = {
    "corpus": "corpus BLEU from raw strings",
    "chrf": "chrF and chrF++ from raw strings",
    "start": "the command from 80 to 100,000 segments, start-up included",
    "segments": "BLEU of every segment from raw strings",
    "smoothing": "every segment by all 8 smoothing methods from raw strings",
    "ter": "TER from raw strings, and all systems by TER, WER and PER",
    "others": "CER, GLEU, RIBES and CharacTER from raw strings, and all systems by these and EED",
    "tbleu": "tolerant BLEU from raw strings",
    "significance": "10,000 randomizations: given statistics, the whole command, all pairs of all systems",
    "many": "all systems of a test set at once",
    "reading": "files from disk",
}
ON_REQUEST = {
    "ter-agreement": "TER's edits against sacreBLEU's on every segment of every system; takes minutes",
    "agreement": "agreement with judges: calibrated accuracy, soft accuracy, and all that the page computes",
    "choose": "all pairs of candidates of lists, then tuning; CHOOSE_LISTS: a file next to a ref.txt",
    "tuning": "tuning on 1,000 lists of 100: the objective, each tuner, all smoothings x 5 replications; time, memory",
    "coverage": "how often intervals hold the true score, and tests find a difference where none is",
    "checks": "rates of all checks, planted faults, 1,000,000 segments by the command, and pofilter; CHECKS_SEGMENTS",
    "doctor": "blocks of lines planted late or early that the doctor finds, false alarms, and time at 100,000 segments",
    "gate": "how often a gate passes outputs whose true loss is the margin",
    "judge-answers": "60,000 answers of a language model: read, and their errors placed",
    "judge-prompts": "60,000 requests to a language model in every provider's shape: counted, and written",
    "terms": "a glossary of 100,000 terms: reading it and finding its terms; pyahocorasick beside it",
    "max-t": "false and true findings of the step-down max-T test and of Holm's correction, where the truth is known",
    "multeval": "multeval's published example with optimizer runs, its table next to ours",
    "papers": "Chen and Cherry's and Libovický and Pecina's tables remade where people ranked outputs, as Markdown",
    "realignment": "outputs joined and cut again: right borders, time, and how often confidences are right; mweralign",
    "million": "1,000,000 segments through the command line: time and memory",
    "engine": "10,000,000 segments in 100 shards on a cluster of this machine; ENGINE_SEGMENTS=100000000: more of them",
    "ceiling": "steps from segment to segment, one right after another, by a visitor without a browser",
    "step": "a step from segment to segment while columns, tests and n-grams are computed, and while nothing is",
    "background": "work in the background with its turns and pauses and without: what others wait meanwhile",
    "soak": "40 visitors, then two of them hostile, for 40 minutes; SOAK_MINUTES shortens the second part",
    "memory": "what the server has in memory after 300 changes of page and 300 closed sessions",
    "classroom": "a class of 30 browsers: a question, the quiz before and after, the gain; CLASS_STUDENTS: more",
    "load": "40 visitors step through segments while two test all pairs, with PostgreSQL; LOAD_BEFORE: other code, too",
    "kill": "processes that write to a workspace, and the server, killed 200 times; KILL_ROUNDS changes how often",
    "scale": "100,000 segments x 3 systems by all metrics and tokenizers, 50,000 x 20 by BLEU: time and memory",
    "pages": "the dashboard in Chromium: from the drop to read, to the verdict and to rest, and from page to page",
    "browser": "the dashboard in Chromium: from the drop to the verdict, to all scores, and from segment to segment",
}
SAMPLE_DATA = Path(__file__).parents[1] / "sample_data"


def main() -> int:
    names = USUAL | ON_REQUEST
    listed = "; ".join(f"{name}: {about}" for name, about in names.items())
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__, epilog=listed)
    about = f"what to run ({', '.join(names)}; default: {', '.join(USUAL)}), and a folder with test sets"
    parser.add_argument("what", nargs="*", metavar="NAME|DATA", help=about)
    given = parser.parse_args().what
    folders = [Path(word) for word in given if word not in names]
    wrong = [str(folder) for folder in folders if not folder.is_dir()]
    if wrong or len(folders) > 1:
        parser.error(f"expected benchmarks ({', '.join(names)}) and one folder; found {' '.join(given)}")
    sets = load(folders[0] if folders else SAMPLE_DATA)
    if not sets:
        parser.error(f"{folders[0]}: no test set found; expected ref*.txt next to a folder sys, or sample_data's names")
    for name in [word for word in given if word in names] or USUAL:
        print(f"\n{names[name]}")
        importlib.import_module(f"benchmarks.{name.replace('-', '_')}").run(sets)
    return 0


if __name__ == "__main__":
    sys.exit(main())
