"""The files of the recorded examples."""

from __future__ import annotations

import json

from tests.helpers.contract import Example


def examples_text(examples: list[Example]) -> str:
    """Return the file of one operation: two lines for each example, the request and the answer."""
    rows = []
    for example in examples:
        about = {"name": example.name} | ({"summary": example.summary} if example.summary else {})
        lines = (about | {"request": example.request}, {"status": example.status, "answer": example.answer})
        request, answer = (json.dumps(line, ensure_ascii=False) for line in lines)
        rows.append(f"{request[:-1]},\n {answer[1:]}")
    return "[\n" + ",\n".join(rows) + "\n]\n"
