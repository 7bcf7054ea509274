"""Version of the project, the API and the engine."""

VERSION = "0.4.0"
"""With the weights and networks it determines every answer."""
