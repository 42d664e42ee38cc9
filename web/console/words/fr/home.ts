import type { HomeWords } from '../en/home.ts'
import { counted } from './counted.ts'

export const home: HomeWords = {
  greeting: {
    morning: (name) => `Bonjour ${name}`,
    afternoon: (name) => `Bonjour ${name}`,
    evening: (name) => `Bonsoir ${name}`,
  },
  lead: {
    nothing: 'Rien à faire pour le moment.',
    doors: (doors) =>
      counted(doors, {
        one: 'L’accueil est ouvert pour un événement.',
        other: 'L’accueil est ouvert pour # événements.',
      }),
    things: (things) => counted(things, { one: 'Une tâche vous attend.', other: '# tâches vous attendent.' }),
    both: (doors, things) => `${doors} ${things}`,
  },
  needsYou: 'À faire',
  needs: {
    DOOR_OPEN: {
      text: (guests) =>
        guests === 0
          ? 'L’accueil est ouvert, personne n’est encore entré'
          : counted(guests, {
              one: 'L’accueil est ouvert, # invité entré',
              other: 'L’accueil est ouvert, # invités entrés',
            }),
      action: 'Voir l’accueil',
      actionFor: (title) => `Voir l’accueil : ${title}`,
    },
    APPROVALS: {
      text: (guests) =>
        counted(guests, { one: '# invité attend votre validation', other: '# invités attendent votre validation' }),
      action: 'Examiner',
      actionFor: (title) => `Examiner : ${title}`,
    },
    UNPAID: {
      text: (orders) => counted(orders, { one: '# commande est impayée', other: '# commandes sont impayées' }),
      action: 'Voir les commandes',
      actionFor: (title) => `Voir les commandes : ${title}`,
    },
    INVITATIONS: {
      text: (members) =>
        counted(members, {
          one: '# nouveau membre attend votre confirmation',
          other: '# nouveaux membres attendent votre confirmation',
        }),
      action: 'Voir l’équipe',
      actionFor: (title) => `Voir l’équipe : ${title}`,
    },
  },
  card: {
    noEvents: 'Aucun événement à venir',
    events: (events) => counted(events, { one: '# événement à venir', other: '# événements à venir' }),
    moreDates: (dates) => counted(dates, { one: '# autre date', other: '# autres dates' }),
    openCalendar: (calendar) => `Ouvrir ${calendar}`,
    newEvent: 'Nouvel événement',
    newEventIn: (calendar) => `Nouvel événement dans ${calendar}`,
    staff: 'Vous accueillez les invités à l’entrée.',
  },
  profile: {
    shown: 'Vos équipes voient votre nom et votre adresse e-mail.',
    hidden: 'Vos équipes ne voient que votre identifiant.',
  },
}
