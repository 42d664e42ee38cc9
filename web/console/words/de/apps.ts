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
  scopes: 'Die App darf',
  limit: 'Als Assistent darf die App',
  limited: 'Gespeichert.',
  did: 'Was sie getan hat',
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
    could: 'Die App könnte',
    apart: 'Die App könnte auch E-Mails senden, Anmeldungen ändern, Geld erstatten oder Ihre Daten an andere senden',
    unchecked: (host) => `Wir haben ${host} nicht geprüft. Die App kann nie mehr als Sie selbst.`,
    commandLine: 'Die Befehlszeile dieses Dienstes',
    claimed: 'Jedes Programm auf diesem Computer kann sich als evcal ausgeben. Es kann nie mehr als Sie selbst.',
    returns: (to) => `Die App schickt Sie zurück zu ${to}.`,
    returnsHere:
      'Die App schickt Sie zurück zu einem Programm auf diesem Computer. Erlauben Sie das nur, wenn Sie das Programm gerade selbst gestartet haben.',
    elsewhere: (to, host) => `Vorsicht: Die App schickt Sie zu ${to}. Das ist nicht ${host}.`,
    anyTime: 'Sie können das jederzeit unter Einstellungen → Apps beenden.',
    allow: 'App erlauben',
    noCalendar: {
      title: 'Sie haben keinen Kalender für diese App',
      text: 'Eine App braucht einen Kalender im Tarif PRO, den Sie verwalten oder besitzen.',
    },
    wrong: {
      title: 'Die Anfrage dieser App ist fehlerhaft',
      text: 'Wir schicken Sie nicht zurück, weil die Adresse vielleicht nicht zur App gehört. Versuchen Sie es von der App aus noch einmal oder geben Sie ihrem Hersteller Bescheid.',
    },
  },
}
