"""``judge``: a language model as a judge, by files that go out and come back."""
