import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

/** The story of the judges, by a client that openapi-generator (java, native) has generated. */
public class Story {
  static void expect(boolean isSo, String what) {
    if (!isSo) throw new IllegalStateException("it is not so that " + what);
  }

  static ApiClient client(String base, String name, String value) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(base);
    if (name != null) client.setRequestInterceptor(request -> request.header(name, value));
    return client;
  }

  public static void main(String[] args) throws Exception {
    JsonNode given = new ObjectMapper().readTree(args[0]);
    String base = given.get("baseUrl").asText();
    ApiClient owner = client(base, "Authorization", "Bearer " + given.get("token").asText());
    ApiClient server = client(base, "x-svc-api-key", given.get("key").asText());
    ApiClient visitor = client(base, null, null);

    CalendarsCreateBody calendar = new CalendarsCreateBody().name("Of a judge").timezone("Europe/Paris");
    CalendarResult created = new CalendarsApi(owner).calendarsCreate(calendar, null);
    expect("Europe/Paris".equals(created.getData().getTimezone()), "the calendar is created");
    List<String> options = List.of("Red", "Blue");
    Event event =
        new EventsApi(server)
            .eventsCreate(
                new EventsCreateBody()
                    .title("Java")
                    .startAt(Instant.now().plusSeconds(1800).toString())
                    .timezone("Europe/Paris")
                    .addRegistrationQuestionsItem(
                        new RegistrationQuestionInput().label("Why?").type(RegistrationQuestionInput.TypeEnum.TEXT))
                    .addRegistrationQuestionsItem(
                        new RegistrationQuestionInput()
                            .label("Which?")
                            .type(RegistrationQuestionInput.TypeEnum.MULTISELECT)
                            .options(options)),
                null)
            .getData();
    String why = event.getRegistrationQuestions().get(0).getId();
    String which = event.getRegistrationQuestions().get(1).getId();
    NewRegistration registration =
        new NewRegistration()
            .firstName("Mary")
            .lastName("Shelley")
            .email("mary@judges.example")
            .addAnswersItem(new NewAnswer(new TextAnswer().questionId(why).answer("Curious")))
            .addAnswersItem(new NewAnswer(new ChoicesAnswer().questionId(which).answer(options)));
    RegistrationOrPartyResult registered =
        new RegistrationsApi(visitor).registrationsCreate(event.getId(), new NewRegistrationOrParty(registration));
    Guest guest = registered.getData().getRegistration().getGuest();
    expect("Red, Blue".equals(guest.getRegistrationAnswers().get(1).getAnswer()), "the answers are read back");
    new CheckinsApi(server).checkinsCreate(event.getId(), new CheckinsCreateBody().guestId(guest.getId()), null);
    GuestResult read = new GuestsApi(server).guestsRead(event.getId(), guest.getId(), null);
    expect("CHECKED_IN".equals(read.getData().getStatus()), "the guest is checked in");
    NewParty party =
        new NewParty()
            .buyer(new NewPartyBuyer().firstName("Percy").lastName("Shelley").email("percy@judges.example"))
            .addAttendeesItem(new NewPartyAttendee())
            .addAttendeesItem(new NewPartyAttendee());
    RegistrationOrPartyResult together =
        new RegistrationsApi(visitor).registrationsCreate(event.getId(), new NewRegistrationOrParty(party));
    expect(together.getData().getPartyRegistration().getGuests().size() == 2, "the party is registered");
    NewGuest added = new NewGuest().firstName("Claire").email("claire@judges.example");
    GuestOrPartyResult alone = new GuestsApi(server).guestsAdd(event.getId(), new NewGuestOrParty(added), null);
    expect("Claire".equals(alone.getData().getAddedGuest().getFirstName()), "the guest is added");
    EventOrDryRunResult changed =
        new EventsApi(server).eventsUpdate(event.getId(), null, new EventsUpdateBody().title("Java 17"));
    ChangedEvent now = changed.getData().getChangedEvent();
    expect("Java 17".equals(now.getTitle()) && now.getRegistrationQuestions().size() == 2, "only the title is changed");
    EventPage listed =
        new EventsApi(server)
            .eventsList(given.get("slug").asText(), null, null, null, null, null, null, null, null, null, null, null);
    expect(listed.getData().stream().anyMatch(each -> each.getId().equals(event.getId())), "the event is listed");
    GuestRegisteredPayload payload =
        ApiClient.createDefaultObjectMapper().readValue(given.get("delivery").asText(), GuestRegisteredPayload.class);
    expect(payload.getData().getGuestId().startsWith("gst_"), "the delivery names the guest");
    System.exit(0);
  }
}
