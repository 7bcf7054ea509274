"""The engine for browsers: the C core as WebAssembly, and the service's Python code translated to JavaScript.

build            writes the engine into a folder that is an npm package and that the board loads
transpile        a compiler for the subset of Python used in the service (`transpile/README.md`)
entry_points     the service functions that the engine calls
exclusions       names of the service that are not translated, and their replacements
c_bindings       structures and functions of the core in WebAssembly
request_schemas  the service's request schemas as data
runtime          JavaScript written by hand: Python's values and functions (`python.js`), cffi (`memory.js`), the API
package          the other files of the npm package
"""
