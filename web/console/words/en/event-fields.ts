import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const english = {
  details: {
    title: 'Details',
    eventTitle: 'Title',
    description: 'Description',
    descriptionHint: 'Markdown. The first sentence is used as the summary.',
    altText: 'Alt text',
    altTextHint: 'Screen readers read it to people who can’t see the picture.',
    accent: 'Accent',
    tags: 'Tags',
    tagsHint: 'separated by commas',
  },
  time: {
    title: 'Date and time',
    day: 'Day',
    firstDay: 'First day',
    lastDay: 'Last day',
    from: 'From',
    until: 'Until',
    endsNextDay: 'Ends the next day',
    timeZone: 'Time zone',
    timeZoneHint: 'Type a city or an offset such as UTC+1',
    otherTimeZone: 'Different from your time zone',
    allDay: 'All day',
  },
  location: {
    title: 'Location',
    format: 'Format',
    inPerson: 'In person',
    hybrid: 'Hybrid',
    venue: 'Venue',
    street: 'Street and number',
    city: 'City',
    country: 'Country',
    onlyGuestsSeeAddress: 'Only guests see the address',
    meetingLink: 'Meeting link',
    meetingLinkHint: 'Only guests see this.',
  },
  tickets: {
    none: 'Free for everyone, with one ticket. Add tickets to charge money or count seats separately.',
    ticketNumber: (number: number) => `Ticket ${number}`,
    /** The name of the first ticket until the organiser changes it. */
    admission: 'Admission',
    price: 'Price',
    blankIsFree: 'blank = free',
    currency: 'Currency',
    seats: 'Seats',
    blankIsUnlimited: 'blank = unlimited',
    remove: (ticket: string) => `Remove ${ticket}`,
    removeNumber: (number: number) => `Remove ticket ${number}`,
    add: 'Add ticket',
  },
  registration: {
    title: 'Registration',
    capacity: 'Capacity',
    blankIsUnlimited: 'blank = unlimited',
    opens: 'Opens',
    blankIsNow: 'blank = now',
    closes: 'Closes',
    blankIsEnd: 'blank = at the end',
    requireApproval: 'Require approval',
    requireApprovalHint: 'You approve each registration.',
    waitingList: 'Waiting list',
    waitingListHint:
      'People can join a waiting list when the event is full. Seats that become free go to the next person on it.',
    verifyEmail: 'Verify email addresses',
    verifyEmailHint: 'Guests have 30 minutes to confirm with the link in the email.',
    reentry: 'Allow re-entry',
    reentryHint: 'Guests can leave and come back. The kiosk records both.',
  },
  reminders: {
    title: 'Email reminders',
    weekBefore: 'a week before',
    dayBefore: 'a day before',
    twoHoursBefore: 'two hours before',
    minutesBefore: (minutes: number) => counted(minutes, { one: '# minute before', other: '# minutes before' }),
  },
  waitingList: {
    offer: 'Offer the place, don’t assign it',
    offerHint:
      'A free seat is offered to the next person on the waiting list and held until they answer or the offer expires.',
    offerTime: 'An offer is valid for',
    hours: 'hours',
    overtake: 'Let smaller groups overtake larger ones',
    overtakeHint:
      'They can take free seats while there isn’t room for a whole group. After the limit, we hold seats for that group.',
    maxOvertakes: 'How often a group can be overtaken',
  },
  visibility: {
    title: 'Visibility',
    visibleTo: 'Visible to',
    everyone: 'Everyone',
    everyoneHint: 'Shown in the calendar, in feeds and in the embed.',
    withLink: 'Anyone with the link',
    invited: 'Only invited people',
    invitedHint: 'The event has no public page.',
  },
  person: {
    firstName: 'First name',
    lastName: 'Last name',
  },
  picture: {
    cannotProcess: 'Your browser can’t process images.',
    cannotConvert: 'We couldn’t convert this picture. Try another one.',
    cannotOpen: 'Your browser can’t open this picture. Try another one.',
  },
}

export type EventFieldsWords = typeof english

export const eventFieldsWords = area('eventFields', english)
