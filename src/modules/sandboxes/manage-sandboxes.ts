import { manager } from '../../access/demands.ts'
import type { Deps } from '../../deps.ts'
import type { SandboxInfo } from '../../kernel/sandbox-port.ts'
import { invalid, notFound, refusal, unavailable } from '../../kernel/failure.ts'
import { iso } from '../../kernel/time.ts'
import { dashboard, deleted, Deleted, listOf, one, operation } from '../../operation/operation.ts'
import { CreatedSandbox, NewSandbox, Sandbox, type SandboxOutput } from './sandboxes.schema.ts'
import { calendarToCopy } from './sandboxes.store.ts'

const EARLIEST = Date.UTC(2020, 0, 1)
const LATEST = Date.UTC(2100, 0, 1)

const toSandbox = (listed: SandboxInfo, { config }: Deps): SandboxOutput => ({
  id: listed.id,
  name: listed.name,
  baseUrl: `${config.pagesUrl}/s/${listed.id}/api`,
  pagesUrl: `${config.pagesUrl}/s/${listed.id}`,
  clock: iso(listed.clock),
  createdAt: iso(listed.createdAt),
  lastUsedAt: iso(listed.lastUsedAt),
  expiresAt: iso(listed.expiresAt),
})

export const requireSandboxes = ({ sandboxes }: Deps) => {
  if (sandboxes === null) throw unavailable('Sandboxes aren’t set up on this service.')
  return sandboxes
}

const beginningOf = (now: string | undefined, deps: Deps) => {
  if (now === undefined) return deps.clock()
  const at = Date.parse(now)
  if (at < EARLIEST || at > LATEST) throw invalid('now', 'must be between 2020 and 2100')
  return at
}

export const createSandbox = operation({
  id: 'sandboxes.create',
  summary: 'Create a sandbox',
  description:
    'Creates an empty test calendar on the plan PRO, with a frozen clock. At most 3 per calendar. Only this response contains its API key.',
  subject: 'calendar',
  access: manager,
  routes: [dashboard('POST /calendars/:slug/sandboxes', { plan: 'PRO' })],
  body: NewSandbox,
  answer: one(CreatedSandbox),
  refusals: ['sandbox_limit_reached'],
  async run({ calendar, body }, deps) {
    const created = await requireSandboxes(deps).create({
      calendarId: calendar.id,
      name: body.name ?? 'Sandbox',
      now: beginningOf(body.now, deps),
      seed: body.seed ?? null,
      rows: [['calendars', await calendarToCopy(deps.db, calendar.id)]],
    })
    if (created === null) return refusal('sandbox_limit_reached')
    return { ...toSandbox(created, deps), key: created.key }
  },
})

export const listSandboxes = operation({
  id: 'sandboxes.list',
  summary: 'List sandboxes',
  description: 'Without the plan PRO, the sandboxes are closed. They can still be listed and deleted.',
  subject: 'calendar',
  access: manager,
  routes: [dashboard('GET /calendars/:slug/sandboxes')],
  answer: listOf(Sandbox),
  run: async ({ calendar }, deps) =>
    (await requireSandboxes(deps).list(calendar.id)).map((listed) => toSandbox(listed, deps)),
})

export const getSandbox = operation({
  id: 'sandboxes.get',
  summary: 'Get a sandbox',
  subject: 'calendar',
  access: manager,
  routes: [dashboard('GET /calendars/:slug/sandboxes/:sandboxId')],
  answer: one(Sandbox),
  async run({ calendar, params }, deps) {
    const found = (await requireSandboxes(deps).list(calendar.id)).find(({ id }) => id === params.sandboxId)
    if (found === undefined) throw notFound()
    return toSandbox(found, deps)
  },
})

export const deleteSandbox = operation({
  id: 'sandboxes.delete',
  summary: 'Delete a sandbox',
  description: 'Deletes everything in it. Its keys stop working.',
  subject: 'calendar',
  access: manager,
  routes: [dashboard('DELETE /calendars/:slug/sandboxes/:sandboxId')],
  answer: one(Deleted),
  async run({ calendar, params }, deps) {
    if (!(await requireSandboxes(deps).remove(calendar.id, params.sandboxId))) throw notFound()
    return deleted(params.sandboxId)
  },
})
