import { isReplyTokenOf } from '../../access/derived.ts'
import { actingAs } from '../../db/commit.ts'
import type { Deps } from '../../deps.ts'
import { loadEventView } from '../events/index.ts'
import { acceptFor, type Accept } from './accept-for.ts'
import {
  comeBack,
  countReply,
  isNoted,
  leaveByAnswer,
  mailOfKept,
  noteAnswer,
  settleAnswer,
  whyNotHeard,
  type Answering,
} from './answers.store.ts'
import { REPLIES } from './invite-of.ts'
import { readMail, type ReceivedMail } from './read-mail.ts'
import { readReply, type CalendarReply } from './reply.ts'
import { isFromWhomItSays } from './sender.ts'
import { afterLeaving, findManaged, mailOfMove, newMove, PROMOTED_MAIL, viewOfGuest } from '../seats/index.ts'

export interface IncomingMail {
  /** The recipient in the SMTP envelope. Recipients in headers do not count. */
  to: string
  raw: ReadableStream<Uint8Array> | string
}

/** Outcome of an email to the reply address. */
export type ReplyOutcome =
  | 'noted'
  | 'left'
  | 'back'
  | 'registered'
  | 'kept'
  | 'replayed'
  | 'stale'
  | 'forged'
  | 'unreadable'
  | 'unknown'

const ADDRESS = new RegExp(String.raw`^${REPLIES}\+([a-z2-7]{26})@(.+)$`)

const tokenIn = (to: string, { config }: Deps) => {
  const [, token, host] = ADDRESS.exec(to.toLowerCase()) ?? []
  return token !== undefined && host === config.invitesHost ? token : null
}

const guestIdIn = (uid: string, { config }: Deps) => {
  const [, guestId, domain] = /^(gst_\w+)@(.+)$/.exec(uid) ?? []
  return domain === config.icsDomain ? (guestId ?? null) : null
}

/**
 * Returns the guest who answered. The token in the recipient address, the `ATTENDEE` and the authenticated sender must
 * all belong to the same guest.
 */
const whoAnswered = async (token: string, mail: ReceivedMail, reply: CalendarReply, deps: Deps) => {
  const guestId = guestIdIn(reply.uid, deps)
  const managed = guestId === null ? null : await findManaged(deps.db, guestId)
  if (managed === null) return null
  const { guest, calendar } = managed
  if (!(await isReplyTokenOf(guest, token, calendar, deps))) return null
  return reply.attendee === guest.email && mail.from?.address === guest.email ? managed : null
}

type Answerer = NonNullable<Awaited<ReturnType<typeof whoAnswered>>>

const EMAILED_STATUSES = { DECLINED: ['CONFIRMED', 'PENDING'], ACCEPTED: ['CANCELLED', 'DECLINED'], TENTATIVE: [] }

/**
 * Records the answer if it is the newest and applies the status change that a calendar app is allowed to make, in one
 * batch.
 */
const applyReply = async ({ guest, event }: Answerer, reply: CalendarReply, deps: Deps) => {
  const [move, promoted] = [newMove(deps), newMove(deps)]
  const answering: Answering = { ...reply, guestId: guest.id, eventId: event.id, moveId: move.moveId, now: move.now }
  const isGoing = reply.answer === 'DECLINED'
  const results = await deps.commit({
    calendarId: event.calendarId,
    atEvent: event.id,
    seenBy: 'visitors',
    statements: {
      why: whyNotHeard(answering),
      noted: noteAnswer(answering),
      back: isGoing ? [] : comeBack(answering, move),
      left: isGoing ? [leaveByAnswer(answering, move), afterLeaving(event.id, move, promoted)] : [],
      settled: settleAnswer(answering),
      views: viewOfGuest(answering),
    },
    mails: [
      mailOfKept(answering, EMAILED_STATUSES[reply.answer], isNoted(answering)),
      mailOfMove(PROMOTED_MAIL, promoted.moveId),
    ],
  })
  const [view] = results.views
  if (view === undefined) throw new Error('a guest who replied was not found')
  return { view, why: results.why[0]?.why ?? null, hasMoved: view.guest.moveId === move.moveId }
}

interface ReplyInput {
  mail: ReceivedMail
  reply: CalendarReply
  accept: Accept
}

const outcomeOf = async (
  answerer: Answerer,
  { mail, reply, accept }: ReplyInput,
  deps: Deps,
): Promise<ReplyOutcome> => {
  const ports = actingAs({ type: 'guest', id: answerer.guest.id }, deps)
  const { view, why, hasMoved } = await applyReply(answerer, reply, ports)
  const { status } = view.guest
  const isAsked = reply.answer === 'ACCEPTED' && status === 'INVITED'
  // If the service crashes between recording the answer and registering the guest, the email is delivered again and
  // counts as `replayed`.
  if (isAsked && (why === null || why === 'replayed')) {
    const { tickets } = await loadEventView(deps.db, answerer.calendar, answerer.event)
    return acceptFor({ ...answerer, tickets }, { name: mail.from?.name ?? '', reply, accept }, ports)
  }
  if (why !== null) return why as ReplyOutcome
  if (hasMoved) return reply.answer === 'DECLINED' ? 'left' : 'back'
  return EMAILED_STATUSES[reply.answer].includes(status as never) ? 'kept' : 'noted'
}

const isAuthentic = ({ from, authenticationResults }: ReceivedMail) =>
  from !== null && isFromWhomItSays(authenticationResults, from.address)

const firstReplyIn = (mail: ReceivedMail) => {
  for (const text of mail.calendars()) {
    const reply = readReply(text)
    if (reply !== null) return reply
  }
  return null
}

const readAndApply = async (
  token: string,
  { raw }: IncomingMail,
  deps: Deps,
  accept: Accept,
): Promise<ReplyOutcome> => {
  const mail = await readMail(raw)
  if (mail === null) return 'unreadable'
  // Before the body is parsed: the headers are cheap, and only the platform can authenticate a sender.
  if (!isAuthentic(mail)) return 'forged'
  const reply = firstReplyIn(mail)
  if (reply === null) return 'unreadable'
  const answerer = await whoAnswered(token, mail, reply, deps)
  return answerer === null ? 'forged' : outcomeOf(answerer, { mail, reply, accept }, deps)
}

/**
 * Handles an email to the reply address and counts it by outcome. Only the guest whose answer is authentic gets an
 * email, so a forger cannot make the service send any.
 */
export const receiveReply = async (mail: IncomingMail, deps: Deps, accept: Accept): Promise<ReplyOutcome> => {
  const token = tokenIn(mail.to, deps)
  if (token === null) return 'unknown'
  const heard = await readAndApply(token, mail, deps, accept)
  await countReply(deps.db, heard, deps.clock())
  deps.log.info('a calendar reply arrived by email', { heard })
  return heard
}

/** Returns the SMTP rejection for an email that the service cannot use, otherwise null. */
export const whyRefused = (heard: ReplyOutcome): string | null => {
  if (heard === 'unknown') return 'This mailbox does not exist.'
  return heard === 'unreadable'
    ? 'This mailbox only reads calendar replies. Use the link in the email you received, or contact the organiser.'
    : null
}
