"""Sends the requests of all resources, synchronously and asynchronously."""

from __future__ import annotations

import asyncio
import json
import random
import time
import uuid
from dataclasses import dataclass, field, replace
from typing import Any, AsyncIterator, Dict, Generic, Iterator, List, Mapping, Optional, Tuple, TypedDict, TypeVar
from urllib.parse import quote as escape

import httpx

from ._errors import NoResponseError, RefusedError, ResponseInfo

Item = TypeVar("Item")

# Statuses after which the same request can succeed.
PASSING = {429, 502, 503, 504}
# 429 and 503 say that nothing was done. Without a response, or with that of a gateway, the write may be done.
REFUSING = {429, 503}
# A second request with one of these methods changes nothing more.
REPEATABLE = {"GET", "PUT", "DELETE"}
FIRST_WAIT_SECONDS = 0.5
LONGEST_WAIT_SECONDS = 60.0


class RequestOptions(TypedDict, total=False):
    timeout_seconds: float
    max_retries: int
    headers: Dict[str, str]


class Quote(TypedDict):
    """What a write would do, and the token with which exactly that is done."""

    token: str
    expiresAt: str


@dataclass
class Request:
    method: str
    path: str
    # Path with a session token, if it is another than `path` without /v1.
    session_path: Optional[str] = None
    # The only credential that the operation takes: key, key or nothing, session, anyone.
    by: Optional[str] = None
    body: Any = None
    query: Mapping[str, Any] = field(default_factory=dict)
    is_keyed: bool = False
    reads: str = "data"
    idempotency_key: Optional[str] = None
    if_match: Optional[str] = None
    if_none_match: Optional[str] = None
    quote: Optional[str] = None
    is_dry_run: bool = False
    options: Optional[RequestOptions] = None


class _Dict(Dict[str, Any]):
    response: ResponseInfo


class _List(List[Any]):
    response: ResponseInfo


class _Str(str):
    response: ResponseInfo


class _Bytes(bytes):
    response: ResponseInfo


_WITH_RESPONSE: Dict[type, Any] = {dict: _Dict, list: _List, str: _Str, bytes: _Bytes}


def response_of(data: Any) -> ResponseInfo:
    """Returns status, headers and request id of the response that brought `data`."""
    info: ResponseInfo = data.response
    return info


def segment(text: str) -> str:
    return escape(text, safe="")


def _query_of(query: Mapping[str, Any]) -> Dict[str, str]:
    def as_text(value: Any) -> str:
        if isinstance(value, bool):
            return "true" if value else "false"
        return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)

    return {name: as_text(value) for name, value in query.items() if value is not None}


def _wait_seconds(attempt: int, response: Optional[httpx.Response]) -> float:
    asked = "" if response is None else response.headers.get("Retry-After", "")
    if asked.isdigit():
        return float(asked)
    backoff: float = FIRST_WAIT_SECONDS * 2**attempt
    return backoff * (0.5 + random.random() / 2)


@dataclass
class _Prepared:
    """A request with its credential, ready to be sent any number of times."""

    url: str
    method: str
    headers: Dict[str, str]
    params: Dict[str, str]
    content: Optional[bytes]
    key: Optional[str]
    timeout_seconds: float
    max_retries: int
    may_repeat: bool

    def should_repeat(self, attempt: int, response: Optional[httpx.Response]) -> bool:
        if response is not None and response.status_code not in PASSING:
            return False
        if _wait_seconds(attempt, response) > LONGEST_WAIT_SECONDS:
            return False
        was_refused = response is not None and response.status_code in REFUSING
        return attempt < self.max_retries and (self.may_repeat or was_refused)

    def sent_with(self) -> Dict[str, Any]:
        return {
            "headers": self.headers,
            "params": self.params,
            "content": self.content,
            "timeout": self.timeout_seconds,
        }


