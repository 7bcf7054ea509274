"""Version 1 of the API.

batch     many requests in one
contract  the contract (`openapi.yaml`) as a file
routes    a POST for each row of `endpoints`, an analysis by GET, a batch, the list of games
"""
