import type { Child } from 'hono/jsx/dom'
import type { TeamWords } from '../en/team.ts'
import { counted } from './counted.ts'

export const team: TeamWords = {
  title: 'Team',
  lead: 'Eigenaren zien inkomsten en API-sleutels. Managers beheren evenementen. Medewerkers checken gasten in.',
  add: {
    summary: 'Toevoegen met gebruikers-ID',
    form: 'Lid toevoegen',
    userId: 'Gebruikers-ID',
    userIdHint: 'Staat in het accountmenu, onder de naam.',
    add: 'Lid toevoegen',
  },
  isNow: {
    OWNER: (who) => `${who} is nu eigenaar.`,
    MANAGER: (who) => `${who} is nu manager.`,
    STAFF: (who) => `${who} is nu medewerker.`,
  },
  members: {
    title: 'Leden',
    count: (people) => counted(people, { one: '# persoon', other: '# personen' }),
    you: 'jij',
    showName: 'Mijn naam tonen',
    hideName: 'Mijn naam verbergen',
    roleOf: (who) => `Rol van ${who}`,
    leave: 'Verlaten',
    removeMember: (who) => `${who} verwijderen`,
  },
  leaveDialog: {
    title: (calendar) => `${calendar} verlaten?`,
    text: 'Je hebt geen toegang meer tot deze agenda, tot een eigenaar je weer toevoegt.',
  },
  removeDialog: {
    title: (who) => `${who} verwijderen?`,
    text: 'Bij de volgende klik is er geen toegang meer tot deze agenda.',
  },
  invite: {
    form: 'Uitnodigen per e-mail',
    placeholder: 'naam@example.org',
    hint: 'De link werkt één keer, 7 dagen lang. Wie met een ander adres inlogt, heeft goedkeuring van een eigenaar nodig.',
    send: 'Uitnodiging versturen',
    sent: (email) => `Uitnodiging verstuurd naar ${email}.`,
  },
  invited: {
    title: 'Uitgenodigd',
    as: { OWNER: 'als eigenaar', MANAGER: 'als manager', STAFF: 'als medewerker' },
    openedBy: (who: Child): Child => ['geopend door ', who, ', met een ander adres. Klopt dat?'],
    openedBySomeone: 'geopend door iemand met een ander adres. Klopt dat?',
    expired: 'de link is verlopen',
    expires: (fromNow) => `de link verloopt ${fromNow}`,
    addThem: 'Ja, toevoegen',
    isMember: (email) => `${email} is nu lid.`,
    resend: 'Opnieuw sturen',
    resent: 'Uitnodiging opnieuw gestuurd.',
    withdraw: 'Intrekken',
    withdrawFor: (email) => `Uitnodiging voor ${email} intrekken`,
    withdrawn: 'Uitnodiging ingetrokken.',
  },
}
