import type { Child } from 'hono/jsx/dom'
import type { DevelopersWords } from '../en/developers.ts'

export const developers: DevelopersWords = {
  title: 'Programadores',
  freePlan: {
    needed: (calendar) => `O painel de programadores requer o plano Plus ou Pro, e ${calendar} está no plano Free.`,
    openToAll: (link: (words: string) => Child): Child[] => [
      'Qualquer pessoa pode consultar ',
      link('a referência da API'),
      '.',
    ],
  },
  higherPlan: {
    title: (section, plan) => `${section}: requer o plano ${plan}`,
    current: (calendar, plan) => `${calendar} está no plano ${plan}.`,
  },

  feed: {
    title: 'Feed',
    lead: 'Subscreva o calendário em qualquer aplicação de calendário.',
    public: {
      title: 'Feed público',
      isPrivate: 'Este calendário é privado, por isso não tem feed público.',
      about:
        'Qualquer pessoa o pode subscrever. Contém os eventos públicos já publicados, desde há 90 dias até daqui a 18 meses.',
      address: 'o endereço público',
      webcalAddress: 'o endereço webcal público',
    },
    secret: {
      title: 'Feed secreto',
      on: 'Ativo',
      off: 'Inativo',
      about:
        'Um segundo endereço, para si e para a sua equipa, que inclui os eventos não listados e privados. Não o divulgue.',
      create: 'Criar endereço secreto',
      replace: 'Substituir endereço',
      revoke: 'Revogar endereço',
    },
    creating: {
      title: 'Criar um endereço secreto?',
      about:
        'Quem o tiver pode ver todos os eventos publicados deste calendário, incluindo os não listados e os privados.',
      action: 'Criar endereço',
    },
    replacing: {
      title: 'Substituir o endereço secreto?',
      about: 'O endereço antigo deixa logo de funcionar. Quem o subscreveu precisa do novo.',
      action: 'Substituir endereço',
    },
    revoking: {
      title: 'Revogar o endereço secreto?',
      about: 'Deixa logo de funcionar. O feed público não muda.',
      action: 'Revogar endereço',
      done: 'Endereço secreto revogado.',
    },
    created: {
      title: 'O endereço secreto',
      address: 'o endereço',
      warning:
        'Só o mostramos esta vez. Quem o tiver pode ver todos os eventos publicados, incluindo os não listados e os privados.',
      oneTap: 'Para aplicações que subscrevem com um toque:',
      webcalAddress: 'o endereço webcal',
    },
  },

  embed: {
    title: 'Incorporar',
    lead: 'Mostre os seus eventos no seu site com uma só linha de HTML.',
    isPrivate: 'Este calendário é privado e não pode ser incorporado. Primeiro, torne-o público.',
    tag: 'Etiqueta HTML',
    tagHint: 'Cole-a onde a lista deve aparecer.',
    copied: 'a etiqueta',
    theme: 'Aspeto',
    themes: { auto: 'Igual ao aparelho de quem visita', light: 'Claro', dark: 'Escuro' },
    accent: 'Cor',
    chooseAccent: 'Escolher a cor',
    accentHint: (example) => `Uma cor como ${example}. Deixe em branco para usar a predefinida.`,
    notColour: 'Isto não é uma cor.',
    limit: 'Número máximo de eventos',
    notLimit: (most) => `Indique um número de 1 a ${most}.`,
    compact: 'Compacta, sem imagens nem resumos',
    preview: 'Pré-visualização',
    previewOfList: 'Pré-visualização da lista incorporada',
  },

  reference: {
    title: 'Referência',
    lead: 'Use este calendário a partir do seu código.',
    base: 'URL base',
    copiedBase: 'o URL base',
    copiedCommand: 'o comando',
    listWithKey: 'Listar os eventos deste calendário com uma chave de API:',
    listPublic: 'Listar os eventos públicos deste calendário:',
    whole: {
      title: 'A referência da API',
      about: 'Todas as operações, com pedidos que pode executar, já preenchidos com este calendário.',
    },
    quickStarts: {
      title: 'Primeiros passos',
      about: 'Da lista incorporada a um webhook verificado, em poucas linhas cada.',
    },
    webhooks: {
      title: 'Webhooks',
      about: 'O conteúdo de cada tipo de evento e os cabeçalhos das duas formas.',
    },
    document: {
      title: 'OpenAPI 3.1',
      about: 'O contrato legível por máquinas, para geradores e linters.',
    },
  },

  secret: {
    warning: 'Não voltamos a mostrar isto. Guarde num servidor, nunca numa página web.',
    saved: 'Já guardei',
  },
}
