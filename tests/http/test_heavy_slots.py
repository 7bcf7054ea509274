"""Slots: immediate rejections with correct waiting times, and disconnected clients."""

from __future__ import annotations

import json
import math
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

import pytest
from flask.testing import FlaskClient

from app import create_app
from service.http.heavy_slots import (
    EACH,
    MOST_CPU,
    Busy,
    Disconnected,
    Slots,
    TooManyHeavy,
    is_disconnected,
    with_counted_cpu,
)
from service.http.logs import Log
from service.http.metrics import prometheus
from service.http.pipeline import SLOTS
from service.http.state import RequestState
from tests.helpers.ports import free_port
from tests.helpers.waiting import wait_until

T = TypeVar("T")


def in_one_step(work: Callable[[], T]) -> Iterator[T]:
    """Yield the result of a call, computed on demand."""
    yield work()


def call_of(client: object = None, caller: str = "") -> RequestState:
    """Return the state of a request of a client."""
    return RequestState("", Log("ERROR"), client, caller=caller)


def queued(slots: Slots, work: Callable[[], object], client: object = None, caller: str = "") -> threading.Thread:
    """Return the started thread of a call that waits for a slot."""

    def call() -> None:
        with suppress(Busy):
            slots.run(in_one_step(lambda: (work(), True)[1]), call_of(client, caller))

    thread, waiting = threading.Thread(target=call), len(slots.queue)
    thread.start()
    wait_until(lambda: len(slots.queue) > waiting)
    return thread


def retry_after(slots: Slots) -> int:
    with pytest.raises(Busy) as error, slots:
        raise AssertionError("there was a slot")
    assert isinstance(error.value.retry_after, int)
    return error.value.retry_after


def test_who_would_wait_too_long_is_refused_at_once() -> None:
    """Calls that take four seconds leave a slot of two after one second at the earliest."""
    slots = Slots(running=2, waiting=12, patience=0.9)
    slots.typical = 4.0
    with slots, slots:
        began = time.monotonic()
        assert retry_after(slots) == 1
        assert time.monotonic() - began < slots.patience  # it did not wait, however slow the machine is
        slots.typical = 40.0
        assert retry_after(slots) == 10


def test_a_call_that_waited_in_vain_is_refused() -> None:
    slots = Slots(running=1, waiting=1, patience=0.01)
    with slots:
        assert retry_after(slots) == 1


def test_the_call_that_waits_longest_is_next() -> None:
    """A slot is handed over: its last owner does not precede waiting calls."""
    slots, order = Slots(running=1, waiting=5, patience=math.inf), list[str]()
    with slots:
        threads = [queued(slots, partial(order.append, name)) for name in "abc"]
    slots.run(in_one_step(lambda: order.append("owner") or True), call_of())
    for thread in threads:
        thread.join()
    assert order == ["a", "b", "c", "owner"]
    assert slots.free == 1


def test_what_calls_take_is_learned_from_calls() -> None:
    slots = Slots(running=1, waiting=0, patience=0.0)
    assert slots.typical == 0.0
    with slots:
        time.sleep(0.05)
    first = slots.typical
    assert first >= 0.05
    for _ in range(100):
        with slots:
            pass
    assert slots.typical < first / 100


def test_refusals_and_calls_are_counted() -> None:
    slots = Slots(running=1, waiting=0, patience=0.0)
    refused, running = prometheus.HEAVY_REFUSED._value.get(), prometheus.HEAVY_RUNNING._value.get()
    with slots:
        assert prometheus.HEAVY_RUNNING._value.get() == running + 1
        retry_after(slots)
    assert prometheus.HEAVY_RUNNING._value.get() == running
    assert prometheus.HEAVY_REFUSED._value.get() == refused + 1


def times_observed() -> float:
    (metric,) = prometheus.HEAVY_SECONDS.collect()
    return next(row.value for row in metric.samples if row.name.endswith("_count"))


def connected() -> tuple[socket.socket, socket.socket]:
    with socket.create_server(("127.0.0.1", free_port())) as listening:
        client = socket.create_connection(listening.getsockname())
        return client, listening.accept()[0]


def hang_up(client: socket.socket) -> None:
    client.close()


def reset(client: socket.socket) -> None:
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\x00\x00\x00\x00\x00\x00\x00")
    client.close()


