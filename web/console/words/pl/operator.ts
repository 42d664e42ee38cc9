import type { OperatorWords } from '../en/operator.ts'
import { counted, eventsCounted } from './counted.ts'

export const operator: OperatorWords = {
  title: 'Wszystkie kalendarze',
  lead: 'Prowadzisz tę usługę. Ustalaj plany i zawieszaj kalendarze, które jej nadużywają.',
  search: 'Szukaj nazwy lub adresu',
  onlySuspended: 'Tylko zawieszone kalendarze',
  none: 'Brak pasujących kalendarzy',
  about: (address, events, members) => [address, ' · ', events, ' · ', members],
  events: eventsCounted,
  members: (count) =>
    counted(count, {
      one: '# osoba w zespole',
      few: '# osoby w zespole',
      many: '# osób w zespole',
      other: '# osoby w zespole',
    }),
  planOf: (calendar) => `Plan kalendarza ${calendar}`,
  planSet: {
    FREE: (calendar) => `Kalendarz ${calendar} ma teraz plan Free.`,
    PLUS: (calendar) => `Kalendarz ${calendar} ma teraz plan Plus.`,
    PRO: (calendar) => `Kalendarz ${calendar} ma teraz plan Pro.`,
    ENTERPRISE: (calendar) => `Kalendarz ${calendar} ma teraz plan Enterprise.`,
  },
  suspended: (reason) => `Zawieszono: ${reason}`,
  erased: (fromNow) => `Usunięcie ${fromNow}`,
  suspend: 'Zawieś…',
  suspendNamed: (calendar) => `Zawieś kalendarz ${calendar}`,
  reinstate: 'Przywróć',
  reinstateNamed: (calendar) => `Przywróć kalendarz ${calendar}`,
  reinstated: (calendar) => `Kalendarz ${calendar} jest znów publiczny.`,
  suspendDialog: {
    title: (calendar) => `Zawiesić kalendarz ${calendar}?`,
    text: 'Nie będzie publiczny, nie będzie wysyłać e-maili ani webhooków i nikt nie będzie mógł go zmienić. Linki gości, zwroty i wejście nadal będą działać.',
    reason: 'Powód, dla członków kalendarza',
    suspend: 'Zawieś kalendarz',
    done: (calendar) => `Zawieszono kalendarz ${calendar}.`,
  },
  previous: 'Poprzednie',
  next: 'Następne',

  plans: {
    title: 'Plany',
    lead: 'Co zawiera każdy plan. Kalendarz ma jeden plan.',
    ask: 'Aby zmienić plan kalendarza, napisz do operatora tej usługi i podaj adres kalendarza.',
    yours: (calendar, plan) => [calendar, ' ma plan ', plan, '.'],
    includes: {
      FREE: [
        'Wydarzenia, serie, bilety, zapisy i listy oczekujących',
        'Wiadomości, przypomnienia i statystyki',
        'Wpuszczanie gości przez kiosk dla członków zespołu',
        'Wszystkie dane w jednym pliku ZIP, w każdej chwili',
      ],
      PLUS: [
        'Wszystko, co w planie Free',
        'Kanał kalendarza i lista do osadzenia na Twojej stronie',
        'Webhooki',
        'Zaplanowane eksporty e-mailem',
        'Więcej wydarzeń, gości i e-maili',
      ],
      PRO: [
        'Wszystko, co w planie Plus',
        'Klucze API i dziennik wywołań webhooków',
        'Przepustki dla pomocników bez konta',
        'Szukanie gości po fragmencie nazwiska',
        'Najwyższe limity wydarzeń, gości i e-maili',
      ],
    },
  },
}
