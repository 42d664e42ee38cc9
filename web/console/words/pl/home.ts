import type { HomeWords } from '../en/home.ts'
import { counted, guestsCounted, datesCounted } from './counted.ts'

export const home: HomeWords = {
  greeting: {
    morning: (name) => `Dzień dobry, ${name}`,
    afternoon: (name) => `Dzień dobry, ${name}`,
    evening: (name) => `Dobry wieczór, ${name}`,
  },
  lead: {
    nothing: 'Nic teraz na Ciebie nie czeka.',
    doors: (doors) =>
      counted(doors, {
        one: 'Wejście jest otwarte na jednym wydarzeniu.',
        few: 'Wejście jest otwarte na # wydarzeniach.',
        many: 'Wejście jest otwarte na # wydarzeniach.',
        other: 'Wejście jest otwarte na # wydarzenia.',
      }),
    things: (things) =>
      counted(things, {
        one: 'Czeka na Ciebie jedna sprawa.',
        few: 'Czekają na Ciebie # sprawy.',
        many: 'Czeka na Ciebie # spraw.',
        other: 'Czeka na Ciebie # sprawy.',
      }),
    both: (doors, things) => `${doors} ${things}`,
  },
  needsYou: 'Czeka na Ciebie',
  needs: {
    DOOR_OPEN: {
      text: (guests) =>
        guests === 0
          ? 'Wejście otwarte, nikt jeszcze nie wszedł'
          : `Wejście otwarte, w środku ${guestsCounted(guests)}`,
      action: 'Zobacz wejście',
      actionFor: (title) => `Zobacz wejście: ${title}`,
    },
    APPROVALS: {
      text: (guests) =>
        counted(guests, {
          one: '# gość czeka na akceptację',
          few: '# goście czekają na akceptację',
          many: '# gości czeka na akceptację',
          other: '# gościa czeka na akceptację',
        }),
      action: 'Sprawdź',
      actionFor: (title) => `Sprawdź: ${title}`,
    },
    UNPAID: {
      text: (orders) =>
        counted(orders, {
          one: '# zamówienie bez zapłaty',
          few: '# zamówienia bez zapłaty',
          many: '# zamówień bez zapłaty',
          other: '# zamówienia bez zapłaty',
        }),
      action: 'Zobacz zamówienia',
      actionFor: (title) => `Zobacz zamówienia: ${title}`,
    },
    INVITATIONS: {
      text: (members) =>
        counted(members, {
          one: '# nowa osoba czeka na Twoje potwierdzenie',
          few: '# nowe osoby czekają na Twoje potwierdzenie',
          many: '# nowych osób czeka na Twoje potwierdzenie',
          other: '# nowej osoby czeka na Twoje potwierdzenie',
        }),
      action: 'Zobacz zespół',
      actionFor: (title) => `Zobacz zespół: ${title}`,
    },
  },
  card: {
    noEvents: 'Brak nadchodzących wydarzeń',
    events: (events) =>
      counted(events, {
        one: '# nadchodzące wydarzenie',
        few: '# nadchodzące wydarzenia',
        many: '# nadchodzących wydarzeń',
        other: '# nadchodzącego wydarzenia',
      }),
    moreDates: (dates) => `jeszcze ${datesCounted(dates)}`,
    openCalendar: (calendar) => `Otwórz: ${calendar}`,
    newEvent: 'Nowe wydarzenie',
    newEventIn: (calendar) => `Nowe wydarzenie: ${calendar}`,
    staff: 'Wpuszczasz gości przy wejściu.',
  },
  profile: {
    shown: 'Twoje zespoły widzą Twoje imię, nazwisko i adres e-mail.',
    hidden: 'Twoje zespoły widzą tylko Twój identyfikator.',
  },
}
