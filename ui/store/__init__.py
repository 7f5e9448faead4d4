"""What the server keeps for visitors: test sets, results, and who they are."""
