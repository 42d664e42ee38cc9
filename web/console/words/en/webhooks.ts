import type { Child } from 'hono/jsx/dom'
import type { WebhookEventType } from '../../../../src/kernel/vocabulary.ts'
import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const eventTypes: Record<WebhookEventType, string> = {
  'guest.registered': 'A guest registered, was added or accepted an invitation',
  'checkin.created': 'A guest was checked in at the door',
  'checkpoint.scanned': 'A guest passed a checkpoint, or left by the door and returned',
  'event.updated': 'An event’s details changed, such as its title, time or place',
  'event.cancelled': 'An event was cancelled',
  'announcement.sent': 'An announcement was emailed',
  'reminder.sent': 'A reminder was emailed',
  'guest.updated': 'A guest’s status, name or email address changed',
  'checkin.undone': 'A check-in was undone',
  'order.updated': 'An order was paid, expired or refunded',
  'refund.updated': 'A refund was started, completed or failed',
  'dispute.updated': 'A buyer disputed a payment, or the dispute was decided',
  'document.issued': 'An invoice or a credit note was issued',
  'event.created': 'An event was created, possibly as a draft',
  'event.published': 'An event was published',
  'import.completed': 'An import was completed',
  'archive.completed': 'An archive was completed or failed',
}

const english = {
  title: 'Webhooks',
  lead: 'Get a signed request to your own address when something happens.',
  create: 'Create webhook',
  empty: {
    title: 'No webhooks yet',
    about: 'We call a webhook within seconds when someone registers or checks in, or when an event changes.',
  },

  states: { active: 'Active', paused: 'Paused', switchedOff: 'Switched off' },
  failures: (count: number) =>
    count === 1 ? 'Last delivery failed' : counted(count, { one: '# failure in a row', other: '# failures in a row' }),
  everyEvent: 'Every event of the calendar',
  signedByTarget: 'Signed by X-Svc-Signature and Standard Webhooks',
  signedByCurrent: 'Signed by X-Svc-Webhook-Signature',
  created: (when: Child): Child[] => ['Created ', when],
  grantEnded: 'The app’s access ended, so this webhook is off.',
  receiverGone:
    'We switched this webhook off because the receiver responded with 410 Gone. Resume it when the receiver works again.',
  typesOfWebhook: 'Event types',

  sendTest: 'Send test',
  pause: 'Pause',
  resume: 'Resume',
  resumed: 'Resumed. We’ll send new events from now on.',
  rotateSecret: 'Rotate secret',
  resendMissed: 'Resend missed deliveries',
  log: 'Log',

  /** The notice about a test delivery. `answer` is one of the last two. */
  test: {
    sending: 'Sending a test…',
    sentWithoutLog: 'We sent a test. On Pro, the log shows the receiver’s answer.',
    waiting: 'We sent a test. The receiver hasn’t answered yet.',
    arrived: (answer: string) => `The test arrived: ${answer}.`,
    missedAndRetried: (answer: string) => `The test didn’t arrive: ${answer}. We’ll try again.`,
    missedForGood: (answer: string) => `The test didn’t arrive: ${answer}. We won’t retry it automatically.`,
    openLog: 'See it in the log',
    answer: (code: number, ms: number) => `${code} in ${ms} ms`,
    noAnswer: 'no answer',
  },

  form: {
    address: 'Address',
    addressHint: 'Your https address. It must respond with 2xx within ten seconds.',
    scope: 'Scope',
    calendar: 'Every event of this calendar',
    calendarHint: 'Signed by X-Svc-Signature and with the Standard Webhooks headers.',
    event: 'One event',
    eventHint: 'Signed by X-Svc-Webhook-Signature, which contains the time and the signature.',
    chooseEvent: 'Event',
    types: 'Event types',
    secret: 'Secret (optional)',
    secretHint: '16 to 256 characters. Leave it empty and we’ll create one for you.',
  },
  creating: { title: 'Create a webhook', action: 'Create webhook' },
  editing: { title: 'Edit the webhook', action: 'Save webhook' },
  rotating: {
    title: 'Rotate the secret',
    about:
      'For 24 hours we sign deliveries with both secrets. X-Svc-Signature has room for only one and uses the new one.',
    action: 'Rotate secret',
  },
  secret: {
    ofCreated: 'The secret of your webhook',
    ofRotated: 'The new secret',
    giveToReceiver: 'Give it to your receiver within 24 hours.',
    copied: 'the secret',
    headers: 'Use it to verify our requests. These are the headers:',
  },
  pausing: {
    title: 'Pause this webhook?',
    about: 'We send nothing until you resume it, and drop the deliveries that are still waiting.',
    action: 'Pause webhook',
  },
  deleting: {
    title: 'Delete this webhook?',
    about: (url: Child): Child[] => ['We send nothing more to ', url, ', not even deliveries waiting for a retry.'],
    action: 'Delete webhook',
  },

  recovering: {
    title: 'Resend missed deliveries?',
    about: 'We resend failed and dropped deliveries, oldest first, with the same ids and bodies, at most ten a second.',
    span: 'Time span',
    lastHour: 'The last hour',
    lastDay: 'The last day',
    last7Days: 'The last seven days',
    last30Days: 'The last thirty days',
    action: 'Resend deliveries',
  },
  /** How far resending is. */
  recovery: {
    running: (sent: number, matched: number) => `Resending: ${sent} of ${matched}.`,
    nothingMissed: 'No delivery was missed in that time.',
    ended: (arrived: number, matched: number) => `Resent: ${arrived} of ${matched} arrived.`,
    endedWithFailures: (arrived: number, matched: number, failed: number) =>
      `Resent: ${arrived} of ${matched} arrived, ${failed} failed again.`,
    stopped: (arrived: number, matched: number) => `Stopped: ${arrived} of ${matched} arrived.`,
    stoppedWithFailures: (arrived: number, matched: number, failed: number) =>
      `Stopped: ${arrived} of ${matched} arrived, ${failed} failed again.`,
    stop: 'Stop',
  },

  /** When a webhook of each event type is called. */
  eventTypes,
}

export type WebhooksWords = typeof english

export const webhooksWords = area('webhooks', english)
