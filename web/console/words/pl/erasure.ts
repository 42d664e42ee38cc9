import type { ErasureWords } from '../en/erasure.ts'
import { counted, eventsCounted, guestsCounted, ordersCounted } from './counted.ts'

export const erasure: ErasureWords = {
  title: {
    event: (name) => `Usunąć „${name}”?`,
    calendar: (name) => `Usunąć kalendarz ${name}?`,
    account: 'Usunąć Twoje konto?',
  },
  lead: {
    event:
      'Wydarzenie usuniemy za 30 dni. Do tego czasu nie będzie publiczne i nikt nie będzie mógł go zmienić, a Ty możesz anulować usunięcie.',
    calendar:
      'Kalendarz usuniemy za 30 dni. Do tego czasu nie będzie publiczny i nikt nie będzie mógł go zmienić, a Ty możesz anulować usunięcie.',
    account:
      'Twoje konto usuniemy za 30 dni, razem z kalendarzami, w których nie ma nikogo poza Tobą. Do tego czasu możesz anulować usunięcie. Konto u dostawcy logowania pozostanie.',
  },
  empty: {
    event: 'Na to wydarzenie nikt się nigdy nie zapisał, więc usuniemy je natychmiast. Tego nie można cofnąć.',
    calendar:
      'W tym kalendarzu nie ma wydarzeń, więc usuniemy go natychmiast. Jego strona, kanały i osadzona lista przestaną działać. Tego nie można cofnąć.',
  },
  deleteNow: 'Usuń trwale',
  erases: 'Co usuniemy',
  counts: {
    events: eventsCounted,
    guests: guestsCounted,
    orders: ordersCounted,
    members: (count) =>
      counted(count, { one: '# członkostwo', few: '# członkostwa', many: '# członkostw', other: '# członkostwa' }),
    images: (count) => counted(count, { one: '# obraz', few: '# obrazy', many: '# obrazów', other: '# obrazu' }),
    apiKeys: (count) =>
      counted(count, { one: '# klucz API', few: '# klucze API', many: '# kluczy API', other: '# klucza API' }),
    webhooks: (count) =>
      counted(count, { one: '# webhook', few: '# webhooki', many: '# webhooków', other: '# webhooka' }),
  },
  nothingElse: 'Twoje imię, nazwisko, ustawienia i identyfikator we wszystkich danych',
  stays: 'Co pozostanie i dlaczego',
  staying: {
    DOCUMENTS: 'Faktury i korekty wydarzenia do podanej na nich daty, bo wymaga tego prawo podatkowe',
    POSTINGS: 'Ruchy pieniędzy bez nazwisk, aby księgi pozostały kompletne',
    SLUGS: 'Adresy stron, aby stary link nigdy nie prowadził do czegoś innego',
    CHANGE_FEED:
      'Lista zmian, tylko z identyfikatorami, przez 30 dni, aby połączone programy dowiedziały się o usunięciu',
    RESPONSES: 'Zaszyfrowane odpowiedzi dla programów, przez 1 dzień, aby nie wykonać powtórzonego żądania dwa razy',
    EMAIL_RECORDS:
      'Informacje o wysłanych e-mailach, bez adresu i treści, przez 30 dni, aby nie wysłać żadnego e-maila dwa razy',
  },
  copyFirst: 'Potrzebujesz kopii? Najpierw pobierz wszystko:',
  confirm: (name) => `Aby potwierdzić, wpisz „${name}”`,
  request: 'Usuń za 30 dni',

  blocked: {
    event: 'Tego wydarzenia nie można jeszcze usunąć',
    calendar: 'Tego kalendarza nie można jeszcze usunąć',
    account: 'Twojego konta nie można jeszcze usunąć',
  },
  blocks: {
    EVENT_AHEAD:
      'Wydarzenie jeszcze się nie skończyło. Najpierw je odwołaj, aby goście dostali e-mail, albo poczekaj, aż się skończy.',
    EVENTS_WITH_GUESTS: (count) =>
      counted(count, {
        one: '# nadchodzące wydarzenie ma gości. Najpierw je odwołaj, aby goście dostali e-mail.',
        few: '# nadchodzące wydarzenia mają gości. Najpierw je odwołaj, aby goście dostali e-mail.',
        many: '# nadchodzących wydarzeń ma gości. Najpierw je odwołaj, aby goście dostali e-mail.',
        other: '# nadchodzącego wydarzenia ma gości. Najpierw je odwołaj, aby goście dostali e-mail.',
      }),
    DOCUMENTS_KEPT: 'Kalendarz ma faktury, które trzeba przechowywać zgodnie z prawem. Później można go usunąć.',
    OPEN_PAYMENTS: 'Zwroty lub płatności są jeszcze w toku. Spróbuj ponownie, gdy się zakończą.',
    ONLY_OWNER: (calendar, members) =>
      counted(members, {
        one: `Tylko Ty masz rolę właściciela kalendarza ${calendar}, a w zespole jest jeszcze # osoba. Nadaj jej tę rolę albo najpierw usuń kalendarz.`,
        few: `Tylko Ty masz rolę właściciela kalendarza ${calendar}, a w zespole są jeszcze # osoby. Nadaj tę rolę jednej z nich albo najpierw usuń kalendarz.`,
        many: `Tylko Ty masz rolę właściciela kalendarza ${calendar}, a w zespole jest jeszcze # osób. Nadaj tę rolę jednej z nich albo najpierw usuń kalendarz.`,
        other: `Tylko Ty masz rolę właściciela kalendarza ${calendar}, a w zespole jest jeszcze # osoby. Nadaj tę rolę jednej z nich albo najpierw usuń kalendarz.`,
      }),
    other: 'Coś jest jeszcze w toku. Spróbuj ponownie później.',
  },
  open: {
    EVENT_AHEAD: 'Otwórz wydarzenie',
    EVENTS_WITH_GUESTS: 'Pokaż wydarzenia',
    OPEN_PAYMENTS: 'Pokaż pieniądze',
    ONLY_OWNER: 'Otwórz zespół',
  },
  managersCant: 'Na to wydarzenie ktoś się już zapisał. Możesz je odwołać albo poprosić właściciela o usunięcie.',

  pending: {
    event: (name, when) => ['Usuniemy wydarzenie ', name, `. Termin: ${when}. Do tego czasu nikt nie może go zmienić.`],
    calendar: (name, when) => [
      'Usuniemy kalendarz ',
      name,
      `. Termin: ${when}. Do tego czasu nie jest publiczny i nikt nie może go zmienić.`,
    ],
    account: (when) => `Usuniemy Twoje konto. Termin: ${when}.`,
  },
  takeBack: 'Anuluj usunięcie',
  takenBack: 'Anulowano. Niczego nie usuniemy.',
  requested: {
    event: 'Termin wysłaliśmy właścicielom e-mailem.',
    calendar: 'Termin wysłaliśmy właścicielom e-mailem.',
    account: 'Do tego czasu możesz anulować usunięcie.',
  },

  download: {
    title: 'Pobierz wszystko',
    lead: 'Jeden plik ZIP z wydarzeniami, gośćmi, zamówieniami, wejściami, wiadomościami, kuponami, zespołem i obrazami, w formatach CSV i JSON. Nie zawiera haseł, kluczy ani kodów QR.',
    button: 'Pobierz wszystko',
    underWay: 'Pobieranie…',
  },
}
