import type { EditorWords } from '../en/editor.ts'
import { counted } from './counted.ts'

export const editor: EditorWords = {
  frame: {
    tabs: 'Secções deste evento',
    overview: 'Resumo',
    viewPage: 'Ver página',
  },

  title: (event) => `Editar ${event}`,
  parts: {
    what: 'Detalhes',
    when: 'Data e hora',
    where: 'Local',
    registration: 'Inscrição',
    seen: 'Visibilidade',
  },
  preview: 'Pré-visualização',
  unsaved: 'Alterações por guardar',
  allSaved: 'Alterações guardadas',
  saved: 'Alterações guardadas.',
  publish: 'Publicar',
  ticketsAndQuestions: 'Bilhetes e perguntas',

  saving: {
    title: 'Guardar alterações',
    saveAndEmail: (guests) =>
      counted(guests, { one: 'Guardar e avisar # convidado', other: 'Guardar e avisar # convidados' }),
    applyTo: 'Aplicar a',
    apply: {
      this: 'Só esta data',
      following: 'Esta data e todas as seguintes',
      all: 'Todas as datas da série',
    },
    allHint: 'As datas editadas à parte mantêm as suas alterações.',
    willChange: (dates) => counted(dates, { one: '# data vai mudar.', other: '# datas vão mudar.' }),
    email: (guests) =>
      counted(guests, { one: 'Avisar # convidado por e-mail', other: 'Avisar # convidados por e-mail' }),
    emailHint: 'Recebem a nova hora e o novo local.',
  },

  cover: {
    label: 'Capa',
    choose: 'Escolher uma imagem',
    replace: 'Escolher outra imagem',
    uploading: 'A enviar…',
    uploaded: (width, height, kilobytes) =>
      `${width} × ${height}, ${kilobytes} KB. O seu navegador removeu os metadados antes do envio.`,
    hint: 'Arraste, cole ou escolha um ficheiro JPEG, PNG ou WebP. Sem imagem, desenhamos um cartaz.',
    logoHint: 'Arraste ou escolha um ficheiro JPEG, PNG ou WebP. Sem imagem, mostramos a primeira letra do nome.',
    useColour: 'Usar a cor da imagem',
    remove: 'Remover imagem',
    linkPreview: 'Pré-visualização do link',
  },

  hues: {
    colour: (degrees) => `Cor ${degrees}°`,
    automatic: 'Automática, a partir do nome',
  },
}
