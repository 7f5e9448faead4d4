"""Gate: the rules that a new output has to pass, and the result of each rule."""
