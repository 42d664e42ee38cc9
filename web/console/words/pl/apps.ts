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
  scopes: 'Może',
  limit: 'Jako asystent może',
  limited: 'Zapisano.',
  end: 'Zakończ dostęp',
  ending: {
    title: (host) => `Zakończyć dostęp ${host}?`,
    about: 'Aplikacja nie będzie już mogła czytać ani zmieniać tego kalendarza, a jej webhooki przestaną działać.',
    action: 'Zakończ dostęp',
    done: (host) => `${host} nie ma już dostępu.`,
  },
  consent: {
    title: 'Zezwól aplikacji',
    wants: (host) => [host, ' prosi o dostęp do kalendarza'],
    calendar: 'Kalendarz',
    could: 'Mogłaby',
    apart: 'Mogłaby też wysyłać e-maile, zmieniać zapisy lub zwracać pieniądze',
    unchecked: (host) => `Nie sprawdziliśmy ${host}. Nigdy nie może więcej niż Ty.`,
    returns: (to) => `Odeśle Cię do ${to}.`,
    returnsHere:
      'Odeśle Cię do programu na tym komputerze. Zezwól tylko wtedy, gdy właśnie sam uruchamiasz ten program.',
    elsewhere: (to, host) => `Uwaga: wysyła Cię do ${to}, a to nie jest ${host}.`,
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
