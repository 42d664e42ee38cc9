import { env } from 'cloudflare:workers'
import { unsubscribeUrlOf } from '../../../src/modules/communications/index.ts'
import { passTokenOf } from '../../../src/modules/wallet/index.ts'
import { verificationUrlOf } from '../../../src/modules/guests/index.ts'
import { deps } from '../../support/app.ts'
import { linkCalendarOf } from '../../support/database.ts'
import type { Story } from './recorder.ts'
import { manageUrlOfGuest } from '../../../src/modules/seats/manage-token.ts'

interface Evening {
  id: string
  tickets: { id: string }[]
}

const tokenOf = (url: string) => url.split('/').at(-1) as string

/** Ada's phone registers her wallet pass, fetches updates and unregisters it. */
const keepPass = async ({ tell }: Story, guestId: string) => {
  const device = '/public/passes/v1/devices/b33e3a3d1c8f4cd0/registrations/pass.test.calendar'
  const token = await passTokenOf({ id: guestId, linkVersion: 0 }, await linkCalendarOf('guests', guestId), deps)
  const headers = { Authorization: `ApplePass ${token}` }
  await tell(`POST ${device}/${guestId}`, { headers, json: { pushToken: 'c0ffee' } })
  await tell(`GET ${device}`)
  await tell(`GET /public/passes/v1/passes/pass.test.calendar/${guestId}`, { headers })
  await tell(`DELETE ${device}/${guestId}`, { headers })
  await tell('POST /public/passes/v1/log', { json: { logs: ['The pass could not be fetched.'] } })
}

/** Hedy registers for an event with `verifyEmail` and confirms her address. */
const confirm = async ({ pass, tell }: Story) => {
  const careful = { title: 'Tuning in', startAt: '2031-05-02T18:00:00Z', timezone: 'Atlantic/Reykjavik' }
  const asking = await pass('POST /v1/events', {
    json: { ...careful, tickets: [{ name: 'Listener' }], verifyEmail: true },
  })
  await pass(`POST /public/events/${asking.body.data.id}/registrations`, {
    json: { firstName: 'Hedy', lastName: 'Lamarr', email: 'hedy@guests.example' },
  })
  const waits = await env.DB.prepare('select id from verifications').first<{ id: string }>()
  const url = new URL(await verificationUrlOf(waits!.id, 'en', deps))
  await tell(`POST /public/verifications/${tokenOf(url.pathname)}`)
}

/** Mary registers with Martha, completes her own name and transfers Martha's place to Caroline. */
const comeTogether = async ({ pass, tell }: Story) => {
  const seats = [{ name: 'Stargazer' }]
  const planned = {
    title: 'Stars over the quay',
    startAt: '2031-05-03T20:00:00Z',
    timezone: 'Atlantic/Reykjavik',
    tickets: seats,
  }
  const watching = await pass('POST /v1/events', { json: planned })
  for (const surface of ['/v1', '', '/public'])
    await tell(`GET ${surface}/events/${watching.body.data.id}/availability?quantity=2`)
  const brought = await pass(`POST /public/events/${watching.body.data.id}/registrations`, {
    json: {
      buyer: { firstName: 'Mary', lastName: 'Somerville', email: 'mary@guests.example' },
      attendees: [{}, { firstName: 'Martha', lastName: 'Somerville' }],
    },
  })
  const { partyId, guests, manageUrl } = brought.body.data
  await tell(`GET /v1/events/${watching.body.data.id}/parties/${partyId}`)
  const link = `/public/registrations/${tokenOf(manageUrl)}/guests`
  await tell(`PATCH ${link}/${guests[0].id}`, { json: { firstName: 'Mary', lastName: 'Somerville' } })
  await tell(`POST ${link}/${guests[1].id}/transfer`, {
    json: { recipientEmail: 'caroline@guests.example', recipientName: 'Caroline Herschel' },
  })
  await tell(`POST /public/registrations/${tokenOf(manageUrl)}/cancel`, { json: { guestIds: [guests[0].id] } })
  const json = { email: 'mary.somerville@guests.example' }
  await tell(`PATCH /v1/events/${watching.body.data.id}/parties/${partyId}`, { json })
}

/**
 * Four guests want one seat and get an offer in turn. Vera accepts hers, Cecilia declines hers and Henrietta's expires.
 */
