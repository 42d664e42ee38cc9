"""Client of the event calendar service. Start with `EventCalendar` or `AsyncEventCalendar`."""

from . import _webhooks as webhooks
from ._errors import NoResponseError, RefusedError, ResponseInfo, SignatureError
from ._generated import types
from ._generated.client import VERSION, AsyncEventCalendar, EventCalendar
from ._runtime import AsyncPages, Page, Pages, Quote, RequestOptions, response_of
from ._sandbox import AdvanceFailedError

__all__ = [
    "AdvanceFailedError",
    "AsyncEventCalendar",
    "AsyncPages",
    "EventCalendar",
    "NoResponseError",
    "Page",
    "Pages",
    "Quote",
    "RefusedError",
    "RequestOptions",
    "ResponseInfo",
    "SignatureError",
    "VERSION",
    "response_of",
    "types",
    "webhooks",
]
