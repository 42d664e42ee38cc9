import type { GuestSheetWords } from '../en/guest-sheet.ts'

export const guestSheet: GuestSheetWords = {
  approve: 'Valider',
  decline: 'Refuser',
  resend: 'Renvoyer',
  transfer: 'Céder',
  moreFor: (name) => `Autres actions pour ${name}`,
  resendEmail: 'Renvoyer son e-mail',
  renewLinks: 'Renouveler les liens',
  erase: 'Effacer…',
  codeOf: (name) => `Code QR de ${name}`,
  answers: 'Réponses',

  moves: {
    CONFIRMED: 'Confirmer',
    CHECKED_IN: 'Faire entrer à la main',
    WAITLISTED: 'Mettre sur liste d’attente',
    DECLINED: 'Refuser',
    CANCELLED: 'Annuler l’inscription',
  },
  moved: {
    CONFIRMED: (name) => `${name} : inscription confirmée.`,
    CHECKED_IN: (name) => `${name} : entrée enregistrée.`,
    WAITLISTED: (name) => `${name} : sur liste d’attente.`,
    DECLINED: (name) => `${name} : inscription refusée.`,
    CANCELLED: (name) => `${name} : inscription annulée.`,
  },
  approved: (name) => `${name} : inscription validée.`,
  declined: (name) => `${name} : inscription refusée.`,
  resent: (name) => `Nous renvoyons l’e-mail à ${name}.`,
  renewed: (name) => `${name} a de nouveaux liens.`,

  history: { title: 'Historique', none: 'Aucun changement ces 30 derniers jours.' },

  mails: {
    title: 'E-mails',
    none: 'Aucun e-mail.',
    mail: (kind, status) => `${kind}, ${status}`,
    statuses: {
      sent: 'envoyé',
      pending: 'en route',
      retrying: 'nouvel essai',
      failed: 'non distribué',
      cancelled: 'non envoyé',
    },
    kinds: {
      confirmation: 'Confirmation',
      promoted: 'Place libérée',
      'transfer.received': 'Place reçue',
      'transfer.sent': 'Place cédée',
      pending: 'Inscription reçue',
      'payment-processing': 'Paiement en cours',
      'payment-failed': 'Échec du paiement',
      'payment-overdue': 'Paiement en retard',
      document: 'Facture',
      waitlisted: 'Liste d’attente',
      offered: 'Place proposée',
      refusal: 'Inscription refusée',
      cancelled: 'Inscription annulée',
      withdrawn: 'Annulée par l’invité',
      'reply.kept': 'Réponse d’agenda reçue',
      invitation: 'Invitation',
      'event.cancelled': 'Événement annulé',
      'event.changed': 'Événement modifié',
      'address-changed': 'Adresse modifiée',
      announcement: 'Annonce',
      reminder: 'Rappel',
      refund: 'Remboursement',
      'refund-account': 'Compte pour un remboursement',
      registrations: 'Inscriptions',
      verification: 'Vérification de l’e-mail',
      party: 'Groupe',
    },
  },

  party: {
    title: (guests) => `Inscrits ensemble, ${guests}`,
    list: 'Inscrits ensemble',
    buyerErased: 'Nous n’avons pas de données sur la personne qui les a inscrits.',
    registeredBy: (name, email) => ['Inscription faite par ', name, ', ', email],
    registeredByWithEmails: (name, email) => [
      'Inscription faite par ',
      name,
      ', ',
      email,
      '. Les e-mails y sont envoyés, car cet invité n’a pas d’adresse à lui.',
    ],
    editBuyer: 'Modifier l’acheteur',
  },

  edit: {
    title: (name) => `Modifier ${name}`,
    guestMoved:
      'La nouvelle adresse reçoit un nouveau code et un nouveau lien. Les anciens cessent aussitôt de fonctionner.',
    buyerLead:
      'C’est le nom du groupe et de sa commande. Si l’acheteur est aussi invité, modifiez le nom de cet invité séparément.',
    buyerMoved:
      'Si une personne du groupe est encore inscrite, nous envoyons à la nouvelle adresse un nouveau lien vers le groupe. L’ancien lien cesse aussitôt de fonctionner, comme les codes et liens des invités qui partagent l’adresse de l’acheteur : leurs e-mails iront désormais à la nouvelle. Si l’acheteur est aussi invité, cet invité prend la nouvelle adresse.',
    ticketLeft: (ticket, left) => `${ticket} (reste : ${left})`,
    ticketFull: (ticket) => `${ticket} (complet)`,
    ticketMoved:
      'L’invité reçoit un e-mail avec le nouveau billet. Le code reste valable. Rien n’est débité ni remboursé maintenant.',
    samePriceOnly: 'Seulement les billets au même prix, car c’est celui de la commande de l’invité.',
    save: 'Enregistrer',
    saveAndEmail: 'Enregistrer et écrire',
    saved: 'Coordonnées enregistrées.',
  },

  transferring: {
    title: (name) => `Céder la place de ${name}`,
    lead: 'Le billet, la commande et la place passent à une autre personne. L’ancien code ne fonctionne plus et les deux personnes reçoivent un e-mail.',
    name: 'Son nom',
    email: 'Son adresse e-mail',
    action: 'Céder et écrire aux deux',
    done: (name) => `La place de ${name} est cédée. Nous écrivons aux deux personnes.`,
  },

  erasing: {
    ask: (name) => `Effacer ${name} ?`,
    action: 'Effacer définitivement',
    means:
      'Nous effaçons noms, adresse, réponses et code, y compris dans les commandes, les e-mails et les fichiers exportés. Sa place éventuelle va à la première personne de la liste d’attente. Cette action est irréversible. Les factures restent conservées aussi longtemps que le droit fiscal l’exige.',
    done: 'Invité effacé, avec toutes ses données personnelles.',
    kept: (numbers: string, until: string) =>
      `Invité effacé. Conservé jusqu’au ${until}, comme l’exige le droit fiscal : ${numbers}`,
  },
}
