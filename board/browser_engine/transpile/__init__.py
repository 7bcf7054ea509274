"""A compiler from a subset of Python to JavaScript; README.md lists what it supports.

`bundle` collects the functions that some symbols need. `statements`, `calls` and `expressions` translate them,
`declarations` and `scopes` find where names are declared, `sources` resolves names, and `minify` shortens the result.
"""
