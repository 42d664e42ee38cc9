import type { ShareWords } from '../en/share.ts'

export const share: ShareWords = {
  title: { published: 'Tu evento está publicado. Compártelo.', unpublished: 'Compartir tu evento' },
  openWorkspace: 'Abrir espacio de trabajo',
  viewPage: 'Ver página',
  inviteByEmail: 'Invitar por correo',
  noPage: {
    draft: 'Un borrador aún no tiene página. Publícalo para obtener su enlace.',
    private: 'Este evento no tiene página pública. Invita por correo y cada persona recibirá su enlace.',
  },
  link: { title: 'Enlace', copies: 'el enlace' },
  website: {
    title: 'En tu web',
    copies: 'la etiqueta',
    needsPlus: 'La lista insertada requiere Plus. El enlace y el código QR son gratis.',
  },
  print: {
    title: 'Impreso',
    text: 'Para un cartel o un programa. Nítido a cualquier tamaño.',
    qrCode: (url) => `Código QR de ${url}`,
  },
}
