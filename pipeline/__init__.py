"""The stages that the Snakefile runs, from a study's YAML to tables, tracking and a report."""
