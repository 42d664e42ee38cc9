import { expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { grantsOf, newApp } from '../../support/apps.ts'
import { newCalendar, newEvent } from '../../support/factories.ts'

const TRIES = 1_000

it('ends an app’s access for the next request, in each of 1,000 tries', async () => {
  const calendar = await newCalendar()
  const { token } = await newApp(calendar, ['events:read'])
  const { id } = await newEvent(calendar)
  const read = async () => (await send(`GET /v1/events/${id}`, { token })).status
  expect(await read()).toBe(200)
  const [grant] = await grantsOf(calendar)
  await send(`DELETE /calendars/${calendar.slug}/apps/${grant?.id}`, { as: calendar.owner })
  const statuses: number[] = []
  while (statuses.length < TRIES) statuses.push(...(await Promise.all(Array.from({ length: 50 }, read))))
  // After 30 failures, wrong credentials get 429. The token is checked before that limit applies.
  expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([])
})
