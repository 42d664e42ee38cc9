import type { PreviewWords } from '../en/preview.ts'

export const preview: PreviewWords = {
  event: {
    label: 'Aperçu',
    phone: 'Téléphone',
    desktop: 'Ordinateur',
    untitled: 'Votre événement',
    frame: 'Page de l’événement',
  },
  email: {
    title: 'Aperçu de l’e-mail',
    label: (subject) => `E-mail : ${subject}`,
    guestLanguage: 'Langue de l’invité',
    sendTest: 'M’envoyer un test',
    sendingTest: (recipient) => `Nous envoyons un test à ${recipient}.`,
  },
}