const waitForOne = async ({ pass, tell, refuse }: Story) => {
  const planned = { title: 'A seat at the telescope', startAt: '2031-05-04T20:00:00Z', timezone: 'Atlantic/Reykjavik' }
  const line = { capacity: 1, waitlistEnabled: true, waitlistMode: 'OFFERS', offerMinutes: 60 }
  const { body } = await pass('POST /v1/events', { json: { ...planned, ...line, tickets: [{ name: 'Seat' }] } })
  const at = `POST /public/events/${body.data.id}/registrations`
  const links: string[] = []
  let last = ''
  for (const [firstName, lastName] of [
    ['Annie', 'Cannon'],
    ['Vera', 'Rubin'],
    ['Cecilia', 'Payne'],
    ['Henrietta', 'Leavitt'],
  ] as const) {
    const came = await pass(at, { json: { firstName, lastName, email: `${firstName.toLowerCase()}@guests.example` } })
    links.push(`POST /public/registrations/${tokenOf(came.body.data.manageUrl)}`)
    last = came.body.data.guest.id
  }
  await pass(`${links[0]}/cancel`)
  await tell(`${links[1]}/offer/accept`)
  await pass(`${links[1]}/cancel`)
  await tell(`${links[2]}/offer/decline`)
  await env.DB.prepare('update guests set offer_expires_at = 1 where id = ?').bind(last).run()
  await refuse('offer_expired', [`${links[3]}/offer/accept`])
}

/** Ada buys a ticket, Alan is added and approved, and Edsger is rejected. Together they use every guest operation. */
export const welcome = async (story: Story, { id, tickets }: Evening) => {
  const { tell, pass, refuse } = story
  const at = `/v1/events/${id}`
  const [quay, list] = tickets
  const ada = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@guests.example',
    ticketId: quay!.id,
    couponCode: 'earlybird',
  }
  const bought = await tell(`POST /public/events/${id}/registrations`, { json: ada })
  const { guest, order, manageUrl } = bought.body.data
  await refuse('coupon_invalid', [
    `POST /public/events/${id}/registrations`,
    { json: { ...ada, email: 'b@guests.example', couponCode: 'NOPE' } },
  ])
  await refuse('coupon_exhausted', [
    `POST /public/events/${id}/registrations`,
    { json: { ...ada, email: 'b@guests.example' } },
  ])
  await refuse('invalid_transition', [`POST ${at}/guests/${guest.id}/approve`])
  await pass(`POST ${at}/orders/${order.id}/mark-paid`)
  await tell(`POST ${at}/orders/${order.id}/mark-unpaid`)
  await tell(`POST ${at}/orders/${order.id}/mark-paid`, { json: { paidOn: '2026-01-31', note: 'By bank transfer.' } })
  await tell(`GET ${at}/guests/${guest.id}`)
  await tell(`GET /events/${id}/guests/${guest.id}`)
  await tell(`GET /public/registrations/${tokenOf(manageUrl)}`)
  await tell(`POST /public/events/${id}/lost-link`, { json: { email: ada.email } })
  await tell(`PATCH ${at}/guests/${guest.id}`, { json: { firstName: 'Augusta Ada' } })
  await pass(`PATCH ${at}/guests/${guest.id}`, { json: { firstName: 'Ada' } })
  await tell(`POST ${at}/guests/${guest.id}/resend`)
  await refuse('ticket_has_guests', [`DELETE ${at}/tickets/${quay!.id}`])
  await refuse('event_has_guests', [`DELETE ${at}`])

  const alan = { firstName: 'Alan', lastName: 'Turing', email: 'alan@guests.example', ticketId: list!.id }
  const added = await tell(`POST ${at}/guests`, { json: alan })
  await refuse('already_registered', [`POST ${at}/guests`, { json: alan }])
  await confirm(story)
  await comeTogether(story)
  await waitForOne(story)
  await tell(`PATCH ${at}/guests/${added.body.data.id}/status`, { json: { status: 'PENDING' } })
  await tell(`POST ${at}/guests/${added.body.data.id}/approve`)
  const file = btoa('Email,Name,Ticket\nemmy@guests.example,Emmy Noether,Guest list\n')
  const tried = await tell(`POST ${at}/guests/import`, { json: { file, dryRun: true } })
  await refuse('import_stale', [`POST ${at}/guests/import`, { json: { file, confirm: 'another' } }])
  await pass(`POST ${at}/guests/import`, { json: { file, confirm: tried.body.data.digest } })
  await tell(`POST ${at}/guests/invite`, {
    json: {
      emails: ['katherine@guests.example', 'ada@guests.example', 'not an address'],
      message: 'We would be glad to see you on the quay.',
    },
  })
  const invited = await pass(`GET ${at}/guests?status=INVITED`)
  const token = tokenOf(await manageUrlOfGuest(invited.body.data[0].id as string, deps))
  await tell(`POST /public/registrations/${token}/accept`, {
    json: { firstName: 'Katherine', lastName: 'Johnson', ticketId: list!.id },
  })
  await tell(`GET /public/registrations/${tokenOf(manageUrl)}/event.ics`)
  await tell(`GET /public/registrations/${tokenOf(manageUrl)}/pass.pkpass`)
  await tell(`GET /public/registrations/${tokenOf(manageUrl)}/google-wallet`)
  await keepPass(story, guest.id)
  await tell(`GET /public/registrations/${tokenOf(manageUrl)}/data`)
  const edsger = await pass(`POST ${at}/guests`, {
    json: { firstName: 'Edsger', lastName: 'Dijkstra', email: 'edsger@guests.example', ticketId: list!.id },
  })
  await pass(`PATCH ${at}/guests/${edsger.body.data.id}/status`, { json: { status: 'PENDING' } })
  await tell(`POST ${at}/guests/${edsger.body.data.id}/reject`, { json: { message: 'We’re full this time. Sorry!' } })
  const edsgerId = edsger.body.data.id as string
  const left = tokenOf(
    await unsubscribeUrlOf({ id: edsgerId, linkVersion: 0 }, await linkCalendarOf('guests', edsgerId), deps),
  )
  await tell(`GET /public/unsubscribe/${left}`)
  await tell(`POST /public/unsubscribe/${left}`)
  const barbara = await pass(`POST ${at}/guests`, {
    json: { firstName: 'Barbara', lastName: 'Liskov', email: 'barbara@guests.example', ticketId: list!.id },
  })
  await tell(`POST /v1/rsvps/${barbara.body.data.id}/transfer`, {
    json: { recipientEmail: 'grace@guests.example', recipientName: 'Grace Hopper' },
  })
  await tell(`POST ${at}/guests/${edsger.body.data.id}/renew-links`)
  const leaving = await pass(`POST /public/events/${id}/registrations`, {
    json: { firstName: 'Kurt', lastName: 'Gödel', email: 'kurt@guests.example', ticketId: quay!.id },
  })
  await tell(`POST /public/registrations/${tokenOf(leaving.body.data.manageUrl)}/cancel`)
  const { guest: kurt } = leaving.body.data
  const renewal = { headers: { 'Idempotency-Key': 'renew-the-links-of-kurt' } }
  await pass(`POST ${at}/guests/${kurt.id}/renew-links`, renewal)
  const told = await pass(`GET /v1/webhook-deliveries?eventType=guest.registered`)
  const delivery = told.body.data.find(({ payload }: { payload: { data: object } }) =>
    JSON.stringify(payload.data).includes(kurt.id),
  )
  await tell(`POST ${at}/guests/${kurt.id}/erase`)
  await refuse('answer_erased', [`POST ${at}/guests/${kurt.id}/renew-links`, renewal])
  await refuse('delivery_erased', [`POST /v1/webhook-deliveries/${delivery.id}/retry`])
  return { guest, order, other: added.body.data as { id: string; qrCode: string } }
}

