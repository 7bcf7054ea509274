"""Run a command that ends with its caller: `python tied_process.py COMMAND...` stops it when its input closes.

The caller has the other end of the pipe, which closes in any case when the caller ends: a pool kills its workers, so
that exit functions do not run.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading


def stop_when_input_closes(process: subprocess.Popen[bytes]) -> None:
    """Wait until standard input closes, then end *process*."""
    while os.read(0, 1024):
        pass
    process.terminate()


def run_tied(command: list[str]) -> int:
    """Run *command* until it ends, or standard input closes; return its exit status."""
    with subprocess.Popen(command, stdin=subprocess.DEVNULL) as process:
        threading.Thread(target=stop_when_input_closes, args=(process,), daemon=True).start()
        return process.wait()


if __name__ == "__main__":
    raise SystemExit(run_tied(sys.argv[1:]))
