"""Modules for what the server keeps for visitors: test sets, results, and the visitors' identities."""
