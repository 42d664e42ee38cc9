import type { ExportsWords } from '../en/exports.ts'
import { counted, attemptsCounted } from './counted.ts'

const everyWeekday = [
  'W każdy poniedziałek',
  'W każdy wtorek',
  'W każdą środę',
  'W każdy czwartek',
  'W każdy piątek',
  'W każdą sobotę',
  'W każdą niedzielę',
]

export const exports: ExportsWords = {
  title: 'Eksporty',
  lead: 'Pliki tworzone według harmonogramu i wysyłane e-mailem jako link.',
  schedule: 'Zaplanuj eksport',
  empty: {
    title: 'Nie ma jeszcze eksportów',
    about:
      'Pobieraj gości, zamówienia, wejścia lub wydarzenia jako plik. Link wyślemy Ci e-mailem co dzień, co tydzień lub co miesiąc.',
  },

  datasets: { GUESTS: 'Goście', ORDERS: 'Zamówienia', CHECKINS: 'Wejścia', EVENTS: 'Wydarzenia' },
  weekdays: ['Poniedziałek', 'Wtorek', 'Środa', 'Czwartek', 'Piątek', 'Sobota', 'Niedziela'],
  file: (dataset, format) => `${dataset} · ${format}`,
  fileOfEvent: (dataset, format, event) => `${dataset} · ${format} · ${event}`,
  daily: (time, zone) => `Codziennie o ${time}, ${zone}`,
  weekly: (weekday, time, zone) => `${everyWeekday[weekday - 1] ?? ''} o ${time}, ${zone}`,
  monthly: (day, time, zone) => `${day}. dnia każdego miesiąca o ${time}, ${zone}`,
  recipients: (addresses) => `Do: ${addresses}`,
  next: (when) => ['Następny ', when],
  due: 'Czas na eksport',
  neverRan: 'Jeszcze nie uruchomiono',
  lastRan: (when) => ['Ostatnio ', when],

  states: {
    active: 'Aktywny',
    paused: 'Wstrzymany',
    pausedAfterFailures: 'Wstrzymany: zbyt wiele błędów',
    pausedWithoutAccess: 'Wstrzymany: twórca stracił dostęp do tych danych',
    failed: (times) =>
      times === 1
        ? 'Ostatnio się nie udał'
        : counted(times, {
            one: 'Nie udał się # raz',
            few: 'Nie udał się # razy',
            many: 'Nie udał się # razy',
            other: 'Nie udał się # raza',
          }),
  },
  pause: 'Wstrzymaj',
  paused: 'Wstrzymano eksport.',
  resume: 'Wznów',
  resumed: 'Wznowiono eksport.',
  deleting: {
    title: 'Usunąć ten eksport?',
    about: 'Usuniemy też jego wykonania i pliki. Wysłane linki przestaną działać.',
    action: 'Usuń eksport',
  },

  form: {
    create: 'Zaplanuj eksport',
    edit: 'Edytuj eksport',
    data: 'Dane',
    format: 'Format',
    csv: 'CSV, do arkuszy',
    json: 'JSON, do programów',
    event: 'Wydarzenie',
    everyEvent: 'Każde wydarzenie',
    currentEvent: 'Obecne wydarzenie',
    frequency: 'Jak często',
    daily: 'Co dzień',
    weekly: 'Co tydzień',
    monthly: 'Co miesiąc',
    weekday: 'Dzień tygodnia',
    dayOfMonth: 'Dzień miesiąca',
    dayOfMonthHint: 'W krótszych miesiącach: ostatniego dnia.',
    time: 'Godzina',
    timezone: 'Strefa czasowa',
    recipients: 'Odbiorcy e-maila',
    recipientsHint: 'Do dziesięciu adresów oddzielonych przecinkami. Na każdy wyślemy link, który wygasa.',
    createAction: 'Zaplanuj eksport',
    editAction: 'Zapisz eksport',
  },

  runs: {
    title: 'Wykonania',
    empty: 'Tego eksportu jeszcze nie uruchomiono.',
    newest: (shown, total) => `Najnowsze ${shown} z ${total}.`,
    states: { PENDING: 'Czeka', RUNNING: 'Trwa', SUCCEEDED: 'Gotowe', FAILED: 'Błąd' },
    rows: (count) => counted(count, { one: '# wiersz', few: '# wiersze', many: '# wierszy', other: '# wiersza' }),
    attempts: attemptsCounted,
    download: 'Pobierz',
    downloadUntil: (link, when) => [link('Pobierz'), ' (wygasa ', when, ')'],
    bytes: (count) => counted(count, { one: '# bajt', few: '# bajty', many: '# bajtów', other: '# bajta' }),
    kilobytes: (amount) => `${amount} KB`,
    megabytes: (amount) => `${amount} MB`,
    gigabytes: (amount) => `${amount} GB`,
  },
}
