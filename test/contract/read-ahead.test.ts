import { describe, expect, it, vi } from 'vitest'
import { deps } from '../support/app.ts'
import { send } from '../support/api.ts'
import { newCalendar, newDoor, newGuest, newKey } from '../support/factories.ts'

const tripsDuring = async <Answer>(act: () => Promise<Answer>) => {
  const batches = vi.spyOn(deps.db.$client, 'batch')
  try {
    const answer = await act()
    return { answer, trips: batches.mock.calls.map(([statements]) => statements.length) }
  } finally {
    batches.mockRestore()
  }
}

describe('read-ahead', () => {
  it('loads a check-in lookup in the same database batch as the credential and the subject', async () => {
    const calendar = await newCalendar()
    const { key } = await newKey(calendar, ['checkins:read'])
    const door = await newDoor(calendar)
    const { id, qrCode } = await newGuest(door)
    const { answer, trips } = await tripsDuring(() =>
      send(`GET /v1/events/${door.id}/checkins/lookup?qrCode=${qrCode}`, { key }),
    )
    expect(answer.body.data).toMatchObject({ guestId: id, alreadyCheckedIn: false })
    expect(trips).toEqual([3])
  })

  it('loads the event list of a calendar in the same batch', async () => {
    const calendar = await newCalendar()
    const { key } = await newKey(calendar, ['events:read'])
    const door = await newDoor(calendar)
    const { answer, trips } = await tripsDuring(() => send(`GET /v1/calendars/${calendar.slug}/events`, { key }))
    expect(answer.body.data.map((event: { id: string }) => event.id)).toEqual([door.id])
    expect(answer.body.meta.total).toBe(1)
    expect(trips).toEqual([4])
  })

  it('loads a page of the change feed in two batches, or three if the key cannot read every type', async () => {
    const calendar = await newCalendar()
    const whole = await newKey(calendar)
    const { key: ofGuests } = await newKey(calendar, ['guests:read'])
    const { meta } = (await send('GET /v1/changes?cursor=now', whole)).body
    const guest = await newGuest(await newDoor(calendar))
    const read = async (query: string, key: string) => {
      const { answer, trips } = await tripsDuring(() => send(`GET /v1/changes?cursor=${meta.cursor}${query}`, { key }))
      return [answer.body.data.map(({ object, id }: { object: string; id: string }) => [object, id]), trips.length]
    }
    const [all, twice] = await read('', whole.key)
    expect([all.map(([object]: string[]) => object), twice]).toEqual([['event', 'ticket', 'guest'], 2])
    expect(await read('&types=guest', whole.key)).toEqual([[['guest', guest.id]], 2])
    expect(await read('&types=guest', ofGuests)).toEqual([[['guest', guest.id]], 2])
    expect(await read('', ofGuests)).toEqual([[['guest', guest.id]], 3])
    const foreign = await newKey(await newCalendar())
    expect((await send(`GET /v1/changes?cursor=${meta.cursor}`, foreign)).body.code).toBe('cursor_expired')
  })

  it('waits for the access check if the date range depends on the calendar’s time zone', async () => {
    const calendar = await newCalendar({ timezone: 'Pacific/Auckland' })
    const { key } = await newKey(calendar, ['events:read'])
    const { answer, trips } = await tripsDuring(() =>
      send(`GET /v1/calendars/${calendar.slug}/events?from=2030-01-01`, { key }),
    )
    expect(answer.status).toBe(200)
    expect(trips).toEqual([2, 2])
  })

  it('returns 404 for a foreign key and 403 for a missing scope, even if the request is invalid', async () => {
    const calendar = await newCalendar()
    const stranger = await newKey(await newCalendar(), ['checkins:read', 'events:read'])
    const unfit = await newKey(calendar, ['guests:read'])
    const door = await newDoor(calendar)
    const { qrCode } = await newGuest(door)
    const lookup = `/v1/events/${door.id}/checkins/lookup?qrCode=${qrCode}`
    expect((await send(`GET ${lookup}`, { key: stranger.key })).status).toBe(404)
    expect((await send(`GET ${lookup}`, { key: unfit.key })).status).toBe(403)
    expect((await send(`GET /v1/calendars/${calendar.slug}/events`, { key: stranger.key })).status).toBe(404)
    const senseless = `/v1/events/${door.id}/checkins/lookup`
    expect((await send(`GET ${senseless}`, { key: stranger.key })).status).toBe(404)
    expect((await send(`GET ${senseless}`, { key: unfit.key })).status).toBe(403)
  })
})
