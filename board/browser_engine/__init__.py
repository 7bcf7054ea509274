"""The engine for browsers: the C core as WebAssembly, and the service's Python code translated to JavaScript.

`build` writes the engine into a folder that is an npm package and that the service's page loads. It uses

- `transpile`, a compiler for the subset of Python used in the service (`transpile/README.md`);
- `entry_points` and `exclusions`, the service functions to translate and the names that are not translated;
- `c_bindings`, the layout of the core's structures in WebAssembly and its exported functions;
- `request_schemas`, the service's request schemas as data;
- `runtime`, JavaScript written by hand: Python's values and functions (`python.js`), cffi (`memory.js`), the API;
- `package`, the other files of the npm package.
"""
