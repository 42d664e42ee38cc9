import type { DoorWords } from '../en/door.ts'
import { guestsCounted, number } from './counted.ts'

export const door: DoorWords = {
  findGuest: 'Znajdź gościa',
  openKiosk: 'Otwórz kiosk',

  progress: {
    inside: 'Teraz w środku',
    checkedIn: 'Wejścia',
    live: 'Na żywo',
    connecting: 'Łączenie',
    ofExpected: (count, expected, small) => [count, ' ', small(`z ${expected}`)],
    everyoneIn: 'Wszyscy już weszli',
    toGo: (count) => `czekamy jeszcze na: ${number(count)}`,
    perMinute: (pace) => `${pace} na minutę`,
    lastGuest: (fromNow) => `w tym tempie ostatni gość wejdzie ${fromNow}`,
  },

  chart: {
    title: 'Wejścia co 5 minut',
    label: 'Wejścia w ostatniej godzinie, co 5 minut',
    from: 'Od',
    checkIns: 'Wejścia',
    bar: (time, guests) => `${time}: ${guestsCounted(guests)}`,
  },

  gates: { title: 'Bramki', none: 'Nikt jeszcze nie wszedł.', noGate: 'Bez bramki' },

  latest: {
    title: 'Ostatnie wejścia',
    none: 'Brak wejść w ostatniej godzinie.',
    time: 'Godzina',
    gate: 'Bramka',
    by: 'Wpuszcza',
    byYou: 'Ty',
    actions: 'Działania',
    undoOf: (name) => `Cofnij wejście: ${name}`,
    undone: (name) => `Cofnięto wejście: ${name}.`,
  },

  hours: {
    title: 'Godziny wejścia',
    edit: 'Edytuj godziny',
    opens: (time) => `Otwarcie: ${time}`,
    closes: (time) => `Zamknięcie: ${time}`,
    opensLabel: 'Otwarcie',
    closesLabel: 'Zamknięcie',
    blankOpens: 'puste = 4 godziny przed wydarzeniem',
    blankCloses: 'puste = 4 godziny po wydarzeniu',
    save: 'Zapisz godziny',
    saved: 'Zapisano godziny wejścia.',
    practice: 'Do tego czasu możesz zrobić próbę w kiosku. Skany z próby się nie liczą.',
  },

  staff: {
    title: 'Przy wejściu',
    lead: 'Otwórz kiosk na telefonie, którym będziesz skanować. Jesteś już po zalogowaniu.',
  },

  checkpoints: {
    title: 'Punkty kontroli',
    add: 'Dodaj punkt kontroli',
    lead: 'Dodaj punkt przy kolejnych drzwiach w środku, na przykład na warsztat, posiłek albo do sali z ograniczoną liczbą miejsc.',
    admitted: (count) => `łącznie: ${number(count)}`,
  },

  checkpointForm: {
    newTitle: 'Nowy punkt kontroli',
    editTitle: (name) => `Edytuj: ${name}`,
    mode: 'Jak często ten sam gość może wejść',
    modes: { ONCE: 'Raz', DAILY: 'Raz dziennie', IN_OUT: 'Ponownie po wyjściu' },
    inOutHint: 'Gości skanuje się także przy wyjściu.',
    capacity: 'Liczba miejsc',
    blankUnlimited: 'puste = bez limitu',
    opens: 'Otwarcie',
    closes: 'Zamknięcie',
    blankAsDoor: 'puste = jak wejście główne',
    tickets: 'Przyjmowane bilety',
    ticketsHint: 'Nie wybieraj żadnego, aby przyjmować wszystkie.',
    create: 'Utwórz punkt kontroli',
    save: 'Zapisz punkt kontroli',
    delete: 'Usuń punkt kontroli',
    askDelete: (name) => `Usunąć „${name}”?`,
    deleteText: 'Gości nie będzie można tam skanować. Urządzenia przy tym punkcie kontroli przestaną działać.',
  },

  passes: {
    title: 'Przepustki',
    new: 'Nowa przepustka',
    none: 'Przepustka otwiera kiosk na dowolnym telefonie, bez konta, i wygasa dopiero po wydarzeniu.',
    needsPlan: 'Z przepustką pomocnicy wpuszczają gości bez konta. Twój zespół otwiera kiosk po zalogowaniu.',
    statuses: { ACTIVE: 'Aktywna', EXPIRED: 'Wygasła', REVOKED: 'Unieważniona' },
    notUsed: 'jeszcze nieużywana',
    used: (fromNow) => `użyto ${fromNow}`,
    expires: (time) => `ważna do: ${time}`,
    revoke: 'Unieważnij',
    revokeOf: (label) => `Unieważnij: ${label}`,
    askRevoke: (label) => `Unieważnić „${label}”?`,
    revokePass: 'Unieważnij przepustkę',
    revokeMeans: 'Ta przepustka przestanie działać przy następnym skanie.',
  },

  passForm: {
    label: 'Nazwa',
    labelExample: 'Wolontariusze',
    labelHint: 'Zapisujemy ją przy każdym wejściu.',
    gate: 'Bramka',
    hours: 'Ważność w godzinach',
    hoursHint: (time) => `Zostaw puste, aby przepustka była ważna do: ${time}, czyli 2 godziny po końcu wydarzenia.`,
    door: 'Wejście',
    everyDoor: 'Każde wejście',
    create: 'Utwórz przepustkę',
  },

  newPass: {
    print: 'Drukuj',
    copyLink: 'Kopiuj link',
    ofLink: 'link przepustki',
    codeOf: (label) => `Kod QR przepustki: ${label}`,
    scan: (expires) =>
      `Zeskanuj go aparatem telefonu, aby otworzyć kiosk bez konta. Przepustka jest ważna do: ${expires}.`,
    shownOnce: 'Pokazujemy ją tylko raz. Jeśli przepadnie, utwórz nową.',
    onPaper: (expires) => `Zeskanuj aparatem telefonu, aby otworzyć kiosk. Ważna do: ${expires}.`,
  },
}
