"""Lessons: what a simulated classroom is measured by (EduVerse)."""
