import type { ShareWords } from '../en/share.ts'

export const share: ShareWords = {
  title: { published: 'Votre événement est publié. Partagez-le.', unpublished: 'Partager votre événement' },
  openWorkspace: 'Ouvrir l’espace de travail',
  viewPage: 'Voir la page',
  inviteByEmail: 'Inviter par e-mail',
  noPage: {
    draft: 'Un brouillon n’a pas encore de page. Publiez-le pour obtenir son lien.',
    private: 'Cet événement n’a pas de page publique. Invitez par e-mail : chacun reçoit son propre lien.',
  },
  link: { title: 'Lien', copies: 'le lien' },
  website: {
    title: 'Sur votre site web',
    copies: 'la balise',
    needsPlus: 'La liste intégrée nécessite la formule Plus. Le lien et le code QR sont gratuits.',
  },
  print: {
    title: 'Sur papier',
    text: 'Pour une affiche ou un programme. Net à toutes les tailles.',
    qrCode: (url) => `Code QR de ${url}`,
  },
}
