import type { OperatorWords } from '../en/operator.ts'
import { counted } from './counted.ts'

export const operator: OperatorWords = {
  title: 'Tous les calendriers',
  lead: 'Vous exploitez ce service. Choisissez les formules et suspendez les calendriers qui en abusent.',
  search: 'Rechercher un nom ou une adresse',
  onlySuspended: 'Calendriers suspendus uniquement',
  none: 'Aucun calendrier ne correspond',
  about: (address, events, members) => [address, ' · ', events, ' · ', members],
  events: (count) => counted(count, { one: '# événement', other: '# événements' }),
  members: (count) => counted(count, { one: '# membre', other: '# membres' }),
  planOf: (calendar) => `Formule de ${calendar}`,
  planSet: {
    FREE: (calendar) => `${calendar} a maintenant la formule Free.`,
    PLUS: (calendar) => `${calendar} a maintenant la formule Plus.`,
    PRO: (calendar) => `${calendar} a maintenant la formule Pro.`,
    ENTERPRISE: (calendar) => `${calendar} a maintenant la formule Enterprise.`,
  },
  suspended: (reason) => `Suspendu : ${reason}`,
  erased: (fromNow) => `Suppression ${fromNow}`,
  suspend: 'Suspendre…',
  suspendNamed: (calendar) => `Suspendre ${calendar}`,
  reinstate: 'Rétablir',
  reinstateNamed: (calendar) => `Rétablir ${calendar}`,
  reinstated: (calendar) => `${calendar} est de nouveau public.`,
  suspendDialog: {
    title: (calendar) => `Suspendre ${calendar} ?`,
    text: 'Il n’est plus public, n’envoie ni e-mails ni webhooks, et personne ne peut le modifier. Les liens des invités, les remboursements et l’accueil continuent de fonctionner.',
    reason: 'Motif, pour ses membres',
    suspend: 'Suspendre le calendrier',
    done: (calendar) => `${calendar} est suspendu.`,
  },
  previous: 'Précédent',
  next: 'Suivant',

  plans: {
    title: 'Formules',
    lead: 'Comparez les formules. Un calendrier a une seule formule.',
    ask: 'Pour changer la formule d’un calendrier, contactez l’exploitant de ce service et indiquez l’adresse du calendrier.',
    yours: (calendar, plan) => [calendar, ' a la formule ', plan, '.'],
    includes: {
      FREE: [
        'Événements, séries, billets, inscriptions et listes d’attente',
        'Messages, rappels et statistiques',
        'Accueil avec l’appli, pour les membres de votre équipe',
        'Toutes les données dans un fichier ZIP, à tout moment',
      ],
      PLUS: [
        'Tout ce que contient Free',
        'Un flux du calendrier et une liste à intégrer à votre site',
        'Webhooks',
        'Exports programmés, envoyés par e-mail',
        'Plus d’événements, d’invités et d’e-mails',
      ],
      PRO: [
        'Tout ce que contient Plus',
        'Clés API et journal des envois de webhooks',
        'Passes d’accueil pour les bénévoles sans compte',
        'Recherche d’invités par une partie du nom',
        'Les limites les plus élevées pour les événements, les invités et les e-mails',
      ],
    },
  },
}
