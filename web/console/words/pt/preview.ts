import type { PreviewWords } from '../en/preview.ts'

export const preview: PreviewWords = {
  event: {
    label: 'Pré-visualização',
    phone: 'Telemóvel',
    desktop: 'Computador',
    untitled: 'O seu evento',
    frame: 'Página do evento',
  },
  email: {
    title: 'Pré-visualização do e-mail',
    label: (subject) => `E-mail: ${subject}`,
    guestLanguage: 'Idioma do convidado',
    sendTest: 'Enviar-me um teste',
    sendingTest: (recipient) => `Estamos a enviar um teste para ${recipient}.`,
  },
}
