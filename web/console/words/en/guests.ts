import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const figure = (count: number) => counted(count, { one: '#', other: '#' })

const english = {
  papers: {
    menu: 'Print and export',
    csv: 'Download CSV',
    printList: 'Print list',
    printBadges: 'Print badges',
    arrived: 'Arrived',
  },

  add: {
    menu: 'Add guests',
    one: 'Add one guest',
    fromFile: 'Add from a file',
    invite: 'Invite by email',
    title: 'Add a guest',
    emailHint: 'They’ll get their ticket by email immediately.',
    action: 'Add guest',
    added: (name: string) => `${name} has been added.`,
  },

  filters: {
    status: 'Guest status',
    needsApproval: 'Needs approval',
    ticket: (name: string, guests: string) => `${name} (${guests})`,
    answer: 'Answer',
    answerTo: (question: string, answer: string) => `${question}: ${answer}`,
    newestFirst: 'Newest first',
  },

  list: {
    search: 'Name, email or code',
    registered: 'Registered',
    noMatches: 'No matches',
    noMatchesText: 'No guest of this event matches your search and filters.',
    none: 'No registrations yet',
    noneText: 'Guests show up here moments after they register.',
    noneInDraft: 'People can register once the event is published.',
    share: 'Share event',
    position: (position: string, total: string) => `${position} of ${total}`,
  },

  selection: {
    label: 'Selection',
    count: (count: number) => `${figure(count)} selected`,
    approve: (count: number) => `Approve ${figure(count)}`,
    decline: (count: number) => `Decline ${figure(count)}`,
    more: 'More actions for the selection',
    resend: 'Resend their email',
    cancel: 'Cancel registrations…',
    selectFirst: (count: number) => `Select the first ${figure(count)}`,
    selectAll: (count: number) => `Select all ${figure(count)}`,
    clear: 'Clear selection',
  },

  /** A bulk action while it runs. */
  running: {
    failed: (count: number) => `${figure(count)} failed`,
    mayLeave: 'You can leave this page',
    waiting: 'Waiting for the service, then continuing',
    paused: 'Paused',
    pause: 'Pause',
    resume: 'Continue',
    stop: 'Stop',
  },

  /** Bulk actions: what is shown while each runs, and once it is done with or without failures. */
  acts: {
    approve: {
      doing: 'Approving',
      progress: (done: string, total: string) => `Approving ${done} of ${total}`,
      done: (count: number) => `${figure(count)} approved.`,
      doneExcept: (count: number, failed: number) => `${figure(count)} approved, ${figure(failed)} failed.`,
    },
    reject: {
      doing: 'Declining',
      progress: (done: string, total: string) => `Declining ${done} of ${total}`,
      done: (count: number) => `${figure(count)} declined.`,
      doneExcept: (count: number, failed: number) => `${figure(count)} declined, ${figure(failed)} failed.`,
    },
    resend: {
      doing: 'Resending',
      progress: (done: string, total: string) => `Resending ${done} of ${total}`,
      done: (count: number) => counted(count, { one: '# email resent.', other: '# emails resent.' }),
      doneExcept: (count: number, failed: number) =>
        `${counted(count, { one: '# email resent', other: '# emails resent' })}, ${figure(failed)} failed.`,
    },
    cancel: {
      doing: 'Cancelling',
      progress: (done: string, total: string) => `Cancelling ${done} of ${total}`,
      done: (count: number) => `${figure(count)} cancelled.`,
      doneExcept: (count: number, failed: number) => `${figure(count)} cancelled, ${figure(failed)} failed.`,
    },
  },

  declining: {
    ask: (name: string) => `Decline ${name}?`,
    askMany: (count: number) => counted(count, { one: 'Decline # guest?', other: 'Decline # guests?' }),
    means: 'We email them that they can’t attend. You can undo this for 10 seconds.',
    message: 'Message',
    messageHint: 'Your message is quoted in the email.',
    tooLong: (characters: number) => `Use at most ${figure(characters)} characters.`,
    keep: 'Keep them',
    action: 'Decline',
    started: (name: string) => `We’ll decline ${name} in 10 seconds.`,
    startedMany: (count: number) =>
      counted(count, { one: 'We’ll decline # guest in 10 seconds.', other: 'We’ll decline # guests in 10 seconds.' }),
    undo: 'Undo decline',
    /** The status of a guest while the decline can be undone. */
    state: 'Declining',
  },

  approving: {
    ask: (count: number) => counted(count, { one: 'Approve # guest?', other: 'Approve # guests?' }),
  },

  /** Shown before many guests are approved or cancelled. */
  quoted: {
    emails: (count: number) => counted(count, { one: '# address gets an email.', other: '# addresses get an email.' }),
    orders: (sum: string) => `New orders to pay: ${sum}.`,
  },

  cancelling: {
    ask: (count: number) => counted(count, { one: 'Cancel # registration?', other: 'Cancel # registrations?' }),
    action: (count: number) => counted(count, { one: 'Cancel and email # guest', other: 'Cancel and email # guests' }),
    keep: 'Keep them',
    means: 'Their seats become free. This doesn’t refund any payments.',
  },

  /** A guest's name, or what is shown without one, and the line below it. */
  names: {
    erased: 'Erased',
    erasedBelow: 'personal data erased',
    noAddress: 'no address',
    missing: 'Name missing',
    /** The buyer's address, to which this guest's emails go. */
    via: (email: string) => `via ${email}`,
    noReply: 'hasn’t replied yet',
  },
}

export type GuestsWords = typeof english

export const guestsWords = area('guests', english)
