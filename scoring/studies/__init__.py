"""One file a question: a request that checks itself, and ``run``, which gives a result that says itself in words."""
