"""Benchmarks that anybody can rerun, with their reference data: see README.md."""
