"""Files that operators copy from `deploy/`: each is parsed by its tool and refers only to existing names."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml
from flask.testing import FlaskClient

from service.settings import read_settings
from tests import ROOT

DEPLOY = ROOT / "deploy"
VERSIONS = ("1.27", "1.37")
"""Oldest and newest Kubernetes version for which the manifests are validated."""

OBJECTS: list[dict[str, Any]] = list(yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text()))
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
RULES: list[dict[str, Any]] = yaml.safe_load((DEPLOY / "alerts.yaml").read_text())["groups"][0]["rules"]


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


# ---- Prometheus ----------------------------------------------------------------------------------------------------

SAMPLE = re.compile(r"^(paili_\w+)(?:\{(.*?)\})? ", re.MULTILINE)
USED = re.compile(r"\b(paili_[a-z_]+)(?:\{([^}]*)\})?")
LABEL = re.compile(r'(\w+)=~?"')


@pytest.fixture(scope="module")
def series() -> dict[str, set[str]]:
    """Return the label names of each metric, after requests that create all metrics."""
    from app import create_app
    from service.http.metrics import prometheus

    client = create_app().test_client()
    client.post("/v1/move", json={"hand": "3345", "level": "expert", "limits": {"games": 16}})
    client.post("/v1/move", json={"hand": ""})
    client.post("/v1/solve", json={"hands": {"landlord": "3", "landlord_up": "4"}})
    game = {"deal": {"hands": {"landlord": "3334445556667778889X"}}, "history": ["X"], "level": "club"}
    client.post("/v1/review", json=game)
    prometheus.LIMITED.labels("address").inc(0)
    labels_of: dict[str, set[str]] = {}
    for name, labels in SAMPLE.findall(client.get("/metrics").text):
        labels_of.setdefault(name, set()).update(LABEL.findall(labels))
    return labels_of


@pytest.mark.parametrize("expression", [rule["expr"] for rule in RULES])
def test_alerts_name_what_is_counted(series: dict[str, set[str]], expression: str) -> None:
    used = USED.findall(expression)
    assert used or expression.startswith(("sum(up{", "up{"))
    for name, labels in used:
        assert name in series
        assert set(LABEL.findall(labels)) <= series[name] | {"job"}
    for group in re.findall(r" by \(([^)]*)\)", expression):
        assert set(group.split(", ")) <= {"instance"}.union(*(series[name] for name, _ in used))


@pytest.mark.skipif(shutil.which("promtool") is None, reason="this machine has no promtool")
def test_each_alert_fires_when_it_should_and_only_then() -> None:
    """Runs the commands in the comments of the alert file unchanged."""
    cases = (ROOT / "tests" / "deploy" / "alerts.yaml").read_text()
    for rule in RULES:
        assert f'alertname="{rule["alert"]}"' in cases, "an alert without a case"
        assert {"summary", "action"} <= rule["annotations"].keys()
    commands = re.findall(r"^#     (promtool [^#\n]*)", (DEPLOY / "alerts.yaml").read_text(), re.MULTILINE)
    assert [command.split()[1] for command in commands] == ["check", "test"]
    for command in commands:
        completed = subprocess.run(command.split(), cwd=ROOT, capture_output=True, text=True, check=False)
        assert completed.returncode == 0, completed.stdout + completed.stderr


def test_the_operators_page_says_what_to_do_at_each_alert() -> None:
    page = (ROOT / "docs" / "operations.md").read_text()
    for rule in RULES:
        assert f"| `{rule['alert']}` |" in page


def test_the_operators_page_scrapes_under_the_name_that_alerts_ask_for(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "operations.md").read_text()
    (written,) = re.findall(r"```yaml\n(scrape_configs:.*?)```", page, re.DOTALL)
    (scraped,) = yaml.safe_load(written)["scrape_configs"]
    jobs = {job for rule in RULES for job in re.findall('job="(.*?)"', rule["expr"])}
    assert jobs == {scraped["job_name"]}
    assert POD["metadata"]["labels"]["app.kubernetes.io/name"] == scraped["relabel_configs"][0]["regex"]
    elsewhere = re.findall("`((?:static|dns_sd)_configs: .*?)`", page)  # Debian's Prometheus supports no cluster
    assert [found.partition("_configs")[0] for found in elsewhere] == ["static", "dns_sd"]
    for number, found in enumerate(elsewhere):
        (tmp_path / f"{number}.yaml").write_text(re.sub("kubernetes_sd_configs: .*", found, written))
        if shutil.which("promtool"):
            completed = run("promtool", "check", "config", str(tmp_path / f"{number}.yaml"))
            assert completed.returncode == 0, completed.stdout + completed.stderr
    names = yaml.safe_load(elsewhere[1])["dns_sd_configs"][0]
    assert COMPOSE["services"][names["names"][0]]["environment"]["PORT"] == str(names["port"])


# ---- Kubernetes ----------------------------------------------------------------------------------------------------


def of_kind(kind: str, name: str = "paili") -> dict[str, Any]:
    (match,) = [manifest for manifest in OBJECTS if (manifest["kind"], manifest["metadata"]["name"]) == (kind, name)]
    return match


POD = of_kind("Deployment")["spec"]["template"]
(CONTAINER,) = POD["spec"]["containers"]
ENVIRONMENT = {one["name"]: one["value"] for one in CONTAINER["env"]}


@pytest.mark.parametrize("manifest", OBJECTS, ids=lambda manifest: f"{manifest['kind']} {manifest['metadata']['name']}")
@pytest.mark.parametrize("version", VERSIONS)
def test_kubernetes_takes_every_manifest(manifest: dict[str, Any], version: str) -> None:
    assert kubernetes_validate.validate(manifest, version, strict=True) == version


def test_every_object_means_the_same_pods() -> None:
    labels = POD["metadata"]["labels"]
    assert of_kind("Service")["spec"]["selector"] == labels
    assert of_kind("Deployment")["spec"]["selector"] == {"matchLabels": labels}
    assert of_kind("Deployment")["spec"]["replicas"] > 1  # one may be evicted


def test_a_pod_may_do_nothing_but_serve() -> None:
    assert POD["spec"]["securityContext"]["runAsNonRoot"] is True
    assert f"USER {POD['spec']['securityContext']['runAsUser']}" in (ROOT / "Dockerfile").read_text()
    assert CONTAINER["securityContext"] == {
        "allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]},
    }  # fmt: skip
    assert POD["spec"]["automountServiceAccountToken"] is False
    mounted = {mount["mountPath"] for mount in CONTAINER["volumeMounts"] if not mount.get("readOnly")}
    assert mounted == {"/dev/shm", "/tmp"}  # heartbeats and counters; temporary files


REDIS = of_kind("Deployment", "paili-redis")["spec"]["template"]


def test_redis_is_reached_by_the_service_alone() -> None:
    policy = of_kind("NetworkPolicy", "paili-redis")["spec"]
    (rule,) = policy["ingress"]
    (peer,) = rule["from"]
    assert peer == {"podSelector": {"matchLabels": POD["metadata"]["labels"]}}
    assert policy["policyTypes"] == ["Ingress", "Egress"]
    assert "egress" not in policy
    service = of_kind("Service", "paili-redis")["spec"]
    assert service["selector"] == policy["podSelector"]["matchLabels"] == REDIS["metadata"]["labels"]
    address = f"redis://paili-redis:{service['ports'][0]['port']}/0"
    assert ENVIRONMENT["PAILI_REDIS"] == address
    (container,) = REDIS["spec"]["containers"]
    assert container["image"] == COMPOSE["services"]["redis"]["image"]
    assert container["args"] == COMPOSE["services"]["redis"]["command"]
    assert container["securityContext"] == CONTAINER["securityContext"]


def test_keys_and_limits_are_on_as_applied() -> None:
    """No pod starts without the secret, and the service accepts the settings."""
    meant = read_settings(ENVIRONMENT)
    assert meant.rate_limit
    assert meant.redis
    (keys,) = [volume["secret"] for volume in POD["spec"]["volumes"] if volume["name"] == "keys"]
    assert not keys.get("optional")
    (mount,) = [mount for mount in CONTAINER["volumeMounts"] if mount["name"] == "keys"]
    assert str(meant.keys_file) == f"{mount['mountPath']}/keys"


def test_probes_are_paths_of_the_service(client: FlaskClient) -> None:
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        http_get = CONTAINER[probe]["httpGet"]
        assert client.get(http_get["path"]).status_code == 200
        assert http_get["port"] == CONTAINER["ports"][0]["name"]


def gunicorn(name: str) -> int:
    match = re.search(rf"^{name} = (\d+)", (ROOT / "gunicorn.conf.py").read_text(), re.MULTILINE)
    assert match
    return int(match[1])


def test_a_stop_leaves_time_for_what_was_begun() -> None:
    grace, pause = (
        POD["spec"]["terminationGracePeriodSeconds"],
        int(CONTAINER["lifecycle"]["preStop"]["exec"]["command"][1]),
    )
    assert grace > gunicorn("graceful_timeout") + pause
    assert int(COMPOSE["services"]["paili"]["stop_grace_period"].removesuffix("s")) > gunicorn("graceful_timeout")


# ---- facts about the service in both files --------------------------------------------------------------------------


def commented(path: Path) -> dict[str, str]:
    shown = re.findall(r"^ *# (PAILI_\w+): (\S+)$", path.read_text(), re.MULTILINE)
    return dict(shown)


@pytest.mark.parametrize(
    ("given", "path"),
    [(ENVIRONMENT, DEPLOY / "kubernetes.yaml"),
     (COMPOSE["services"]["paili"]["environment"], DEPLOY / "compose.yaml")],
    ids=["kubernetes", "compose"],
)  # fmt: skip
def test_the_service_understands_its_environment(given: dict[str, str], path: Path) -> None:
    filled = {name: re.sub(r"\$\{\w+:-(.*)\}", r"\1", value) for name, value in (given | commented(path)).items()}
    meant = read_settings(filled)
    assert (meant.host, meant.port, meant.proxies) == ("0.0.0.0", 8000, 1)
    assert {meant.rate_limit, meant.redis, meant.keys_file} & {None, ""} == set()
    assert str(meant.keys_file).startswith("/etc/paili/")


def test_memory_has_a_limit_and_processors_have_none() -> None:
    """A CPU quota would stop light calls together with heavy ones."""
    for limits in (CONTAINER["resources"]["limits"], COMPOSE["services"]["paili"]["deploy"]["resources"]["limits"]):
        assert set(limits) == {"memory"}


# ---- compose -------------------------------------------------------------------------------------------------------


def test_compose_reads_its_file() -> None:
    """With docker's plugin, or with the older program; the file is for both."""
    if run("docker", "compose", "version").returncode == 0 if shutil.which("docker") else False:
        command = ["docker", "compose"]
    elif shutil.which("docker-compose"):
        command = ["docker-compose"]
    else:
        pytest.skip("this machine has no compose")
    text = (DEPLOY / "compose.yaml").read_text()
    completed = run(*command, "-f", str(DEPLOY / "compose.yaml"), "config")
    assert completed.returncode == 0, completed.stderr
    resolved = yaml.safe_load(completed.stdout)["services"]
    assert resolved["paili"]["environment"]["PAILI_RATE_LIMIT"] == "30000/minute"
    assert "read_only: true" in text
    assert all(service["read_only"] and service["cap_drop"] == ["ALL"] for service in resolved.values())
    for service in resolved.values():
        assert service["logging"]["driver"] == "json-file"
        assert (
            int(service["logging"]["options"]["max-file"]) * int(service["logging"]["options"]["max-size"][:-1]) <= 100
        )
        assert service["healthcheck"]["test"][0] == "CMD"


