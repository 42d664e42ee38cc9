import type { PartsWords } from '../en/parts.ts'
import { counted } from './counted.ts'

export const parts: PartsWords = {
  today: 'Dziś',
  tomorrow: 'Jutro',
  now: 'Teraz',
  nextDays: 'Najbliższe 7 dni',
  allDay: 'cały dzień',
  dayAndTime: (day, time) => `${day}, ${time}`,
  dayAllDay: (day) => `${day}, cały dzień`,
  minutes: (count) => `${count} min`,
  hours: (count) => `${count} godz.`,
  hoursAndMinutes: (hours, minutes) => `${hours} godz. ${minutes} min`,
  days: (count) => counted(count, { one: '# dzień', few: '# dni', many: '# dni', other: '# dnia' }),

  selectRow: (name) => `Zaznacz: ${name}`,
  selectPage: 'Zaznacz wszystko na tej stronie',
  pages: 'Strony',
  range: (from, until, total) => `${from}–${until} z ${total}`,
  showAsTable: 'Pokaż jako tabelę',
  noLimit: 'bez limitu',

  filters: 'Filtry',
  clearFilters: 'Wyczyść filtry',
  showResults: 'Pokaż wyniki',

  loading: 'Wczytywanie',
  selectAndCopy: 'Zaznacz i skopiuj tekst',
  needsPlan: (plan) => `Wymaga planu ${plan}`,
  seePlans: 'Zobacz plany',

  markdown: { toolbar: 'Formatowanie', bold: 'Pogrubienie', italic: 'Kursywa', list: 'Lista', link: 'Link' },

  checkFields: (count) =>
    counted(count, {
      one: 'Sprawdź # pole.',
      few: 'Sprawdź # pola.',
      many: 'Sprawdź # pól.',
      other: 'Sprawdź # pola.',
    }),
  // Polish messages end with a full stop. Unknown messages are the service's own, without one.
  aboutField: (field, message) => (message.endsWith('.') ? `${field}: ${message}` : `${field}: ${message}.`),
  fieldNames: {
    timezone: 'Strefa czasowa',
    allDay: 'Cały dzień',
    startAt: 'Początek',
    endAt: 'Koniec',
    rrule: 'Powtarzanie',
    registrationOpensAt: 'Początek zapisów',
    registrationClosesAt: 'Koniec zapisów',
    checkInOpensAt: 'Otwarcie wejścia',
    checkInClosesAt: 'Zamknięcie wejścia',
    capacity: 'Liczba miejsc',
    title: 'Tytuł',
    location: 'Miejsce',
  },
  emails: (number) => `${number} e-maili`,
  typeNumber: (number) => `Aby potwierdzić, wpisz ${number}`,
  quoteChanged: 'W międzyczasie coś się zmieniło. Sprawdź nowe liczby i potwierdź ponownie.',
  pageBroken: 'Na tej stronie coś poszło nie tak. Odśwież ją.',
  unreachable: 'Nie możemy połączyć się z usługą. Sprawdź połączenie i spróbuj ponownie.',
  tooManyTries: (when) => `Zbyt wiele prób. Spróbuj ponownie ${when}.`,
  notResponding: (when) => `Coś nie odpowiada. Spróbuj ponownie ${when}.`,
  ourSide: 'Coś poszło nie tak po naszej stronie.',
  ourSideNumber: (index) =>
    `Coś poszło nie tak po naszej stronie. Jeśli to się powtórzy, prześlij nam ten numer: ${index}.`,
  inAMoment: 'za chwilę',
  inASecond: 'za sekundę',
  inSeconds: (count) =>
    counted(count, { one: 'za # sekundę', few: 'za # sekundy', many: 'za # sekund', other: 'za # sekundy' }),
  inMinutes: (count) =>
    counted(count, { one: 'za # minutę', few: 'za # minuty', many: 'za # minut', other: 'za # minuty' }),
  sessionEnded: 'Wylogowano. Zaloguj się ponownie, aby kontynuować.',
  signIn: {
    unfinished: 'Logowanie nie zostało ukończone.',
    unreachable: 'Strona logowania jest chwilowo niedostępna.',
    failed: 'Nie udało się zalogować. Spróbuj ponownie.',
    elsewhere: 'To logowanie zaczęło się w innej karcie. Spróbuj ponownie tutaj.',
    missing: 'Dostawca logowania nie ma strony logowania.',
  },
}
