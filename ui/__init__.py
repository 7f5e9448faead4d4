"""What pages show: a folder a page or metric, on what they all share, within one frame."""
