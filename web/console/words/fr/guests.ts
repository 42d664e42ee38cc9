import type { GuestsWords } from '../en/guests.ts'
import { counted } from './counted.ts'

const figure = (count: number) => counted(count, { one: '#', other: '#' })
const failedOf = (count: number) => counted(count, { one: '# échec', other: '# échecs' })

export const guests: GuestsWords = {
  papers: {
    menu: 'Imprimer et exporter',
    csv: 'Télécharger en CSV',
    printList: 'Imprimer la liste',
    printBadges: 'Imprimer les badges',
    arrived: 'Arrivé',
  },

  add: {
    menu: 'Ajouter des invités',
    one: 'Ajouter un invité',
    fromFile: 'Ajouter depuis un fichier',
    invite: 'Inviter par e-mail',
    title: 'Ajouter un invité',
    emailHint: 'Le billet part aussitôt par e-mail.',
    action: 'Ajouter l’invité',
    added: (name) => `${name} fait partie des invités.`,
  },

  filters: {
    status: 'Statut de l’invité',
    needsApproval: 'À valider',
    ticket: (name, count) => `${name} (${count})`,
    answer: 'Réponse',
    answerTo: (question, answer) => `${question} : ${answer}`,
    newestFirst: 'Plus récents d’abord',
  },

  list: {
    search: 'Nom, e-mail ou code',
    registered: 'Inscription',
    noMatches: 'Aucun résultat',
    noMatchesText: 'Aucun invité de cet événement ne correspond à votre recherche et à vos filtres.',
    none: 'Aucune inscription',
    noneText: 'Les invités s’affichent ici juste après leur inscription.',
    noneInDraft: 'Les inscriptions ouvrent dès que l’événement est publié.',
    share: 'Partager l’événement',
    position: (position, total) => `${position} sur ${total}`,
  },

  selection: {
    label: 'Sélection',
    count: (count) => counted(count, { one: '# sélectionné', other: '# sélectionnés' }),
    approve: (count) => `Valider (${figure(count)})`,
    decline: (count) => `Refuser (${figure(count)})`,
    more: 'Autres actions pour la sélection',
    resend: 'Renvoyer leur e-mail',
    cancel: 'Annuler les inscriptions…',
    selectFirst: (count) => `Sélectionner les ${figure(count)} premiers`,
    selectAll: (count) => `Sélectionner les ${figure(count)}`,
    clear: 'Annuler la sélection',
  },

  running: {
    failed: failedOf,
    mayLeave: 'Vous pouvez quitter cette page',
    waiting: 'En attente du service, puis reprise',
    paused: 'En pause',
    pause: 'Mettre en pause',
    resume: 'Reprendre',
    stop: 'Arrêter',
  },

  acts: {
    approve: {
      doing: 'Validation',
      progress: (done, total) => `Validation : ${done} sur ${total}`,
      done: (count) => counted(count, { one: '# validé.', other: '# validés.' }),
      doneExcept: (count, failed) => `${counted(count, { one: '# validé', other: '# validés' })}, ${failedOf(failed)}.`,
    },
    reject: {
      doing: 'Refus',
      progress: (done, total) => `Refus : ${done} sur ${total}`,
      done: (count) => counted(count, { one: '# refusé.', other: '# refusés.' }),
      doneExcept: (count, failed) => `${counted(count, { one: '# refusé', other: '# refusés' })}, ${failedOf(failed)}.`,
    },
    resend: {
      doing: 'Renvoi',
      progress: (done, total) => `Renvoi : ${done} sur ${total}`,
      done: (count) => counted(count, { one: '# e-mail renvoyé.', other: '# e-mails renvoyés.' }),
      doneExcept: (count, failed) =>
        `${counted(count, { one: '# e-mail renvoyé', other: '# e-mails renvoyés' })}, ${failedOf(failed)}.`,
    },
    cancel: {
      doing: 'Annulation',
      progress: (done, total) => `Annulation : ${done} sur ${total}`,
      done: (count) => counted(count, { one: '# inscription annulée.', other: '# inscriptions annulées.' }),
      doneExcept: (count, failed) =>
        `${counted(count, { one: '# inscription annulée', other: '# inscriptions annulées' })}, ${failedOf(failed)}.`,
    },
  },

  declining: {
    ask: (name) => `Refuser ${name} ?`,
    askMany: (count) => counted(count, { one: 'Refuser # invité ?', other: 'Refuser # invités ?' }),
    means:
      'Nous annonçons par e-mail que la participation n’est pas possible. Vous avez 10 secondes pour revenir en arrière.',
    message: 'Message',
    messageHint: 'L’e-mail cite votre message.',
    tooLong: (characters) => `${figure(characters)} caractères au maximum.`,
    keep: 'Ne pas refuser',
    action: 'Refuser',
    started: (name) => `${name} recevra un refus dans 10 secondes.`,
    startedMany: (count) =>
      counted(count, {
        one: '# invité recevra un refus dans 10 secondes.',
        other: '# invités recevront un refus dans 10 secondes.',
      }),
    undo: 'Annuler le refus',
    state: 'Refus en cours',
  },

  approving: {
    ask: (count) => counted(count, { one: 'Valider # invité ?', other: 'Valider # invités ?' }),
  },

  quoted: {
    emails: (count) => counted(count, { one: '# adresse reçoit un e-mail.', other: '# adresses reçoivent un e-mail.' }),
    orders: (sum) => `Nouvelles commandes à payer : ${sum}.`,
  },

  cancelling: {
    ask: (count) => counted(count, { one: 'Annuler # inscription ?', other: 'Annuler # inscriptions ?' }),
    action: (count) => counted(count, { one: 'Annuler et écrire à # invité', other: 'Annuler et écrire à # invités' }),
    keep: 'Ne pas annuler',
    means: 'Leurs places se libèrent. Aucun paiement n’est remboursé.',
  },

  names: {
    erased: 'Effacé',
    erasedBelow: 'données personnelles effacées',
    noAddress: 'aucune adresse',
    missing: 'Nom manquant',
    via: (email) => `via ${email}`,
    noReply: 'pas encore de réponse',
  },
}
