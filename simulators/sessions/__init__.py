"""Where students and tutors meet: each session owns its loop, who speaks when, and the trace."""
