import { exports } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { MINUTE_MS } from '../../../src/kernel/time.ts'
import { newCalendar } from '../../support/factories.ts'
import { tokenFor } from '../../support/identity.ts'
import { BEGIN, newSandbox } from '../../support/sandboxes.ts'
import { onlyOne, receiver } from '../../support/webhooks.ts'

const send = (path: string, headers: Record<string, string>, json?: object) =>
  exports.default.fetch(
    new Request(`https://calendar.test${path}`, {
      method: json === undefined ? 'GET' : 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    }),
  )

it('a webhook of a sandbox is dated by its clock and signed at the time of the machine', async () => {
  const { call } = await newSandbox(await newCalendar())
  const { url, seen } = receiver('200')
  await call('POST /v1/webhooks', { url, events: ['guest.registered'] })
  expect((await call('POST /v1/test/triggers', { type: 'guest.registered' })).status).toBe(200)
  const { headers, body } = await onlyOne(seen)
  const { createdAt } = JSON.parse(body) as { createdAt: string }
  expect(Math.abs(Date.parse(createdAt) - Date.parse(BEGIN))).toBeLessThan(MINUTE_MS)
  expect(Math.abs(Number(headers['webhook-timestamp']) * 1_000 - Date.now())).toBeLessThan(MINUTE_MS)
})

it('an Idempotency-Key of a sandbox returns the first response for 24 hours of its clock', async () => {
  const { key, call } = await newSandbox(await newCalendar())
  const event = { title: 'Boats', startAt: '2030-06-01T18:00:00Z', timezone: 'UTC' }
  const create = async () => {
    const answer = await send('/api/v1/events', { 'x-svc-api-key': key, 'Idempotency-Key': 'boats' }, event)
    return (await answer.json<{ data: { id: string } }>()).data.id
  }
  const first = await create()
  await call('POST /v1/test/clock/advance', { by: 'PT23H' })
  expect(await create()).toBe(first)
  await call('POST /v1/test/clock/advance', { by: 'PT2H' })
  expect(await create()).not.toBe(first)
})

it('an API key of a sandbox expires by its clock', async () => {
  const calendar = await newCalendar()
  const { id, call } = await newSandbox(calendar)
  const made = await send(
    `/s/${id}/api/calendars/${calendar.slug}/api-keys`,
    { Authorization: `Bearer ${await tokenFor(calendar.owner)}` },
    { name: 'For a day', scopes: ['events:read'], expiresAt: '2030-03-02T09:00:00Z' },
  )
  const { data } = await made.json<{ data: { key: string } }>()
  const statusOf = async () => (await send('/api/v1/me', { 'x-svc-api-key': data.key })).status
  await call('POST /v1/test/clock/advance', { by: 'PT23H' })
  expect(await statusOf()).toBe(200)
  await call('POST /v1/test/clock/advance', { by: 'PT2H' })
  expect(await statusOf()).toBe(401)
})
