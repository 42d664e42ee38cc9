import { area } from '../loaded.ts'

const english = {
  lead: 'Invented guests register, pay, cancel and come to a copy of this event. No email leaves, and nothing here changes.',
  emptyTitle: 'See this event before your guests do',
  start: 'Rehearse event',
  again: 'Rehearse again',
  guests: 'Invented guests',
  running: 'The rehearsal is running. It takes up to a minute.',
  failed: 'The rehearsal failed. Try again.',
  over: 'This event is over or cancelled, so it can’t be rehearsed.',
  figures: {
    places: 'Places taken at most',
    waiting: 'Waiting at most',
    emails: 'Emails sent',
    kept: 'Money kept',
    came: 'Checked in',
    noShows: 'Didn’t come',
  },
  findings: 'Findings',
  noFindings: 'No problems found in this rehearsal.',
  repair: 'Change it',
  finding: {
    mail_after_the_start: 'An email arrives after the event has started',
    seat_free_while_waiting: 'A place stays free for over an hour while people wait',
    offer_ends_at_night: 'An offered place expires at night',
    payment_after_expiry: 'A payment can arrive after its order has expired',
    coupon_gone_in_rush: 'A coupon is used up in the first ten minutes',
    question_unanswerable: 'Guests can’t answer a required question',
    sale_after_start: 'A ticket is still on sale after the start',
    door_opens_late: 'Guests arrive before check-in opens',
    many_mails_in_a_day: 'A guest gets more than three emails in one day',
    dead_link: 'A link in an email leads nowhere',
  },
  seats: {
    title: 'Places and emails over time',
    taken: 'Taken',
    offered: 'Offered',
    waiting: 'Waiting',
    capacity: 'Capacity',
  },
  chapters: { rush: 'First hour', between: 'Until the day', day: 'The day', all: 'Whole event' },
  timeline: {
    title: 'Timeline',
    milestones: {
      opens: 'Registration opens',
      sold_out: 'Full',
      first_waiting: 'First person on the waiting list',
      closes: 'Registration closes',
      door_opens: 'Check-in opens',
      starts: 'Event starts',
      ends: 'Event ends',
      paid_late: 'Payments after their orders expired',
    },
  },
  mails: {
    title: 'Emails as guests get them',
    other: 'Other email',
    guest: 'Guest',
  },
  money: {
    title: 'Money',
    charged: 'Charged',
    pending: 'Pending',
    refunded: 'Refunded',
    kept: 'Kept',
  },
  door: {
    title: 'At the door',
    perStep: 'Arrivals in steps of ten minutes',
    time: 'Time',
    admitted: 'Admitted',
    refused: 'Turned away',
  },
}

export type RehearsalWords = typeof english

export const rehearsalWords = area('rehearsal', english)
