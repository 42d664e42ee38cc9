"""Verifies the service's three webhook signatures."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from typing import TYPE_CHECKING, Mapping, Optional, Union

from ._errors import SignatureError

if TYPE_CHECKING:
    from ._generated.types import Delivery


def _mac(key: bytes, *parts: bytes) -> "hmac.HMAC":
    mac = hmac.new(key, digestmod=hashlib.sha256)
    for part in parts:
        mac.update(part)
    return mac


def _is_recent(timestamp: str, tolerance_seconds: int, now: float) -> bool:
    return re.fullmatch(r"\d+", timestamp) is not None and abs(now - int(timestamp)) <= tolerance_seconds


def _standard_key(secret: str) -> bytes:
    # A secret of the service is base64 after whsec_. One that the owner chose is the bytes of its text.
    coded = re.fullmatch(r"whsec_([\w+/=-]+)", secret)
    return secret.encode() if coded is None else base64.b64decode(coded[1].replace("-", "+").replace("_", "/"))


def _is_from_event(secret: str, body: bytes, signature: str, tolerance_seconds: int, now: float) -> bool:
    parts = [part.strip().partition("=") for part in signature.split(",")]
    timestamp = next((value for name, _, value in parts if name == "t"), "")
    if not _is_recent(timestamp, tolerance_seconds, now):
        return False
    expected = _mac(secret.encode(), f"{timestamp}.".encode(), body).hexdigest()
    # For a day after a rotation there is a second v1, made with the old secret.
    return any(name == "v1" and hmac.compare_digest(value.encode(), expected.encode()) for name, _, value in parts)


def _is_genuine(secret: str, body: bytes, headers: Mapping[str, str], tolerance_seconds: int, now: float) -> bool:
    of_event = headers.get("x-svc-webhook-signature")
    if of_event is not None:
        return _is_from_event(secret, body, of_event, tolerance_seconds, now)
    signature = headers.get("webhook-signature")
    if signature is not None:
        timestamp = headers.get("webhook-timestamp", "")
        if not _is_recent(timestamp, tolerance_seconds, now):
            return False
        signed = f"{headers.get('webhook-id', '')}.{timestamp}.".encode()
        expected = "v1," + base64.b64encode(_mac(_standard_key(secret), signed, body).digest()).decode()
        return any(hmac.compare_digest(each.encode(), expected.encode()) for each in signature.split(" "))
    plain = headers.get("x-svc-signature", "")
    return hmac.compare_digest(plain.encode(), f"sha256={_mac(secret.encode(), body).hexdigest()}".encode())


def verify(
    secret: str,
    raw_body: Union[bytes, str],
    headers: Mapping[str, str],
    *,
    tolerance_seconds: int = 300,
    now: Optional[float] = None,
) -> "Delivery":
    """Verifies the signature and returns the delivery, or raises a `SignatureError`.

    Pass the body as it arrived, before it is parsed. `now` is in seconds since 1970.
    """
    body = raw_body.encode() if isinstance(raw_body, str) else raw_body
    lower = {name.lower(): value for name, value in headers.items()}
    if not _is_genuine(secret, body, lower, tolerance_seconds, time.time() if now is None else now):
        raise SignatureError("The webhook signature is missing, wrong or too old.")
    delivery: Delivery = json.loads(body)
    return delivery
