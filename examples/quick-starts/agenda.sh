# The address that an agenda app subscribes to
curl "$BASE_URL/calendars/$CALENDAR/events.ics"
