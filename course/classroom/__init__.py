"""Classes: a teacher leads, students answer, and all see the counts."""
