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
    new RegistrationsApi(visitor).registrationsCreate(event.getId(), new NewRegistrationOrParty(registration));
    // The generated class of the answer takes a registration for a party, so the guest is read from the list.
    Guest guest =
        new GuestsApi(server)
            .guestsList(event.getId(), null, null, null, null, null, null, null, null, null, null, null)
            .getData()
            .get(0);
    expect("Red, Blue".equals(guest.getRegistrationAnswers().get(1).getAnswer()), "the answers are read back");
    new CheckinsApi(server).checkinsCreate(event.getId(), new CheckinsCreateBody().guestId(guest.getId()), null);
    GuestResult read = new GuestsApi(server).guestsRead(event.getId(), guest.getId(), null);
    expect("CHECKED_IN".equals(read.getData().getStatus()), "the guest is checked in");
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
