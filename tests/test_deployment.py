"""`deploy/` fits the bot: its files are valid, and the metrics, settings and files they name exist."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import yaml

import bot.run  # noqa: F401 - declares all metrics
from bot.core.metrics import Metrics
from bot.settings.settings import Settings, names
from tests.cases import for_each

ROOT = Path(__file__).parents[1]
SERVER = ROOT / "deploy" / "server"
COMPOSE = [ROOT / "compose.yaml", SERVER / "compose.yaml", ROOT / "deploy" / "many" / "compose.yaml"]
KUBERNETES = ROOT / "deploy" / "kubernetes"
SIZES = sorted(path.parent for path in KUBERNETES.glob("*/kustomization.yaml"))
SCHEMAS = json.loads((ROOT / "tests" / "kubernetes-1.37.json").read_text("utf-8"))
KUBECTL = shutil.which("kubectl") or ""
SYSTEMD_ANALYZE = shutil.which("systemd-analyze") or ""
SHELL_SCRIPTS = sorted(
    path
    for path in (ROOT / "deploy").rglob("*")
    if path.suffix == ".sh" or (path.is_file() and path.read_bytes().startswith(b"#!/bin/sh"))
)
METRIC = re.compile(r"\b(?:flipfour|process)_[a-z_]+")


def exported() -> set[str]:
    """Return the names that Prometheus can query."""
    found: set[str] = set()
    for family in Metrics().registry.collect():
        ends = {"counter": ["_total"], "histogram": ["_bucket", "_sum", "_count"]}.get(family.type, [""])
        found |= {family.name + end for end in ends}
    return found


def expressions(value: Any) -> list[str]:
    """Return all Prometheus expressions in a document."""
    if isinstance(value, dict):
        own = [value["expr"]] if "expr" in value else []
        return own + [each for inner in value.values() for each in expressions(inner)]
    if isinstance(value, list):
        return [each for inner in value for each in expressions(inner)]
    return []


def loaded(path: Path) -> Any:
    """Load a file of YAML by the compiled loader, which is ten times as fast."""
    return yaml.load(path.read_text("utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # noqa: S506


RULES = loaded(SERVER / "alerts.yml")
DASHBOARD = json.loads((SERVER / "grafana" / "flipfour.json").read_text("utf-8"))


@for_each("document", [RULES, DASHBOARD])
def test_every_metric_in_use_exists(document: Any) -> None:
    asked = {name for expression in expressions(document) for name in METRIC.findall(expression)}
    assert len(asked) > 12
    assert asked <= exported()


def test_every_metric_of_ours_is_in_use() -> None:
    part = re.compile(r"_(bucket|sum|count)$")
    asked = {part.sub("", name) for each in expressions([RULES, DASHBOARD]) for name in METRIC.findall(each)}
    ours = {part.sub("", name) for name in exported() if name.startswith("flipfour_")}
    assert ours - asked <= {"flipfour"}


def test_expressions_are_closed_and_alert_rules_have_a_severity_and_a_summary() -> None:
    for expression in expressions([RULES, DASHBOARD]):
        for opening, closing in ("()", "[]", "{}"):
            assert expression.count(opening) == expression.count(closing), expression
    rules = RULES["groups"][0]["rules"]
    assert len({rule["alert"] for rule in rules}) == len(rules)
    for rule in rules:
        assert rule["labels"]["severity"] in {"warning", "critical"}
        assert rule["annotations"]["summary"]


@for_each("path", COMPOSE)
def test_compose_files_name_existing_files_and_settings(path: Path) -> None:
    document = yaml.safe_load(path.read_text("utf-8"))
    for service in document["services"].values():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            if source.startswith("."):
                assert (path.parent / source).is_file(), source
            else:
                assert source in document["volumes"]
        given = {name for name in service.get("environment", {}) if name.startswith("FLIPFOUR_")}
        assert given <= set(names().values())
        assert "mem_limit" in service or "extends" in service
        assert service.get("restart") or "extends" in service


def test_every_compose_file_finds_the_same_volume() -> None:
    """The volume's name is the project's and its own; growing to another file must keep the database."""
    for path in COMPOSE:
        document = yaml.safe_load(path.read_text("utf-8"))
        assert (document["name"], document["volumes"]["flipfour"]) == ("flipfour", None)


def kubernetes_schema(kind: str, *, partial: bool = False) -> dict[str, Any]:
    """Return the schema of a kind of object; a `partial` one, as in a patch, may lack what is required."""

    def without_required(value: Any) -> Any:
        if isinstance(value, dict):
            lists = {key for key, inner in value.items() if key == "required" and isinstance(inner, list)}
            return {key: without_required(inner) for key, inner in value.items() if key not in lists}
        return [without_required(each) for each in value] if isinstance(value, list) else value

    schema = {**SCHEMAS["kinds"][kind], "$defs": SCHEMAS["$defs"]}
    return without_required(schema) if partial else schema


def manifests(folder: Path) -> list[tuple[dict[str, Any], bool]]:
    """Return the objects that a kustomization names, and whether each is a patch."""
    kustomization = yaml.safe_load((folder / "kustomization.yaml").read_text("utf-8"))
    found = [
        (document, False)
        for name in kustomization["resources"]
        if (folder / name).is_file()
        for document in yaml.safe_load_all((folder / name).read_text("utf-8"))
    ]
    for patch in kustomization.get("patches", []):
        text = patch["patch"] if "patch" in patch else (folder / patch["path"]).read_text("utf-8")
        found.append((yaml.safe_load(text), True))
    return found


@for_each("folder", SIZES)
def test_kubernetes_accepts_the_manifests(folder: Path) -> None:
    found = manifests(folder)
    for document, partial in found:
        schema = kubernetes_schema(document["kind"], partial=partial)
        errors = jsonschema_rs.validator_for(schema).iter_errors(document)
        assert [f"{error.instance_path}: {error.message}" for error in errors] == [], document["kind"]
    (settings,) = [document["data"] for document, _ in found if document["kind"] == "ConfigMap"]
    assert set(settings) <= set(names().values())


def test_each_port_is_that_of_its_setting_and_kept_apart() -> None:
    """Supervisors' pages are for Prometheus alone, those for people for a proxy alone."""
    documents = {document["kind"]: document for document, _ in manifests(KUBERNETES / "one")}
    (container,) = documents["Deployment"]["spec"]["template"]["spec"]["containers"]
    default = Settings.model_fields["web_port"].default
    health = int(documents["ConfigMap"]["data"]["FLIPFOUR_HEALTH_PORT"])
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    assert ports == {"health": health, "web": default}
    added = {document["kind"]: document for document, partial in manifests(KUBERNETES / "web") if not partial}
    assert [port["targetPort"] for port in added["Service"]["spec"]["ports"]] == ["web"]
    for policies, reached in ((documents, "health"), (added, "web")):
        (rule,) = policies["NetworkPolicy"]["spec"]["ingress"]
        assert [port["port"] for port in rule["ports"]] == [reached]
    image = (ROOT / "Dockerfile").read_text("utf-8")
    assert f"FLIPFOUR_HEALTH_PORT={health} " in image
    assert re.findall(r"^EXPOSE (.*)$", image, re.MULTILINE) == [f"{default}"]
    for name in ("server", "many"):
        assert str(health) in (ROOT / "deploy" / name / "prometheus.yml").read_text("utf-8")


