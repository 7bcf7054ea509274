"""Security headers of every answer, and how much of the headers of a request is read.

Pages and their files have security headers of their own (`board.headers`).
"""

GUARDS = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "cross-origin"),
    ("Access-Control-Allow-Origin", "*"),
]
"""Headers of all answers."""

FILE_HEADERS = [*GUARDS, ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")]
"""Headers of a file of our pages: browsers must not run or frame it as a page."""

EXPOSED = "ETag, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Server-Timing"
HEADERS = (*FILE_HEADERS, ("Access-Control-Expose-Headers", EXPOSED))
"""Headers of all answers except pages and their files."""

ALLOWED = (
    "Content-Type, Authorization, X-Request-Id, If-None-Match, Accept-Language, traceparent, tracestate, baggage, *"
)
"""Headers that pages of other origins may send: ours and the caller's own, such as those of a tracer.

The asterisk covers all headers but Authorization; older browsers read only the names.
"""

PREFLIGHT = [
    ("Access-Control-Allow-Methods", "GET, HEAD, POST, OPTIONS"),
    ("Access-Control-Allow-Headers", ALLOWED),
    ("Access-Control-Max-Age", "86400"),
]
"""Additional headers of an answer to OPTIONS."""

PARSED = ("HTTP_ACCEPT", "HTTP_ACCEPT_ENCODING", "HTTP_ACCEPT_LANGUAGE", "CONTENT_TYPE")
"""Lists and parameters in headers of a request, which take time to parse."""

MOST_PARSED = 512
"""Maximum characters of them that are read; those of browsers have up to 300."""
