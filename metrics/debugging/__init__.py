"""Debugging-and-teaching sessions: what a tutor that helps to mend programs is measured by (DebugTA)."""