/** Guest lists, exports, orders and refunds. */
export const account = async ({ tell, pass, refuse }: Story, { id }: Evening, order: { id: string }, today: string) => {
  const at = `/v1/events/${id}`
  await tell(`GET ${at}/guests?status=CHECKED_IN&limit=50`)
  await tell(`GET /events/${id}/guests?status=CHECKED_IN&limit=50`)
  await tell(`GET ${at}/export?format=csv`)
  await tell(`GET ${at}/export?format=json`)
  await tell(`GET ${at}/orders?status=PAID`)
  await refuse('payment_in_use', [`POST ${at}/orders/${order.id}/mark-unpaid`])
  await refuse('currency_mismatch', [
    `POST ${at}/orders/${order.id}/refund`,
    { json: { amount: 500, currency: 'USD' } },
  ])
  await tell(`POST ${at}/orders/${order.id}/refund`, { json: { amount: 500, reason: 'The third band did not play.' } })
  await refuse('refund_exceeds_remaining', [`POST ${at}/orders/${order.id}/refund`, { json: { amount: 100_000 } }])
  await tell(`GET ${at}/orders/${order.id}`)
  await tell('GET /v1/calendars/harbour-concerts/orders?limit=2')
  await tell(`GET ${at}/sales`)
  await tell(`GET ${at}/sales/days?from=${today}&to=${today}`)
  await tell('GET /v1/calendars/harbour-concerts/people?q=lovelace')
  await tell(`GET ${at}/statistics?from=${today}&to=${today}`)
  await pass(`POST ${at}/orders/${order.id}/refund`, { json: {} })
  await refuse('order_not_refundable', [`POST ${at}/orders/${order.id}/refund`, { json: {} }])
}
