"""The commands ``bleuscope project``, ``campaign``, ``backup`` and ``restore``: what is kept, from a terminal."""
