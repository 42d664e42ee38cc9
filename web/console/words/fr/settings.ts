import type { SettingsWords } from '../en/settings.ts'

export const settings: SettingsWords = {
  title: 'Réglages',
  hidden: (reason) => `L’exploitant de ce service a masqué ce calendrier au public : ${reason}`,
  appearance: {
    title: 'Apparence',
    lead: 'Sur la page du calendrier et en haut de chaque e-mail.',
    address: 'Adresse',
    description: 'Description',
    markdown: 'Markdown',
    picture: 'Image',
    cover: 'Couverture',
    accent: 'Couleur d’accent',
  },
  language: {
    title: 'Langue et fuseau horaire',
    timeZone: 'Fuseau horaire',
    language: 'Langue',
    currency: 'Devise',
    currencyHint:
      'Pour les nouveaux billets et codes promo, par exemple EUR. Laissez vide pour celle du fuseau horaire.',
    languageHint: 'Pour les pages et les e-mails, sauf si la personne en choisit une autre.',
  },
  visibility: {
    title: 'Visibilité',
    label: 'Visible par',
    public: 'Tout le monde',
    publicHint: 'Le calendrier a une page, des flux et une liste à intégrer.',
    private: 'Votre équipe et vos invités uniquement',
  },
  legal: {
    title: 'Contact et mentions légales',
    lead: 'En bas de chaque page et de chaque e-mail.',
    email: 'E-mail pour les invités',
    website: 'Site web',
    imprint: 'Mentions légales',
    privacy: 'Confidentialité',
  },
  payment: {
    title: 'Paiement hors ligne',
    lead: 'Affiché aux invités dont la commande est impayée, sur leur page et dans leurs e-mails.',
    instructions: 'Comment payer',
    instructionsAside: 'Markdown ; modifiable pour chaque événement',
  },
  unsaved: 'Modifications non enregistrées',
  allSaved: 'Tout est enregistré',
  saved: 'Réglages enregistrés.',
  plan: {
    title: 'Formule',
    isOn: (calendar, plan) => [`${calendar} a la formule `, plan, '.'],
  },
  quotas: {
    names: {
      eventsPerCalendar: 'Événements à venir',
      guestsPerEvent: 'Invités par événement',
      messagesPerEventAndDay: 'Messages par événement et par jour',
      recipientsPerDay: 'Destinataires de messages aujourd’hui',
      imagesPerCalendar: 'Images',
      imagesPerDay: 'Images envoyées aujourd’hui',
      archivesPerDay: 'Archives aujourd’hui',
    },
    resets: (fromNow) => `remise à zéro ${fromNow}`,
    atMost: (quota, limit) => `${quota} : ${limit} au maximum`,
  },
  danger: {
    title: 'Zone de danger',
    lead: 'Nous vous montrons ce qui sera supprimé avant que vous décidiez, puis nous attendons 30 jours.',
    delete: 'Supprimer le calendrier…',
  },
}
