import { expect, it } from 'vitest'
import { ARCHIVED } from '../../../src/db/archive/tables.ts'
import { welcome } from '../../contract/story/of-the-guests.ts'
import { settleIn } from '../../contract/story/of-the-owner.ts'
import { plan, prepare } from '../../contract/story/of-the-programme.ts'
import { listenIn, subscribeByKey } from '../../contract/story/of-the-webhooks.ts'
import { startRecording } from '../../contract/story/recorder.ts'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { installationWith, newInstallation } from '../../support/archives.ts'
import { person } from '../../support/factories.ts'

const here = installationWith(deps)

/** Sells the only shirt twice, with a seat that pays a service fee: the first guest paid and then cancelled. */
const sellShirtAgain = async (event: { id: string; tickets: { id: string }[] }) => {
  const as = (line: string, json?: object) => send(line, { as: 'usr_grace', ...(json === undefined ? {} : { json }) })
  const shirt = (
    await as(`POST /events/${event.id}/addons`, { name: 'T-shirt', price: 1_500, currency: 'EUR', stock: 1 })
  ).body.data
  await as(`PATCH /events/${event.id}`, { serviceFee: { fixed: 100, currency: 'EUR', refundable: true } })
  const ticket = (await as(`POST /events/${event.id}/tickets`, { name: 'With fee', price: 2_000, currency: 'EUR' }))
    .body.data
  const buy = async () =>
    (
      await as(`POST /events/${event.id}/guests`, {
        buyer: person(),
        attendees: [{ ticketId: ticket.id, addons: [{ addonId: shirt.id, quantity: 1 }] }],
      })
    ).body.data
  const { order, guests } = await buy()
  await as(`POST /events/${event.id}/orders/${order.id}/mark-paid`)
  await as(`PATCH /events/${event.id}/guests/${guests[0].id}/status`, { status: 'CANCELLED' })
  await buy()
}
const soldOf = async ({ client }: Pick<Awaited<ReturnType<typeof newInstallation>>, 'client'>) =>
  (
    await client
      .prepare(
        `select k.taken, x.is_released, s.extras, s.fee, o.fee as of_order, z.is_fee_refundable from addons k join order_addons x on x.addon_id = k.id
          join order_seats s on s.order_id = x.order_id and s.guest_id = x.guest_id
          join orders o on o.id = x.order_id join order_terms z on z.order_id = o.id order by x.is_released`,
      )
      .all()
  ).results

it('restores a calendar elsewhere so that its archive has the same digest', { timeout: 120_000 }, async () => {
  const story = startRecording('usr_grace')
  await settleIn(story)
  await listenIn(story)
  const event = await plan(story, Date.now())
  await subscribeByKey(story)
  await prepare(story, event)
  await welcome(story, event)
  await sellShirtAgain(event)
  const first = await here.archive('harbour-concerts', 'usr_grace')
  const there = await newInstallation()
  const state = await there.restore(first.bytes, 'usr_heir', { key: first.key })
  expect(state).toMatchObject({ status: 'DONE', digest: first.digest, keepsLinks: true, error: null })
  const second = await there.archive('harbour-concerts', 'usr_heir')
  expect(second.digest).toBe(first.digest)
  expect(await soldOf(there)).toEqual([
    { taken: 1, is_released: 0, extras: 1_500, fee: 100, of_order: 100, is_fee_refundable: 1 },
    { taken: 1, is_released: 1, extras: 1_500, fee: 100, of_order: 100, is_fee_refundable: 1 },
  ])
  expect(ARCHIVED.length).toBeGreaterThan(20)
  const { results } = await there.client
    .prepare(
      `select kind from finished_jobs where calendar_id = ? and (select group_concat(distinct object) from changes) = 'job' order by created_at`,
    )
    .bind(state.calendarId)
    .all<{ kind: string }>()
  expect(results).toEqual([{ kind: 'RESTORE' }, { kind: 'ARCHIVE' }])
})
