import type { ShareWords } from '../en/share.ts'

export const share: ShareWords = {
  title: { published: 'Je evenement is gepubliceerd. Deel het.', unpublished: 'Deel je evenement' },
  openWorkspace: 'Werkruimte openen',
  viewPage: 'Pagina bekijken',
  inviteByEmail: 'Mensen per e-mail uitnodigen',
  noPage: {
    draft: 'Een concept heeft nog geen pagina. Publiceer het om de link te krijgen.',
    private: 'Dit evenement heeft geen openbare pagina. Nodig mensen per e-mail uit; iedereen krijgt een eigen link.',
  },
  link: { title: 'Link', copies: 'de link' },
  website: {
    title: 'Op je website',
    copies: 'de tag',
    needsPlus: 'Voor de ingesloten lijst heb je Plus nodig. De link en de QR-code zijn gratis.',
  },
  print: {
    title: 'Op papier',
    text: 'Voor een poster of programma. Scherp op elk formaat.',
    qrCode: (url) => `QR-code voor ${url}`,
  },
}
