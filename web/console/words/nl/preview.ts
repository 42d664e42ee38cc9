import type { PreviewWords } from '../en/preview.ts'

export const preview: PreviewWords = {
  event: {
    label: 'Voorbeeld',
    phone: 'Telefoon',
    desktop: 'Computer',
    untitled: 'Je evenement',
    frame: 'Pagina van het evenement',
  },
  email: {
    title: 'Voorbeeld van de e-mail',
    label: (subject) => `E-mail: ${subject}`,
    guestLanguage: 'Taal van de gast',
    sendTest: 'Test naar mij sturen',
    sendingTest: (recipient) => `We sturen een test naar ${recipient}.`,
  },
}
