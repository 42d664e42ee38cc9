export const SCOPES = {
  'events:read': 'Read the calendar, events, tickets and statistics',
  'events:write': 'Create, update, delete, cancel and duplicate events and tickets',
  'guests:read': 'List guests and export them as CSV or JSON',
  'guests:write': 'Add, invite, approve, reject and transfer guests',
  'checkins:read': 'List check-ins and look up QR codes',
  'checkins:write': 'Create and undo check-ins',
  'communications:write': 'Send announcements and reminders by e-mail',
  'webhooks:read': 'Read the webhook delivery log',
  'webhooks:write': 'Retry a webhook delivery',
  'billing:read': 'Read orders and the sales report',
  'billing:write': 'Refund orders and mark them paid',
  'analytics:read': 'Read aggregated statistics of the calendar',
} as const

export type Scope = keyof typeof SCOPES
export const SCOPE_NAMES = Object.keys(SCOPES) as [Scope, ...Scope[]]
