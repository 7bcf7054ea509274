"""Signatures: one line of `tests/data/signatures.txt` per game and kind of answer, and golden files of the texts.

lines       the kinds of answers and the questions behind each line
positions   positions of random games, played through the public API
contest     the answers of the contest program
answers     one question with its answer, and the answer without its texts
texts       the golden files of all texts, in both languages
small       recorded answers to small requests, for `make test-fast`
commits     the check of commit messages
replay      the comparison with another revision, request by request
"""
