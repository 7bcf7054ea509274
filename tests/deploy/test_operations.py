"""The steps of docs/operations.md: every command unchanged, in order, on a machine without Paili.

The machine is a set of Linux namespaces with its own /etc, /var, /opt, /run and network. Stubs replace apt-get, certbot
and systemd; everything else is real, including nginx, Redis and promtool.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import ROOT
from tests.deploy.test_wheel import build

pytestmark = [pytest.mark.wheel, pytest.mark.long]

PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)
HELPERS = ROOT / "tests" / "helpers"
NEEDED = ("unshare", "nginx", "redis-server", "promtool", "curl", "openssl", "setpriv", "ip")
UNSHARE = ("unshare", "-m", "-n", "-p", "--fork", "--mount-proc")

CERTBOT = """#!/bin/sh
[ -d /var/www/html ] || exit 1
place=/etc/letsencrypt/live/paili.example.com
mkdir -p $place
exec openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=paili.example.com \\
    -addext subjectAltName=DNS:paili.example.com -keyout $place/privkey.pem -out $place/fullchain.pem 2>/dev/null
"""

CHECKS = """
processes() { # those of the new release are counted, others listed
    processes=0
    for maps in /proc/[0-9]*/maps; do
        core=$(grep -o '/opt/paili/[^ ]*/_native[^ ]*' $maps 2>/dev/null | sort -u) || continue
        case $core in "$release"/*) processes=$((processes + 1)) ;; *) echo "$maps: $core" ;; esac
    done
    echo "processes of the new release: $processes"
}
serves_new() { # every process has the new core: two instances of a main process and two workers of two processes
    for _ in $(seq 120); do # on a busy machine the old processes end later
        [ "$(processes)" != "processes of the new release: 10" ] || break
        sleep 0.5
    done
    processes
}
"""


def can_unshare() -> bool:
    """Return whether this user may create namespaces, and mount in them."""
    command = [*UNSHARE, "mount", "-t", "tmpfs", "tmpfs", "/opt"]
    return all(map(shutil.which, NEEDED)) and subprocess.run(command, capture_output=True, check=False).returncode == 0


def write_program(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the output of all steps, each after a line with its number."""
    if not can_unshare():
        pytest.skip("no machine can be made of namespaces here, or a program is missing")
    own = tmp_path_factory.mktemp("machine")
    release = own / "release"
    assert build(own / "tree").wait(timeout=400) == 0
    release.mkdir()
    shutil.copy(next((own / "tree" / "dist").glob("*.whl")), release)
    shutil.copytree(ROOT / "deploy", release / "deploy")
    (release / "requirements").mkdir()
    lock = shutil.copy(ROOT / "requirements" / "redis.txt", release / "requirements")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", "download", "--no-deps"]
    subprocess.run([*pip, "--require-hashes", "--only-binary", ":all:", "-r", lock, "-d", own / "wheels"], check=True)
    (own / "bin").mkdir()
    write_program(own / "bin" / "apt-get", "#!/bin/sh\n")
    write_program(own / "bin" / "certbot", CERTBOT)
    write_program(own / "bin" / "python3", f'#!/bin/sh\nexec {sys._base_executable} "$@"\n')
    write_program(own / "bin" / "systemctl", f'#!/bin/sh\nexec {sys._base_executable} {own}/systemctl.py "$@"\n')
    shutil.copy(HELPERS / "systemctl.py", own)
    steps = [f"printf '\\n== {number}\\n'\n{block}" for number, block in enumerate(BLOCKS)]
    steps = [f"{step}serves_new\n" if "systemctl restart paili@8002" in step else step for step in steps]
    (own / "script").write_text(CHECKS + "".join(steps) + "printf '\\n== done\\n'\n")
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("PAILI_", "LD_", "COVERAGE"))
    }
    done = subprocess.run(
        [*UNSHARE, "--kill-child", "bash", HELPERS / "bare_machine.sh", own],
        env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        timeout=500, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-6000:]
    return done.stdout


def test_every_step_works_as_it_stands(output: str) -> None:
    assert len(BLOCKS) >= 10
    assert output.endswith("== done\n")
    assert [int(number) for number in re.findall(r"^== (\d+)$", output, re.MULTILINE)] == list(range(len(BLOCKS)))


def test_the_service_answers_with_tls_and_a_key(output: str) -> None:
    assert "ready to start" in output
    assert output.count('"power"') == 2  # with the first key, and with the later one
    assert output.count('{"status":"ready"}') == 4


def test_an_upgrade_serves_the_new_release_alone(output: str) -> None:
    assert "processes of the new release: 10\n" in output
    assert "/maps: /opt" not in output


def test_the_unit_is_one_that_systemd_reads(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("this machine has no systemd-analyze")
    unit = tmp_path / "paili@8001.service"
    text = (ROOT / "deploy" / "paili@.service").read_text().replace("/opt/paili/current/bin/python", sys.executable)
    unit.write_text(text)
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
