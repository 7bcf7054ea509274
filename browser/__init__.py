"""The engine for browsers: the C core as WebAssembly, and the service's own Python as JavaScript.

Nothing of the service is told twice. `c_side` lays out the core's structures as WebAssembly has them and names what it
exports; `bundle` collects every function of `service` that an answer needs, and `statements` and `expressions` write
each as JavaScript, on top of `python.js` (what Python means by an integer, a tuple, a dict) and `memory.js` (what cffi
does). `build` puts all together in a folder that is an npm package and that the service's page loads.
"""
