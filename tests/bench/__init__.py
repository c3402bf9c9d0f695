"""Measurements: each module is run from the project's root, prints a table and writes what it measured as JSON."""
