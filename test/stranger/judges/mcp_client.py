"""An evening told by the official Python client of the Model Context Protocol, in each of its modes."""

import asyncio
import json
import sys
from datetime import datetime, timedelta, timezone

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import ElicitResult

given = json.loads(sys.argv[1])
asked: list[str] = []


def client(mode: str, action: str | None) -> Client:
    async def answer(_context: object, params: object) -> ElicitResult:
        asked.append(params.message)
        return ElicitResult(action=action, content={"confirm": True} if action == "accept" else None)

    http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {given['token']}"})
    transport = streamable_http_client(given["url"], http_client=http)
    return Client(transport, mode=mode, elicitation_callback=None if action is None else answer)


async def call(session: Client, name: str, **arguments: object) -> dict:
    result = await session.call_tool(name, arguments)
    assert not result.is_error, result.content
    return result.structured_content


async def new_event(session: Client) -> str:
    start = (datetime.now(timezone.utc) + timedelta(days=30)).isoformat(timespec="seconds").replace("+00:00", "Z")
    draft = await call(session, "draft_event", title="Told by Python", startAt=start, timezone="UTC")
    return draft["event"]["id"]


async def tell_with_questions(mode: str) -> None:
    async with client(mode, "decline") as session:
        tools = [tool.name for tool in (await session.list_tools()).tools]
        assert "cancel_event" in tools and len(tools) == 14, tools
        assert "nextEvents" in json.dumps(await call(session, "overview"))
        event = await new_event(session)
        declined = await call(session, "change_event", eventId=event, publish=True)
        assert declined["isDone"] is False, declined
    async with client(mode, "accept") as session:
        published = await call(session, "change_event", eventId=event, publish=True)
        assert published["data"]["status"] == "PUBLISHED", published
        cancelled = await call(session, "cancel_event", eventId=event)
        assert cancelled["data"]["status"] == "CANCELLED", cancelled
    verbs = [text.split("“Told by Python”")[0].split()[-1] for text in asked]
    assert verbs == ["Publishes", "Publishes", "Cancels"], asked
    asked.clear()


async def tell_with_initialize() -> None:
    async with client("legacy", None) as session:
        assert len((await session.list_tools()).tools) == 14
        event = await new_event(session)
        result = await session.call_tool("change_event", {"eventId": event, "publish": True})
        # An app may not confirm in a second call unless its owner allows it.
        assert result.is_error and "agents_must_ask" in result.content[0].text, result


async def tell() -> None:
    for mode in ("auto", "2026-07-28"):
        await tell_with_questions(mode)
    await tell_with_initialize()


asyncio.run(tell())
