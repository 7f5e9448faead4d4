"""Code that both tests and benchmarks need, and the product does not."""
