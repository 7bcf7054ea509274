"""Tests: the rules again, slow and obvious (`reference`), and everything held against them."""
