"""Version 1 of the API: its routes, and batches."""
