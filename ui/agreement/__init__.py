"""The page Agreement, which compares metrics with judges."""
