import { describe, expect, it } from 'vitest'
import { GRACE_MS, runErasures } from '../../../src/modules/erasures/index.ts'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { rowOf, setColumns } from '../../support/database.ts'
import { erase, later, leftOf, PAST } from '../../support/erasures.ts'
import { newCalendar, newEvent, person, register } from '../../support/factories.ts'

describe('races', () => {
  const TRIES = 24

  it('erases all of an event or nothing, when its owner takes it back at the same time', async () => {
    const outcomes = new Set<string>()
    for (let tried = 0; tried < TRIES; tried += 1) {
      const calendar = await newCalendar()
      const event = await newEvent(calendar)
      const guest = (await register(event)).body.data.guest
      await setColumns('events', event.id, { start_at: PAST.startAt, end_at: PAST.endAt })
      await erase(`/events/${event.id}/erasure`, calendar.owner)
      await setColumns('events', event.id, { erase_at: Date.now() + 30_000 })
      // The clock of the machine that runs the job is a minute ahead, so both machines believe that they are in time.
      const chore = async () => {
        if (tried % 2 === 1) await new Promise((resolve) => setTimeout(resolve, (tried % 8) * 5))
        await runErasures(later(60_000))
      }
      const takeBack = () => send(`DELETE /events/${event.id}/erasure`, { as: calendar.owner })
      const [, { status }] = await Promise.all([chore(), takeBack()])
      await runErasures(later(60_000))
      const [left, people] = [await rowOf('events', event.id), await rowOf('guests', guest.id)]
      expect([left !== null, people !== null]).toEqual([status === 200, status === 200])
      outcomes.add(String(status))
    }
    expect([...outcomes].toSorted()).toEqual(['200', '409'])
  })

  it('never registers a guest at a calendar whose erasure was accepted at the same time', async () => {
    for (let tried = 0; tried < TRIES; tried += 1) {
      const calendar = await newCalendar()
      const event = await newEvent(calendar)
      const { confirm } = (await send(`GET /calendars/${calendar.slug}/erasure`, { as: calendar.owner })).body.data
      const mark = () => send(`POST /calendars/${calendar.slug}/erasure`, { as: calendar.owner, json: { confirm } })
      const come = () => send(`POST /public/events/${event.id}/registrations`, { json: person() })
      const [marked, came] =
        tried % 2 === 0 ? await Promise.all([mark(), come()]) : (await Promise.all([come(), mark()])).toReversed()
      expect([marked?.status === 200, came?.status === 200].filter(Boolean)).toHaveLength(1)
    }
  })
})

it('continues after a crash between two steps', async () => {
  const calendar = await newCalendar()
  const event = await newEvent(calendar)
  const guest = (await register(event)).body.data.guest
  await setColumns('events', event.id, { start_at: PAST.startAt, end_at: PAST.endAt })
  await erase(`/events/${event.id}/erasure`, calendar.owner)
  let commits = 0
  const failing = {
    ...later(GRACE_MS + 60_000),
    commit: (async (change) => {
      commits += 1
      if (commits === 1) throw new Error('killed')
      return deps.commit(change)
    }) as typeof deps.commit,
  }
  await expect(runErasures(failing)).rejects.toThrow('killed')
  const refused = await send(`DELETE /events/${event.id}/erasure`, { as: calendar.owner })
  expect([refused.status, refused.body.code]).toEqual([409, 'erasure_not_pending'])
  await runErasures(failing)
  expect(await leftOf([event.id, guest.id])).toEqual([])
})
