import type { ChangeAnswer } from '../../shared/answers.ts'

const ACTORS: Record<ChangeAnswer['actor']['type'], string> = {
  user: 'A member',
  key: 'A key',
  pass: 'A door pass',
  guest: 'A guest',
  provider: 'The payment provider',
  system: 'The schedule',
}

/** Who did it, as a colleague would say. */
export const actorWords = ({ actor }: Pick<ChangeAnswer, 'actor'>, me: string) => {
  if (actor.type === 'user' && actor.id === me) return 'You'
  if (actor.label !== null)
    return actor.type === 'user' || actor.type === 'guest' || actor.type === 'provider'
      ? actor.label
      : `${ACTORS[actor.type]} “${actor.label}”`
  return actor.type === 'user' && actor.id !== null ? actor.id : ACTORS[actor.type]
}

const STATUS_WORDS: Readonly<Record<string, string>> = {
  CONFIRMED: 'Confirmed',
  CHECKED_IN: 'Checked in',
  PENDING: 'Waits for a decision',
  WAITLISTED: 'On the waiting list',
  OFFERED: 'Offered a seat',
  INVITED: 'Invited',
  DECLINED: 'Declined',
  CANCELLED: 'Cancelled',
  TRANSFERRED: 'Passed their place on',
  PUBLISHED: 'Published',
  DRAFT: 'A draft again',
  ARCHIVED: 'Archived',
  PAID: 'Paid',
  REFUNDED: 'Refunded',
  PARTIALLY_REFUNDED: 'Refunded in part',
  EXPIRED: 'Lapsed unpaid',
  SENT: 'Sent',
  SENDING: 'Going out',
  SCHEDULED: 'Planned',
}

const NAMES: Record<ChangeAnswer['object'], string> = {
  calendar: 'The calendar',
  series: 'A series',
  event: 'An event',
  ticket: 'A ticket',
  checkpoint: 'A checkpoint',
  guest: 'A guest',
  checkin: 'A check-in',
  order: 'An order',
  refund: 'A refund',
  coupon: 'A coupon',
  announcement: 'A message',
  reminder: 'A reminder',
}

const FIELDS: Readonly<Record<string, string>> = {
  firstName: 'name',
  lastName: 'name',
  email: 'mail',
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

/** So many names at most. */
const MOST_NAMED = 4

const CAME: Partial<Record<ChangeAnswer['object'], string>> = {
  guest: 'Registered',
  order: 'Ordered',
  event: 'Made the event',
  ticket: 'Made the ticket',
  series: 'Made the series',
  announcement: 'Wrote the message',
  reminder: 'Planned the reminder',
  coupon: 'Made the coupon',
}

/** What is written first is all of them. */
const isNew = ({ fields }: ChangeAnswer) => fields.length > MOST_NAMED * 2

/** Of the changes of a list, the newest first: only of the last that touched a status is known what it became. */
export const latestOf = (changes: readonly ChangeAnswer[]): ReadonlySet<number> => {
  const latest = new Map<string, number>()
  for (const { id, seq, fields } of changes) if (fields.includes('status') && !latest.has(id)) latest.set(id, seq)
  return new Set(latest.values())
}

/** What was done, in few words: names of fields, and never what a person answered. */
export const deedOf = (change: ChangeAnswer, latest: ReadonlySet<number>) => {
  const { object, op, fields, current, seq } = change
  if (op === 'delete') return object === 'checkin' ? 'A check-in was taken back' : `${NAMES[object]} was deleted`
  if (object === 'checkin') return 'Let in'
  if (object === 'refund' && fields.includes('amount')) return 'Refunded'
  const isKnown = latest.has(seq) && current !== null && 'status' in current && typeof current.status === 'string'
  const status = isKnown ? current.status : ''
  if (isNew(change)) return status === 'INVITED' ? 'Invited' : (CAME[object] ?? `${NAMES[object]} came to be`)
  if (object === 'order' && status === 'PENDING') return 'Due'
  if (fields.includes('status') && STATUS_WORDS[status] !== undefined) return STATUS_WORDS[status]
  const named = [...new Set(fields.filter((name) => name !== 'updatedAt').map(fieldWords))]
  const some = named.slice(0, MOST_NAMED).join(', ')
  return `Changed: ${some}${named.length > MOST_NAMED ? ' and more' : ''}`
}

/** What it was about, as far as it still stands. */
export const subjectOf = ({ current, id, object }: ChangeAnswer): string => {
  if (current === null) return object === 'guest' ? 'a guest who was erased' : id
  if ('title' in current) return current.title
  if ('firstName' in current) return `${current.firstName} ${current.lastName}`.trim() || current.email
  if ('guestName' in current) return current.guestName
  if ('number' in current) return current.number
  if ('subject' in current) return current.subject
  if ('code' in current) return current.code
  if ('name' in current) return current.name
  return id
}
