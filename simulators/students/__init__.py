"""Simulated students, from a bare language model to BEAGLE."""
