import type { ImportingWords } from '../en/importing.ts'
import { counted } from './counted.ts'

export const importing: ImportingWords = {
  title: 'Ajouter des invités depuis un fichier',
  file: 'Fichier CSV',
  paste: 'Ou collez un tableau',
  pasteExample: 'Prénom, Nom, E-mail\nNora, Lindqvist, nora@example.org',
  chooseAnother: 'Choisir un autre fichier',
  readAs: {
    commas: (encoding) => `Lu en ${encoding}, avec des virgules entre les colonnes.`,
    semicolons: (encoding) => `Lu en ${encoding}, avec des points-virgules entre les colonnes.`,
    tabs: (encoding) => `Lu en ${encoding}, avec des tabulations entre les colonnes.`,
    bars: (encoding) => `Lu en ${encoding}, avec des barres verticales entre les colonnes.`,
  },
  checkLetters:
    'Si des lettres comme é s’affichent mal, enregistrez le fichier en UTF-8, puis choisissez-le à nouveau.',

  columns: {
    email: 'E-mail',
    firstName: 'Prénom',
    lastName: 'Nom',
    name: 'Nom complet',
    ticket: 'Billet',
  },
  skipColumn: 'Ignorer',
  reason: 'Motif',

  rows: {
    label: 'Lignes du fichier',
    column: (number) => `Colonne ${number}`,
    row: (number) => `Ligne ${number}`,
    fault: (number, fault) => `Ligne ${number} : ${fault}`,
    moreFaults: (count) => counted(count, { one: 'et # autre', other: 'et # autres' }),
    ticketForOthers: 'Billet des lignes qui n’en indiquent pas',
  },

  faults: {
    noAddress: 'aucune adresse e-mail',
    twice: 'figure deux fois dans le fichier',
    noName: 'aucun nom',
    stopped: 'non traitée, car vous avez arrêté l’ajout',
    noTicket: (ticket) => `aucun billet ne s’appelle « ${ticket} »`,
  },

  willBeAdded: (guests) => counted(guests, { one: '# invité sera ajouté', other: '# invités seront ajoutés' }),
  willBeAddedExcept: (added, skipped) => [
    added,
    counted(skipped, { one: ', # ligne ignorée :', other: ', # lignes ignorées :' }),
  ],
  emailing: {
    ask: 'Écrire à ces invités ?',
    no: 'Non, les ajouter seulement',
    noHint: (resend) =>
      `Nous n’écrivons qu’aux invités dont la commande est à payer, car elle expire. Vous pourrez envoyer les billets plus tard : sélectionnez les invités, puis choisissez « ${resend} ».`,
    yes: 'Oui, leur envoyer leur billet par e-mail',
    yesHint: 'Chaque invité reçoit aussitôt un e-mail.',
  },

  add: 'Ajouter',
  addOnly: (guests) => counted(guests, { one: 'Ajouter # invité', other: 'Ajouter # invités' }),
  addAndEmail: (guests) =>
    counted(guests, { one: 'Ajouter et écrire à # invité', other: 'Ajouter et écrire à # invités' }),
  running: {
    doing: 'Ajout',
    progress: (done, total) => `Ajout : ${done} sur ${total}`,
  },
  added: (guests) => counted(guests, { one: '# invité ajouté.', other: '# invités ajoutés.' }),
  addedExcept: (guests, rows, open) =>
    `${counted(guests, { one: '# invité ajouté', other: '# invités ajoutés' })}, ${counted(rows, { one: '# ligne non ajoutée', other: '# lignes non ajoutées' })}. Pour savoir pourquoi, choisissez « ${open} ».`,

  result: {
    title: (guests) => counted(guests, { one: '# invité ajouté', other: '# invités ajoutés' }),
    allEmailed: 'Nous envoyons à tous leur billet par e-mail.',
    noneEmailed: 'Nous n’écrivons qu’aux invités dont la commande est à payer.',
    notAdded: (people) =>
      counted(people, {
        one: '# ligne n’a pas été ajoutée :',
        other: '# lignes n’ont pas été ajoutées :',
      }),
    list: 'Lignes non ajoutées',
    download: 'Télécharger ces lignes',
  },

  inviting: {
    title: 'Inviter des personnes',
    addresses: 'Adresses e-mail',
    addressesExample: 'nora@example.org\nBen Carter <ben@example.org>',
    found: (addresses) =>
      counted(addresses, {
        one: '# adresse trouvée. Collez-les dans n’importe quel format.',
        other: '# adresses trouvées. Collez-les dans n’importe quel format.',
      }),
    file: 'Ou un fichier CSV',
    message: 'Votre message',
    showPreview: 'Aperçu de l’e-mail',
    hidePreview: 'Masquer l’aperçu',
    send: (invitations) => counted(invitations, { one: 'Envoyer # invitation', other: 'Envoyer # invitations' }),
    done: (people) => counted(people, { one: '# personne invitée', other: '# personnes invitées' }),
    results: {
      invited: (count) => counted(count, { one: '# invitation envoyée', other: '# invitations envoyées' }),
      alreadyRegistered: (count) =>
        counted(count, { one: '# personne déjà inscrite', other: '# personnes déjà inscrites' }),
      unsubscribed: (count) =>
        counted(count, {
          one: '# personne désabonnée de ce calendrier',
          other: '# personnes désabonnées de ce calendrier',
        }),
      declined: (count) =>
        counted(count, {
          one: '# personne a déjà décliné cet événement',
          other: '# personnes ont déjà décliné cet événement',
        }),
      invalid: (count) => counted(count, { one: '# adresse non valable', other: '# adresses non valables' }),
    },
  },
}
