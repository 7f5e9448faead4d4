"""Contents of the pages: a folder for each page or metric, on shared parts and within one frame."""
