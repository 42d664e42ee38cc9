import type { ShareWords } from '../en/share.ts'

export const share: ShareWords = {
  title: { published: 'Ihre Veranstaltung ist veröffentlicht. Teilen Sie sie.', unpublished: 'Veranstaltung teilen' },
  openWorkspace: 'Arbeitsbereich öffnen',
  viewPage: 'Seite ansehen',
  inviteByEmail: 'Per E-Mail einladen',
  noPage: {
    draft: 'Ein Entwurf hat noch keine Seite. Veröffentlichen Sie ihn, um einen Link zu bekommen.',
    private:
      'Diese Veranstaltung hat keine öffentliche Seite. Laden Sie per E-Mail ein, dann bekommen alle einen eigenen Link.',
  },
  link: { title: 'Link', copies: 'den Link' },
  website: {
    title: 'Auf Ihrer Website',
    copies: 'das Tag',
    needsPlus: 'Die eingebettete Liste braucht den Tarif Plus. Link und QR-Code sind kostenlos.',
  },
  print: {
    title: 'Im Druck',
    text: 'Für ein Plakat oder Programmheft. In jeder Größe scharf.',
    qrCode: (url) => `QR-Code für ${url}`,
  },
}
