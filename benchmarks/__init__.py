"""Ours against the peers, side by side in one process: ``python -m benchmarks [NAME ...] [DATA]``.

One file a benchmark, each with ``run(sets)``; ``timing`` measures and prints, ``data`` finds the test sets,
``peers`` holds what is special about sacreBLEU. A new benchmark is one file and one line in ``__main__``.
"""
