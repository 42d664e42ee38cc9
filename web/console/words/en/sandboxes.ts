import type { Child } from 'hono/jsx/dom'
import { area } from '../loaded.ts'

const english = {
  title: 'Sandboxes',
  lead: 'A test calendar with its own clock. Emails stay in it, payments are simulated, and nothing reaches your guests.',
  create: 'Create sandbox',
  empty: {
    title: 'No sandboxes yet',
    about: 'Create one and advance its clock to see today which emails and webhooks next week brings.',
  },
  full: 'A calendar can have 3 sandboxes. Delete one to create another.',
  shows: (moment: string) => `Clock: ${moment}`,
  expires: (when: Child): Child[] => ['Deleted ', when, ' if no one uses it'],
  open: 'Open',
  all: 'All sandboxes',
  pages: 'Open public pages',
  remove: 'Delete',
  removing: {
    title: (name: string) => `Delete “${name}”?`,
    about: 'Everything in it is deleted, and its keys stop working.',
    action: 'Delete sandbox',
    done: (name: string) => `“${name}” is deleted.`,
  },
  creating: {
    title: 'Create a sandbox',
    begins: 'Clock starts at',
    beginsHint: 'Leave this empty to start now.',
    keyTitle: 'Your test key',
    keyOf: 'the test key',
    keyAbout: 'It works at the usual API addresses, but only for this sandbox.',
  },
  clock: {
    title: 'Clock',
    steps: { PT1H: '+1 hour', P1D: '+1 day', P7D: '+1 week' },
    to: 'Advance to',
    action: 'Advance',
    advancing: (moment: string) => `The clock is advancing to ${moment}.`,
    failed: (job: string, reason: string) => `The clock stopped because “${job}” failed: ${reason}`,
    done: (effects: number) => (effects === 1 ? '1 thing happened.' : `${effects} things happened.`),
  },
  triggers: {
    title: 'Make something happen',
    lead: 'We create a new event with a guest, and your webhooks get real deliveries.',
    types: {
      'guest.registered': 'A guest registers',
      'guest.cancelled': 'A guest cancels',
      'checkin.created': 'A guest checks in',
      'order.paid': 'A guest pays',
      'order.refunded': 'An order is refunded',
      'event.cancelled': 'An event is cancelled',
    },
  },
  mailbox: {
    title: 'Mailbox',
    empty: 'No emails yet. Let a guest register, or advance the clock.',
    links: 'Links in this email',
    accept: 'Accept the invite',
    decline: 'Decline the invite',
  },
  payments: {
    title: 'Payments',
    empty: 'No orders yet.',
    outcomes: { paid: 'Pay', failed: 'Decline', pending: 'Pay in 3 days', disputed: 'Dispute' },
  },
  effects: { title: 'Timeline', empty: 'No entries yet.' },
}

export type SandboxesWords = typeof english

export const sandboxesWords = area('sandboxes', english)
