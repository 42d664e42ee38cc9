<?php
/** A webhook of one event. $rawBody is file_get_contents('php://input'); $signature is X-Svc-Webhook-Signature. */
function isFromEventWebhook(string $secret, string $rawBody, string $signature, int $toleranceSeconds = 300): bool
{
    $parts = array_map(fn ($part) => explode('=', $part, 2) + ['', ''], explode(',', $signature));
    $timestamp = array_column($parts, 1, 0)['t'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > $toleranceSeconds) return false;
    $expected = hash_hmac('sha256', "$timestamp.$rawBody", $secret);
    foreach ($parts as [$name, $given]) if ($name === 'v1' && hash_equals($expected, $given)) return true;
    return false;
}

/** A webhook of a calendar. $signature is X-Svc-Signature. */
function isFromCalendarWebhook(string $secret, string $rawBody, string $signature): bool
{
    return hash_equals('sha256=' . hash_hmac('sha256', $rawBody, $secret), $signature);
}
