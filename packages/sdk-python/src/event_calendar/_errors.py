from __future__ import annotations

from dataclasses import dataclass
from typing import Any, List, Mapping, Optional


@dataclass(frozen=True)
class ResponseInfo:
    """Status and headers of a response."""

    status: int
    headers: Mapping[str, str]
    # Quote it when you contact support.
    request_id: Optional[str]
    # Number of requests that were sent, repeats included.
    attempts: int
    # Whether it is the stored response to an earlier request with the same Idempotency-Key.
    is_replayed: bool
    message: Optional[str] = None


class RefusedError(Exception):
    """The service refused the request. Branch on `code`, which is stable; the wording can change."""

    def __init__(self, body: Mapping[str, Any], response: ResponseInfo) -> None:
        self.status = response.status
        self.code: str = body.get("code") or "unknown"
        self.errors: List[Mapping[str, str]] = list(body.get("errors") or [])
        # Details of the refusal, such as the new quote of `quote_changed`.
        self.data: Any = body.get("data")
        self.response = response
        lines = [body.get("message") or f"The service returned {response.status}."]
        lines += [f"{error.get('field')} {error.get('message')}" for error in self.errors]
        super().__init__("\n".join(lines))

    @property
    def request_id(self) -> Optional[str]:
        return self.response.request_id


class NoResponseError(Exception):
    """No response arrived in time. A write may have been done: repeat it with the same `idempotency_key`."""

    def __init__(self, message: str, idempotency_key: Optional[str]) -> None:
        super().__init__(message)
        self.idempotency_key = idempotency_key


class SignatureError(Exception):
    """The signature is missing, wrong or too old. Respond with 400 and don't read the body."""
