"""Commands of the lab: test sets in shards, and folders that are watched for outputs."""
