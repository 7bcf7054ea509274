"""Loads on the loopback of the machine: outages behind nginx, and cheap requests beside attacks."""
