"""OpenTelemetry traces: a span for each request, if the standard variables name a collector.

A span has method, route and status and continues the trace of `traceparent`. It contains no path, query, header or
body, no text of an exception and no `tracestate`, because each may contain hands.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from service.http.handover import HandOver
from service.http.metrics import prometheus
from service.http.state import state_of

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment
    from opentelemetry.sdk.trace import TracerProvider


class Traced:
    """WSGI middleware around *app* that traces every request."""

    def __init__(self, app: WSGIApplication, provider: TracerProvider) -> None:
        from opentelemetry.trace import SpanKind, StatusCode
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        self.app, self.provider, self.tracer = app, provider, provider.get_tracer("paili")
        self.kind, self.error = SpanKind.SERVER, StatusCode.ERROR
        self.context_of = TraceContextTextMapPropagator().extract

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        method = environ["REQUEST_METHOD"] if environ["REQUEST_METHOD"] in prometheus.METHODS else "_OTHER"
        context = self.context_of({"traceparent": environ.get("HTTP_TRACEPARENT", "")})
        is_over = True
        with self.tracer.start_as_current_span(
            method, context, self.kind, record_exception=False, set_status_on_exception=False, end_on_exit=False
        ) as span:

            def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
                route, code = state_of(environ).route, int(status[:3])
                span.update_name(f"{method} {route}")
                span.set_attributes(
                    {"http.request.method": method, "http.route": route, "http.response.status_code": code}
                )
                if code >= 500:
                    span.set_status(self.error)
                return start_response(status, headers, exc_info) if exc_info else start_response(status, headers)

            try:
                return self.app(environ, start)
            except HandOver:  # it starts again, with another span; only ended ones are sent
                is_over = False
                raise
            finally:
                if is_over:
                    span.end()


def traced(app: WSGIApplication) -> Traced:
    """Return *app* with tracing; OpenTelemetry reads the sampling and the collector from its variables."""
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import SERVICE_NAME, Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    resource = Resource.create()
    if str(resource.attributes[SERVICE_NAME]).startswith("unknown_service"):  # no variable names a collector
        resource = resource.merge(Resource({SERVICE_NAME: "paili"}))
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return Traced(app, provider)
