"""Requests: JSON bodies, queries, schemas, and their parts as the types of package `position`.

json_body      JSON of a body; duplicate keys are rejected
query          query strings converted to bodies
fields         field types: accepted values, and messages for others
schemas        schema of each request: fields, descriptions, bounds
answer_format  language and notation of the answer
load           parts of a request: position, limits, level, deal
records        arguments of a request with games as text
"""
