"""A replacement for systemctl on machines without systemd: starts the commands of units, as their users."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

STATE = Path("/run/units")
UNIT = re.compile(r"(paili)@(\d+)")
OTHERS = {
    "nginx": {"restart": "nginx", "reload": "nginx -s reload"},
    "redis-server": {"restart": "redis-server /etc/redis/redis.conf --daemonize yes --supervised no"},
    "prometheus": {"restart": "true"},
}


def read_unit(name: str, instance: str) -> dict[str, str]:
    """Return the settings of a unit's file, without repeated ones."""
    text = Path(f"/etc/systemd/system/{name}@.service").read_text().replace("%i", instance)
    return dict(re.findall(r"^(\w+)=(.*)$", text, re.MULTILINE))


def as_user(unit: dict[str, str], command: str) -> list[str]:
    user = ["setpriv", f"--reuid={unit['User']}", f"--regid={unit['Group']}", "--init-groups", "--no-new-privs"]
    return [*user, *command.split()]


def main_pid(unit: str) -> int:
    file = STATE / f"{unit}.pid"
    return int(file.read_text()) if file.exists() else 0


def start(unit: str, settings: dict[str, str]) -> None:
    """Start a unit of type notify; return once it is ready, like systemd."""
    assert settings["Type"] == "notify"
    STATE.mkdir(exist_ok=True)
    address = str(STATE / f"{unit}.socket")
    Path(address).unlink(missing_ok=True)
    notifications = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    notifications.bind(address)
    Path(address).chmod(0o777)
    lines = Path(settings["EnvironmentFile"]).read_text().split("\n") + settings["Environment"].split()
    environment = dict(line.split("=", 1) for line in lines if "=" in line)
    environment |= {"NOTIFY_SOCKET": address, "PATH": "/usr/bin:/bin"}
    with (STATE / f"{unit}.log").open("ab") as log:
        process = subprocess.Popen(
            as_user(settings, settings["ExecStart"]), env=environment, cwd=settings["WorkingDirectory"], stdout=log,
            stderr=log, stdin=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
    (STATE / f"{unit}.pid").write_text(str(process.pid))
    notifications.settimeout(0.5)
    while process.poll() is None:
        with suppress(TimeoutError):
            if b"READY=1" in notifications.recv(4096):
                return
    sys.exit((STATE / f"{unit}.log").read_text())


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def stop(unit: str) -> None:
    pid = main_pid(unit)
    if pid and is_alive(pid):
        os.kill(pid, signal.SIGTERM)
        while is_alive(pid):
            time.sleep(0.05)


def act(action: str, unit: str) -> None:
    match = UNIT.fullmatch(unit)
    if match is None:
        subprocess.run(OTHERS[unit][action].split(), check=True)
        return
    settings = read_unit(match[1], match[2])
    stop(unit)
    start(unit, settings)


def main() -> None:
    """Carry out the action in the arguments."""
    action, *units = [word for word in sys.argv[1:] if not word.startswith("-")]
    if action != "daemon-reload":
        for unit in units:
            act("restart" if action == "enable" else action, unit)


if __name__ == "__main__":
    main()
