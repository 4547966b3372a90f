"""Who acts: students, tutors, and the sessions where they meet."""
