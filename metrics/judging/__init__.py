"""Judged realism: what a judge's grades of a condition come to, and how sure that is."""
