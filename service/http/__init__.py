"""The service on the web: the form of requests, answers as JSON, problems, pages, metrics."""
