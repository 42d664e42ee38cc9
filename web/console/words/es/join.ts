import type { JoinWords } from '../en/join.ts'

export const join: JoinWords = {
  title: 'Invitación',
  join: {
    title: (calendar) => `Unirse a ${calendar}`,
    invitedBy: {
      OWNER: (who, calendar) => `${who} te invita a gestionar ${calendar} como propietario.`,
      MANAGER: (who, calendar) => `${who} te invita a gestionar ${calendar} como gestor.`,
      STAFF: (who, calendar) => `${who} te invita a formar parte del equipo de acceso de ${calendar}.`,
    },
    invited: {
      OWNER: (calendar) => `Te han invitado a gestionar ${calendar} como propietario.`,
      MANAGER: (calendar) => `Te han invitado a gestionar ${calendar} como gestor.`,
      STAFF: (calendar) => `Te han invitado a formar parte del equipo de acceso de ${calendar}.`,
    },
    may: {
      OWNER: 'Los propietarios pueden hacerlo todo, también gestionar los ingresos, el equipo y las claves de API.',
      MANAGER: 'Los gestores llevan los eventos y atienden a los invitados.',
      STAFF: 'El equipo de acceso ve a los invitados y les da entrada.',
    },
    text: (email) => `La invitación es para ${email}. Los propietarios verán tu nombre y tu correo.`,
    joinAs: { OWNER: 'Unirse como propietario', MANAGER: 'Unirse como gestor', STAFF: 'Unirse al equipo de acceso' },
  },
  waiting: {
    title: 'A la espera de un propietario',
    text: (name, email, calendar) =>
      `Has iniciado sesión como ${name}, y la invitación es para ${email}. Serás miembro en cuanto un propietario de ${calendar} confirme que eres tú.`,
  },
  expired: {
    title: 'Esta invitación ha caducado',
    text: 'Una invitación sirve una vez y durante siete días. Pide otra.',
  },
}
