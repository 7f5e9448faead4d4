"""What stands in place of a verdict where there can be none."""

CHOSEN_BY_SCORE = (
    "No verdict: these segments were chosen by their BLEU, and this choice decides who leads on them. Take the score"
    " filter off to see who is better."
)
