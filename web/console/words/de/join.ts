import type { JoinWords } from '../en/join.ts'

export const join: JoinWords = {
  title: 'Einladung',
  join: {
    title: (calendar) => `${calendar} beitreten`,
    invitedBy: {
      OWNER: (who, calendar) => `${who} lädt Sie ein, als Eigentümer bei ${calendar} mitzuarbeiten.`,
      MANAGER: (who, calendar) => `${who} lädt Sie ein, als Manager bei ${calendar} mitzuarbeiten.`,
      STAFF: (who, calendar) => `${who} lädt Sie ein, im Einlassteam von ${calendar} mitzuarbeiten.`,
    },
    invited: {
      OWNER: (calendar) => `Sie sind eingeladen, als Eigentümer bei ${calendar} mitzuarbeiten.`,
      MANAGER: (calendar) => `Sie sind eingeladen, als Manager bei ${calendar} mitzuarbeiten.`,
      STAFF: (calendar) => `Sie sind eingeladen, im Einlassteam von ${calendar} mitzuarbeiten.`,
    },
    may: {
      OWNER: 'Eigentümer können alles, auch Geld, Team und API-Schlüssel verwalten.',
      MANAGER: 'Manager kümmern sich um Veranstaltungen und Gäste.',
      STAFF: 'Das Einlassteam sieht die Gäste und lässt sie ein.',
    },
    text: (email) =>
      `${email} wurde eingeladen. Mitglieder mit der Rolle Eigentümer sehen dann Ihren Namen und Ihre E-Mail-Adresse.`,
    joinAs: { OWNER: 'Als Eigentümer beitreten', MANAGER: 'Als Manager beitreten', STAFF: 'Dem Einlassteam beitreten' },
  },
  waiting: {
    title: 'Noch nicht bestätigt',
    text: (name, email, calendar) =>
      `Sie sind als ${name} angemeldet, eingeladen wurde aber ${email}. Sie sind Mitglied, sobald jemand mit der Rolle Eigentümer von ${calendar} bestätigt, dass Sie es sind.`,
  },
  expired: {
    title: 'Diese Einladung ist abgelaufen',
    text: 'Eine Einladung gilt einmal und sieben Tage lang. Bitten Sie um eine neue.',
  },
}
