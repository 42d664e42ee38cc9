import type { PreviewWords } from '../en/preview.ts'

export const preview: PreviewWords = {
  event: {
    label: 'Vorschau',
    phone: 'Telefon',
    desktop: 'Desktop',
    untitled: 'Ihre Veranstaltung',
    frame: 'Seite der Veranstaltung',
  },
  email: {
    title: 'E-Mail-Vorschau',
    label: (subject) => `E-Mail: ${subject}`,
    guestLanguage: 'Sprache des Gastes',
    sendTest: 'Test an mich senden',
    sendingTest: (recipient) => `Wir senden einen Test an ${recipient}.`,
  },
}
