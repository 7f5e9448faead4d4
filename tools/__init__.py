"""What tests and benchmarks both need, and the product does not."""
