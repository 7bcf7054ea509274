"""The games, a file each, which ends in its one `Variant`; what several share stands beside them."""
