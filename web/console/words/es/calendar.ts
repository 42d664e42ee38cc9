import type { CalendarWords } from '../en/calendar.ts'
import { counted } from './counted.ts'

export const calendar: CalendarWords = {
  firstSteps: {
    appName: 'Calendario',
    label: 'Pasos',
    steps: { calendar: 'Tu calendario', event: 'Tu primer evento', share: 'Compártelo' },
    preview: 'Vista previa',
    signOut: 'Cerrar sesión',
  },
  newCalendar: {
    firstTitle: 'Crea tu calendario',
    title: 'Nuevo calendario',
    lead: 'Un calendario reúne tus eventos. Todo se puede cambiar más adelante.',
    address: 'Dirección',
    addressHint: 'Aquí se encuentran todos tus eventos.',
    timeZone: 'Zona horaria',
    timeZoneHint: 'La de este dispositivo. Cada evento puede tener la suya.',
    cover: 'Portada',
    coverHint: 'JPEG, PNG o WebP. Tu navegador la reduce y quita la ubicación. El color de acento se adapta a ella.',
    visibleTo: 'Visible para',
    public: 'Todo el mundo',
    publicHint: 'Aparece en buscadores, feeds y listas insertadas.',
    private: 'Solo tu equipo y tus invitados',
    create: 'Crear calendario',
    free: 'Gratis y sin tarjeta.',
    invited: (userId) => [
      '¿Te han invitado a un equipo? Abre el enlace del correo o dale a un propietario tu ID de usuario: ',
      userId,
      '.',
    ],
    doorPass: '¿Tienes un pase de personal?',
    unnamed: 'Tu calendario',
    generatedCover: 'Creada a partir del nombre hasta que añadas una portada',
    eventsHere: 'Tus eventos aparecerán aquí.',
  },
  zone: {
    named: (city, abbreviation, offset) => `${city} (${abbreviation}, ${offset})`,
    unnamed: (city, offset) => (city === offset ? city : `${city} (${offset})`),
  },
  messages: {
    title: 'Mensajes',
    lead: 'Escribe a todos los invitados de un evento o solo a algunos.',
    list: 'Enviados y programados',
    empty: 'Nada en los últimos 30 días',
    emptyText: 'Aquí aparecen tus mensajes y los recordatorios automáticos.',
    sent: (sent) => counted(sent, { one: '# enviado', other: '# enviados' }),
    sentAndFailed: (sent, failed) =>
      `${counted(sent, { one: '# enviado', other: '# enviados' })}, ${counted(failed, { one: '# sin entregar', other: '# sin entregar' })}`,
    writeTo: 'Escribir a los invitados de…',
    noEvents: 'No hay próximos eventos publicados.',
  },
}
