"""Second implementations of the rules, slow and obvious; they import nothing of the service but vocabulary."""
