import type { WebhooksWords } from '../en/webhooks.ts'
import { counted } from './counted.ts'

export const webhooks: WebhooksWords = {
  title: 'Webhooks',
  lead: 'Recevez une requête signée à votre propre adresse quand quelque chose se passe.',
  create: 'Créer un webhook',
  empty: {
    title: 'Aucun webhook',
    about:
      'Nous appelons un webhook en quelques secondes après une inscription, une entrée ou la modification d’un événement.',
  },

  states: { active: 'Actif', paused: 'En pause', switchedOff: 'Désactivé' },
  failures: (count) =>
    count === 1 ? 'Dernier envoi échoué' : counted(count, { one: '# échec d’affilée', other: '# échecs d’affilée' }),
  everyEvent: 'Tous les événements du calendrier',
  signedByTarget: 'Signé avec X-Svc-Signature et Standard Webhooks',
  signedByCurrent: 'Signé avec X-Svc-Webhook-Signature',
  created: (when) => ['Créé ', when],
  grantEnded: 'L’accès de l’application a pris fin, ce webhook est donc désactivé.',
  receiverGone:
    'Nous avons désactivé ce webhook, car le destinataire a répondu 410 Gone. Reprenez-le quand le destinataire fonctionnera de nouveau.',
  typesOfWebhook: 'Types d’événements',

  sendTest: 'Envoyer un test',
  pause: 'Mettre en pause',
  resume: 'Reprendre',
  resumed: 'Webhook repris. Nous envoyons désormais les nouveaux événements.',
  rotateSecret: 'Renouveler le secret',
  resendMissed: 'Relancer les envois manqués',
  log: 'Journal',

  test: {
    sending: 'Envoi d’un test…',
    sentWithoutLog: 'Nous avons envoyé un test. Avec Pro, le journal montre la réponse du destinataire.',
    waiting: 'Nous avons envoyé un test. Le destinataire n’a pas encore répondu.',
    arrived: (answer) => `Le test est arrivé : ${answer}.`,
    missedAndRetried: (answer) => `Le test n’est pas arrivé : ${answer}. Nous allons réessayer.`,
    missedForGood: (answer) => `Le test n’est pas arrivé : ${answer}. Nous ne réessaierons pas automatiquement.`,
    openLog: 'Voir dans le journal',
    answer: (code, ms) => `${code} en ${ms} ms`,
    noAnswer: 'aucune réponse',
  },

  form: {
    address: 'Adresse',
    addressHint: 'Votre adresse https. Elle doit répondre 2xx en moins de dix secondes.',
    scope: 'Portée',
    calendar: 'Tous les événements de ce calendrier',
    calendarHint: 'Signé avec X-Svc-Signature et les en-têtes Standard Webhooks.',
    event: 'Un événement',
    eventHint: 'Signé avec X-Svc-Webhook-Signature, qui contient l’heure et la signature.',
    chooseEvent: 'Événement',
    types: 'Types d’événements',
    secret: 'Secret (facultatif)',
    secretHint: 'De 16 à 256 caractères. Laissez vide et nous en créons un.',
  },
  creating: { title: 'Créer un webhook', action: 'Créer le webhook' },
  editing: { title: 'Modifier le webhook', action: 'Enregistrer le webhook' },
  rotating: {
    title: 'Renouveler le secret',
    about:
      'Pendant 24 heures, nous signons les envois avec les deux secrets. X-Svc-Signature n’en contient qu’un et utilise le nouveau.',
    action: 'Renouveler le secret',
  },
  secret: {
    ofCreated: 'Le secret de votre webhook',
    ofRotated: 'Le nouveau secret',
    giveToReceiver: 'Configurez-le chez le destinataire dans les 24 heures.',
    copied: 'le secret',
    headers: 'Il sert à vérifier nos requêtes. Voici les en-têtes :',
  },
  pausing: {
    title: 'Mettre ce webhook en pause ?',
    about: 'Nous n’envoyons rien jusqu’à la reprise et abandonnons les envois en attente.',
    action: 'Mettre en pause',
  },
  deleting: {
    title: 'Supprimer ce webhook ?',
    about: (url) => ['Nous n’envoyons plus rien à ', url, ', pas même les envois en attente d’un nouvel essai.'],
    action: 'Supprimer le webhook',
  },

  recovering: {
    title: 'Relancer les envois manqués ?',
    about:
      'Nous relançons les envois échoués et abandonnés, du plus ancien au plus récent, avec les mêmes identifiants et contenus, au plus dix par seconde.',
    span: 'Période',
    lastHour: 'La dernière heure',
    lastDay: 'Le dernier jour',
    last7Days: 'Les sept derniers jours',
    last30Days: 'Les trente derniers jours',
    action: 'Relancer les envois',
  },
  recovery: {
    running: (sent, matched) => `Relance : ${sent} sur ${matched}.`,
    nothingMissed: 'Aucun envoi manqué sur cette période.',
    ended: (arrived, matched) => `Relance terminée : ${arrived} distribués sur ${matched}.`,
    endedWithFailures: (arrived, matched, failed) =>
      `Relance terminée : ${arrived} distribués sur ${matched}, ${failed} de nouveau échoués.`,
    stopped: (arrived, matched) => `Relance arrêtée : ${arrived} distribués sur ${matched}.`,
    stoppedWithFailures: (arrived, matched, failed) =>
      `Relance arrêtée : ${arrived} distribués sur ${matched}, ${failed} de nouveau échoués.`,
    stop: 'Arrêter',
  },

  eventTypes: {
    'guest.registered': 'Un invité s’est inscrit, a été ajouté ou a accepté une invitation',
    'checkin.created': 'Un invité est entré',
    'checkpoint.scanned': 'Un invité a passé un point de contrôle, ou est sorti puis revenu',
    'event.updated': 'Un événement a été modifié, par exemple son titre, sa date ou son lieu',
    'event.cancelled': 'Un événement a été annulé',
    'announcement.sent': 'Une annonce a été envoyée par e-mail',
    'reminder.sent': 'Un rappel a été envoyé par e-mail',
    'guest.updated': 'Le statut, le nom ou l’adresse e-mail d’un invité a changé',
    'checkin.undone': 'Une entrée a été annulée',
    'order.updated': 'Une commande a été payée ou remboursée, ou a expiré',
    'refund.updated': 'Un remboursement a été lancé, a abouti ou a échoué',
    'dispute.updated': 'Un acheteur a contesté un paiement, ou le litige a été tranché',
    'document.issued': 'Une facture ou un avoir a été émis',
    'event.created': 'Un événement a été créé, peut-être en brouillon',
    'event.published': 'Un événement a été publié',
    'import.completed': 'Une importation est terminée',
    'archive.completed': 'Une archive est prête ou a échoué',
  },
}
