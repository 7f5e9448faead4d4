"""Commands of the lab: candidates tuned, sets in shards, and folders that are watched."""