def test_the_folder_of_keys_is_mounted_and_not_the_file() -> None:
    """A file that is mounted alone stays the old one after it is replaced."""
    text = (DEPLOY / "compose.yaml").read_text()
    uncommented = yaml.safe_load(re.sub(r"^( *)# (?=PAILI_KEYS_FILE|volumes)", r"\1", text, flags=re.MULTILINE))
    service = uncommented["services"]["paili"]
    folder, _, name = service["environment"]["PAILI_KEYS_FILE"].rpartition("/")
    assert (service["volumes"], name) == ([f"./keys:{folder}:ro"], "keys")
    (mount,) = [mount for mount in CONTAINER["volumeMounts"] if mount["name"] == "keys"]
    assert (mount["mountPath"], mount["readOnly"], "subPath" in mount) == (folder, True, False)


def test_compose_and_nginx_name_the_same_service() -> None:
    """The command of its container derives its configuration from the one for Debian."""
    service, port = COMPOSE["services"]["nginx"], COMPOSE["services"]["paili"]["environment"]["PORT"]
    changes = re.findall(r"-e '(.*?)'", service["command"][2])
    assert len(changes) == 2
    command = ["sed", *(part for change in changes for part in ("-e", change)), str(DEPLOY / "nginx.conf")]
    text = run(*command).stdout
    servers = re.findall(r"^    server (.*?);", text, re.MULTILINE)
    assert servers == [f"paili:{port} max_fails=1 fail_timeout=2s", f"paili:{port} max_fails=0"]
    assert service["ports"] == ["8080:8080"]
    assert "listen 8080;" in text
    (cache,) = re.findall(r"^proxy_cache_path (\S+) ", text, re.MULTILINE)
    assert {cache, "/etc/nginx/conf.d", "/tmp"} == {mount.partition(":")[0] for mount in service["tmpfs"]}
    assert service["healthcheck"]["test"][-1] == "http://127.0.0.1:8080/healthz"
