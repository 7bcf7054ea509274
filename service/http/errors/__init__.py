"""Errors as problem documents (RFC 9457). Imports go down this list.

http_status  texts of HTTP statuses, and their problem documents
problems     problem documents of the service's own codes, and the page of each code
handlers     the response to an exception; errors raised before Flask
"""
