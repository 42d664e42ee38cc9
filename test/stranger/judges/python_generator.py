"""The story of the judges, by a client that openapi-generator (python) has generated."""

import json
import sys
from datetime import datetime, timedelta, timezone

import evcal

given = json.loads(sys.argv[1])


def client(**headers):
    made = evcal.ApiClient(evcal.Configuration(host=given["baseUrl"]))
    for name, value in headers.items():
        made.set_default_header(name.replace("_", "-"), value)
    return made


owner = client(Authorization=f"Bearer {given['token']}")
server = client(x_svc_api_key=given["key"])
visitor = client()

body = evcal.CalendarsCreateBody(name="Of a judge", timezone="Europe/Paris")
assert evcal.CalendarsApi(owner).calendars_create(body).data.timezone == "Europe/Paris"
soon = (datetime.now(timezone.utc) + timedelta(minutes=30)).isoformat()
questions = [
    evcal.RegistrationQuestionInput(label="Why?", type="TEXT"),
    evcal.RegistrationQuestionInput(label="Which?", type="MULTISELECT", options=["Red", "Blue"]),
]
event = (
    evcal.EventsApi(server)
    .events_create(
        evcal.EventsCreateBody(
            title="python", start_at=soon, timezone="Europe/Paris", registration_questions=questions
        )
    )
    .data
)
why, which = event.registration_questions
registration = evcal.NewRegistration(
    first_name="Mary",
    last_name="Shelley",
    email="mary@judges.example",
    answers=[
        evcal.NewAnswer(evcal.TextAnswer(question_id=why.id, answer="Curious")),
        evcal.NewAnswer(evcal.ChoicesAnswer(question_id=which.id, answer=["Red", "Blue"])),
    ],
)
registered = evcal.RegistrationsApi(visitor).registrations_create(event.id, evcal.NewRegistrationOrParty(registration))
assert isinstance(registered.data.actual_instance, evcal.Registration), registered
guest = registered.data.actual_instance.guest
assert guest.registration_answers[1].answer == "Red, Blue", guest.registration_answers
evcal.CheckinsApi(server).checkins_create(event.id, evcal.CheckinsCreateBody(guest_id=guest.id))
assert evcal.GuestsApi(server).guests_read(event.id, guest.id).data.status == "CHECKED_IN"
party = evcal.NewParty(
    buyer=evcal.NewPartyBuyer(first_name="Percy", last_name="Shelley", email="percy@judges.example"),
    attendees=[evcal.NewPartyAttendee(), evcal.NewPartyAttendee()],
)
together = evcal.RegistrationsApi(visitor).registrations_create(event.id, evcal.NewRegistrationOrParty(party))
assert len(together.data.actual_instance.guests) == 2, together
claire = evcal.NewGuest(first_name="Claire", email="claire@judges.example")
added = evcal.GuestsApi(server).guests_add(event.id, evcal.NewGuestOrParty(claire))
assert added.data.actual_instance.first_name == "Claire", added
changed = evcal.EventsApi(server).events_update(event.id, events_update_body=evcal.EventsUpdateBody(title="pydantic"))
assert isinstance(changed.data.actual_instance, evcal.ChangedEvent), changed
assert changed.data.actual_instance.title == "pydantic", changed
assert any(each.id == event.id for each in evcal.EventsApi(server).events_list(given["slug"]).data)
payload = evcal.GuestRegisteredPayload.from_json(given["delivery"])
assert payload.data.guest_id.startswith("gst_")
