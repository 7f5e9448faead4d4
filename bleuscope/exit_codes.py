"""The exit codes of the command `bleuscope`; nothing is imported here, so that they are available first of all."""

DONE = 0
RULE_FAILED = 1
BAD_INPUT = 2
TOO_LITTLE_DATA = 3
INTERRUPTED = 130
CLOSED_PIPE = 141

EXIT_CODES = {
    DONE: "done; of gate: every rule passes",
    RULE_FAILED: "gate: a rule fails; doctor --strict: there is a problem",
    BAD_INPUT: "the input is wrong; one line on standard error says what to do",
    TOO_LITTLE_DATA: "gate: too little data to say whether a rule passes",
    INTERRUPTED: "ended by Ctrl+C",
    CLOSED_PIPE: "nobody reads the output any more, as after head",
}
"""Exit code -> its meaning; shells report 130 and 141 for programs that are ended by these signals."""
