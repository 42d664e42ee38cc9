import type { WebhooksWords } from '../en/webhooks.ts'
import { counted } from './counted.ts'

export const webhooks: WebhooksWords = {
  title: 'Webhooks',
  lead: 'Recibe una solicitud firmada en tu propia dirección cuando pase algo.',
  create: 'Crear webhook',
  empty: {
    title: 'Aún no hay webhooks',
    about: 'Llamamos a un webhook en pocos segundos cuando alguien se inscribe o entra, o cuando cambia un evento.',
  },

  states: { active: 'Activo', paused: 'En pausa', switchedOff: 'Desactivado' },
  failures: (count) =>
    count === 1 ? 'La última entrega falló' : counted(count, { one: '# fallo seguido', other: '# fallos seguidos' }),
  everyEvent: 'Todos los eventos del calendario',
  signedByTarget: 'Firmado con X-Svc-Signature y Standard Webhooks',
  signedByCurrent: 'Firmado con X-Svc-Webhook-Signature',
  created: (when) => ['Creado ', when],
  grantEnded: 'El acceso de la aplicación terminó, por eso este webhook está desactivado.',
  receiverGone:
    'Hemos desactivado este webhook porque el receptor respondió 410 Gone. Reanúdalo cuando el receptor vuelva a funcionar.',
  typesOfWebhook: 'Tipos de evento',

  sendTest: 'Enviar prueba',
  pause: 'Pausar',
  resume: 'Reanudar',
  resumed: 'Webhook reanudado. Desde ahora enviamos los eventos nuevos.',
  rotateSecret: 'Renovar secreto',
  resendMissed: 'Reenviar entregas perdidas',
  log: 'Registro',

  test: {
    sending: 'Enviando una prueba…',
    sentWithoutLog: 'Hemos enviado una prueba. Con Pro, el registro muestra la respuesta del receptor.',
    waiting: 'Hemos enviado una prueba. El receptor aún no ha respondido.',
    arrived: (answer) => `La prueba ha llegado: ${answer}.`,
    missedAndRetried: (answer) => `La prueba no ha llegado: ${answer}. Lo intentaremos de nuevo.`,
    missedForGood: (answer) => `La prueba no ha llegado: ${answer}. No lo reintentaremos automáticamente.`,
    openLog: 'Ver en el registro',
    answer: (code, ms) => `${code} en ${ms} ms`,
    noAnswer: 'sin respuesta',
  },

  form: {
    address: 'Dirección',
    addressHint: 'Tu dirección https. Debe responder 2xx en menos de diez segundos.',
    scope: 'Alcance',
    calendar: 'Todos los eventos de este calendario',
    calendarHint: 'Firmado con X-Svc-Signature y las cabeceras de Standard Webhooks.',
    event: 'Un evento',
    eventHint: 'Firmado con X-Svc-Webhook-Signature, que contiene la hora y la firma.',
    chooseEvent: 'Evento',
    types: 'Tipos de evento',
    secret: 'Secreto (opcional)',
    secretHint: 'De 16 a 256 caracteres. Si lo dejas vacío, creamos uno.',
  },
  creating: { title: 'Crear un webhook', action: 'Crear webhook' },
  editing: { title: 'Editar el webhook', action: 'Guardar webhook' },
  rotating: {
    title: 'Renovar el secreto',
    about:
      'Durante 24 horas firmamos las entregas con los dos secretos. En X-Svc-Signature solo cabe uno, y usa el nuevo.',
    action: 'Renovar secreto',
  },
  secret: {
    ofCreated: 'El secreto de tu webhook',
    ofRotated: 'El nuevo secreto',
    giveToReceiver: 'Configúralo en tu receptor en las próximas 24 horas.',
    copied: 'el secreto',
    headers: 'Úsalo para verificar nuestras solicitudes. Estas son las cabeceras:',
  },
  pausing: {
    title: '¿Pausar este webhook?',
    about: 'No enviamos nada hasta que lo reanudes y descartamos las entregas en espera.',
    action: 'Pausar webhook',
  },
  deleting: {
    title: '¿Eliminar este webhook?',
    about: (url) => ['No enviamos nada más a ', url, ', tampoco las entregas que esperan un reintento.'],
    action: 'Eliminar webhook',
  },

  recovering: {
    title: '¿Reenviar las entregas perdidas?',
    about:
      'Reenviamos las entregas fallidas y descartadas, de la más antigua a la más reciente, con los mismos identificadores y contenidos, como máximo diez por segundo.',
    span: 'Periodo',
    lastHour: 'La última hora',
    lastDay: 'El último día',
    last7Days: 'Los últimos siete días',
    last30Days: 'Los últimos treinta días',
    action: 'Reenviar entregas',
  },
  recovery: {
    running: (sent, matched) => `Reenviando: ${sent} de ${matched}.`,
    nothingMissed: 'En ese periodo no se perdió ninguna entrega.',
    ended: (arrived, matched) => `Reenvío terminado: han llegado ${arrived} de ${matched}.`,
    endedWithFailures: (arrived, matched, failed) =>
      `Reenvío terminado: han llegado ${arrived} de ${matched}, ${failed} han vuelto a fallar.`,
    stopped: (arrived, matched) => `Reenvío detenido: han llegado ${arrived} de ${matched}.`,
    stoppedWithFailures: (arrived, matched, failed) =>
      `Reenvío detenido: han llegado ${arrived} de ${matched}, ${failed} han vuelto a fallar.`,
    stop: 'Detener',
  },

  eventTypes: {
    'guest.registered': 'Un invitado se inscribió, fue añadido o aceptó una invitación',
    'checkin.created': 'Un invitado entró por la puerta',
    'checkpoint.scanned': 'Un invitado pasó por un punto de control, o salió por la puerta y volvió',
    'event.updated': 'Cambiaron los datos de un evento, como el título, la hora o el lugar',
    'event.cancelled': 'Se canceló un evento',
    'announcement.sent': 'Se envió un anuncio por correo',
    'reminder.sent': 'Se envió un recordatorio por correo',
    'guest.updated': 'Cambió el estado, el nombre o el correo de un invitado',
    'checkin.undone': 'Se deshizo un acceso',
    'order.updated': 'Un pedido se pagó, caducó o se reembolsó',
    'refund.updated': 'Un reembolso se inició, se completó o falló',
    'dispute.updated': 'Un comprador disputó un pago, o se resolvió la disputa',
    'document.issued': 'Se emitió una factura o una rectificativa',
    'event.created': 'Se creó un evento, quizá como borrador',
    'event.published': 'Se publicó un evento',
    'import.completed': 'Se completó una importación',
    'archive.completed': 'Se completó un archivo, o falló',
  },
}
