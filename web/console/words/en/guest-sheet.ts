import type { Child } from 'hono/jsx/dom'
import { area } from '../loaded.ts'

const english = {
  approve: 'Approve',
  decline: 'Decline',
  resend: 'Resend',
  transfer: 'Transfer',
  moreFor: (name: string) => `More actions for ${name}`,
  resendEmail: 'Resend their email',
  renewLinks: 'Renew links',
  erase: 'Erase…',
  codeOf: (name: string) => `QR code of ${name}`,
  answers: 'Answers',

  /** Actions that change the status. */
  moves: {
    CONFIRMED: 'Confirm',
    CHECKED_IN: 'Check in manually',
    WAITLISTED: 'Move to waiting list',
    DECLINED: 'Decline',
    CANCELLED: 'Cancel registration',
  },
  moved: {
    CONFIRMED: (name: string) => `${name}: confirmed.`,
    CHECKED_IN: (name: string) => `${name}: checked in.`,
    WAITLISTED: (name: string) => `${name}: waiting list.`,
    DECLINED: (name: string) => `${name}: declined.`,
    CANCELLED: (name: string) => `${name}: cancelled.`,
  },
  approved: (name: string) => `${name} is approved.`,
  declined: (name: string) => `${name} is declined.`,
  resent: (name: string) => `We’re resending the email to ${name}.`,
  renewed: (name: string) => `${name} has new links.`,

  history: { title: 'History', none: 'No changes in the last 30 days.' },

  mails: {
    title: 'Emails',
    none: 'No emails yet.',
    mail: (kind: string, status: string) => `${kind}, ${status}`,
    statuses: {
      sent: 'sent',
      pending: 'on its way',
      retrying: 'retrying',
      failed: 'not delivered',
      cancelled: 'not sent',
    },
    kinds: {
      confirmation: 'Confirmation',
      /** A guest on the waiting list got a place. */
      promoted: 'Place opened up',
      'transfer.received': 'Transfer received',
      'transfer.sent': 'Transfer sent',
      /** The registration awaits approval or payment. */
      pending: 'Registration received',
      'payment-processing': 'Bank is confirming',
      'payment-failed': 'Payment failed',
      'payment-overdue': 'Payment overdue',
      document: 'Invoice',
      waitlisted: 'Waiting list',
      offered: 'Place offered',
      refusal: 'Registration declined',
      cancelled: 'Registration cancelled',
      /** Guests cancelled their own registration or declined their invitation. */
      withdrawn: 'Cancelled by the guest',
      /** The answer to a reply sent from a calendar app. */
      'reply.kept': 'Calendar reply received',
      invitation: 'Invitation',
      'event.cancelled': 'Event cancelled',
      'event.changed': 'Event changed',
      'address-changed': 'Address changed',
      announcement: 'Announcement',
      reminder: 'Reminder',
      refund: 'Refund',
      'refund-account': 'Account for a refund',
      registrations: 'Registrations',
      verification: 'Email verification',
      party: 'Party',
    },
  },

  party: {
    title: (guests: string) => `Registered together, ${guests}`,
    list: 'Registered together',
    buyerErased: 'We have no data about the person who registered them.',
    registeredBy: (name: Child, email: Child): Child => ['Registered by ', name, ', ', email],
    /** For a guest without an email address. */
    registeredByWithEmails: (name: Child, email: Child): Child => [
      'Registered by ',
      name,
      ', ',
      email,
      '. Emails go there because this guest has no address of their own.',
    ],
    editBuyer: 'Edit buyer',
  },

  edit: {
    title: (name: string) => `Edit ${name}`,
    guestMoved: 'The new address gets a new code and link. The old ones stop working immediately.',
    buyerLead:
      'This is the name on the party and on its order. If the buyer is also a guest, edit the name of that guest separately.',
    buyerMoved:
      'If anyone in the party is still registered, we email the new address a new link to the party. The old link stops working immediately, and so do codes and links of guests who share the buyer’s address: their emails go to the new address from now on. If the buyer is also a guest, that guest gets the new address too.',
    /** A ticket to choose. `left` is the number of free seats. */
    ticketLeft: (ticket: string, left: string) => `${ticket} (${left} left)`,
    ticketFull: (ticket: string) => `${ticket} (sold out)`,
    ticketMoved:
      'The guest gets an email with the new ticket. The code stays valid. We don’t charge or refund anything now.',
    samePriceOnly: 'These tickets have the same price as the guest’s order.',
    save: 'Save details',
    saveAndEmail: 'Save and email',
    saved: 'Details saved.',
  },

  transferring: {
    title: (name: string) => `Transfer the place of ${name}`,
    lead: 'The ticket, order and seat go to someone else. The old code stops working and both people get an email.',
    name: 'Their name',
    email: 'Their email address',
    action: 'Transfer and email both',
    done: (name: string) => `${name}’s place is transferred. We’re emailing both people.`,
  },

  erasing: {
    ask: (name: string) => `Erase ${name}?`,
    action: 'Erase permanently',
    means:
      'We erase names, address, answers and code, also from orders, emails and exported files. A seat they held goes to the first on the waiting list. You can’t undo this. Invoices stay for as long as tax law requires.',
    done: 'Guest erased, with all their personal data.',
    kept: (numbers: string, until: string) => `Guest erased. Kept until ${until}, as tax law requires: ${numbers}`,
  },
}

export type GuestSheetWords = typeof english

export const guestSheetWords = area('guestSheet', english)
