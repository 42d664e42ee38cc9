import { reply, type Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { isIn, isOpenToAll } from '../../kernel/visibility.ts'
import { siteUrlOf } from '../calendars/index.ts'
import { toGuestEvent, toOpenEvent, viewOf } from '../events/index.ts'
import { calendarFile, fileSettingsOf } from '../feeds/index.ts'
import { toOrder } from '../orders/index.ts'
import { toGuest } from './guests.ts'
import { findManaged } from './guests.store.ts'
import { guestIdOfToken, manageUrlOf } from './manage-token.ts'
import { depart, invalidTransition } from './move-guest.ts'
import { enrol } from './register.ts'
import type { Acceptance, ManageParams } from './registrations.schema.ts'

type Managing<Body = unknown> = Call<Parsed<typeof ManageParams>, unknown, Body>

const CANCELLABLE = ['INVITED', 'PENDING', 'CONFIRMED', 'WAITLISTED'] as const
const ACCEPTED: readonly string[] = ['PENDING', 'CONFIRMED', 'WAITLISTED', 'CHECKED_IN']
const PRIVATE = { 'Cache-Control': 'private, no-store' }

const managedBy = async (token: string, deps: Deps) => {
  const guestId = await guestIdOfToken(token, deps)
  const managed = guestId === null ? null : await findManaged(deps.db, guestId)
  // A link dies with its guest: transferred to somebody else, or erased.
  if (managed === null || managed.guest.status === 'TRANSFERRED' || managed.guest.erasedAt !== null) throw notFound()
  return managed
}

type Managed = Awaited<ReturnType<typeof managedBy>>

const answerOf = async (managed: Managed, deps: Deps) => {
  const { guest, order, event, calendar } = managed
  const view = await viewOf(deps.db, calendar, event)
  const form = isIn(guest.status) ? toGuestEvent : toOpenEvent
  return reply(
    {
      guest: toGuest(managed),
      order: order === null ? null : toOrder(order, calendar.slug),
      manageUrl: await manageUrlOf(guest.id, deps),
      canCancel: CANCELLABLE.some((status) => status === guest.status),
      event: form(view, deps.config, deps.clock()),
      calendar: {
        slug: calendar.slug,
        name: calendar.name,
        timezone: calendar.timezone,
        url: isOpenToAll(calendar, event) ? siteUrlOf(deps.config, 'c', calendar.slug) : null,
      },
    },
    { headers: PRIVATE },
  )
}

export const readRegistration = async ({ params }: Managing, deps: Deps) =>
  answerOf(await managedBy(params.manageToken, deps), deps)

/** Cancelling twice is no fault; only who is inside already cannot stay away any more. */
export const cancelRegistration = async ({ params }: Managing, deps: Deps) => {
  const { guest, event } = await managedBy(params.manageToken, deps)
  await depart(event, guest.id, { from: CANCELLABLE, to: 'CANCELLED' }, deps)
  const after = await managedBy(params.manageToken, deps)
  if (after.guest.status !== 'CANCELLED' && after.guest.status !== 'DECLINED')
    throw invalidTransition(after.guest.status, 'CANCELLED')
  return answerOf(after, deps)
}

/** The link is the invitation, so it opens what is private too. Accepting twice is no fault. */
export const acceptInvitation = async ({ params, body }: Managing<Parsed<typeof Acceptance>>, deps: Deps) => {
  const { guest, event } = await managedBy(params.manageToken, deps)
  if (guest.status === 'INVITED') await enrol(event, { ...body, email: guest.email }, deps)
  const after = await managedBy(params.manageToken, deps)
  if (!ACCEPTED.includes(after.guest.status)) throw invalidTransition(after.guest.status, 'CONFIRMED')
  return answerOf(after, deps)
}

/** The entry that the confirmation carries, under the UID of the feed. */
export const readOwnEntry = async ({ params }: Managing, deps: Deps) => {
  const managed = await managedBy(params.manageToken, deps)
  const { guest, event, calendar } = managed
  const head = { ...calendar, url: siteUrlOf(deps.config, 'c', calendar.slug) }
  const entry = isIn(guest.status) ? { ...event, locationVisibility: 'PUBLIC' as const } : event
  return new Response(calendarFile(head, [entry], fileSettingsOf(deps.config)), {
    headers: {
      ...PRIVATE,
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `inline; filename="${event.slug}.ics"`,
    },
  })
}
