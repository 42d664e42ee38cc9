curl -s "$BASE_URL/calendars/$CALENDAR/events.ics"
