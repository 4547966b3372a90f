"""Statistics that every study needs: intervals, comparisons, equivalence, power."""
