import type { ErasureWords } from '../en/erasure.ts'
import { counted } from './counted.ts'

export const erasure: ErasureWords = {
  title: {
    event: (name) => `¿Eliminar «${name}»?`,
    calendar: (name) => `¿Eliminar ${name}?`,
    account: '¿Eliminar tu cuenta?',
  },
  lead: {
    event:
      'Eliminaremos el evento dentro de 30 días. Hasta entonces no es público, nadie puede cambiarlo y puedes anular la eliminación.',
    calendar:
      'Eliminaremos el calendario dentro de 30 días. Hasta entonces no es público, nadie puede cambiarlo y puedes anular la eliminación.',
    account:
      'Eliminaremos tu cuenta dentro de 30 días, junto con los calendarios en los que no hay más miembros que tú. Hasta entonces puedes anularlo. Conservas tu cuenta en el proveedor de identidad.',
  },
  empty: {
    event: 'Nadie se ha inscrito nunca en este evento, así que lo eliminaremos al momento. No se puede deshacer.',
    calendar:
      'Este calendario no tiene eventos, así que lo eliminaremos al momento. Su página, sus feeds y su lista insertada dejan de funcionar. No se puede deshacer.',
  },
  deleteNow: 'Eliminar definitivamente',
  erases: 'Qué eliminaremos',
  counts: {
    events: (count) => counted(count, { one: '# evento', other: '# eventos' }),
    guests: (count) => counted(count, { one: '# invitado', other: '# invitados' }),
    orders: (count) => counted(count, { one: '# pedido', other: '# pedidos' }),
    members: (count) => counted(count, { one: '# miembro del equipo', other: '# miembros del equipo' }),
    images: (count) => counted(count, { one: '# imagen', other: '# imágenes' }),
    apiKeys: (count) => counted(count, { one: '# clave de API', other: '# claves de API' }),
    webhooks: (count) => counted(count, { one: '# webhook', other: '# webhooks' }),
  },
  nothingElse: 'Tu nombre, tus ajustes y tu ID de usuario en todos los registros',
  stays: 'Qué se conserva y por qué',
  staying: {
    DOCUMENTS: 'Las facturas y rectificativas de un evento hasta su fecha, porque lo exige la ley fiscal',
    POSTINGS: 'Los movimientos de dinero, sin nombres, para que las cuentas sigan completas',
    SLUGS: 'Las direcciones web, para que un enlace antiguo nunca lleve a otra cosa',
    CHANGE_FEED:
      'La lista de cambios, solo con ID, durante 30 días, para que los programas conectados sepan de la eliminación',
    RESPONSES: 'Respuestas cifradas a programas durante 1 día, para que una petición repetida no se ejecute dos veces',
    EMAIL_RECORDS:
      'Registros de los correos enviados, sin dirección ni contenido, durante 30 días, para que ningún correo se envíe dos veces',
  },
  copyFirst: '¿Quieres una copia? Descárgalo todo antes:',
  confirm: (name) => `Escribe «${name}» para confirmar`,
  request: 'Eliminar dentro de 30 días',
  blocked: {
    event: 'Todavía no puedes eliminar este evento',
    calendar: 'Todavía no puedes eliminar este calendario',
    account: 'Todavía no puedes eliminar tu cuenta',
  },
  blocks: {
    EVENT_AHEAD:
      'El evento no ha terminado. Cancélalo antes, para que sus invitados reciban un correo, o espera a que termine.',
    EVENTS_WITH_GUESTS: (count) =>
      counted(count, {
        one: '# próximo evento tiene invitados. Cancélalo antes, para que reciban un correo.',
        other: '# próximos eventos tienen invitados. Cancélalos antes, para que reciban un correo.',
      }),
    DOCUMENTS_KEPT: 'El calendario tiene facturas que la ley obliga a conservar. Podrás eliminarlo después.',
    OPEN_PAYMENTS: 'Hay reembolsos o pagos en curso. Vuelve a intentarlo cuando hayan terminado.',
    ONLY_OWNER: (calendar, members) =>
      counted(members, {
        one: `No hay más propietarios que tú en ${calendar}, que tiene # miembro más. Hazlo propietario o elimina antes el calendario.`,
        other: `No hay más propietarios que tú en ${calendar}, que tiene # miembros más. Haz propietario a uno de ellos o elimina antes el calendario.`,
      }),
    other: 'Hay algo en curso. Vuelve a intentarlo más tarde.',
  },
  open: {
    EVENT_AHEAD: 'Abrir el evento',
    EVENTS_WITH_GUESTS: 'Ver eventos',
    OPEN_PAYMENTS: 'Ver ingresos',
    ONLY_OWNER: 'Abrir equipo',
  },
  managersCant: 'Ya hay inscripciones en este evento. Cancélalo o pide a un propietario que lo elimine.',
  pending: {
    event: (name, when) => [name, ` se eliminará el ${when}. Hasta entonces, nadie puede cambiarlo.`],
    calendar: (name, when) => [
      name,
      ` se eliminará el ${when}. Hasta entonces, no es público y nadie puede cambiarlo.`,
    ],
    account: (when) => `Tu cuenta se eliminará el ${when}.`,
  },
  takeBack: 'Anular eliminación',
  takenBack: 'Eliminación anulada. No se eliminará nada.',
  requested: {
    event: 'Hemos enviado la fecha por correo a los propietarios.',
    calendar: 'Hemos enviado la fecha por correo a los propietarios.',
    account: 'Hasta entonces puedes anularlo.',
  },
  download: {
    title: 'Llévatelo todo',
    lead: 'Un ZIP con eventos, invitados, pedidos, accesos, mensajes, cupones, el equipo y las imágenes, en CSV y JSON. No contiene contraseñas, claves ni códigos QR.',
    button: 'Descargar todo',
    underWay: 'Descargando…',
  },
}
