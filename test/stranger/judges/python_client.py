"""The story of the judges, by a client that openapi-python-client has generated."""

import json
import sys
from datetime import datetime, timedelta, timezone

from evcal_client import AuthenticatedClient, Client
from evcal_client.api.calendars import calendars_create
from evcal_client.api.checkins import checkins_create
from evcal_client.api.events import events_create, events_list, events_update
from evcal_client.api.guests import guests_add, guests_read
from evcal_client.api.registrations import registrations_create
from evcal_client.models import (
    AddedGuest,
    CalendarsCreateBody,
    ChangedEvent,
    CheckinsCreateBody,
    ChoicesAnswer,
    EventsCreateBody,
    EventsUpdateBody,
    GuestRegisteredPayload,
    NewGuest,
    NewParty,
    NewPartyAttendee,
    NewPartyBuyer,
    NewRegistration,
    PartyRegistration,
    Registration,
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
registered = registrations_create.sync(
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
).data
assert isinstance(registered, Registration), registered
guest = registered.guest
assert guest.registration_answers[1].answer == "Red, Blue", guest.registration_answers
checkins_create.sync(event.id, client=server, body=CheckinsCreateBody(guest_id=guest.id))
assert guests_read.sync(event.id, guest.id, client=server).data.status == "CHECKED_IN"
party = registrations_create.sync(
    event.id,
    client=visitor,
    body=NewParty(
        buyer=NewPartyBuyer(first_name="Percy", last_name="Shelley", email="percy@judges.example"),
        attendees=[NewPartyAttendee(), NewPartyAttendee()],
    ),
).data
assert isinstance(party, PartyRegistration) and len(party.guests) == 2, party
added = guests_add.sync(event.id, client=server, body=NewGuest(first_name="Claire", email="claire@judges.example")).data
assert isinstance(added, AddedGuest) and added.first_name == "Claire", added
changed = events_update.sync(event.id, client=server, body=EventsUpdateBody(title="attrs")).data
assert isinstance(changed, ChangedEvent) and changed.title == "attrs", changed
assert any(each.id == event.id for each in events_list.sync(given["slug"], client=server).data)
payload = GuestRegisteredPayload.from_dict(json.loads(given["delivery"]))
assert payload.data.guest_id.startswith("gst_")
