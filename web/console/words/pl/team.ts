import type { TeamWords } from '../en/team.ts'
import { counted } from './counted.ts'

export const team: TeamWords = {
  title: 'Zespół',
  lead: 'Właściciele widzą pieniądze i klucze API. Menedżerowie prowadzą wydarzenia. Obsługa wpuszcza gości.',
  add: {
    summary: 'Dodaj przez identyfikator',
    form: 'Dodaj osobę',
    userId: 'Identyfikator',
    userIdHint: 'Jest w menu konta tej osoby, pod jej nazwiskiem.',
    add: 'Dodaj osobę',
  },
  isNow: {
    OWNER: (who) => `${who}: teraz właściciel.`,
    MANAGER: (who) => `${who}: teraz menedżer.`,
    STAFF: (who) => `${who}: teraz obsługa.`,
  },
  members: {
    title: 'Członkowie',
    count: (people) => counted(people, { one: '# osoba', few: '# osoby', many: '# osób', other: '# osoby' }),
    you: 'Ty',
    showName: 'Pokaż moje nazwisko',
    hideName: 'Ukryj moje nazwisko',
    roleOf: (who) => `Rola: ${who}`,
    leave: 'Opuść',
    removeMember: (who) => `Usuń: ${who}`,
  },
  leaveDialog: {
    title: (calendar) => `Opuścić ${calendar}?`,
    text: 'Stracisz dostęp do tego kalendarza, dopóki właściciel nie doda Cię ponownie.',
  },
  removeDialog: {
    title: (who) => `Usunąć z zespołu: ${who}?`,
    text: 'Ta osoba straci dostęp do kalendarza przy następnym kliknięciu.',
  },
  invite: {
    form: 'Zaproś e-mailem',
    placeholder: 'imie@example.org',
    hint: 'Link działa raz, przez 7 dni. Kto zaloguje się z innym adresem, będzie potrzebować zgody właściciela.',
    send: 'Wyślij zaproszenie',
    sent: (email) => `Wysłano zaproszenie na adres ${email}.`,
  },
  invited: {
    title: 'Zaproszeni',
    as: { OWNER: 'jako właściciel', MANAGER: 'jako menedżer', STAFF: 'jako obsługa' },
    openedBy: (who) => ['kto otworzył link: ', who, ', z innym adresem. Czy to ta osoba?'],
    openedBySomeone: 'link otworzył ktoś z innym adresem. Czy to ta osoba?',
    expired: 'link wygasł',
    expires: (fromNow) => `link wygasa ${fromNow}`,
    addThem: 'Tak, dodaj',
    isMember: (email) => `${email} jest już w zespole.`,
    resend: 'Wyślij ponownie',
    resent: 'Ponownie wysłano zaproszenie.',
    withdraw: 'Wycofaj',
    withdrawFor: (email) => `Wycofaj zaproszenie: ${email}`,
    withdrawn: 'Wycofano zaproszenie.',
  },
}
