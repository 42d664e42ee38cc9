import type { ChangeAnswer } from '../../shared/answers.ts'

const ACTORS: Record<ChangeAnswer['actor']['type'], string> = {
  user: 'A member',
  key: 'An API key',
  pass: 'A door pass',
  guest: 'A guest',
  provider: 'The payment provider',
  system: 'The system',
}

/** Names without an article, before a label. */
const ACTOR_NAMES = { key: 'API key', pass: 'Door pass', system: 'System' } as const

/** Returns who made the change: "You", a label, or the kind of actor with its label. */
export const actorWords = ({ actor }: Pick<ChangeAnswer, 'actor'>, me: string) => {
  if (actor.type === 'user' && actor.id === me) return 'You'
  if (actor.label !== null)
    return actor.type === 'user' || actor.type === 'guest' || actor.type === 'provider'
      ? actor.label
      : `${ACTOR_NAMES[actor.type]} “${actor.label}”`
  return actor.type === 'user' && actor.id !== null ? actor.id : ACTORS[actor.type]
}

const STATUS_WORDS: Readonly<Record<string, string>> = {
  CONFIRMED: 'Confirmed',
  CHECKED_IN: 'Checked in',
  PENDING: 'Awaiting approval',
  WAITLISTED: 'On the waiting list',
  OFFERED: 'Offered a seat',
  INVITED: 'Invited',
  DECLINED: 'Declined',
  CANCELLED: 'Cancelled',
  TRANSFERRED: 'Transferred',
  PUBLISHED: 'Published',
  DRAFT: 'Back to draft',
  ARCHIVED: 'Archived',
  PAID: 'Paid',
  REFUNDED: 'Refunded',
  PARTIALLY_REFUNDED: 'Partly refunded',
  EXPIRED: 'Expired unpaid',
  SENT: 'Sent',
  SENDING: 'Sending',
  SCHEDULED: 'Scheduled',
}

const NAMES: Record<ChangeAnswer['object'], string> = {
  calendar: 'The calendar',
  series: 'A series',
  event: 'An event',
  ticket: 'A ticket',
  checkpoint: 'A checkpoint',
  guest: 'A guest',
  checkin: 'A check-in',
  scan: 'A scan',
  order: 'An order',
  refund: 'A refund',
  coupon: 'A coupon',
  announcement: 'A message',
  reminder: 'A reminder',
}

const FIELDS: Readonly<Record<string, string>> = {
  firstName: 'name',
  lastName: 'name',
  email: 'email',
  registrationAnswers: 'answers',
  qrCode: 'code',
  startAt: 'start',
  endAt: 'end',
  coverUrl: 'cover',
  registrationQuestions: 'questions',
  reminderMinutes: 'reminders',
  ticket: 'ticket',
  spotsRemaining: 'seats left',
  capacity: 'seats',
}

const fieldWords = (name: string) => FIELDS[name] ?? name.replaceAll(/([A-Z])/g, ' $1').toLowerCase()

/** Maximum number of field names in one line of the history. */
const MOST_NAMED = 4

const CAME: Partial<Record<ChangeAnswer['object'], string>> = {
  guest: 'Registered',
  order: 'Ordered',
  event: 'Created the event',
  ticket: 'Created the ticket',
  series: 'Created the series',
  announcement: 'Wrote the message',
  reminder: 'Scheduled the reminder',
  coupon: 'Created the coupon',
}

/** Guesses whether a change created the object: an insert lists all its `fields`, an update only a few. */
const isNew = ({ fields }: ChangeAnswer) => fields.length > MOST_NAMED * 2

/**
 * Returns the `seq` of each object's latest status change. `changes` is sorted newest first. `current` holds only the
 * present status, so for earlier changes it is not known which status they set.
 */
export const latestOf = (changes: readonly ChangeAnswer[]): ReadonlySet<number> => {
  const latest = new Map<string, number>()
  for (const { id, seq, fields } of changes) if (fields.includes('status') && !latest.has(id)) latest.set(id, seq)
  return new Set(latest.values())
}

const UNDONE: Partial<Record<ChangeAnswer['object'], string>> = { checkin: 'Check-in undone', scan: 'Scan undone' }

/** Returns what a scan at a checkpoint, or an exit or return at the main door, did. */
const scanWords = (current: ChangeAnswer['current']) => {
  if (current === null || !('checkpointName' in current)) return 'Scanned'
  const { checkpointName: name, direction } = current
  if (name === null) return direction === 'OUT' ? 'Left' : 'Came back'
  if (direction === null) return `Scanned at ${name}`
  return `${direction === 'OUT' ? 'Left' : 'Entered'} ${name}`
}

/** Returns a short description of a change. It contains field names, but never guests' answers. */
export const deedOf = (change: ChangeAnswer, latest: ReadonlySet<number>) => {
  const { object, op, fields, current, seq } = change
  if (op === 'delete') return UNDONE[object] ?? `${NAMES[object]} was deleted`
  if (object === 'checkin') return 'Checked in'
  if (object === 'scan') return scanWords(current)
  if (object === 'refund' && fields.includes('amount')) return 'Refunded'
  const isKnown = latest.has(seq) && current !== null && 'status' in current && typeof current.status === 'string'
  const status = isKnown ? current.status : ''
  if (isNew(change)) return status === 'INVITED' ? 'Invited' : (CAME[object] ?? `${NAMES[object]} was created`)
  if (object === 'order' && status === 'PENDING') return 'Unpaid'
  if (fields.includes('status') && STATUS_WORDS[status] !== undefined) return STATUS_WORDS[status]
  const named = [...new Set(fields.filter((name) => name !== 'updatedAt').map(fieldWords))]
  if (named.length === 0) return 'Changed'
  const some = named.slice(0, MOST_NAMED).join(', ')
  return `Changed: ${some}${named.length > MOST_NAMED ? ' and more' : ''}`
}

/** Returns the name of the changed object, or its id if the object no longer exists. */
export const subjectOf = ({ current, id, object }: ChangeAnswer): string => {
  if (current === null) return object === 'guest' ? 'an erased guest' : id
  if ('title' in current) return current.title
  if ('firstName' in current) return `${current.firstName} ${current.lastName}`.trim() || current.email
  if ('guestName' in current) return current.guestName
  if ('number' in current) return current.number
  if ('subject' in current) return current.subject
  if ('code' in current) return current.code
  if ('name' in current) return current.name
  return id
}
