"""Prometheus metrics, and the files in which the workers of a server share them. Imports go down this list.

files              the directory of counter files of a server
prometheus         all counters and histograms, and their exposition
computed_requests  counters of computed requests by operation, game and level
"""
