import type { ImportingWords } from '../en/importing.ts'
import { counted } from './counted.ts'

export const importing: ImportingWords = {
  title: 'Añadir invitados desde un archivo',
  file: 'Archivo CSV',
  paste: 'O pega una tabla',
  pasteExample: 'Nombre, Apellidos, Correo\nNora, Lindqvist, nora@example.org',
  chooseAnother: 'Elegir otro archivo',
  readAs: {
    commas: (encoding) => `Leído como ${encoding}, con comas entre las columnas.`,
    semicolons: (encoding) => `Leído como ${encoding}, con puntos y comas entre las columnas.`,
    tabs: (encoding) => `Leído como ${encoding}, con tabulaciones entre las columnas.`,
    bars: (encoding) => `Leído como ${encoding}, con barras verticales entre las columnas.`,
  },
  checkLetters: 'Si letras como la ñ se ven mal, guarda el archivo como UTF-8 y vuelve a elegirlo.',
  columns: { email: 'Correo', firstName: 'Nombre', lastName: 'Apellidos', name: 'Nombre completo', ticket: 'Entrada' },
  skipColumn: 'Omitir',
  reason: 'Motivo',
  rows: {
    label: 'Filas del archivo',
    column: (number) => `Columna ${number}`,
    row: (number) => `Fila ${number}`,
    fault: (number, fault) => `Fila ${number}: ${fault}`,
    moreFaults: (count) => counted(count, { one: 'y # más', other: 'y # más' }),
    ticketForOthers: 'Entrada para las filas que no indican ninguna',
  },
  faults: {
    noAddress: 'sin correo',
    twice: 'aparece dos veces en el archivo',
    noName: 'sin nombre',
    stopped: 'no se ha intentado, porque lo detuviste',
    noTicket: (ticket) => `ninguna entrada se llama «${ticket}»`,
  },
  willBeAdded: (guests) => counted(guests, { one: 'Se añadirá # invitado', other: 'Se añadirán # invitados' }),
  willBeAddedExcept: (added, skipped) => [
    added,
    counted(skipped, { one: ', # fila omitida:', other: ', # filas omitidas:' }),
  ],
  emailing: {
    ask: '¿Enviar un correo a estos invitados?',
    no: 'No, solo añadirlos',
    noHint: (resend) =>
      `Solo escribimos a los invitados con un pedido por pagar, porque caduca. Puedes enviar las entradas más tarde: selecciona a los invitados y elige «${resend}».`,
    yes: 'Sí, enviarles su entrada',
    yesHint: 'Cada invitado recibe un correo al momento.',
  },
  add: 'Añadir',
  addOnly: (guests) => counted(guests, { one: 'Añadir # invitado', other: 'Añadir # invitados' }),
  addAndEmail: (guests) =>
    counted(guests, { one: 'Añadir y avisar a # invitado', other: 'Añadir y avisar a # invitados' }),
  running: { doing: 'Añadiendo', progress: (done, total) => `Añadiendo ${done} de ${total}` },
  added: (guests) => counted(guests, { one: '# invitado añadido.', other: '# invitados añadidos.' }),
  addedExcept: (guests, rows, open) =>
    `${counted(guests, { one: '# invitado añadido', other: '# invitados añadidos' })}, ${counted(rows, { one: '# fila sin añadir', other: '# filas sin añadir' })}. Para ver por qué, elige «${open}».`,
  result: {
    title: (guests) => counted(guests, { one: '# invitado añadido', other: '# invitados añadidos' }),
    allEmailed: 'Estamos enviando a todos su entrada por correo.',
    noneEmailed: 'Solo escribimos a los invitados con un pedido por pagar.',
    notAdded: (people) => counted(people, { one: 'No se ha añadido # fila:', other: 'No se han añadido # filas:' }),
    list: 'No añadidos',
    download: 'Descargar esas filas',
  },
  inviting: {
    title: 'Invitar a personas',
    addresses: 'Correos electrónicos',
    addressesExample: 'nora@example.org\nBen Carter <ben@example.org>',
    found: (addresses) =>
      counted(addresses, {
        one: '# dirección encontrada. Puedes pegarlas en cualquier formato.',
        other: '# direcciones encontradas. Puedes pegarlas en cualquier formato.',
      }),
    file: 'O un archivo CSV',
    message: 'Tu mensaje',
    showPreview: 'Ver el correo',
    hidePreview: 'Ocultar vista previa',
    send: (invitations) => counted(invitations, { one: 'Enviar # invitación', other: 'Enviar # invitaciones' }),
    done: (people) => counted(people, { one: '# persona invitada', other: '# personas invitadas' }),
    results: {
      invited: (count) => counted(count, { one: '# invitada', other: '# invitadas' }),
      alreadyRegistered: (count) => counted(count, { one: '# ya inscrita', other: '# ya inscritas' }),
      unsubscribed: (count) =>
        counted(count, { one: '# dada de baja de este calendario', other: '# dadas de baja de este calendario' }),
      declined: (count) =>
        counted(count, { one: '# ya rechazó la invitación', other: '# ya rechazaron la invitación' }),
      invalid: (count) => counted(count, { one: '# no válida', other: '# no válidas' }),
    },
  },
}
