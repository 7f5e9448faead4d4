"""The commands ``bleuscope project``, ``campaign``, ``backup``, ``restore`` and ``check-workspace`` for a terminal."""
