"""Commands for developers, each with help (-h). The service and its packages never import them."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
"""Root folder of the project."""
