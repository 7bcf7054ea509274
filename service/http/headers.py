"""Security headers of every answer; pages and their files have headers of their own (`board.headers`)."""

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

PREFLIGHT = [
    ("Access-Control-Allow-Methods", "GET, HEAD, POST, OPTIONS"),
    ("Access-Control-Allow-Headers", "Content-Type, Authorization, X-Request-Id, If-None-Match, Accept-Language"),
    ("Access-Control-Max-Age", "86400"),
]
"""Additional headers of an answer to OPTIONS."""
