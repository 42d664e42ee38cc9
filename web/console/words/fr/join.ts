import type { JoinWords } from '../en/join.ts'

export const join: JoinWords = {
  title: 'Invitation',
  join: {
    title: (calendar) => `Rejoindre ${calendar}`,
    invitedBy: {
      OWNER: (who, calendar) => `${who} vous invite à gérer ${calendar} avec le rôle Propriétaire.`,
      MANAGER: (who, calendar) => `${who} vous invite à gérer ${calendar} avec le rôle Gestionnaire.`,
      STAFF: (who, calendar) => `${who} vous invite dans l’équipe d’accueil de ${calendar}.`,
    },
    invited: {
      OWNER: (calendar) => `On vous invite à gérer ${calendar} avec le rôle Propriétaire.`,
      MANAGER: (calendar) => `On vous invite à gérer ${calendar} avec le rôle Gestionnaire.`,
      STAFF: (calendar) => `On vous invite dans l’équipe d’accueil de ${calendar}.`,
    },
    may: {
      OWNER: 'Les propriétaires peuvent tout faire, y compris gérer les recettes, l’équipe et les clés API.',
      MANAGER: 'Les gestionnaires organisent les événements et s’occupent des invités.',
      STAFF: 'L’équipe d’accueil voit les invités et enregistre leur entrée.',
    },
    text: (email) => `Invitation adressée à ${email}. Les propriétaires verront votre nom et votre adresse e-mail.`,
    joinAs: { OWNER: 'Rejoindre (propriétaire)', MANAGER: 'Rejoindre (gestionnaire)', STAFF: 'Rejoindre l’accueil' },
  },
  waiting: {
    title: 'En attente d’un propriétaire',
    text: (name, email, calendar) =>
      `Vous êtes connecté en tant que ${name}, et l’invitation était adressée à ${email}. Vous serez membre dès qu’un propriétaire de ${calendar} aura confirmé qu’il s’agit de vous.`,
  },
  expired: {
    title: 'Cette invitation a expiré',
    text: 'Une invitation sert une fois, pendant sept jours. Demandez-en une nouvelle.',
  },
}
