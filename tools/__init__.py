"""Commands for developers; each explains itself with -h. The service and its packages never import them."""
