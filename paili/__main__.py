"""`python -m paili`, and the program `paili`: the command in command.py."""

from __future__ import annotations

from importlib import import_module


def main() -> int:
    """Run the command; return the exit status."""
    try:
        return int(import_module("paili.command").main())  # these imports take a while, in which users press Ctrl-C too
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    raise SystemExit(main())
