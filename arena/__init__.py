"""Matches between robots: who is stronger, by how much, and how sure that is. Never imported by the service."""
