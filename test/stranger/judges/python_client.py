"""The story of the judges, by a client that openapi-python-client has generated."""

import json
import sys
from datetime import datetime, timedelta, timezone

from evcal_client import AuthenticatedClient, Client
from evcal_client.api.calendars import calendars_create
from evcal_client.api.checkins import checkins_create
from evcal_client.api.events import events_create, events_list
from evcal_client.api.guests import guests_read
from evcal_client.api.registrations import registrations_create
from evcal_client.models import (
    CalendarsCreateBody,
    CheckinsCreateBody,
    ChoicesAnswer,
    EventsCreateBody,
    GuestRegisteredPayload,
    NewRegistration,
    RegistrationQuestionInput,
    RegistrationQuestionInputType,
    TextAnswer,
)

given = json.loads(sys.argv[1])
base = given["baseUrl"]
owner = AuthenticatedClient(base, token=given["token"], raise_on_unexpected_status=True)
server = Client(base, headers={"x-svc-api-key": given["key"]}, raise_on_unexpected_status=True)
visitor = Client(base, raise_on_unexpected_status=True)

calendar = calendars_create.sync(client=owner, body=CalendarsCreateBody(name="Of a judge", timezone="Europe/Paris"))
assert calendar.data.timezone == "Europe/Paris"
soon = (datetime.now(timezone.utc) + timedelta(minutes=30)).isoformat()
event = events_create.sync(
    client=server,
    body=EventsCreateBody(
        title="openapi-python-client",
        start_at=soon,
        timezone="Europe/Paris",
        registration_questions=[
            RegistrationQuestionInput(label="Why?", type_=RegistrationQuestionInputType.TEXT),
            RegistrationQuestionInput(
                label="Which?", type_=RegistrationQuestionInputType.MULTISELECT, options=["Red", "Blue"]
            ),
        ],
    ),
).data
why, which = event.registration_questions
guest = registrations_create.sync(
    event.id,
    client=visitor,
    body=NewRegistration(
        first_name="Mary",
        last_name="Shelley",
        email="mary@judges.example",
        answers=[
            TextAnswer(question_id=why.id, answer="Curious"),
            ChoicesAnswer(question_id=which.id, answer=["Red", "Blue"]),
        ],
    ),
).data.guest
assert guest.registration_answers[1].answer == "Red, Blue", guest.registration_answers
checkins_create.sync(event.id, client=server, body=CheckinsCreateBody(guest_id=guest.id))
assert guests_read.sync(event.id, guest.id, client=server).data.status == "CHECKED_IN"
assert any(each.id == event.id for each in events_list.sync(given["slug"], client=server).data)
payload = GuestRegisteredPayload.from_dict(json.loads(given["delivery"]))
assert payload.data.guest_id.startswith("gst_")
