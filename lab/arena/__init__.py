"""Matches between robots: which one is stronger, and with which confidence. Never imported by the service."""
