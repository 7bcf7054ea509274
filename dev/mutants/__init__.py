"""Mutation tests: seeded faults in the code, one at a time, that tests should detect."""
