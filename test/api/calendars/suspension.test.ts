import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { deliverDue, deliveryOutbox } from '../../../src/modules/deliveries/index.ts'
import { mailOutbox, sendDue } from '../../../src/modules/mails/index.ts'
import { send } from '../../support/api.ts'
import { asks } from '../../support/asks.ts'
import { deps } from '../../support/app.ts'
import { mailsOf, rowOf } from '../../support/database.ts'
import {
  manageApi,
  newCalendar,
  newDoor,
  newGuest,
  newKey,
  newOrder,
  newWebhook,
  register,
} from '../../support/factories.ts'
import { operatorToken } from '../../support/identity.ts'
import { ask, closedWays, ways } from '../../support/routes.ts'
import { receiver } from '../../support/webhooks.ts'
import { credentialsOf, newWorld } from '../../support/worlds.ts'

asks({ 'PUT /calendars/:slug/suspension': { role: 'OPERATOR' } })

const DAY = 86_400_000
const PATIENCE_MS = 20_000
const REASON = 'Invitations that nobody asked for.'

const suspend = async ({ slug }: { slug: string }, suspended: boolean, reason: string | null = REASON) =>
  send(`PUT /calendars/${slug}/suspension`, { token: await operatorToken(), json: { suspended, reason } })

/**
 * Operations that members and devices may still call during a suspension, in addition to GET and door work
 * (`isDoorWork`).
 */
const GOES_ON = new Set([
  'orders.refund',
  'guests.erase',
  'calendars.erase',
  'calendars.keep',
  'events.erase',
  'events.keep',
  'archives.create',
])

