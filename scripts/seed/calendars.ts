import { randomBytes } from 'node:crypto'
import { subjectOf } from '../identity/users.ts'
import type { Api, Credential } from './api-client.ts'
import type { DemoCalendar } from './demo-calendars.ts'

interface Actors {
  owner: Credential
  operator: Credential
}

interface Member {
  userId: string
  role: string
}

const exists = async (api: Api, owner: Credential, slug: string) =>
  (await api.call(owner, `GET /calendars/${slug}/settings`, undefined, [403, 404])).status === 200

const create = async (
  api: Api,
  owner: Credential,
  { plan: _, members: __, ...calendar }: DemoCalendar,
): Promise<string> => {
  const first = await api.call<{ slug: string }>(owner, 'POST /calendars', calendar, [409])
  if (first.status !== 409) return first.data.slug
  const slug = `${calendar.slug}-${randomBytes(3).toString('hex')}`
  return (await api.call<{ slug: string }>(owner, 'POST /calendars', { ...calendar, slug })).data.slug
}

const addMembers = async (api: Api, owner: Credential, slug: string, wanted: DemoCalendar['members']) => {
  const { data: members } = await api.call<Member[]>(owner, `GET /calendars/${slug}/members`)
  for (const [user, role] of Object.entries(wanted)) {
    const userId = subjectOf(user)
    if (members.some((member) => member.userId === userId)) continue
    await api.call(owner, `POST /calendars/${slug}/members`, { userId, role })
  }
}

/** Finds or creates the calendar, sets its plan and members, and returns its slug. */
export const ensureCalendar = async (
  api: Api,
  actors: Actors,
  wanted: DemoCalendar,
  known?: string,
): Promise<string> => {
  const { owner, operator } = actors
  const candidates = [...new Set([known, wanted.slug])].filter((slug) => slug !== undefined)
  let slug: string | undefined
  for (const candidate of candidates) slug ??= (await exists(api, owner, candidate)) ? candidate : undefined
  slug ??= await create(api, owner, wanted)
  await api.call(operator, `PUT /calendars/${slug}/plan`, { plan: wanted.plan })
  await addMembers(api, owner, slug, wanted.members)
  return slug
}
