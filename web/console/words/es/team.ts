import type { TeamWords } from '../en/team.ts'
import { counted } from './counted.ts'

export const team: TeamWords = {
  title: 'Equipo',
  lead: 'Los propietarios ven los ingresos y las claves de API. Los gestores llevan los eventos. El equipo de acceso da entrada a los invitados.',
  add: {
    summary: 'Añadir por ID de usuario',
    form: 'Añadir un miembro',
    userId: 'ID de usuario',
    userIdHint: 'Aparece en el menú de su cuenta, debajo del nombre.',
    add: 'Añadir miembro',
  },
  isNow: {
    OWNER: (who) => `${who} ahora es propietario.`,
    MANAGER: (who) => `${who} ahora es gestor.`,
    STAFF: (who) => `${who} ahora es del equipo de acceso.`,
  },
  members: {
    title: 'Miembros',
    count: (people) => counted(people, { one: '# persona', other: '# personas' }),
    you: 'tú',
    showName: 'Mostrar mi nombre',
    hideName: 'Ocultar mi nombre',
    roleOf: (who) => `Rol de ${who}`,
    leave: 'Salir',
    removeMember: (who) => `Quitar a ${who}`,
  },
  leaveDialog: {
    title: (calendar) => `¿Salir de ${calendar}?`,
    text: 'Perderás el acceso a este calendario hasta que un propietario vuelva a añadirte.',
  },
  removeDialog: {
    title: (who) => `¿Quitar a ${who}?`,
    text: 'Perderá el acceso a este calendario de inmediato.',
  },
  invite: {
    form: 'Invitar por correo',
    placeholder: 'nombre@example.org',
    hint: 'El enlace sirve una vez, durante 7 días. Si alguien inicia sesión con otra dirección, un propietario tiene que aprobarlo.',
    send: 'Enviar invitación',
    sent: (email) => `Invitación enviada a ${email}.`,
  },
  invited: {
    title: 'Invitaciones',
    as: { OWNER: 'como propietario', MANAGER: 'como gestor', STAFF: 'para el equipo de acceso' },
    openedBy: (who) => ['la ha abierto ', who, ', con otra dirección. ¿Es la persona que esperas?'],
    openedBySomeone: 'la ha abierto alguien con otra dirección. ¿Es la persona que esperas?',
    expired: 'el enlace ha caducado',
    expires: (fromNow) => `el enlace caduca ${fromNow}`,
    addThem: 'Sí, añadir',
    isMember: (email) => `${email} ya es miembro.`,
    resend: 'Reenviar',
    resent: 'Invitación reenviada.',
    withdraw: 'Retirar',
    withdrawFor: (email) => `Retirar la invitación para ${email}`,
    withdrawn: 'Invitación retirada.',
  },
}