@pytest.mark.parametrize("end", [hang_up, reset])
def test_a_caller_that_hung_up_is_known(end: Callable[[socket.socket], None]) -> None:
    client, served = connected()
    with client, served:
        assert not is_disconnected(served)
        client.sendall(b"GET /the/next HTTP/1.1\r\n")
        assert not is_disconnected(served)
        assert served.recv(64).startswith(b"GET /the/next")  # nothing was used
        end(client)
        wait_until(lambda: is_disconnected(served))


def test_where_it_cannot_be_known_nobody_is_taken_for_gone() -> None:
    assert not is_disconnected(None)


def test_a_slot_that_a_gone_caller_waited_for_is_the_next_ones() -> None:
    slots = Slots(running=1, waiting=5, patience=20.0)
    client, served = connected()
    worked = list[str]()
    gone, refused, used = prometheus.HEAVY_GONE._value.get(), prometheus.HEAVY_REFUSED._value.get(), times_observed()
    with served:
        with slots:
            threads = [
                queued(slots, partial(worked.append, name), end) for name, end in (("gone", served), ("here", None))
            ]
            client.close()
        for thread in threads:
            thread.join()
    assert worked == ["here"]
    assert prometheus.HEAVY_GONE._value.get() == gone + 1
    assert prometheus.HEAVY_REFUSED._value.get() == refused  # counted only as disconnected
    assert times_observed() == used + 2  # after the call that both waited for, and the next call
    assert slots.free == 1


def test_others_have_their_turn_between_the_works_of_one_call() -> None:
    """A call that arrived during the first work runs before the second one, and before a third, later call."""
    slots = Slots(running=1, waiting=1, patience=20.0)
    worked, threads, used = list[str](), list[threading.Thread](), times_observed()

    def work(name: str, other: str = "") -> str:
        worked.append(name)
        if other:
            threads.append(queued(slots, partial(worked.append, other)))
        return name

    works = [partial(work, "1st", "other"), partial(work, "2nd", "another"), partial(work, "3rd"), partial(work, "4th")]
    assert slots.run_all(works, call_of()) == ["1st", "2nd", "3rd", "4th"]
    for thread in threads:
        thread.join()
    assert worked == ["1st", "other", "2nd", "another", "3rd", "4th"]
    assert times_observed() == used + 6  # each turn is counted
    assert (slots.free, len(slots.queue), prometheus.HEAVY_RUNNING._value.get()) == (1, 0, 0)


def test_others_have_their_turn_between_the_steps_of_one_request() -> None:
    slots = Slots(running=1, waiting=1, patience=20.0)
    worked, threads = list[str](), list[threading.Thread]()

    def steps() -> Iterator[str | None]:
        threads.append(queued(slots, partial(worked.append, "other")))
        yield worked.append("1st")
        yield worked.append("2nd")
        yield "answer"
        raise AssertionError("it has answered")

    assert slots.run(steps(), call_of()) == "answer"
    threads[0].join()
    assert worked == ["1st", "other", "2nd"]
    assert (slots.free, prometheus.HEAVY_RUNNING._value.get()) == (1, 0)


def test_steps_end_with_their_client_or_their_time() -> None:
    slots = Slots(running=1, waiting=1, patience=20.0)
    client, served = connected()
    worked = list[int]()

    def steps() -> Iterator[None]:
        for number in range(3):
            client.close()
            yield worked.append(number)

    with served, pytest.raises(Disconnected):
        slots.run(steps(), call_of(served))
    assert worked == [0]
    slots.deadline = 0.0
    with pytest.raises(Busy):
        slots.run(steps(), call_of())
    assert worked == [0, 0]
    assert slots.free == 1


def test_a_review_takes_a_turn_for_each_ply(client: FlaskClient) -> None:
    used = times_observed()
    game = json.loads(Path("tests/data/lost_games.jsonl").read_text("ascii").splitlines()[0])["body"]
    assert client.post("/v1/review", json=game | {"level": "club"}).status_code == 200
    assert times_observed() >= used + len(game["history"])


def test_a_batch_begins_nothing_after_its_deadline() -> None:
    slots = Slots(running=1, waiting=0, patience=0.0)
    slots.deadline = 0.0
    works = [partial(int, place) for place in range(4)]
    assert slots.run_all(works, call_of()) == [0]
    slots.deadline = math.inf
    assert slots.run_all(works, call_of()) == [0, 1, 2, 3]
    assert (slots.free, prometheus.HEAVY_RUNNING._value.get()) == (1, 0)


def test_a_call_begins_nothing_after_its_cpu() -> None:
    slots, call = Slots(running=1, waiting=0, patience=0.0), call_of()

    def work() -> int:
        call.began -= MOST_CPU / 2
        return 1

    assert slots.run_all([work] * 4, call) == [1, 1]
    assert slots.free == 1


