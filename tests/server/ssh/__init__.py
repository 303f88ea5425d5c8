"""Tests of playing over SSH: real clients, a real server."""
