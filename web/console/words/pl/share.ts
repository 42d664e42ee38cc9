import type { ShareWords } from '../en/share.ts'

export const share: ShareWords = {
  title: { published: 'Wydarzenie opublikowane. Udostępnij je.', unpublished: 'Udostępnij wydarzenie' },
  openWorkspace: 'Otwórz panel',
  viewPage: 'Zobacz stronę',
  inviteByEmail: 'Zaproś osoby e-mailem',
  noPage: {
    draft: 'Szkic nie ma jeszcze strony. Opublikuj go, aby dostać link.',
    private: 'To wydarzenie nie ma strony publicznej. Zaproś osoby e-mailem, a każda dostanie własny link.',
  },
  link: { title: 'Link', copies: 'link' },
  website: {
    title: 'Na Twojej stronie',
    copies: 'znacznik',
    needsPlus: 'Osadzona lista wymaga planu Plus. Link i kod QR są bezpłatne.',
  },
  print: {
    title: 'W druku',
    text: 'Na plakat lub do programu. Ostry w każdym rozmiarze.',
    qrCode: (url) => `Kod QR: ${url}`,
  },
}
