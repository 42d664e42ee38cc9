import type { PreviewWords } from '../en/preview.ts'

export const preview: PreviewWords = {
  event: {
    label: 'Vista previa',
    phone: 'Teléfono',
    desktop: 'Ordenador',
    untitled: 'Tu evento',
    frame: 'Página del evento',
  },
  email: {
    title: 'Vista previa del correo',
    label: (subject) => `Correo: ${subject}`,
    guestLanguage: 'Idioma del invitado',
    sendTest: 'Enviarme una prueba',
    sendingTest: (recipient) => `Estamos enviando una prueba a ${recipient}.`,
  },
}
