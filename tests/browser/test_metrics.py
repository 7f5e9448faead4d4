"""Metrics of a running server, at an address of their own, without anything of its visitors'."""

import subprocess
import sys
from dataclasses import replace

import pytest
from playwright.sync_api import expect
from prometheus_client.parser import text_string_to_metric_families

from tests.browser import steps
from tests.browser.server import ROOT, free_port, serve

pytestmark = pytest.mark.exhaustive

SECRET = "nobody-may-read-this"
FILES_READ = ("bleuscope_job_seconds_count", "files")


@pytest.fixture
def measured(tmp_path):
    """A server, and where its metrics are."""
    port = free_port()
    variables = {"BLEUSCOPE_METRICS_ADDRESS": f"127.0.0.1:{port}"}
    with serve(tmp_path, variables=variables) as server:
        yield server, replace(server, port=port)


def values(metrics):
    """Name and labels -> value."""
    families = text_string_to_metric_families(metrics.read("/metrics")[2])
    return {(sample.name, *sample.labels.values()): sample.value for family in families for sample in family.samples}


def test_what_visitors_do_is_counted_and_not_what_they_bring(measured, page, settle, tmp_path):
    server, metrics = measured
    page.goto(f"{server.url}/data?set=textbook&search={SECRET}")
    settle(page.locator(".st-key-files"))
    for name in ("reference", "system.one", "system.two"):
        (tmp_path / f"{SECRET}.{name}.txt").write_text(f"{SECRET}\n")
    steps.drop(page, list(tmp_path.glob(f"{SECRET}.*")))
    expect(page.get_by_test_id("stMain")).to_contain_text("1 segment")
    found = steps.until(page, lambda: values(metrics), lambda found: found.get(FILES_READ, 0) >= 1)
    assert found["bleuscope_run_seconds_count", "data"] >= 1
    assert found[("bleuscope_sessions",)] == 1
    assert found[("bleuscope_uploads_refused_total",)] == 0
    assert found[("process_resident_memory_bytes",)] > 10_000_000
    text = metrics.read("/metrics")[2]
    assert SECRET not in text
    assert SECRET not in server.log
    assert server.get("/metrics")[0] in (200, 404)
    assert "bleuscope_" not in server.read("/metrics")[2]
    page.goto("about:blank")


def test_an_address_that_will_not_do_is_said_in_one_line(tmp_path, monkeypatch):
    """What is no address is looked at in tests/ui/store/test_monitoring.py."""
    monkeypatch.setenv("BLEUSCOPE_METRICS_ADDRESS", "192.0.2.1:1")
    command = [sys.executable, "cli.py", "serve", "--port", str(free_port())]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode
    assert "BLEUSCOPE_METRICS_ADDRESS: cannot serve metrics at" in done.stderr
    assert "Traceback" not in done.stderr
