"""Benchmarks of our code against its peers, in one process: ``python -m benchmarks [NAME ...] [DATA]``.

One file a benchmark, each with ``run(sets)``; ``timing`` measures and prints, ``data`` finds the test sets, ``peers``
clears sacreBLEU's caches. A new benchmark is one file and one line in ``__main__``.
"""
