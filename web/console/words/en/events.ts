import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const english = {
  list: {
    newEvent: 'New event',
    filterLabel: 'Event status',
    filters: { upcoming: 'Upcoming', drafts: 'Drafts', past: 'Past', cancelled: 'Cancelled' },
    tag: 'Tag',
    search: 'Search title or text',
    seats: 'Seats',
    actions: 'Actions',
    dates: (dates: number) => counted(dates, { one: '# date', other: '# dates' }),
  },
  empty: {
    noMatches: 'No matches',
    noMatchesText: 'No event of this calendar has these words in its title or text.',
    upcoming: 'No upcoming events',
    upcomingText: 'Each event has its own page where people register. Here you see who’s coming.',
    drafts: 'No drafts',
    past: 'No past events',
    cancelled: 'No cancelled events',
    createEvent: 'Create event',
  },
  menu: {
    label: (title: string) => `More actions for ${title}`,
    publish: 'Publish…',
    share: 'Share',
    duplicate: 'Duplicate…',
    cancel: 'Cancel event…',
    delete: 'Delete…',
  },
  cancelDialog: {
    title: (title: string) => `Cancel “${title}”?`,
    text: 'The page stays online and shows that the event is cancelled. You can’t undo this.',
    reason: 'Reason',
    reasonAside: 'shown to guests',
    email: (guests: number) => counted(guests, { one: 'Email # guest', other: 'Email # guests' }),
    paidOrders: 'Paid orders',
    paid: (orders: number) => counted(orders, { one: '# paid order', other: '# paid orders' }),
    refunds: 'Refunds',
    refundNow: 'Refund all now',
    refundNowHint: 'You’ll see every order’s result.',
    refundLater: 'Later',
    refundLaterHint: 'Use “Refund all” in the event’s orders.',
    ownerRefunds: 'Only an owner of this calendar can see and refund its orders.',
    cancel: 'Cancel event',
    cancelAndEmail: (guests: number) =>
      counted(guests, { one: 'Cancel and email # guest', other: 'Cancel and email # guests' }),
    keep: 'Keep it',
    cancelled: 'Event cancelled.',
    cancelledAndEmailing: (guests: number) =>
      counted(guests, {
        one: 'Event cancelled. We’re emailing # guest.',
        other: 'Event cancelled. We’re emailing # guests.',
      }),
  },
  duplicateDialog: {
    title: (title: string) => `Duplicate “${title}”`,
    date: 'Date of the copy',
    time: 'Starts at',
    means:
      'Sale, registration, check-in and coupon periods move by the same distance. The copy is a draft without guests. Its coupons are unused and get new codes, such as EARLY-2.',
    action: 'Duplicate event',
  },
  deleteDialog: {
    title: (title: string) => `Delete “${title}”?`,
    text: 'This also deletes its tickets and questions. If people have registered, you can only cancel the event.',
    delete: 'Delete permanently',
    deleted: 'Event deleted.',
  },
  publishDialog: {
    title: (title: string) => `Publish “${title}”?`,
    text: 'The page and registration open immediately. No emails will be sent.',
    publish: 'Publish',
    notYet: 'Not yet',
    published: 'Event published.',
  },
}

export type EventsWords = typeof english

export const eventsWords = area('events', english)