def test_a_search_ends_at_the_cpu_of_its_request(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    solve = {"hands": {"landlord": "3456789TJQKA2", "landlord_down": "3456789TJQKA2"}}
    move = {"hand": "3445577899TJJKA2D", "seat": "landlord", "level": "expert"}
    for path, body in (("/v1/solve", solve), ("/v1/move", move)):
        assert client.post(path, json=body).status_code == 200
    monkeypatch.setattr("service.http.heavy_slots.MOST_CPU", 1e-9)
    for path, body in (("/v1/solve", solve), ("/v1/move", move)):
        answer = client.post(path, json=body)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
    monkeypatch.undo()
    assert client.post("/v1/solve", json=solve).status_code == 200


def test_the_cpu_of_turns_is_that_of_the_request_even_if_they_fail() -> None:
    call = call_of()

    def work() -> None:
        end = time.thread_time() + 0.02
        while time.thread_time() < end:
            pass
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"):
        with_counted_cpu(work, call)
    assert call.heavy_cpu >= 0.02
    assert call.units() >= 20
    assert call_of().units() == 1


def test_a_caller_has_few_heavy_calls_at_once() -> None:
    """Those that wait count too; a rejected one takes no place, and others are not affected."""
    slots, started = Slots(running=1, waiting=5, patience=20.0), list[str]()
    with slots:
        waiting = [queued(slots, partial(started.append, "a"), caller="address a") for _ in range(EACH)]
        with pytest.raises(TooManyHeavy) as error:
            slots.run_all([lambda: started.append("third")], call_of(caller="address a"))
        assert error.value.retry_after == 1
        waiting.append(queued(slots, partial(started.append, "b"), caller="address b"))
    for thread in waiting:
        thread.join()
    assert started == ["a", "a", "b"]
    assert slots.run_all([lambda: "later"], call_of(caller="address a")) == ["later"]
    assert not slots.callers


def test_a_batch_that_waits_for_its_turn_leaves_at_its_deadline() -> None:
    """It gives its slot to a waiting call and does not get one again in time; no slot is lost."""
    slots = Slots(running=1, waiting=1, patience=20.0)
    slots.deadline = 1.0
    begun, end, other = threading.Event(), threading.Event(), list[threading.Thread]()

    def first() -> str:
        other.append(queued(slots, lambda: begun.set() or end.wait(20)))
        return "first"

    assert slots.run_all([first, lambda: "second"], call_of()) == ["first"]
    assert begun.is_set()
    end.set()
    other[0].join()
    assert (slots.free, len(slots.queue), prometheus.HEAVY_RUNNING._value.get()) == (1, 0, 0)


def test_items_that_a_batch_did_not_begin_are_answered_503() -> None:
    app = create_app()
    app.extensions[SLOTS].deadline = 0.0
    items = [{"op": "check", "body": {"cards": "33", "lang": lang}} for lang in ("en", "en", "zh")]
    answer = app.test_client().post("/v1/batch", json={"items": items})
    assert answer.status_code == 200
    assert int(answer.headers["Retry-After"]) > 0
    assert [item["status"] for item in answer.get_json()["items"]] == [200, 503, 503]
    assert "not started in time" in answer.get_json()["items"][1]["body"]["detail"]
    assert "没来得及" in answer.get_json()["items"][2]["body"]["detail"]


def test_nothing_more_is_done_for_who_hung_up_between_two_works() -> None:
    slots = Slots(running=1, waiting=0, patience=0.0)
    client, served = connected()
    worked, gone, used = list[int](), prometheus.HEAVY_GONE._value.get(), times_observed()

    def work(place: int) -> None:
        worked.append(place)
        if place == 2:
            client.close()
            wait_until(lambda: is_disconnected(served))

    with served, pytest.raises(Disconnected):
        slots.run_all([partial(work, place) for place in range(64)], call_of(served))
    assert worked == [0, 1, 2]
    assert prometheus.HEAVY_GONE._value.get() == gone + 1
    assert times_observed() == used + 3
    assert slots.free == 1


def test_a_slot_that_was_not_used_says_nothing_of_what_calls_take() -> None:
    slots = Slots(running=1, waiting=0, patience=0.0)
    slots.typical = 4.0
    with pytest.raises(Disconnected), slots:
        raise Disconnected
    assert slots.typical == 4.0
    with pytest.raises(ValueError, match="wrong"), slots:
        raise ValueError("wrong")  # a failed call has used its slot
    assert slots.typical < 4.0
