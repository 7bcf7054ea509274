"""Verification of the statements in answers by the slow rules."""
