import type { Child } from 'hono/jsx/dom'
import type { WebhooksWords } from '../en/webhooks.ts'
import { counted } from './counted.ts'

export const webhooks: WebhooksWords = {
  title: 'Webhooks',
  lead: 'Ontvang een ondertekend verzoek op je eigen adres als er iets gebeurt.',
  create: 'Webhook maken',
  empty: {
    title: 'Nog geen webhooks',
    about:
      'We roepen een webhook binnen seconden aan als iemand zich inschrijft of incheckt, of als een evenement verandert.',
  },

  states: { active: 'Actief', paused: 'Gepauzeerd', switchedOff: 'Uitgeschakeld' },
  failures: (count) =>
    count === 1 ? 'Laatste levering mislukt' : counted(count, { one: '# fout op rij', other: '# fouten op rij' }),
  everyEvent: 'Alle evenementen van de agenda',
  signedByTarget: 'Ondertekend met X-Svc-Signature en Standard Webhooks',
  signedByCurrent: 'Ondertekend met X-Svc-Webhook-Signature',
  created: (when: Child): Child[] => ['Gemaakt ', when],
  grantEnded: 'De toegang van de app is beëindigd, dus deze webhook staat uit.',
  receiverGone:
    'We hebben deze webhook uitgeschakeld omdat de ontvanger 410 Gone antwoordde. Hervat hem als de ontvanger weer werkt.',
  typesOfWebhook: 'Gebeurtenistypen',

  sendTest: 'Test versturen',
  pause: 'Pauzeren',
  resume: 'Hervatten',
  resumed: 'Hervat. Vanaf nu sturen we nieuwe gebeurtenissen.',
  rotateSecret: 'Geheim vernieuwen',
  resendMissed: 'Gemiste leveringen sturen',
  log: 'Log',

  test: {
    sending: 'Test wordt verstuurd…',
    sentWithoutLog: 'We hebben een test verstuurd. Met Pro toont het log het antwoord van de ontvanger.',
    waiting: 'We hebben een test verstuurd. De ontvanger heeft nog niet geantwoord.',
    arrived: (answer) => `De test is aangekomen: ${answer}.`,
    missedAndRetried: (answer) => `De test is niet aangekomen: ${answer}. We proberen het opnieuw.`,
    missedForGood: (answer) => `De test is niet aangekomen: ${answer}. We proberen het niet automatisch opnieuw.`,
    openLog: 'In het log bekijken',
    answer: (code, ms) => `${code} in ${ms} ms`,
    noAnswer: 'geen antwoord',
  },

  form: {
    address: 'Adres',
    addressHint: 'Je https-adres. Het moet binnen tien seconden 2xx antwoorden.',
    scope: 'Bereik',
    calendar: 'Alle evenementen van deze agenda',
    calendarHint: 'Ondertekend met X-Svc-Signature en de headers van Standard Webhooks.',
    event: 'Eén evenement',
    eventHint: 'Ondertekend met X-Svc-Webhook-Signature, met de tijd en de handtekening.',
    chooseEvent: 'Evenement',
    types: 'Gebeurtenistypen',
    secret: 'Geheim (optioneel)',
    secretHint: '16 tot 256 tekens. Laat het leeg, dan maken wij er een.',
  },
  creating: { title: 'Webhook maken', action: 'Webhook maken' },
  editing: { title: 'Webhook bewerken', action: 'Webhook opslaan' },
  rotating: {
    title: 'Geheim vernieuwen',
    about:
      '24 uur lang ondertekenen we leveringen met beide geheimen. X-Svc-Signature heeft plaats voor één en gebruikt het nieuwe.',
    action: 'Geheim vernieuwen',
  },
  secret: {
    ofCreated: 'Het geheim van je webhook',
    ofRotated: 'Het nieuwe geheim',
    giveToReceiver: 'Stel het binnen 24 uur in bij je ontvanger.',
    copied: 'het geheim',
    headers: 'Gebruik het om onze verzoeken te verifiëren. Dit zijn de headers:',
  },
  pausing: {
    title: 'Deze webhook pauzeren?',
    about: 'We sturen niets tot je hem hervat. Leveringen die nog wachten, vervallen.',
    action: 'Webhook pauzeren',
  },
  deleting: {
    title: 'Deze webhook verwijderen?',
    about: (url: Child): Child[] => [
      'We sturen niets meer naar ',
      url,
      ', ook geen leveringen die op een nieuwe poging wachten.',
    ],
    action: 'Webhook verwijderen',
  },

  recovering: {
    title: 'Gemiste leveringen opnieuw sturen?',
    about:
      'We sturen mislukte en vervallen leveringen opnieuw, de oudste eerst, met dezelfde id’s en inhoud, hoogstens tien per seconde.',
    span: 'Periode',
    lastHour: 'Het laatste uur',
    lastDay: 'De laatste dag',
    last7Days: 'De laatste zeven dagen',
    last30Days: 'De laatste dertig dagen',
    action: 'Opnieuw sturen',
  },
  recovery: {
    running: (sent, matched) => `Opnieuw sturen: ${sent} van ${matched}.`,
    nothingMissed: 'In die tijd is geen levering gemist.',
    ended: (arrived, matched) => `Opnieuw gestuurd: ${arrived} van ${matched} aangekomen.`,
    endedWithFailures: (arrived, matched, failed) =>
      `Opnieuw gestuurd: ${arrived} van ${matched} aangekomen, ${failed} weer mislukt.`,
    stopped: (arrived, matched) => `Gestopt: ${arrived} van ${matched} aangekomen.`,
    stoppedWithFailures: (arrived, matched, failed) =>
      `Gestopt: ${arrived} van ${matched} aangekomen, ${failed} weer mislukt.`,
    stop: 'Stoppen',
  },

  eventTypes: {
    'guest.registered': 'Een gast schreef zich in, werd toegevoegd of nam een uitnodiging aan',
    'checkin.created': 'Een gast werd ingecheckt aan de deur',
    'checkpoint.scanned': 'Een gast kwam langs een controlepunt, of ging naar buiten en kwam terug',
    'event.updated': 'De gegevens van een evenement veranderden, zoals titel, tijd of plaats',
    'event.cancelled': 'Een evenement werd afgelast',
    'announcement.sent': 'Een aankondiging werd gemaild',
    'reminder.sent': 'Een herinnering werd gemaild',
    'guest.updated': 'De status, naam of het e-mailadres van een gast veranderde',
    'checkin.undone': 'Een check-in werd ongedaan gemaakt',
    'order.updated': 'Een bestelling werd betaald, verliep of werd terugbetaald',
    'refund.updated': 'Een terugbetaling werd gestart, voltooid of mislukte',
    'dispute.updated': 'Een koper betwistte een betaling, of over de betwisting werd beslist',
    'document.issued': 'Een factuur of creditnota werd uitgereikt',
    'event.created': 'Een evenement werd gemaakt, eventueel als concept',
    'event.published': 'Een evenement werd gepubliceerd',
    'import.completed': 'Een import werd afgerond',
    'archive.completed': 'Een archief is klaar of is mislukt',
  },
}
