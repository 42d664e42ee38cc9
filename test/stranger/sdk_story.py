"""An evening told by the Python SDK: `tell` asynchronously, `tell_sync` with the other client."""

import asyncio
from datetime import datetime, timedelta, timezone

from event_calendar import (
    AsyncEventCalendar,
    EventCalendar,
    NoResponseError,
    RefusedError,
    SignatureError,
    response_of,
    webhooks,
)

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
BODY = b'{"id":"del_1","type":"guest.registered"}'
SIGNED_AT = 1614265330
SIGNATURES = [
    {"X-Svc-Webhook-Signature": f"t={SIGNED_AT},v1=bf044febb3ca2181f88560713ff70ed3c4b1e938d1a67af74e3db242028c244c"},
    {"X-Svc-Signature": "sha256=fbd9b5398a86e997d45dbb736591ba7c599e94a9ef451dba29264fe9d822ed1d"},
    {
        "webhook-id": "del_1",
        "webhook-timestamp": str(SIGNED_AT),
        "webhook-signature": "v1,9Z6wQ+v0T7iVXZK3oVClFwZ4YR7njp/tkI3ynEk7pf0=",
    },
]


def new_event(title):
    start = datetime.now(timezone.utc) + timedelta(minutes=30)
    return {"title": title, "startAt": start.strftime("%Y-%m-%dT%H:%M:%SZ"), "timezone": "Europe/Lisbon"}


def guest(number):
    return {"firstName": "Guest", "lastName": number, "email": f"guest-{number}@python.example", "notify": False}


def verify_signatures():
    for headers in SIGNATURES:
        assert webhooks.verify(SECRET, BODY, headers, now=SIGNED_AT)["type"] == "guest.registered"
        for body, at in ((BODY + b" ", SIGNED_AT), (BODY, SIGNED_AT + 301)):
            if at != SIGNED_AT and "X-Svc-Signature" in headers:
                continue  # This signature has no time.
            try:
                webhooks.verify(SECRET, body, headers, now=at)
            except SignatureError:
                continue
            raise AssertionError(f"{headers} was accepted")


async def add_guests_while_responses_are_lost(base_url, key, count):
    """Returns how many guests the event has after `count` POSTs."""
    calendar = AsyncEventCalendar(base_url=base_url, api_key=key)
    event = await calendar.events.create(new_event("Lossy in Python"))
    for first in range(0, count, 20):
        await asyncio.gather(
            *(calendar.guests.add(event["id"], guest(str(number))) for number in range(first, min(first + 20, count)))
        )
    return (await calendar.guests.list(event["id"], limit=1).page()).total


async def tell(base_url, key):
    calendar = AsyncEventCalendar(base_url=base_url, api_key=key)
    event = await calendar.events.create(new_event("Told in Python"))
    assert response_of(event).status == 200 and response_of(event).request_id
    for number in ("1", "2", "3"):
        await calendar.guests.add(event["id"], guest(number))
    emails = [each["email"] async for each in calendar.guests.list(event["id"], limit=2)]
    assert len(set(emails)) == 3, emails
    page = await calendar.guests.list(event["id"], limit=2).page()
    assert page.total == 3 and page.has_more and len(page.items) == 2
    code = (await calendar.guests.list(event["id"]).page()).items[0]["qrCode"]
    await calendar.checkins.create(event["id"], {"qrCode": code})
    try:
        await calendar.checkins.create(event["id"], {"qrCode": code})
    except RefusedError as refusal:
        assert refusal.code == "already_checked_in", refusal.code
    else:
        raise AssertionError("a second scan was accepted")
    unreachable = AsyncEventCalendar(base_url="http://127.0.0.1:9/api", api_key=key, max_retries=1)
    try:
        await unreachable.events.read(event["id"])
    except NoResponseError:
        pass
    else:
        raise AssertionError("a dead port answered")
    try:
        AsyncEventCalendar(base_url="calendar.example.org", api_key=key)
    except ValueError as error:
        assert "must be a URL" in str(error), error
    else:
        raise AssertionError("a base_url that is no URL was accepted")
    verify_signatures()
    return event["id"]


def tell_sync(base_url, key):
    with EventCalendar(base_url=base_url, api_key=key) as calendar:
        event = calendar.events.create(new_event("Told in Python, synchronously"))
        for number in ("1", "2", "3"):
            calendar.guests.add(event["id"], guest(number))
        assert len({each["email"] for each in calendar.guests.list(event["id"], limit=2)}) == 3
        cursor = calendar.changes.read(cursor="now").page().cursor
        calendar.events.update(event["id"], {"title": "Told again"})
        assert any(change["object"] == "event" for change in calendar.changes.read(cursor=cursor, limit=1))
        return event["id"]

