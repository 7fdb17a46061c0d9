"""Benchmarks that anyone can rerun, with their reference data: see README.md."""
