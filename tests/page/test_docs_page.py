"""The documentation in a real browser: each request of the contract is sent by a click, for each status."""

from __future__ import annotations

import json
import os
from typing import Any

import pytest

from tests.helpers.chromium import MARKS, unreadable
from tests.helpers.contract import Example, read_contract, read_examples

pytestmark = MARKS

EVERY = "EVERY_EXAMPLE" in os.environ
"""EVERY_EXAMPLE=1 in the environment tests all: a minute, because the page redraws an operation at each click."""

TRY = """async ([method, path, names]) => {
    const sought = async (find) => {
        for (;;) {
            const found = find();
            if (found) return found;
            await new Promise((resolve) => setTimeout(resolve, 5));
        }
    };
    const named = `.opblock-${method} [data-path="${path}"]`;
    const control = await sought(() => document.querySelector(named)?.closest("button"));
    control.scrollIntoView();
    control.click();
    const block = control.closest(".opblock"), shown = [];
    (await sought(() => block.querySelector("button.try-out__btn"))).click();
    const execute = await sought(() => block.querySelector("button.execute"));
    for (const name of names) {
        const choice = block.querySelector(".opblock-section-request-body select.examples-select-element");
        if (choice && choice.value !== name) {
            choice.value = name;
            choice.dispatchEvent(new Event("change", { bubbles: true }));
        }
        execute.click();
        const row = await sought(() => block.querySelector(".live-responses-table tr.response"));
        const text = (part) => row.querySelector(part)?.textContent ?? "";
        shown.push([parseInt(text(".response-col_status")), text(".highlight-code")]);
        block.querySelector("button.btn-clear").click();
        await sought(() => !block.querySelector(".live-responses-table"));
    }
    control.click();
    return shown;
}"""
"""Unfolds a request, presses "Try it out", selects each example, presses "Execute", and records the result."""


RECORDED = {(example.path, example.name): example for example in read_examples()}


@pytest.mark.long
@pytest.mark.parametrize("method", ["get", "post"])
def test_examples_of_the_documentation_work_by_a_click(opened: Any, method: str) -> None:
    document = read_contract()
    page = opened("/docs", width=1280, expects=("status of 422",))  # the browser's own message about a rejection
    page.wait_for_selector(".opblock")
    tried = 0
    for path, item in document["paths"].items():
        if method not in item:
            continue
        content = item[method].get("requestBody", {}).get("content", {})
        names = list(content["application/json"]["examples"]) if content else [""]
        if content and not EVERY:
            names = list({RECORDED[path, name].status: name for name in reversed(names)}.values())
        shown = page.evaluate(TRY, [method, path, names])
        for name, (status, text) in zip(names, shown, strict=True):
            example = RECORDED.get((path, name), Example("", "", None, status=200, answer={}))
            assert status == example.status, (path, name)
            codes = [error["code"] for error in example.answer.get("errors", ())]
            assert all(f'"code": {json.dumps(code)}' in text for code in codes), (path, name)
            tried += 1
    assert tried >= {"get": 7, "post": 50 if EVERY else 9}[method]


@pytest.mark.parametrize(("lang", "scheme", "width"), [("en", "light", 1280), ("zh", "dark", 375)])
def test_the_documentation_may_be_read_by_all(opened: Any, lang: str, scheme: str, width: int) -> None:
    page = opened(f"/docs?lang={lang}", width=width)
    page.emulate_media(color_scheme=scheme)
    page.wait_for_selector(".opblock")
    assert unreadable(page) == []
    for method in ("get", "post"):
        block = page.locator(f".opblock-{method}").first
        block.locator(".opblock-summary-control").click()
        block.locator("button.try-out__btn").click()
        block.locator("button.execute").click()
        block.locator(".live-responses-table").wait_for()
        block.locator("button.execute:enabled").wait_for()  # pale while it works
    assert unreadable(page) == []
