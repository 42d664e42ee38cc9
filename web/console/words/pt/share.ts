import type { ShareWords } from '../en/share.ts'

export const share: ShareWords = {
  title: { published: 'O seu evento está publicado. Partilhe-o.', unpublished: 'Partilhe o seu evento' },
  openWorkspace: 'Abrir o espaço de trabalho',
  viewPage: 'Ver página',
  inviteByEmail: 'Convidar pessoas por e-mail',
  noPage: {
    draft: 'Um rascunho ainda não tem página. Publique-o para obter o link.',
    private: 'Este evento não tem página pública. Convide pessoas por e-mail: cada uma recebe um link próprio.',
  },
  link: { title: 'Link', copies: 'o link' },
  website: {
    title: 'No seu site',
    copies: 'a etiqueta',
    needsPlus: 'A lista incorporada requer o plano Plus. O link e o código QR são grátis.',
  },
  print: {
    title: 'Em papel',
    text: 'Para um cartaz ou um programa. Imprime-se com nitidez em qualquer tamanho.',
    qrCode: (url) => `Código QR de ${url}`,
  },
}
