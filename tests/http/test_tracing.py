"""Traces: enabled by the standard variables, complete at a real collector, and never with a hand in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from app import create_app
from service.http import config_check
from service.http.handover import HandOver, connection_thread
from service.http.middleware.request_context import RequestContext
from service.settings import SettingsError, are_traces_wanted
from tests.helpers.served import served

HAND = "34567899JJQQKA22D"
TRACE, PARENT = f"{0xACE:032x}", f"{0xBEE:016x}"

otel = pytest.mark.skipif(not config_check.can_trace(), reason="OpenTelemetry is not installed (requirements/otel.txt)")


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, bytes]]]:
    """Return the exports by OTLP received by a collector that the environment names."""
    received: list[tuple[str, bytes]] = []

    def answer(path: str, body: bytes) -> tuple[int, bytes]:
        received.append((path, body))
        return 200, b""

    monkeypatch.delenv("OTEL_SERVICE_NAME", raising=False)
    with served(answer) as address:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", address)
        yield received


def ask_all(client: FlaskClient) -> list[int]:
    """Send requests with hands in all possible places; return the statuses."""
    named = {"traceparent": f"00-{TRACE}-{PARENT}-01", "tracestate": f"x={HAND}", "X-Request-Id": HAND}
    answers = [
        client.post("/v1/analyze", json={"hand": HAND}, headers=named),
        client.get(f"/v1/analyze?hand={HAND}", headers=named),
        client.post("/v1/analyze", json={"hand": HAND + "Z"}, headers=named),
        client.get(f"/{HAND}", headers=named),
        client.open("/healthz", method=HAND, headers=named),
        client.get("/readyz", headers=named),
    ]
    return [answer.status_code for answer in answers]


def fail() -> None:
    """Fail like a readiness check, with a text that must not be published."""
    raise RuntimeError(HAND)


@otel
def test_every_request_is_a_span_and_no_span_holds_a_hand(
    collector: list[tuple[str, bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

    monkeypatch.setattr("service.http.api.routes.self_test", fail)
    app = create_app()
    layer: Any = app.wsgi_app
    provider = layer.provider
    assert ask_all(app.test_client()) == [200, 200, 422, 404, 405, 503]
    provider.shutdown()
    assert {path for path, _ in collector} == {"/v1/traces"}
    sent = [ExportTraceServiceRequest.FromString(body) for _, body in collector]
    resources = [resource for request in sent for resource in request.resource_spans]
    assert {a.value.string_value for r in resources for a in r.resource.attributes if a.key == "service.name"} == {
        "paili"
    }
    spans = [span for resource in resources for scope in resource.scope_spans for span in scope.spans]
    assert [span.name for span in spans] == [
        "POST /v1/analyze", "GET /v1/analyze", "POST /v1/analyze", "GET unmatched", "_OTHER unmatched", "GET /readyz",
    ]  # fmt: skip
    assert {(span.trace_id.hex(), span.parent_span_id.hex()) for span in spans} == {(TRACE, PARENT)}
    assert len({span.span_id for span in spans}) == len(spans)
    codes = [a.value.int_value for span in spans for a in span.attributes if a.key == "http.response.status_code"]
    assert codes == [200, 200, 422, 404, 405, 503]
    assert [span.status.code for span in spans] == [0, 0, 0, 0, 0, 2]
    assert {a.key for span in spans for a in span.attributes} == {
        "http.request.method", "http.route", "http.response.status_code"
    }  # fmt: skip
    assert not any(HAND.encode() in body or b"events" in body for _, body in collector)


@otel
def test_a_request_that_starts_again_in_another_thread_is_one_span(collector: list[tuple[str, bytes]]) -> None:
    app = create_app()
    layer: Any = app.wsgi_app
    client, heavy = app.test_client(), {"hand": HAND, "level": "expert", "limits": {"games": 20}}
    with connection_thread(), pytest.raises(HandOver):
        client.post("/v1/move", json=heavy)
    assert client.post("/v1/move", json=heavy).status_code == 200
    layer.provider.shutdown()
    assert sum(body.count(b"POST") for _, body in collector) == 2  # the name and the attribute of one span


@otel
def test_a_collector_that_is_gone_costs_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "1")
    app = create_app()
    assert app.test_client().post("/v1/analyze", json={"hand": HAND}).status_code == 200
    layer: Any = app.wsgi_app
    layer.provider.shutdown()


@pytest.mark.parametrize(
    ("variables", "wanted"),
    [
        ({}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": ""}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x"}, True),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://x/v1/traces"}, True),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x", "OTEL_SDK_DISABLED": "true"}, False),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://x", "OTEL_TRACES_EXPORTER": "none"}, False),
    ],
)
def test_the_standard_variables_decide(variables: dict[str, str], wanted: bool) -> None:
    assert are_traces_wanted(variables) == wanted


def test_without_them_there_is_no_layer() -> None:
    assert isinstance(create_app().wsgi_app, RequestContext)


def test_a_server_that_cannot_trace_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1")
    monkeypatch.setattr(config_check, "can_trace", lambda: False)
    with pytest.raises(SettingsError, match=r"requirements/otel\.txt"):
        config_check.checked()


@otel
def test_the_standard_variable_names_the_service(
    collector: list[tuple[str, bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OTEL_SERVICE_NAME", "hints")
    layer: Any = create_app().wsgi_app
    assert layer.provider.resource.attributes["service.name"] == "hints"
    layer.provider.shutdown()
    assert collector == []
