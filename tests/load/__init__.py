"""The service under load, abuse and time: `make load`; `python -m tests.load -h` lists its parts and their lengths."""