def test_pods_are_unprivileged_and_limited() -> None:
    for document, partial in [found for folder in SIZES for found in manifests(folder)]:
        if partial or document["kind"] not in ("Deployment", "CronJob"):
            continue
        spec = document["spec"]
        pod = (spec["jobTemplate"]["spec"] if document["kind"] == "CronJob" else spec)["template"]["spec"]
        assert pod["securityContext"]["runAsNonRoot"] is True
        assert pod["automountServiceAccountToken"] is False
        for container in pod["containers"]:
            assert container["securityContext"]["readOnlyRootFilesystem"] is True
            assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
            assert "memory" in container["resources"]["limits"]


@pytest.mark.skipif(not KUBECTL, reason="kubectl is not installed")
@pytest.mark.parametrize("folder", SIZES, ids=lambda path: path.name)
def test_kustomize_builds_whole_objects(folder: Path) -> None:
    built = subprocess.run([KUBECTL, "kustomize", str(folder)], capture_output=True, check=True)
    for document in yaml.safe_load_all(built.stdout):
        assert jsonschema_rs.is_valid(kubernetes_schema(document["kind"]), document), document


def test_the_container_is_unprivileged() -> None:
    service = yaml.safe_load(COMPOSE[0].read_text("utf-8"))["services"]["flipfour"]
    assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert {"max-size", "max-file"} <= set(service["logging"]["options"])
    image = (ROOT / "Dockerfile").read_text("utf-8")
    last = image[image.rindex("FROM ") :]
    assert "USER 1000:1000" in last
    assert "HEALTHCHECK" in last


