import type { HomeWords } from '../en/home.ts'
import { counted } from './counted.ts'

export const home: HomeWords = {
  greeting: {
    morning: (name) => `Goedemorgen, ${name}`,
    afternoon: (name) => `Goedemiddag, ${name}`,
    evening: (name) => `Goedenavond, ${name}`,
  },
  lead: {
    nothing: 'Er staat nu niets open.',
    doors: (doors) =>
      counted(doors, {
        one: 'De check-in is open bij één evenement.',
        other: 'De check-in is open bij # evenementen.',
      }),
    things: (things) =>
      counted(things, { one: 'Er staat één ding voor je open.', other: 'Er staan # dingen voor je open.' }),
    both: (doors, things) => `${doors} ${things}`,
  },
  needsYou: 'Te doen',
  needs: {
    DOOR_OPEN: {
      text: (guests) =>
        guests === 0
          ? 'Check-in is open, nog geen gasten binnen'
          : counted(guests, { one: 'Check-in is open, # gast binnen', other: 'Check-in is open, # gasten binnen' }),
      action: 'Naar de deur',
      actionFor: (title) => `Naar de deur: ${title}`,
    },
    APPROVALS: {
      text: (guests) =>
        counted(guests, { one: '# gast wacht op je goedkeuring', other: '# gasten wachten op je goedkeuring' }),
      action: 'Beoordelen',
      actionFor: (title) => `Beoordelen: ${title}`,
    },
    UNPAID: {
      text: (orders) =>
        counted(orders, { one: '# bestelling is niet betaald', other: '# bestellingen zijn niet betaald' }),
      action: 'Naar bestellingen',
      actionFor: (title) => `Naar bestellingen: ${title}`,
    },
    INVITATIONS: {
      text: (members) =>
        counted(members, {
          one: '# nieuw lid wacht op je bevestiging',
          other: '# nieuwe leden wachten op je bevestiging',
        }),
      action: 'Naar het team',
      actionFor: (title) => `Naar het team: ${title}`,
    },
  },
  card: {
    noEvents: 'Geen evenementen op komst',
    events: (events) => counted(events, { one: '# evenement op komst', other: '# evenementen op komst' }),
    moreDates: (dates) => counted(dates, { one: 'nog # datum', other: 'nog # datums' }),
    openCalendar: (calendar) => `${calendar} openen`,
    newEvent: 'Nieuw evenement',
    newEventIn: (calendar) => `Nieuw evenement in ${calendar}`,
    staff: 'Je checkt gasten in aan de deur.',
  },
  profile: {
    shown: 'Je teams zien je naam en e-mailadres.',
    hidden: 'Je teams zien alleen je gebruikers-ID.',
  },
}
