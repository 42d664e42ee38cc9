import type { AppsWords } from '../en/apps.ts'

export const apps: AppsWords = {
  title: 'Aplikacje',
  lead: 'Aplikacje i asystenci działający w imieniu członka tego kalendarza.',
  none: 'Żadna aplikacja nie ma dostępu do tego kalendarza.',
  list: 'Aplikacje z dostępem',
  calledItself: (name) => `Przedstawia się jako „${name}”`,
  allowed: (when, who) => ['Zezwolono ', when, `, ${who}`],
  neverUsed: 'Jeszcze nieużywana',
  lastUsed: (when) => ['Ostatnio użyta ', when],
  scopes: 'Aplikacja może',
  limit: 'Jako asystent aplikacja może',
  limited: 'Zapisano.',
  did: 'Co zrobiła',
  end: 'Zakończ dostęp',
  ending: {
    title: (host) => `Zakończyć dostęp dla ${host}?`,
    about: 'Aplikacja nie będzie już mogła czytać ani zmieniać tego kalendarza, a jej webhooki przestaną działać.',
    action: 'Zakończ dostęp',
    done: (host) => `${host} nie ma już dostępu.`,
  },
  consent: {
    title: 'Zezwól aplikacji',
    wants: (host) => [host, ' prosi o dostęp do kalendarza'],
    calendar: 'Kalendarz',
    could: 'Aplikacja mogłaby',
    apart:
      'Aplikacja mogłaby też wysyłać e-maile, zmieniać zapisy, zwracać pieniądze lub wysyłać Twoje dane gdzie indziej',
    unchecked: (host) => `Nie sprawdziliśmy ${host}. Aplikacja nigdy nie może więcej niż Ty.`,
    commandLine: 'Wiersz poleceń tej usługi',
    claimed: 'Każdy program na tym komputerze może podać się za evcal. Nigdy nie może więcej niż Ty.',
    returns: (to) => `Aplikacja odeśle Cię do ${to}.`,
    returnsHere:
      'Aplikacja odeśle Cię do programu na tym komputerze. Zezwól tylko wtedy, gdy ten program działa na Twoje polecenie.',
    elsewhere: (to, host) => `Uwaga: aplikacja wysyła Cię do ${to}, a to nie jest ${host}.`,
    anyTime: 'Możesz to zakończyć w każdej chwili w Ustawienia → Aplikacje.',
    allow: 'Zezwól aplikacji',
    noCalendar: {
      title: 'Nie masz kalendarza dla tej aplikacji',
      text: 'Aplikacja potrzebuje kalendarza w planie PRO, którym zarządzasz lub którego jesteś właścicielem.',
    },
    wrong: {
      title: 'Żądanie tej aplikacji jest nieprawidłowe',
      text: 'Nie odsyłamy Cię, bo adres może nie należeć do aplikacji. Spróbuj ponownie z aplikacji lub powiadom jej twórcę.',
    },
  },
}
