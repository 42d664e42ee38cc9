import type { ShareWords } from '../en/share.ts'

export const share: ShareWords = {
  title: { published: 'Il tuo evento è pubblicato. Condividilo.', unpublished: 'Condividi il tuo evento' },
  openWorkspace: 'Apri l’area di lavoro',
  viewPage: 'Vedi la pagina',
  inviteByEmail: 'Invita per e-mail',
  noPage: {
    draft: 'Una bozza non ha ancora una pagina. Pubblicala per avere il link.',
    private: 'Questo evento non ha una pagina pubblica. Invita le persone per e-mail: ognuna riceve il suo link.',
  },
  link: { title: 'Link', copies: 'il link' },
  website: {
    title: 'Sul tuo sito web',
    copies: 'il tag',
    needsPlus: 'Per l’elenco incorporato serve Plus. Il link e il codice QR sono gratuiti.',
  },
  print: {
    title: 'Su carta',
    text: 'Per una locandina o un programma. Nitido a ogni dimensione.',
    qrCode: (url) => `Codice QR per ${url}`,
  },
}
