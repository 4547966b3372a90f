"""Socratic sessions: how an instructor asks, and what comes of it (TreeInstruct)."""
