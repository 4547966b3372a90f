"""Tutoring systems: how well tutors know their states, and how learners' errors fall in them (TutorGym)."""
