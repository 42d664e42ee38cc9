<?php
/** Verifies a webhook of one event. Pass file_get_contents('php://input') and the X-Svc-Webhook-Signature header. */
function isFromEventWebhook(string $secret, string $rawBody, string $signature, int $toleranceSeconds = 300): bool
{
    $parts = array_map(fn ($part) => explode('=', $part, 2) + ['', ''], explode(',', $signature));
    $timestamp = array_column($parts, 1, 0)['t'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > $toleranceSeconds) return false;
    $expected = hash_hmac('sha256', "$timestamp.$rawBody", $secret);
    foreach ($parts as [$name, $value]) if ($name === 'v1' && hash_equals($expected, $value)) return true;
    return false;
}

/** Verifies a webhook of a calendar. Pass file_get_contents('php://input') and the X-Svc-Signature header. */
function isFromCalendarWebhook(string $secret, string $rawBody, string $signature): bool
{
    return hash_equals('sha256=' . hash_hmac('sha256', $rawBody, $secret), $signature);
}
