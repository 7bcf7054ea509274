"""Shared by tests and developer commands: clients, servers, golden files, requests to engine and oracle."""
