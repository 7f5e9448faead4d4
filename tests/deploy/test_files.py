"""The files by which it is deployed: linters know them, they agree with one another, and nothing is missing."""

import re
import shutil
import subprocess
import sys
from ipaddress import ip_address, ip_network
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from tests import deployed
from tests.deployed import ROOT
from workspace.storage.checkpoints import has_wal_reset_bug

HARDENED = {
    "read_only": True,
    "cap_drop": ["ALL"],
    "security_opt": ["no-new-privileges:true"],
}
DEPLOY = ROOT / "docs" / "deploy.md"
UNIT = ROOT / "deploy" / "bleuscope.service"
WORST_EXPOSURE = 2.0
"""Of 10, as systemd counts; it calls a service below 4 OK."""
BIN = Path(sys.executable).parent


def run(*command: str) -> str:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def compose():
    return YAML(typ="safe").load((ROOT / "compose.yaml").read_text(encoding="utf-8"))


def test_a_linter_finds_nothing_in_the_dockerfile():
    assert run(str(BIN / "hadolint"), "Dockerfile") == ""


def test_the_image_has_a_sqlite_that_loses_no_changes():
    """Its source is named by a number such as 3510300, and the last stage checks which one Python takes."""
    sqlite, _, last = deployed.stages()
    (source,) = deployed.of(sqlite, "ADD")
    (number,) = re.findall(r"sqlite-amalgamation-(\d+)\.zip", source)
    (checked,) = re.findall(r"sqlite_version == '([\d.]+)'", " ".join(deployed.of(last, "RUN")))
    version = tuple(map(int, checked.split(".")))
    assert not has_wal_reset_bug(version)
    assert number == f"{version[0]}{version[1]:02}{version[2]:02}00"
    assert source.startswith("--checksum=sha256:")


@pytest.mark.exhaustive
def test_the_compose_file_is_one():
    assert "ok" in run(str(BIN / "check-jsonschema"), "--builtin-schema", "vendor.compose-spec", "compose.yaml")


def test_every_service_is_shut_in():
    for name, service in compose()["services"].items():
        assert {key: service[key] for key in HARDENED} == HARDENED, name
        assert {"mem_limit", "pids_limit", "restart"} <= service.keys(), name
        assert all(port.startswith("127.0.0.1:") for port in service.get("ports", [])) or name == "proxy", name


def test_the_password_is_in_a_file_alone():
    found = compose()
    (secret,) = found["secrets"]
    for name in ("app", "database"):
        service = found["services"][name]
        assert service["secrets"] == [secret]
        values = service["environment"]
        assert [key for key, value in values.items() if value == f"/run/secrets/{secret}"] == [
            key for key in values if "PASSWORD" in key
        ]
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").split("\n")
    assert f"{Path(found['secrets'][secret]['file']).parent}/" in ignored
    assert not deployed.sent("secrets/database_password")


def test_the_program_believes_its_own_proxy_alone():
    """Who is believed may pretend to be any visitor, also to a limit by address."""
    found = compose()
    believed = found["services"]["app"]["environment"]["FORWARDED_ALLOW_IPS"]
    address = ip_address(re.fullmatch(r"\$\{FORWARDED_ALLOW_IPS:-([\d.]+)\}", believed)[1])
    assert found["services"]["proxy"]["networks"] == {"outside": {"ipv4_address": str(address)}}
    assert "outside" in found["services"]["app"]["networks"]
    (network,) = found["networks"]["outside"]["ipam"]["config"]
    assert address in ip_network(network["subnet"])
    assert ip_network(network["ip_range"]).subnet_of(ip_network(network["subnet"]))
    assert address not in ip_network(network["ip_range"]), "another container could have it before the proxy starts"
    assert ip_address(network["gateway"]) not in (address, *ip_network(network["ip_range"]))
    text = DEPLOY.read_text(encoding="utf-8")
    assert str(address) in text
    assert network["gateway"] in text


def test_examples_of_proxies_limit_what_one_visitor_may_ask():
    nginx = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    zones = re.findall(r"^limit_(conn|req)_zone \$binary_remote_addr zone=(\w+):", nginx, re.MULTILINE)
    assert [kind for kind, _ in zones] == ["conn", "req"]
    assert all(re.search(rf"limit_{kind} (?:zone=)?{zone} ", nginx) for kind, zone in zones)
    caddy = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    assert re.findall(r"client_max_body_size (\w+);", nginx) == ["64k", "201m"]
    assert re.findall(r"max_size (\w+)", caddy) == ["201MB", "64KB"]
    table = DEPLOY.read_text(encoding="utf-8")
    for said in ("50 a second, 1,000 at once", "100 at a time", "201 MB", "64 kB"):
        assert said in table
    assert "rate=50r/s" in nginx
    assert "burst=1000 " in nginx


