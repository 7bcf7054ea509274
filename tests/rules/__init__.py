"""Tests of the games as data: golden files, options, shapes, settlement, tribute."""
