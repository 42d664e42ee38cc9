import { env } from 'cloudflare:workers'
import type { Story } from './recorder.ts'
import { SLUG } from './of-the-owner.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const iso = (instant: number) => new Date(instant).toISOString().replace('.000', '')

/** Creates the main event, a cancelled one, tickets and a duplicate. */
export const plan = async ({ tell, pass, refuse }: Story, now: number) => {
  const begins = now + HOUR / 2
  const evening = {
    title: 'Summer Nights',
    description: 'Four bands on the quay.\n\nDoors open at 17:30.',
    startAt: iso(begins),
    endAt: iso(begins + 4 * HOUR),
    timezone: 'Atlantic/Reykjavik',
    location: {
      name: 'Old Harbour',
      address: 'Geirsgata 1',
      city: 'Reykjavík',
      country: 'IS',
      latitude: 64.1506,
      longitude: -21.94,
    },
    capacity: 400,
    requiresApproval: false,
    waitlistEnabled: true,
    registrationQuestions: [{ label: 'Anything we should know?', type: 'TEXTAREA', required: false }],
    tags: ['music', 'outdoors'],
    reminderMinutes: [1440],
    slug: 'summer-nights',
    tickets: [
      { name: 'Quay', type: 'PAID', price: 2_500, currency: 'EUR', capacity: 300 },
      { name: 'Guest list', type: 'FREE', requiresApproval: true, isHidden: true },
    ],
  }
  const made = await tell('POST /v1/events', { json: evening })
  const event = made.body.data as { id: string; slug: string; tickets: { id: string }[] }
  await tell(`PATCH /v1/events/${event.id}`, {
    json: { description: 'Four bands on the quay, rain or shine.' },
    headers: { 'If-Match': '"1"' },
  })
  await refuse('precondition_failed', [
    `PATCH /v1/events/${event.id}`,
    { json: { title: 'x' }, headers: { 'If-Match': '"1"' } },
  ])
  await tell(`GET /v1/events/${event.slug}`)
  await tell(`GET /events/slug/${event.slug}`)
  await tell(`GET /v1/calendars/${SLUG}/events?limit=20`)
  await tell(`GET /calendars/${SLUG}/events?limit=20`)
  const day = iso(begins).slice(0, 10)
  await tell(`GET /calendars/${SLUG}/days?from=${day}&to=${day}`)
  await tell(`POST /v1/events/${event.id}/tickets`, {
    json: { name: 'Boat deck', type: 'PAID', price: 6_000, currency: 'EUR', capacity: 40 },
  })
  const spare = await pass(`POST /v1/events/${event.id}/tickets`, { json: { name: 'Spare' } })
  await tell(`PATCH /v1/events/${event.id}/tickets/${event.tickets[0]!.id}`, {
    json: { description: 'Standing, on the quay.' },
  })
  await tell(`DELETE /v1/events/${event.id}/tickets/${spare.body.data.id}`)
  await tell(`GET /v1/events/${event.id}/tickets`)

  const draft = { calendarSlug: 'harbour-concerts', title: 'Concert on the quay', timezone: 'Europe/Lisbon' }
  await tell('POST /events/preview', { json: { ...draft, startAt: iso(begins) } })
  await tell(`POST /events/${event.id}/preview`, { json: { title: 'Harbour Concert, indoors' } })
  const copy = await tell(`POST /v1/events/${event.id}/duplicate`, { json: { startAt: iso(begins + 168 * HOUR) } })
  await tell(`DELETE /v1/events/${copy.body.data.id}`)
  const rained = await pass('POST /v1/events', {
    json: {
      ...evening,
      // One minute after the first swim, which starts on the minute.
      startAt: iso(begins + 24 * HOUR + MINUTE),
      endAt: iso(begins + 28 * HOUR),
      slug: 'rained-off',
      title: 'Rained off',
      tickets: undefined,
    },
  })
  await tell(`POST /v1/events/${rained.body.data.id}/cancel`, { json: { reason: 'A storm is coming in.' } })
  await refuse('event_cancelled', [
    `POST /v1/events/${rained.body.data.id}/guests`,
    { json: { firstName: 'A', lastName: 'B', email: 'a@guests.example' } },
  ])
  await repeat({ tell, refuse }, begins + 24 * HOUR)
  return event
}

