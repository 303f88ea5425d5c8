"""Benchmarks, behind `make bench` and `make bench-ssh`."""
