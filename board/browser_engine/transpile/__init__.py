"""A compiler from a subset of Python to JavaScript; README.md lists what it supports.

sources       modules as syntax trees, and resolution of names
environment   the untranslated parts of a program
scopes        the names that a function binds
declarations  where a name is declared
calls         calls with positional arguments
expressions   expressions
statements    statements, functions and classes
bundle        all functions that some symbols need, as one module
minify        short names, no comments, no spaces
"""
