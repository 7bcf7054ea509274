"""The service under load, abuse and time: `make load`; `python -m tools.load -h` lists its parts and their lengths."""
