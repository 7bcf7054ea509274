"""Shared by tests and tools: clients, servers, golden files, requests to engine and oracle."""
