import type { AppsWords } from '../en/apps.ts'

export const apps: AppsWords = {
  title: 'Aplicaciones',
  lead: 'Aplicaciones y asistentes que actúan por un miembro de este calendario.',
  none: 'Ninguna aplicación tiene acceso a este calendario.',
  list: 'Aplicaciones con acceso',
  calledItself: (name) => `Se hace llamar «${name}»`,
  allowed: (when, who) => ['Permitida ', when, ` por ${who}`],
  neverUsed: 'Aún sin usar',
  lastUsed: (when) => ['Último uso ', when],
  scopes: 'Puede',
  limit: 'Como asistente, puede',
  limited: 'Guardado.',
  did: 'Qué ha hecho',
  end: 'Quitar acceso',
  ending: {
    title: (host) => `¿Quitar el acceso a ${host}?`,
    about: 'La aplicación ya no podrá leer ni cambiar este calendario, y sus webhooks se detienen.',
    action: 'Quitar acceso',
    done: (host) => `${host} ya no tiene acceso.`,
  },
  consent: {
    title: 'Permitir una aplicación',
    wants: (host) => [host, ' solicita acceso a un calendario'],
    calendar: 'Calendario',
    could: 'La aplicación podría',
    apart: 'También podría enviar correos, cambiar inscripciones, devolver dinero o enviar tus datos a otros',
    unchecked: (host) => `No hemos revisado ${host}. La aplicación nunca podrá hacer más que tú.`,
    commandLine: 'La línea de comandos de este servicio',
    claimed: 'Cualquier programa de este ordenador puede hacerse pasar por evcal. Nunca podrá hacer más que tú.',
    returns: (to) => `La aplicación te devolverá a ${to}.`,
    returnsHere:
      'La aplicación te devolverá a un programa de este ordenador. Permítelo solo si acabas de abrir ese programa por tu cuenta.',
    elsewhere: (to, host) => `Cuidado: te envía a ${to}, que no es ${host}.`,
    anyTime: 'Puedes quitar el acceso en cualquier momento en Ajustes → Aplicaciones.',
    allow: 'Permitir la aplicación',
    noCalendar: {
      title: 'No tienes ningún calendario para esta aplicación',
      text: 'Una aplicación necesita un calendario con el plan PRO que gestiones o poseas.',
    },
    wrong: {
      title: 'La solicitud de esta aplicación es incorrecta',
      text: 'No te devolvemos, porque la dirección quizá no sea de la aplicación. Inténtalo de nuevo desde la aplicación o avisa a su autor.',
    },
  },
}
