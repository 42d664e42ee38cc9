import type { TeamWords } from '../en/team.ts'
import { counted } from './counted.ts'

export const team: TeamWords = {
  title: 'Team',
  lead: 'Eigentümer sehen Einnahmen und API-Schlüssel. Manager betreuen Veranstaltungen. Das Einlassteam lässt Gäste ein.',
  add: {
    summary: 'Mit Benutzer-ID hinzufügen',
    form: 'Mitglied hinzufügen',
    userId: 'Benutzer-ID',
    userIdHint: 'Steht im Kontomenü der Person, unter ihrem Namen.',
    add: 'Mitglied hinzufügen',
  },
  isNow: {
    OWNER: (who) => `${who} hat jetzt die Rolle Eigentümer.`,
    MANAGER: (who) => `${who} hat jetzt die Rolle Manager.`,
    STAFF: (who) => `${who} gehört jetzt zum Einlassteam.`,
  },
  members: {
    title: 'Mitglieder',
    count: (people) => counted(people, { one: '# Person', other: '# Personen' }),
    you: 'Sie',
    showName: 'Meinen Namen zeigen',
    hideName: 'Meinen Namen verbergen',
    roleOf: (who) => `Rolle von ${who}`,
    leave: 'Verlassen',
    removeMember: (who) => `${who} entfernen`,
  },
  leaveDialog: {
    title: (calendar) => `${calendar} verlassen?`,
    text: 'Sie verlieren den Zugriff auf diesen Kalender, bis jemand mit der Rolle Eigentümer Sie wieder hinzufügt.',
  },
  removeDialog: {
    title: (who) => `${who} entfernen?`,
    text: 'Der Zugriff auf diesen Kalender endet mit dem nächsten Klick.',
  },
  invite: {
    form: 'Per E-Mail einladen',
    placeholder: 'name@example.org',
    hint: 'Der Link gilt einmal, 7 Tage lang. Wer sich mit einer anderen Adresse anmeldet, braucht die Bestätigung eines Eigentümers.',
    send: 'Einladung senden',
    sent: (email) => `Einladung an ${email} gesendet.`,
  },
  invited: {
    title: 'Eingeladen',
    as: { OWNER: 'als Eigentümer', MANAGER: 'als Manager', STAFF: 'für das Einlassteam' },
    openedBy: (who) => ['mit anderer Adresse geöffnet von ', who, '. Ist das die richtige Person?'],
    openedBySomeone: 'mit anderer Adresse geöffnet. Ist das die richtige Person?',
    expired: 'der Link ist abgelaufen',
    expires: (fromNow) => `der Link läuft ${fromNow} ab`,
    addThem: 'Ja, hinzufügen',
    isMember: (email) => `${email} ist jetzt Mitglied.`,
    resend: 'Noch einmal senden',
    resent: 'Einladung noch einmal gesendet.',
    withdraw: 'Zurückziehen',
    withdrawFor: (email) => `Einladung für ${email} zurückziehen`,
    withdrawn: 'Einladung zurückgezogen.',
  },
}
