# The URL to subscribe to in a calendar app
curl -s "$BASE_URL/calendars/$CALENDAR/events.ics"
