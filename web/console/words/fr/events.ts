import type { EventsWords } from '../en/events.ts'
import { counted } from './counted.ts'

export const events: EventsWords = {
  list: {
    newEvent: 'Nouvel événement',
    filterLabel: 'Statut de l’événement',
    filters: { upcoming: 'À venir', drafts: 'Brouillons', past: 'Passés', cancelled: 'Annulés' },
    tag: 'Thème',
    search: 'Rechercher un titre ou un texte',
    seats: 'Places',
    actions: 'Actions',
    dates: (dates) => counted(dates, { one: '# date', other: '# dates' }),
  },
  empty: {
    noMatches: 'Aucun résultat',
    noMatchesText: 'Aucun événement de ce calendrier ne contient ces mots dans son titre ou son texte.',
    upcoming: 'Aucun événement à venir',
    upcomingText: 'Chaque événement a sa page d’inscription. Vous voyez ici qui vient.',
    drafts: 'Aucun brouillon',
    past: 'Aucun événement passé',
    cancelled: 'Aucun événement annulé',
    createEvent: 'Créer un événement',
  },
  menu: {
    label: (title) => `Autres actions pour ${title}`,
    publish: 'Publier…',
    share: 'Partager',
    duplicate: 'Dupliquer…',
    cancel: 'Annuler l’événement…',
    delete: 'Supprimer…',
  },
  cancelDialog: {
    title: (title) => `Annuler « ${title} » ?`,
    text: 'La page reste en ligne et indique que l’événement est annulé. Cette action est irréversible.',
    reason: 'Motif',
    reasonAside: 'visible par les invités',
    email: (guests) => counted(guests, { one: 'Écrire à # invité', other: 'Écrire à # invités' }),
    paidOrders: 'Commandes payées',
    paid: (orders) => counted(orders, { one: '# commande payée', other: '# commandes payées' }),
    refunds: 'Remboursements',
    refundNow: 'Tout rembourser maintenant',
    refundNowHint: 'Vous verrez le résultat de chaque commande.',
    refundLater: 'Plus tard',
    refundLaterHint: 'Avec « Tout rembourser », dans les commandes de l’événement.',
    ownerRefunds: 'Seuls les propriétaires de ce calendrier peuvent voir et rembourser ses commandes.',
    cancel: 'Annuler l’événement',
    cancelAndEmail: (guests) =>
      counted(guests, { one: 'Annuler et écrire à # invité', other: 'Annuler et écrire à # invités' }),
    keep: 'Ne pas annuler',
    cancelled: 'Événement annulé.',
    cancelledAndEmailing: (guests) =>
      counted(guests, {
        one: 'Événement annulé. Nous écrivons à # invité.',
        other: 'Événement annulé. Nous écrivons à # invités.',
      }),
  },
  duplicateDialog: {
    title: (title) => `Dupliquer « ${title} »`,
    date: 'Date de la copie',
    time: 'Début',
    means:
      'Les périodes de vente, d’inscription, d’accueil et de validité des codes promo sont décalées d’autant. La copie est un brouillon sans invités. Ses codes promo sont inutilisés et reçoivent un nouveau code, par exemple EARLY-2.',
    action: 'Dupliquer l’événement',
  },
  deleteDialog: {
    title: (title) => `Supprimer « ${title} » ?`,
    text: 'Ses billets et ses questions sont supprimés aussi. S’il y a déjà des inscriptions, vous pouvez seulement annuler l’événement.',
    delete: 'Supprimer définitivement',
    deleted: 'Événement supprimé.',
  },
  publishDialog: {
    title: (title) => `Publier « ${title} » ?`,
    text: 'La page et les inscriptions ouvrent aussitôt. Aucun e-mail n’est envoyé.',
    publish: 'Publier',
    notYet: 'Pas encore',
    published: 'Événement publié.',
  },
}
