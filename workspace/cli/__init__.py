"""The commands ``bleuscope project``, ``backup`` and ``restore``: what is kept, from a terminal."""
