"""Load tests of the service: `python -m tools.load -h` lists the parts and their durations."""
