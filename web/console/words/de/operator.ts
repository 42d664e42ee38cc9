import type { OperatorWords } from '../en/operator.ts'
import { counted } from './counted.ts'

export const operator: OperatorWords = {
  title: 'Alle Kalender',
  lead: 'Sie betreiben diesen Dienst. Legen Sie Tarife fest, und sperren Sie Kalender, die ihn missbrauchen.',
  search: 'Nach Name oder Adresse suchen',
  onlySuspended: 'Nur gesperrte Kalender',
  none: 'Keine passenden Kalender',
  about: (address, events, members) => [address, ' · ', events, ' · ', members],
  events: (count) => counted(count, { one: '# Veranstaltung', other: '# Veranstaltungen' }),
  members: (count) => counted(count, { one: '# Mitglied', other: '# Mitglieder' }),
  planOf: (calendar) => `Tarif von ${calendar}`,
  planSet: {
    FREE: (calendar) => `${calendar} hat jetzt den Tarif Free.`,
    PLUS: (calendar) => `${calendar} hat jetzt den Tarif Plus.`,
    PRO: (calendar) => `${calendar} hat jetzt den Tarif Pro.`,
    ENTERPRISE: (calendar) => `${calendar} hat jetzt den Tarif Enterprise.`,
  },
  suspended: (reason) => `Gesperrt: ${reason}`,
  erased: (fromNow) => `Löschung: ${fromNow}`,
  suspend: 'Sperren …',
  suspendNamed: (calendar) => `${calendar} sperren`,
  reinstate: 'Entsperren',
  reinstateNamed: (calendar) => `${calendar} entsperren`,
  reinstated: (calendar) => `${calendar} ist wieder öffentlich.`,
  suspendDialog: {
    title: (calendar) => `${calendar} sperren?`,
    text: 'Der Kalender ist dann nicht öffentlich, sendet keine E-Mails und Webhooks und lässt sich nicht ändern. Die Links der Gäste, Erstattungen und der Einlass funktionieren weiter.',
    reason: 'Grund, für die Mitglieder',
    suspend: 'Kalender sperren',
    done: (calendar) => `${calendar} ist gesperrt.`,
  },
  previous: 'Zurück',
  next: 'Weiter',

  plans: {
    title: 'Tarife',
    lead: 'Das enthält jeder Tarif. Ein Kalender hat einen Tarif.',
    ask: 'Um den Tarif eines Kalenders zu ändern, wenden Sie sich an den Betreiber dieses Dienstes und nennen Sie die Adresse des Kalenders.',
    yours: (calendar, plan) => [calendar, ' hat den Tarif ', plan, '.'],
    includes: {
      FREE: [
        'Veranstaltungen, Serien, Tickets, Anmeldung und Wartelisten',
        'Nachrichten, Erinnerungen und Statistik',
        'Einlass mit der App für die Mitglieder Ihres Teams',
        'Jederzeit alles in einer ZIP-Datei',
      ],
      PLUS: [
        'Alles aus Free',
        'Ein Kalender-Feed und die eingebettete Liste für Ihre Website',
        'Webhooks',
        'Geplante Exporte per E-Mail',
        'Mehr Veranstaltungen, Gäste und E-Mails',
      ],
      PRO: [
        'Alles aus Plus',
        'API-Schlüssel und das Protokoll der Webhook-Zustellungen',
        'Türpässe für Helfer ohne Konto',
        'Gästesuche nach Teilen eines Namens',
        'Die höchsten Grenzen für Veranstaltungen, Gäste und E-Mails',
      ],
    },
  },
}
