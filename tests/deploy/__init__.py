"""Tests of the files for operators, the documentation and the wheel."""
