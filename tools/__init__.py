"""Commands for developers; each explains itself with -h. The service and its packages never import them."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
"""The folder of the project."""
