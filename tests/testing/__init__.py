"""Tests of hako's own games beside the conformance tests: old logs, playthroughs, boards."""
