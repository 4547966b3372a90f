"""Programming sessions: what a student that solves a programming problem is measured by (BEAGLE)."""
