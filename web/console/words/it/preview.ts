import type { PreviewWords } from '../en/preview.ts'

export const preview: PreviewWords = {
  event: {
    label: 'Anteprima',
    phone: 'Telefono',
    desktop: 'Computer',
    untitled: 'Il tuo evento',
    frame: 'Pagina dell’evento',
  },
  email: {
    title: 'Anteprima dell’e-mail',
    label: (subject) => `E-mail: ${subject}`,
    guestLanguage: 'Lingua dell’ospite',
    sendTest: 'Inviami una prova',
    sendingTest: (recipient) => `Stiamo inviando una prova a ${recipient}.`,
  },
}