class _Settings:
    def __init__(
        self,
        *,
        base_url: str,
        api_key: Optional[str] = None,
        access_token: Optional[str] = None,
        session_token: Optional[str] = None,
        max_retries: int = 3,
        timeout_seconds: float = 30.0,
    ) -> None:
        """`base_url` is the URL of the API, such as `https://calendar.example.org/api`."""
        if not base_url.startswith(("https://", "http://")):
            raise ValueError("base_url must be a URL, such as https://example.org/api")
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._access_token = access_token
        self._session_token = session_token
        self._max_retries = max_retries
        self._timeout_seconds = timeout_seconds

    def _address_of(self, request: Request) -> Tuple[str, Dict[str, str]]:
        has_key = self._api_key is not None or self._access_token is not None
        if request.by == "anyone":
            return request.path, {}
        if request.by == "key or nothing" and not has_key:
            return request.path.removeprefix("/v1"), {}
        if request.by == "key" and not has_key:
            raise TypeError("This operation takes an api_key or access_token.")
        if request.by == "session" and self._session_token is None:
            raise TypeError("This operation takes a session_token.")
        if request.by != "session" and self._api_key is not None:
            return request.path, {"x-svc-api-key": self._api_key}
        if request.by != "session" and self._access_token is not None:
            return request.path, {"Authorization": f"Bearer {self._access_token}"}
        if self._session_token is None:
            raise TypeError("The client has no api_key, access_token or session_token.")
        own = request.path if request.by == "session" else request.path.removeprefix("/v1")
        return request.session_path or own, {"Authorization": f"Bearer {self._session_token}"}

    def _prepare(self, request: Request) -> _Prepared:
        options = request.options or {}
        path, credential = self._address_of(request)
        is_keyed = request.is_keyed and not request.is_dry_run and request.quote is None
        key = (request.idempotency_key or str(uuid.uuid4())) if is_keyed else None
        is_binary = isinstance(request.body, bytes)
        has_body = request.body is not None
        media_type = "application/octet-stream" if is_binary else "application/json"
        given = {
            "Accept": "application/json, */*;q=0.5",
            "Content-Type": media_type if has_body else None,
            "Idempotency-Key": key,
            "If-Match": request.if_match,
            "If-None-Match": request.if_none_match,
            "Quote": request.quote,
            "Dry-Run": "true" if request.is_dry_run else None,
            **credential,
            **options.get("headers", {}),
        }
        content = request.body if is_binary else json.dumps(request.body).encode() if has_body else None
        # httpx replaces the query of the URL by its parameters, so both are given as parameters.
        bare, _, own_query = path.partition("?")
        own = dict(part.split("=", 1) for part in own_query.split("&")) if own_query else {}
        return _Prepared(
            url=f"{self._base_url}{bare}",
            method=request.method,
            headers={name: value for name, value in given.items() if value is not None},
            params={**own, **_query_of(request.query)},
            content=content,
            key=key,
            timeout_seconds=options.get("timeout_seconds", self._timeout_seconds),
            max_retries=options.get("max_retries", self._max_retries),
            may_repeat=request.method in REPEATABLE
            or key is not None
            or request.quote is not None
            or request.is_dry_run,
        )


def _received(request: Request, prepared: _Prepared, response: Optional[httpx.Response], attempts: int) -> Tuple[Any, Any]:
    """Returns the data and the page of a response."""
    if response is None:
        raise NoResponseError(f"{request.method} {request.path} got no response.", prepared.key)
    info = ResponseInfo(
        status=response.status_code,
        headers=response.headers,
        request_id=response.headers.get("X-Request-Id"),
        attempts=attempts,
        is_replayed=response.headers.get("Idempotent-Replayed") == "true",
    )
    if not 200 <= response.status_code < 300:
        try:
            body = response.json()
        except ValueError:
            # A proxy in front of the service answered, or the response is a page.
            body = {"message": f"The response {response.status_code} is not JSON."}
        raise RefusedError(body if isinstance(body, dict) else {}, info)
    if request.reads in ("text", "bytes"):
        return _with_response(response.text if request.reads == "text" else response.content, info), {}
    body = response.json()
    if request.reads == "whole":
        return _with_response(body, info), {}
    return _with_response(body["data"], replace(info, message=body.get("message"))), body.get("meta", body)


def _with_response(data: Any, info: ResponseInfo) -> Any:
    kind = _WITH_RESPONSE.get(type(data))
    if kind is None:
        return data
    wrapped = kind(data)
    wrapped.response = info
    return wrapped


