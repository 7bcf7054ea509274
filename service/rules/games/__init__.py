"""The games, one file each, with a `Variant` at its end; shared parts are in separate files."""
