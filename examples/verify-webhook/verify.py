import hmac
import time


def _hmac(secret: str, data: bytes) -> str:
    return hmac.new(secret.encode(), data, "sha256").hexdigest()


def is_from_event_webhook(secret: str, raw_body: bytes, signature: str, tolerance_seconds: int = 300) -> bool:
    """Verifies a webhook of one event. Pass the unparsed body and the X-Svc-Webhook-Signature header."""
    parts = [part.partition("=")[::2] for part in signature.split(",")]
    timestamp = dict(parts).get("t", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > tolerance_seconds:
        return False
    expected = _hmac(secret, f"{timestamp}.".encode() + raw_body)
    return any(name == "v1" and hmac.compare_digest(value.encode(), expected.encode()) for name, value in parts)


def is_from_calendar_webhook(secret: str, raw_body: bytes, signature: str) -> bool:
    """Verifies a webhook of a calendar. Pass the unparsed body and the X-Svc-Signature header."""
    return hmac.compare_digest(signature.encode(), f"sha256={_hmac(secret, raw_body)}".encode())
