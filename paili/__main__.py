"""`python -m paili`, and the program `paili`: the command in command.py."""

from paili.command import main

if __name__ == "__main__":
    raise SystemExit(main())
