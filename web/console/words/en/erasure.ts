import type { Child } from 'hono/jsx/dom'
import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const english = {
  /** The dialog that asks to erase an event, a calendar or an account. */
  title: {
    event: (name: string) => `Delete “${name}”?`,
    calendar: (name: string) => `Delete ${name}?`,
    account: 'Delete your account?',
  },
  lead: {
    event:
      'We’ll delete the event in 30 days. Until then, it isn’t public, no one can change it, and you can take it back.',
    calendar:
      'We’ll delete the calendar in 30 days. Until then, it isn’t public, no one can change it, and you can take it back.',
    account:
      'We’ll delete your account in 30 days, with the calendars that only you are a member of. Until then, you can take it back. Your account with the sign-in provider stays.',
  },
  empty: {
    event: 'No one has ever registered for this event, so we’ll delete it immediately. You can’t undo this.',
    calendar:
      'This calendar has no events, so we’ll delete it immediately. Its page, feeds and embed stop working. You can’t undo this.',
  },
  deleteNow: 'Delete permanently',
  erases: 'We’ll delete',
  counts: {
    events: (count: number) => counted(count, { one: '# event', other: '# events' }),
    guests: (count: number) => counted(count, { one: '# guest', other: '# guests' }),
    orders: (count: number) => counted(count, { one: '# order', other: '# orders' }),
    members: (count: number) => counted(count, { one: '# membership', other: '# memberships' }),
    images: (count: number) => counted(count, { one: '# image', other: '# images' }),
    apiKeys: (count: number) => counted(count, { one: '# API key', other: '# API keys' }),
    webhooks: (count: number) => counted(count, { one: '# webhook', other: '# webhooks' }),
  },
  nothingElse: 'Your name, your settings and your user ID in all records',
  stays: 'We’ll keep',
  staying: {
    DOCUMENTS: 'Invoices and credit notes of an event, until the date on each, because tax law requires it',
    POSTINGS: 'The movements of money, without names, to keep the books complete',
    SLUGS: 'The web addresses, so that an old link never leads to something else',
    CHANGE_FEED: 'The list of changes, with IDs only, for 30 days, so that connected programs learn of the deletion',
    RESPONSES: 'Encrypted responses to programs for 1 day, to execute a repeated request only once',
    EMAIL_RECORDS: 'Records of sent emails without address or content for 30 days, to send each email only once',
  },
  copyFirst: 'Want a copy? Download everything first:',
  confirm: (name: string) => `Type “${name}” to confirm`,
  request: 'Delete in 30 days',

  blocked: {
    event: 'You can’t delete this event yet',
    calendar: 'You can’t delete this calendar yet',
    account: 'You can’t delete your account yet',
  },
  blocks: {
    EVENT_AHEAD: 'The event isn’t over. Cancel it first, so that its guests get an email, or wait until it’s over.',
    EVENTS_WITH_GUESTS: (count: number) =>
      counted(count, {
        one: '# upcoming event has guests. Cancel it first, so that its guests get an email.',
        other: '# upcoming events have guests. Cancel them first, so that their guests get an email.',
      }),
    DOCUMENTS_KEPT:
      'The calendar has invoices that must be kept by law. You can delete it when you no longer have to keep them.',
    OPEN_PAYMENTS: 'Refunds or payments are still in progress. Try again when they’re done.',
    ONLY_OWNER: (calendar: string, members: number) =>
      counted(members, {
        one: `You’re the only owner of ${calendar}, which has # other member. Make them an owner, or delete the calendar first.`,
        other: `You’re the only owner of ${calendar}, which has # other members. Make one of them an owner, or delete the calendar first.`,
      }),
    other: 'Something is still in progress. Try again later.',
  },
  open: {
    EVENT_AHEAD: 'Open the event',
    EVENTS_WITH_GUESTS: 'Show events',
    OPEN_PAYMENTS: 'Show money',
    ONLY_OWNER: 'Open team',
  },
  managersCant: 'People have registered for this event. Cancel it instead, or ask an owner to delete it.',

  /** The banner while an erasure is pending. */
  pending: {
    event: (name: Child, when: string): Child => [
      name,
      ` will be deleted on ${when}. Until then, no one can change it.`,
    ],
    calendar: (name: Child, when: string): Child => [
      name,
      ` will be deleted on ${when}. Until then, it isn’t public and no one can change it.`,
    ],
    account: (when: string) => `Your account will be deleted on ${when}.`,
  },
  takeBack: 'Take it back',
  takenBack: 'Taken back. Nothing will be deleted.',
  requested: {
    event: 'We’ve emailed the date to the owners.',
    calendar: 'We’ve emailed the date to the owners.',
    account: 'You can take it back until then.',
  },

  download: {
    title: 'Download a copy',
    lead: 'One ZIP with events, guests, orders, check-ins, messages, coupons, the team and pictures, as CSV and JSON. It contains no passwords, keys or QR codes.',
    button: 'Download everything',
    underWay: 'Downloading…',
  },
}

export type ErasureWords = typeof english

export const erasureWords = area('erasure', english)
