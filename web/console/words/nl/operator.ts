import type { Child } from 'hono/jsx/dom'
import type { OperatorWords } from '../en/operator.ts'
import { counted } from './counted.ts'

export const operator: OperatorWords = {
  title: 'Alle agenda’s',
  lead: 'Je beheert deze dienst. Stel abonnementen in en blokkeer agenda’s die er misbruik van maken.',
  search: 'Zoek op naam of adres',
  onlySuspended: 'Alleen geblokkeerde agenda’s',
  none: 'Geen agenda’s gevonden',
  about: (address: Child, events, members): Child => [address, ' · ', events, ' · ', members],
  events: (count) => counted(count, { one: '# evenement', other: '# evenementen' }),
  members: (count) => counted(count, { one: '# lid', other: '# leden' }),
  planOf: (calendar) => `Abonnement van ${calendar}`,
  planSet: {
    FREE: (calendar) => `${calendar} heeft nu Free.`,
    PLUS: (calendar) => `${calendar} heeft nu Plus.`,
    PRO: (calendar) => `${calendar} heeft nu Pro.`,
    ENTERPRISE: (calendar) => `${calendar} heeft nu Enterprise.`,
  },
  suspended: (reason) => `Geblokkeerd: ${reason}`,
  erased: (fromNow) => `Verwijdering: ${fromNow}`,
  suspend: 'Blokkeren…',
  suspendNamed: (calendar) => `${calendar} blokkeren`,
  reinstate: 'Deblokkeren',
  reinstateNamed: (calendar) => `${calendar} deblokkeren`,
  reinstated: (calendar) => `${calendar} is weer openbaar.`,
  suspendDialog: {
    title: (calendar) => `${calendar} blokkeren?`,
    text: 'De agenda is dan niet openbaar, verstuurt geen e-mails of webhooks en niemand kan die wijzigen. Links van gasten, terugbetalingen en de check-in blijven werken.',
    reason: 'Reden, voor de leden',
    suspend: 'Agenda blokkeren',
    done: (calendar) => `${calendar} is geblokkeerd.`,
  },
  previous: 'Vorige',
  next: 'Volgende',

  plans: {
    title: 'Abonnementen',
    lead: 'Wat elk abonnement bevat. Een agenda heeft één abonnement.',
    ask: 'Wil je het abonnement van een agenda wijzigen? Vraag het de beheerder van deze dienst en vermeld het adres van de agenda.',
    yours: (calendar: Child, plan: Child): Child => [calendar, ' heeft het abonnement ', plan, '.'],
    includes: {
      FREE: [
        'Evenementen, reeksen, tickets, inschrijving en wachtlijsten',
        'Berichten, herinneringen en cijfers',
        'Check-in met de kiosk voor leden van je team',
        'Op elk moment één zipbestand met alles',
      ],
      PLUS: [
        'Alles uit Free',
        'Een agendafeed, en de widget voor je website',
        'Webhooks',
        'Geplande exports per e-mail',
        'Meer evenementen, gasten en e-mails',
      ],
      PRO: [
        'Alles uit Plus',
        'API-sleutels en het logboek van webhookleveringen',
        'Deurpassen voor helpers zonder account',
        'Gasten zoeken op een deel van een naam',
        'De hoogste limieten voor evenementen, gasten en e-mails',
      ],
    },
  },
}
