"""The page Checks: rates of findings in systems and references, and the worst segments with the findings marked."""
