"""The C core asked by a program in C alone."""
