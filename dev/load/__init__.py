"""Load tests of the service: `python -m dev.load -h` lists the parts and their durations."""
