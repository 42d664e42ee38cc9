# The address that an agenda app subscribes to
curl -s "$BASE_URL/calendars/$CALENDAR/events.ics"
