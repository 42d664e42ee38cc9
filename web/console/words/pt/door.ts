import type { Child } from 'hono/jsx/dom'
import type { DoorWords } from '../en/door.ts'
import { counted } from './counted.ts'

export const door: DoorWords = {
  findGuest: 'Procurar um convidado',
  openKiosk: 'Abrir a app de entrada',

  progress: {
    inside: 'Lá dentro agora',
    checkedIn: 'Entraram',
    live: 'Em direto',
    connecting: 'A ligar',
    ofExpected: (count: Child, expected, small): Child => [count, ' ', small(`de ${expected}`)],
    everyoneIn: 'Já entraram todos',
    toGo: (count) => counted(count, { one: 'falta #', other: 'faltam #' }),
    perMinute: (pace) => `${pace} por minuto`,
    lastGuest: (fromNow) => `a este ritmo, o último convidado chega ${fromNow}`,
  },

  chart: {
    title: 'Entradas a cada 5 minutos',
    label: 'Entradas na última hora, a cada 5 minutos',
    from: 'A partir de',
    checkIns: 'Entradas',
    bar: (time, guests) => `${time}: ${counted(guests, { one: '# convidado', other: '# convidados' })}`,
  },

  gates: { title: 'Portões', none: 'Ainda não entrou ninguém.', noGate: 'Sem indicação' },

  latest: {
    title: 'Últimas entradas',
    none: 'Sem entradas na última hora.',
    time: 'Hora',
    gate: 'Portão',
    by: 'Por',
    byYou: 'mim',
    actions: 'Ações',
    undoOf: (name) => `Anular a entrada de ${name}`,
    undone: (name) => `Entrada anulada: ${name}.`,
  },

  hours: {
    title: 'Horário de entrada',
    edit: 'Editar horário',
    opens: (time) => `Abertura: ${time}`,
    closes: (time) => `Fecho: ${time}`,
    opensLabel: 'Abertura',
    closesLabel: 'Fecho',
    blankOpens: 'vazio = 4 horas antes do evento',
    blankCloses: 'vazio = 4 horas depois do evento',
    save: 'Guardar horário',
    saved: 'Horário de entrada guardado.',
    practice: 'Até lá, pode praticar na app de entrada. As leituras de prática não contam.',
  },

  staff: {
    title: 'À porta',
    lead: 'Abra a app de entrada no telemóvel com que vai ler os códigos. Já tem a sessão iniciada.',
  },

  checkpoints: {
    title: 'Pontos de controlo',
    add: 'Adicionar ponto de controlo',
    lead: 'Adicione um para outra porta no interior, como um workshop, uma refeição ou uma sala com lugares limitados.',
    admitted: (count) => counted(count, { one: '# no total', other: '# no total' }),
  },

  checkpointForm: {
    newTitle: 'Novo ponto de controlo',
    editTitle: (name) => `Editar ${name}`,
    mode: 'Quantas vezes pode entrar o mesmo convidado',
    modes: { ONCE: 'Uma vez', DAILY: 'Uma vez por dia', IN_OUT: 'De novo depois de sair' },
    inOutHint: 'Os códigos também são lidos à saída.',
    capacity: 'Lotação',
    blankUnlimited: 'vazio = sem limite',
    opens: 'Abertura',
    closes: 'Fecho',
    blankAsDoor: 'vazio = como a porta principal',
    tickets: 'Bilhetes aceites',
    ticketsHint: 'Se não escolher nenhum, são todos aceites.',
    create: 'Criar ponto de controlo',
    save: 'Guardar ponto de controlo',
    delete: 'Eliminar ponto de controlo',
    askDelete: (name) => `Eliminar «${name}»?`,
    deleteText:
      'Os convidados deixam de poder ser lidos ali. Os dispositivos deste ponto de controlo deixam de funcionar.',
  },

  passes: {
    title: 'Passes de staff',
    new: 'Novo passe de staff',
    none: 'Um passe de staff abre a app de entrada em qualquer telemóvel até depois do evento, sem conta.',
    needsPlan:
      'Com um passe, quem ajuda pode registar entradas sem ter conta. A sua equipa inicia sessão na app de entrada.',
    statuses: { ACTIVE: 'Ativo', EXPIRED: 'Expirado', REVOKED: 'Revogado' },
    notUsed: 'ainda não usado',
    used: (fromNow) => `usado ${fromNow}`,
    expires: (time) => `válido até ${time}`,
    revoke: 'Revogar',
    revokeOf: (label) => `Revogar ${label}`,
    askRevoke: (label) => `Revogar «${label}»?`,
    revokePass: 'Revogar passe',
    revokeMeans: 'Este passe deixa de funcionar na próxima leitura.',
  },

  passForm: {
    label: 'Etiqueta',
    labelExample: 'Voluntários',
    labelHint: 'Fica guardada com cada entrada registada.',
    gate: 'Portão',
    hours: 'Validade em horas',
    hoursHint: (time) => `Deixe vazio para o passe ser válido até ${time}, 2 horas depois do fim do evento.`,
    door: 'Porta',
    everyDoor: 'Todas as portas',
    create: 'Criar passe',
  },

  newPass: {
    print: 'Imprimir',
    copyLink: 'Copiar link',
    ofLink: 'o link do passe',
    codeOf: (label) => `Código QR do passe de staff ${label}`,
    scan: (expires) =>
      `Leia-o com a câmara de um telemóvel para abrir a app de entrada sem conta. O passe é válido até ${expires}.`,
    shownOnce: 'Só o mostramos uma vez. Se o perder, crie um novo passe.',
    onPaper: (expires) => `Leia com a câmara de um telemóvel para abrir a app de entrada. Válido até ${expires}.`,
  },
}