def test_the_image_copies_existing_files() -> None:
    image = (ROOT / "Dockerfile").read_text("utf-8")
    ignored = (ROOT / ".dockerignore").read_text("utf-8").split()
    for line in re.findall(r"^COPY (?!--from)(.+)$", image, re.MULTILINE):
        *sources, _ = line.split()
        for source in sources:
            assert (ROOT / source).exists()
            assert source not in ignored


def test_the_image_has_no_secrets_of_any_folder() -> None:
    """Each folder of `deploy/` has a .env of its own, and hosts have others, such as .env.test."""
    ignored = (ROOT / ".dockerignore").read_text("utf-8").split()
    assert {"**/.env*", "**/*.db*", "**/*.sqlite3*"} <= set(ignored)
    assert not [pattern for pattern in ignored if pattern.startswith("!")]


@for_each("script", SHELL_SCRIPTS)
def test_the_shell_parses_the_scripts(script: Path) -> None:
    subprocess.run(["/bin/sh", "-n", str(script)], check=True)


@pytest.mark.skipif(not SYSTEMD_ANALYZE, reason="systemd is not installed")
@pytest.mark.parametrize("program", ["flipfour", "flipfour-worker", "flipfour-scheduler"])
def test_systemd_accepts_the_units(program: str, tmp_path: Path) -> None:
    """The program is not installed here; replace it by another."""
    name = f"{program}.service"
    unit = (ROOT / "deploy" / "systemd" / name).read_text("utf-8")
    copy = tmp_path / name
    copy.write_text(re.sub("ExecStart=.*", "ExecStart=/bin/true", unit), "utf-8")
    command = [SYSTEMD_ANALYZE, "verify", "--man=no", str(copy)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    said = [line for line in ended.stderr.splitlines() if "flipfour" in line]
    assert said == []
    assert ended.returncode == 0, ended.stderr


@pytest.mark.parametrize(("url", "shown", "password"), [
    ("postgresql://f:p%40s%5Cn:s@db:5432/f?ssl=on", "postgresql://f@db:5432/f?ssl=on", "p@s\\n:s"),
    ("postgresql://f@db/f", "postgresql://f@db/f", ""),
    ("postgresql:///f", "postgresql:///f", ""),
])  # fmt: skip
def test_a_dump_has_no_password_in_its_command(tmp_path: Path, url: str, shown: str, password: str) -> None:
    job = next(document for document, _ in manifests(KUBERNETES / "many") if document["kind"] == "CronJob")
    (container,) = job["spec"]["jobTemplate"]["spec"]["template"]["spec"]["containers"]
    program, *options, script = container["command"]
    for name in ("pg_dump", "pg_restore", "mv", "ls"):
        stand_in = tmp_path / name
        stand_in.write_text('#!/bin/sh\nprintf "%s\\n" "$0" "$@" "password $PGPASSWORD" >&2\n')
        stand_in.chmod(0o700)
    environment = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "DATABASE_URL": url}
    command = [program, *options, script]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert run.stderr.splitlines()[3:5] == [shown, f"password {password}"]
