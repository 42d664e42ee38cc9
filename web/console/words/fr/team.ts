import type { TeamWords } from '../en/team.ts'
import { counted } from './counted.ts'

export const team: TeamWords = {
  title: 'Équipe',
  lead: 'Les propriétaires voient les recettes et les clés API. Les gestionnaires organisent les événements. L’accueil fait entrer les invités.',
  add: {
    summary: 'Ajouter par identifiant',
    form: 'Ajouter un membre',
    userId: 'Identifiant',
    userIdHint: 'La personne le trouve dans le menu de son compte, sous son nom.',
    add: 'Ajouter le membre',
  },
  isNow: {
    OWNER: (who) => `${who} est maintenant propriétaire.`,
    MANAGER: (who) => `${who} est maintenant gestionnaire.`,
    STAFF: (who) => `${who} est maintenant à l’accueil.`,
  },
  members: {
    title: 'Membres',
    count: (people) => counted(people, { one: '# personne', other: '# personnes' }),
    you: 'vous',
    showName: 'Montrer mon nom',
    hideName: 'Masquer mon nom',
    roleOf: (who) => `Rôle de ${who}`,
    leave: 'Quitter',
    removeMember: (who) => `Retirer ${who}`,
  },
  leaveDialog: {
    title: (calendar) => `Quitter ${calendar} ?`,
    text: 'Vous n’aurez plus accès à ce calendrier tant qu’un propriétaire ne vous aura pas ajouté de nouveau.',
  },
  removeDialog: {
    title: (who) => `Retirer ${who} ?`,
    text: 'L’accès à ce calendrier prend fin au prochain clic.',
  },
  invite: {
    form: 'Inviter par e-mail',
    placeholder: 'nom@example.org',
    hint: 'Le lien sert une fois, pendant 7 jours. Avec une autre adresse, il faut l’accord d’un propriétaire.',
    send: 'Envoyer l’invitation',
    sent: (email) => `Invitation envoyée à ${email}.`,
  },
  invited: {
    title: 'Invitations envoyées',
    as: { OWNER: 'comme propriétaire', MANAGER: 'comme gestionnaire', STAFF: 'pour l’accueil' },
    openedBy: (who) => ['ouverte par ', who, ', avec une autre adresse. Est-ce la bonne personne ?'],
    openedBySomeone: 'ouverte avec une autre adresse. Est-ce la bonne personne ?',
    expired: 'le lien a expiré',
    expires: (fromNow) => `le lien expire ${fromNow}`,
    addThem: 'Oui, ajouter',
    isMember: (email) => `${email} fait maintenant partie de l’équipe.`,
    resend: 'Renvoyer',
    resent: 'Invitation renvoyée.',
    withdraw: 'Retirer',
    withdrawFor: (email) => `Retirer l’invitation de ${email}`,
    withdrawn: 'Invitation retirée.',
  },
}
