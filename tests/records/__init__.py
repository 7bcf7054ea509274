"""Tests of records: the format, its conversion to requests, foreign formats."""
