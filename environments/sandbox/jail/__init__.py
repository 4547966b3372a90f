"""What runs within the walls: standard library only, and nothing here knows the rest of the project."""
