curl -s -X POST "$BASE_URL/v1/events" \
  -H "x-svc-api-key: $API_KEY" \
  -H "Content-Type: application/json" \
  -H "Idempotency-Key: article-4711" \
  -d '{
    "title": "Open studio",
    "startAt": "2027-06-18T18:00:00",
    "timezone": "Europe/Paris",
    "capacity": 40
  }'
