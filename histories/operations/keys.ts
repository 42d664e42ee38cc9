import type { Act } from '../history.ts'
import { CROWD } from '../plan.ts'
import type { Moment, Perform, World } from '../world.ts'
import { asOwner, pick, reads, writes } from '../world.ts'

interface Key {
  id: string
  isActive: boolean
  revokedAt: string | null
}

/** Uses only the latest keys, so that a key is often deactivated while it is in use. */
const keyOf = ({ keys }: World, { step }: Moment) => pick(keys.slice(-CROWD.keys), step.which)

const pathOf = ({ keyCalendar }: World, id = '') => `/calendars/${keyCalendar}/api-keys${id}`

export const createKey: Perform = (world, { name }) => ({
  sent: { method: 'POST', path: pathOf(world), headers: asOwner(world), body: { name, scopes: ['events:read'] } },
  isRepeatable: true,
  meaning: writes<{ id: string; key: string }>([{ kind: 'activateKey' }], ({ id, key }) => {
    world.keys.push({ id, secret: key })
    return [{ kind: 'activateKey', key: id }]
  }),
})

export const toggleKey: Perform = (world, moment) => {
  const key = keyOf(world, moment)
  if (key === undefined) return null
  const isActive = moment.step.way % 2 === 0
  const act: Act = { kind: isActive ? 'activateKey' : 'deactivateKey', key: key.id }
  return {
    sent: { method: 'PATCH', path: pathOf(world, `/${key.id}`), headers: asOwner(world), body: { isActive } },
    meaning: writes([act], () => [act]),
  }
}

export const revokeKey: Perform = (world, moment) => {
  const key = keyOf(world, moment)
  if (key === undefined) return null
  const act: Act = { kind: 'deactivateKey', key: key.id }
  return {
    sent: { method: 'DELETE', path: pathOf(world, `/${key.id}`), headers: asOwner(world) },
    meaning: writes([act], () => [act]),
  }
}

export const listKeys: Perform = (world) => ({
  sent: { method: 'GET', path: pathOf(world), headers: asOwner(world) },
  meaning: reads<Key[]>((listed) => [
    { kind: 'sawKeys', active: listed.filter(({ isActive, revokedAt }) => isActive && revokedAt === null).length },
  ]),
})

export const useKey: Perform = (world, moment) => {
  const key = keyOf(world, moment)
  if (key === undefined) return null
  return {
    sent: { method: 'GET', path: '/v1/me', headers: { 'x-svc-api-key': key.secret } },
    meaning: reads(() => [{ kind: 'useKey', key: key.id }]),
  }
}
