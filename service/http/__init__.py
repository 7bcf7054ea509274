"""The web service. Packages and modules, lowest first; imports go down this list.

texts          texts of answers: reasons, problems, numbers
language       languages and compression accepted by a caller
logs           one JSON line per event
headers        security headers of every answer
static_file    files and answers that do not change while the service runs
metrics        Prometheus metrics and their files
state          state of a request, in one object
requests       bodies, queries, schemas and the parts of a request
responses      the JSON of every answer
errors         problem documents
heavy          kinds of requests that need a slot
endpoints      a row per endpoint: schema, arguments, advice, whether it is heavy, answer
in_process     answers without a server, to requests of this process
handover       requests that must go on in another process or thread, because they take long
heavy_process  the process of a worker for heavy requests, its priority and the channel to it
heavy_slots    few heavy calls at once, and what each may take
pipeline       the one way of a request: load, arguments, run, render
middleware     request ids, authentication, rate limits, tracing, fast path
api            the routes of version 1
nearest_path   the path or method that a caller may have meant
probes         health, readiness, metrics
web            everything around the API: JSON, errors, compression, the list of middleware
worker         gunicorn worker: complete requests are answered by the thread that reads them
config_check   check of the configuration before the start
"""