@dataclass
class Page(Generic[Item]):
    items: List[Item]
    # Number of items on all pages. None for lists that aren't counted.
    total: Optional[int]
    # Position after this page.
    cursor: Optional[str]
    has_more: bool


def _page_of(paging: str, data: Any, meta: Mapping[str, Any]) -> Page[Any]:
    number = meta.get("page", 1)
    last = data[-1].get("id") if data and isinstance(data[-1], dict) else None
    cursor = {"page": str(number + 1), "cursor": meta.get("cursor"), "before": last}[paging]
    has_more = number < meta.get("totalPages", 1) if paging == "page" else meta.get("hasMore") is True
    return Page(items=data, total=meta.get("total"), cursor=cursor, has_more=has_more)


def _after(request: Request, paging: str, page: Optional[Page[Any]]) -> Request:
    return request if page is None else replace(request, query={**request.query, paging: page.cursor})


class Client(_Settings):
    def __init__(self, *, transport: Optional[httpx.BaseTransport] = None, **settings: Any) -> None:
        super().__init__(**settings)
        self._http = httpx.Client(transport=transport)

    def close(self) -> None:
        self._http.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def receive(self, request: Request) -> Tuple[Any, Any]:
        prepared = self._prepare(request)
        attempt = 0
        while True:
            try:
                response: Optional[httpx.Response] = self._http.request(
                    prepared.method, prepared.url, **prepared.sent_with()
                )
            except httpx.TransportError as error:
                if not prepared.should_repeat(attempt, None):
                    raise NoResponseError(f"{request.method} {request.path} got no response.", prepared.key) from error
                response = None
            if not prepared.should_repeat(attempt, response):
                return _received(request, prepared, response, attempt + 1)
            time.sleep(_wait_seconds(attempt, response))
            attempt += 1

    def send(self, request: Request) -> Any:
        return self.receive(request)[0]


class AsyncClient(_Settings):
    def __init__(self, *, transport: Optional[httpx.AsyncBaseTransport] = None, **settings: Any) -> None:
        super().__init__(**settings)
        self._http = httpx.AsyncClient(transport=transport)

    async def close(self) -> None:
        await self._http.aclose()

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def receive(self, request: Request) -> Tuple[Any, Any]:
        prepared = self._prepare(request)
        attempt = 0
        while True:
            try:
                response: Optional[httpx.Response] = await self._http.request(
                    prepared.method, prepared.url, **prepared.sent_with()
                )
            except httpx.TransportError as error:
                if not prepared.should_repeat(attempt, None):
                    raise NoResponseError(f"{request.method} {request.path} got no response.", prepared.key) from error
                response = None
            if not prepared.should_repeat(attempt, response):
                return _received(request, prepared, response, attempt + 1)
            await asyncio.sleep(_wait_seconds(attempt, response))
            attempt += 1

    async def send(self, request: Request) -> Any:
        return (await self.receive(request))[0]


class Pages(Generic[Item]):
    """A list. Iterate over it for all items, page after page, or call `page()` for one page."""

    def __init__(self, client: Client, paging: str, request: Request) -> None:
        self._client = client
        self._paging = paging
        self._request = request

    def _read(self, after: Optional[Page[Item]]) -> Page[Item]:
        data, meta = self._client.receive(_after(self._request, self._paging, after))
        return _page_of(self._paging, data, meta)

    def page(self) -> Page[Item]:
        return self._read(None)

    def pages(self) -> Iterator[Page[Item]]:
        page = self._read(None)
        yield page
        while page.has_more:
            page = self._read(page)
            yield page

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page.items


class AsyncPages(Generic[Item]):
    """A list. Iterate over it for all items, page after page, or await `page()` for one page."""

    def __init__(self, client: AsyncClient, paging: str, request: Request) -> None:
        self._client = client
        self._paging = paging
        self._request = request

    async def _read(self, after: Optional[Page[Item]]) -> Page[Item]:
        data, meta = await self._client.receive(_after(self._request, self._paging, after))
        return _page_of(self._paging, data, meta)

    async def page(self) -> Page[Item]:
        return await self._read(None)

    async def pages(self) -> AsyncIterator[Page[Item]]:
        page = await self._read(None)
        yield page
        while page.has_more:
            page = await self._read(page)
            yield page

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for item in page.items:
                yield item
