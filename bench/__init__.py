"""Measurements that anybody can run again, with their reference data."""
