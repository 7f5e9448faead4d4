"""Whether a new output is good enough: rules that it has to pass, and what each rule says of it."""
