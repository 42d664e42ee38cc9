import type { AppsWords } from '../en/apps.ts'

export const apps: AppsWords = {
  title: 'Apps',
  lead: 'Apps und Assistenten, die für ein Mitglied dieses Kalenders handeln.',
  none: 'Keine App hat Zugriff auf diesen Kalender.',
  list: 'Apps mit Zugriff',
  calledItself: (name) => `Nennt sich „${name}“`,
  allowed: (when, who) => ['Erlaubt ', when, ` von ${who}`],
  neverUsed: 'Noch nicht genutzt',
  lastUsed: (when) => ['Zuletzt genutzt ', when],
  scopes: 'Sie darf',
  limit: 'Als Assistent darf sie',
  limited: 'Gespeichert.',
  end: 'Zugriff beenden',
  ending: {
    title: (host) => `Zugriff von ${host} beenden?`,
    about: 'Die App kann diesen Kalender nicht mehr lesen oder ändern, und ihre Webhooks enden.',
    action: 'Zugriff beenden',
    done: (host) => `${host} hat keinen Zugriff mehr.`,
  },
  consent: {
    title: 'App erlauben',
    wants: (host) => [host, ' möchte Zugriff auf einen Kalender'],
    calendar: 'Kalender',
    could: 'Sie könnte',
    apart: 'Sie könnte auch E-Mails senden, Anmeldungen ändern oder Geld erstatten',
    unchecked: (host) => `Wir haben ${host} nicht geprüft. Die App kann nie mehr als du.`,
    returns: (to) => `Sie schickt dich zurück zu ${to}.`,
    returnsHere:
      'Sie schickt dich zurück zu einem Programm auf diesem Computer. Erlaube das nur, wenn du das Programm gerade selbst gestartet hast.',
    elsewhere: (to, host) => `Vorsicht: Sie schickt dich zu ${to}, das ist nicht ${host}.`,
    anyTime: 'Du kannst das jederzeit unter Einstellungen → Apps beenden.',
    allow: 'App erlauben',
    noCalendar: {
      title: 'Du hast keinen Kalender für diese App',
      text: 'Eine App braucht einen Kalender im Tarif PRO, den du verwaltest oder besitzt.',
    },
    wrong: {
      title: 'Die Anfrage dieser App ist fehlerhaft',
      text: 'Wir schicken dich nicht zurück, weil die Adresse vielleicht nicht zur App gehört. Versuch es von der App aus noch einmal oder sag ihrem Hersteller Bescheid.',
    },
  },
}
