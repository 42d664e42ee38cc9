import { area } from '../loaded.ts'

const english = {
  /** A member whose name the service doesn’t have. */
  unnamedMember: 'A member who hasn’t shared their name',
  // Buttons and labels that several screens share.
  save: 'Save',
  cancel: 'Cancel',
  close: 'Close',
  done: 'Done',
  add: 'Add',
  remove: 'Remove',
  delete: 'Delete',
  edit: 'Edit',
  copy: 'Copy',
  copied: 'Copied',
  back: 'Back',
  next: 'Next',
  previous: 'Previous',
  undo: 'Undo',
  open: 'Open',
  download: 'Download',
  send: 'Send',
  create: 'Create',
  retry: 'Try again',
  more: 'More',
  show: 'Show',
  hide: 'Hide',
  yes: 'Yes',
  no: 'No',
  all: 'All',
  optional: 'optional',
  signInAgain: 'You signed in more than 10 minutes ago. Sign in again to do this.',
  signInAgainAction: 'Sign in again',
  free: 'Free',
  online: 'Online',

  // Nouns that several screens use as a label or a column heading.
  name: 'Name',
  email: 'Email',
  status: 'Status',
  date: 'Date',
  event: 'Event',
  events: 'Events',
  guest: 'Guest',
  guests: 'Guests',
  ticket: 'Ticket',
  tickets: 'Tickets',
  order: 'Order',
  orders: 'Orders',
  role: 'Role',
  calendar: 'Calendar',
  yourCalendars: 'Your calendars',
  newCalendar: 'New calendar',

  roles: { OWNER: 'Owner', MANAGER: 'Manager', STAFF: 'Staff' },
  plans: { FREE: 'Free', PLUS: 'Plus', PRO: 'Pro', ENTERPRISE: 'Enterprise' },

  eventStatuses: { DRAFT: 'Draft', PUBLISHED: 'Published', CANCELLED: 'Cancelled', ARCHIVED: 'Archived' },
  /** The status chip of a published event that is not over. */
  registrationStatuses: {
    OPEN: 'Open',
    NOT_YET_OPEN: 'Opens later',
    CLOSED: 'Closed',
    SOLD_OUT: 'Sold out',
    WAITLIST: 'Waiting list',
  },
  eventOver: 'Over',
  checkInOpen: 'Check-in open',

  guestStatuses: {
    CONFIRMED: 'Confirmed',
    CHECKED_IN: 'Checked in',
    PENDING: 'Awaiting approval',
    WAITLISTED: 'Waiting list',
    INVITED: 'Invited',
    DECLINED: 'Declined',
    CANCELLED: 'Cancelled',
    TRANSFERRED: 'Transferred',
    OFFERED: 'Offered a seat',
  },
  /** A guest who is approved but has not paid. */
  guestUnpaid: 'Unpaid',
  offerExpires: (fromNow: string) => `Offered, expires ${fromNow}`,
  waitlistPosition: (status: string, position: string) => `${status}, no. ${position}`,

  orderStatuses: {
    PENDING: 'Unpaid',
    PAID: 'Paid',
    EXPIRED: 'Expired',
    CANCELLED: 'Cancelled',
    PARTIALLY_REFUNDED: 'Partly refunded',
    REFUNDED: 'Refunded',
  },
  orderProcessing: (fromNow: string) => `Bank is confirming, expires ${fromNow}`,
  orderExpires: (fromNow: string) => `Unpaid, expires ${fromNow}`,
  paidBy: { FREE: '–', OFFLINE: 'manually', BANK: 'by bank transfer', STRIPE: 'online' },

  messageStatuses: { SCHEDULED: 'Scheduled', SENDING: 'Sending', SENT: 'Sent', CANCELLED: 'Cancelled' },
  deliveryStatuses: {
    pending: 'Pending',
    retrying: 'Retrying',
    succeeded: 'Succeeded',
    failed: 'Failed',
    cancelled: 'Cancelled',
  },
  mailStatuses: {
    pending: 'Pending',
    retrying: 'Retrying',
    sent: 'Sent',
    failed: 'Failed',
    cancelled: 'Cancelled',
  },
}

export type TermsWords = typeof english

export const termsWords = area('terms', english)
