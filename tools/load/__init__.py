"""The service under load, abuse and time: `python -m tools.load -h` lists its parts and their lengths."""
