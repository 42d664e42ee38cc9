import type { GuestsWords } from '../en/guests.ts'
import { counted } from './counted.ts'

const figure = (count: number) => counted(count, { one: '#', other: '#' })
const failedOf = (count: number) => counted(count, { one: '# fallo', other: '# fallos' })

export const guests: GuestsWords = {
  papers: {
    menu: 'Imprimir y exportar',
    csv: 'Descargar CSV',
    printList: 'Imprimir lista',
    printBadges: 'Imprimir acreditaciones',
    arrived: 'Ha llegado',
  },
  add: {
    menu: 'Añadir invitados',
    one: 'Añadir un invitado',
    fromFile: 'Añadir desde un archivo',
    invite: 'Invitar por correo',
    title: 'Añadir un invitado',
    emailHint: 'Recibe su entrada por correo al momento.',
    action: 'Añadir invitado',
    added: (name) => `${name} ya está en la lista.`,
  },
  filters: {
    status: 'Estado del invitado',
    needsApproval: 'Por aprobar',
    ticket: (name, count) => `${name} (${count})`,
    answer: 'Respuesta',
    answerTo: (question, answer) => `${question}: ${answer}`,
    newestFirst: 'Más recientes primero',
  },
  list: {
    search: 'Nombre, correo o código',
    registered: 'Inscripción',
    noMatches: 'Sin resultados',
    noMatchesText: 'Ningún invitado de este evento coincide con la búsqueda y los filtros.',
    none: 'Aún no hay inscripciones',
    noneText: 'Los invitados aparecen aquí justo después de inscribirse.',
    noneInDraft: 'La gente podrá inscribirse en cuanto publiques el evento.',
    share: 'Compartir evento',
    position: (position, total) => `${position} de ${total}`,
  },
  selection: {
    label: 'Selección',
    count: (count) => counted(count, { one: '# seleccionado', other: '# seleccionados' }),
    approve: (count) => `Aprobar ${figure(count)}`,
    decline: (count) => `Rechazar ${figure(count)}`,
    more: 'Más acciones para la selección',
    resend: 'Reenviar su correo',
    cancel: 'Cancelar inscripciones…',
    selectFirst: (count) => `Seleccionar los primeros ${figure(count)}`,
    selectAll: (count) => `Seleccionar los ${figure(count)}`,
    clear: 'Quitar selección',
  },
  running: {
    failed: failedOf,
    mayLeave: 'Puedes salir de esta página',
    waiting: 'Esperando al servicio para continuar',
    paused: 'En pausa',
    pause: 'Pausar',
    resume: 'Continuar',
    stop: 'Detener',
  },
  acts: {
    approve: {
      doing: 'Aprobando',
      progress: (done, total) => `Aprobando ${done} de ${total}`,
      done: (count) => counted(count, { one: '# aprobado.', other: '# aprobados.' }),
      doneExcept: (count, failed) =>
        `${counted(count, { one: '# aprobado', other: '# aprobados' })}, ${failedOf(failed)}.`,
    },
    reject: {
      doing: 'Rechazando',
      progress: (done, total) => `Rechazando ${done} de ${total}`,
      done: (count) => counted(count, { one: '# rechazado.', other: '# rechazados.' }),
      doneExcept: (count, failed) =>
        `${counted(count, { one: '# rechazado', other: '# rechazados' })}, ${failedOf(failed)}.`,
    },
    resend: {
      doing: 'Reenviando',
      progress: (done, total) => `Reenviando ${done} de ${total}`,
      done: (count) => counted(count, { one: '# correo reenviado.', other: '# correos reenviados.' }),
      doneExcept: (count, failed) =>
        `${counted(count, { one: '# correo reenviado', other: '# correos reenviados' })}, ${failedOf(failed)}.`,
    },
    cancel: {
      doing: 'Cancelando',
      progress: (done, total) => `Cancelando ${done} de ${total}`,
      done: (count) => counted(count, { one: '# inscripción cancelada.', other: '# inscripciones canceladas.' }),
      doneExcept: (count, failed) =>
        `${counted(count, { one: '# inscripción cancelada', other: '# inscripciones canceladas' })}, ${failedOf(failed)}.`,
    },
  },
  declining: {
    ask: (name) => `¿Rechazar a ${name}?`,
    askMany: (count) => counted(count, { one: '¿Rechazar a # invitado?', other: '¿Rechazar a # invitados?' }),
    means: 'Les avisaremos por correo de que no pueden asistir. Tienes 10 segundos para deshacerlo.',
    message: 'Mensaje',
    messageHint: 'Tu mensaje se cita en el correo.',
    tooLong: (characters) => `Usa como máximo ${figure(characters)} caracteres.`,
    keep: 'No rechazar',
    action: 'Rechazar',
    started: (name) => `Rechazaremos a ${name} en 10 segundos.`,
    startedMany: (count) =>
      counted(count, {
        one: 'Rechazaremos a # invitado en 10 segundos.',
        other: 'Rechazaremos a # invitados en 10 segundos.',
      }),
    undo: 'Deshacer rechazo',
    state: 'Rechazando',
  },
  approving: {
    ask: (count) => counted(count, { one: '¿Aprobar # invitado?', other: '¿Aprobar # invitados?' }),
  },

  quoted: {
    emails: (count) =>
      counted(count, { one: '# dirección recibe un correo.', other: '# direcciones reciben un correo.' }),
    orders: (sum) => `Nuevos pedidos por pagar: ${sum}.`,
  },

  cancelling: {
    ask: (count) => counted(count, { one: '¿Cancelar # inscripción?', other: '¿Cancelar # inscripciones?' }),
    action: (count) =>
      counted(count, { one: 'Cancelar y avisar a # invitado', other: 'Cancelar y avisar a # invitados' }),
    keep: 'Mantenerlas',
    means: 'Sus plazas quedan libres. No se reembolsa ningún pago.',
  },
  names: {
    erased: 'Borrado',
    erasedBelow: 'datos personales borrados',
    noAddress: 'sin dirección',
    missing: 'Falta el nombre',
    via: (email) => `a través de ${email}`,
    noReply: 'aún sin respuesta',
  },
}
