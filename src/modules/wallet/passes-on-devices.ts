import * as z from 'zod'
import { earlierProofOf, proofOf, type LinkCalendar, type Linked } from '../../access/derived.ts'
import type { AppleWallet, Deps } from '../../deps.ts'
import { equalInConstantTime } from '../../kernel/crypto.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import { lazy } from '../../kernel/lazy.ts'
import { iso, SECOND_MS, type Instant } from '../../kernel/time.ts'
import { open, operation, raw } from '../../operation/operation.ts'
import { applePass, PASS_TYPE } from './apple-pass.ts'
import { factsOf, type TicketFacts } from './ticket-facts.ts'
import {
  forgetDevice,
  forgetSurplusDevices,
  isUseOutdated,
  keepDevice,
  noteDeviceUse,
  passesOfDevice,
} from './wallet.store.ts'
import { findManaged } from '../seats/index.ts'

/**
 * Apple's PassKit web service. Devices register the passes they hold, ask which of them have changed, and fetch those.
 * Apple prescribes the paths, the statuses and the `Authorization` header.
 */

const ROOT = '/public/passes/v1'
const SCHEME = 'ApplePass '

/**
 * Returns the `authenticationToken` of a pass. The token is derived, so nothing is stored, and it expires together with
 * the guest's links (`link_version`).
 */
export const passTokenOf = (guest: Linked, calendar: LinkCalendar, deps: Pick<Deps, 'vault'>) =>
  proofOf('pass', guest, calendar, deps)

const walletOf = ({ wallets: { apple } }: Deps, passTypeId: string): AppleWallet => {
  if (apple === null || apple.passTypeId !== passTypeId) throw notFound()
  return apple
}

/** Returns the guest whose pass this is if the request carries the pass's token, otherwise null. */
const holderOf = async (request: Request, guestId: string, deps: Deps) => {
  const authorization = request.headers.get('Authorization') ?? ''
  const managed = await findManaged(deps.db, guestId)
  if (managed === null || managed.guest.erasedAt !== null) return null
  const { guest, calendar } = managed
  const isOfPass = (token: string) => equalInConstantTime(authorization, SCHEME + token)
  // Passes issued before link keys existed keep their token until the device fetches the pass again.
  const isHolder =
    isOfPass(await passTokenOf(guest, calendar, deps)) || isOfPass(await earlierProofOf('pass', guest, deps))
  return isHolder ? managed : null
}
const unknownPass = () =>
  refusal('unauthenticated', {
    says: 'Send this pass’s token as `Authorization: ApplePass …`.',
    headers: { 'WWW-Authenticate': 'ApplePass' },
  })

const empty = (status: 200 | 201 | 204 | 304) => new Response(null, { status })

const NewDevice = lazy(() => z.object({ pushToken: z.string().min(1).max(200) }))
const REGISTRATION = `${ROOT}/devices/:deviceId/registrations/:passTypeId/:serialNumber` as const
const MAX_ID_LENGTH = 200

export const registerPass = operation({
  id: 'passes.register',
  summary: 'Register a device for pass updates',
  description:
    'Called by devices with an Apple Wallet pass. Returns 201 the first time and 200 afterwards. A pass has at most 10 devices: another one replaces the device that has been unused longest.',
  routes: [open(`POST ${REGISTRATION}`, { secret: true })],
  subject: 'none',
  status: 201,
  body: NewDevice,
  answer: raw({}),
  refusals: ['unauthenticated'],
  async run({ params: { deviceId, passTypeId, serialNumber }, body: { pushToken }, request }, deps) {
    walletOf(deps, passTypeId)
    const managed = await holderOf(request, serialNumber, deps)
    if (managed === null) return unknownPass()
    if (deviceId.length > MAX_ID_LENGTH) throw notFound()
    const now = deps.clock()
    const { kept } = await deps.commit({
      calendarId: managed.calendar.id,
      seenBy: 'team',
      statements: {
        kept: keepDevice({
          deviceId,
          guestId: serialNumber,
          calendarId: managed.calendar.id,
          pushToken,
          createdAt: now,
        }),
        surplus: forgetSurplusDevices(serialNumber),
      },
    })
    return empty(kept[0]?.since === now ? 201 : 200)
  },
})

export const unregisterPass = operation({
  id: 'passes.unregister',
  summary: 'Unregister a device from pass updates',
  routes: [open(`DELETE ${REGISTRATION}`, { secret: true })],
  subject: 'none',
  answer: raw({}),
  refusals: ['unauthenticated'],
  async run({ params: { deviceId, passTypeId, serialNumber }, request }, deps) {
    walletOf(deps, passTypeId)
    const managed = await holderOf(request, serialNumber, deps)
    if (managed === null) return unknownPass()
    await deps.commit({
      calendarId: managed.calendar.id,
      seenBy: 'team',
      statements: [forgetDevice(deps.db, deviceId, serialNumber)],
    })
    return empty(200)
  },
})

