import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { newCalendar, newEvent, newGuest, newKey } from '../../support/factories.ts'
import { callTool } from '../../support/mcp.ts'

const start = async () => {
  const calendar = await newCalendar()
  const { key } = await newKey(calendar)
  const event = await newEvent(calendar, { title: 'Harbour Day' })
  return { calendar, key, event }
}

/** Calls the tool, agrees to its question, and returns the question and the result. */
const agree = async (key: string, name: string, args: Record<string, unknown>) => {
  const asked = await callTool(key, name, args)
  const message = asked.inputRequests?.confirm.params.message as string | undefined
  expect(message, JSON.stringify(asked)).toBeDefined()
  const inputResponses = { confirm: { action: 'accept', content: { confirm: true } } }
  const done = await callTool(key, name, args, { requestState: asked.requestState, inputResponses })
  return { message, done }
}

describe('change_guests', () => {
  it('sets the status of one guest', async () => {
    const { key, event } = await start()
    const guest = await newGuest(event, { first_name: 'Ada', last_name: 'Byron' })
    const args = { eventId: event.id, action: 'set_status', guestIds: [guest.id], status: 'CANCELLED' }
    const { message, done } = await agree(key, 'change_guests', args)
    expect(message).toContain(
      'Sets the status CANCELLED. For the event “Harbour Day” on 2 May 2031, the guest “Ada Byron”.',
    )
    expect(done.structuredContent, JSON.stringify(done)).toMatchObject({ isDone: true, data: { status: 'CANCELLED' } })
  })

  it('transfers a place to another person', async () => {
    const { key, event } = await start()
    const guest = await newGuest(event, { first_name: 'Ada', last_name: 'Byron', email: 'ada@guests.test' })
    const args = {
      eventId: event.id,
      action: 'transfer',
      guestIds: [guest.id],
      emails: ['grace@guests.test'],
      recipientName: 'Grace Hopper',
    }
    const { message, done } = await agree(key, 'change_guests', args)
    expect(message).toMatch(
      /^Emails 2 people\. .*Transfers the place to “grace@guests\.test, Grace Hopper”\. For the event/,
    )
    expect(done.structuredContent, JSON.stringify(done)).toMatchObject({ isDone: true })
    const path = `/v1/events/${event.id}/guests/${guest.id}`
    expect((await send(`GET ${path}`, { key })).body.data.status).toBe('TRANSFERRED')
  })

  it('refuses to transfer a guest of another event, and more than one guest', async () => {
    const { calendar, key, event } = await start()
    const [guest, foreign] = [await newGuest(event), await newGuest(await newEvent(calendar))]
    const emails = ['grace@guests.test']
    for (const guestIds of [[foreign.id], [guest.id, foreign.id], []]) {
      const args = { eventId: event.id, action: 'transfer', guestIds, emails }
      expect(await callTool(key, 'change_guests', args), guestIds.join(' ')).toMatchObject({ isError: true })
    }
    for (const more of [
      { action: 'transfer' },
      { action: 'transfer', emails: [...emails, ...emails] },
      { action: 'set_status' },
    ]) {
      const args = { eventId: event.id, guestIds: [guest.id], ...more }
      expect(await callTool(key, 'change_guests', args)).toMatchObject({ isError: true })
    }
  })
})

describe('change_event', () => {
  it('changes all coming dates of a series', async () => {
    const { key } = await start()
    // Dates are created up to 18 months ahead.
    const startAt = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T19:00`
    const rule = { startAt, durationMinutes: 60, timezone: 'UTC', rrule: 'FREQ=WEEKLY;COUNT=3' }
    const made = await send('POST /v1/series', { key, json: { template: { title: 'Yoga' }, ...rule } })
    expect(made.status, made.text).toBe(200)
    const seriesId = made.body.data.id as string
    const args = { seriesId, title: 'Yoga in the park' }
    const { message, done } = await agree(key, 'change_event', args)
    expect(message).toContain('Changes all coming dates of “Yoga”. New: title “Yoga in the park”. Go on?')
    expect(done.structuredContent, JSON.stringify(done)).toMatchObject({ isDone: true })
    const { data } = (await send(`GET /v1/series/${seriesId}/events`, { key })).body as { data: { title: string }[] }
    expect(data.map(({ title }) => title)).toEqual(Array.from({ length: 3 }, () => 'Yoga in the park'))
  })

  it('needs one of eventId and seriesId, and takes no times of a series', async () => {
    const { key, event } = await start()
    for (const args of [
      { title: 'X' },
      { eventId: event.id, seriesId: 'ser_1', title: 'X' },
      { seriesId: 'ser_1', publish: true },
      { seriesId: 'ser_1', startAt: '2031-01-01T10:00:00Z' },
    ])
      expect(await callTool(key, 'change_event', args), JSON.stringify(args)).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('change_event') }],
      })
  })
})