/** Previews, creates, updates, cancels and deletes a weekly swim as a series. */
const repeat = async ({ tell, refuse }: Pick<Story, 'tell' | 'refuse'>, begins: number) => {
  const timing = {
    startAt: iso(begins).slice(0, 16),
    durationMinutes: 60,
    timezone: 'Atlantic/Reykjavik',
    rrule: 'FREQ=WEEKLY;COUNT=4',
  }
  const template = { title: 'Harbour swim', capacity: 25, slug: 'harbour-swim', tickets: [{ name: 'Swimmer' }] }
  await tell('POST /v1/series/preview', { json: timing })
  const made = await tell('POST /v1/series', { json: { template, ...timing } })
  const { id, nextEventId } = made.body.data as { id: string; nextEventId: string }
  await tell(`GET /v1/series/${id}`)
  await tell(`GET /v1/calendars/${SLUG}/series`)
  await tell(`GET /v1/series/${id}/events`)
  await tell(`PATCH /v1/series/${id}`, { json: { durationMinutes: 90, template: { capacity: 30 } } })
  await tell(`POST /public/series/${id}/registrations`, {
    json: { firstName: 'Alan', lastName: 'Turing', email: 'alan@guests.example', eventIds: [nextEventId] },
  })
  await refuse('occurrences_have_guests', [
    `PATCH /v1/series/${id}`,
    { json: { startAt: iso(begins + 24 * HOUR).slice(0, 16), rrule: 'FREQ=WEEKLY;COUNT=2' } },
  ])
  await tell(`POST /v1/series/${id}/cancel`, { json: { reason: 'Jellyfish.', suppressNotifications: true } })
  await tell(`DELETE /v1/series/${id}`)
}

/** Coupons and scheduled exports. */
export const prepare = async ({ tell, pass, refuse }: Story, event: { id: string; tickets: { id: string }[] }) => {
  const [quay] = event.tickets
  const coupon = {
    code: 'EARLYBIRD',
    discountType: 'PERCENT',
    percentOff: 20,
    maxRedemptions: 1,
    eventId: event.id,
    ticketIds: [quay!.id],
  }
  const made = await tell(`POST /calendars/${SLUG}/coupons`, { json: coupon })
  await refuse('coupon_code_taken', [`POST /calendars/${SLUG}/coupons`, { json: coupon }])
  await tell(`PATCH /calendars/${SLUG}/coupons/${made.body.data.id}`, { json: { maxRedemptions: 1, percentOff: 20 } })
  const other = await pass(`POST /calendars/${SLUG}/coupons`, { json: { ...coupon, code: 'TYPO' } })
  await tell(`DELETE /calendars/${SLUG}/coupons/${other.body.data.id}`)
  await tell(`GET /v1/calendars/${SLUG}/coupons?code=EARLYBIRD`)

  const vat = await tell(`POST /calendars/${SLUG}/tax-rates`, { json: { name: 'VAT', rate: 700 } })
  await tell(`GET /v1/calendars/${SLUG}/tax-rates`)
  await tell(`DELETE /calendars/${SLUG}/tax-rates/${vat.body.data.id}`)

  const booklet = await tell(`POST /v1/events/${event.id}/addons`, {
    json: { name: 'Programme booklet', price: 500, currency: 'EUR', stock: 200 },
  })
  const addon = `/v1/events/${event.id}/addons/${booklet.body.data.id}`
  await tell(`PATCH ${addon}`, { json: { stock: 250 } })
  await tell(`GET /v1/events/${event.id}/addons`)
  await tell(`GET /public/events/${event.id}/addons`)
  await tell(`DELETE ${addon}`)

  const weekly = {
    dataset: 'GUESTS',
    format: 'csv',
    frequency: 'WEEKLY',
    weekday: 1,
    timeOfDay: '08:30',
    recipients: ['office@harbour-concerts.example'],
    eventId: event.id,
  }
  const scheduled = await tell(`POST /calendars/${SLUG}/scheduled-exports`, { json: weekly })
  await tell(`PATCH /calendars/${SLUG}/scheduled-exports/${scheduled.body.data.id}`, { json: { timeOfDay: '07:00' } })
  await tell(`GET /calendars/${SLUG}/scheduled-exports`)
  const unwanted = await pass(`POST /calendars/${SLUG}/scheduled-exports`, { json: { ...weekly, dataset: 'ORDERS' } })
  await tell(`DELETE /calendars/${SLUG}/scheduled-exports/${unwanted.body.data.id}`)
  const spare = { json: { ...weekly, isActive: false } }
  for (let more = 1; more < 20; more += 1) await pass(`POST /calendars/${SLUG}/scheduled-exports`, spare)
  await refuse('scheduled_export_limit_reached', [`POST /calendars/${SLUG}/scheduled-exports`, spare])
  await env.DB.prepare('delete from scheduled_exports where is_active = 0').run()
  return { scheduledExportId: scheduled.body.data.id as string }
}
