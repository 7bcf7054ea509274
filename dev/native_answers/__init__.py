"""A C program that calls the core without Python."""
