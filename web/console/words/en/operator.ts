import type { Child } from 'hono/jsx/dom'
import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const english = {
  /** The screen of the service's operator. */
  title: 'All calendars',
  lead: 'You operate this service. Set plans, and suspend calendars that misuse it.',
  search: 'Search by name or address',
  onlySuspended: 'Only suspended calendars',
  none: 'No calendars match',
  about: (address: Child, events: string, members: string): Child => [address, ' · ', events, ' · ', members],
  events: (count: number) => counted(count, { one: '# event', other: '# events' }),
  members: (count: number) => counted(count, { one: '# member', other: '# members' }),
  planOf: (calendar: string) => `Plan of ${calendar}`,
  planSet: {
    FREE: (calendar: string) => `${calendar} is on Free now.`,
    PLUS: (calendar: string) => `${calendar} is on Plus now.`,
    PRO: (calendar: string) => `${calendar} is on Pro now.`,
    ENTERPRISE: (calendar: string) => `${calendar} is on Enterprise now.`,
  },
  suspended: (reason: string) => `Suspended: ${reason}`,
  erased: (fromNow: string) => `Deleted ${fromNow}`,
  suspend: 'Suspend…',
  suspendNamed: (calendar: string) => `Suspend ${calendar}`,
  reinstate: 'Reinstate',
  reinstateNamed: (calendar: string) => `Reinstate ${calendar}`,
  reinstated: (calendar: string) => `${calendar} is public again.`,
  suspendDialog: {
    title: (calendar: string) => `Suspend ${calendar}?`,
    text: 'It isn’t public, sends no emails or webhooks, and no one can change it. Guests’ links, refunds and check-in keep working.',
    reason: 'Reason, for its members',
    suspend: 'Suspend calendar',
    done: (calendar: string) => `${calendar} is suspended.`,
  },
  previous: 'Previous',
  next: 'Next',

  /** The page about plans. */
  plans: {
    title: 'Plans',
    lead: 'Compare the plans. A calendar has one plan.',
    ask: 'To change a calendar’s plan, ask the operator of this service and name the calendar’s address.',
    yours: (calendar: Child, plan: Child): Child => [calendar, ' is on ', plan, '.'],
    includes: {
      FREE: [
        'Events, series, tickets, registration and waiting lists',
        'Messages, reminders and statistics',
        'Check-in with the kiosk for members of your team',
        'One ZIP with everything, at any time',
      ],
      PLUS: [
        'Everything in Free',
        'A calendar feed, and the embed for your website',
        'Webhooks',
        'Scheduled exports by email',
        'More events, guests and emails',
      ],
      PRO: [
        'Everything in Plus',
        'API keys and the log of webhook deliveries',
        'Door passes for helpers without an account',
        'Search for guests by part of a name',
        'The highest limits for events, guests and emails',
      ],
    },
  },
}

export type OperatorWords = typeof english

export const operatorWords = area('operator', english)
