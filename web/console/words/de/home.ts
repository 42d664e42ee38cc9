import type { HomeWords } from '../en/home.ts'
import { counted } from './counted.ts'

export const home: HomeWords = {
  greeting: {
    morning: (name) => `Guten Morgen, ${name}`,
    afternoon: (name) => `Guten Tag, ${name}`,
    evening: (name) => `Guten Abend, ${name}`,
  },
  lead: {
    nothing: 'Zurzeit ist nichts zu tun.',
    doors: (doors) =>
      counted(doors, {
        one: 'Bei einer Veranstaltung läuft der Einlass.',
        other: 'Bei # Veranstaltungen läuft der Einlass.',
      }),
    things: (things) => counted(things, { one: 'Eine Sache ist zu erledigen.', other: '# Dinge sind zu erledigen.' }),
    both: (doors, things) => `${doors} ${things}`,
  },
  needsYou: 'Zu erledigen',
  needs: {
    DOOR_OPEN: {
      text: (guests) =>
        guests === 0
          ? 'Der Einlass läuft, noch ist niemand da'
          : counted(guests, { one: 'Der Einlass läuft, # Gast ist da', other: 'Der Einlass läuft, # Gäste sind da' }),
      action: 'Einlass ansehen',
      actionFor: (title) => `Einlass ansehen: ${title}`,
    },
    APPROVALS: {
      text: (guests) =>
        counted(guests, { one: '# Gast wartet auf Ihre Freigabe', other: '# Gäste warten auf Ihre Freigabe' }),
      action: 'Prüfen',
      actionFor: (title) => `Prüfen: ${title}`,
    },
    UNPAID: {
      text: (orders) => counted(orders, { one: '# Bestellung ist unbezahlt', other: '# Bestellungen sind unbezahlt' }),
      action: 'Bestellungen ansehen',
      actionFor: (title) => `Bestellungen ansehen: ${title}`,
    },
    INVITATIONS: {
      text: (members) =>
        counted(members, {
          one: '# neues Mitglied wartet auf Ihre Bestätigung',
          other: '# neue Mitglieder warten auf Ihre Bestätigung',
        }),
      action: 'Team ansehen',
      actionFor: (title) => `Team ansehen: ${title}`,
    },
  },
  card: {
    noEvents: 'Keine kommenden Veranstaltungen',
    events: (events) => counted(events, { one: '# kommende Veranstaltung', other: '# kommende Veranstaltungen' }),
    moreDates: (dates) => counted(dates, { one: '# weiterer Termin', other: '# weitere Termine' }),
    openCalendar: (calendar) => `${calendar} öffnen`,
    newEvent: 'Neue Veranstaltung',
    newEventIn: (calendar) => `Neue Veranstaltung in ${calendar}`,
    staff: 'Sie lassen Gäste an der Tür ein.',
  },
  profile: {
    shown: 'Ihre Teams sehen Ihren Namen und Ihre E-Mail-Adresse.',
    hidden: 'Ihre Teams sehen nur Ihre Benutzer-ID.',
  },
}
