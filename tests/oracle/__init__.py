"""Second implementations of the rules, slow and simple; they import nothing of the service but vocabulary."""
