"""Shared by tests and tools: clients, servers, golden files, questions to engine and oracle."""
