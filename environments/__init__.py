"""The worlds that learners act in; no language model in here."""
