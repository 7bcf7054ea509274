"""Signatures: one line of `tests/data/signatures.txt` per game and kind of answer, and golden files of the texts.

lines       the file: lines of the application (tests/helpers/signed_lines.py), the core and the contest program
commits     the check of commit messages
replay      the comparison with another revision, request by request
"""
