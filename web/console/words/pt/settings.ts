import type { Child } from 'hono/jsx/dom'
import type { SettingsWords } from '../en/settings.ts'

export const settings: SettingsWords = {
  title: 'Definições',
  hidden: (reason) => `O operador deste serviço ocultou este calendário ao público: ${reason}`,
  appearance: {
    title: 'Aspeto',
    lead: 'Na página do calendário e no topo de cada e-mail.',
    address: 'Endereço',
    description: 'Descrição',
    markdown: 'Markdown',
    picture: 'Imagem',
    cover: 'Capa',
    accent: 'Cor',
  },
  language: {
    title: 'Idioma e fuso horário',
    timeZone: 'Fuso horário',
    language: 'Idioma',
    currency: 'Moeda',
    currencyHint: 'Para novos bilhetes e cupões, por exemplo EUR. Deixe em branco para usar a moeda do fuso horário.',
    languageHint: 'Para páginas e e-mails, exceto se quem lê escolher outro.',
  },
  visibility: {
    title: 'Visibilidade',
    label: 'Visível para',
    public: 'Todos',
    publicHint: 'O calendário tem uma página, feeds e uma lista incorporada.',
    private: 'Só a sua equipa e quem tiver convite',
  },
  legal: {
    title: 'Contacto e informação legal',
    lead: 'No rodapé de cada página e de cada e-mail.',
    email: 'E-mail para os convidados',
    website: 'Site',
    imprint: 'Informação legal',
    privacy: 'Privacidade',
  },
  payment: {
    title: 'Pagamento offline',
    lead: 'Visível para os convidados com uma encomenda por pagar, na sua página e nos e-mails.',
    instructions: 'Como pagar',
    instructionsAside: 'Markdown; cada evento pode ter as suas',
  },
  unsaved: 'Alterações por guardar',
  allSaved: 'Alterações guardadas',
  saved: 'Definições guardadas.',
  plan: {
    title: 'Plano',
    isOn: (calendar, plan: Child): Child => [`${calendar} está no plano `, plan, '.'],
  },
  quotas: {
    names: {
      eventsPerCalendar: 'Eventos futuros',
      guestsPerEvent: 'Convidados por evento',
      messagesPerEventAndDay: 'Mensagens por evento e por dia',
      recipientsPerDay: 'Destinatários de mensagens hoje',
      imagesPerCalendar: 'Imagens',
      imagesPerDay: 'Imagens enviadas hoje',
      archivesPerDay: 'Arquivos hoje',
    },
    resets: (fromNow) => `recomeça ${fromNow}`,
    atMost: (quota, limit) => `${quota}: no máximo ${limit}`,
  },
  danger: {
    title: 'Zona de perigo',
    lead: 'Antes de decidir, mostramos-lhe o que será eliminado. Depois esperamos 30 dias.',
    delete: 'Eliminar calendário…',
  },
}
