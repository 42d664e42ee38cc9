import hmac
import time


def _hmac(secret: str, data: bytes) -> str:
    return hmac.new(secret.encode(), data, "sha256").hexdigest()


def is_from_event_webhook(secret: str, raw_body: bytes, signature: str, tolerance_seconds: int = 300) -> bool:
    """A webhook of one event. raw_body holds the bytes as they came; signature is X-Svc-Webhook-Signature."""
    parts = [part.partition("=")[::2] for part in signature.split(",")]
    timestamp = dict(parts).get("t", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > tolerance_seconds:
        return False
    expected = _hmac(secret, f"{timestamp}.".encode() + raw_body)
    return any(name == "v1" and hmac.compare_digest(given.encode(), expected.encode()) for name, given in parts)


def is_from_calendar_webhook(secret: str, raw_body: bytes, signature: str) -> bool:
    """A webhook of a calendar. signature is X-Svc-Signature."""
    return hmac.compare_digest(signature.encode(), f"sha256={_hmac(secret, raw_body)}".encode())
