import type { WebhooksWords } from '../en/webhooks.ts'
import { counted } from './counted.ts'

export const webhooks: WebhooksWords = {
  title: 'Webhooki',
  lead: 'Gdy coś się stanie, dostaniesz podpisane żądanie na własny adres.',
  create: 'Utwórz webhook',
  empty: {
    title: 'Nie ma jeszcze webhooków',
    about: 'Wywołujemy webhook w ciągu kilku sekund, gdy ktoś się zapisze lub wejdzie albo gdy zmieni się wydarzenie.',
  },

  states: { active: 'Aktywny', paused: 'Wstrzymany', switchedOff: 'Wyłączony' },
  failures: (count) =>
    count === 1
      ? 'Ostatnie wywołanie się nie udało'
      : counted(count, {
          one: '# błąd z rzędu',
          few: '# błędy z rzędu',
          many: '# błędów z rzędu',
          other: '# błędu z rzędu',
        }),
  everyEvent: 'Każde wydarzenie kalendarza',
  signedByTarget: 'Podpis: X-Svc-Signature i Standard Webhooks',
  signedByCurrent: 'Podpis: X-Svc-Webhook-Signature',
  created: (when) => ['Utworzono ', when],
  grantEnded: 'Dostęp aplikacji się zakończył, więc ten webhook jest wyłączony.',
  receiverGone:
    'Wyłączyliśmy ten webhook, bo odbiorca odpowiedział 410 Gone. Wznów go, gdy odbiorca znów będzie działać.',
  typesOfWebhook: 'Typy zdarzeń',

  sendTest: 'Wyślij test',
  pause: 'Wstrzymaj',
  resume: 'Wznów',
  resumed: 'Wznowiono. Od teraz wysyłamy nowe zdarzenia.',
  rotateSecret: 'Wymień sekret',
  resendMissed: 'Wyślij ponownie pominięte',
  log: 'Dziennik',

  test: {
    sending: 'Wysyłanie testu…',
    sentWithoutLog: 'Wysłaliśmy test. W planie Pro dziennik pokazuje odpowiedź odbiorcy.',
    waiting: 'Wysłaliśmy test. Odbiorca jeszcze nie odpowiedział.',
    arrived: (answer) => `Test dotarł: ${answer}.`,
    missedAndRetried: (answer) => `Test nie dotarł: ${answer}. Spróbujemy ponownie.`,
    missedForGood: (answer) => `Test nie dotarł: ${answer}. Nie ponowimy automatycznie.`,
    openLog: 'Zobacz w dzienniku',
    answer: (code, ms) => `${code} w ${ms} ms`,
    noAnswer: 'brak odpowiedzi',
  },

  form: {
    address: 'Adres',
    addressHint: 'Twój adres https. Musi odpowiedzieć 2xx w ciągu dziesięciu sekund.',
    scope: 'Zakres',
    calendar: 'Każde wydarzenie tego kalendarza',
    calendarHint: 'Podpis: X-Svc-Signature i nagłówki Standard Webhooks.',
    event: 'Jedno wydarzenie',
    eventHint: 'Podpis: X-Svc-Webhook-Signature, z czasem i podpisem.',
    chooseEvent: 'Wydarzenie',
    types: 'Typy zdarzeń',
    secret: 'Sekret (opcjonalnie)',
    secretHint: 'Od 16 do 256 znaków. Zostaw puste, a utworzymy go za Ciebie.',
  },
  creating: { title: 'Utwórz webhook', action: 'Utwórz webhook' },
  editing: { title: 'Edytuj webhook', action: 'Zapisz webhook' },
  rotating: {
    title: 'Wymień sekret',
    about: 'Przez 24 godziny podpisujemy wywołania oboma sekretami. X-Svc-Signature mieści tylko jeden i używa nowego.',
    action: 'Wymień sekret',
  },
  secret: {
    ofCreated: 'Sekret Twojego webhooka',
    ofRotated: 'Nowy sekret',
    giveToReceiver: 'Przekaż go odbiorcy w ciągu 24 godzin.',
    copied: 'sekret',
    headers: 'Sprawdzaj nim nasze żądania. Oto nagłówki:',
  },
  pausing: {
    title: 'Wstrzymać ten webhook?',
    about: 'Do wznowienia niczego nie wysyłamy, a czekające wywołania pomijamy.',
    action: 'Wstrzymaj webhook',
  },
  deleting: {
    title: 'Usunąć ten webhook?',
    about: (url) => ['Nie wyślemy już nic na adres ', url, ', nawet wywołań czekających na ponowienie.'],
    action: 'Usuń webhook',
  },

  recovering: {
    title: 'Wysłać ponownie pominięte wywołania?',
    about:
      'Wyślemy ponownie nieudane i pominięte wywołania, od najstarszych, z tymi samymi identyfikatorami i treścią, najwyżej dziesięć na sekundę.',
    span: 'Okres',
    lastHour: 'Ostatnia godzina',
    lastDay: 'Ostatni dzień',
    last7Days: 'Ostatnie siedem dni',
    last30Days: 'Ostatnie trzydzieści dni',
    action: 'Wyślij ponownie',
  },
  recovery: {
    running: (sent, matched) => `Ponowne wysyłanie: ${sent} z ${matched}.`,
    nothingMissed: 'W tym czasie niczego nie pominięto.',
    ended: (arrived, matched) => `Wysłano ponownie: dotarło ${arrived} z ${matched}.`,
    endedWithFailures: (arrived, matched, failed) =>
      `Wysłano ponownie: dotarło ${arrived} z ${matched}, znów nie udało się ${failed}.`,
    stopped: (arrived, matched) => `Zatrzymano: dotarło ${arrived} z ${matched}.`,
    stoppedWithFailures: (arrived, matched, failed) =>
      `Zatrzymano: dotarło ${arrived} z ${matched}, znów nie udało się ${failed}.`,
    stop: 'Zatrzymaj',
  },

  eventTypes: {
    'guest.registered': 'Gość zapisał się, został dodany lub przyjął zaproszenie',
    'checkin.created': 'Odnotowano wejście gościa',
    'checkpoint.scanned': 'Gość przeszedł przez punkt kontroli albo wyszedł i wrócił',
    'event.updated': 'Zmieniły się szczegóły wydarzenia, na przykład tytuł, godzina lub miejsce',
    'event.cancelled': 'Odwołano wydarzenie',
    'announcement.sent': 'Wysłano wiadomość e-mailem',
    'reminder.sent': 'Wysłano przypomnienie e-mailem',
    'guest.updated': 'Zmienił się status, nazwisko lub adres e-mail gościa',
    'checkin.undone': 'Cofnięto wejście',
    'order.updated': 'Zamówienie opłacono, zwrócono lub wygasło',
    'refund.updated': 'Zwrot rozpoczęto, zakończono lub się nie powiódł',
    'dispute.updated': 'Kupujący zakwestionował płatność lub rozstrzygnięto spór',
    'document.issued': 'Wystawiono fakturę lub fakturę korygującą',
    'event.created': 'Utworzono wydarzenie, być może jako szkic',
    'event.published': 'Opublikowano wydarzenie',
    'import.completed': 'Zakończono import',
    'archive.completed': 'Archiwum jest gotowe lub się nie powiodło',
  },
}
