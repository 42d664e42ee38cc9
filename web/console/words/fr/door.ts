import type { DoorWords } from '../en/door.ts'
import { counted } from './counted.ts'

export const door: DoorWords = {
  findGuest: 'Trouver un invité',
  openKiosk: 'Ouvrir l’appli d’accueil',

  progress: {
    inside: 'À l’intérieur',
    checkedIn: 'Entrés',
    live: 'En direct',
    connecting: 'Connexion',
    ofExpected: (count, expected, small) => [count, ' ', small(`sur ${expected}`)],
    everyoneIn: 'Tout le monde est là',
    toGo: (count) => counted(count, { one: 'encore # attendu', other: 'encore # attendus' }),
    perMinute: (pace) => `${pace} par minute`,
    lastGuest: (fromNow) => `à ce rythme, le dernier invité arrive ${fromNow}`,
  },

  chart: {
    title: 'Entrées par tranche de 5 minutes',
    label: 'Entrées de la dernière heure, par tranche de 5 minutes',
    from: 'À partir de',
    checkIns: 'Entrées',
    bar: (time, guests) => `${time} : ${counted(guests, { one: '# invité', other: '# invités' })}`,
  },

  gates: { title: 'Portes', none: 'Aucun invité entré.', noGate: 'Non indiquée' },

  latest: {
    title: 'Dernières entrées',
    none: 'Aucune entrée dans la dernière heure.',
    time: 'Heure',
    gate: 'Porte',
    by: 'Par',
    byYou: 'vous',
    actions: 'Actions',
    undoOf: (name) => `Annuler l’entrée de ${name}`,
    undone: (name) => `Entrée de ${name} annulée.`,
  },

  hours: {
    title: 'Horaires d’accueil',
    edit: 'Modifier les horaires',
    opens: (time) => `Ouverture : ${time}`,
    closes: (time) => `Fermeture : ${time}`,
    opensLabel: 'Ouverture',
    closesLabel: 'Fermeture',
    blankOpens: 'vide = 4 heures avant l’événement',
    blankCloses: 'vide = 4 heures après l’événement',
    save: 'Enregistrer les horaires',
    saved: 'Horaires d’accueil enregistrés.',
    practice: 'D’ici là, vous pouvez vous entraîner avec l’appli d’accueil. Les scans d’essai ne comptent pas.',
  },

  staff: {
    title: 'À l’entrée',
    lead: 'Ouvrez l’appli d’accueil sur le téléphone qui servira à scanner. Vous êtes déjà connecté.',
  },

  checkpoints: {
    title: 'Points de contrôle',
    add: 'Ajouter un point de contrôle',
    lead: 'Pour une autre porte à l’intérieur : un atelier, un repas ou un salon aux places limitées.',
    admitted: (count) => counted(count, { one: '# au total', other: '# au total' }),
  },

  checkpointForm: {
    newTitle: 'Nouveau point de contrôle',
    editTitle: (name) => `Modifier ${name}`,
    mode: 'Combien de fois un même invité peut entrer',
    modes: { ONCE: 'Une fois', DAILY: 'Une fois par jour', IN_OUT: 'De nouveau après être sorti' },
    inOutHint: 'Les invités sont aussi scannés à la sortie.',
    capacity: 'Capacité',
    blankUnlimited: 'vide = illimité',
    opens: 'Ouverture',
    closes: 'Fermeture',
    blankAsDoor: 'vide = comme l’entrée',
    tickets: 'Billets acceptés',
    ticketsHint: 'Sans choix, tous les billets sont acceptés.',
    create: 'Créer le point de contrôle',
    save: 'Enregistrer',
    delete: 'Supprimer',
    askDelete: (name) => `Supprimer « ${name} » ?`,
    deleteText:
      'Les invités ne pourront plus y être scannés. Les appareils de ce point de contrôle cesseront de fonctionner.',
  },

  passes: {
    title: 'Passes d’accueil',
    new: 'Nouveau passe d’accueil',
    none: 'Un passe d’accueil ouvre l’appli d’accueil sur n’importe quel téléphone, sans compte, jusqu’après l’événement.',
    needsPlan:
      'Avec un passe, des bénévoles peuvent accueillir vos invités sans compte. Votre équipe ouvre l’appli d’accueil en se connectant.',
    statuses: { ACTIVE: 'Actif', EXPIRED: 'Expiré', REVOKED: 'Révoqué' },
    notUsed: 'pas encore utilisé',
    used: (fromNow) => `utilisé ${fromNow}`,
    expires: (time) => `expire : ${time}`,
    revoke: 'Révoquer',
    revokeOf: (label) => `Révoquer ${label}`,
    askRevoke: (label) => `Révoquer « ${label} » ?`,
    revokePass: 'Révoquer le passe',
    revokeMeans: 'Ce passe ne fonctionnera plus dès le prochain scan.',
  },

  passForm: {
    label: 'Libellé',
    labelExample: 'Bénévoles',
    labelHint: 'Enregistré avec chaque entrée.',
    gate: 'Porte',
    hours: 'Validité, en heures',
    hoursHint: (time) => `Si ce champ est vide, le passe expire 2 heures après la fin de l’événement (${time}).`,
    door: 'Entrée',
    everyDoor: 'Toutes les entrées',
    create: 'Créer le passe',
  },

  newPass: {
    print: 'Imprimer',
    copyLink: 'Copier le lien',
    ofLink: 'le lien du passe',
    codeOf: (label) => `Code QR du passe d’accueil ${label}`,
    scan: (expires) =>
      `Scannez-le avec l’appareil photo d’un téléphone pour ouvrir l’appli d’accueil sans compte. Expiration du passe : ${expires}.`,
    shownOnce: 'Nous ne l’affichons qu’une fois. Si vous le perdez, créez un nouveau passe.',
    onPaper: (expires) =>
      `Scannez avec l’appareil photo d’un téléphone pour ouvrir l’appli d’accueil. Expiration : ${expires}.`,
  },
}
