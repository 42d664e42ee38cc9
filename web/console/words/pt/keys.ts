import type { Child } from 'hono/jsx/dom'
import type { KeysWords } from '../en/keys.ts'

export const keys: KeysWords = {
  title: 'Chaves de API',
  lead: 'Para os seus servidores. Uma chave só funciona neste calendário e com as permissões que lhe der.',
  create: 'Criar chave',
  empty: {
    title: 'Ainda não há chaves de API',
    about: 'Com uma chave, o seu servidor lê e altera este calendário sem que ninguém inicie sessão.',
  },
  limitReached:
    'As três chaves deste calendário estão ativas, e três é o máximo. Desative ou revogue uma para dar lugar a outra.',
  activeKeys: (active, most) => `${active} de ${most} chaves ativas.`,
  revokedKeys: (count) => `Chaves revogadas (${count})`,

  states: { active: 'Ativa', inactive: 'Inativa', expired: 'Expirada', revoked: 'Revogada' },
  testKey: 'Chave de teste',
  scopesOfKey: 'Permissões',
  created: (when: Child, by): Child[] => ['Criada ', when, ' por ', by],
  neverUsed: 'Nunca usada',
  lastUsed: (when: Child): Child[] => ['Usada pela última vez ', when],
  revoked: (when: Child): Child[] => ['Revogada ', when],
  expired: (time) => `Expirou em ${time}`,
  expires: (time) => `Válida até ${time}`,

  activate: 'Ativar',
  deactivate: 'Desativar',
  activated: (name) => `«${name}» voltou a funcionar.`,
  deactivated: (name) => `«${name}» já não funciona.`,
  rename: 'Mudar o nome',
  revoke: 'Revogar',

  nameHint: 'Diga para que serve, para distinguir as suas chaves.',
  creating: {
    title: 'Criar uma chave',
    kind: 'Tipo',
    live: 'Produção',
    liveHint: 'Para o serviço real.',
    test: 'Teste',
    testHint: 'Funciona em todo o lado, exceto em produção.',
    scopes: 'Permissões',
    scopesHint:
      'Escolha só as de que a chave precisa. Não é possível acrescentar permissões mais tarde: teria de criar outra chave.',
    readOnly: 'Só leitura',
    allScopes: 'Todas',
    noScopes: 'Nenhuma',
    expires: 'Validade',
    never: 'Não expira',
    in30Days: '30 dias',
    in90Days: '90 dias',
    inOneYear: 'Um ano',
    action: 'Criar chave',
  },
  newKey: {
    title: 'A sua nova chave',
    copiedKey: 'a chave',
    tryIt: 'Experimente-a num terminal:',
    copiedCommand: 'o comando',
  },
  renaming: { title: 'Mudar o nome da chave', action: 'Mudar o nome' },
  revoking: {
    title: (name) => `Revogar «${name}»?`,
    about: 'A partir de agora, os pedidos com esta chave falham. Não é possível voltar atrás.',
    action: 'Revogar definitivamente',
    done: (name) => `«${name}» foi revogada.`,
  },

  scopes: {
    'events:read': 'Ler o calendário, os eventos, os bilhetes e as estatísticas',
    'events:write': 'Criar, alterar, eliminar, cancelar e duplicar eventos e bilhetes',
    'guests:read': 'Listar convidados e exportá-los em CSV ou JSON',
    'guests:write': 'Adicionar, convidar, aprovar e recusar convidados e ceder os seus lugares',
    'checkins:read': 'Listar entradas e consultar códigos QR',
    'checkins:write': 'Registar e anular entradas',
    'communications:write': 'Enviar anúncios e lembretes por e-mail',
    'webhooks:read': 'Ler webhooks e o seu registo de entregas',
    'webhooks:write': 'Criar webhooks e repetir as suas entregas',
    'billing:read': 'Ler encomendas e relatórios de vendas',
    'billing:write': 'Reembolsar encomendas e marcá-las como pagas',
    'analytics:read': 'Ler estatísticas agregadas do calendário',
  },
}
