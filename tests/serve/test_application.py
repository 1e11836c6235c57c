"""What is refused before a worker is needed, without a server."""

import asyncio

import pytest

from serve.running import asked_directly
from webwinnow.errors import UsageError
from webwinnow.limits import Limits
from webwinnow.serve.answers import PageJob
from webwinnow.serve.application import HttpService
from webwinnow.serve.desk import Desk
from webwinnow.serve.settings import ServiceSettings

TOKEN = "a-token-nobody-knows"


def asked(settings: ServiceSettings, *arguments, busy: int = 0, **named):
    service = HttpService(settings)
    service.desk.metrics.busy = busy
    return asyncio.run(asked_directly(service.application, *arguments, **named))


def test_a_token_is_needed_where_one_was_given():
    settings = ServiceSettings(jobs=1, token=TOKEN)
    refused = asked(settings, "GET", "/v1/stages", headers={"host": "reader.example"})
    assert (refused.status, refused.code, refused.headers["www-authenticate"]) == (401, "no_token", "Bearer")
    known = {"host": "reader.example", "authorization": f"Bearer {TOKEN}"}
    assert asked(settings, "GET", "/v1/stages", headers=known).status == 200
    assert asked(settings, "GET", "/health", headers={"host": "reader.example"}).status == 200


def test_too_many_requests_at_a_time_are_told_to_come_back():
    settings = ServiceSettings(jobs=1, requests=2)
    refused = asked(settings, "POST", "/v1/extract", b'{"html": "x"}', busy=2)
    assert (refused.status, refused.code, refused.headers["retry-after"]) == (429, "busy", "1")
    assert asked(settings, "GET", "/health", busy=1).status == 200


def test_a_mistake_of_ours_is_told_as_one(monkeypatch):
    monkeypatch.setattr("webwinnow.serve.application.describe", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):  # after it was answered, so that it is logged
        asked(ServiceSettings(jobs=1), "GET", "/openapi.json")


def test_a_page_that_takes_too_long_costs_itself_only():
    async def answers():
        async with Desk(ServiceSettings(jobs=1, limits=Limits(seconds=0.3, elements=10**7))) as desk:
            large = "".join(f"<p>Some words, <b>and</b> {at} more. " for at in range(300_000))
            slow = await desk.work(PageJob("extract", large))
            return slow, await desk.work(PageJob("extract", "<p>Some words.")), desk.metrics.pages

    slow, quick, counted = asyncio.run(answers())
    assert (slow.status, quick.status) == (422, 200)
    assert b"took too long" in slow.body
    assert counted == {"timeout": 1, "done": 1}


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1:9/", "http://localhost/", "http://[::1]/", "http://169.254.169.254/"]
)
def test_private_addresses_are_refused(url):
    async def fetched():
        return await Desk(ServiceSettings(jobs=1)).fetch("extract", url, {})

    answer = asyncio.run(fetched())
    assert answer.status == 422 and b"private address" in answer.body


def test_settings_that_make_no_sense():
    for wrong in ({"pages": 0}, {"jobs": 0}, {"token": "short"}, {"expression": "bet"}):
        with pytest.raises(UsageError):
            ServiceSettings(**wrong)
