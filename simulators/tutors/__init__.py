"""Who helps: tutors that answer a student's request."""