describe('suspended calendar', () => {
  it('is suspended by the operator with a reason that members can read and visitors cannot', async () => {
    const calendar = await newCalendar()
    expect((await suspend(calendar, true, null)).body.errors).toEqual([
      { field: 'reason', message: 'must not be empty when suspending a calendar' },
    ])
    const set = await suspend(calendar, true)
    expect(set.status).toBe(200)
    expect(set.body.data.suspension).toEqual({ reason: REASON, suspendedAt: expect.any(String) })
    const again = await suspend(calendar, true, 'Still.')
    expect(again.body.data.suspension).toEqual({ reason: 'Still.', suspendedAt: set.body.data.suspension.suspendedAt })
    const settings = await send(`GET /calendars/${calendar.slug}/settings`, { as: calendar.owner })
    expect(settings.body.data.suspension.reason).toBe('Still.')
    expect((await suspend(calendar, false)).body.data.suspension).toBeNull()
    const open = await send(`GET /calendars/${calendar.slug}`)
    expect(open.status).toBe(200)
    expect(open.body.data).not.toHaveProperty('suspension')
  })

  it('returns 404 on every open path of the calendar and its events, including the feed with its token', async () => {
    const world = await newWorld()
    const feed = await send(`POST /calendars/${world.slug}/feed-token`, { as: world.calendar.owner })
    await suspend(world, true)
    const naming = ways.filter(({ route, operation }) => route.surface === 'open' && operation.subject !== 'none')
    expect(naming.length).toBeGreaterThan(5)
    for (const way of naming) expect((await ask(way, world, {})).status, way.line).toBe(404)
    const { token } = feed.body.data
    for (const query of ['', `?token=${token}`])
      expect((await send(`GET /calendars/${world.slug}/events.ics${query}`)).status).toBe(404)
    await suspend(world, false)
    expect((await send(`GET /calendars/${world.slug}/events.ics?token=${token}`)).status).toBe(200)
  })

  it('returns 403 calendar_suspended with the reason for every write except refunds, erasures and door work', async () => {
    const world = await newWorld()
    const credentials = await credentialsOf(world)
    await suspend(world, true)
    const token = await operatorToken()
    for (const way of closedWays.filter(({ operation }) => operation.subject !== 'none')) {
      const { operation, route } = way
      const goesOn = operation.isDoorWork === true || GOES_ON.has(operation.id)
      const asked = operation.access?.role === 'OPERATOR' ? { token } : credentials[route.surface as 'v1' | 'dashboard']
      const { status, body } = await ask(way, world, asked)
      const isRefused = status === 403 && body?.code === 'calendar_suspended'
      const isWrite = route.method !== 'GET' && operation.access?.role !== 'OPERATOR' && !goesOn
      expect(isRefused, `${way.line} ${operation.id} ${status}`).toBe(isWrite)
      if (isRefused) expect(body.message).toContain(REASON)
    }
  })

  it('allows guest cancellations, refunds, check-ins and erasures, but not accepting an invitation', async () => {
    const calendar = await newCalendar()
    const { key } = await newKey(calendar)
    const { event, order, manageUrl } = await newOrder(calendar)
    expect((await send(`POST /v1/events/${event.id}/orders/${order.id}/mark-paid`, { key })).status).toBe(200)
    const door = await newDoor(calendar)
    const [inside, leaving, erased] = [await newGuest(door), (await register(door)).body.data, await newGuest(door)]
    const invited = await newGuest(door, { status: 'INVITED', source: 'INVITE', ticket_id: null })
    await suspend(calendar, true)
    expect((await send(`GET ${manageApi(manageUrl)}`)).status).toBe(200)
    expect((await send(`POST ${manageApi(leaving.manageUrl)}/cancel`)).body.data.guest.status).toBe('CANCELLED')
    expect((await send(`POST /v1/events/${event.id}/orders/${order.id}/refund`, { key, json: {} })).status).toBe(200)
    expect((await send(`POST /v1/events/${door.id}/checkins`, { key, json: { qrCode: inside.qrCode } })).status).toBe(
      200,
    )
    expect((await send(`POST /v1/events/${door.id}/guests/${erased.id}/erase`, { key })).status).toBe(200)
    const { manageUrlOfGuest } = await import('../../../src/modules/seats/index.ts')
    const link = manageApi(await manageUrlOfGuest(invited.id, deps))
    const accepted = await send(`POST ${link}/accept`, { json: { firstName: 'Ada', lastName: 'Guest' } })
    expect([accepted.status, accepted.body.code]).toEqual([409, 'registration_closed'])
  })

  it('sends no email or webhook; lifting the suspension sends those less than a day old and cancels the others', async () => {
    const calendar = await newCalendar()
    const { key } = await newKey(calendar)
    const hook = receiver('200')
    await newWebhook(calendar, hook.url, { events: ['checkin.created'] })
    const { event, order } = await newOrder(calendar, { startAt: Date.now() - 1_000, endAt: Date.now() + DAY })
    await vi.waitFor(async () => expect((await mailsOf(event)).map(({ status }) => status)).toEqual(['sent']), {
      timeout: PATIENCE_MS,
    })
    await send(`POST /v1/events/${event.id}/orders/${order.id}/mark-paid`, { key })
    await vi.waitFor(async () => expect((await mailsOf(event)).map(({ status }) => status)).toEqual(['sent', 'sent']), {
      timeout: PATIENCE_MS,
    })
    await suspend(calendar, true)
    for (const amount of [100, 200])
      await send(`POST /v1/events/${event.id}/orders/${order.id}/refund`, { key, json: { amount } })
    const guests = [await newGuest(event), await newGuest(event)]
    for (const { qrCode } of guests) await send(`POST /v1/events/${event.id}/checkins`, { key, json: { qrCode } })
    const mails = (await mailsOf(event)).slice(2).map(({ id }) => String(id))
    const { results } = await env.DB.prepare('select id from deliveries where calendar_id = ?').bind(calendar.id).all()
    const deliveries = results.map(({ id }) => String(id))
    expect([mails.length, deliveries.length]).toEqual([2, 2])
    const told: Record<string, unknown[]>[] = []
    const quiet = { ...deps, tell: (due: object) => void told.push(due as Record<string, unknown[]>) }
    await sendDue(mails, quiet)
    await deliverDue(deliveries, quiet)
    await mailOutbox.sweep(quiet)
    await deliveryOutbox.sweep(quiet)
    const named = told.flatMap((due) => Object.values(due).flat() as { id: string }[]).map(({ id }) => id)
    expect(named.filter((id) => [...mails, ...deliveries].includes(id))).toEqual([])
    const stand = async () => [
      ...(await Promise.all(mails.map(async (id) => (await rowOf('mails', id))?.['status']))),
      ...(await Promise.all(deliveries.map(async (id) => (await rowOf('deliveries', id))?.['status']))),
    ]
    expect(await stand()).toEqual(['pending', 'pending', 'pending', 'pending'])
    expect(await hook.seen()).toEqual([])

    const aDayAgo = Date.now() - DAY
    await env.DB.prepare('update mails set created_at = ? where id = ?').bind(aDayAgo, mails[0]!).run()
    await env.DB.prepare('update deliveries set created_at = ? where id = ?').bind(aDayAgo, deliveries[0]!).run()
    await suspend(calendar, false)
    await sendDue(mails, deps)
    await deliverDue(deliveries, deps)
    await vi.waitFor(async () => expect(await stand()).toEqual(['cancelled', 'sent', 'cancelled', 'succeeded']), {
      timeout: PATIENCE_MS,
    })
  })
})
