import type { PreviewWords } from '../en/preview.ts'

export const preview: PreviewWords = {
  event: {
    label: 'Podgląd',
    phone: 'Telefon',
    desktop: 'Komputer',
    untitled: 'Twoje wydarzenie',
    frame: 'Strona wydarzenia',
  },
  email: {
    title: 'Podgląd e-maila',
    label: (subject) => `E-mail: ${subject}`,
    guestLanguage: 'Język gościa',
    sendTest: 'Wyślij mi test',
    sendingTest: (recipient) => `Wysyłamy test na adres ${recipient}.`,
  },
}
