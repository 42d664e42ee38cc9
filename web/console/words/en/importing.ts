import type { Child } from 'hono/jsx/dom'
import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const english = {
  title: 'Add guests from a file',
  file: 'CSV file',
  paste: 'Or paste a table',
  pasteExample: 'First name, Last name, Email\nNora, Lindqvist, nora@example.org',
  chooseAnother: 'Choose another file',
  /** How the file was read, by its separator. */
  readAs: {
    commas: (encoding: string) => `Read as ${encoding}, with commas between the columns.`,
    semicolons: (encoding: string) => `Read as ${encoding}, with semicolons between the columns.`,
    tabs: (encoding: string) => `Read as ${encoding}, with tabs between the columns.`,
    bars: (encoding: string) => `Read as ${encoding}, with vertical bars between the columns.`,
  },
  checkLetters: 'If letters such as ö look wrong, save the file as UTF-8 and choose it again.',

  /**
   * Contents of a column. A file whose headings are these words is understood too, in any case, and they are the
   * headings of the file of rejected rows.
   */
  columns: {
    email: 'Email',
    firstName: 'First name',
    lastName: 'Last name',
    name: 'Full name',
    ticket: 'Ticket',
  },
  skipColumn: 'Skip',
  reason: 'Reason',

  rows: {
    label: 'Rows of the file',
    column: (number: string) => `Column ${number}`,
    row: (number: string) => `Row ${number}`,
    fault: (number: string, fault: string) => `Row ${number}: ${fault}`,
    moreFaults: (count: number) => counted(count, { one: 'and # more', other: 'and # more' }),
    ticketForOthers: 'Ticket for rows that don’t name one',
  },

  faults: {
    noAddress: 'no email address',
    twice: 'appears twice in the file',
    noName: 'no name',
    stopped: 'not tried, because you stopped',
    noTicket: (ticket: string) => `no ticket is called “${ticket}”`,
  },

  willBeAdded: (guests: number) => counted(guests, { one: '# guest will be added', other: '# guests will be added' }),
  /** `added` is `willBeAdded`, in bold. The reasons follow as a list. */
  willBeAddedExcept: (added: Child, skipped: number): Child => [
    added,
    counted(skipped, { one: ', # row skipped:', other: ', # rows skipped:' }),
  ],
  emailing: {
    ask: 'Email these guests?',
    no: 'No, only add them',
    /** `resend` is the name of the action that emails the tickets. */
    noHint: (resend: string) =>
      `We email only guests with an order to pay, because it expires. You can send the tickets later: select the guests and choose “${resend}”.`,
    yes: 'Yes, email them their tickets',
    yesHint: 'Each guest gets an email immediately.',
  },

  add: 'Add',
  addOnly: (guests: number) => counted(guests, { one: 'Add # guest', other: 'Add # guests' }),
  addAndEmail: (guests: number) => counted(guests, { one: 'Add and email # guest', other: 'Add and email # guests' }),
  /** The import while it runs, in the list of guests. */
  running: {
    doing: 'Adding',
    progress: (done: string, total: string) => `Adding ${done} of ${total}`,
  },
  added: (guests: number) => counted(guests, { one: '# guest added.', other: '# guests added.' }),
  /** `open` is the name of the action that shows the result. */
  addedExcept: (guests: number, rows: number, open: string) =>
    `${counted(guests, { one: '# guest added', other: '# guests added' })}, ${counted(rows, { one: '# row not', other: '# rows not' })}. To see why, choose “${open}”.`,

  result: {
    title: (guests: number) => counted(guests, { one: '# guest added', other: '# guests added' }),
    allEmailed: 'We’re emailing everyone their ticket.',
    noneEmailed: 'We’re emailing only guests with an order to pay.',
    notAdded: (people: number) => counted(people, { one: '# row wasn’t added:', other: '# rows weren’t added:' }),
    list: 'Not added',
    download: 'Download those rows',
  },

  /** Invitations by email. */
  inviting: {
    title: 'Invite people',
    addresses: 'Email addresses',
    addressesExample: 'nora@example.org\nBen Carter <ben@example.org>',
    found: (addresses: number) =>
      counted(addresses, {
        one: '# address found. Paste them in any format.',
        other: '# addresses found. Paste them in any format.',
      }),
    file: 'Or a CSV file',
    message: 'Your message',
    showPreview: 'Preview email',
    hidePreview: 'Hide preview',
    send: (invitations: number) => counted(invitations, { one: 'Email # invitation', other: 'Email # invitations' }),
    done: (people: number) => counted(people, { one: '# person invited', other: '# people invited' }),
    results: {
      invited: (count: number) => counted(count, { one: '# invited', other: '# invited' }),
      alreadyRegistered: (count: number) =>
        counted(count, { one: '# already registered', other: '# already registered' }),
      unsubscribed: (count: number) =>
        counted(count, { one: '# unsubscribed from this calendar', other: '# unsubscribed from this calendar' }),
      declined: (count: number) =>
        counted(count, { one: '# declined this event before', other: '# declined this event before' }),
      invalid: (count: number) => counted(count, { one: '# not valid', other: '# not valid' }),
    },
  },
}

export type ImportingWords = typeof english

export const importingWords = area('importing', english)
