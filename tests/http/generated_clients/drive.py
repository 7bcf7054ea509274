"""Sends each line of the input by the generated Python client: operation, types of request and answer, body."""

import json
import sys

import paili_client as paili

client = paili.ApiClient(paili.Configuration(host=sys.argv[1]))
play, games = paili.PlayApi(client), paili.GamesApi(client)
for line in sys.stdin:
    operation, request, _, body = line.rstrip("\n").split("\t")
    try:
        if request:
            answer = getattr(play, operation)(getattr(paili, request).from_json(body))
        else:
            answer = getattr(games, operation)()
        print(json.dumps(answer.to_dict()))
    except paili.ApiException as refused:
        print(json.dumps({"status": refused.status, "code": json.loads(refused.body)["errors"][0]["code"]}))
