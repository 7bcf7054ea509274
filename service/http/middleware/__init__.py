"""Layers around the endpoints. Imports go down this list.

keys             keys of callers, the key file, and the paths that need a key
rate_limit       the balance of a caller in milliseconds of CPU, in memory or in Redis; the `RateLimit` headers
auth             rejection without a valid key (401) or beyond the limit (429)
request_context  request ids, security headers, metrics and log lines
tracing          OpenTelemetry traces
fast_path        ordinary requests around Flask
"""
