import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const english = {
  greeting: {
    morning: (name: string) => `Good morning, ${name}`,
    afternoon: (name: string) => `Good afternoon, ${name}`,
    evening: (name: string) => `Good evening, ${name}`,
  },
  lead: {
    nothing: 'Nothing needs you right now.',
    doors: (doors: number) =>
      counted(doors, { one: 'Check-in is open at one event.', other: 'Check-in is open at # events.' }),
    things: (things: number) => counted(things, { one: 'One thing needs you.', other: '# things need you.' }),
    both: (doors: string, things: string) => `${doors} ${things}`,
  },
  needsYou: 'Needs you',
  /** `action` is the text of the link, and `actionFor` is its full name for screen readers. */
  needs: {
    DOOR_OPEN: {
      text: (guests: number) =>
        guests === 0
          ? 'Check-in is open, no guests in yet'
          : counted(guests, { one: 'Check-in is open, # guest in', other: 'Check-in is open, # guests in' }),
      action: 'See door',
      actionFor: (title: string) => `See door: ${title}`,
    },
    APPROVALS: {
      text: (guests: number) =>
        counted(guests, { one: '# guest needs your approval', other: '# guests need your approval' }),
      action: 'Review',
      actionFor: (title: string) => `Review: ${title}`,
    },
    UNPAID: {
      text: (orders: number) => counted(orders, { one: '# order is unpaid', other: '# orders are unpaid' }),
      action: 'See orders',
      actionFor: (title: string) => `See orders: ${title}`,
    },
    INVITATIONS: {
      text: (members: number) =>
        counted(members, {
          one: '# new member needs your confirmation',
          other: '# new members need your confirmation',
        }),
      action: 'See team',
      actionFor: (title: string) => `See team: ${title}`,
    },
  },
  card: {
    noEvents: 'No upcoming events',
    events: (events: number) => counted(events, { one: '# upcoming event', other: '# upcoming events' }),
    moreDates: (dates: number) => counted(dates, { one: '# more date', other: '# more dates' }),
    openCalendar: (calendar: string) => `Open ${calendar}`,
    newEvent: 'New event',
    newEventIn: (calendar: string) => `New event in ${calendar}`,
    staff: 'You check in guests at the door.',
  },
  profile: {
    shown: 'Your teams can see your name and email address.',
    hidden: 'Your teams see only your user ID.',
  },
}

export type HomeWords = typeof english

export const homeWords = area('home', english)