const Changed = lazy(() =>
  z.object({ serialNumbers: z.array(z.string()), lastUpdated: z.string() }).meta({ id: 'ChangedPasses' }),
)
const ChangedQuery = lazy(() => z.object({ passesUpdatedSince: z.iso.datetime().optional() }))

export const listChangedPasses = operation({
  id: 'passes.changed',
  summary: 'List a device’s changed passes',
  description: 'Returns 204 if none has changed. `passesUpdatedSince` is `lastUpdated` from the previous response.',
  routes: [open(`GET ${ROOT}/devices/:deviceId/registrations/:passTypeId`, { secret: true })],
  subject: 'none',
  query: ChangedQuery,
  answer: raw({ 'application/json': Changed }),
  async run({ params: { deviceId, passTypeId }, query: { passesUpdatedSince } }, deps) {
    walletOf(deps, passTypeId)
    const passes = await passesOfDevice(deps.db, deviceId)
    const [first] = passes
    if (first === undefined) throw notFound()
    const now = deps.clock()
    if (passes.some(({ usedAt }) => isUseOutdated(usedAt, now)))
      await deps.commit({ calendarId: first.calendarId, seenBy: 'team', statements: [noteDeviceUse(deviceId, now)] })
    const since = passesUpdatedSince === undefined ? 0 : Date.parse(passesUpdatedSince)
    const changed = passes.filter(({ changedAt }) => changedAt > since)
    if (changed.length === 0) return empty(204)
    const lastUpdated = iso(Math.max(...changed.map(({ changedAt }) => changedAt)))
    return Response.json({ serialNumbers: changed.map(({ guestId }) => guestId), lastUpdated })
  },
})

type Managed = NonNullable<Awaited<ReturnType<typeof findManaged>>>

const changedAtOf = ({ guest, event }: Managed) => Math.max(guest.updatedAt, event.updatedAt)

/**
 * HTTP dates have a resolution of one second. `Last-Modified` is the time of the change, rounded up, but never later
 * than the current second. Another change later in the same second therefore always counts as newer.
 */
const lastModifiedOf = (managed: Managed, now: Instant) =>
  Math.min(Math.ceil(changedAtOf(managed) / SECOND_MS), Math.floor(now / SECOND_MS)) * SECOND_MS

export const readPass = operation({
  id: 'passes.read',
  summary: 'Get the latest version of a pass',
  description: 'The pass is void once its guest no longer attends.',
  routes: [open(`GET ${ROOT}/passes/:passTypeId/:serialNumber`, { secret: true })],
  subject: 'none',
  answer: raw({ [PASS_TYPE]: null }),
  refusals: ['unauthenticated'],
  async run({ params: { passTypeId, serialNumber }, request }, deps) {
    const wallet = walletOf(deps, passTypeId)
    const managed = await holderOf(request, serialNumber, deps)
    if (managed === null) return unknownPass()
    if (Date.parse(request.headers.get('If-Modified-Since') ?? '') >= changedAtOf(managed)) return empty(304)
    return passAnswer(managed, wallet, deps)
  },
})

export const passOf = async (facts: TicketFacts, wallet: AppleWallet, deps: Deps) =>
  applePass(facts, await passTokenOf(facts.guest, facts.calendar, deps), wallet, {
    config: deps.config,
    now: deps.clock(),
  })

export const passAnswer = async (managed: Managed, wallet: AppleWallet, deps: Deps) => {
  // `Last-Modified` is computed before the pass is built, so that a change made during the build counts as newer.
  const lastModified = new Date(lastModifiedOf(managed, deps.clock())).toUTCString()
  const pass = await passOf(await factsOf(managed, deps), wallet, deps)
  return new Response(pass, {
    headers: {
      'Content-Type': PASS_TYPE,
      'Content-Disposition': `attachment; filename="${managed.event.slug}.pkpass"`,
      'Cache-Control': 'private, no-store',
      'Last-Modified': lastModified,
    },
  })
}

const Logs = lazy(() => z.object({ logs: z.array(z.string()).max(100) }))

export const logDeviceErrors = operation({
  id: 'passes.log',
  summary: 'Log errors reported by a device',
  routes: [open(`POST ${ROOT}/log`, { secret: true })],
  subject: 'none',
  body: Logs,
  answer: raw({}),
  async run({ body: { logs } }, deps) {
    if (deps.wallets.apple === null) throw notFound()
    // A log line may name a pass, and so identify a person. Only the number of lines is logged.
    deps.log.warn('a device reported errors with passes', { complaints: logs.length })
    return empty(200)
  },
})