def test_one_waits_for_the_other_to_be_healthy():
    services = compose()["services"]
    assert services["app"]["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert services["proxy"]["depends_on"] == {"app": {"condition": "service_healthy"}}
    assert "healthcheck" in services["database"]
    assert deployed.of(deployed.stages()[-1], "HEALTHCHECK")


def test_temporary_files_fit_beside_what_the_program_keeps():
    """They are memory, and count in the same limit, of which the program's watch sees nothing."""
    service = compose()["services"]["app"]
    (size,) = re.findall(r"/tmp:size=(\d+)g", service["tmpfs"][0])
    (limit,) = re.findall(r"(\d+)g", service["mem_limit"])
    assert service["environment"]["BLEUSCOPE_MEMORY_MB"] + 1024 * int(size) <= 0.75 * 1024 * int(limit)
    (command,) = [line for line in DEPLOY.read_text(encoding="utf-8").split("\n") if line.startswith("docker run")]
    for said in ("--tmpfs /tmp:size=1g", "--memory 4g", "--env BLEUSCOPE_MEMORY_MB=2048"):
        assert said in command


def test_the_database_is_asked_as_the_program_asks_it():
    """While it is being made, a server answers at its socket alone."""
    assert "--host=127.0.0.1" in compose()["services"]["database"]["healthcheck"]["test"]


def test_the_backup_of_the_service_runs_as_its_user():
    (command,) = [line for line in DEPLOY.read_text(encoding="utf-8").split("\n") if line.startswith("systemd-run")]
    for name in ("DynamicUser", "StateDirectory", "StateDirectoryMode", "UMask"):
        (value,) = unit()[name]
        assert f"-p {name}={value} " in command
    assert f"-p User={UNIT.stem} " in command


def test_images_are_pinned_and_nobody_is_root():
    _, build, last = deployed.stages()
    images = [stage[0].rest.split()[0] for stage in (build, last)]
    images += [service["image"] for service in compose()["services"].values() if "build" not in service]
    assert all(re.search(r":\d+\.\d+", image) for image in images), images
    assert images[0] == images[1]
    assert deployed.of(last, "USER") == ["10001:10001"]
    secret = re.compile("PASSWORD|SECRET|TOKEN", re.IGNORECASE)
    assert not [name for stage in (build, last) for name in deployed.environment(stage) if secret.search(name)]


def test_all_that_is_installed_is_sent_to_the_image():
    wheel = deployed.ROOT / "pyproject.toml"
    (listed,) = re.findall(r"^only-include = \[(.*)\]$", wheel.read_text(encoding="utf-8"), re.MULTILINE)
    needed = [*re.findall(r'"([^"]+)"', listed), "app.py", "cli.py", "pyproject.toml", "README.md", "LICENSE"]
    needed += ["requirements.txt", "requirements-build.txt"]
    assert [path for path in needed if not deployed.sent(path)] == []
    assert [path for path in ("tests", ".git", ".venv", "secrets", "docs") if deployed.sent(path)] == []


def unit():
    """Setting -> its values, in all sections of the unit."""
    found: dict[str, list[str]] = {}
    for line in UNIT.read_text(encoding="utf-8").split("\n"):
        name, is_setting, value = line.partition("=")
        if is_setting and not line.startswith("#"):
            found.setdefault(name, []).append(value)
    return found


def test_the_service_may_do_what_the_program_does():
    """Numba writes code into memory, and what computes in threads may say on which processors."""
    assert "MemoryDenyWriteExecute" not in unit()
    assert not [value for value in unit()["SystemCallFilter"] if "@resources" in value]


def test_the_service_has_less_memory_at_work_than_it_may_take():
    (least,) = [value for value in unit()["Environment"] if value.startswith("BLEUSCOPE_MEMORY_MB=")]
    (most,) = unit()["MemoryMax"]
    assert int(least.partition("=")[2]) < 1024 * int(most.removesuffix("G"))


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
def test_systemd_takes_the_service_and_calls_it_well_shut_in(tmp_path):
    there = re.sub(r"^ExecStart=\S+", f"ExecStart={sys.executable}", UNIT.read_text(encoding="utf-8"), flags=re.M)
    (tmp_path / UNIT.name).write_text(there)
    said = run("systemd-analyze", "verify", "--man=no", str(tmp_path / UNIT.name))
    assert UNIT.name not in said
    said = run("systemd-analyze", "security", "--offline=true", "--no-pager", str(tmp_path / UNIT.name))
    exposure = re.search(r"Overall exposure level for bleuscope\.service: ([\d.]+)", said)
    assert exposure is not None
    assert float(exposure[1]) <= WORST_EXPOSURE
