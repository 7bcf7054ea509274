"""Tests of the web service: requests, responses, errors, middleware, servers."""
