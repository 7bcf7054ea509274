"""The games, one file each, which ends in its `Variant`; shared parts are in files beside them."""
