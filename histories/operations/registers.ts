import type { Act } from '../history.ts'
import type { Moment, Perform, World } from '../world.ts'
import { asOwner, pick, reads, withKey, writes } from '../world.ts'

export const TITLE = 'title of the poster'
const SURFACES = 3
/** There are only a few registers, so that writes and reads often coincide. */
const RENAMED = 3

export const retitle: Perform = (world, { name }) => {
  const { event } = world.poster
  const acts: Act[] = [
    { kind: 'write', register: TITLE, value: name },
    { kind: 'emit', type: 'event.updated', event, about: name, subject: name },
  ]
  return {
    sent: {
      method: 'PATCH',
      path: `/v1/events/${event}`,
      headers: withKey(world),
      body: { title: name, suppressNotifications: true },
    },
    meaning: writes(acts, () => acts),
  }
}

/**
 * Reads with an API key, with a session and anonymously. Anonymous reads are cached at the edge and must be just as
 * fresh.
 */
export const readTitle: Perform = (world, { step }) => {
  const { event, slug } = world.poster
  const ways = [
    { path: `/v1/events/${event}`, headers: withKey(world) },
    { path: `/events/${event}`, headers: asOwner(world) },
    { path: `/events/slug/${slug}`, headers: {} },
  ] as const
  const way = ways[(step.way % SURFACES) as 0 | 1 | 2]
  return {
    sent: { method: 'GET', ...way },
    meaning: reads<{ title: string }>(({ title }) => [{ kind: 'read', register: TITLE, value: title }]),
  }
}

const named = ({ door }: World, { step }: Moment) => pick(door.guests.slice(0, RENAMED), step.which)?.id ?? ''
const pathOf = ({ door }: World, guest: string) => `/v1/events/${door.event}/guests/${guest}`

export const rename: Perform = (world, moment) => {
  const guest = named(world, moment)
  const act: Act = { kind: 'write', register: guest, value: moment.name }
  return {
    sent: {
      method: 'PATCH',
      path: pathOf(world, guest),
      headers: withKey(world),
      body: { lastName: moment.name },
    },
    meaning: writes([act], () => [act]),
  }
}

export const readName: Perform = (world, moment) => {
  const guest = named(world, moment)
  return {
    sent: { method: 'GET', path: pathOf(world, guest), headers: withKey(world) },
    meaning: reads<{ lastName: string }>(({ lastName }) => [{ kind: 'read', register: guest, value: lastName }]),
  }
}
